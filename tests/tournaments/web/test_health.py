"""Health as proxies and containers ask for it: under whatever name, always answered in time."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from tournaments.kernel import jobs
from tournaments.models import Job
from tournaments.web import health

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_process_that_lives_says_so_under_every_name_and_to_nobody_s_log(client, caplog):
    answer = client.get("/healthz", headers={"host": "10.0.0.11:8000"})
    assert (answer.status_code, answer.json()) == (200, {"alive": True})
    assert [record for record in caplog.records if record.name == "hakem.requests"] == []


def test_ready_is_who_has_a_database_redis_a_worker_and_a_queue_that_moves(client):
    jobs.note_worker()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == dict.fromkeys(("database", "redis", "worker", "queue"), True)


def test_a_queue_that_stands_still_is_told(client):
    jobs.note_worker()
    job = Job.objects.create(kind=Job.Kind.DOCUMENT, target=1)
    assert client.get("/readyz").json()["queue"] is True
    long_ago = timezone.now() - health.STUCK_AFTER - timedelta(seconds=1)
    Job.objects.filter(pk=job.pk).update(created_at=long_ago)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["queue"]) == (503, False)


def test_what_hangs_is_not_waited_for(client, monkeypatch):
    jobs.note_worker()
    monkeypatch.setattr(health, "_database", lambda: time.sleep(5) or True)
    began = time.monotonic()
    answer = client.get("/readyz")
    assert time.monotonic() - began < 2 * health.SECONDS + 1
    assert (answer.status_code, answer.json()["database"]) == (503, False)
    assert answer.json()["redis"] is True
