"""FIDE C.04.4.2 (Burstein), applied from 1 February 2026. A bracket as a graph.

Vertices are the players of the bracket, the largest BSN first, so that the first possible opponent
in the order of Art. 4.3 is the lowest vertex; then players below, as far as they are looked at;
then *absorbers*, which hold players that are paired further below. A pairing of the bracket with
all that it leaves for later is a perfect matching of this graph, and what the criteria of Art. 2.3
say is the sum of the costs of its edges.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.fide2026.burstein.definitions import Field, Member
from pairing.matching import as_set


@dataclass(frozen=True)
class Bracket:
    """Art. 1.2.2: the residents of a scoregroup and the incoming floaters."""

    score: int  # of the residents
    players: tuple[int, ...]  # Art. 4.1: by BSN
    residents: frozenset[int]
    following: tuple[int, ...]  # the next scoregroup
    rest: int  # everybody below, as a set

    @property
    def floated(self) -> tuple[int, ...]:
        return tuple(x for x in self.players if x not in self.residents)

    @cached_property
    def mask(self) -> int:
        return as_set(self.players)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Art. 3.2.1: the pairs of a bracket, the smaller BSN first, and its outgoing floaters."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]


class Costs:
    """[C5] to [C8] as one integer each, the criterion of higher priority in front.

    Two lists of equally many scores compare like the numbers of players with the highest score,
    then with the next one, and so on: a digit for each score.
    """

    def __init__(self, field: Field, bracket: Bracket) -> None:
        members = field.members
        digit = (len(bracket.players) + len(bracket.following) + 2).bit_length()
        at = digit  # below: [C8]
        own = sorted({members[x].score for x in bracket.players})
        ahead = sorted({*own, *(members[x].score for x in bracket.following)})
        self._ahead: dict[int, int] = {}
        for score in ahead:  # [C7]: the scores of the floaters of the following bracket
            self._ahead[score] = 1 << at
            at += digit
        for score in ahead:  # [C7]: their number
            self._ahead[score] += 1 << at
        at += digit
        self._float: dict[int, int] = {}
        for score in own:  # [C6]
            self._float[score] = 1 << at
            at += digit
        for score in own:  # [C5]
            self._float[score] += 1 << at

    def pair(self, a: Member, b: Member) -> int:
        """Art. 2.3.4 [C8]: one of two who prefer the same colour does not get it."""
        return 1 if a.due is not None and a.due is b.due else 0

    def floats(self, a: Member) -> int:
        """Art. 2.3.1 [C5], 2.3.2 [C6]."""
        return self._float[a.score]

    def floats_ahead(self, a: Member) -> int:
        """Art. 2.3.3 [C7]: a player of the following bracket who floats from there."""
        return self._ahead[a.score]


class Model:
    """`alone`: each absorber holds one floater of the bracket; otherwise they may stay idle."""

    def __init__(
        self,
        field: Field,
        bracket: Bracket,
        outside: Sequence[int] = (),
        absorbers: int = 0,
        *,
        alone: bool = False,
        may_float: int = -1,
    ) -> None:
        self.field, self.bracket = field, bracket
        self.alone, self.may_float = alone, may_float
        self.m = m = len(bracket.players)  # vertices 0 … m - 1 are the bracket
        self.players = (*reversed(bracket.players), *outside)
        self.size = size = len(self.players)  # m … size - 1 are players below
        self.n = size + absorbers
        self.absorbers = range(size, self.n)
        following = set(bracket.following)
        #: the vertices of the following bracket
        self.next_end = m + sum(x in following for x in outside)
        self.inside = (1 << m) - 1
        self.everybody = (1 << self.n) - 1
        self.costs = Costs(field, bracket)
        self.rows = self._rows()

    def _rows(self) -> list[int]:
        special = (1 << self.n) - (1 << self.size)
        rows = self.field.rows(self.players)
        held = 0
        for v, x in enumerate(self.players):
            if self.may_float >> x & 1:
                rows[v] |= special
                held |= 1 << v
        idle = 0 if self.alone else special
        rows.extend((held | idle) & ~(1 << v) for v in self.absorbers)
        return rows

    def cost(self, u: int, v: int) -> int | None:
        """The cost of an edge, u < v; it is not asked here if these two may meet."""
        if u >= self.size:
            return None if self.alone else 0  # absorbers that stay idle
        members, costs = self.field.members, self.costs
        a = members[self.players[u]]
        if v < self.m:
            return costs.pair(a, members[self.players[v]])
        if v >= self.size and not self.may_float >> self.players[u] & 1:
            return None
        cost = costs.floats(a) if u < self.m else 0
        if v < self.next_end or self.alone:
            return cost  # paired in the following bracket
        if u < self.next_end:
            cost += costs.floats_ahead(a)
        return cost

    def candidate(self, mate: Sequence[int]) -> Candidate:
        players, m = self.players, self.m
        pairs = ((players[mate[v]], players[v]) for v in range(m) if v < mate[v] < m)
        place = {x: i for i, x in enumerate(self.bracket.players)}
        by_bsn = sorted(
            ((b, a) if place[b] < place[a] else (a, b) for a, b in pairs),
            key=lambda pair: place[pair[0]],
        )
        floaters = tuple(x for x in self.bracket.players if mate[m - 1 - place[x]] >= m)
        return Candidate(tuple(by_bsn), floaters)

    def ahead(self, mate: Sequence[int]) -> tuple[int, ...]:
        """[C7]: the scores that float from the following bracket, highest first."""
        members, m, end = self.field.members, self.m, self.next_end
        group = [v for v in range(end) if v >= m or mate[v] >= m]
        scores = (
            members[self.players[v]].score
            for v in group
            if not (m <= mate[v] < end or (v >= m and mate[v] < m))
        )
        return tuple(sorted(scores, reverse=True))
