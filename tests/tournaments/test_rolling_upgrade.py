"""While one machine after the other is upgraded, the release before writes to the tables of the new
one: what it does not know has a default in the database, and what it knows is still there."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

pytestmark = pytest.mark.django_db

LOADER = MigrationLoader(None)
EARLIER = sorted(name for app, name in LOADER.disk_migrations if app == "tournaments")[:-1]


def columns_now() -> dict[str, dict[str, bool]]:
    """Table → column → whether a row can be made without it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, is_nullable = 'YES' OR column_default IS NOT NULL"
            " OR is_identity = 'YES' OR is_generated = 'ALWAYS'"
            " FROM information_schema.columns WHERE table_schema = 'public'"
        )
        found: dict[str, dict[str, bool]] = {}
        for table, column, free in cursor.fetchall():
            found.setdefault(table, {})[column] = free
    return found


@pytest.mark.parametrize("release", EARLIER)
def test_the_code_of_an_earlier_release_works_on_the_tables_of_this_one(release):
    now = columns_now()
    state = LOADER.project_state(("tournaments", release))
    seen = 0
    for model in state.apps.get_app_config("tournaments").get_models(include_auto_created=True):
        known = {field.column for field in model._meta.local_concrete_fields}
        table = model._meta.db_table
        assert known <= now[table].keys(), f"{table} has lost columns that {release} reads"
        new = now[table].keys() - known
        assert [one for one in sorted(new) if not now[table][one]] == [], (
            f"{table}: {release} makes rows without these; give them a db_default"
        )
        seen += 1
    assert seen > 30
