"""FIDE C.04.4.2 (Burstein System), applied from 1 February 2026, written a second time.

It shares no rule with `pairing.fide2026.burstein`; the seeding rounds are those of the second
engine of the Dutch System. Each bracket is one matching of least cost of everybody not yet paired,
with [C5] to [C8] as digits: whose mate is below, floats. Which of the best comes first in the
order of art. 4.3 is asked player by player.
"""

from collections.abc import Callable
from dataclasses import replace

from pairing.errors import NoLegalPairing
from pairing.fide2026 import witness
from pairing.fide2026.witness.field import ABSOLUTE, preference
from pairing.fide2026.witness.past import (
    Card,
    alternated,
    can_be_paired,
    cards_of,
    forbidden_pairs,
)
from pairing.matching import bits
from pairing.matching.optimum import Budget, BudgetExhausted, Optimum, Rows
from pairing.results import ByeKind
from pairing.state import Board, Colour, RoundPairing, TournamentState

MAX_PLAYERS = 1000
STEPS = 60_000_000


def pair(
    state: TournamentState,
    steps: int = STEPS,
    progress: Callable[[int], None] = lambda per_cent: None,
) -> RoundPairing:
    """Art. 1.9. Raises `BudgetExhausted` when it is too much."""
    if state.next_round <= min(state.total_rounds // 2, 4):  # Art. 1.6
        if not state.option("accelerated_seeding", False):
            state = replace(state, acceleration=None)
        return witness.pair(state, steps, progress)
    return _Round(state, Budget(steps), progress).pair()


class _Round:
    def __init__(
        self, state: TournamentState, budget: Budget, progress: Callable[[int], None]
    ) -> None:
        self.state, self.budget, self.progress = state, budget, progress
        self.cards = cards_of(state)
        self.forbidden = forbidden_pairs(state)
        here = [self.cards[player.tpn] for player in state.to_be_paired()]
        # Art. 1.8: by the Index alone
        self.here = sorted(here, key=lambda card: (*self._index(card), card.tpn))
        self.rank = {card.tpn: place for place, card in enumerate(self.here)}
        self.due = {card.tpn: preference(card.colours) for card in self.here}

    # Art. 1.7

    def _index(self, card: Card) -> tuple[int, int]:
        """Buchholz and Sonneborn-Berger, so that the smaller comes first."""
        buchholz = berger = 0
        for turn in card.rounds:
            # A round without a game is one against oneself.
            worth = self._seen(self.cards[turn.met]) if turn.met else card.points
            buchholz += worth
            berger += turn.points * worth
        return -buchholz, -berger

    def _seen(self, card: Card) -> int:
        """The score of a player as opponents see it: a draw for each zero-point bye of a series
        that goes on in the round being paired."""
        away = {bye.player for bye in self.state.byes if bye.kind is ByeKind.ZERO_POINT}
        draws = 0
        if card.tpn in away:
            for turn in reversed(card.rounds):
                if not turn.away:
                    break
                draws += 1
        return card.points + draws * self.state.points.draw

    def legal(self, one: Card, two: Card) -> bool:
        """[C1], [C3]"""
        same = self.due[one.tpn] == self.due[two.tpn] and self.due[one.tpn][1] == ABSOLUTE
        met = two.tpn in one.met or frozenset((one.tpn, two.tpn)) in self.forbidden
        return not same and not met

    def rows(self, cards: list[Card]) -> list[int]:
        found = [0] * len(cards)
        for v, one in enumerate(cards):
            for w in range(v):
                if self.legal(cards[w], one):
                    found[v] |= 1 << w
                    found[w] |= 1 << v
        self.budget.spend(len(cards) ** 2 // 8)
        return found

    def pair(self) -> RoundPairing:
        bye = self._bye()
        left = [card for card in self.here if card is not bye]
        boards: list[tuple[tuple[int, ...], Board]] = []
        floaters: list[Card] = []
        for score in sorted({card.score for card in left}, reverse=True):
            lower = [card for card in left if card.score < score]
            bracket = [card for card in left if card.score == score or card in floaters]
            pairs = self._bracket(bracket, lower)
            paired = {card.tpn for pair in pairs for card in pair}
            for one, two in pairs:
                first, other = sorted((one, two), key=lambda card: (-card.score, card.tpn))
                boards.append(((-first.score, -other.score, first.tpn), self._seats(one, two)))
            floaters = [card for card in bracket if card.tpn not in paired]
            left = [card for card in left if card.tpn not in paired]
            self.progress(100 - 100 * len(left) // max(len(self.here), 1))
        ordered = tuple(board for _, board in sorted(boards, key=lambda each: each[0]))
        return RoundPairing(self.state.next_round, ordered, bye.tpn if bye else None)

    # Art. 3.1

    def _bye(self) -> Card | None:
        rows = self.rows(self.here)
        everybody = tuple(sorted(card.tpn for card in self.here))
        if len(self.here) % 2 == 0:
            if not can_be_paired(rows):
                raise NoLegalPairing(everybody)
            return None
        order = sorted(self.here, key=lambda c: (c.score, -c.played, -self.rank[c.tpn]))
        for card in order:
            barred = card.had_bye or card.free_win
            if not barred and can_be_paired(rows, self.here.index(card)):
                return card
        raise NoLegalPairing(everybody)

    # Art. 3.2, 4

    def _bracket(self, bracket: list[Card], lower: list[Card]) -> list[tuple[Card, Card]]:
        """The pairs, the higher ranked first; `bracket` is in the order of art. 1.8."""
        if not can_be_paired(self.rows(bracket)) or not can_be_paired(self.rows(lower)):
            rest = sorted(lower, key=lambda card: -card.score)
        else:
            rest = []  # [C5]: nobody floats, and those below are paired in their turn
        following = max((card.score for card in rest), default=None)
        # The lowest bit is the last of the bracket, so that the earliest mate has the largest BSN.
        cards = [*reversed(bracket), *rest]
        size = len(bracket)
        unit = self._units(cards, size, following)
        rows: Rows = [{} for _ in cards]
        for v, row in enumerate(self.rows(cards)):
            for w in bits(row & ((1 << v) - 1)):
                rows[v][w] = rows[w][v] = self._cost(cards, size, following, w, v, unit)
        best = Optimum(rows, self.budget)
        inside = (1 << size) - 1
        pairs = []
        for v in reversed(range(size)):
            if best.attainable(v, inside):
                mate = best.earliest(v, inside)
                if mate < v:
                    pairs.append((cards[v], cards[mate]))
        return pairs

    @staticmethod
    def _units(cards: list[Card], size: int, following: int | None) -> dict[object, int]:
        """The worth of one of each kind: [C8] least, then [C7], [C6] and [C5]."""
        wide = 1 << (2 * len(cards) + 1).bit_length()
        names: list[object] = ["C8"]
        ahead = {card.score for card in cards[:size]}
        ahead |= {card.score for card in cards[size:] if card.score == following}
        names += [("C7", score) for score in sorted(ahead)]
        names.append("C7")
        names += [("C6", score) for score in sorted({card.score for card in cards[:size]})]
        names.append("C5")
        return {name: wide**place for place, name in enumerate(names)}

    def _cost(
        self,
        cards: list[Card],
        size: int,
        following: int | None,
        w: int,
        v: int,
        unit: dict[object, int],
    ) -> int:
        """Of a pair, w before v in the list."""
        one, two = cards[w], cards[v]
        if v < size:
            mine, theirs = self.due[one.tpn][0], self.due[two.tpn][0]
            return unit["C8"] * (mine is not None and mine is theirs)
        beyond = two.score != following
        if w < size:
            cost = unit["C5"] + unit["C6", one.score]
            return cost + beyond * (unit["C7"] + unit["C7", one.score])
        if one.score == following and beyond:
            return unit["C7"] + unit["C7", one.score]
        return 0

    # Art. 5

    def _seats(self, one: Card, two: Card) -> Board:
        """`one` is the higher ranked by art. 1.8, whatever the scores."""
        white = self._colour(one, two) is Colour.WHITE
        return Board(one.tpn, two.tpn) if white else Board(two.tpn, one.tpn)

    def _colour(self, one: Card, two: Card) -> Colour:
        if not one.colours and not two.colours:  # 5.2.1
            initial = self.state.initial_colour or Colour.WHITE
            return initial if one.number % 2 else initial.opposite
        (mine, strength), (theirs, its_strength) = self.due[one.tpn], self.due[two.tpn]
        if mine is None or theirs is None:  # 5.2.2
            return mine or (theirs or Colour.WHITE).opposite
        if mine is not theirs:
            return mine
        if strength != its_strength:  # 5.2.3
            return mine if strength > its_strength else theirs.opposite
        return alternated(one.colours, two.colours) or mine  # 5.2.4, 5.2.5


__all__ = ["MAX_PLAYERS", "STEPS", "BudgetExhausted", "pair"]
