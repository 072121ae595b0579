"""Handbook, events of teams as one programme: what the single systems say, match by match."""

import pytest

from pairing.errors import UnsupportedRule
from pairing.formats import FORMATS, keys
from pairing.handbook import scheveningen, skalitzka
from pairing.handbook.round_robin import berger
from pairing.handbook.seats import Seat
from pairing.handbook.team_events import boards_of_a_meeting, programme
from pairing.systems import system

ROUND_ROBIN = "handbook.team_round_robin"
SKALITZKA = "handbook.skalitzka"
SCHEVENINGEN = "handbook.scheveningen"


def seats(each):
    """(table, White, Black) of a round, table by table."""
    found = [table for match in each.matches for table in match.tables]
    return [(one.number, one.white, one.black) for one in sorted(found, key=lambda t: t.number)]


def test_2_teams_meet_by_the_berger_table_and_white_changes_from_board_to_board():
    plan = programme(ROUND_ROBIN, 8, 4)
    assert [[(m.first, m.second) for m in each.matches] for each in plan] == [
        [(pair.white, pair.black) for pair in row] for row in berger(8)
    ]
    first = plan[0].matches[0]
    assert [(t.number, t.white, t.black) for t in first.tables] == [
        (1, Seat(1, 1), Seat(8, 1)),
        (2, Seat(8, 2), Seat(1, 2)),
        (3, Seat(1, 3), Seat(8, 3)),
        (4, Seat(8, 4), Seat(1, 4)),
    ]
    assert [number for number, _w, _b in seats(plan[0])] == list(range(1, 17))


@pytest.mark.parametrize("teams", [3, 5, 7])
def test_2_with_an_odd_number_one_team_rests_in_every_round(teams):
    plan = programme(ROUND_ROBIN, teams, 2)
    assert sorted(team for each in plan for team in each.resting) == list(range(1, teams + 1))


def test_2_the_second_cycle_reverses_the_colours():
    plan = programme(ROUND_ROBIN, 4, 2, options={"cycles": 2})
    assert len(plan) == 6
    for early, late in zip(plan[:3], plan[3:], strict=True):
        assert [(n, b, w) for n, w, b in seats(early)] == seats(late)
        assert {m.meeting for m in late.matches} == {late.number}


def test_skalitzka_is_the_printed_table_with_three_meetings_at_once():
    plan = programme(SKALITZKA, 3, 8)
    assert [seats(each) for each in plan] == [
        [(t.number, t.white, t.black) for t in each.tables] for each in skalitzka.schedule(8)
    ]
    for each in plan:
        assert sorted(m.meeting for m in each.matches) == [1, 2, 3]
        assert [len(m.tables) for m in each.matches] == [4, 4, 4]


def test_skalitzka_is_for_three_teams():
    with pytest.raises(UnsupportedRule):
        programme(SKALITZKA, 4, 2)


@pytest.mark.parametrize("colours", list(scheveningen.Colours))
@pytest.mark.parametrize("double", [False, True])
def test_scheveningen_of_two_teams_is_its_own_schedule(colours, double):
    plan = programme(SCHEVENINGEN, 2, 4, options={"colours": colours.value, "double": double})
    assert [seats(each) for each in plan] == [
        [(t.number, t.white, t.black) for t in each.tables]
        for each in scheveningen.schedule(4, double=double, colours=colours)
    ]
    assert {m.meeting for each in plan for m in each.matches} == {1}
    games = sum(len(m.tables) for each in plan for m in each.matches)
    assert games == boards_of_a_meeting(SCHEVENINGEN, 4, {"double": double})


def test_2_scheveningen_of_more_teams_meets_by_round_robin_match_after_match():
    plan = programme(SCHEVENINGEN, 4, 3, averages=[2000, 2400, 2100, 2300])
    assert len(plan) == 9
    assert [each.matches[0].meeting for each in plan] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    seated = {fact.players for each in plan for fact in each.facts if fact.code.endswith("seated")}
    assert (2, 1) in seated  # the higher average stays


def test_these_systems_have_a_programme_instead_of_an_engine():
    found = [key for key in keys(pairs_teams=True) if FORMATS[key].programme]
    assert found == [ROUND_ROBIN, SKALITZKA, SCHEVENINGEN]
    for key in found:
        with pytest.raises(UnsupportedRule, match="pairs teams"):
            system(key)
    with pytest.raises(UnsupportedRule, match="not a system for teams"):
        programme("handbook.dutch", 4, 2)
