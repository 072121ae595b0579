"""Handbook, Scheveningen, sections 1 and 2."""

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.scheveningen import Colours, running_score, schedule, tournament
from pairing.handbook.seats import Seat, SeatResult
from pairing.results import BLACK_WINS, DRAW, WHITE_WINS

CASE = json.loads(
    (Path(__file__).parents[2] / "cases" / "handbook" / "scheveningen.json").read_text("utf-8")
)["scheveningen-4"]


def test_2_printed_table_of_four() -> None:
    name = {1: "A", 2: "B"}
    assert [
        [
            f"{name[t.white.team]}{t.white.board}-{name[t.black.team]}{t.black.board}"
            for t in each.tables
        ]
        for each in schedule(4)
    ] == CASE["rounds"]


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("colours", list(Colours))
@pytest.mark.parametrize("size", range(1, 23))
def test_1_everybody_meets_the_whole_other_team(size: int, colours: Colours, double: bool) -> None:
    rounds = schedule(size, double=double, colours=colours)
    assert len(rounds) == size * (2 if double else 1)
    whites: dict[frozenset[Seat], list[Seat]] = {}
    for each in rounds:
        seats = [seat for table in each.tables for seat in (table.white, table.black)]
        assert len(set(seats)) == 2 * size
        # 2  Team A stays at its tables.
        assert [min(table.white, table.black).board for table in each.tables] == list(
            range(1, size + 1)
        )
        for table in each.tables:
            whites.setdefault(frozenset((table.white, table.black)), []).append(table.white)
    assert len(whites) == size * size
    assert all({seat.team for seat in pair} == {1, 2} for pair in whites)
    # 1  In a double event the second game has the colours reversed.
    assert {len(set(each)) for each in whites.values()} == {2 if double else 1}


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("size", range(1, 23))
def test_1_option_2_whole_teams_change_colours_every_round(size: int, double: bool) -> None:
    rounds = schedule(size, double=double)
    assert [each.number for each in rounds] == list(range(1, size * (2 if double else 1) + 1))
    for each in rounds:
        assert {table.white.team for table in each.tables} == {1 if each.number % 2 else 2}


@pytest.mark.parametrize("size", range(2, 31))
def test_2_option_1_as_many_whites_as_blacks_in_every_round(size: int) -> None:
    rounds = schedule(size, colours=Colours.BALANCED)
    surplus = []
    difference: Counter[Seat] = Counter()
    for each in rounds:
        surplus.append(2 * sum(table.white.team == 1 for table in each.tables) - size)
        for table in each.tables:
            difference[table.white] += 1
            difference[table.black] -= 1
    assert [abs(each) for each in surplus] == [size % 2] * size
    if size % 2:
        assert all(one == -other for one, other in pairwise(surplus))
    counts = Counter(abs(difference[Seat(t, b)]) for t in (1, 2) for b in range(1, size + 1))
    expected = {
        0: {0: 2 * size},
        1: {1: 2 * size},
        # No cyclic order does better: see the two players of the moving team.
        2: {0: 2 * size - 2, 2: 2},
        3: {1: 2 * size},
    }[size % 4]
    assert counts == {value: count for value, count in expected.items() if count}


def test_2_option_1_no_cyclic_order_of_two_does_better() -> None:
    """All 16 colourings of size 2 with one White per team and round leave someone with 2."""
    rounds = schedule(2)
    best = 9
    for choice in range(16):
        difference: Counter[Seat] = Counter()
        whites = []
        for index, table in enumerate(table for each in rounds for table in each.tables):
            one, other = sorted((table.white, table.black))
            white, black = (one, other) if choice >> index & 1 else (other, one)
            whites.append(white.team == 1)
            difference[white] += 1
            difference[black] -= 1
        if whites[0] != whites[1] and whites[2] != whites[3]:
            best = min(best, sum(map(abs, difference.values())))
    assert best == 4


@pytest.mark.parametrize("teams", range(2, 9))
def test_2_more_teams_meet_by_round_robin(teams: int) -> None:
    rounds = tournament(teams, 3)
    met = sorted(
        tuple(sorted((match.first, match.second))) for each in rounds for match in each.matches
    )
    assert met == list(combinations(range(1, teams + 1), 2))
    for each in rounds:
        busy = [team for match in each.matches for team in (match.first, match.second)]
        busy += [each.resting] if each.resting else []
        assert sorted(busy) == list(range(1, teams + 1))
        for match in each.matches:
            assert {t.white.team for t in match.rounds[0].tables} == {match.first}


def test_2_the_team_with_the_higher_average_stays_seated() -> None:
    match = tournament(2, 4, averages=(2100, 2300))[0].matches[0]
    assert match.seated == 2
    assert match.fact.players == (2, 1)
    assert [table.white for table in match.rounds[0].tables] == [Seat(1, b) for b in range(1, 5)]
    assert [table.white for table in match.rounds[1].tables] == [Seat(2, b) for b in range(1, 5)]
    assert [table.black for table in match.rounds[1].tables] == [Seat(1, b) for b in (2, 3, 4, 1)]
    assert tournament(2, 4, averages=(2300, 2300))[0].matches[0].seated == 1


def test_3_the_sheet_shows_the_running_match_score() -> None:
    rounds = schedule(2)
    results = [
        SeatResult(1, 1, WHITE_WINS),
        SeatResult(1, 2, DRAW),
        SeatResult(2, 1, BLACK_WINS),
    ]
    assert running_score(rounds, results) == ((1, {1: 15, 2: 5}), (2, {1: 25, 2: 5}))


def test_1_wrong_numbers_are_refused() -> None:
    with pytest.raises(UnsupportedRule):
        schedule(0)
    with pytest.raises(UnsupportedRule):
        tournament(1, 4)
    with pytest.raises(InconsistentHistory):
        tournament(3, 4, averages=(2000, 2100))
