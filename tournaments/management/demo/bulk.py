"""Many rows made by the database itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, models


def insert(cursor: Any, model: type[models.Model], source: str, **columns: str) -> int:
    """Rows of a model from expressions; what is not named has the model's own default."""
    table = model._meta.db_table
    names, values, given = [], [], []
    for field in model._meta.concrete_fields:
        if field.generated or field.column is None:
            continue
        if field.column in columns:
            names.append(field.column)
            values.append(columns[field.column])
        elif getattr(field, "auto_now_add", False):
            names.append(field.column)
            values.append("now()")
        elif not field.primary_key and not field.null and not field.has_db_default():
            names.append(field.column)
            values.append(f"%s::{field.db_type(connection)}")
            given.append(field.get_db_prep_save(field.get_default(), connection))
    assert set(columns) <= set(names), (table, set(columns) - set(names))
    text = ", ".join(values)
    listed = ", ".join(f'"{name}"' for name in names)
    if not given:
        statement, arguments = f"SELECT {text} FROM {source}", None
    else:  # a remainder is written %, which is a mark for a value here
        marked = ", ".join(v if v.startswith("%s::") else _plain(v) for v in values)
        statement, arguments = f"SELECT {marked} FROM {_plain(source)}", given
    with _without_indexes(cursor, table):
        cursor.execute(f"INSERT INTO {table} ({listed}) {statement}", arguments)
        made: int = cursor.rowcount
    return made


def _plain(text: str) -> str:
    return text.replace("%", "%%")


@contextmanager
def _without_indexes(cursor: Any, table: str) -> Iterator[None]:
    """Many rows are stored first and looked up later; constraints of the table stay."""
    cursor.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
        "WHERE indrelid = %s::regclass AND NOT EXISTS "
        "(SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)",
        [table],
    )
    found = cursor.fetchall()
    for name, _definition in found:
        cursor.execute(f"DROP INDEX {name}")
    yield
    for _name, definition in found:
        cursor.execute(definition)
