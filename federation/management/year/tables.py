"""Rows by COPY: many of them at once, into the tables as the models have them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection, models


class Rows:
    """The rows of a model on their way into its table. What is not named has the model's default;
    numbers are given here, so that other rows can name them before they are stored."""

    def __init__(self, model: type[models.Model]) -> None:
        self.model = model
        self.table = model._meta.db_table
        self.key = model._meta.pk
        self.columns: tuple[str, ...] = ()
        self.rows: list[Sequence[Any]] = []
        self.last = self._last()

    def add(self, **values: Any) -> int:
        """The number of the new row. Every row names the same columns."""
        if not self.columns:
            self.columns = tuple(values)
        assert tuple(values) == self.columns, (self.table, set(values) ^ set(self.columns))
        self.last += 1
        self.rows.append(tuple(values.values()))
        return self.last

    def store(self) -> int:
        if not self.rows:
            return 0
        own = self.key is not None and isinstance(self.key, models.AutoField)
        defaults = self._defaults()
        names = [*(["id"] if own else []), *self.columns, *defaults]
        first = self.last - len(self.rows) + 1
        rest = tuple(defaults.values())
        with connection.cursor() as cursor:
            columns = ", ".join(f'"{name}"' for name in names)
            with cursor.copy(f'COPY "{self.table}" ({columns}) FROM STDIN') as copy:
                for number, row in enumerate(self.rows, start=first):
                    copy.write_row((*((number,) if own else ()), *row, *rest))
            if own:
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [self.table, self.last]
                )
        stored, self.rows = len(self.rows), []
        return stored

    def _last(self) -> int:
        if not isinstance(self.key, models.AutoField):
            return 0
        found = self.model._base_manager.aggregate(last=models.Max("pk"))["last"]
        return int(found or 0)

    def _defaults(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field in self.model._meta.concrete_fields:
            column = field.column
            if column is None or column in self.columns:
                continue
            if field.primary_key or field.generated or field.null:
                continue
            if getattr(field, "auto_now_add", False) or getattr(field, "auto_now", False):
                found[column] = field.pre_save(self.model(), add=True)
            elif not field.has_db_default():
                found[column] = field.get_db_prep_save(field.get_default(), connection)
        return found


@contextmanager
def quick_rows() -> Iterator[None]:
    """Rows name rows of the same transaction: nothing is gained by looking each one up. Where the
    database does not let us say so, it looks."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")  # the limit is for pages
        cursor.execute("SHOW is_superuser")
        quick = cursor.fetchone()[0] == "on"
        if quick:
            cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        if quick:
            cursor.execute("SET LOCAL session_replication_role = origin")
