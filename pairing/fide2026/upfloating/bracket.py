"""C.04.5 and C.04.6 (FIDE, 1 February 2026), article 3.3: one bracket after the other."""

from copy import copy
from dataclasses import dataclass

from pairing.fide2026.upfloating.definitions import M, Paired, UpfloatingField
from pairing.fide2026.upfloating.pairs import Pairs, best_pairs
from pairing.fide2026.upfloating.upfloaters import upfloaters
from pairing.matching import as_set


@dataclass(frozen=True, slots=True)
class Bracket:
    """Art. 1.3.2: the residents of a scoregroup with their upfloaters, paired."""

    score: int
    residents: int
    lower: int  # everybody else who was not yet paired
    upfloaters: tuple[int, ...]  # in the order of art. 3.5.3
    pairs: Pairs  # (top member, bottom member), as the identifier has them

    @property
    def players(self) -> int:
        return self.residents | as_set(self.upfloaters)

    @property
    def paired(self) -> Paired:
        return Paired(self.residents, self.lower, self.upfloaters, self.pairs)


def pair_brackets(field: UpfloatingField[M], players: int) -> list[Bracket]:
    """Art. 3.3.2: the scoregroups in descending order. `players` can all be paired."""
    done = []
    left = players
    for score, group in field.scoregroups:
        residents = group & left
        if residents:
            bracket = pair_bracket(field, score, residents, left & ~residents)
            left &= ~bracket.players
            done.append(bracket)
    return done


def pair_bracket(field: UpfloatingField[M], score: int, residents: int, lower: int) -> Bracket:
    """Art. 3.5, then 3.6."""
    chosen = upfloaters(field, residents, lower)
    up = as_set(chosen)
    pairs = best_pairs(field, field.legal, residents | up, up)
    return Bracket(score, residents, lower, chosen, pairs)


def with_pair(field: UpfloatingField[M], a: int, b: int) -> UpfloatingField[M]:
    """The same round, in which these two have no other opponent than each other."""
    other = copy(field)
    both = 1 << a | 1 << b
    other.legal = [row & ~both for row in field.legal]
    other.legal[a], other.legal[b] = 1 << b, 1 << a
    return other
