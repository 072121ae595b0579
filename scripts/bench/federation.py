"""The cost of the federation's public pages with an invented year, and with five times its events.

    python -m scripts.bench.federation [--registered 2000000] [--seasons 5] [--repeat 3] [--small]

In a database of its own: the year of `manage.py seed_year` on top of a register of two million.
No page is kept, but a worker has found the leaders of the events being played, as it does each
minute. Told are the processor's milliseconds at the server and its database (the least of some
repetitions), the questions to the database, the kilobytes as they are sent, and the ratio when the
events are five times as many; then how long searches take, typed in six ways for players, clubs
and events drawn from the database.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import gzip
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any
from urllib.parse import quote

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

#: what is wanted at most: milliseconds, kilobytes, and how much more with five times the events
MILLISECONDS, KILOBYTES, RATIO = 100, 40, 1.3
#: with five times the events they have played five times as much themselves: no ratio is asked for
MOST_ACTIVE = "the most active player"


@dataclass(frozen=True, slots=True)
class Measured:
    milliseconds: float
    queries: int
    kilobytes: float
    read_whole: frozenset[str]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--registered", type=int, default=2_000_000)
    parser.add_argument("--seasons", type=int, default=5, help="1: only the year itself")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--searches", type=int, default=300)
    parser.add_argument("--small", action="store_true", help="the small year, to try it")
    options = parser.parse_args()

    import logging

    from django.template.base import Template
    from django.test.utils import setup_test_environment, teardown_test_environment

    import config.wsgi  # noqa: F401  everything as it is served

    logging.disable(logging.WARNING)
    as_served = Template._render  # type: ignore[attr-defined]
    setup_test_environment(debug=False)
    Template._render = as_served  # type: ignore[attr-defined]
    try:
        once = of_seasons(1, options)
        more = of_seasons(options.seasons, options) if options.seasons > 1 else once
    finally:
        teardown_test_environment()
    return told(once, more, options.seasons)


def of_seasons(seasons: int, options: argparse.Namespace) -> dict[str, Measured]:
    """In a new database each time."""
    from dataclasses import replace

    from django.db import connection
    from django.test.runner import DiscoverRunner

    from federation.management.year.fill import fill
    from federation.management.year.plan import SMALL, YEAR
    from tournaments.management.demo import size
    from tournaments.models import User

    runner = DiscoverRunner(verbosity=0)
    databases = runner.setup_databases()
    try:
        busy = User.objects.create_user("bench")
        size.fill(size.Size(events=10, registered=options.registered), busy=busy)
        year = replace(SMALL if options.small else YEAR, seasons=seasons)

        def filled() -> None:
            begun, worked = time.monotonic(), time.process_time()
            fill(year, date.today(), staff=[])
            took, worked = time.monotonic() - begun, time.process_time() - worked
            print(
                f"{year.events} events in {took:.0f} s, {worked:.0f} s of our process", flush=True
            )

        in_a_child(filled)
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")  # the limit is for pages
            cursor.execute("VACUUM ANALYZE")
        found = {name: measured(path, options.repeat) for name, path in pages()}
        print(searched(options.searches), flush=True)
        return found
    finally:
        runner.teardown_databases(databases)


def in_a_child(work: Callable[[], None]) -> None:
    """Do it in another process: minutes of work fill a memory and make it slower afterwards, and
    the one that measures stays as new as one that serves."""
    from django.db import connections

    connections.close_all()
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _pid, status = os.waitpid(child, 0)
    assert status == 0, "the year was not filled"


def pages() -> list[tuple[str, str]]:
    """Those of a player of twenty tournaments, the most active one, the largest club and event."""
    from django.db.models import Count, F
    from django.db.models.functions import Abs

    from federation.management.year.plan import cup_slugs
    from federation.models import CalendarEvent, Club, PlayerResult, Province

    players = PlayerResult.objects.values("player").annotate(n=Count("pk"))
    player = players.order_by(Abs(F("n") - 20), "player")[0]["player"]
    most = players.order_by("-n", "player")[0]["player"]
    club = Club.objects.annotate(n=Count("members")).order_by("-n", "pk")[0]
    province = Province.objects.order_by("pk")[0]
    largest = CalendarEvent.objects.order_by("-entered", "pk")[0].event
    assert largest is not None
    cup = cup_slugs()
    return [
        ("home", "/tr/"),
        ("calendar", "/tr/calendar/"),
        ("filter: a province", f"/tr/calendar/?province={province.code}"),
        ("filter: rapid, open", "/tr/calendar/?time=rapid&open=1"),
        ("ICS of a filter", f"/tr/calendar.ics?province={province.code}"),
        ("Atom", "/tr/calendar.atom"),
        ("event, over", f"/tr/e/{largest.slug}/"),
        ("event, played now", f"/tr/e/{cup[-2]}/"),
        ("event, open", f"/tr/e/{cup[-1]}/"),
        ("entry list", f"/tr/entries/{cup[-1]}/"),
        ("player", f"/tr/players/{player}/"),
        ("player's games", f"/tr/players/{player}/games/"),
        (MOST_ACTIVE, f"/tr/players/{most}/"),
        ("club", f"/tr/clubs/{club.slug}/"),
        ("province", f"/tr/provinces/{province.slug}/"),
        ("search: a name", "/tr/search/?q=yildiz+deniz"),
        ("search: a beginning", "/tr/search/?q=kay"),
        ("search: an event", "/tr/search/?q=anadolu+kupasi"),
        ("arbiters", "/tr/arbiters/"),
        ("rating lists", "/tr/ratings/"),
        ("cups", "/tr/cups/"),
    ]


def measured(path: str, repeat: int) -> Measured:
    from django.conf import settings
    from django.test import Client

    from federation.tasks import find_leaders
    from scripts.bench.size import cost, read_whole

    settings.FEDERATION = "Federation"
    client = Client()
    found = cost(client, path, repeat, before=find_leaders)
    answer: Any = client.get(path)
    body = b"".join(answer) if answer.streaming else answer.content
    assert answer.status_code == 200, (path, answer.status_code)
    whole = frozenset(read_whole(found.statements))
    return Measured(found.milliseconds, found.queries, len(gzip.compress(body)) / 1000, whole)


def searched(count: int) -> str:
    """The processor's milliseconds of searches, each typed for the first time."""
    from django.conf import settings
    from django.test import Client

    from scripts.bench.size import cost

    settings.FEDERATION = "Federation"
    client = Client()
    client.get("/tr/search/?q=anybody")  # templates are loaded by then
    found = sorted(
        cost(client, f"/tr/search/?q={quote(words)}", 1).milliseconds for words in typed(count)
    )
    at = {share: found[min(len(found) - 1, len(found) * share // 100)] for share in (50, 95, 99)}
    said = ", ".join(f"p{share} {milliseconds:.0f} ms" for share, milliseconds in at.items())
    return f"{len(found)} searches: {said}, at most {found[-1]:.0f} ms"


def typed(count: int) -> Iterator[str]:
    """Names as people type them: whole, turned round, without accents, begun, with a letter wrong;
    and words of clubs and events."""
    from federation.models import CalendarEvent, Club, Member
    from tournaments.core.text import fold

    dice = Random(2026)
    people = list(Member.objects.order_by("pk").values_list("player__name", flat=True)[:5000])
    events = list(CalendarEvent.objects.order_by("pk").values_list("name", flat=True)[:500])
    clubs = list(Club.objects.order_by("pk").values_list("name", flat=True))
    for number in range(count):
        name = dice.choice(people).replace(",", "")
        words = name.split()
        at = dice.randrange(1, len(name))
        yield (
            name,
            " ".join(reversed(words)),
            fold(name),
            words[0][:3],
            name[:at] + dice.choice("abcdeklmrst") + name[at + 1 :],
            dice.choice(dice.choice((events, clubs))),
        )[number % 6]


def told(once: dict[str, Measured], more: dict[str, Measured], seasons: int) -> int:
    """As a table of docs/performance.md. How many pages miss what is wanted."""
    print(f"| page | ms | questions | kB sent | ms, {seasons} × the events | ratio | read whole |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    missed = 0
    for name, one in once.items():
        other = more[name]
        ratio = other.milliseconds / max(one.milliseconds, 1.0)
        whole = ", ".join(sorted(other.read_whole))
        print(
            f"| {name} | {one.milliseconds:.0f} | {one.queries} | {one.kilobytes:.1f} "
            f"| {other.milliseconds:.0f} | {ratio:.2f} | {whole} |"
        )
        missed += (
            max(one.milliseconds, other.milliseconds) > MILLISECONDS
            or max(one.kilobytes, other.kilobytes) > KILOBYTES
            or (ratio > RATIO and name != MOST_ACTIVE)
            or bool(whole)
        )
    print(f"{missed} of {len(once)} pages miss something")
    return missed


if __name__ == "__main__":
    sys.exit(main())
