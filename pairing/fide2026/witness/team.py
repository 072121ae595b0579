"""FIDE C.04.6 (Swiss Team Pairing System), applied from 1 February 2026, written a second time.

It shares no rule with `pairing.fide2026.team`. Articles 3.3 to 3.6, which C.04.5 has word for word,
are `upfloating.py`. A team is a card, and its colours are those of board 1.
"""

from collections.abc import Callable
from itertools import accumulate

from pairing.errors import UnsupportedRule
from pairing.fide2026.witness.past import Card, alternated
from pairing.fide2026.witness.upfloating import Round
from pairing.matching.optimum import Budget, BudgetExhausted
from pairing.state import Colour, RoundPairing, TournamentState

MAX_PLAYERS = 1000
STEPS = 60_000_000

NOTHING, MILD, STRONG = range(3)
#: colour and strength
Preference = tuple[Colour | None, int]


def pair(
    state: TournamentState,
    steps: int = STEPS,
    progress: Callable[[int], None] = lambda per_cent: None,
) -> RoundPairing:
    """Art. 3.3.2. Raises `BudgetExhausted` when it is too much."""
    return _Round(state, Budget(steps), progress).pair()


# Art. 1.7


def preference(card: Card, kind: str, *, last_round: bool) -> Preference:
    """The row of the table that applies; of two, the strong one."""
    if not card.colours or kind == "no_preferences":
        return None, NOTHING
    *_, last = card.colours
    twice = card.colours[-2:] == [last, last]
    for colour, lead in ((Colour.WHITE, -card.difference), (Colour.BLACK, card.difference)):
        # `lead`: so many matches with the other colour more than with this one.
        if lead > 1 or (twice and last is colour.opposite and lead >= 0):
            return colour, STRONG
    if kind == "type_a":
        return None, NOTHING
    if card.difference:
        return (Colour.BLACK if card.difference > 0 else Colour.WHITE), MILD
    return (None, NOTHING) if last_round else (last.opposite, MILD)


class _Round(Round):
    def __init__(
        self, state: TournamentState, budget: Budget, progress: Callable[[int], None]
    ) -> None:
        super().__init__(state, budget, progress)
        kind = str(state.option("preferences", "type_a"))
        self.type_b = kind == "type_b"
        self.due = {
            card.tpn: preference(card, kind, last_round=state.is_last_round) for card in self.here
        }

    @property
    def asks_floats(self) -> bool:
        """Art. 2.3.4, 2.3.7: not in the last two rounds."""
        return self.state.next_round <= self.state.total_rounds - 2

    # Art. 1.2

    def _cards(self) -> dict[int, Card]:
        """`score` is the primary one, `second` the other, or nothing where it does not count."""
        state, cards = self.state, super()._cards()
        board_points = {tpn: [*accumulate(each, initial=0)] for tpn, each in state.game_points}
        by_boards = state.option("primary_score", "match_points") == "game_points"
        if by_boards and state.acceleration is not None:
            raise UnsupportedRule("swiss.baku_points")
        self.second = dict.fromkeys(cards, 0)
        for tpn, card in cards.items():
            boards = board_points.get(tpn) or [0] * (len(state.rounds) + 1)
            if state.option("second_score", True):
                self.second[tpn] = card.points if by_boards else boards[-1]
            if by_boards:
                card.scores = boards
        return cards

    # Art. 2.3.5 to 2.3.7

    def pair_costs(self, people: list[Card], up: set[Card]) -> Callable[[Card, Card], int]:
        """[C8] counts most, then [C9], then [C10]."""
        wide = len(people)

        def cost(one: Card, two: Card) -> int:
            (mine, strength), (theirs, its_strength) = self.due[one.tpn], self.due[two.tpn]
            same = mine is not None and mine is theirs
            strong = same and self.type_b and strength == its_strength == STRONG
            return wide * (wide * same + strong) + self.resident_again(one, two, up)

        return cost

    # Art. 4

    def rank(self, card: Card) -> tuple[int, ...]:
        return (-card.score, -self.second[card.tpn], card.tpn)

    def colour(self, first: Card, other: Card) -> Colour:
        if not first.colours and not other.colours:  # 4.3.1
            return self.initial(first)
        (mine, strength), (theirs, its_strength) = self.due[first.tpn], self.due[other.tpn]
        if mine is not theirs:
            # 4.3.2, 4.3.3: the only preference, or both
            return mine or (theirs or Colour.WHITE).opposite
        if mine is not None and self.type_b and strength != its_strength:  # 4.3.4
            return mine if strength > its_strength else mine.opposite
        if first.difference != other.difference:  # 4.3.5
            return Colour.WHITE if first.difference < other.difference else Colour.BLACK
        alternate = alternated(first.colours, other.colours)  # 4.3.6
        if alternate is not None:
            return alternate
        # 4.3.7, 4.3.8, 4.3.9
        return mine or (first.colours[-1].opposite if first.colours else other.colours[-1])


__all__ = ["MAX_PLAYERS", "STEPS", "BudgetExhausted", "pair"]
