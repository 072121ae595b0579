"""FIDE C.04.3 (Dutch System), applied from 1 February 2026, written a second time.

The witness: it pairs a round by another method than `pairing.fide2026.dutch` and shares no rule
with it, only the words of `pairing.state` and the matchings of `pairing.matching`. Where both
give the same round, it would need the same mistake made twice for both to be wrong.

    Art. 1, 5  field.py      order, floats, colours, topscorers, virtual points
    Art. 2     criteria.py   what each pair costs, all criteria in one number
    Art. 3, 4  bracket.py    one bracket after the other

The least cost, with its proof, and the earliest of equals are `pairing.matching.optimum`. It is
plain rather than fast: every bracket is solved together with all players below it.
"""

from collections.abc import Callable

from pairing.errors import NoLegalPairing
from pairing.fide2026.witness.bracket import Bracket
from pairing.fide2026.witness.criteria import may_meet
from pairing.fide2026.witness.field import Card, cards_of, white_first
from pairing.matching import Matching
from pairing.matching.optimum import Budget, BudgetExhausted
from pairing.state import Board, Colour, RoundPairing, TournamentState

#: larger fields are not checked
MAX_PLAYERS = 1000
#: edges looked at, about; a field of 1,000 needs some 15 million
STEPS = 60_000_000


def pair(
    state: TournamentState,
    steps: int = STEPS,
    progress: Callable[[int], None] = lambda per_cent: None,
) -> RoundPairing:
    """Art. 1.9: the pairing of the next round. Raises `BudgetExhausted` when it is too much."""
    cards = cards_of(state)
    forbidden = _forbidden_pairs(state)
    initial = state.initial_colour or Colour.WHITE
    budget = Budget(steps)
    bye_score = _bye_score(cards, _legal(cards, forbidden))
    made: list[tuple[Card, Card]] = []
    moved_down, everybody = 0, len(cards)
    while moved_down < len(cards):
        legal = _legal(cards, forbidden)
        rounds = len(state.rounds)
        bracket = Bracket(list(cards), legal, moved_down, bye_score, rounds, initial, budget)
        pairs = bracket.pair()
        made += [(cards[v], cards[w]) for v, w in pairs]
        paired = {v for pair in pairs for v in pair}
        moved_down = bracket.size - len(paired)
        cards = [card for v, card in enumerate(cards) if v not in paired]
        progress(100 - 100 * len(cards) // everybody)
    # C.04.2 art. 3.6: the score of the higher ranked, the sum of both, the number.
    made.sort(key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].tpn))
    boards = []
    for one, two in made:
        white, black = white_first(one, two, initial)
        boards.append(Board(white.tpn, black.tpn))
    return RoundPairing(state.next_round, tuple(boards), cards[0].tpn if cards else None)


def _forbidden_pairs(state: TournamentState) -> set[frozenset[int]]:
    return {
        frozenset((one, two))
        for group in state.forbidden
        if group.applies_to(state.next_round)
        for one in group.players
        for two in group.players
        if one != two
    }


def _legal(cards: list[Card], forbidden: set[frozenset[int]]) -> list[int]:
    rows = [0] * len(cards)
    for v, one in enumerate(cards):
        for w in range(v):
            if may_meet(cards[w], one, forbidden):
                rows[v] |= 1 << w
                rows[w] |= 1 << v
    return rows


def _bye_score(cards: list[Card], legal: list[int]) -> int | None:
    """Art. 2.3.1 [C5]: the lowest score that whoever has the PAB can have; None without a PAB."""
    n = len(cards)
    if n % 2 == 0:
        if not Matching(legal, (1 << n) - 1).complete():
            raise NoLegalPairing(tuple(card.tpn for card in cards))
        return None
    for score in sorted({card.score for card in cards}):
        takers = sum(1 << v for v, c in enumerate(cards) if c.score == score and c.may_have_bye)
        rows = [row | (takers >> v & 1) << n for v, row in enumerate(legal)]
        if Matching([*rows, takers], (2 << n) - 1).complete():
            return score
    raise NoLegalPairing(tuple(card.tpn for card in cards))


__all__ = ["MAX_PLAYERS", "STEPS", "BudgetExhausted", "pair"]
