"""FIDE C.04.4.1 (Dubov System), applied from 1 February 2026, written a second time.

It shares no rule with `pairing.fide2026.dubov`. Who comes up is one matching of least cost of
everybody not yet paired, with [C5] to [C10] as digits; the shifts of a bracket are one matching of
least cost inside it. Which of the best comes first in the orders of article 4 is asked player by
player.
"""

from collections.abc import Callable

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.fide2026.witness.past import (
    Card,
    alternated,
    can_be_paired,
    cards_of,
    forbidden_pairs,
)
from pairing.matching import bits
from pairing.matching.optimum import Budget, BudgetExhausted, Optimum, Rows
from pairing.state import Board, Colour, RoundPairing, TournamentState

MAX_PLAYERS = 1000
STEPS = 60_000_000

MILD, STRONG, ABSOLUTE = 1, 2, 3


def pair(
    state: TournamentState,
    steps: int = STEPS,
    progress: Callable[[int], None] = lambda per_cent: None,
) -> RoundPairing:
    """Art. 1.9.2. Raises `BudgetExhausted` when it is too much."""
    unrated = tuple(player.tpn for player in state.players if not player.rating)
    if unrated:
        raise UnsupportedRule("swiss.unrated", players=unrated)  # Art. 1.1
    return _Round(state, Budget(steps), progress).pair()


def preference(card: Card) -> tuple[Colour, int]:
    """Art. 1.6"""
    if not card.colours:
        return Colour.BLACK, MILD
    last, difference = card.colours[-1], card.difference
    if abs(difference) > 1:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), ABSOLUTE
    if card.colours[-2:] == [last, last]:
        return last.opposite, ABSOLUTE
    if difference:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), STRONG
    return last.opposite, MILD


