"""C.04.5 and C.04.6 (FIDE, 1 February 2026), articles 3.3 to 3.6, written a second time.

It shares no rule with `pairing.fide2026.upfloating`. Each bracket is found as one matching of least
cost of everybody not yet paired: a pair of a resident with somebody below costs what [C4] to [C7]
say; then, inside the bracket, what the chapter says of pairs. Which of the best comes first in the
orders of art. 3.5.4 and 3.6.3 is asked one by one. A card is a player or a team.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from pairing.errors import NoLegalPairing
from pairing.fide2026.witness.past import (
    Card,
    can_be_paired,
    cards_of,
    forbidden_pairs,
)
from pairing.matching import bits
from pairing.matching.optimum import Budget, Optimum, Rows
from pairing.state import Board, Colour, RoundPairing, TournamentState


class Round(ABC):
    """A round of one of the two chapters, which says what differs."""

    def __init__(
        self, state: TournamentState, budget: Budget, progress: Callable[[int], None]
    ) -> None:
        self.state, self.budget, self.progress = state, budget, progress
        self.cards = self._cards()
        self.here = sorted(
            (self.cards[player.tpn] for player in state.to_be_paired()), key=lambda card: card.tpn
        )
        self.forbidden = forbidden_pairs(state)
        self.floaters = self._floaters()
        self.tops_by_score = state.option("top_member", "smaller_number") == "higher_score"

    def _cards(self) -> dict[int, Card]:
        return cards_of(self.state)

    @property
    @abstractmethod
    def asks_floats(self) -> bool:
        """Floaters of the round before are spared in this round."""

    @abstractmethod
    def pair_costs(self, people: list[Card], up: set[Card]) -> Callable[[Card, Card], int]:
        """Art. 2.3: what it costs in a bracket with these upfloaters that two meet."""

    @abstractmethod
    def rank(self, card: Card) -> tuple[int, ...]:
        """Art. 4.2: the smaller is the first of two."""

    @abstractmethod
    def colour(self, first: Card, other: Card) -> Colour:
        """Art. 4.3: of the first."""

    def _floaters(self) -> set[int]:
        """Art. 1.5: who met somebody of another pairing score in the round before."""
        last = len(self.state.rounds) - 1
        return {
            tpn
            for round_ in self.state.rounds[-1:]
            for game in round_.games
            if game.result.played
            and self.cards[game.white].scores[last] != self.cards[game.black].scores[last]
            for tpn in (game.white, game.black)
        }

    def again(self, card: Card) -> bool:
        return self.asks_floats and card.tpn in self.floaters

    def legal(self, one: Card, two: Card) -> bool:
        """[C1]"""
        return two.tpn not in one.met and frozenset((one.tpn, two.tpn)) not in self.forbidden

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
        """Art. 3.3.2"""
        bye = self._bye()
        left = [card for card in self.here if card is not bye]
        self.groups = sorted({card.score for card in left}, reverse=True)
        boards: list[tuple[tuple[int, ...], Board]] = []
        while left:
            for one, two in self._bracket(left):
                # C.04.2 art. 3.6: by scores and numbers, whoever is the first of the two.
                high, low = sorted((one, two), key=lambda card: (-card.score, card.tpn))
                boards.append(((-high.score, -low.score, high.tpn), self._seats(one, two)))
                left = [card for card in left if card not in (one, two)]
            self.progress(100 - 100 * len(left) // max(len(self.here), 1))
        ordered = tuple(board for _, board in sorted(boards, key=lambda each: each[0]))
        return RoundPairing(self.state.next_round, ordered, bye.tpn if bye else None)

    # Art. 3.4, 2.1.2 [C2]

    def _bye(self) -> Card | None:
        rows = self.rows(self.here)
        everybody = tuple(card.tpn for card in self.here)
        if len(self.here) % 2 == 0:
            if not can_be_paired(rows):
                raise NoLegalPairing(everybody)
            return None
        order = sorted(self.here, key=lambda card: (card.score, -card.played, -card.tpn))
        for card in order:
            barred = card.had_bye or card.full_bye or card.won_by_forfeit
            if not barred and can_be_paired(rows, self.here.index(card)):
                return card
        raise NoLegalPairing(everybody)

    # Art. 3.5

    def _bracket(self, left: list[Card]) -> list[tuple[Card, Card]]:
        top = max(card.score for card in left)
        residents = [card for card in left if card.score == top]
        lower = sorted(
            (card for card in left if card.score < top), key=lambda card: (-card.score, card.tpn)
        )
        chosen = self._upfloaters(residents, lower)
        return self._pairs(residents, chosen)

    def _upfloaters(self, residents: list[Card], lower: list[Card]) -> list[Card]:
        cards = [*residents, *lower]
        if can_be_paired(self.rows(residents)) and can_be_paired(self.rows(lower)):
            return []  # [C4]
        legal = self.rows(cards)
        top = residents[0].score
        # The next scoregroup of the round, whoever of it is still there.
        following = next((score for score in self.groups if score < top), None)
        left_of_it = sum(card.score == following for card in lower)
        best = self._optimum(cards, legal, len(residents), None)
        if left_of_it:
            asked = self._optimum(cards, legal, len(residents), following)
            up = self._up(asked, len(residents), len(cards))
            rest = left_of_it - sum(cards[v].score == following for v in up)
            crossing = sum(
                cards[v].score == following and cards[asked.mate[v]].score < following
                for v in range(len(residents), len(cards))
                if v not in up
            )
            # [C6] is passed with no more than one from below, or it asks nothing.
            best = asked if crossing == rest % 2 else best
        above = (1 << len(residents)) - 1
        return [cards[v] for v in range(len(residents), len(cards)) if best.attainable(v, above)]

    @staticmethod
    def _up(best: Optimum, residents: int, everybody: int) -> list[int]:
        return [v for v in range(residents, everybody) if best.mate[v] < residents]

    def _optimum(
        self, cards: list[Card], legal: list[int], residents: int, following: int | None
    ) -> Optimum:
        """[C4], [C5], with `following` [C6], and [C7], as digits of one number."""
        wide = 1 << (len(cards) + 1).bit_length()
        scores = sorted({card.score for card in cards[residents:]})
        worth = {score: wide ** (place + 2) for place, score in enumerate(reversed(scores))}
        many, crossing = wide ** (len(scores) + 2), wide
        rows: Rows = [{} for _ in cards]
        for v, row in enumerate(legal):
            for w in bits(row & ((1 << v) - 1)):  # w is the higher in the list
                one, two = cards[w], cards[v]
                cost = 0
                if w < residents <= v:
                    cost = many + worth[two.score] + self.again(two)
                elif w >= residents and following is not None:
                    cost = crossing * (one.score == following and two.score < following)
                rows[v][w] = rows[w][v] = cost
        return Optimum(rows, self.budget)

    # Art. 3.6

    def _pairs(self, residents: list[Card], up: list[Card]) -> list[tuple[Card, Card]]:
        """The first of the cheapest. Top members are asked for first."""
        # The lowest bit is the smallest number, so that the earliest mate is the first bottom.
        people = sorted([*residents, *up], key=lambda card: card.tpn)
        cost = self.pair_costs(people, set(up))
        rows: Rows = [{} for _ in people]
        for v, one in enumerate(people):
            for w, two in enumerate(people[:v]):
                if self.legal(one, two):
                    rows[v][w] = rows[w][v] = cost(one, two)
        best = Optimum(rows, self.budget)
        below = [
            sum(1 << w for w, two in enumerate(people) if self._on_top(one, two)) for one in people
        ]
        tops = [v for v in range(len(people)) if best.attainable(v, below[v])]
        return [(people[v], people[best.earliest(v, below[v])]) for v in tops]

    def _on_top(self, one: Card, two: Card) -> bool:
        """Art. 3.6.1: the smaller number, or by the option the higher score before it."""
        if self.tops_by_score and one.score != two.score:
            return one.score > two.score
        return one.tpn < two.tpn

    # Art. 4

    def _seats(self, one: Card, two: Card) -> Board:
        first, other = sorted((one, two), key=self.rank)
        white = self.colour(first, other) is Colour.WHITE
        return Board(first.tpn, other.tpn) if white else Board(other.tpn, first.tpn)

    def initial(self, first: Card) -> Colour:
        """Art. 4.3.1"""
        drawn = self.state.initial_colour or Colour.WHITE
        return drawn if first.number % 2 else drawn.opposite

    def resident_again(self, one: Card, two: Card, up: set[Card]) -> bool:
        """Whoever meets an upfloater was a floater in the round before."""
        return (one in up) != (two in up) and self.again(two if one in up else one)
