"""The event that the first start loads, to try everything on."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.management.demo import izmir
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(settings, tmp_path) -> str:
    settings.VAR_DIR = tmp_path
    return seeded()


def seeded() -> str:
    out = StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


def test_two_rounds_are_played_and_the_third_is_under_way(told):
    tournament = Event.objects.get(slug=izmir.SLUG).tournaments.get()
    assert tournament.entries.count() == izmir.PLAYERS
    assert list(tournament.rounds.order_by("number").values_list("status", flat=True))[:3] == [
        Round.Status.FINISHED,
        Round.Status.FINISHED,
        Round.Status.PUBLISHED,
    ]


def test_the_log_has_no_line_for_each_invented_act(told, caplog):
    assert "hakem.acts" not in {one.name for one in caplog.get_records("setup")}


def test_everybody_named_can_sign_in_and_a_second_start_changes_nothing(told, client):
    people = re.findall(r"^(\w+) +(\S+) ", told, re.M)
    assert len(people) == 3
    assert seeded() == told
    for name, password in people:
        assert client.login(username=name, password=password), name
    assert Event.objects.filter(slug=izmir.SLUG).count() == 1


def test_production_has_no_demo_event(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="not for production"):
        call_command("seed_demo")
