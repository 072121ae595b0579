"""The drill restores a back-up and says whether the standings are those of the site."""

import subprocess
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.local import backups
from tests import factories
from tournaments.management.commands.drill import Command
from tournaments.models import Backup


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> str:
    known = connection.settings_dict
    address = psycopg.conninfo.make_conninfo(
        dbname=known["NAME"],
        user=known["USER"],
        password=known["PASSWORD"],
        host=known["HOST"],
        port=known["PORT"] or None,
    )
    monkeypatch.setenv("DATABASE_URL", address)
    return address


@pytest.mark.django_db(transaction=True)
def test_a_dump_is_restored_and_compared(database: str, tmp_path: Path, capsys) -> None:
    made = factories.tournament(4, total_rounds=3)
    factories.play(made, 1)
    dump = tmp_path / "hakem.dump"
    command = [str(backups.tool("pg_dump")), f"--dbname={database}", "--format=custom"]
    subprocess.run([*command, f"--file={dump}"], check=True, timeout=300)
    factories.tournament(2)  # made since: no difference
    call_command("drill", dump=dump)
    assert "standings equal: 1 tournaments" in capsys.readouterr().out
    assert Backup.objects.filter(kind=Backup.Kind.DRILL).count() == 1
    made.rounds.get(number=1).pairings.filter(board=1).update(result="--")
    with pytest.raises(CommandError, match="STANDINGS DIFFER: 1 are not as on the site"):
        call_command("drill", dump=dump)


@pytest.mark.parametrize(
    ("here", "there", "words"),
    [
        ({"1": [3, "a", "2026-01"]}, {}, "1 lack"),
        ({"1": [3, "a", "2026-01"]}, {"1": [4, "a", "2026-01"]}, "1 are newer"),
        ({"1": [3, "a", "2026-01"]}, {"1": [2, "b", "2026-01"]}, "No tournament has"),
    ],
)
def test_what_lacks_or_comes_from_elsewhere_is_told(here: dict, there: dict, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        Command()._compare(here, there, "2026-02")


def test_what_went_on_meanwhile_is_no_difference(capsys) -> None:
    here = {"1": [3, "a", "2026-01"], "2": [8, "b", "2026-01"], "3": [1, "c", "2026-03"]}
    there = {"1": [3, "a", "2026-01"], "2": [7, "d", "2026-01"]}
    Command()._compare(here, there, "2026-02")
    out = capsys.readouterr().out
    assert "1 tournaments went on meanwhile" in out
    assert "standings equal: 1 tournaments" in out
