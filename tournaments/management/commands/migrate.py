"""Django's `migrate`, with a short way for a database in which nothing is yet.

From one migration to the next Django makes its models anew, hundreds of times: 12 of the 15
seconds that a first start took. An empty database has no rows to take along: its tables are made
at once as the last migrations leave them, and what migrations do besides, in SQL or in Python,
follows in their order. What only changes rows of before says `elidable=True` and is left out. A
database with anything in it goes the long way.
"""

from collections.abc import Sequence
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.operations.models import IndexOperation, ModelOperation

#: what the models of the last migrations have in them
IN_THE_MODELS = (ModelOperation, FieldOperation, IndexOperation)
#: whoever says one of these means single migrations
SINGLE = ("app_label", "fake", "fake_initial", "plan", "check_unapplied", "prune")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        connection = connections[options["database"]]
        if not any(options[name] for name in SINGLE) and is_empty(connection):
            done = make_tables(connection)
            if options["verbosity"] > 0:
                self.stdout.write(f"Made the tables of {done} migrations at once.")
        return super().handle(*args, **options)


def is_empty(connection: BaseDatabaseWrapper) -> bool:
    return connection.introspection.table_names() == []


def make_tables(
    connection: BaseDatabaseWrapper, last: Sequence[tuple[str, str]] | None = None
) -> int:
    """All or none, as these migrations leave them; the number of migrations."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    last = list(last or loader.graph.leaf_nodes())
    state = loader.project_state(last)
    migrations = [migration for migration, _back in executor.migration_plan(last)]
    with connection.schema_editor(atomic=True) as editor:
        for model in state.apps.get_models():
            known = model._meta.app_label in loader.migrated_apps
            if known and model._meta.can_migrate(connection):
                editor.create_model(model)
        for migration in migrations:
            for operation in migration.operations:
                if not isinstance(operation, IN_THE_MODELS) and not operation.elidable:
                    operation.database_forwards(migration.app_label, editor, state, state)
        executor.recorder.ensure_schema()
        for migration in migrations:
            executor.recorder.record_applied(migration.app_label, migration.name)
    return len(migrations)
