"""The guide's example runs an event from the empty site to its report through the API alone."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.db import connection

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tournaments import tasks
from tournaments.kernel import jobs
from tournaments.models import Event, Scope
from tournaments.services.programs.tokens import make_token

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "event.py"


@pytest.fixture
def worker(monkeypatch):
    """Do what is queued at once, in a thread of its own."""
    at_work = []

    def do(task, arguments):
        try:
            getattr(tasks, task.rpartition(".")[2])(*arguments)
        finally:
            connection.close()

    def send_task(task, arguments, **_options):
        at_work.append(threading.Thread(target=do, args=(task, arguments)))
        at_work[-1].start()

    monkeypatch.setattr(jobs.current_app, "send_task", send_task)
    yield
    for thread in at_work:
        thread.join(60)


def run(folder, server, secret, *arguments, timeout=120):
    return subprocess.run(
        [sys.executable, EXAMPLE, *map(str, arguments)],
        cwd=folder,
        env=os.environ | {"HAKEM": server.url, "TOKEN": secret},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.mark.parametrize(
    ("players", "rounds"), [(20, 4), pytest.param(200, 9, marks=pytest.mark.full)]
)
@pytest.mark.usefixtures("worker")
def test_an_event_is_run_from_the_empty_site_to_its_report(
    live_server, tmp_path, settings, players, rounds
):
    settings.EVENTS_BY_ANYBODY = True
    someone = factories.user()
    _token, secret = make_token(event=None, name="Example", scopes=Scope.values, by=someone)
    done = run(tmp_path, live_server, secret, players, rounds, timeout=6 * players)
    assert done.returncode == 0, done.stdout + done.stderr
    event = Event.objects.get()
    tournament = event.tournaments.get()
    assert tournament.finished_at and tournament.entries.count() == players
    assert tournament.rounds.filter(status="finished").count() == rounds
    assert f"round {rounds}: " in done.stdout and "asked:" in done.stdout
    document = read((tmp_path / "final.trf").read_bytes())
    verdict = check(document)
    assert verdict.clean and verdict.agreed == rounds
    assert set(event.tournaments.get().log.values_list("via", flat=True)) <= {"Example", ""}
