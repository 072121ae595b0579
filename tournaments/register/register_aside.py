"""The first list, built beside the register and put in its place when it is whole.

Two million rows are stored before they are indexed, which takes a tenth of the time of storing
them into indexes. The register that people search meanwhile stays as it is, with all of its own
indexes; the exchange at the end is a matter of milliseconds, and is given up and tried again
rather than that a page waits behind it.
"""

import time
from collections.abc import Callable
from datetime import date
from typing import Any

from django.db import IntegrityError, OperationalError, transaction
from psycopg.errors import LockNotAvailable

from tournaments.kernel.errors import Refused
from tournaments.models import RegisteredPlayer
from tournaments.register import facts
from tournaments.register.by_strength import ByStrength

REGISTER = RegisteredPlayer._meta.db_table
#: a larger register changes in place: it is another month's list, or another federation's
SMALL = 300_000
#: a shorter list is quick enough in place
LONG = 100_000
#: nobody waits longer for the exchange than this; it is tried again for ten minutes
BREATH = "700ms"
PAUSE, PATIENCE = 2, 300
#: columns of which a list of FIDE's says nothing
_UNTOLD = {"national_id": "''", "club": "''", "national": "0"}


def store(cursor: Any, table: str, people: ByStrength, month: date) -> None:
    """A register without an index: what is there, then the list's players by their strength."""
    cursor.execute(f"CREATE TABLE {table} (LIKE {REGISTER} INCLUDING ALL EXCLUDING INDEXES)")
    cursor.execute(f"INSERT INTO {table} SELECT * FROM {REGISTER}")
    cursor.execute(f"SELECT last_value + 1 FROM {REGISTER}_id_seq")
    cursor.execute(f"ALTER TABLE {table} ALTER id RESTART WITH {cursor.fetchone()[0]:d}")
    untold = _UNTOLD | {"list_month": f"'{month:%Y-%m-%d}'"}
    for column, value in untold.items():
        cursor.execute(f"ALTER TABLE {table} ALTER {column} SET DEFAULT {value}")
    # Ratings change from month to month: where there is room beside the old row, no index does.
    for fill, rows in ((75, people.rated()), (97, people.unrated())):
        cursor.execute(f"ALTER TABLE {table} SET (fillfactor = {fill})")
        with cursor.copy(copy_into(table, "FREEZE")) as target:
            for block in rows:
                target.write(block)
    cursor.execute(f"ALTER TABLE {table} SET (fillfactor = 90)")
    for column in untold:
        cursor.execute(f"ALTER TABLE {table} ALTER {column} DROP DEFAULT")


def copy_into(table: str, *options: str) -> str:
    how = [
        *options,
        "FORMAT csv",
        r"DELIMITER E'\x01'",
        r"QUOTE E'\x02'",
        r"NULL E'\x03'",
        "ENCODING 'UTF8'",
    ]
    return f"COPY {table} ({', '.join(facts.COLUMNS)}) FROM STDIN WITH ({', '.join(how)})"


def index(cursor: Any, table: str) -> None:
    """As the register is indexed; each index that is built stays built."""
    done = set(_indexes(cursor, table).values())
    for name, definition in _indexes(cursor, REGISTER).items():
        if definition not in done:
            statement = f"CREATE {definition}".format(name=f"{table}_{name}"[-63:], table=table)
            try:
                _build(cursor, statement)
            except IntegrityError:
                _count_once(cursor, table)
                _build(cursor, statement)
    cursor.execute(f"ANALYZE {table}")


@transaction.atomic
def _build(cursor: Any, statement: str) -> None:
    cursor.execute("SET LOCAL maintenance_work_mem = '192MB'")
    cursor.execute(statement)


def _count_once(cursor: Any, table: str) -> None:
    """Of an ID that stands twice in the file the stronger line, which comes first."""
    cursor.execute(
        f"DELETE FROM {table} p USING (SELECT fide_id, min(ctid) AS kept FROM {table} "
        f"WHERE fide_id <> '' GROUP BY fide_id HAVING count(*) > 1) AS twice "
        f"WHERE twice.fide_id = p.fide_id AND p.ctid <> twice.kept"
    )


def _indexes(cursor: Any, table: str) -> dict[str, str]:
    """Name → definition, with a place for the names of the index and of its table."""
    cursor.execute(
        "SELECT indexname, replace(replace(indexdef, ' ' || indexname || ' ', ' {name} '), "
        "' ' || schemaname || '.' || tablename || ' ', ' {table} ') FROM pg_indexes "
        "WHERE schemaname = current_schema() AND tablename = %s ORDER BY indexname",
        [table],
    )
    return {name: definition.removeprefix("CREATE ") for name, definition in cursor.fetchall()}


def exchange(cursor: Any, table: str) -> None:
    """The table becomes the register, under all of its names; within a transaction."""
    cursor.execute(f"SET LOCAL lock_timeout = '{BREATH}'")
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    cursor.execute(
        "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE confrelid = %s::regclass AND contype = 'f'",
        [REGISTER],
    )
    pointing = cursor.fetchall()
    tables = ", ".join({REGISTER, *(where for where, _name, _definition in pointing)})
    cursor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
    for where, name, _definition in pointing:
        cursor.execute(f'ALTER TABLE {where} DROP CONSTRAINT "{name}"')
    cursor.execute(
        "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'p'",
        [REGISTER],
    )
    primary = cursor.fetchone()[0]
    names = {definition: name for name, definition in _indexes(cursor, REGISTER).items()}
    own = _indexes(cursor, table)
    cursor.execute(f"DROP TABLE {REGISTER}")
    for name, definition in own.items():
        cursor.execute(f'ALTER INDEX "{name}" RENAME TO "{names[definition]}"')
    cursor.execute(
        f'ALTER TABLE {table} ADD CONSTRAINT "{primary}" PRIMARY KEY USING INDEX "{primary}"'
    )
    cursor.execute(f"ALTER SEQUENCE {table}_id_seq RENAME TO {REGISTER}_id_seq")
    cursor.execute(f"ALTER TABLE {table} RENAME TO {REGISTER}")
    for where, name, definition in pointing:
        cursor.execute(f'ALTER TABLE {where} ADD CONSTRAINT "{name}" {definition}')


def patiently(work: Callable[[], None]) -> None:
    """Again and again while somebody holds the register: a backup, a long report."""
    for _ in range(PATIENCE):
        try:
            with transaction.atomic():
                work()
            return
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
        time.sleep(PAUSE)
    raise Refused("register.in_use")
