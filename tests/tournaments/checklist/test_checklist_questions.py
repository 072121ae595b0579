"""FIDE's checklist, questions 6 and 218 to 221: one version everywhere; questions nobody can
switch off."""

import ast
import tomllib
from pathlib import Path

import pytest
from django.urls import reverse

from pairing import VERSION
from tests import factories
from tournaments.kernel.confirm import require
from tournaments.kernel.errors import NeedsConfirmation, Reason
from tournaments.models import Event, Role, StaffMember, Tournament, User

ROOT = Path(__file__).parents[3]
#: where a question becomes a page, a problem of the API or an answer to the page's script
SHOWN = {
    "tournaments/web/middleware.py",
    "tournaments/api/problems.py",
    "tournaments/views/results.py",
    # "All at once" leaves whatever asks a question to be answered one by one.
    "tournaments/services/voice/requests.py",
}
#: where invented events are made, on no installation that is in production
INVENTED = {
    "tournaments/management/demo/open200.py",
    "tournaments/management/demo/izmir.py",
}


@pytest.mark.django_db
def test_q6_the_site_and_the_package_have_the_same_version(client):
    package = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert package["version"] == VERSION
    assert f"Hakem {VERSION}" in client.get(reverse("help")).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("level", [2, 3, 4])
@pytest.mark.parametrize("superuser", [False, True])
def test_q218_to_q221_every_level_is_asked_of_everybody(level, superuser):
    """Level 4 twice; a token of level 3 answers no question of level 4, nor of anybody else."""
    tournament = factories.tournament()
    users = [factories.chief_of(tournament), factories.user("other"), None]
    User.objects.update(is_superuser=superuser, is_staff=superuser)
    reasons = [Reason("tournament.leave_fide_mode_effect")]

    def ask(by, level, token):
        require("an.act", level=level, reasons=reasons, about=tournament, by=by,
                confirmed=token)  # fmt: skip

    for user in users:
        token = ""
        for step in range(1, (2 if level == 4 else 1) + 1):
            with pytest.raises(NeedsConfirmation) as question:
                ask(user, level, token)
            assert (question.value.level, question.value.step) == (level, step)
            token = question.value.token
        ask(user, level, token)
        for somebody in users:
            if somebody is not user:
                with pytest.raises(NeedsConfirmation):
                    ask(somebody, level, token)


def _sources():
    for path in sorted((ROOT / "tournaments").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


def _called(call: ast.Call) -> str:
    return ast.unparse(call.func) if isinstance(call.func, ast.Name | ast.Attribute) else ""


def test_q218_to_q221_nothing_answers_a_question_by_itself():
    """Questions are caught where they are shown, and only made-up events answer their own."""
    catching, answering = set(), set()
    for name, tree in _sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.ExceptHandler) and node.type is not None:
                caught = {one.id for one in ast.walk(node.type) if isinstance(one, ast.Name)}
                if caught & {"NeedsConfirmation", "ServiceError"}:
                    catching.add(name)
            if isinstance(node, ast.ImportFrom) and node.module == (
                "tournaments.management.demo.confirmations"
            ):
                answering.add(name)
    assert catching <= SHOWN | {"tournaments/management/demo/confirmations.py"}
    assert answering == INVENTED


def test_q218_to_q221_the_level_stands_in_the_code_of_every_question():
    """No level comes out of a setting, a table or an argument."""
    asked = 0
    for name, tree in _sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _called(node) in ("require", "done.require"):
                given = {word.arg: word.value for word in node.keywords}
                # An act hands on what its user has confirmed; outside of one it is said.
                assert _called(node) == "done.require" or "confirmed" in given, name
                read = {
                    one.attr for one in ast.walk(given["level"]) if isinstance(one, ast.Attribute)
                }
                assert not read & {"user", "event", "settings", "options"}, name
                asked += 1
    assert asked > 30


def test_q218_to_q221_no_setting_is_about_questions():
    words = ("confirm", "warn", "ask", "question", "silent", "level")
    for model in (User, Event, Tournament, StaffMember):
        for field in model._meta.get_fields():
            assert not any(word in field.name for word in words), field
    assert {role.value for role in Role} == {"chief", "arbiter", "clerk", "reader"}
