"""Takes away what a test with real commits leaves behind, where there is anything.

Django's own way cuts all of the 120 tables and writes rows of permissions, which nothing reads
here: half a second after each such test. Ours deletes from the few tables that have rows.
"""

from django.db import ProgrammingError, connections, transaction
from django.test import TransactionTestCase

flush = TransactionTestCase._fixture_teardown


def take_rows_away(case: TransactionTestCase) -> None:
    """The keys between tables, and the log that refuses it, are not asked; a server that does not
    let us do so is flushed as Django does it."""
    try:
        for name in case._databases_names(include_mirrors=False):
            with transaction.atomic(using=name), connections[name].cursor() as cursor:
                cursor.execute("SET LOCAL session_replication_role = replica")
                cursor.execute(_filled_tables(name))
                for (table,) in cursor.fetchall():
                    cursor.execute(f'DELETE FROM "{table}"')
    except ProgrammingError:
        flush(case)


def _filled_tables(name: str) -> str:
    tables = connections[name].introspection.django_table_names(only_existing=True)
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT FROM \"{table}\")"
        for table in tables
        if table not in ("auth_permission", "django_content_type")
    )
