"""The regulations in words: system, edition and options as they are set."""

import pytest

from tests import factories
from tournaments.queries.regulations import regulations_in_words

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
