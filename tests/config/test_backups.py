"""A database is restored to any minute, from a base backup and its log."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from config.local import backups
from config.local.embedded import Services
from config.local.folders import EmbeddedError, account_for_root

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def site() -> Iterator[Services]:
    """A database whose log is kept, with something stored before its base backup and after."""
    folder = Path("/tmp") / f"hakem-backups-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    services = Services(folder, redis=False, backup=folder / "backup")
    services.start()
    try:
        do(services, "CREATE TABLE act AS SELECT 1 AS number")
        backups.make_base(folder / "backup", services.environment()["DATABASE_URL"])
        do(services, "INSERT INTO act VALUES (2)")
        yield services
    finally:
        services.stop()
        shutil.rmtree(folder, ignore_errors=True)


def do(services: Services, statement: str) -> None:
    with psycopg.connect(services.environment()["DATABASE_URL"]) as connection:
        connection.execute(statement)  # type: ignore[call-overload]


def ask(services: Services, question: str) -> object:
    url = services.environment()["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(question).fetchone()  # type: ignore[call-overload]
        return row[0]


def hand_over(services: Services) -> Path:
    """The log until now, in the folder of the back-ups."""
    piece = ask(services, "SELECT pg_walfile_name(pg_switch_wal())")
    assert services.backup is not None
    kept = services.backup / "wal" / f"{piece}.gz"
    until = time.monotonic() + 120
    while not kept.exists():
        assert time.monotonic() < until, (services.folder / "log/postgres.log").read_text()
        time.sleep(0.1)
    return kept


def restored(site: Services, name: str, *words: str) -> Services:
    data = site.folder / name / "postgres"
    data.parent.mkdir()
    data.parent.chmod(0o711)
    given = ["unpack", "--from", str(site.folder / "backup"), "--into", str(data), *words]
    owner = ["--owner", account_for_root().pw_name] if os.geteuid() == 0 else []
    assert backups.main([*given, *owner]) == 0
    there = Services(site.folder / name, redis=False, durable=False)
    there.start()
    assert ask(there, "SELECT pg_is_in_recovery()") is False  # all of the log, before anybody asks
    return there


def test_everything_is_restored_and_a_moment_before_a_mistake(site: Services) -> None:
    time.sleep(0.1)
    moment = datetime.now(UTC).isoformat(sep=" ")
    time.sleep(0.1)
    do(site, "DELETE FROM act")
    hand_over(site)
    now = restored(site, "now")
    try:
        assert ask(now, "SELECT count(*) FROM act") == 0
    finally:
        now.stop()
    then = restored(site, "then", "--until", moment)
    try:
        assert ask(then, "SELECT string_agg(number::text, ',' ORDER BY number) FROM act") == "1,2"
    finally:
        then.stop()


def test_a_piece_of_the_log_that_lacks_is_noticed(site: Services) -> None:
    place = site.folder / "backup"
    for _ in range(2):
        do(site, "INSERT INTO act VALUES (3)")
        last = hand_over(site)
    assert backups.missing_piece(place) == ""
    before = backups.pieces(place)[-2]
    assert before.name < last.name
    before.rename(before.with_suffix(".aside"))
    assert backups.missing_piece(place) == before.name[8:24]
    before.with_suffix(".aside").rename(before)


def test_those_of_an_earlier_database_stay_apart(tmp_path: Path) -> None:
    place = tmp_path / "backup"
    (place / "wal").mkdir(parents=True)
    (place / "wal" / "000000010000000000000001.gz").write_bytes(b"of another one")
    services = Services(tmp_path / "var", redis=False, backup=place)
    tmp_path.chmod(0o711)
    services.start()
    try:
        do(services, "CREATE TABLE act AS SELECT 1 AS number")
        assert hand_over(services).parent == place / "wal"
        [aside] = place.glob("before-*/wal/*.gz")
        assert aside.read_bytes() == b"of another one"
    finally:
        services.stop()
        shutil.rmtree(services.run, ignore_errors=True)


def test_old_ones_go_with_the_log_before_them(tmp_path: Path) -> None:
    (tmp_path / "wal").mkdir()
    for day in range(1, 6):
        folder = tmp_path / "base" / f"2026110{day}T030000Z"
        folder.mkdir(parents=True)
        text = f'{{"WAL-Ranges": [{{"Timeline": 1, "Start-LSN": "1/{day:X}000028"}}]}}'
        (folder / "backup_manifest").write_text(text)
        (tmp_path / "wal" / f"0000000100000001000000{day - 1:02X}.gz").touch()
    for number in range(5):
        (tmp_path / "wal" / f"0000000100000001000000{number:02X}.gz").touch()
    backups.forget_old(tmp_path)
    assert [base.at.day for base in backups.bases(tmp_path)] == [3, 4, 5]
    first = backups.bases(tmp_path)[0].first_piece
    assert all(path.name[:24] >= first for path in backups.pieces(tmp_path))


def test_nothing_is_unpacked_over_something(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    with pytest.raises(EmbeddedError, match="is not empty"):
        backups.unpack(backups.Base(tmp_path, datetime.now(UTC)), tmp_path, tmp_path)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A data folder as PostgreSQL's command sees it."""
    (tmp_path / "pg_wal" / "archive_status").mkdir(parents=True)
    (tmp_path / "kept").mkdir()
    (tmp_path / "pg_wal" / "A").write_bytes(b"log" * 1000)
    return tmp_path


def archive(log: Path, **more: str) -> int:
    command = ["sh", str(ROOT / "deploy/archive-wal.sh"), "pg_wal/A", "A", str(log / "kept")]
    quiet = subprocess.DEVNULL
    return subprocess.run(command, cwd=log, env=os.environ | more, stderr=quiet).returncode


def test_a_piece_of_the_log_is_kept_once_and_never_in_the_place_of_another(log: Path) -> None:
    assert archive(log) == 0
    assert archive(log) == 0  # a crash before it was noted
    (log / "pg_wal" / "A").write_bytes(b"another database's")
    assert archive(log) == 1
    assert [path.name for path in (log / "kept").iterdir()] == ["A.gz"]


def test_a_folder_that_takes_nothing_stops_the_site_never(log: Path) -> None:
    (log / "kept").rmdir()
    assert archive(log, WAL_MOST="2") == 1
    for number in range(3):
        (log / "pg_wal" / "archive_status" / f"{number}.ready").touch()
    assert archive(log, WAL_MOST="2") == 0
