"""handbook.dutch on complete generated events: what always holds."""

from collections import Counter

import pytest

from pairing.errors import NoLegalPairing
from pairing.handbook.dutch import pair, violations
from pairing.results import ByeKind, Outcome
from pairing.state import Colour, Record, RoundPairing, TournamentState
from tests.pairing.handbook.swiss_events import event


def check(state: TournamentState, pairing: RoundPairing) -> None:
    """General rules 2-4 and 6, B.1, B.2, F.5, straight from the record."""
    record = Record(state)
    expected = Counter(player.tpn for player in state.to_be_paired())
    named = Counter(tpn for board in pairing.boards for tpn in (board.white, board.black))
    if pairing.bye is not None:
        named[pairing.bye] += 1
        assert len(expected) % 2 == 1
        for round_ in state.rounds:
            assert all(
                bye.player != pairing.bye or bye.kind is not ByeKind.PAIRING_ALLOCATED
                for bye in round_.byes
            )
            for game in round_.games:
                if pairing.bye in (game.white, game.black):
                    assert game.outcome(pairing.bye) is not Outcome.FORFEIT_WIN
    assert named == expected
    half_twice = len(state.rounds) * state.points.win
    for board in pairing.boards:
        assert board.black not in record.met[board.white]
        assert not any(
            {board.white, board.black} <= group.players
            for group in state.forbidden
            if group.applies_to(state.next_round)
        )
        for tpn, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
            history = [*record.colours[tpn], colour]
            exempt = state.is_last_round and 2 * record.score[tpn] > half_twice
            within = abs(2 * history.count(Colour.WHITE) - len(history)) <= 2
            assert exempt or (within and len(set(history[-3:])) + (len(history) < 3) > 1)


def check_event(seed: int, sizes: tuple[int, int]) -> int:
    checked = 0
    for state, pairing in event(seed, pair, sizes=sizes):
        if isinstance(pairing, NoLegalPairing):
            assert pairing.players and pairing.reasons
            continue
        check(state, pairing)
        checked += 1
    return checked


@pytest.mark.parametrize("seed", range(40))
def test_general_rules_and_limits_hold_in_whole_events(seed: int) -> None:
    assert check_event(seed, (8, 60)) > 0


@pytest.mark.full
@pytest.mark.parametrize("hundred", range(6))
def test_general_rules_and_limits_hold_in_hundreds_of_events(hundred: int) -> None:
    for seed in range(1000 + 100 * hundred, 1100 + 100 * hundred):
        assert check_event(seed, (8, 60)) > 0


def test_the_same_record_gives_the_same_pairing_and_breaks_nothing() -> None:
    made = 0
    for state, pairing in event(7, pair, sizes=(30, 40)):
        if isinstance(pairing, NoLegalPairing):
            continue
        made += 1
        assert pair(state) == pairing
        assert violations(state, pairing) == ()
    assert made > 1


def test_the_trace_accounts_for_everybody() -> None:
    traces = 0
    for _, pairing in event(11, pair, sizes=(40, 50)):
        if isinstance(pairing, NoLegalPairing):
            continue
        traces += 1
        trace = pairing.trace
        assert trace is not None
        assert [(p.white, p.black) for p in trace.pairs] == [
            (b.white, b.black) for b in pairing.boards
        ]
        made = [set(pair) for bracket in trace.brackets for pair in bracket.pairs]
        assert sorted(map(sorted, made)) == sorted(
            sorted((b.white, b.black)) for b in pairing.boards
        )
        for above, below in zip(trace.brackets, trace.brackets[1:], strict=False):
            assert set(above.floaters) <= set(below.moved_down)
    assert traces > 1


@pytest.mark.parametrize("seed", [6, 11])
def test_200_players_9_rounds_keep_the_rules(seed: int) -> None:
    rounds = 0
    for state, pairing in event(seed, pair, sizes=(200, 200), most_rounds=9, fewest_rounds=9):
        assert isinstance(pairing, RoundPairing)
        check(state, pairing)
        rounds += 1
    assert rounds == 9
