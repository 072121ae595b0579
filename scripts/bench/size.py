"""Measures every page on a small site, and again beside a federation's years.

    python -m scripts.bench.size [--events 5000] [--registered 2100000] [--repeat 5] [--all]

The small site has one of everything and 700 events, so that the first page of every list is full.
All pages of `scripts.looks`, every file and everything that programs may read, each through the
whole of Django without kept pages: the processor's time of our process and of its session in the
database (the least of some repetitions), and the number of queries. Then `seed_size` fills the
same database, and everything is asked for again; the chief has duties in 500 of the new events.
No query may read one of the large tables from end to end. Exit 1 where a page costs more than 1.5
times what it cost before, or reads such a table.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase
    from django.test import Client

    from scripts.looks.data import Site

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

LIMIT = 1.5
#: a page that costs so much more, in milliseconds, is within what a measurement is out by
NOISE = 2.0
#: tables with more rows than this are large
LARGE = 10_000
#: events of the small site: enough that every list, and a search for a town, fills its page
FEW = 700
#: of them with a duty for the chief: a full page of them, too
DUTIES = 150
#: what grows with the site because it is all of it, line by line
WHOLE = {"/sitemap.xml?part=1", "/tr/table.csv"}


@dataclass(frozen=True, slots=True)
class Page:
    name: str
    path: str
    signed_in: bool


@dataclass(frozen=True, slots=True)
class Cost:
    milliseconds: float
    queries: int
    statements: tuple[str, ...]
    kilobytes: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=5_000)
    parser.add_argument("--registered", type=int, default=2_100_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--all", action="store_true", help="print every page")
    options = parser.parse_args()

    import logging

    import config.wsgi  # noqa: F401  everything as it is served

    logging.disable(logging.WARNING)
    from django.template.base import Template
    from django.test.runner import DiscoverRunner
    from django.test.utils import setup_test_environment, teardown_test_environment

    as_served = Template._render  # type: ignore[attr-defined]
    setup_test_environment(debug=False)
    Template._render = as_served  # type: ignore[attr-defined]
    runner = DiscoverRunner(verbosity=0)
    databases = runner.setup_databases()
    try:
        return run(options)
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()


def run(options: argparse.Namespace) -> int:
    from django.db import connection
    from django.test import Client

    from scripts.looks import data
    from tournaments.management.demo.size import Size, fill

    site = data.build()
    fill(Size(FEW, FEW, duties=DUTIES, mark="few-"), busy=site.chief)
    pages = list(all_pages(site))
    client, stranger = Client(), Client()
    client.force_login(site.chief)

    def measured() -> dict[str, Cost]:
        for one in pages:  # programs and templates are loaded, and plans are made
            get(client if one.signed_in else stranger, one.path)
        return {
            one.path: cost(client if one.signed_in else stranger, one.path, options.repeat)
            for one in pages
        }

    _analyze()
    before = measured()
    begun = time.monotonic()
    rows = fill(Size(options.events, options.registered), busy=site.chief)
    _analyze()
    print(f"{sum(rows.values()):,} rows in {time.monotonic() - begun:.0f} s: {rows}", flush=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        print(f"{cursor.fetchone()[0] / 1e6:,.0f} MB", flush=True)
    after = measured()
    scans = {path: read_whole(one.statements) for path, one in after.items()}
    return report(pages, before, after, scans, everything=options.all)


def report(
    pages: list[Page],
    before: dict[str, Cost],
    after: dict[str, Cost],
    scans: dict[str, set[str]],
    *,
    everything: bool,
) -> int:
    wrong = 0
    ratios = []
    print("\n| Page | ms | ms at size | times | queries | queries at size | reads whole |")
    print("|---|---:|---:|---:|---:|---:|---|")
    for one in pages:
        was, now = before[one.path], after[one.path]
        ratio = now.milliseconds / was.milliseconds
        over = ratio > LIMIT and now.milliseconds - was.milliseconds > NOISE
        bad = one.path not in WHOLE and (over or bool(scans[one.path]))
        ratios.append(ratio)
        wrong += bad
        if bad or everything:
            figures = f"{was.milliseconds:.1f} | {now.milliseconds:.1f} | {ratio:.2f}"
            queries = f"{was.queries} | {now.queries}"
            whole = ", ".join(sorted(scans[one.path]))
            print(f"| {one.name} {one.path} | {figures} | {queries} | {whole} |")
    ratios.sort()
    print(
        f"\n{len(pages)} pages; times median {ratios[len(ratios) // 2]:.2f}, "
        f"p95 {ratios[len(ratios) * 95 // 100]:.2f}, most {ratios[-1]:.2f}; "
        f"more queries on {sum(after[p.path].queries > before[p.path].queries for p in pages)}; "
        f"too much on {wrong}"
    )
    return 1 if wrong else 0


# --- What there is to ask for ---------------------------------------------------------------------


def all_pages(site: "Site") -> Iterator[Page]:
    from django.test import Client

    from scripts.looks.pages import examples

    for one in examples(site):
        yield Page(one.name, one.path("tr"), one.signed_in)
    yield Page("sitemap", "/sitemap.xml", False)
    yield Page("sitemap, a part", "/sitemap.xml?part=1", False)
    yield Page("home, found", "/tr/?q=izmir", False)
    yield Page("my desk, found", "/tr/desk/?q=izmir", True)
    yield Page("copy, found", "/tr/desk/copy/?q=izmir", True)
    yield Page("people, found", "/tr/desk/people/?q=bas", True)
    client = Client(raise_request_exception=False)
    client.force_login(site.chief)
    seen = {one.route for one in examples(site)} | {"None"}
    for name, path in _filled(site):
        if name not in seen and get(client, path)[0] == 200:
            yield Page(name, path, not name.startswith("public:"))


def _filled(site: "Site") -> Iterator[tuple[str, str]]:
    """Every other address with the open's own values: files, data, what programs read."""
    from django.urls import get_resolver

    from scripts.looks.pages import _walk

    entry = site.open.entries.get(tpn=12).pk
    round_ = site.open.rounds.get(number=4)
    values: dict[str, Any] = {
        "event": site.event.slug,
        "slug": site.open.slug,
        "number": 4,
        "after": 3,
        "entry": entry,
        "board": 3,
        "document": site.document.pk,
        "code": site.document.code,
        "key": site.screen.key,
        "job": site.job.pk,
        "kind": "standings",
        "file": "report.trf",
        "page": f"{site.event.slug}/{site.open.slug}/standings",
        "category": "women",
    }
    of_programs = {
        "tournaments/": site.open.pk,
        "players/": entry,
        "boards/": round_.pairings.get(board=3).pk,
        "jobs/": site.job.pk,
        "teams/": site.teams.teams.get(number=1).pk,
        "knockouts/": site.knockout.pk,
    }
    for name, route in _walk(get_resolver().url_patterns):
        own = dict(values)
        if name.startswith("api:"):
            own["slug"] = site.event.slug
            first = route.partition("v1/")[2]
            own["pk"] = next((pk for at, pk in of_programs.items() if first.startswith(at)), 1)
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        if "(?" in route or "\\" in route or not all(one in own for one in names):
            continue
        for one in names:
            route = re.sub(rf"<(?:\w+:)?{one}>", str(own[one]), route)
        yield name, "/" + route


