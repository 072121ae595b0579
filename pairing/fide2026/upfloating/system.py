"""C.04.5 and C.04.6 (FIDE, 1 February 2026): a round paired, and the `System` of a chapter."""

from collections.abc import Callable

from pairing.fide2026.upfloating import explain
from pairing.fide2026.upfloating.bracket import pair_brackets
from pairing.fide2026.upfloating.definitions import M, UpfloatingField
from pairing.fide2026.upfloating.reasons import put_on_boards, round_trace
from pairing.state import Board, Fact, RoundPairing, TournamentState
from pairing.systems import System


def pair(field: UpfloatingField[M]) -> RoundPairing:
    """Art. 3.3: the pairing of the next round. Raises NoLegalPairing when there is none."""
    players, bye = explain.to_pair(field)
    brackets = pair_brackets(field, players)
    pairs = put_on_boards(field, brackets)
    return RoundPairing(
        field.state.next_round,
        tuple(Board(pair.white, pair.black) for pair in pairs),
        None if bye is None else field.members[bye].tpn,
        round_trace(field, brackets, pairs, bye),
    )


def system_of(key: str, field: Callable[[TournamentState], UpfloatingField[M]]) -> System:
    """The chapter whose rounds `field` reads."""

    def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
        return explain.why_not(field(state), a, b)

    def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
        return explain.violations(field(state), pairing)

    return System(key, lambda state: pair(field(state)), why_not, violations)
