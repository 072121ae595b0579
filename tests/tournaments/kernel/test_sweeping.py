"""The scheduler forgets what nobody needs any more, a few thousand rows at a time."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.celery import app
from tests import factories
from tournaments import tasks
from tournaments.kernel import sweeping
from tournaments.kernel.jobs import KEPT
from tournaments.models import DoorRecord, Job, OpenSession, User

pytestmark = pytest.mark.django_db


def job(status, age, number, kind="document"):
    over = timezone.now() - age
    open_ = status in ("waiting", "running")
    return Job.objects.create(
        kind=kind, target=number, status=status, finished_at=None if open_ else over
    )


def test_work_that_is_done_is_forgotten_and_nothing_else():
    day = timedelta(days=1)
    job("done", KEPT + day, 1)
    job("done", KEPT + day, 2, "pair")
    job("done", KEPT - day, 3)
    job("failed", KEPT * 20, 4)
    job("cancelled", KEPT * 20, 5)  # its page says that it was given up
    job("done", KEPT * 20, 6, "register")  # a list asks what was loaded before
    job("waiting", KEPT * 20, 7)
    job("running", KEPT * 20, 8)
    Job.objects.update(created_at=timezone.now() - 30 * KEPT)
    tasks.sweep()
    assert set(Job.objects.values_list("target", flat=True)) == set(range(3, 9))


def test_sessions_that_have_ended_leave_the_table():
    user = factories.user()
    for _browser in range(3):
        Client().force_login(user)
    ended, used = Session.objects.all()[:2]
    Session.objects.filter(pk=ended.pk).update(expire_date=timezone.now() - timedelta(minutes=1))
    tasks.sweep()
    assert Session.objects.count() == 2
    assert Session.objects.filter(pk=used.pk).exists()


def test_one_kind_that_fails_keeps_none_of_the_others(monkeypatch, caplog):
    def broken():
        raise RuntimeError("this table is away")

    job("done", KEPT * 2, 1)
    monkeypatch.setattr(tasks, "SWEPT", (broken, *tasks.SWEPT))
    tasks.sweep()
    assert not Job.objects.exists()
    assert "this table is away" in caplog.text


def test_many_rows_go_in_steps(monkeypatch):
    monkeypatch.setattr(sweeping, "AT_ONCE", 4)
    DoorRecord.objects.bulk_create(DoorRecord(what="signed_in", name=str(n)) for n in range(10))
    DoorRecord.objects.update(at=timezone.now() - timedelta(days=400))
    with CaptureQueriesContext(connection) as asked:
        assert sweeping.forget(DoorRecord.objects.filter(name__in=map(str, range(10)))) == 10
    assert sum(one["sql"].startswith("DELETE") for one in asked) == 3
    monkeypatch.setattr(sweeping, "MOST", 5)
    OpenSession.objects.bulk_create(
        OpenSession(user=User.objects.get_or_create(username="a")[0], key=str(n)) for n in range(12)
    )
    assert sweeping.forget(OpenSession.objects.all()) == 8  # the step that reaches the limit ends


@pytest.mark.parametrize("name", settings.CELERY_BEAT_SCHEDULE)
def test_what_the_scheduler_asks_for_is_a_task_with_a_queue(name):
    app.loader.import_default_modules()  # as a worker does when it starts
    entry = settings.CELERY_BEAT_SCHEDULE[name]
    assert entry["task"] in app.tasks
    assert settings.CELERY_TASK_ROUTES[entry["task"]]["queue"] in settings.QUEUES.values()
    assert app.tasks[entry["task"]].time_limit <= 600


def test_the_sign_of_life_does_not_sweep(monkeypatch):
    """Every ten seconds, in every worker, would be too often."""
    job("done", KEPT * 2, 1)
    monkeypatch.setattr(tasks, "close_old_connections", lambda: None)
    tasks._send_what_is_due()
    assert Job.objects.count() == 1
