"""Web processes keep the connections that they have, whatever their threads do."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import yaml
from django.db import NotSupportedError, connection, connections

from config.local import runner

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 3
NAME = "connections-of-a-web-process"
#: without what another test has set by loading the web server's module
CLEAN = {k: v for k, v in os.environ.items() if k not in ("DATABASE_POOL", "DATABASE_SECONDS")}


@pytest.fixture
def database() -> str:
    settings = connection.settings_dict
    return psycopg.conninfo.make_conninfo(
        dbname=settings["NAME"],
        user=settings["USER"],
        password=settings["PASSWORD"],
        host=settings["HOST"],
        port=settings["PORT"] or None,
        application_name=NAME,
    )


@pytest.fixture
def site(database: str) -> Iterator[str]:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws"]
    command += ["--port", str(port), "--workers", "1", "--log-level", "warning"]
    command += ["--blocking-threads-idle-timeout", "5", "config.wsgi:application"]
    environment = CLEAN | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "GRANIAN_BLOCKING_THREADS": str(THREADS),
    }
    process = subprocess.Popen(command, env=environment)
    address = f"http://127.0.0.1:{port}/readyz"
    try:
        until = time.monotonic() + 60
        while ask(address) == 0:
            assert time.monotonic() < until, "it does not answer"
            time.sleep(0.1)
        while kept() < THREADS:  # made in the background, one after the other
            assert time.monotonic() < until, "it keeps too few connections"
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def ask(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def kept() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [NAME])
        return int(cursor.fetchone()[0])


def test_the_number_of_connections_is_the_same_through_traffic_and_pauses(site: str) -> None:
    seen = []
    for _ in range(3):
        with ThreadPoolExecutor(12) as crowd:
            codes = set(crowd.map(ask, [site] * 60))
        assert codes <= {200, 503}  # 503: no worker runs here
        seen.append(kept())
        time.sleep(6)  # longer than an idle thread lives
        seen.append(kept())
    assert set(seen) == {THREADS}


@pytest.mark.parametrize(
    ("first", "limit"),
    [("import config.wsgi", "30s"), ("import django; django.setup()", "0")],
    ids=["page", "worker"],
)
def test_pages_give_up_a_question_that_takes_too_long(first: str, limit: str) -> None:
    code = (
        f"{first}\n"
        "from django.db import connection as c\n"
        "with c.cursor() as cursor:\n"
        "    cursor.execute('SHOW statement_timeout')\n"
        "    print(cursor.fetchone()[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=CLEAN | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == limit


def test_an_older_postgresql_is_refused_with_one_sentence(monkeypatch) -> None:
    monkeypatch.setattr(connections["default"], "pg_version", 160004, raising=False)
    with pytest.raises(NotSupportedError) as raised:
        connections["default"].check_database_version_supported()
    sentence = "PostgreSQL 18 or later is required (found 16.4)."
    assert str(raised.value) == sentence
    assert runner._sentence(raised.value) == sentence


ROOT = Path(__file__).parents[2]
INSTALL = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")


def started() -> dict[str, str]:
    """The services of the containers that run our program for good, with their commands."""
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
    return {
        name: " ".join(one.get("command", []))
        for name, one in services.items()
        if "DATABASE_URL" in one.get("environment", ()) and one["restart"] != "no"
    }


def needed(command: str) -> int:
    """Connections of a service; what a setting multiplies is told apart by the formula."""
    if not command or ("celery" in command.split() and "beat" in command.split()):
        return 0  # the web processes; the scheduler asks nothing
    if command == "python -m config.streams":
        return 1
    processes = re.search(r"--concurrency=(\S+)", command)
    assert processes is not None, command
    return 1 + (int(processes[1]) if processes[1].isdecimal() else 0)


def test_the_formula_counts_every_process_of_the_containers() -> None:
    services = started()
    assert {"web", "streams", "worker", "lists", "backup", "beat"} == services.keys()
    told = re.search(r"WEB_WORKERS × WEB_THREADS \+ WORKER_PROCESSES \+ (\d+)`", INSTALL)
    assert told is not None
    assert int(told[1]) == sum(needed(command) for command in services.values())
    example = re.search(
        r"`WEB_WORKERS=(\d)` and `WEB_THREADS=(\d)` with two worker processes are (\d+); "
        r"two such machines are (\d+)",
        INSTALL,
    )
    assert example is not None
    workers, threads, one, two = map(int, example.groups())
    assert (one, two) == (workers * threads + 2 + int(told[1]), 2 * one)


def test_several_machines_start_every_service_between_them() -> None:
    part = INSTALL.partition("### Several machines")[2]
    named = {word for line in re.findall(r"hakem up -d (.*)$", part, re.M) for word in line.split()}
    assert started().keys() | {"db", "redis", "proxy"} <= named
