"""The guide's example runs an event from the empty site to its report through the API alone, and
its twin in TypeScript reads it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.tournaments.api.clients import twin
from tournaments.models import Event, Scope
from tournaments.services.programs.tokens import make_token

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "event.py"


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
    rows = twin(tmp_path, live_server, "read", tournament.pk).splitlines()[2:]
    leader = next(line for line in done.stdout.splitlines() if line.startswith("1 "))
    assert (len(rows), rows[0]) == (players, leader)
    assert set(event.tournaments.get().log.values_list("via", flat=True)) <= {"Example", ""}
