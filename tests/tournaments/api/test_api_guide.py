"""The guide's examples are run as they stand there, against a real server."""

import contextlib
import io
import json
import re
import shlex
import urllib.error
import urllib.request
from html import unescape
from pathlib import Path

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments.api.described import operations
from tests.tournaments.knockout_events import announced, knockout
from tournaments.api.problems import TITLES
from tournaments.models import Event, Round, Scope
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


def lines_of(block):
    """The commands of a block; one may go on behind a backslash."""
    return re.split(r"(?<!\\)\n", block.strip())


class Shell:
    """Runs `api METHOD PATH …` and `NAME=$(api … | jq -r .a[0].b)` as the guide defines them."""

    def __init__(self, site, token):
        self.site, self.token, self.kept = site, token, {}

    def run(self, line):
        kept = re.fullmatch(r"(\w+)=\$\((api .*) \| jq -r (\S+)\)", line)
        status, answer = self._api(kept[2] if kept else line)
        if kept:
            assert status in (200, 201, 202, 409), (line, answer)
            for part in re.findall(r"\w+", kept[3]):
                assert isinstance(answer, list) or part in answer, (line, answer)
                answer = answer[int(part) if part.isdecimal() else part]
            self.kept[kept[1]] = str(answer)
        return status

    def _api(self, command):
        filled = re.sub(r"\$([A-Z]\w*)", lambda match: self.kept[match[1]], command)
        name, method, path, *rest = shlex.split(filled)
        assert name == "api"
        headers = f'-H "Authorization: Bearer {self.token}" -H "Content-Type: application/json"'
        words = " ".join(map(shlex.quote, rest))
        return curl(f'curl -X {method} "{self.site}/api/v1{path}" {headers} {words}')


@pytest.mark.usefixtures("worker")
def test_one_task_after_another_is_done_by_the_commands_of_the_guide(live_server, settings):
    settings.EVENTS_BY_ANYBODY = True
    someone = factories.user()
    _token, secret = make_token(event=None, name="Guide", scopes=Scope.values, by=someone)
    _head, _colon, rest = GUIDE.partition("## One task, one command")
    part = rest.partition("\n## ")[0]
    definition, *blocks = re.findall(r"^```sh\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)
    assert definition.startswith("api() {")
    shell = Shell(live_server.url, secret)
    commands = [line for block in blocks for line in lines_of(block)]
    assert len(commands) > 30
    for command in commands:
        status = shell.run(command)
        asks = command.startswith("YES=")
        assert status == 409 if asks else status in (200, 201, 202), (command, status)
    tournament = Event.objects.get().tournaments.get()
    assert tournament.entries.get(name="Tuna, Hale").status == "withdrawn"
    assert sorted(tournament.rounds.get(number=1).pairings.values_list("result", flat=True)) == [
        "01",
        "10",
    ]


def told_operations():
    """(row, method, path, scopes) of every operation that a row of the guide's tables names."""
    for line in GUIDE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 3:
            continue
        scopes, waiting, methods = re.findall(r"`([\w-]+)`", cells[2]), [], []
        for word in re.findall(r"`([^`]+)`", cells[1]):
            method, path = re.fullmatch(r"(?:([A-Z]+)\b)? ?(\S*)", word).groups()
            if method and not path:
                waiting.append(method)
            elif "/" in path:
                methods = [*waiting, *filter(None, [method])] or methods
                waiting = []
                for one in methods:
                    yield cells[0], one, path, scopes


def fits(operation, method, path):
    """It has this method, and its address is or ends so, with something in each place."""
    there = operation.path.removeprefix("/api/v1/").strip("/").split("/")
    told = path.removeprefix("…").strip("/").split("/")
    if operation.method != method.lower() or (path.startswith("/") and len(told) != len(there)):
        return False
    pairs = zip(reversed(there), reversed(told), strict=False)
    return len(told) <= len(there) and all(a == b or a.startswith("{") for a, b in pairs)


def test_the_tables_of_the_guide_name_operations_with_their_scopes():
    seen = 0
    for row, method, path, scopes in told_operations():
        found = [one for one in operations() if fits(one, method, path)]
        assert found, (row, method, path)
        if scopes and method != "GET":
            told = {re.search(r"Scope: ([\w-]+)", one.described["summary"])[1] for one in found}
            assert told & set(scopes), (row, method, path, told)
        seen += 1
    assert seen > 80


def test_every_curl_command_of_the_guide_succeeds(here):
    commands = [
        command
        for block in examples("sh")
        for command in lines_of(here(block))
        if command.startswith("curl")
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


def test_the_guide_tells_of_every_kind_of_problem(client):
    with translation.override("en"):
        titles = {status: str(title) for status, title in TITLES.items()}
    guide = client.get("/api/v1/guide/").content.decode()
    for status, title in titles.items():
        assert f'<h3 id="problem-{status}">{status} {title}</h3>' in unescape(guide), status
