"""FIDE C.04.4.1 (Dubov), applied from 1 February 2026. Article 3.2: one bracket after the other."""

from dataclasses import dataclass

from pairing.fide2026.dubov.definitions import Field
from pairing.fide2026.dubov.subgroups import Arrangement, arrange
from pairing.fide2026.dubov.upfloaters import upfloaters
from pairing.matching import as_set

#: two players who must meet, in a question about another pairing
Forced = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Bracket:
    """Art. 1.3.2: the residents of a scoregroup with their upfloaters, paired."""

    score: int
    residents: int
    upfloaters: tuple[int, ...]  # in the order of art. 4.2.2
    arrangement: Arrangement

    @property
    def players(self) -> int:
        return self.residents | as_set(self.upfloaters)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return self.arrangement.pairs


def pair_brackets(field: Field, players: int, forced: Forced | None = None) -> list[Bracket]:
    """Art. 1.9.2: the scoregroups in descending order. `players` can all be paired."""
    done = []
    left = players
    for score, group in field.scoregroups:
        residents = group & left
        if residents:
            bracket = pair_bracket(field, score, residents, left & ~residents, forced)
            left &= ~bracket.players
            done.append(bracket)
    return done


def pair_bracket(
    field: Field, score: int, residents: int, lower: int, forced: Forced | None = None
) -> Bracket:
    """Art. 3.2.1 and 3.2.2, then 3.2.3 to 3.2.6.

    Two who must meet are set apart while the upfloaters are chosen: their pair adds the same to
    every set.
    """
    rows = field.legal
    own: tuple[int, ...] = ()
    both = as_set(forced) if forced is not None else 0
    if forced is not None and both & (residents | lower) == both:
        own = tuple(x for x in forced if lower >> x & 1) if both & residents else ()
    else:
        both = 0
    found = upfloaters(field, residents & ~both, lower & ~both)
    chosen = tuple(
        sorted((*found, *own), key=lambda x: (-field.members[x].score, x)) if own else found
    )
    players = residents | as_set(chosen)
    if both and both & players == both:
        rows = list(rows)
        a, b = forced or (0, 0)
        for x in range(field.n):
            rows[x] &= ~both
        rows[a], rows[b] = 1 << b, 1 << a
    return Bracket(score, residents, chosen, arrange(field, rows, players))
