"""FIDE C.04.5 (Double-Swiss), applied from 1 February 2026, written a second time.

It shares no rule with `pairing.fide2026.double`. Articles 3.3 to 3.6, which C.04.6 has word for
word, are `upfloating.py`.
"""

from collections.abc import Callable

from pairing.fide2026.witness.past import Card, alternated
from pairing.fide2026.witness.upfloating import Round
from pairing.matching.optimum import Budget, BudgetExhausted
from pairing.state import Colour, RoundPairing, TournamentState

MAX_PLAYERS = 1000
STEPS = 60_000_000


def pair(
    state: TournamentState,
    steps: int = STEPS,
    progress: Callable[[int], None] = lambda per_cent: None,
) -> RoundPairing:
    """Art. 3.3.2. Raises `BudgetExhausted` when it is too much."""
    return _Round(state, Budget(steps), progress).pair()


class _Round(Round):
    @property
    def asks_floats(self) -> bool:
        return not self.state.is_last_round

    def pair_costs(self, people: list[Card], up: set[Card]) -> Callable[[Card, Card], int]:
        """[C8]"""
        return lambda one, two: int(self.resident_again(one, two, up))

    def rank(self, card: Card) -> tuple[int, ...]:
        return (-card.score, card.tpn)

    def colour(self, first: Card, other: Card) -> Colour:
        if not first.colours and not other.colours:  # 4.3.1
            return self.initial(first)
        mine = first.colours.count(Colour.WHITE)
        theirs = other.colours.count(Colour.WHITE)
        if mine != theirs:  # 4.3.2
            return Colour.WHITE if mine < theirs else Colour.BLACK
        alternate = alternated(first.colours, other.colours)  # 4.3.3
        if alternate is not None:
            return alternate
        return first.colours[-1].opposite if first.colours else other.colours[-1]  # 4.3.4, 4.3.5


__all__ = ["MAX_PLAYERS", "STEPS", "BudgetExhausted", "pair"]
