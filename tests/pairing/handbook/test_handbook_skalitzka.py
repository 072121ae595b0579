"""Handbook, Skalitzka: three teams, two rounds."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.seats import Seat, SeatResult, team_points
from pairing.handbook.skalitzka import label, schedule
from pairing.results import ADJOURNED, BLACK_WINS, DRAW, WHITE_WINS

CASE = json.loads(
    (Path(__file__).parents[2] / "cases" / "handbook" / "skalitzka.json").read_text("utf-8")
)["skalitzka-8"]


def test_skalitzka_printed_table_of_eight_boards() -> None:
    rounds = schedule(8)
    assert [
        [f"{label(table.white)}-{label(table.black)}" for table in each.tables] for each in rounds
    ] == [CASE["round_1"], CASE["round_2"]]


@pytest.mark.parametrize("boards", range(2, 41, 2))
def test_skalitzka_one_white_one_black_one_game_with_each_other_team(boards: int) -> None:
    rounds = schedule(boards)
    assert len(rounds) == 2
    whites: Counter[Seat] = Counter()
    met: dict[Seat, list[int]] = {}
    for each in rounds:
        assert each.resting == ()
        matches = Counter(frozenset((t.white.team, t.black.team)) for t in each.tables)
        assert matches == {frozenset(p): boards // 2 for p in ((1, 2), (1, 3), (2, 3))}
        for table in each.tables:
            whites[table.white] += 1
            met.setdefault(table.white, []).append(table.black.team)
            met.setdefault(table.black, []).append(table.white.team)
    everybody = [Seat(team, board) for team in (1, 2, 3) for board in range(1, boards + 1)]
    assert sorted(met) == everybody
    for seat in everybody:
        assert whites[seat] == 1
        assert sorted(met[seat]) == [team for team in (1, 2, 3) if team != seat.team]


@pytest.mark.parametrize("boards", range(1, 20, 2))
def test_skalitzka_odd_boards_the_missing_game_is_played_after(boards: int) -> None:
    rounds = schedule(boards)
    games = Counter(
        seat for each in rounds for table in each.tables for seat in (table.white, table.black)
    )
    whites = Counter(table.white for each in rounds for table in each.tables)
    assert set(games.values()) == {2}
    assert set(whites.values()) == {1}
    assert len(games) == 3 * boards
    assert rounds[0].resting == (Seat(3, boards),)
    assert rounds[1].resting == (Seat(2, boards),)
    assert rounds[2].facts[0].code == "skalitzka.third_game"
    assert schedule(boards, third_game=False) == rounds[:2]


def test_skalitzka_sum_of_the_boards_is_the_teams_score() -> None:
    rounds = schedule(2)
    results = [
        SeatResult(1, 1, WHITE_WINS),  # A-a
        SeatResult(1, 2, DRAW),  # b-1
        SeatResult(1, 3, BLACK_WINS),  # 2-B
        SeatResult(2, 1, WHITE_WINS),  # 1-A
        SeatResult(2, 2, DRAW),  # a-2
        SeatResult(2, 3, ADJOURNED),  # B-b waits
    ]
    assert team_points(rounds, results) == {1: 20, 2: 10, 3: 20}
    with pytest.raises(InconsistentHistory):
        team_points(rounds, [SeatResult(1, 4, DRAW)])
    with pytest.raises(InconsistentHistory):
        team_points(rounds, [SeatResult(1, 1, DRAW), SeatResult(1, 1, DRAW)])


def test_skalitzka_signs_of_the_three_teams() -> None:
    assert [label(Seat(team, 2)) for team in (1, 2, 3)] == ["B", "b", "2"]
    assert [label(Seat(1, board)) for board in (26, 27, 52, 53)] == ["Z", "AA", "AZ", "BA"]


def test_skalitzka_needs_a_board() -> None:
    with pytest.raises(UnsupportedRule):
        schedule(0)
