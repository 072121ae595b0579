"""A player on the desk: today on top, the data below, and each act answers in words."""

import pytest

from tests import factories
from tests.pages import Page
from tournaments.models import Role
from tournaments.services.entries.checkin import mark_absent

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client):
    made = factories.tournament(5)
    client.force_login(factories.chief_of(made))
    return made


def address(tournament, entry, rest="", language="en"):
    return f"/{language}/desk/{tournament.event.slug}/a/players/{entry.pk}/{rest}"


def shown(client, tournament, entry, language="en"):
    return Page(client.get(address(tournament, entry, language=language)))


@pytest.mark.parametrize(
    ("language", "white", "black"),
    [("en", "White against", "Black against"), ("tr", "beyazla, rakip", "siyahla, rakip")],
)
def test_the_round_of_today_stands_on_top(client, tournament, language, white, black):
    first = tournament.entries.get(tpn=1)
    assert shown(client, tournament, first).count(".today") == 0
    factories.pair(tournament, 1)
    assert "draft" in shown(client, tournament, first).one(".today")
    factories.publish(tournament, 1)
    row = tournament.rounds.get(number=1).pairings.get(board=1)
    for entry, other, words in ((row.white, row.black, white), (row.black, row.white, black)):
        said = shown(client, tournament, entry, language).one(".today")
        assert other.name in said and words in said
    bye = tournament.rounds.get(number=1).pairings.get(bye="U").white
    assert "bye" in shown(client, tournament, bye).one(".today")


def test_what_is_done_today_stands_before_the_data(client, tournament):
    heads = shown(client, tournament, tournament.entries.get(tpn=1)).all("h2")
    assert heads == ["Here, absent, leaving", "Byes", "Rounds", "Data", "Data protection"]


def test_every_act_answers_in_words(client, tournament):
    entry = tournament.entries.get(tpn=2)

    def told(rest, **values):
        client.post(address(tournament, entry, rest), values)
        return Page(client.get(address(tournament, entry))).one("#news")

    assert told("here/", act="absent", back="player") == (
        "Player 002 is absent: not paired until they are here."
    )
    assert told("here/", act="here", back="player") == "Player 002 is here."
    assert told("bye/", round_number=1, kind="Z") == "Player 002 is not paired in round 1."
    assert told("bye/", cancel=1) == "Player 002 plays in round 1 again."
    asked = Page(client.post(address(tournament, entry, "withdraw/")))
    assert told("withdraw/", confirmed=asked.field("confirmed")) == "Player 002 has withdrawn."
    assert told("return/") == "Player 002 is back."


def test_who_only_reads_sees_the_card_and_no_acts(client, tournament):
    client.force_login(factories.user(role=Role.READER, event=tournament.event))
    heads = shown(client, tournament, tournament.entries.get(tpn=1)).all("h2")
    assert heads == ["Rounds", "Data"]


def test_who_arrives_late_plays_with_one_press_and_one_confirmation(client):
    made = factories.tournament(6)
    client.force_login(factories.chief_of(made))
    late = made.entries.get(tpn=4)
    mark_absent(tournament=made, entry=late, by=factories.chief_of(made))
    factories.pair(made, 1)
    form = "form[action$='/rounds/1/late/'] button"
    assert shown(client, made, late).count(form) == 0  # a draft is paired again instead
    factories.publish(made, 1)
    waiting = made.rounds.get(number=1).pairings.get(bye="U").white
    assert shown(client, made, waiting).count(form) == 0
    assert shown(client, made, late).buttons(form) == ["Arrives late: plays in round 1"]
    there = f"/en/desk/{made.event.slug}/a/rounds/1/late/"
    asked = Page(client.post(there, {"entry": late.pk}))
    client.post(there, {"entry": late.pk, "confirmed": asked.field("confirmed")})
    row = made.rounds.get(number=1).pairings.get(board=3)
    assert {row.white, row.black} == {late, waiting}
    assert shown(client, made, late).count(form) == 0


def test_without_a_bye_nobody_waits_for_who_is_late(client):
    made = factories.tournament(5)
    client.force_login(factories.chief_of(made))
    late = made.entries.get(tpn=4)
    mark_absent(tournament=made, entry=late, by=factories.chief_of(made))
    factories.pair(made, 1)
    factories.publish(made, 1)
    assert shown(client, made, late).count("form[action$='/rounds/1/late/']") == 0
