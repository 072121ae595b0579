"""Three questions, answered on this machine in one run of about three minutes.

1. How many requests a second does a kept round page reach, compared with an empty Django view
   on the same server? At least 80 % is wanted.
2. 500 phones reload within a minute of a publication, while another tournament is paired and a
   PDF is made: do 95 of 100 answers come within 300 ms, and is there no error?
3. 500 phones stay open: does each show a publication, and a round taken back, within two seconds?

    python -m scripts.load [--seconds 8] [--phones 500] [--minute 60]
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import asyncio
import logging
import sys
from typing import TYPE_CHECKING

from scripts.load.phones import hammer
from scripts.load.site import open_of, running_site

if TYPE_CHECKING:
    from tournaments.models import Tournament

CONNECTIONS = 16
ROUNDS_OF_COMPARISON = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--minute", type=float, default=60.0)
    parser.add_argument("--players", type=int, default=200)
    chosen = parser.parse_args()
    with running_site() as port:
        from scripts.load.publication import reloading, staying_open  # Django stands by now

        logging.disable(logging.INFO)
        print(f"{chosen.players} players; two web workers, one worker for jobs, this client")
        tournament = open_of(chosen.players, 2)
        fast = compare(port, tournament, min(chosen.seconds, 30))
        calm = reloading(port, tournament, chosen)
        told = staying_open(port, tournament, chosen)
    return 0 if fast and calm and told else 1


def compare(port: int, tournament: "Tournament", seconds: float) -> bool:
    """Turn about, so that whatever else the machine does meets both alike."""
    page = f"/tr/e/{tournament.event.slug}/{tournament.slug}/rounds/2/"
    rates: dict[str, list[float]] = {"/empty": [], page: []}
    for path in rates:
        asyncio.run(hammer(port, path, connections=CONNECTIONS, seconds=1))
    for _ in range(ROUNDS_OF_COMPARISON):
        for path, found in rates.items():
            outcome = asyncio.run(hammer(port, path, connections=CONNECTIONS, seconds=seconds))
            assert outcome.statuses == {200: len(outcome.milliseconds)}, outcome.statuses
            found.append(outcome.per_second)
            size = outcome.body_bytes / len(outcome.milliseconds)
            print(
                f"  {path:<32} {outcome.per_second:7.0f} requests/s   "
                f"p95 {outcome.percentile(0.95):6.1f} ms   {size:7.0f} bytes"
            )
    empty, kept = (sorted(found)[ROUNDS_OF_COMPARISON // 2] for found in rates.values())
    print(f"Kept round page: {100 * kept / empty:.0f} % of an empty view (80 % wanted)")
    return kept >= 0.8 * empty


if __name__ == "__main__":
    sys.exit(main())
