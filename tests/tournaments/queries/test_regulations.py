"""The regulations in words: system, edition and options as they are set."""

import pytest

from pairing.formats import keys
from tests import factories
from tests.tournaments.knockout_events import announced, knockout
from tournaments.models import TeamRules
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
    told = system_of(tournament)
    assert "Cycles: 2." in told and "Reverse the last two rounds of cycle one: no." in told
    once = system_of(factories.tournament(system="handbook.round_robin"))
    assert "Cycles: 1." in once and "cycle one" not in once


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


def test_teams_are_told_their_points_and_boards_and_their_own_tie_breaks():
    league = factories.tournament(system="handbook.team_round_robin", options={"cycles": 2})
    TeamRules.objects.create(
        tournament=league, boards=6, primary="MP", match_win=30, tie_breaks=["SB"], order="free"
    )
    said = " ".join(dict(regulations_in_words(league))["Teams"])
    assert "Match points: won 3, drawn 1, lost 0." in said
    assert "Teams are ranked by match points." in said
    assert "Boards: 6" in said and "Order of the boards: any order." in said
    assert "bye" not in " ".join(dict(regulations_in_words(league))["Points"])
    assert [code.partition(":")[0] for code, *_ in tie_breaks_in_words(league)] == ["PTS", "SB"]


def test_a_round_robin_says_that_numbers_are_drawn_and_nothing_of_equal_ratings():
    made = factories.tournament(system="handbook.round_robin")
    said = " ".join(dict(regulations_in_words(made))["Ratings and numbers"])
    assert "The numbers are drawn by lot." in said and "Equal players" not in said


def test_an_announced_knock_out_says_how_its_matches_are_decided():
    found = knockout(8)
    assert "Matches and play-offs" not in dict(regulations_in_words(found.tournament))
    announced(found)
    said = " ".join(dict(regulations_in_words(found.tournament))["Matches and play-offs"])
    assert "Stages 1–3: a match is 2 × 20" in said
    assert "5 minutes between games" in said
