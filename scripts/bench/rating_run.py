"""Measures a run of rating lists: a month of a large federation, worked out and published.

    HAKEM_VAR=/tmp/ratings python -m scripts.bench.rating_run [events [players]]

Makes an invented register (60,000 players if not told) and accepted reports (2,000 with 150 games
each), works out the national list as a worker does, publishes it, makes the next month's with as
many games, and opens the working of some players.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import os
import random
import resource
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from statistics import median

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

MONTHS = (date(2026, 12, 1), date(2027, 1, 1))
GAMES = 150
ASKED = 200


def main(events: int, players: int) -> None:
    start_django()
    from tournaments.models import RegisteredPlayer

    if RegisteredPlayer.objects.exists():
        sys.exit("The register is not empty. Use a folder of its own: HAKEM_VAR=…")
    dice = random.Random(2026)
    numbers = register(players, dice)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for month in MONTHS:
        reports(events, numbers, month, dice)
        begun, processor = time.perf_counter(), time.process_time()
        run = worked_out(month)
        seconds = time.perf_counter() - begun
        processor = time.process_time() - processor
        one = run.lists.get()
        begun = time.perf_counter()
        published(run)
        again = time.perf_counter() - begun
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{one.code}: {events} events, {one.games:,} games, {one.players:,} players: "
            f"{seconds:.1f} s, {processor:.1f} s of the processor without the database; "
            f"published in {again:.1f} s; {memory:.0f} MB so far"
        )
    explain(one, dice)


def start_django() -> None:
    from config.local.embedded import ensure_services

    ensure_services()
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.DEBUG = False  # which would keep every query in memory
    call_command("migrate", verbosity=0)


def register(players: int, dice: random.Random) -> list[int]:
    from tournaments.models import RegisteredPlayer

    rows = (
        RegisteredPlayer(
            name=f"Oyuncu {number:06}, Deniz",
            search_key=f"oyuncu {number:06} deniz",
            federation="TUR",
            national_id=f"TR{number:07}",
            birth_date=str(dice.randint(1950, 2018)),
            sex=dice.choice("mw"),
            national=0 if dice.random() < 0.5 else max(1400, int(dice.gauss(1650, 200))),
            national_month=date(2026, 11, 1),
        )
        for number in range(players)
    )
    RegisteredPlayer.objects.bulk_create(rows, batch_size=5000)
    return list(RegisteredPlayer.objects.values_list("pk", flat=True))


def reports(events: int, numbers: list[int], month: date, dice: random.Random) -> None:
    """Accepted, each of thirty players."""
    from federation.models import RatedEvent, RatingReport
    from tournaments.models import Event, Tournament

    first = month - timedelta(days=28)
    names = [f"Open {month:%y%m} {number}" for number in range(events)]
    made = Event.objects.bulk_create(
        Event(
            name=name,
            slug=name.lower().replace(" ", "-"),
            starts_on=first,
            ends_on=first + timedelta(days=2),
            time_zone="Europe/Istanbul",
        )
        for name in names
    )
    tournaments = Tournament.objects.bulk_create(
        Tournament(event=event, name="A", slug="a", seed=number)
        for number, event in enumerate(made)
    )
    received = RatingReport.objects.bulk_create(
        RatingReport(tournament=one, state=RatingReport.State.ACCEPTED, ended_on=first)
        for one in tournaments
    )
    for begin in range(0, len(received), 200):
        RatedEvent.objects.bulk_create(
            RatedEvent(
                report=one,
                kind="standard",
                starts_on=first,
                ended_on=first,
                minutes=120,
                rated=GAMES,
                games=list(games(dice.sample(numbers, 30), dice)),
            )
            for one in received[begin : begin + 200]
        )


def games(people: list[int], dice: random.Random) -> Iterator[list[object]]:
    for number in range(GAMES):
        white, black = dice.sample(people, 2)
        halves = dice.choice((0, 1, 2))
        yield [white, black, halves, 2 - halves, "", number // 15 + 1]


def worked_out(month: date):  # type: ignore[no-untyped-def]
    from federation.models import RatingRun
    from federation.services import ratings_runs, ratings_working
    from tournaments.kernel import jobs
    from tournaments.models import Job

    run = ratings_runs.begin_month(month=month, series=["national"], by=None)
    job = Job.objects.filter(kind=Job.Kind.RATINGS, target=run.pk).latest("pk")
    jobs.run_in_stages(job.pk, ratings_working.work_out)
    return RatingRun.objects.get(pk=run.pk)


def published(run) -> None:  # type: ignore[no-untyped-def]
    from federation.services import ratings_runs
    from tournaments.management.demo.confirmations import confirmed

    confirmed(ratings_runs.publish, run=run, by=None)


def explain(of, dice: random.Random) -> None:  # type: ignore[no-untyped-def]
    """Every step of one rating, as its page asks for it."""
    from federation.models import Working
    from federation.queries.ratings_why import why

    players = list(Working.objects.filter(list=of).values_list("player", flat=True))
    took = []
    for player in dice.sample(players, min(ASKED, len(players))):
        begun = time.perf_counter()
        why(of, player)
        took.append(1000 * (time.perf_counter() - begun))
    took.sort()
    print(
        f"why: median {median(took):.0f} ms, 95 in 100 within {took[len(took) * 95 // 100]:.0f} ms"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("events", nargs="?", type=int, default=2000)
    parser.add_argument("players", nargs="?", type=int, default=60_000)
    told = parser.parse_args()
    main(told.events, told.players)
