"""A database of a version that this one does not know."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder


@pytest.mark.django_db
def test_nothing_is_done_to_the_database_of_another_version():
    call_command("migrate", verbosity=0)
    MigrationRecorder(connection).record_applied("tournaments", "0026_no_index_twice")
    with pytest.raises(CommandError, match=r"before 1\.0\.0.*0026_no_index_twice"):
        call_command("migrate", verbosity=0)
