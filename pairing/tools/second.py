"""Ask a second engine, written apart, about a round that the first one has paired."""

from collections.abc import Callable, Collection, Iterable

from pairing.errors import PairingError, UnsupportedRule
from pairing.formats import Format
from pairing.sentences import Said
from pairing.state import RoundPairing, TournamentState
from pairing.systems import second_engine
from pairing.tools.report import SecondOpinion
from pairing.trf.history import Pair


def guard_second_engine(chosen: Format) -> None:
    if not chosen.second_engine:
        raise UnsupportedRule("system.no_rule", rule=Said("word.second_engine"))


def opinion_of_second(
    chosen: Format,
    state: TournamentState,
    first: Collection[Pair],
    pairs_of: Callable[[RoundPairing], Iterable[Pair]],
) -> SecondOpinion:
    """Compare with the pairs of the first engine; without any, it found no legal pairing."""
    witness = second_engine(chosen)
    try:
        pairs = tuple(pairs_of(witness.pair(state)))
    except witness.BudgetExhausted:
        return SecondOpinion(problem=Said("report.too_much"))
    except PairingError as error:
        return SecondOpinion(tuple(first), problem=error.said) if first else SecondOpinion()
    return SecondOpinion(
        tuple(pair for pair in first if pair not in pairs),
        tuple(pair for pair in pairs if pair not in first),
    )


def pairs_of(paired: RoundPairing) -> frozenset[Pair]:
    """White first, by the numbers of the state; the one with the bye meets 0."""
    pairs = {(board.white, board.black) for board in paired.boards}
    return frozenset(pairs | ({(paired.bye, 0)} if paired.bye is not None else set()))
