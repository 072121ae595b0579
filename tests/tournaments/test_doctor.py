"""`manage.py doctor` names what is wrong and what to do."""

from datetime import date, timedelta
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from tournaments.kernel import patience
from tournaments.management.commands import doctor
from tournaments.models import Backup, Job, RatingList

pytestmark = pytest.mark.django_db


@pytest.fixture
def whole(monkeypatch, settings):
    """Workers take from every queue; nothing else is made up."""
    queues = {"front@here": [{"name": name} for name in settings.QUEUES.values()]}
    inspect = SimpleNamespace(active_queues=lambda: queues)
    monkeypatch.setattr(doctor.current_app.control, "inspect", lambda **_more: inspect)
    yield queues
    patience.DOOR.open()


def told(capsys):
    with pytest.raises(CommandError):
        call_command("doctor")
    return capsys.readouterr().out


def test_where_nothing_is_wrong_it_says_so(whole, capsys):
    call_command("doctor")
    out = capsys.readouterr().out
    assert out.endswith("Nothing is wrong.\n")
    assert out.count("fine") == len(doctor.CHECKS)


def test_a_queue_without_a_worker_and_work_that_waits(whole, capsys, settings):
    whole["front@here"] = [{"name": settings.QUEUES["first"]}]
    job = Job.objects.create(kind=Job.Kind.DOCUMENT, target=1)
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=42))
    out = told(capsys)
    assert "No worker takes work of the kind “slow”." in out
    assert "kind “first”" not in out
    assert "Work has waited for 42 minutes." in out


def test_redis_away_and_redis_without_room(whole, capsys, monkeypatch):
    def away(*_words, **_more):
        raise doctor.redis.ConnectionError

    def full(*_words, **_more):
        raise doctor.redis.ResponseError("MISCONF Errors writing to the AOF file")

    for answer, words in ((away, "Redis does not answer"), (full, "Redis does not write: MISCONF")):
        monkeypatch.setattr(patience, "client", lambda answer=answer: SimpleNamespace(set=answer))
        assert words in told(capsys)


def test_failures_old_lists_little_room_and_mail(whole, capsys, monkeypatch):
    Job.objects.create(
        kind=Job.Kind.DOCUMENT,
        target=1,
        status=Job.Status.FAILED,
        finished_at=timezone.now(),
        error={"code": "job.given_up", "values": {}},
    )
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _at: SimpleNamespace(free=5 << 20))

    def no_mail():
        raise ConnectionRefusedError

    monkeypatch.setattr(doctor, "get_connection", no_mail)
    out = told(capsys)
    assert "1 pieces of work have failed since yesterday." in out
    assert "5 MB are free" in out
    assert "Mail cannot be sent (ConnectionRefusedError)." in out


def test_an_old_rating_list(whole, capsys):
    RatingList.objects.create(kind=RatingList.Kind.FIDE, month=None)
    RatingList.objects.create(kind=RatingList.Kind.OWN, name="Kulüp", month=date(2020, 1, 1))
    assert "The newest rating list is of 2020-01." in told(capsys)


def test_tables_of_an_older_release_and_a_database_that_is_away(whole, capsys, monkeypatch):
    monkeypatch.setattr(doctor.MigrationExecutor, "migration_plan", lambda *_words: ["0001"])
    assert "The tables are those of an older release." in told(capsys)

    def away():
        raise OperationalError("connection refused\nIs the server running?")
        yield

    monkeypatch.setitem(doctor.CHECKS, "Database", away)
    assert "The database does not answer: connection refused" in told(capsys)


def test_a_store_of_old_papers_that_is_not_there(whole, capsys, settings, tmp_path):
    settings.PAPERS_STORE = str(tmp_path)
    call_command("doctor")
    assert "Old papers: fine" in capsys.readouterr().out
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    (tmp_path / "file").write_text("no folder")
    settings.PAPERS_STORE = str(tmp_path / "file")
    with pytest.raises(CommandError, match="1 found"):
        call_command("doctor")
    assert "The store of old papers does not answer" in capsys.readouterr().out


def test_a_back_up_that_is_old_and_a_log_that_nobody_keeps(whole, capsys, settings, tmp_path):
    settings.BACKUP_DIR = str(tmp_path)
    old = timezone.now() - timedelta(hours=40)
    Backup.objects.create(kind=Backup.Kind.BASE, began_at=old, ended_at=old)
    out = told(capsys)
    assert "There is no back-up of the last day: the last is of" in out
    assert "The database's log is not kept" in out
    Backup.objects.update(ended_at=timezone.now())
    log = SimpleNamespace(kept=True, failing=True, last=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctor.backups, "log", lambda: log)
        out = told(capsys)
    assert "no back-up" not in out
    assert f"The database cannot hand its log over to {tmp_path}." in out
