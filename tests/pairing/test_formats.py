"""The table of formats: every entry is whole, and its modules are there."""

import pytest

from pairing.errors import UnsupportedRule
from pairing.formats import DEFAULT, FORMATS, Scheme, find, having, keys
from pairing.handbook.team_events import programme
from pairing.results import ByeKind
from pairing.systems import second_engine, system
from tiebreaks.advice import fitting, proposed, recommended

EACH = pytest.mark.parametrize("found", list(FORMATS.values()), ids=list(FORMATS))


def test_the_default_is_a_swiss_that_fide_allows():
    assert find(DEFAULT).swiss and find(DEFAULT).fide_mode


def test_an_unknown_key_is_refused_by_name():
    with pytest.raises(UnsupportedRule, match=r"handbook\.chess"):
        find("handbook.chess")


@EACH
def test_its_modules_do_what_the_entry_says(found):
    assert FORMATS[found.key] is found
    if found.engine:
        engine = system(found.key)
        assert engine.key == found.key and engine.format is found
        assert (engine.prospects is not None) == found.tells_prospects
        assert (engine.averages is not None) == found.publishes_averages
    if found.programme:
        assert programme(found.key, found.exact_teams or 4, 2)
    if found.second_engine:
        module = second_engine(found)
        assert callable(module.pair) and module.MAX_PLAYERS > 100
        assert issubclass(module.BudgetExhausted, Exception)


@EACH
def test_its_rounds_come_from_somewhere(found):
    """From an engine, from a programme of matches, or from the plan of a knock-out."""
    assert bool(found.engine) + bool(found.programme) + found.eliminates == 1
    assert found.has_rounds or found.eliminates
    assert not (found.programme and found.pairs_players)


@EACH
def test_its_options_have_defaults_among_their_choices(found):
    for option in found.options:
        assert found.option(option.name) is option
        assert found.value(option.name, {}) == option.default
        assert not option.choices or option.default in option.choices
    if found.counts_arrived_unless:
        assert found.option(found.counts_arrived_unless)
    with pytest.raises(KeyError):
        found.value("no such option", {})


@EACH
def test_its_tie_breaks_fit(found):
    assert proposed(found) == list(recommended(found.tie_breaks).codes[1:])
    assert not recommended(found.tie_breaks).teams
    assert recommended(found.tie_breaks).family is found.family_of_players
    assert recommended(found.team_tie_breaks).teams
    for one in fitting(found):
        assert (one.teams, one.family) == (found.pairs_teams, found.family)
    assert fitting(found)


@EACH
def test_byes_are_asked_for_only_where_results_say_who_meets_whom(found):
    assert bool(found.byes - {ByeKind.PAIRING_ALLOCATED}) == found.swiss
    assert found.admits_late == found.swiss
    assert ByeKind.PAIRING_ALLOCATED in found.byes or found.exact_teams or not found.has_rounds


def test_formats_are_found_by_what_they_can_do():
    assert keys(swiss=True, fide_mode=True) == (
        DEFAULT,
        "fide2026.dubov",
        "fide2026.burstein",
        "fide2026.lim",
        "fide2026.double",
        "fide2026.team",
    )
    assert keys(needs_ratings=True) == ("fide2026.dubov",)
    assert {found.scheme for found in having(pairs_teams=True)} == set(Scheme)
    assert having(has_rounds=False) == (FORMATS["handbook.knockout"],)
    assert having() == tuple(FORMATS.values())
