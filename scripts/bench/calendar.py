"""Measures the pages of the federation's calendar in a database that `seed_year` has filled.

    python manage.py seed_year --seasons 5 --into year
    python -m scripts.bench.calendar --into year [--repeat 5]

Each page goes through the whole of Django without kept pages: milliseconds from the request to
the answer and, of these, the processor's in our process (the least of some repetitions), queries,
kilobytes as they are sent. No query may read a large table from end to
end. Exit 1 where a page takes more than 100 ms or 40 kB, or reads such a
table.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import gzip
import os
import re
import sys
import time

from config.local.embedded import ensure_services

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

MILLISECONDS, KILOBYTES = 100, 40
#: tables with more rows than this are large
LARGE = 10_000


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--into", required=True, metavar="DATABASE")
    given.add_argument("--repeat", type=int, default=5)
    options = given.parse_args()
    ensure_services(lambda step: print(step, file=sys.stderr))
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tournaments.management.demo.databases import enter

    settings.ALLOWED_HOSTS = ["*"]
    settings.LOGGING_CONFIG = None
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    enter(options.into)
    call_command("migrate", verbosity=0)
    sys.exit(_measure(options.repeat))


def _measure(repeat: int) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [LARGE]
        )
        large = {name for (name,) in cursor.fetchall()}
    slow = 0
    for path in _paths():
        milliseconds, own, queries, kilobytes, read = _cost(path, repeat, large)
        bad = milliseconds > MILLISECONDS or kilobytes > KILOBYTES or bool(read)
        slow += bad and not path.endswith((".csv", ".json", ".ics", ".atom"))
        print(
            f"{milliseconds:7.1f} ms ({own:5.1f}) {queries:3} queries {kilobytes:6.1f} kB  {path}"
            f"{'  reads ' + ', '.join(sorted(read)) if read else ''}"
        )
    return 1 if slow else 0


def _paths() -> list[str]:
    from django.utils import timezone

    from federation.models import CalendarEvent

    today = timezone.localdate()
    known = CalendarEvent.objects.filter(state="approved").select_related("event")
    over = known.filter(ends_on__lt=today).order_by("-entered").first()
    coming = known.filter(starts_on__gt=today).order_by("-entered").first()
    month = f"{today:%Y-%m}"
    return [
        "/tr/",
        "/tr/calendar/",
        "/tr/calendar/?open=1",
        f"/tr/calendar/?month={month}",
        f"/tr/calendar/?month={month}&view=month",
        f"/tr/calendar/?month={today.year - 1}&time=rapid&province=ankara",
        *(f"/tr/e/{one.event.slug}/" for one in (over, coming) if one and one.event),
        "/tr/calendar.ics",
        "/tr/calendar.json?fide=1",
        "/api/v1/calendar/",
        f"/api/v1/calendar/?month={month}",
    ]


def _cost(path: str, repeat: int, large: set[str]) -> tuple[float, float, int, float, set[str]]:
    """Milliseconds, those of our process, queries, kilobytes; the large tables read whole."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    # With a session no page is kept.
    client = Client(HTTP_COOKIE="messages=1")
    times, own = [], []
    for _time in range(repeat):
        with CaptureQueriesContext(connection) as seen:
            begun, worked = time.perf_counter(), time.process_time()
            answer = client.get(path)
            content = b"".join(answer) if answer.streaming else answer.content
            times.append((time.perf_counter() - begun) * 1000)
            own.append((time.process_time() - worked) * 1000)
    read = set()
    for one in seen.captured_queries:
        if one["sql"].lstrip().upper().startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute("EXPLAIN " + one["sql"].replace("%", "%%"), [])
                plan = "\n".join(row[0] for row in cursor.fetchall())
            read |= set(re.findall(r"Seq Scan on (\w+)", plan)) & large
    kilobytes = len(gzip.compress(content)) / 1000
    return min(times), min(own), len(seen), kilobytes, read


if __name__ == "__main__":
    main()
