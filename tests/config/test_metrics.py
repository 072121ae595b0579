"""Prometheus is told what all processes of a web server have counted, on a port of its own."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from prometheus_client.parser import text_string_to_metric_families

from config import metrics
from tests import factories
from tournaments.kernel import jobs
from tournaments.models import Job

pytestmark = pytest.mark.django_db(transaction=True)


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, str, Path]]:
    """A web server of two processes, all of whose pages count as slow."""
    port, told = free_port(), free_port()
    known = connection.settings_dict
    address = psycopg.conninfo.make_conninfo(
        dbname=known["NAME"],
        user=known["USER"],
        password=known["PASSWORD"],
        host=known["HOST"],
        port=known["PORT"] or None,
    )
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--workers", "2"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
    command += ["config.wsgi:application"]
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=os.environ
            | {
                "DATABASE_URL": address,
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "METRICS": f"127.0.0.1:{told}",
                "SLOW_PAGE": "1",
                "TMPDIR": str(tmp_path),
            },
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        for each in (f"http://127.0.0.1:{port}/healthz", f"http://127.0.0.1:{told}/"):
            until = time.monotonic() + 90
            while read(each) == "":
                assert time.monotonic() < until, log.read_text()
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}", f"http://127.0.0.1:{told}/", log
    finally:
        process.terminate()
        process.wait(20)


def read(address: str) -> str:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def samples(text: str) -> dict[tuple[str, ...], float]:
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_all_processes_are_counted_together_and_the_state_is_told(site) -> None:
    pages, told, log = site
    jobs.note_worker()
    Job.objects.create(kind=Job.Kind.DOCUMENT, target=1)
    job = Job.objects.create(kind=Job.Kind.PAIR, target=2, status=Job.Status.FAILED)
    Job.objects.filter(pk=job.pk).update(finished_at=job.created_at)
    for _ in range(40):  # connections of their own: both processes get some
        read(f"{pages}/api/v1/events/")
    time.sleep(6)  # what was asked while it started is kept for five seconds
    found = samples(read(told))
    assert found["hakem_requests_total", "api", "200"] == 40
    assert found["hakem_request_seconds_count", "api"] == 40
    assert found["hakem_query_seconds_count",] > 0
    assert found["hakem_ready", "database"] == 1
    assert found["hakem_jobs_open", "document", "waiting"] == 1
    assert found["hakem_jobs_ended", "pair", "failed"] == 1
    assert found["hakem_queue_oldest_seconds",] > 5
    assert found["hakem_queue_length", "first"] == 0
    assert found["hakem_database_connections_most",] == 100
    assert found["hakem_database_bytes",] > 1_000_000
    assert found["hakem_redis_bytes",] > 0
    assert found["hakem_backup_log_failing",] == 0
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    slow = [line for line in lines if line["message"] == "slow page"]
    assert len(slow) > 1
    assert all(line["request"] and line["queries"] >= 0 for line in slow)


def test_a_slow_question_stands_in_the_log_with_its_request_and_no_values(
    client, settings, caplog
) -> None:
    tournament = factories.tournament(2)
    settings.SLOW_QUERY = 10
    with connection.cursor() as cursor, metrics.counted_queries() as asked:
        cursor.execute("SELECT pg_sleep(%s), %s", [0.01, "Somebody's name"])
    [record] = [each for each in caplog.records if "pg_sleep" in each.getMessage()]
    assert record.getMessage() == "slow query: SELECT pg_sleep(%s), %s"
    assert record.milliseconds >= 10
    assert (asked.queries, asked.seconds >= 0.01) == (1, True)
    settings.SLOW_PAGE = 1
    caplog.clear()
    client.get(f"/en/e/{tournament.event.slug}/")
    [record] = [each for each in caplog.records if each.name == "hakem.requests"]
    assert (record.getMessage(), record.levelname) == ("slow page", "WARNING")
    assert record.queries > 0


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/tr/e/open/a/news/", "news"),
        ("/api/v1/events/", "api"),
        ("/en/desk/open/", "desk"),
        ("/en/e/open/", "public"),
        ("/static/css/a.css", "static"),
        ("/", "other"),
    ],
)
def test_the_kinds_of_pages(path: str, kind: str) -> None:
    assert metrics.kind_of(path) == kind
