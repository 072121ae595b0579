"""Handbook, Dubov system. Art. 6.4 and 8.2: who goes down if a floater meets this opponent.

Matchings of greatest size, kept while one floater after the other finds an opponent, answer that
for all opponents of a floater: with or without one of them, one player more or fewer is alone.
"""

from collections.abc import Sequence

from pairing.handbook.dubov.cards import Field
from pairing.handbook.dubov.lower import Lower
from pairing.matching import as_set, bits
from pairing.matching.changing import Changing

#: Those who go down, by 6.4: how many, how many of them floated from above, and how many of these
#: cannot be paired in the lower group.
Going = tuple[int, int, int]
NOBODY_GOES: Going = (0, 0, 0)


class Leaving:
    """The residents and the floaters still to be paired."""

    def __init__(self, field: Field, residents: int, floaters: Sequence[int], lower: Lower) -> None:
        waiting = as_set(floaters)
        rows = list(field.legal)
        for i in floaters:
            rows[i] &= ~waiting
        #: all of them, without and with somebody from below for a resident
        self._alone = Changing(rows, residents | waiting)
        helped = list(rows)
        for i in bits(lower.reach & residents):
            helped[i] |= 1 << field.size
        helped.append(lower.reach & residents)
        self._helped = Changing(helped, residents | waiting | 1 << field.size)
        #: floaters and their opponents only: all of them, and those with nobody in the lower group
        rows = [0] * field.size
        for i in floaters:
            rows[i] = field.legal[i] & residents
            for j in bits(rows[i]):
                rows[j] |= 1 << i
        stranded = as_set(i for i in floaters if not field.legal[i] & lower.players)
        self._floated = Changing(rows, residents | waiting)
        self._stranded = Changing(rows, residents | stranded)
        self._sides = ((self._floated, waiting), (self._stranded, stranded))

    @property
    def need(self) -> int:
        """The least number that must go down, if 7.2 may bring one player up."""
        return min(self._alone.left, self._helped.left)

    def need_without(self, resident: int) -> int:
        return min(self._alone.left_without(resident), self._helped.left_without(resident))

    def going(self, need: int) -> Going:
        """Of a group that cannot be completed."""
        floated, stranded = ((side.free & own).bit_count() for side, own in self._sides)
        return max(1, need), floated, stranded

    def going_without(self, resident: int, need: int) -> Going:
        _, floated, stranded = self.going(need)
        return (
            max(1, need),
            floated + (not self._floated.spares(resident)),
            stranded + (not self._stranded.spares(resident)),
        )

    def leave(self, player: int) -> None:
        for matching in (self._alone, self._helped, self._floated, self._stranded):
            if matching.alive >> player & 1:
                matching.leave(player)
