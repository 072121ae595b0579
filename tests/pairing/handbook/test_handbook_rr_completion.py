"""Handbook, round robin, 1: a round made by hand leaves everybody's games playable, or not."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from pairing.handbook.round_robin import berger, pair, schedule, violations
from pairing.handbook.round_robin.completion import Verdict, deal
from pairing.handbook.round_robin.rounds import completion
from pairing.results import DRAW
from pairing.state import Board, Game, Player, Round, RoundPairing, TournamentState
from pairing.verdicts import Broken


def state(players: int, *rounds: list[tuple[int, int]], cycles: int = 1) -> TournamentState:
    return TournamentState(
        players=tuple(Player(n) for n in range(1, players + 1)),
        rounds=tuple(
            Round(number, tuple(Game(a, b, DRAW) for a, b in games))
            for number, games in enumerate(rounds, 1)
        ),
        total_rounds=len(berger(players)) * cycles,
        options=(("cycles", cycles),),
    )


def by_hand(state_: TournamentState, pairs: list[tuple[int, int]]) -> RoundPairing:
    seated = {tpn for pair_ in pairs for tpn in pair_}
    resting = [p.tpn for p in state_.players if p.tpn not in seated]
    boards = tuple(Board(a, b) for a, b in pairs)
    return RoundPairing(state_.next_round, boards, resting[0] if resting else None)


def codes(found: RoundPairing, state_: TournamentState) -> set[str]:
    return {fact.code.removeprefix("round_robin.violation.") for fact in violations(state_, found)}


#: the three rounds of 1-3 against 4-6; two triangles are left
TRIANGLES = ([(1, 4), (2, 5), (3, 6)], [(1, 5), (2, 6), (3, 4)], [(1, 6), (2, 4), (3, 5)])


def test_q101_two_triangles_cannot_be_played_to_the_end() -> None:
    before = state(6, *TRIANGLES[:2])
    assert completion(before)[0] is Verdict.POSSIBLE
    assert "completion_impossible" in codes(by_hand(before, TRIANGLES[2]), before)
    assert completion(state(6, *TRIANGLES))[0] is Verdict.IMPOSSIBLE


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8, 11, 16, 30])
def test_q101_any_first_round_can_be_completed(players: int) -> None:
    numbers = list(range(1, players + 1))
    Random(players).shuffle(numbers)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
    before = state(players)
    assert "completion_impossible" not in codes(by_hand(before, pairs), before)
    assert completion(state(players, pairs))[0] is Verdict.POSSIBLE


@pytest.mark.parametrize("players", [5, 6, 8, 9, 12, 20])
@pytest.mark.parametrize("cycles", [1, 2])
def test_q101_after_a_round_by_hand_the_program_lets_everybody_meet_everybody(
    players: int, cycles: int
) -> None:
    numbers = list(range(1, players + 1))
    Random(7 * players).shuffle(numbers)
    played = [list(zip(numbers[::2], numbers[1::2], strict=False))]
    while len(played) < len(berger(players)) * cycles:
        found = pair(state(players, *played, cycles=cycles))
        played.append([(board.white, board.black) for board in found.boards])
    met = Counter(tuple(sorted(game)) for games in played for game in games)
    assert met == dict.fromkeys(combinations(range(1, players + 1), 2), cycles)
    if cycles == 2:
        seats = Counter(game for games in played for game in games)
        assert set(seats.values()) == {1}  # once with each colour


def test_q101_a_game_left_out_or_played_twice_cannot_be_made_good() -> None:
    table = [[(b.white, b.black) for b in planned.boards] for planned in schedule(6)]
    assert completion(state(6, table[0][:2]))[0] is Verdict.IMPOSSIBLE
    assert completion(state(6, table[0], table[0]))[0] is Verdict.IMPOSSIBLE


def all_rounds(players: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    if not players:
        return [()]
    first, *rest = players
    return [
        ((first, other), *tail)
        for other in rest
        for tail in all_rounds(tuple(p for p in rest if p != other))
    ]


def possible(games: frozenset[tuple[int, int]], players: tuple[int, ...]) -> bool:
    """By trying every round that holds the first game: the literal question."""
    if not games:
        return True
    first = min(games)
    return any(
        possible(games - set(round_), players)
        for round_ in all_rounds(players)
        if first in round_ and games.issuperset(round_)
    )


@pytest.mark.parametrize("players", [4, 6, 8])
def test_the_verdict_is_that_of_trying_everything(players: int) -> None:
    dice = Random(players)
    numbers = tuple(range(1, players + 1))
    seen: Counter[Verdict] = Counter()
    for _ in range(60):
        games = frozenset(combinations(numbers, 2))
        rounds = players - 1
        for _ in range(dice.randrange(players - 1)):
            open_ = [each for each in all_rounds(numbers) if games.issuperset(each)]
            if not open_:
                break
            games -= set(dice.choice(open_))
            rounds -= 1
        verdict, dealt = deal(sorted(games), rounds)
        assert (verdict is Verdict.POSSIBLE) is possible(games, numbers)
        assert verdict is not Verdict.OPEN
        if verdict is Verdict.POSSIBLE:
            assert sorted(game for round_ in dealt for game in round_) == sorted(games)
            assert all(len({p for g in round_ for p in g}) == players for round_ in dealt)
        seen[verdict] += 1
    assert seen[Verdict.POSSIBLE] > 0
    assert players == 4 or seen[Verdict.IMPOSSIBLE] > 0


def test_q102_a_third_colour_running_is_named_in_a_round_made_by_hand() -> None:
    before = state(6, [(1, 4), (2, 5), (3, 6)], [(1, 5), (6, 2), (4, 3)])
    found = by_hand(before, [(1, 6), (2, 4), (3, 5)])
    assert Broken.SAME_COLOUR_THREE_TIMES in codes(found, before)
    turned = by_hand(before, [(6, 1), (2, 4), (5, 3)])
    assert Broken.SAME_COLOUR_THREE_TIMES not in codes(turned, before)


def test_q100_a_round_of_the_table_by_hand_breaks_nothing() -> None:
    before = state(8)
    table = schedule(8)
    assert len(table) == 7
    for planned in table:
        found = RoundPairing(1, planned.boards, planned.bye)
        assert not codes(found, before) & {
            "completion_impossible",
            "completion_open",
            "no_game_left",
        }
