"""Says what is wrong with an installation, and what to do about it."""

import secrets
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from django.core.mail import get_connection
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from config.local import backups as local
from tournaments.kernel import backups, jobs, patience, stores
from tournaments.models import Delivery, Job, RatingList

#: less room than this is too little for a day of papers
LEAST_ROOM = 1 << 30
#: the database's clock and ours may differ by so much
CLOCKS = timedelta(seconds=30)
#: a list is asked for every day; after so long it is not coming by itself
OLD_LIST = timedelta(days=40)
#: share of the database's connections from which on it gets narrow
NARROW = 0.8


@dataclass(frozen=True, slots=True)
class Finding:
    wrong: str
    do: str


class Command(BaseCommand):
    help = "Says what is wrong with this installation, and what to do about it."

    def handle(self, *_words: Any, **_options: Any) -> None:
        found = 0
        for name, check in CHECKS.items():
            wrong = list(self._findings(check))
            self.stdout.write(f"{'!' if wrong else ' '} {name}: {'see below' if wrong else 'fine'}")
            for one in wrong:
                self.stdout.write(f"    {one.wrong}\n    → {one.do}")
            found += len(wrong)
        if found:
            raise CommandError(f"{found} found.")
        self.stdout.write("Nothing is wrong.")

    def _findings(self, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
        try:
            yield from check()
        except Error as error:
            first = str(error).strip().splitlines()[0]
            yield Finding(f"The database does not answer: {first}", "Mend the database first.")


def database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT now(), count(*), current_setting('max_connections')::int"
                       " FROM pg_stat_activity WHERE datname IS NOT NULL")  # fmt: skip
        clock, used, most = cursor.fetchone()
    if abs(clock - timezone.now()) > CLOCKS:
        yield Finding(
            "The clocks of this machine and of the database differ.",
            "Let both keep their time by NTP: deadlines and histories rest on it.",
        )
    if used > NARROW * most:
        yield Finding(
            f"{used} of {most} connections are in use.",
            "Lower WEB_WORKERS or WEB_THREADS, or raise max_connections.",
        )


def tables() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield Finding(
            "The tables are those of an older release.", "Run manage.py migrate, then restart."
        )


def memory() -> Iterator[Finding]:
    try:
        patience.client().set("doctor", "yes", ex=5)
    except redis.ResponseError as error:
        yield Finding(
            f"Redis does not write: {error}", "Free space on its disk; it goes on by itself."
        )
    except redis.RedisError as error:
        yield Finding(
            f"Redis does not answer ({type(error).__name__}).",
            "Start it. Until then the site is slower and papers wait; nothing is lost.",
        )


def workers() -> Iterator[Finding]:
    try:
        queues = current_app.control.inspect(timeout=2).active_queues() or {}
    except (redis.RedisError, OSError, BrokerError):
        queues = {}
    served = {queue["name"] for found in queues.values() for queue in found}
    for name, queue in settings.QUEUES.items():
        if queue not in served:
            yield Finding(
                f"No worker takes work of the kind “{name}”.",
                "Start one: docs/install.md; with make run it starts by itself.",
            )
    waited = jobs.oldest_waiting()
    if waited > timedelta(minutes=10):
        yield Finding(
            f"Work has waited for {int(waited.total_seconds() // 60)} minutes.",
            "See what the workers are doing, and start more of them.",
        )


def failures() -> Iterator[Finding]:
    since = timezone.now() - timedelta(days=1)
    failed = Job.objects.filter(status=Job.Status.FAILED, finished_at__gte=since)
    broken = failed.filter(error__code__in=["job.broken", "job.given_up"]).count()
    if broken:
        yield Finding(
            f"{broken} pieces of work have failed since yesterday.",
            "The worker's log says why, under their times.",
        )
    late = Delivery.objects.filter(
        status=Delivery.Status.WAITING, due_at__lt=timezone.now() - timedelta(hours=1)
    ).count()
    if late:
        yield Finding(
            f"{late} messages to other programs are an hour late.",
            "See the pages of their webhooks: the other side may be away.",
        )


def lists() -> Iterator[Finding]:
    known = RatingList.objects.exclude(month=None).order_by("-month")
    month = known.values_list("month", flat=True).first()
    if month is not None and timezone.now().date() - month > OLD_LIST:
        yield Finding(
            f"The newest rating list is of {month:%Y-%m}.",
            "Load one on the page “Rating lists”, or see why it is not fetched.",
        )


def room() -> Iterator[Finding]:
    free = shutil.disk_usage(settings.VAR_DIR).free
    if free < LEAST_ROOM:
        yield Finding(
            f"{free // (1 << 20)} MB are free on the disk of this program.", "Free some space."
        )


def kept() -> Iterator[Finding]:
    if not backups.wanted():
        return
    made = backups.last()
    if backups.is_old():
        since = f"the last is of {timezone.localtime(made.ended_at):%Y-%m-%d %H:%M}" if made else ""
        yield Finding(
            f"There is no back-up of the last day: {since or 'none was ever made'}.",
            "Run manage.py backup and read what it says; the worker's log has it, too.",
        )
    log = backups.log()
    if not log.kept:
        yield Finding(
            "The database's log is not kept: a restore gets as far as the last back-up.",
            "Turn on archive_mode as docs/operation.md says.",
        )
    elif log.failing:
        yield Finding(
            f"The database cannot hand its log over to {settings.BACKUP_DIR}.",
            "Free or plug in that disk: it goes on by itself. The database's log says more.",
        )
    place = Path(settings.BACKUP_DIR)
    if not (place / "base").is_dir():
        return  # the folder is on another machine, or nothing was made yet
    if piece := local.missing_piece(place):
        yield Finding(
            f"A piece of the database's log is missing ({piece}).",
            "A new base backup mends it, within five minutes by itself: manage.py backup.",
        )
    if (free := shutil.disk_usage(place).free) < LEAST_ROOM:
        yield Finding(f"{free // (1 << 20)} MB are free for back-ups.", "Free space there.")


def mail() -> Iterator[Finding]:
    try:
        line = get_connection()
        line.open()
        line.close()
    except OSError as error:
        yield Finding(
            f"Mail cannot be sent ({type(error).__name__}).",
            "See EMAIL_HOST and its neighbours in .env.",
        )


def old_papers() -> Iterator[Finding]:
    """Write, read and delete a few letters where papers of closed events lie."""
    if (store := stores.store_of(settings.PAPERS_STORE)) is None:
        return
    key, letters = f"doctor/{secrets.token_hex(8)}", b"Hakem"
    try:
        store.put(key, letters)
        same = store.get(key) == letters
        store.delete(key)
    except (stores.Away, stores.Missing) as error:
        yield Finding(
            f"The store of old papers does not answer: {error}",
            "Mount the folder, or look at PAPERS_STORE, its key and its secret.",
        )
        return
    if not same:
        yield Finding(
            "The store of old papers does not give back what it was given.",
            "Use another one: papers stay in the database until then.",
        )


CHECKS: dict[str, Callable[[], Iterator[Finding]]] = {
    "Database": database,
    "Tables": tables,
    "Redis": memory,
    "Workers": workers,
    "Failures": failures,
    "Rating lists": lists,
    "Old papers": old_papers,
    "Disk": room,
    "Back-ups": kept,
    "Mail": mail,
}
