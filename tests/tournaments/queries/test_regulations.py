"""The regulations in words: system, edition and options as they are set."""

import pytest

from pairing.formats import keys
from tests import factories
from tournaments.queries.setup.readiness import readiness
from tournaments.queries.setup.regulations import regulations_in_words, tie_breaks_in_words

pytestmark = pytest.mark.django_db


def system_of(tournament) -> str:
    return " ".join(dict(regulations_in_words(tournament))["System"])


def test_the_options_of_the_system_are_told():
    tournament = factories.tournament(system="handbook.lim", options={"maxi": True})
    text = system_of(tournament)
    assert "Swiss: Lim, handbook, 5 rounds." in text
    assert "Maxi-tournament: yes." in text
    assert "Protect who has had the bye: no." in text


def test_a_choice_is_told_by_its_words_and_the_default_too():
    text = system_of(factories.tournament(system="handbook.dubov"))
    assert "Colour priority for the bye: the colour due most often." in text


def test_the_cycles_of_a_round_robin_are_told():
    tournament = factories.tournament(system="handbook.round_robin", options={"cycles": 2})
    assert "Cycles: 2." in system_of(tournament)


def test_what_helps_the_arbiter_to_choose_is_no_regulation():
    text = system_of(factories.tournament())
    assert "the upper half meets the lower." in text
    assert "Choose it" not in text


def test_a_forbidden_pairing_is_told_with_its_last_round():
    tournament = factories.tournament(4)
    for rule in ({"sharing": "club"}, {"sharing": "federation", "last_round": 2}):
        tournament.forbidden_pairings.create(**rule)
    assert dict(regulations_in_words(tournament))["Forbidden pairings"] == [
        "These do not meet: players of the same club.",
        "These do not meet until round 2 is over: players of the same federation.",
    ]


SWISS_ONLY = ("bye", "late entr", "colour of the first board", "Buchholz")


@pytest.mark.parametrize("key", keys(swiss=False))
def test_what_holds_only_in_a_swiss_is_said_of_nothing_else(key):
    tournament = factories.tournament(system=key)
    tournament.refresh_from_db()
    parts = dict(regulations_in_words(tournament))
    assert "Byes and late entries" not in parts
    said = " ".join(parts["System"])
    assert not [words for words in SWISS_ONLY if words in said]
    assert ("round." in said or "rounds." in said) == (not tournament.format.eliminates)


@pytest.mark.parametrize("key", keys(eliminates=True))
def test_a_knock_out_has_no_tie_breaks_and_is_ready_without(key):
    tournament = factories.tournament(system=key)
    assert tie_breaks_in_words(tournament) == []
    assert "Tie-breaks" not in [item.text for item in readiness(tournament)]


def test_the_cycles_of_an_event_of_teams_and_the_colours_are_told():
    league = factories.tournament(system="handbook.team_round_robin", options={"cycles": 2})
    assert "How often teams meet: 2." in system_of(league)
    match = factories.tournament(system="handbook.scheveningen", options={"colours": "balanced"})
    assert "Colours: as many Whites as Blacks in each team, every round." in system_of(match)
