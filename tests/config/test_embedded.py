"""The embedded servers: shared by whoever needs them, gone with the last, never half made."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from config.local.embedded import Services, ensure_services, remove_abandoned
from config.local.folders import EmbeddedError
from config.local.servers import Redis

ROOT = Path(__file__).resolve().parent.parent.parent
Make = Callable[..., Services]


@pytest.fixture
def services(place: Path) -> Iterator[Make]:
    made = []

    def make(folder: str = "var", **options: object) -> Services:
        made.append(Services(place / folder, durable=False, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.stop()


def ask(services: Services, question: str) -> object:
    with psycopg.connect(services.environment()["DATABASE_URL"]) as connection:
        row = connection.execute(question).fetchone()  # type: ignore[arg-type]
        return row[0] if row else None


def answers(services: Services) -> bool:
    """Both of them."""
    try:
        ask(services, "SELECT 1")
        return bool(redis.from_url(services.environment()["REDIS_URL"]).ping())
    except (psycopg.OperationalError, redis.ConnectionError):
        return False


def postmaster(services: Services) -> int:
    return int((services.folder / "postgres" / "postmaster.pid").read_text().split()[0])


def test_nothing_is_lost_between_two_starts(services: Make) -> None:
    first = services()
    first.start()
    with psycopg.connect(first.environment()["DATABASE_URL"]) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    first.stop()
    assert not answers(first)

    second = services()
    second.start()

    assert ask(second, "SELECT answer FROM kept") == 42


def test_the_last_user_takes_the_servers_down(services: Make) -> None:
    first, second = services(), services()
    first.start()
    pid = postmaster(first)
    second.start()
    assert postmaster(second) == pid

    first.stop()
    assert answers(second)

    second.stop()
    assert not answers(second)


def test_a_user_that_was_killed_no_longer_counts(services: Make) -> None:
    one = services()
    program = f"""
        import time
        from pathlib import Path
        from config.local.embedded import Services
        Services(Path({str(one.folder)!r}), durable=False).start()
        print("up", flush=True)
        time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], cwd=ROOT, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout and other.stdout.readline() == b"up\n"
        pid = postmaster(one)
        other.kill()
    assert answers(one)

    one.start()
    assert postmaster(one) == pid
    one.stop()

    assert not answers(one)


@pytest.mark.parametrize("victim", ["PostgreSQL", "Redis"])
def test_a_killed_server_is_started_again(services: Make, victim: str) -> None:
    one = services()
    one.start()
    assert one.revive() == []
    server = next(server for server in one.servers if server.name == victim)
    assert server.process

    server.process.kill()
    server.process.wait()

    assert one.revive() == [victim]
    assert answers(one)


def redis_of(services: Services) -> Redis:
    [server] = [one for one in services.servers if isinstance(one, Redis)]
    return server


def test_a_redis_that_hangs_is_alive_and_no_second_one_is_started(services: Make) -> None:
    one = services(postgres=False)
    one.start()
    server = redis_of(one)
    assert server.process
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        assert one.revive() == []
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    other = services(postgres=False)
    other.start()
    assert redis_of(other).process is None
    assert one.revive() == other.revive() == []


