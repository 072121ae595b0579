"""Measures reading through the API: a tournament of 200 players after eight rounds.

    python -m scripts.bench.api_reads

First how fast kept answers are, beside the kept page of the same standings, turn about: both are
asked without a token and without a question. Then how long each read takes that is not kept, in
process, as processor time: the first one after a change of the tournament, and any other.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import asyncio
import logging
import statistics
import time
from typing import TYPE_CHECKING

from scripts.load.phones import hammer
from scripts.load.site import open_of, running_site

if TYPE_CHECKING:
    from tournaments.models import Tournament

PLAYERS, PLAYED = 200, 8
TURNS, SECONDS, CONNECTIONS = 3, 3.0, 32
TIMES = 5
READS = (
    "", "players/", "players/?limit=200", "rounds/", "rounds/8/", "rounds/8/reasons/", "boards/",
    "standings/", "crosstable/", "rating-changes/", "prizes/", "regulations/",
)  # fmt: skip


def main() -> None:
    with running_site() as port:
        logging.disable(logging.INFO)
        tournament = open_of(PLAYERS, PLAYED)
        kept(port, tournament)
        uncached(tournament)


def kept(port: int, tournament: "Tournament") -> None:
    page = f"/en/e/{tournament.event.slug}/{tournament.slug}/standings/"
    rates: dict[str, list[float]] = {page: []}
    for name in ("standings", "rounds/8", "players"):
        rates[f"/api/v1/tournaments/{tournament.pk}/{name}/"] = []
    for _turn in range(TURNS):
        for path, found in rates.items():
            outcome = asyncio.run(hammer(port, path, connections=CONNECTIONS, seconds=SECONDS))
            assert outcome.statuses == {200: len(outcome.milliseconds)}, outcome.statuses
            found.append(outcome.per_second)
    of_page = statistics.median(rates[page])
    for path, found in rates.items():
        middle = statistics.median(found)
        print(f"{path:<44} {middle:7.0f} requests/s   {of_page / middle:5.2f} of the page's time")


def uncached(tournament: "Tournament") -> None:
    from django.conf import settings
    from django.db.models import F
    from django.test import Client

    from tournaments.models import Tournament

    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")
    client = Client(headers={"host": "localhost"})
    print(f"{'':<24} after a change   again")
    for rest in READS:
        address = f"/api/v1/tournaments/{tournament.pk}/{rest}"
        address += ("&" if "?" in rest else "?") + "language=en"
        first: list[float] = []
        again: list[float] = []
        for _time in range(TIMES + 1):
            Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
            for taken in (first, again):
                began = time.process_time()
                answer = client.get(address)
                taken.append(1000 * (time.process_time() - began))
                assert answer.status_code == 200, (address, answer.content)
        middles = (statistics.median(taken[1:]) for taken in (first, again))
        print(f"{rest or '(the tournament)':<24}", *(f"{one:9.1f} ms" for one in middles))


if __name__ == "__main__":
    main()
