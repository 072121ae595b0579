"""The tables of a new database, made at once, are those that the migrations make one by one."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from config.local import backups
from tournaments.management.commands import migrate

pytestmark = pytest.mark.django_db

#: the last of each app that are done one by one at every run
LATEST = 3


@pytest.fixture
def empty(django_db_setup, django_db_blocker) -> Iterator[Callable[[], BaseDatabaseWrapper]]:
    """Makes databases in which nothing is."""
    made: list[BaseDatabaseWrapper] = []
    at_home = connection.copy()  # outside the transactions of a test

    def make() -> BaseDatabaseWrapper:
        alias = f"{connection.settings_dict['NAME']}_{len(made)}"
        with at_home.cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{alias}"')
            cursor.execute(f'CREATE DATABASE "{alias}" TEMPLATE template0')
        connections.settings[alias] = connection.settings_dict | {"NAME": alias}
        made.append(connections[alias])
        return made[-1]

    with django_db_blocker.unblock():
        yield make
        for one in made:
            one.close()
            del connections[one.alias], connections.settings[one.alias]
            with at_home.cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{one.alias}"')
        at_home.close()


def lead_on(database: BaseDatabaseWrapper) -> None:
    """Migration by migration to the end, as the database that code of migrations finds."""
    usual = connections["default"]
    connections["default"] = database
    try:
        executor = MigrationExecutor(database)
        executor.migrate(executor.loader.graph.leaf_nodes())
    finally:
        connections["default"] = usual


def tables_of(database: BaseDatabaseWrapper) -> list[str]:
    """As pg_dump tells them, and which migrations are done."""
    known = database.settings_dict
    address = {"dbname": known["NAME"], "user": known["USER"], "host": known["HOST"]}
    command = [str(backups.tool("pg_dump")), "--schema-only", "--restrict-key=same"]
    command += [f"--{name}={value}" for name, value in address.items() if value]
    command += [f"--port={known['PORT']}"] if known["PORT"] else []
    secret = {"PGPASSWORD": known["PASSWORD"]} if known["PASSWORD"] else {}
    told = subprocess.run(
        command, check=True, capture_output=True, text=True, env=os.environ | secret
    )
    lines = [plain(line) for line in told.stdout.splitlines()]
    assert len(lines) > 5000
    return [*lines, *map(str, sorted(MigrationRecorder(database).applied_migrations()))]


def plain(line: str) -> str:
    """A condition that once stood on a shorter column names the same types in other places."""
    if "CONSTRAINT" in line and "CHECK" in line:
        return re.sub(r"::(character varying|text)(\[\])?|[()]", "", line)
    return line


def differences(one: list[str], other: list[str]) -> set[str]:
    return set(one) ^ set(other) if sorted(one) != sorted(other) else set()


def earlier(graph) -> list[tuple[str, str]]:
    """Where each of our apps stood a few migrations ago, and those they needed then."""
    places = {}
    for app in ("tournaments", "federation"):
        of_app = sorted(key for key in graph.nodes if key[0] == app)
        places[app] = of_app[max(0, len(of_app) - 1 - LATEST)]
    return list(places.values())


def test_what_is_made_at_once_is_what_the_latest_migrations_lead_to(empty):
    new, upgraded = empty(), empty()
    migrate.make_tables(new)
    graph = MigrationExecutor(upgraded).loader.graph
    before = migrate.make_tables(upgraded, earlier(graph))
    lead_on(upgraded)
    assert len(MigrationRecorder(upgraded).applied_migrations()) > before
    assert differences(tables_of(new), tables_of(upgraded)) == set()


@pytest.mark.full
def test_what_is_made_at_once_is_what_all_migrations_lead_to(empty):
    new, upgraded = empty(), empty()
    migrate.make_tables(new)
    lead_on(upgraded)
    assert differences(tables_of(new), tables_of(upgraded)) == set()


def test_making_them_ends_with_all_tables_or_with_none(empty, monkeypatch):
    def full(*_words):
        raise OSError("No space left on device")

    database = empty()
    with monkeypatch.context() as patch:
        patch.setattr(MigrationRecorder, "record_applied", full)
        with pytest.raises(OSError, match="No space"):
            migrate.make_tables(database)
    assert migrate.is_empty(database)
    assert migrate.make_tables(database) == len(MigrationRecorder(database).applied_migrations())
    assert not migrate.is_empty(database)


def test_a_database_with_anything_in_it_goes_the_long_way(empty, monkeypatch):
    ways = []
    monkeypatch.setattr(migrate, "make_tables", lambda _connection: ways.append("short") or 0)
    monkeypatch.setattr(
        migrate.migrate.Command, "handle", lambda *_words, **_more: ways.append("Django's")
    )
    database = empty()
    call_command("migrate", database=database.alias, verbosity=0)
    assert ways == ["short", "Django's"]
    call_command("migrate", "tournaments", "0003", database=database.alias, verbosity=0)
    assert ways == ["short", "Django's", "Django's"]
    with database.cursor() as cursor:
        cursor.execute("CREATE TABLE of_others (words text)")
    call_command("migrate", database=database.alias, verbosity=0)
    assert ways == ["short", "Django's", "Django's", "Django's"]