def test_what_is_left_of_a_removal_that_was_stopped_is_removed(tmp_path: Path) -> None:
    half = tmp_path / "12345" / "postgres" / "base"
    half.mkdir(parents=True)
    remove_abandoned(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_redis_that_cannot_write_is_alive(services: Make, monkeypatch) -> None:
    one = services(postgres=False)
    one.start()
    server = redis_of(one)
    with monkeypatch.context() as patch:
        patch.setattr(server, "_ask", lambda _: "-MISCONF Errors writing to the AOF file")
        assert server._ready()
        assert one.revive() == []


def test_a_queue_file_cut_off_or_damaged_does_not_stop_the_start(place: Path) -> None:
    told: list[str] = []
    folder = place / "var"
    file = folder / "redis" / "appendonly.aof"

    def start() -> Services:
        made = Services(folder, postgres=False, say=told.append)
        made.start()
        return made

    one = start()
    client = redis.from_url(one.environment()["REDIS_URL"])
    client.set("kept", 1)
    client.set("cut", 2)
    one.stop()
    file.write_bytes(file.read_bytes()[:-5])  # a power cut, or a full disk
    one = start()
    assert redis.from_url(one.environment()["REDIS_URL"]).get("kept") == b"1"
    one.stop()
    content = file.read_bytes()
    file.write_bytes(content[:20] + b"#" * 30 + content[50:])
    one = start()
    try:
        assert redis.from_url(one.environment()["REDIS_URL"]).ping()
        assert [line for line in told if "damaged and is put aside" in line]
        assert file.with_name("appendonly.damaged").exists()
    finally:
        one.stop()


def test_a_redis_that_hangs_is_ended_with_its_last_user(services: Make) -> None:
    one = services(postgres=False)
    one.start()
    server = redis_of(one)
    assert server.process
    os.kill(server.process.pid, signal.SIGSTOP)
    one.stop()
    assert not server.alive()


def test_a_lock_file_that_names_a_stranger_is_overlooked(services: Make) -> None:
    one = services(redis=False)
    one.start()
    one.stop()
    lock_file = one.folder / "postgres" / "postmaster.pid"
    lines = [
        str(os.getppid()),
        str(lock_file.parent),
        "0",
        "5432",
        str(one.run),
        "",
        "0 0",
        "ready",
    ]
    lock_file.write_text("\n".join(lines) + "\n")

    one.start()

    assert postmaster(one) != os.getppid()
    assert ask(one, "SELECT 1") == 1


@pytest.mark.parametrize("garbage", ["", "garbage\n"])
def test_a_lock_file_cut_off_by_a_power_cut_is_removed(services: Make, garbage: str) -> None:
    one = services(redis=False)
    one.start()
    one.stop()
    (one.folder / "postgres" / "postmaster.pid").write_text(garbage)

    one.start()

    assert ask(one, "SELECT 1") == 1


def test_an_interrupted_first_start_leaves_no_half_database(services: Make) -> None:
    one = services(redis=False)
    half = one.folder / "postgres.new-interrupted"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")

    one.start()

    assert ask(one, "SELECT count(*) FROM pg_database WHERE datname = 'hakem'") == 1
    assert not half.exists()


def test_a_folder_with_something_else_in_it_is_left_alone(services: Make) -> None:
    one = services(redis=False)
    (one.folder / "postgres").mkdir(parents=True)
    (one.folder / "postgres" / "letter.txt").write_text("mine")

    with pytest.raises(EmbeddedError, match="holds files but no database"):
        one.start()

    assert (one.folder / "postgres" / "letter.txt").read_text() == "mine"


def test_data_of_another_postgresql_is_left_alone(services: Make) -> None:
    one = services(redis=False)
    (one.folder / "postgres").mkdir(parents=True)
    (one.folder / "postgres" / "PG_VERSION").write_text("17\n")

    with pytest.raises(EmbeddedError, match="is of PostgreSQL 17, this release brings 18"):
        one.start()


def test_a_broken_configuration_is_one_sentence(services: Make) -> None:
    one = services(redis=False)
    one.start()
    one.stop()
    (one.folder / "postgres" / "postgresql.conf").write_text("shared_buffers = 'much'\n")

    with pytest.raises(EmbeddedError) as raised:
        one.start()

    assert str(raised.value).startswith("PostgreSQL failed: ")
    assert len(str(raised.value).splitlines()) == 1


def test_a_path_too_long_or_too_odd_for_a_socket_works(services: Make) -> None:
    for name in ("n" * 110, "Açık turnuva 2026"):
        one = services(name)
        one.start()
        assert answers(one)
        one.stop()
        one.run.rmdir()


def test_only_what_is_not_configured_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://db/hakem")
    monkeypatch.setenv("REDIS_URL", "redis://cache")
    assert ensure_services() is None

    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("HAKEM_ENV", "production")
    assert ensure_services() is None


def test_what_a_killed_test_session_left_is_removed(services: Make, place: Path) -> None:
    used, abandoned = services("sessions/used"), services("sessions/abandoned")
    used.start()
    abandoned.start()
    assert abandoned._users
    abandoned._users.close()  # as the kernel does for a killed process
    abandoned._users = None

    remove_abandoned(place / "sessions")

    assert answers(used)
    assert not answers(abandoned)
    assert not abandoned.folder.exists()


def test_what_was_half_removed_is_removed_whole(place: Path) -> None:
    half = place / "sessions" / "half"
    (half / "postgres").mkdir(parents=True)
    remove_abandoned(place / "sessions")
    assert not half.exists()


def test_a_command_alone_brings_its_servers_and_takes_them_away(place: Path) -> None:
    addresses = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "HAKEM_TEST_SESSION")
    clean = {name: value for name, value in os.environ.items() if name not in addresses}
    with subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c",
         "from django.db import connection as c; c.ensure_connection(); print(c.vendor)"],
        cwd=ROOT,
        env={**clean, "HAKEM_VAR": str(place / "var")},
        stdout=subprocess.PIPE,
    ) as command:  # fmt: skip
        output, _ = command.communicate(timeout=60)

    assert output == b"postgresql\n"
    assert not answers(Services(place / "var"))


def test_a_back_up_restores_into_a_fresh_folder(services: Make, place: Path) -> None:
    one = services()
    one.start()
    with psycopg.connect(one.environment()["DATABASE_URL"]) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 'İzmir' AS town")

    def tool(folder: Path, *arguments: str) -> None:
        clean = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        command = [sys.executable, "-m", "config.local.embedded", *arguments]
        subprocess.run(command, cwd=ROOT, env={**clean, "HAKEM_VAR": str(folder)}, check=True)

    tool(one.folder, "pg_dump", "--format=custom", f"--file={place / 'hakem.dump'}")
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
    tool(place / "fresh", "pg_restore", *options, str(place / "hakem.dump"))

    other = services("fresh")
    other.start()
    assert ask(other, "SELECT town FROM kept") == "İzmir"


def test_an_ended_program_leaves_no_server(services: Make) -> None:
    one = services()
    program = f"""
        import signal, sys, time
        from pathlib import Path
        from config.local.embedded import Services
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        services = Services(Path({str(one.folder)!r}), durable=False)
        try:
            services.start()
            time.sleep(60)
        finally:
            services.stop()
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], cwd=ROOT) as other:
        time.sleep(0.3)  # in the middle of initdb
        other.send_signal(signal.SIGTERM)

    assert not answers(one)
    one.start()
    assert answers(one)
