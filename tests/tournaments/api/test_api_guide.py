"""The guide's examples are run as they stand there, against a real server."""

import contextlib
import io
import json
import re
import shlex
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests import factories
from tests.tournaments.knockout_events import announced, knockout
from tournaments.models import Round, Scope
from tournaments.services.programs import webhooks
from tournaments.services.programs.tokens import make_token

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
REPORT = (ROOT / "tests/cases/trf/open_19_players.trf").read_bytes() + b"\r142 12\r"


def examples(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def here(live_server, tmp_path, monkeypatch):
    """The guide's text with this test's server, tournament, board and file in place of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "report.trf").write_bytes(REPORT)
    tournament = factories.tournament(6)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    cup = announced(knockout(4))
    cup.tournament.event, cup.tournament.slug = tournament.event, "cup"
    cup.tournament.save()
    _token, secret = make_token(
        event=tournament.event,
        name="Guide",
        scopes=Scope.values,
        by=factories.chief_of(tournament),
    )
    monkeypatch.setenv("TOKEN", secret)

    def placed(text):
        text = text.replace("http://localhost:8000", live_server.url)
        text = text.replace("tournaments/2/", f"tournaments/{cup.tournament_id}/")
        text = text.replace("tournaments/1/", f"tournaments/{tournament.pk}/")
        return text.replace("boards/1/", f"boards/{board.pk}/").replace("$TOKEN", secret)

    placed.tournament, placed.cup = tournament, cup
    return placed


def curl(command):
    """(status, data) of a curl command, understood as far as the guide uses it."""
    words = iter(shlex.split(command.replace("\\\n", " ")))
    assert next(words) == "curl"
    method, headers, body, address = "GET", {"Accept": "*/*"}, None, ""
    for word in words:
        if word == "-X":
            method = next(words)
        elif word == "-H":
            name, _colon, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = next(words).encode()
        elif word == "--data-binary":
            body = Path(next(words).removeprefix("@")).read_bytes()
        else:
            assert word.startswith("http"), word
            address = word
    request = urllib.request.Request(address, body, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_every_curl_command_of_the_guide_succeeds(here):
    commands = [
        command
        for block in examples("sh")
        for command in re.split(r"(?<!\\)\n", here(block).strip())
    ]
    assert len(commands) == 9
    answers = [curl(command) for command in commands]
    assert [status for status, _data in answers] == [200] * 9
    entered = answers[5][1]
    assert (entered["result"], entered["version"]) == ("10", 2)
    assert set(answers[2][1]) == {"after", "rows"}


def run(code):
    printed = io.StringIO()
    names = {}
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "docs/api.md", "exec"), names)
    return printed.getvalue(), names


def test_the_python_examples_of_the_guide_do_what_they_say(here):
    reading, writing, playing, verifying = (run(here(code)) for code in examples("python"))
    assert reading[0] == "6 players\n"
    lines = writing[0].splitlines()
    assert lines[0] == "200 done 3 boards"
    assert lines[-1] == "200 published"
    assert here.tournament.rounds.get(number=2).status == Round.Status.PUBLISHED
    assert playing[0].endswith(" 10\n")
    assert here.cup.games.get().result == "10"
    is_genuine = verifying[1]["is_genuine"]
    header = webhooks.signature("key", '{"id": "ü"}')
    assert is_genuine("key", header, '{"id": "ü"}'.encode())
    assert not is_genuine("other", header, '{"id": "ü"}'.encode())
    old = webhooks.signature("key", "{}", now=1_000_000_000)
    assert not is_genuine("key", old, b"{}")
