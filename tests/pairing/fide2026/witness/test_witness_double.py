"""The second engine of C.04.5 against the first, the reference tournaments and the text."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026 import double
from pairing.fide2026.witness.double import BudgetExhausted, pair
from pairing.state import RoundPairing, TournamentState
from pairing.tools.oracle import read_case
from pairing.tools.second import pairs_of
from tests.pairing.fide2026.double.double_events import event

FILES = sorted((Path(__file__).parents[3] / "cases/oracle/fide2026/double").glob("*.json"))


def of(engine, state: TournamentState) -> RoundPairing | None:
    try:
        return engine(state)
    except NoLegalPairing:
        return None


def compare(states: Iterator[TournamentState]) -> int:
    """Boards in their order, colours and bye are the same."""
    rounds = 0
    for state in states:
        first, second = of(double.pair, state), of(pair, state)
        assert (first is None) == (second is None), state.next_round
        if first is not None and second is not None:
            assert (first.boards, first.bye) == (second.boards, second.bye), state.next_round
        rounds += 1
    return rounds


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_reference_tournaments_are_paired_the_same(path: Path) -> None:
    for each in read_case(path.read_bytes()).rounds:
        found = of(pair, each.state)
        assert (None if found is None else pairs_of(found)) == each.pairs


@pytest.mark.parametrize("first", range(0, 100, 10))
def test_both_engines_pair_the_same(first: int) -> None:
    rounds = sum(compare(event(seed, double.pair, 4, 24)) for seed in range(first, first + 10))
    assert rounds > 20


@pytest.mark.full
@pytest.mark.parametrize("first", range(30_000, 32_000, 50))
def test_both_engines_pair_the_same_at_length(first: int) -> None:
    assert sum(compare(event(seed, double.pair, 4, 40)) for seed in range(first, first + 50)) > 100


def test_too_many_steps_are_not_taken() -> None:
    state = next(iter(event(1, double.pair, 20, 24)))
    with pytest.raises(BudgetExhausted):
        pair(state, steps=10)
