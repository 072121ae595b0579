"""Two questions, answered on this machine in one run of about two minutes.

1. How many requests a second does a kept round page reach, compared with an empty Django view
   on the same server? At least 80 % is wanted.
2. 500 phones reload within a minute of a publication, while another tournament is paired and a
   PDF is made: do 95 of 100 answers come within 300 ms, and is there no error?

    python -m tests.load [--seconds 8] [--phones 500] [--minute 60]
"""

import argparse
import asyncio
import sys
import threading
import time

from tests.load.phones import hammer, phones
from tests.load.site import open_of, running_site

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
        print(f"{chosen.players} players; two web workers, one worker for jobs, this client")
        tournament = open_of(chosen.players, 2)
        fast = compare(port, tournament, min(chosen.seconds, 30))
        calm = publication(port, tournament, chosen)
    return 0 if fast and calm else 1


def compare(port: int, tournament, seconds: float) -> bool:
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


def publication(port: int, tournament, chosen: argparse.Namespace) -> bool:
    from tests import factories
    from tournaments.models import Job
    from tournaments.services.documents import request_document
    from tournaments.services.drafts import discard_draft
    from tournaments.services.rounds import request_pairing

    other = open_of(chosen.players, 3)
    chief = factories.chief_of(other)
    jobs: list[Job] = []
    over = threading.Event()

    def other_work() -> None:
        """The neighbours: pair, throw away, pair again, and a PDF in between."""
        while not over.is_set():
            discard_draft(tournament=other, number=4, by=chief)
            jobs.append(request_pairing(tournament=other, number=4, by=chief))
            jobs.append(
                request_document(
                    tournament=other, kind="pairings", number=3, language="tr", by=chief
                )
            )
            while any(_open(job) for job in jobs[-2:]):
                time.sleep(0.1)

    place = f"/tr/e/{tournament.event.slug}/{tournament.slug}"
    pages = [f"{place}/rounds/3/", f"{place}/standings/"]
    neighbour = threading.Thread(target=other_work)
    neighbour.start()
    factories.publish(tournament, 3)
    outcome = asyncio.run(
        phones(port, pages, count=min(chosen.phones, 2000), within=min(chosen.minute, 120))
    )
    over.set()
    neighbour.join(60)
    done = [job.kind for job in jobs if job.status == Job.Status.DONE]
    print(
        f"{chosen.phones} phones, {len(outcome.milliseconds)} requests in {outcome.seconds:.0f} s; "
        f"meanwhile {done.count('pair')} pairings of {chosen.players} and "
        f"{done.count('document')} PDFs"
    )
    shown = {name: round(outcome.percentile(share)) for name, share in SHARES.items()}
    print(f"  milliseconds {shown}, statuses {outcome.statuses}, errors {outcome.errors[:5]}")
    calm = outcome.percentile(0.95) < 300 and not outcome.errors
    print(f"p95 {outcome.percentile(0.95):.0f} ms (under 300 wanted), {len(outcome.errors)} errors")
    return calm and bool(done)


SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "worst": 1.0}


def _open(job) -> bool:
    job.refresh_from_db()
    return job.open


if __name__ == "__main__":
    sys.exit(main())
