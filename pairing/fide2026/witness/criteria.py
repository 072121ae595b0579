"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Art. 2: what a pair or a float costs.

Each criterion is a count, or a list of counts for scores in descending order. All of them are
digits of one integer, the criterion of the highest priority in front, so that the least sum over
a candidate is the best candidate of art. 3.8.
"""

from collections.abc import Hashable, Iterable
from itertools import count

from pairing.fide2026.witness.field import ABSOLUTE, DOWN, STRONG, UP, Card, white_first
from pairing.state import Colour


def may_meet(one: Card, two: Card, forbidden: set[frozenset[int]]) -> bool:
    """[C1], [C3] and the pairs that the arbiter has forbidden."""
    if two.tpn in one.met or (forbidden and frozenset((one.tpn, two.tpn)) in forbidden):
        return False
    # Art. 2.1.3 [C3]: two non-topscorers with the same absolute colour preference.
    same = one.preference == two.preference and one.preference[1] == ABSOLUTE
    return not same or one.topscorer or two.topscorer


class Costs:
    """The digits for one bracket."""

    def __init__(
        self,
        bracket: list[Card],
        moved_down: int,
        following: list[Card],
        rounds: int,
        initial: Colour,
        bye_alone: bool,
    ) -> None:
        self.rounds = rounds
        self.initial = initial
        self.bye_alone = bye_alone
        self.residents_score = bracket[-1].score
        scores = list(dict.fromkeys(card.score for card in bracket))
        mdp_scores = list(dict.fromkeys(card.score for card in bracket[:moved_down]))
        seen_next = list(dict.fromkeys(card.score for card in [*bracket, *following]))
        names: list[Hashable] = ["C6", *_each("C7", scores)]
        if following:
            names += ["C8 pairs", *_each("C8", seen_next)]
        names += ["C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17"]
        for name in ("C18", "C19", "C20", "C21"):
            names += _each(name, mdp_scores)
        # No digit ever overflows: a pair counts two players at most, a bye `rounds` at most.
        width = (2 * (len(bracket) + len(following)) + rounds + 2).bit_length()
        self.unit = {name: 1 << width * place for name, place in zip(reversed(names), count())}

    def pair(self, one: Card, two: Card) -> int:
        """Two players of the bracket meet; `one` is the higher ranked."""
        unit, cost = self.unit, 0
        white, black = white_first(one, two, self.initial)
        final = one.topscorer or two.topscorer
        for card, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            due, strength = card.preference
            if final:
                after = card.difference + (1 if colour is Colour.WHITE else -1)
                if abs(after) > 2:
                    cost += unit["C10"]
                if card.colours[-2:] == [colour, colour]:
                    cost += unit["C11"]
            if due is not None and due is not colour:
                cost += unit["C12"]
                if strength == STRONG:
                    cost += unit["C13"]
        if one.score != self.residents_score:  # an MDP and their opponent
            for last, names in ((1, ("C15", "C19")), (2, ("C17", "C21"))):
                if two.floats.get(self.rounds + 1 - last) == UP:
                    # Art. 2.4.14, 2.4.16: the difference grows with the score of the MDP.
                    cost += unit[names[0]] + unit[names[1], one.score]
        return cost

    def float(self, card: Card) -> int:
        """A player of the bracket stays unpaired in it, PAB or not."""
        unit = self.unit
        cost = unit["C6"] + unit["C7", card.score]
        mdp = card.score != self.residents_score
        for last, names in ((1, ("C14", "C18")), (2, ("C16", "C20"))):
            if card.floats.get(self.rounds + 1 - last) == DOWN:
                # An MDP in the Limbo has a difference larger than any other.
                cost += unit[names[1], card.score] if mdp else unit[names[0]]
        return cost

    def left_next(self, card: Card) -> int:
        """Art. 2.4.3 [C8]: stays unpaired in the following bracket as well."""
        if "C8 pairs" not in self.unit:
            return 0
        return self.unit["C8 pairs"] + self.unit["C8", card.score]

    def bye(self, card: Card) -> int:
        """Art. 2.4.4 [C9]: only where the player is the one downfloater of the bracket."""
        return self.unit["C9"] * (self.rounds - len(card.colours)) if self.bye_alone else 0


def _each(name: str, scores: Iterable[int]) -> list[Hashable]:
    return [(name, score) for score in scores]
