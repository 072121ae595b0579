"""Ticks in the list of players and at the check-in, and the bar of what can be done with them."""

import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments.team_events import team_event
from tournaments.models import Role, StaffMember
from tournaments.services.setup.events import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(client):
    found = factories.tournament(6)
    client.force_login(factories.chief_of(found))
    return found


def address(made, rest="", language="en"):
    return f"/{language}/desk/{made.event.slug}/{made.slug}/players/{rest}"


def sent(client, made, *numbers, **values):
    """The bar pressed with these players ticked, and its question answered."""
    entries = [str(made.entries.get(tpn=number).pk) for number in numbers]
    asked = client.post(address(made, "several/"), {"entry": entries, **values})
    if asked.status_code != 409:
        return asked
    page = Page(asked)
    again = page.values("main form input[name=entry]")
    assert sorted(again) == sorted(entries)  # the question hands on everybody
    return client.post(
        address(made, "several/"),
        {"entry": again, **values, "confirmed": page.field("confirmed")},
        follow=True,
    )


@pytest.mark.parametrize("page", ["", "check-in/"])
@pytest.mark.parametrize(
    ("language", "absent"), [("en", "Absent in round 1"), ("tr", "1. turda yok")]
)
def test_both_lists_have_ticks_and_the_bar(client, made, page, language, absent):
    shown = Page(client.get(address(made, page, language)))
    assert shown.count("input[name=entry][form=several]") == 6
    assert absent in shown.buttons("#several button")
    assert shown.values("#several select[name=kind] option") == ["H", "Z"]
    assert shown.values("#several select[name=round] option") == ["1", "2", "3", "4", "5"]
    assert shown.count("#several select[name=section]") == 0  # the event has one tournament


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"act": "present"}, "2 players are here."),
        ({"act": "absent"}, "2 players are absent: not paired until they are here."),
        ({"act": "bye", "kind": "H", "round": "2"}, "2 players have a bye in round 2."),
    ],
)
def test_the_answer_is_in_words_and_the_way_back_beside_it(client, made, values, said):
    page = Page(sent(client, made, 2, 5, back="checkin", **values))
    assert page.one("#news") == said
    assert page.title.startswith("Check-in")
    line = page.one("form[action$='several/undo/'] .quiet")
    assert "(2)" in line
    back = client.post(
        address(made, "several/undo/"),
        {"line": page.field("line"), "back": "players"},
        follow=True,
    )
    assert Page(back).one("#news") == "Taken back for 2 players."
    assert Page(back).count("form[action$='several/undo/']") == 0
    assert set(made.entries.values_list("status", flat=True)) == {"entered"}


def test_players_move_to_another_tournament_of_the_event(client, made):
    other = create_tournament(event=made.event, by=factories.chief_of(made), name="Juniors")
    shown = Page(client.get(address(made)))
    assert shown.values("#several select[name=section] option") == [str(other.pk)]
    page = Page(sent(client, made, 1, act="move", section=str(other.pk)))
    assert page.one("#news") == "1 player is in Juniors now."
    assert [entry.name for entry in other.entries.all()] == ["Player 001"]
    refused = sent(client, made, 1, act="move", section="0")
    assert refused.status_code == 302


def test_who_only_looks_has_no_ticks(client, made):
    client.force_login(factories.user(role=Role.CLERK, event=made.event))
    for page in ("", "check-in/"):
        shown = Page(client.get(address(made, page)))
        assert shown.count("#several") == shown.count("input[name=entry]") == 0


def test_nobody_ticked_is_said(client, made):
    answer = client.post(address(made, "several/"), {"act": "present"}, follow=True)
    assert "Choose the players first." in Page(answer).one("#news")


def test_formats_offer_what_they_know(client):
    chief = factories.user()
    robin = factories.tournament(4, system="handbook.round_robin", total_rounds=3, chief=chief)
    league = team_event(4, 2)
    StaffMember.objects.create(event=league.event, user=chief, role=Role.CHIEF)
    client.force_login(chief)
    assert Page(client.get(address(robin))).values("select[name=kind] option") == ["Z"]
    shown = Page(client.get(address(league)))
    assert shown.count("select[name=kind]") == shown.count("select[name=section]") == 0
