"""Clients that others' tools make from the document play whole events."""

import shutil
import sys
from pathlib import Path

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.tournaments.api.clients import EXAMPLE, NODE, run, twin
from tournaments.api.views.root import document_text
from tournaments.models import Event, Scope
from tournaments.services.programs.tokens import make_token

pytestmark = pytest.mark.django_db(transaction=True)

HERE = Path(__file__).parent / "clients"
PLAYERS, ROUNDS = 12, 3


@pytest.fixture
def token(settings):
    settings.EVENTS_BY_ANYBODY = True
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")
    _token, secret = make_token(event=None, name="T", scopes=Scope.values, by=factories.user())
    return secret


def document(folder):
    path = folder / "hakem.json"
    path.write_text(document_text()[0], encoding="utf-8")
    return path


def played(folder):
    """The one tournament that was played: as it stands here, and as its report tells it."""
    tournament = Event.objects.get().tournaments.get()
    assert tournament.finished_at and tournament.entries.count() == PLAYERS
    report = read((folder / "final.trf").read_bytes())
    verdict = check(report)
    assert verdict.clean and verdict.agreed == ROUNDS
    return tournament


@pytest.mark.usefixtures("worker")
def test_the_client_of_openapi_python_client_plays_an_event(live_server, tmp_path, token):
    told = run(
        *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
        *("--path", document(tmp_path), "--output-path", tmp_path / "hakem_client"),
        folder=tmp_path,
    )
    # It takes no plain text, which four operations read besides JSON; nothing else is missing.
    assert told.count("WARNING") == told.count("Unsupported content type text/plain") == 4
    client = HERE / "python_client.py"
    shown = run(
        *(sys.executable, client, live_server.url, token, PLAYERS, ROUNDS),
        folder=tmp_path,
        PYTHONPATH=str(tmp_path),
    )
    tournament = played(tmp_path)
    assert tournament.entries.filter(status="withdrawn").count() == 1
    assert len(shown.splitlines()) > PLAYERS and "asked:" in shown


@pytest.mark.usefixtures("worker")
def test_the_twin_in_typescript_plays_an_event_and_reads_it_without_a_token(
    live_server, tmp_path, token
):
    shown = twin(tmp_path, live_server, "play", PLAYERS, ROUNDS, token=token)
    tournament = played(tmp_path)
    assert "asked:" in shown
    seen = twin(tmp_path, live_server, "read", tournament.pk)
    assert shown.endswith(seen)
    head, final, *rows = seen.splitlines()
    assert head == f"Open {PLAYERS}: {PLAYERS} players, {PLAYERS * ROUNDS // 2} games"
    assert (final, len(rows)) == ("final standings", PLAYERS)


@pytest.mark.full
def test_the_twin_fits_the_types_that_openapi_typescript_makes(tmp_path):
    """Needs the network: npm fetches the two tools that the lock file names, with their hashes."""
    for name in ("package.json", "package-lock.json", "tsconfig.json"):
        shutil.copy(HERE / name, tmp_path)
    shutil.copy(EXAMPLE, tmp_path)
    node, npm = NODE / "bin" / "node", NODE / "lib/node_modules/npm/bin/npm-cli.js"
    run(
        *(node, npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"),
        folder=tmp_path,
        NODE_USE_SYSTEM_CA="1",
    )
    tools = tmp_path / "node_modules"
    path = document(tmp_path)
    run(
        *(node, tools / "openapi-typescript/bin/cli.js", path, "-o", "hakem.d.ts"),
        folder=tmp_path,
    )
    run(node, tools / "typescript/bin/tsc", "-p", ".", folder=tmp_path)
    # A name that the document does not know is refused, and so is a field that may be left out:
    # the types do look.
    text = EXAMPLE.read_text(encoding="utf-8")
    for right, wrong, told in (
        ("total_rounds: rounds", "rounds_in_all: rounds", "rounds_in_all"),
        ("(round.boards ?? [])", "round.boards", "possibly 'undefined'"),
    ):
        (tmp_path / "event.ts").write_text(text.replace(right, wrong))
        with pytest.raises(AssertionError, match=told):
            run(node, tools / "typescript/bin/tsc", "-p", ".", folder=tmp_path)
