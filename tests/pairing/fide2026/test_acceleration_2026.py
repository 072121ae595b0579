"""C.04.7 art. 1: Baku acceleration, with the worked examples of the text."""

import pytest

from pairing.errors import UnsupportedRule
from pairing.fide2026.acceleration import Acceleration, baku_schedule, last_of_first_group
from pairing.fide2026.dutch import pair
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Baku,
    Bye,
    Colour,
    Game,
    Player,
    PointSystem,
    Round,
    TournamentState,
    VirtualPoints,
)


def state_of(players: int, rounds: int, **other: object) -> TournamentState:
    return TournamentState(
        tuple(Player(tpn) for tpn in range(1, players + 1)),
        other.pop("played", ()),  # type: ignore[arg-type]
        rounds,
        initial_colour=Colour.WHITE,
        acceleration=other.pop("acceleration", Baku()),  # type: ignore[arg-type]
        **other,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("players", "size"),
    [(8, 4), (9, 6), (10, 6), (11, 6), (160, 80), (161, 82), (162, 82), (163, 82), (178, 90)],
)
def test_art_1_2_the_first_group_is_half_rounded_up_to_an_even_number(
    players: int, size: int
) -> None:
    assert last_of_first_group(state_of(players, 9)) == size


def test_art_1_2_only_those_who_enter_round_1_are_counted() -> None:
    away = tuple(Bye(tpn, ByeKind.HALF_POINT) for tpn in (1, 2))
    assert last_of_first_group(state_of(10, 9, byes=away)) == 6


def test_art_1_3_2_the_last_member_stays_the_same_participant() -> None:
    games = tuple(Game(tpn, tpn + 4, RESULTS["=="]) for tpn in range(1, 5))
    state = state_of(9, 9, played=(Round(1, games),))
    assert last_of_first_group(state) == 4
    recorded = state_of(9, 9, played=(Round(1, games),), acceleration=Baku(5))
    acceleration = Acceleration(recorded)
    assert [acceleration.points(tpn, 2) for tpn in (1, 5, 6)] == [10, 10, 0]


@pytest.mark.parametrize(
    ("rounds", "full", "half"),
    [(1, 1, 0), (2, 1, 0), (3, 1, 1), (5, 2, 1), (7, 2, 2), (9, 3, 2), (11, 3, 3), (13, 4, 3)],
)
def test_art_1_4_the_schedule_of_virtual_points(rounds: int, full: int, half: int) -> None:
    assert baku_schedule(state_of(8, rounds)) == (10,) * full + (5,) * half


def test_art_1_4_2_a_win_may_be_worth_two_points() -> None:
    state = state_of(8, 11, points=PointSystem.of(20, 10, 0))
    assert baku_schedule(state) == (20, 20, 20, 10, 10, 10)


@pytest.mark.parametrize("points", [PointSystem.of(30, 10, 0), PointSystem.of(30, 20, 10)])
def test_art_1_1_other_point_systems_are_refused(points: PointSystem) -> None:
    with pytest.raises(UnsupportedRule):
        pair(state_of(8, 9, points=points))


def test_art_1_5_the_worked_example_of_eight_players_and_five_rounds() -> None:
    state = state_of(8, 5)
    first = pair(state)
    pairs = [{board.white, board.black} for board in first.boards]
    assert pairs == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
    assert first.trace is not None
    (fact,) = first.trace.facts
    assert (fact.code, fact.players) == ("acceleration.virtual_points", (1, 2, 3, 4))
    assert fact.values == (("points", "1"),)

    games = tuple(
        Game(board.white, board.black, RESULTS["10" if board.white in (1, 2, 5, 6) else "01"])
        for board in first.boards
    )
    second = pair(state_of(8, 5, played=(Round(1, games),)))
    assert second.trace is not None
    assert [(bracket.score, bracket.residents) for bracket in second.trace.brackets] == [
        (20, (1, 2)),
        (10, (3, 4, 5, 6)),
        (0, (7, 8)),
    ]


def test_explicit_virtual_points_take_the_place_of_the_schedule() -> None:
    virtual = VirtualPoints(((1, (10, 0)), (4, (10,))))
    acceleration = Acceleration(state_of(8, 5, acceleration=virtual))
    assert [acceleration.points(tpn, 1) for tpn in (1, 2, 4)] == [10, 0, 10]
    assert [acceleration.points(tpn, 2) for tpn in (1, 4)] == [0, 0]


def test_art_1_5_boards_are_sorted_by_the_pairing_score() -> None:
    virtual = VirtualPoints(((3, (10,)), (4, (10,))))
    boards = pair(state_of(4, 5, acceleration=virtual)).boards
    assert [{board.white, board.black} for board in boards] == [{3, 4}, {1, 2}]
