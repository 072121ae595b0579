"""Health as proxies and containers ask for it: under whatever name, always answered in time."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from tournaments.kernel import backups, jobs
from tournaments.models import Backup, Job
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


def test_a_back_up_that_is_old_is_a_warning_and_no_reason_to_ask_elsewhere(client, settings):
    settings.BACKUP_DIR = "/backup"
    jobs.note_worker()
    assert "warnings" not in client.get("/readyz").json()
    long_ago = timezone.now() - timedelta(hours=40)
    Backup.objects.create(kind=Backup.Kind.BASE, began_at=long_ago, ended_at=long_ago)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["warnings"]) == (200, ["backup"])


def test_a_base_backup_is_due_at_night_and_whenever_one_was_missed(settings, monkeypatch, tmp_path):
    assert backups.due() is False  # none is wanted
    settings.BACKUP_DIR = str(tmp_path)
    assert backups.due() is True
    made = Backup.objects.create(
        kind=Backup.Kind.BASE, began_at=timezone.now(), ended_at=timezone.now()
    )
    for hours, hour, due in ((1, 3, False), (21, 3, True), (21, 14, False), (27, 14, True)):
        made.ended_at = timezone.now() - timedelta(hours=hours)
        made.save()
        night = timezone.localtime().replace(hour=hour)
        monkeypatch.setattr(backups.timezone, "localtime", lambda night=night: night)
        assert backups.due() is due
        monkeypatch.undo()
