"""The handbook's general rules 1-8, which hold for every one of its Swiss methods."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from pairing.errors import NoLegalPairing
from pairing.formats import keys
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bye,
    Colour,
    Game,
    Player,
    Record,
    Round,
    RoundPairing,
    TournamentState,
)
from pairing.systems import system
from tests.pairing.handbook.swiss_events import event

METHODS = [key for key in keys(swiss=True, pairs_rounds=True) if key.startswith("handbook.")]

pytestmark = pytest.mark.parametrize("key", METHODS)


def rounds(key: str, seeds: range) -> Iterator[tuple[TournamentState, RoundPairing]]:
    """Every round that could be paired, of an event for each seed."""
    for seed in seeds:
        paired = 0
        for state, found in event(seed, system(key).pair, sizes=(8, 40), most_rounds=9):
            if not isinstance(found, NoLegalPairing):
                paired += 1
                yield state, found
        assert paired > 0


def eight_players_after_round_1() -> TournamentState:
    """Each board of round 1 won by the higher player: both groups have two of each colour."""
    games = ((1, 5, "10"), (6, 2, "01"), (3, 7, "10"), (8, 4, "01"))
    first = Round(1, tuple(Game(white, black, RESULTS[code]) for white, black, code in games))
    field = tuple(Player(tpn, rating=2500 - 50 * tpn) for tpn in range(1, 9))
    return TournamentState(field, (first,), 5, initial_colour=Colour.WHITE)


def test_every_swiss_method_of_the_handbook_is_here(key: str) -> None:
    """Others may join them."""
    of_the_handbook = {"handbook.dutch", "handbook.lim", "handbook.dubov", "handbook.burstein"}
    assert of_the_handbook <= set(METHODS)
    assert system(key).format.swiss


def test_1_the_number_of_rounds_matters_only_as_the_last_round(key: str) -> None:
    """It is announced beforehand; as long as more rounds follow, how many makes no difference."""
    pair = system(key).pair
    compared = 0
    for state, found in rounds(key, range(4)):
        if not state.is_last_round:
            assert pair(replace(state, total_rounds=state.total_rounds + 2)).boards == found.boards
            compared += 1
    assert compared > 5


def test_2_two_players_meet_at_most_once(key: str) -> None:
    for state, found in rounds(key, range(10, 22)):
        met = Record(state).met
        assert not [board for board in found.boards if board.black in met[board.white]]


def test_2_a_pairing_that_was_not_played_may_come_again(key: str) -> None:
    field = tuple(Player(tpn, rating=2500 - tpn) for tpn in (1, 2))
    first = Round(1, (Game(1, 2, RESULTS["+-"]),))
    found = system(key).pair(TournamentState(field, (first,), 3))
    assert {found.boards[0].white, found.boards[0].black} == {1, 2}


def test_3_with_an_odd_number_one_player_has_the_bye_and_everybody_else_plays(key: str) -> None:
    odd = 0
    for state, found in rounds(key, range(30, 42)):
        present = sorted(player.tpn for player in state.to_be_paired())
        paired = [tpn for board in found.boards for tpn in (board.white, board.black)]
        assert (found.bye is not None) is (len(present) % 2 == 1)
        odd += found.bye is not None
        assert sorted(paired + [found.bye] * (found.bye is not None)) == present
    assert odd > 5


def test_3_the_lowest_player_has_the_bye_of_round_1(key: str) -> None:
    field = tuple(Player(tpn, rating=2500 - 50 * tpn) for tpn in range(1, 8))
    assert system(key).pair(TournamentState(field, (), 5)).bye == 7


def test_3_the_bye_gives_a_point_but_neither_colour_nor_opponent(key: str) -> None:
    field = tuple(Player(tpn, rating=2500 - 50 * tpn) for tpn in range(1, 8))
    state = TournamentState(field, (), 5)
    found = system(key).pair(state)
    games = tuple(Game(board.white, board.black, RESULTS["=="]) for board in found.boards)
    bye = (Bye(found.bye or 0, ByeKind.PAIRING_ALLOCATED),)
    record = Record(replace(state, rounds=(Round(1, games, bye),)))
    assert record.score[7] == 10
    assert record.colours[7] == []
    assert record.met[7] == set()


def test_4_no_bye_for_who_scored_a_point_without_playing(key: str) -> None:
    for state, found in rounds(key, range(50, 62)):
        assert found.bye not in Record(state).bye_barred


@pytest.mark.parametrize(
    "first",
    [
        Round(1, (Game(1, 2, RESULTS["=="]),), (Bye(3, ByeKind.PAIRING_ALLOCATED),)),
        Round(1, (Game(1, 3, RESULTS["-+"]),), (Bye(2, ByeKind.ZERO_POINT),)),
    ],
)
def test_4_if_only_barred_players_are_left_the_round_cannot_be_paired(
    key: str, first: Round
) -> None:
    """3 had the bye, or won because 1 did not come, and is alone now."""
    field = tuple(Player(tpn, rating=2500 - tpn) for tpn in (1, 2, 3))
    away = (Bye(1, ByeKind.ZERO_POINT), Bye(2, ByeKind.ZERO_POINT))
    with pytest.raises(NoLegalPairing):
        system(key).pair(TournamentState(field, (first,), 5, byes=away))


def test_5_everybody_gets_the_other_colour_where_that_is_possible(key: str) -> None:
    state = eight_players_after_round_1()
    before = {tpn: colours[-1] for tpn, colours in Record(state).colours.items()}
    found = system(key).pair(state)
    now = {b.white: Colour.WHITE for b in found.boards} | {
        b.black: Colour.BLACK for b in found.boards
    }
    assert now == {tpn: colour.opposite for tpn, colour in before.items()}


def test_5_most_players_have_as_many_whites_as_blacks_after_even_rounds(key: str) -> None:
    equal = others = 0
    for seed in range(70, 76):
        pair = system(key).pair
        for state, _ in event(seed, pair, sizes=(20, 40), most_rounds=9, unplayed=0.0):
            if len(state.rounds) in (2, 4, 6, 8):
                record = Record(state)
                differences = [
                    record.colour_difference(tpn)
                    for tpn, colours in record.colours.items()
                    if len(colours) == len(state.rounds)
                ]
                equal += differences.count(0)
                others += len(differences) - differences.count(0)
    assert equal > 3 * others


def test_6_no_colour_three_times_running_before_the_last_round(key: str) -> None:
    """In it only where the method says so: Dutch above half the points (C-02), Lim equal scores."""
    for state, found in rounds(key, range(80, 100)):
        record = Record(state)
        for board in found.boards:
            for tpn, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
                if [*record.colours[tpn], colour][-3:] == [colour] * 3:
                    assert state.is_last_round
                    scores = [record.score[board.white], record.score[board.black]]
                    if key == "handbook.lim":
                        assert scores[0] == scores[1]
                    else:
                        assert key == "handbook.dutch"
                        assert 2 * max(scores) > 10 * len(state.rounds)


def test_7_equal_scores_meet_where_every_group_can_be_paired(key: str) -> None:
    state = eight_players_after_round_1()
    score = Record(state).score
    found = system(key).pair(state)
    assert all(score[board.white] == score[board.black] for board in found.boards)


def test_7_one_player_more_in_a_group_makes_one_pair_of_different_scores(key: str) -> None:
    """Three with a point, three without: exactly one pair is not of equal scores."""
    games = ((1, 4, "10"), (5, 2, "01"), (3, 6, "10"))
    first = Round(1, tuple(Game(white, black, RESULTS[code]) for white, black, code in games))
    field = tuple(Player(tpn, rating=2500 - 50 * tpn) for tpn in range(1, 7))
    state = TournamentState(field, (first,), 5, initial_colour=Colour.WHITE)
    score = Record(state).score
    found = system(key).pair(state)
    assert [score[board.white] - score[board.black] for board in found.boards].count(0) == 2


def test_8_points_of_games_won_drawn_lost_and_not_played(key: str) -> None:
    codes = {"10": (10, 0), "==": (5, 5), "01": (0, 10), "+-": (10, 0), "-+": (0, 10)}
    state = TournamentState((Player(1, rating=2400), Player(2, rating=2300)), (), 3)
    (board,) = system(key).pair(state).boards
    for code, points in codes.items():
        game = Game(board.white, board.black, RESULTS[code])
        score = Record(replace(state, rounds=(Round(1, (game,)),))).score
        assert (score[board.white], score[board.black]) == points


def test_the_rules_give_every_arbiter_the_same_pairing(key: str) -> None:
    """Neither a second call nor the order in which the games were written down matters."""
    pair = system(key).pair
    rng = Random(7)
    for state, found in rounds(key, range(110, 114)):
        mixed = tuple(
            replace(each, games=tuple(rng.sample(each.games, len(each.games))))
            for each in state.rounds
        )
        assert pair(state) == found
        assert pair(replace(state, rounds=mixed)).boards == found.boards


def test_where_no_pairing_exists_a_reason_names_somebody_or_is_not_given(key: str) -> None:
    """1 to 3 have met 4 to 6: two are left for each, and still there is no pairing. The Dubov and
    the Burstein said "There is no opponent left: ." """
    field = tuple(Player(tpn, rating=2500 - 50 * tpn) for tpn in range(1, 7))
    played = []
    for number in (1, 2, 3):
        pairs = [(one, 4 + (one + number) % 3) for one in (1, 2, 3)]
        turned = [two if (two[0] + number) % 2 else two[::-1] for two in pairs]
        played.append(Round(number, tuple(Game(*two, RESULTS["=="]) for two in turned)))
    state = TournamentState(field, tuple(played), total_rounds=5)
    with pytest.raises(NoLegalPairing) as raised:
        system(key).pair(state)
    for fact in raised.value.reasons:
        assert fact.players or not fact.code.endswith(".no_pairing") or fact.article == "B.1"