class _Round:
    def __init__(
        self, state: TournamentState, budget: Budget, progress: Callable[[int], None]
    ) -> None:
        self.state, self.budget, self.progress = state, budget, progress
        cards = cards_of(state)
        self.here = sorted(
            (cards[player.tpn] for player in state.to_be_paired()), key=lambda card: card.tpn
        )
        self.forbidden = forbidden_pairs(state)
        self.due = {card.tpn: preference(card) for card in self.here}
        self.aro = {card.tpn: self._average(card, cards) for card in self.here}
        self.upfloats = self._upfloats(cards)
        self.most = 2 + state.total_rounds // 5  # Art. 1.8.2

    # Art. 1.7: of the opponents over the board, rounded to the nearest, a half upwards

    def _average(self, card: Card, cards: dict[int, Card]) -> int:
        met = [
            cards[game.opponent(card.tpn)].rating
            for round_ in self.state.rounds
            for game in round_.games
            if card.tpn in (game.white, game.black) and game.result.played
        ]
        whole, rest = divmod(sum(met), len(met)) if met else (0, 0)
        return whole + (2 * rest >= len(met) > 0)

    # Art. 1.8.1: paired with a higher pairing score, played or not

    def _upfloats(self, cards: dict[int, Card]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {tpn: [] for tpn in cards}
        for at, round_ in enumerate(self.state.rounds):
            for game in round_.games:
                white, black = cards[game.white].scores[at], cards[game.black].scores[at]
                if white != black:
                    found[game.white if white < black else game.black].append(round_.number)
        return found

    def legal(self, one: Card, two: Card) -> bool:
        """[C1], [C3]"""
        same = self.due[one.tpn] == self.due[two.tpn] and self.due[one.tpn][1] == ABSOLUTE
        met = two.tpn in one.met or frozenset((one.tpn, two.tpn)) in self.forbidden
        return not same and not met

    def same(self, one: Card, two: Card) -> bool:
        """[C7]: one of the two does not get the colour they prefer."""
        return self.due[one.tpn][0] is self.due[two.tpn][0]

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
        while left:
            top = max(card.score for card in left)
            residents = [card for card in left if card.score == top]
            lower = sorted(
                (card for card in left if card.score < top), key=lambda c: (-c.score, c.tpn)
            )
            bracket = [*residents, *self._upfloaters(residents, lower)]
            for one, two in self._pairs(sorted(bracket, key=lambda card: card.tpn)):
                first, other = sorted((one, two), key=lambda card: (-card.score, card.tpn))
                boards.append(((-first.score, -other.score, first.tpn), self._seats(first, other)))
            left = [card for card in left if card not in bracket]
            self.progress(100 - 100 * len(left) // max(len(self.here), 1))
        ordered = tuple(board for _, board in sorted(boards, key=lambda each: each[0]))
        return RoundPairing(self.state.next_round, ordered, bye.tpn if bye else None)

    # Art. 3.1

    def _bye(self) -> Card | None:
        rows = self.rows(self.here)
        everybody = tuple(card.tpn for card in self.here)
        if len(self.here) % 2 == 0:
            if not can_be_paired(rows):
                raise NoLegalPairing(everybody)
            return None
        for card in sorted(self.here, key=lambda c: (c.score, -c.played, -c.tpn)):
            barred = card.had_bye or card.free_win
            if not barred and can_be_paired(rows, self.here.index(card)):
                return card
        raise NoLegalPairing(everybody)

    # Art. 3.2.1, 3.2.2

    def _upfloaters(self, residents: list[Card], lower: list[Card]) -> list[Card]:
        if can_be_paired(self.rows(residents)) and can_be_paired(self.rows(lower)):
            return []  # [C5]
        cards, size = [*residents, *lower], len(residents)
        wide = 1 << (2 * len(cards) * (len(self.state.rounds) + 1)).bit_length()
        scores = sorted({card.score for card in lower})
        # [C10], [C9], [C8], [C7], a digit for each score [C6], [C5]
        worth = {score: wide ** (place + 4) for place, score in enumerate(reversed(scores))}
        many = wide ** (len(scores) + 4)
        rows: Rows = [{} for _ in cards]
        for v, row in enumerate(self.rows(cards)):
            for w in bits(row & ((1 << v) - 1)):
                cost = 0
                if w < size:
                    cost = wide**3 * self.same(cards[v], cards[w])
                    if v >= size:
                        cost += many + worth[cards[v].score] + self._quality(cards[v], wide)
                rows[v][w] = rows[w][v] = cost
        best = Optimum(rows, self.budget)
        above = (1 << size) - 1
        return [cards[v] for v in range(size, len(cards)) if best.attainable(v, above)]

    def _quality(self, card: Card, wide: int) -> int:
        """[C8] to [C10], which the last round does not ask."""
        if self.state.is_last_round:
            return 0
        times = self.upfloats[card.tpn]
        found = int(self.state.next_round - 1 in times)
        if len(times) >= self.most:
            found += wide**2 + wide * len(times)
        return found

    # Art. 3.2.3 to 3.2.6

    def _pairs(self, players: list[Card]) -> list[tuple[Card, Card]]:
        """`players` by number, so that bit v is player v."""
        everybody = (1 << len(players)) - 1
        if any(card.colours for card in players):
            first = sum(
                1 << v for v, card in enumerate(players) if self.due[card.tpn][0] is Colour.WHITE
            )
        else:
            first = (1 << len(players) // 2) - 1
        small, large = first, everybody & ~first
        if small.bit_count() > large.bit_count():
            small, large = large, small
        # [C7], then as few pairs inside the smaller subgroup as can be
        rows: Rows = [{} for _ in players]
        for v, row in enumerate(self.rows(players)):
            for w in bits(row & ((1 << v) - 1)):
                inside = small >> v & small >> w & 1
                cost = 2 * len(players) * self.same(players[v], players[w]) + inside
                rows[v][w] = rows[w][v] = cost
        best = Optimum(rows, self.budget)
        # Of each pair inside a subgroup one is shifted: as early as can be in the order of 4.3.
        shifted = 0
        for group in (small, large):
            moved = 0
            for v in self._shifters(players, group):
                moved |= best.attainable(v, group & ~moved & ~(1 << v)) << v
            shifted |= moved
        sides = first ^ shifted
        best.confine({v: ~sides if sides >> v & 1 else sides for v in range(len(players))})
        order = sorted(bits(sides), key=lambda v: (self.aro[players[v].tpn], players[v].tpn))
        return [(players[v], players[best.earliest(v, everybody & ~sides)]) for v in order]

    def _shifters(self, players: list[Card], group: int) -> list[int]:
        """Art. 4.3: from the middle; White seekers by ARO, Black seekers by number."""
        members = list(bits(group))
        if members and self.due[players[members[0]].tpn][0] is Colour.WHITE:
            members.sort(key=lambda v: (self.aro[players[v].tpn], players[v].tpn))
        found = []
        while members:
            found.append(members.pop((len(members) - 1) // 2))
        return found

    # Art. 5

    def _seats(self, first: Card, other: Card) -> Board:
        white = self._colour(first, other) is Colour.WHITE
        return Board(first.tpn, other.tpn) if white else Board(other.tpn, first.tpn)

    def _colour(self, first: Card, other: Card) -> Colour:
        """Of the higher ranked."""
        if not first.colours and not other.colours:  # 5.2.1
            initial = self.state.initial_colour or Colour.WHITE
            return initial if first.number % 2 else initial.opposite
        (mine, strength), (theirs, its_strength) = self.due[first.tpn], self.due[other.tpn]
        if mine is not theirs:  # 5.2.2
            return mine
        if strength != its_strength:  # 5.2.3
            return mine if strength > its_strength else theirs.opposite
        return alternated(first.colours, other.colours) or mine  # 5.2.4, 5.2.5


__all__ = ["MAX_PLAYERS", "STEPS", "BudgetExhausted", "pair"]
