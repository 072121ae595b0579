"""Handbook 1.1 (Dutch), A.6, A.8, C.14: a group with its number of pairs, and an attempt at it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.handbook.dutch.criteria import (
    ColourCount,
    Legal,
    Rigour,
    colour_count,
    may_float_down,
    may_float_up,
)
from pairing.matching import as_set, bits


@dataclass(frozen=True, slots=True)
class Attempt:
    """A pairing of a group, with its place in the order of attempts."""

    pairs: tuple[tuple[int, int], ...]  # S1 player, S2 player
    left: tuple[int, ...]  # left over, in order
    rigour: Rigour
    x: int  # as far as C.11 raised it
    level: int  # how many float criteria C.9 and C.10 dropped
    exchanged: tuple[tuple[int, ...], tuple[int, ...]]  # leaving and entering S1, D.2
    order: tuple[object, ...]  # comparable between attempts of one stage


class Members:
    """The players of a group in order, and what all of its stages share."""

    def __init__(self, legal: Legal, players: tuple[int, ...]) -> None:
        self.legal = legal
        self.field = legal.field
        self.players = players
        self.size = len(players)
        self.count: ColourCount = colour_count(self.field, players)
        scores = [self.field.cards[place].score for place in players]
        #: for each player those above with more points; A.2 puts them at the head
        first = {score: i for i, score in reversed(list(enumerate(scores)))}
        self.higher = [(1 << first[score]) - 1 for score in scores]
        #: and those below with fewer
        last = {score: i for i, score in enumerate(scores)}
        self.lower = [(1 << self.size) - (2 << last[score]) for score in scores]
        colours = {colour for colour in self.count.colours if colour is not None}
        self.same = {
            colour: sum(1 << i for i, c in enumerate(self.count.colours) if c is colour)
            for colour in colours
        }
        self._rows: dict[tuple[Rigour, int], list[int]] = {}
        self._may_stay_over: dict[int, int] = {}

    def rows(self, rigour: Rigour, level: int) -> list[int]:
        """B.1, B.2 and the float criteria still in force, over the places in this group."""
        if (rigour, level) not in self._rows:
            rows = compressed(self.legal.rows[rigour], self.players)
            # B.5, B.6: the lower player of a pair with unequal scores floats up.
            staying = 0
            for j, higher in enumerate(self.higher):
                if higher and not may_float_up(self.field, self.players[j], level):
                    rows[j] &= ~higher
                    staying |= 1 << j
            if staying:
                for i, lower in enumerate(self.lower):
                    rows[i] &= ~(lower & staying)
            self._rows[rigour, level] = rows
        return self._rows[rigour, level]

    def may_stay_over(self, level: int) -> int:
        if level not in self._may_stay_over:
            self._may_stay_over[level] = as_set(
                i
                for i, place in enumerate(self.players)
                if may_float_down(self.field, place, level)
            )
        return self._may_stay_over[level]

    @cached_property
    def barred(self) -> int:
        """B.1.b  Those who may not have the bye."""
        return as_set(i for i, place in enumerate(self.players) if self.field.cards[place].barred)


class Stage:
    """A group with a given number of pairs: S1 and S2 are settled, colours counted.

    `top` players at the head are the S1 of a heterogeneous group (0 = homogeneous); `rest` is
    the number of pairs among the others. In the lowest group the one left over has the bye.
    """

    def __init__(self, members: Members, top: int, rest: int, *, lowest: bool = False) -> None:
        self.members = members
        self.legal = members.legal
        self.field = members.field
        self.players = members.players
        self.count = members.count
        self.size = members.size
        self.top = top
        self.rest = rest
        self.lowest = lowest
        self.pairs = top + rest
        self.over = self.size - 2 * self.pairs
        # C.14  Each pair given up takes one from x.
        given_up = self.size // 2 - self.pairs
        self.x = max(0, self.count.x - given_up)

    # The graph of an attempt

    def rows(self, rigour: Rigour, level: int) -> list[int]:
        """The pairs allowed; S1 is not paired among itself."""
        rows = list(self.members.rows(rigour, level))
        s1 = (1 << self.top) - 1
        for i in range(self.top):
            rows[i] &= ~s1
        return rows

    def may_stay_over(self, level: int) -> int:
        mask = self.members.may_stay_over(level) >> self.top << self.top
        return mask & ~self.members.barred if self.lowest else mask

    def clashes(self, i: int, j: int) -> bool:
        colour = self.count.colours[i]
        return colour is not None and colour is self.count.colours[j]

    def tight(self, rows: list[int], over: int) -> tuple[list[int], int]:
        """The rest of the graph when no more than x pairs may clash, x as it started."""
        for mask in self.members.same.values():
            if mask.bit_count() - self.size + self.pairs >= 0:
                return [
                    row if mask >> i & 1 else row & mask for i, row in enumerate(rows)
                ], over & mask
        clear = list(rows)
        for mask in self.members.same.values():
            for i in bits(mask):
                clear[i] &= ~mask
        return clear, over


def compressed(rows: Sequence[int], players: Sequence[int]) -> list[int]:
    """The rows of these players among each other, renumbered by their places in the group."""
    runs: list[list[int]] = []  # of places one behind the other: the first, its number, how many
    for k, place in enumerate(players):
        if runs and place == runs[-1][0] + runs[-1][2]:
            runs[-1][2] += 1
        else:
            runs.append([place, k, 1])
    masked = [(first, k, (1 << length) - 1) for first, k, length in runs]
    found = []
    for place in players:
        row, own = rows[place], 0
        for first, k, mask in masked:
            own |= (row >> first & mask) << k
        found.append(own)
    return found
