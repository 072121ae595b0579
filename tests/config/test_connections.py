"""Web processes keep the connections that they have, whatever their threads do."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
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