# --- What it costs --------------------------------------------------------------------------------


def forget_pages() -> None:
    """The next question is one that nobody has asked before: no page is kept."""
    from tournaments.web import pages

    pages._trusted.clear()
    pages._redis().flushdb()


def get(client: "Client", path: str) -> tuple[int, int]:
    """Its status and size."""
    answer: HttpResponseBase = client.get(path)
    body = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return answer.status_code, len(body)


def cost(
    client: "Client", path: str, repeat: int, before: Callable[[], object] = lambda: None
) -> Cost:
    """`before`: what workers have done by then."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    least, size = float("inf"), 0
    for _again in range(repeat):
        forget_pages()
        before()
        begun = _busy()
        _status, size = get(client, path)
        least = min(least, _busy() - begun)
    forget_pages()
    before()
    with CaptureQueriesContext(connection) as asked:
        get(client, path)
    statements = tuple(one["sql"] for one in asked)
    return Cost(least * 1000, len(statements), statements, size / 1000)


def _busy() -> float:
    """The processor's seconds so far, of this process and of its session in the database."""
    return time.process_time() + _session()()


def _session() -> Callable[[], float]:
    from django.db import connection

    connection.ensure_connection()
    path = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")

    def seconds() -> float:
        try:
            return int(path.read_text().split()[0]) / 1e9
        except OSError:
            return 0.0

    return seconds


def _analyze() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")  # the limit is for pages
        cursor.execute("VACUUM ANALYZE")


def read_whole(statements: tuple[str, ...]) -> set[str]:
    """The large tables that the plans of these questions read from end to end."""
    from django.db import connection, transaction

    settings: list[str] = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [LARGE]
        )
        large = {name for (name,) in cursor.fetchall()}
        found = set()
        for statement in statements:
            if statement.startswith("SET LOCAL"):  # the search for a name rules out such plans
                settings.append(statement)
            if not statement.lstrip("(").startswith(("SELECT", "WITH")):
                continue
            with transaction.atomic():
                for one in settings:
                    cursor.execute(one)
                cursor.execute("EXPLAIN " + statement)
                plan = "\n".join(line for (line,) in cursor.fetchall())
            # Whether there is any row is known from the first one.
            plan = re.sub(r"^Limit .*\n\s+->  Seq Scan on \w+ .*\Z", "", plan)
            found |= set(re.findall(r"Seq Scan on (\w+)", plan)) & large
    return found


if __name__ == "__main__":
    sys.exit(main())
