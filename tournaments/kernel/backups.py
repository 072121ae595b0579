"""When a back-up is due, how old the last one is, and whether the log is kept."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from config.env import env_str
from config.local import backups
from config.local.folders import EmbeddedError
from tournaments.models import Backup

#: a base backup a day, in the night's quietest hour; later if that was missed
NIGHT = 3
EARLIEST, LATEST = timedelta(hours=20), timedelta(hours=26)
#: older than this, it is said everywhere
OLD = timedelta(hours=36)
#: the log is handed over every minute; while nothing changes there is nothing to hand over
LOG_OLD = timedelta(minutes=15)
#: one at a time, wherever it is begun
LOCK = 76452

logger = logging.getLogger("hakem.backups")


@dataclass(frozen=True, slots=True)
class Log:
    """PostgreSQL's own word on the log that it hands over."""

    kept: bool
    last: datetime | None
    failing: bool


def wanted() -> bool:
    return bool(settings.BACKUP_DIR)


def last(kind: str = Backup.Kind.BASE) -> Backup | None:
    return Backup.objects.filter(kind=kind).order_by("-ended_at").first()


def age(kind: str = Backup.Kind.BASE) -> timedelta | None:
    made = last(kind)
    return timezone.now() - made.ended_at if made else None


def is_old() -> bool:
    """False while none is wanted, and on a site's first day."""
    if not wanted():
        return False
    passed = age()
    if passed is not None:
        return passed > OLD
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(applied) FROM django_migrations")
        [begun] = cursor.fetchone()
    return bool(begun and timezone.now() - begun > OLD)


def log() -> Log:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('archive_mode') <> 'off', last_archived_time,"
            " coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)"
            " FROM pg_stat_archiver"
        )
        return Log(*cursor.fetchone())


def due() -> bool:
    if not wanted():
        return False
    made = age()
    if made is None or made > LATEST or backups.missing_piece(Path(settings.BACKUP_DIR)):
        return True
    return made > EARLIEST and timezone.localtime().hour == NIGHT


def make() -> Backup | None:
    """A base backup, now. None: somebody else is making one."""
    with _alone() as free:
        if not free:
            return None
        place, began = Path(settings.BACKUP_DIR), timezone.now()
        base = backups.make_base(place, env_str("DATABASE_URL"))
        made = Backup.objects.create(
            kind=Backup.Kind.BASE, began_at=began, ended_at=timezone.now(), size=base.size
        )
        backups.forget_old(place)
        return made


def make_if_due() -> None:
    """For the scheduler, which asks more often than anything is due."""
    try:
        if due():
            make()
    except (EmbeddedError, OSError) as error:
        logger.exception("No back-up could be made: %s", error)


@contextmanager
def _alone() -> Iterator[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        [free] = cursor.fetchone()
    try:
        yield free
    finally:
        if free:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
