"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Art. 3 and 4: one bracket.

The graph holds everybody not yet paired and, if their number is odd, the PAB as one more vertex.
A player of the bracket whose mate is below, or the PAB, floats. So every perfect matching is a
candidate together with a completion of the rest [C4], and the least cost is the best candidate.
Which of the best comes first in the sequence of art. 4 is then asked player by player.
"""

from pairing.fide2026.witness.criteria import Costs
from pairing.fide2026.witness.field import Card
from pairing.matching import Matching, bits
from pairing.matching.optimum import Budget, Optimum, Rows
from pairing.state import Colour


class Bracket:
    """`cards[:size]` is the bracket, its first `moved_down` the MDPs; the others are below it."""

    def __init__(
        self,
        cards: list[Card],
        legal: list[int],
        moved_down: int,
        bye_score: int | None,
        rounds: int,
        initial: Colour,
        budget: Budget,
    ) -> None:
        self.cards = cards
        self.legal = legal
        self.moved_down = moved_down
        self.budget = budget
        residents_score = cards[moved_down].score
        self.size = sum(card.score >= residents_score for card in cards)
        below = cards[self.size :]
        following = [card for card in below if card.score == below[0].score]
        self.next_size = self.size + len(following)
        #: the PAB is one more vertex, for those whose score is the lowest possible [C2, C5]
        self.bye = len(cards) if bye_score is not None else -1
        self.takers = sum(
            1 << v
            for v, card in enumerate(cards)
            if bye_score is not None and card.score == bye_score and card.may_have_bye
        )
        bye_here = bye_score is not None and bye_score >= residents_score
        closed = self._closed(bye_here)
        if closed:
            # [C6]: nobody but the one with the PAB has to float, so nobody does.
            self.next_size = self.size
            del self.cards[self.size :]
            self.bye = self.size if bye_here else -1
            following = []
        self.costs = Costs(
            cards[: self.size], moved_down, following, rounds, initial, bye_here and closed
        )

    def pair(self) -> list[tuple[int, int]]:
        """Art. 3.8: the pairs of the best candidate, of equals the earliest."""
        best = Optimum(self._rows(), self.budget)
        residents = (1 << self.size) - (1 << self.moved_down)
        # Art. 4.4.2: the MDPs that are paired, the highest first.
        mdps = [v for v in range(self.moved_down) if best.attainable(v, residents)]
        # Art. 4.2: each the highest resident possible, whatever the remainder.
        taken = {best.earliest(v, residents) for v in mdps}
        self._pair_remainder(best, [v for v in range(self.moved_down, self.size) if v not in taken])
        return [(v, w) for v, w in enumerate(best.mate) if v < w < self.size]

    # Art. 3.3 and 4.3  The remainder, or the whole homogeneous bracket

    def _pair_remainder(self, best: Optimum, players: list[int]) -> None:
        """A pair has its higher ranked player in S1: the other way round would be an exchange
        more or a later one. So S1 is known as soon as the pairs are."""
        members = sum(1 << v for v in players)
        lower = {v: members & -(2 << v) for v in players}
        pairs = sum(1 for v in players if lower[v] >> best.mate[v] & 1)
        first, second = players[:pairs], players[pairs:]
        half = sum(1 << v for v in second)
        apart = dict.fromkeys(first, half) | dict.fromkeys(second, ~half)
        if not best.confine(apart):
            # Art. 4.3.2: the fewest exchanges, then the least difference of the numbers,
            place = {v: number for number, v in enumerate(players)}
            most = sum(place.values()) + 1

            def exchanges(v: int, w: int) -> int:
                v, w = min(v, w), max(v, w)
                if not lower.get(v, 0) >> w & 1:
                    return 0
                return place[v] + (most if place[v] >= pairs else 0)

            best.refine(exchanges)
            # then the largest numbers out of S1, then the smallest out of S2.
            for v in reversed(first):
                best.attainable(v, ~lower[v])
            for v in second:
                best.attainable(v, lower[v])
        # Art. 4.2: the transposition.
        for v in players:
            if lower[v] >> best.mate[v] & 1:
                best.earliest(v, lower[v])

    # The graph

    def _closed(self, bye_here: bool) -> bool:
        """Is everybody in the bracket paired, except the one with the PAB, and all below?"""
        n, inside = len(self.cards), (1 << self.size) - 1
        mdps = (1 << self.moved_down) - 1
        rows = [
            row & (inside if v < self.size else ~inside) & ~(mdps if v < self.moved_down else 0)
            for v, row in enumerate(self.legal)
        ]
        if self.bye >= 0:
            takers = self.takers & (inside if bye_here else ~inside)
            for v in range(n):
                rows[v] |= (takers >> v & 1) << n
            rows.append(takers)
        return Matching(rows, (1 << len(rows)) - 1).complete()

    def _rows(self) -> Rows:
        costs, cards = self.costs, self.cards
        floating = [costs.float(card) for card in cards[: self.size]]
        left_next = [costs.left_next(card) for card in cards[: self.next_size]]
        rows: Rows = [{} for _ in range(max(len(cards), self.bye + 1))]
        for v, one in enumerate(cards):
            for w in bits(self.legal[v] & ((1 << len(cards)) - (2 << v))):
                if v >= self.size:
                    cost = left_next[v] if v < self.next_size <= w else 0
                elif w >= self.size:
                    cost = floating[v] + (left_next[v] if w >= self.next_size else 0)
                elif w >= self.moved_down:
                    cost = costs.pair(one, cards[w])
                else:
                    continue  # Art. 3.2: MDPs do not meet each other.
                rows[v][w] = rows[w][v] = cost
            if self.bye >= 0 and self.takers >> v & 1:
                cost = left_next[v] if v < self.next_size else 0
                if v < self.size:
                    cost += floating[v] + costs.bye(one)
                rows[v][self.bye] = rows[self.bye][v] = cost
        return rows
