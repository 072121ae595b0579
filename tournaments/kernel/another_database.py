"""Nothing is read that was kept of another database.

Everything that is kept names a tournament and its revision. After a back-up was restored, or with
another database, the same number and revision are of something else. `migrate` runs before each
start, so that is where it is noticed.
"""

import logging
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connections

from tournaments.kernel import patience

logger = logging.getLogger("hakem.kept")

#: a restored dump makes tables anew, a log gone through begins a new timeline
_LIFE = """
    SELECT (pg_control_system()).system_identifier, (pg_control_checkpoint()).timeline_id,
        (SELECT oid FROM pg_database WHERE datname = current_database()),
        to_regclass('tournaments_tournament')::oid
"""
_TABLES = """
    SELECT (SELECT oid FROM pg_database WHERE datname = current_database()),
        to_regclass('tournaments_tournament')::oid
"""
MANY = 1000


def forget_what_is_of_another(using: str = "default", **_kwargs: Any) -> None:
    """At the end of `migrate`."""
    prefix = settings.CACHES["default"]["KEY_PREFIX"]
    life = life_of(using)
    try:
        store = patience.client()
        known = store.get(f"{prefix}:database")
        if known == life.encode():
            return
        gone = _forget(store, prefix)
        store.set(f"{prefix}:database", life)
    except redis.RedisError:
        logger.warning("What is kept could not be compared with the database: Redis is away.")
        return
    if gone:
        logger.info("What was kept of another database is forgotten: %s entries.", gone)


def life_of(using: str) -> str:
    """Differs between databases, and between a database and itself restored."""
    connection = connections[using]
    for question in (_LIFE, _TABLES):  # a hosted server may not tell everything
        try:
            with connection.cursor() as cursor:
                cursor.execute(question)
                return ":".join(map(str, cursor.fetchone()))
        except DatabaseError:
            if connection.in_atomic_block:
                raise
    return ""


def _forget(store: redis.Redis, prefix: str) -> int:
    gone = 0
    names: list[bytes] = []
    for name in store.scan_iter(match=f"{prefix}:*", count=MANY):
        names.append(name)
        if len(names) == MANY:
            gone += len(names)
            store.unlink(*names)
            names = []
    if names:
        gone += len(names)
        store.unlink(*names)
    return gone
