"""FIDE C.04.3 (Dutch), applied from 1 February 2026. A bracket as a graph.

Vertices are the players of the bracket (MDPs first, each group in the order of Art. 1.2), then
players of the scoregroups below as far as they are looked at, then the pairing-allocated bye if
it must fall among all these, then *absorbers*, which hold players that are not paired here. Every
candidate is a perfect matching of this graph, and its value the sum of the costs of its edges.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.fide2026.dutch.criteria import Costs
from pairing.fide2026.dutch.definitions import Field


@dataclass(frozen=True, slots=True)
class Bracket:
    """Art. 1.3.2: the residents of a scoregroup and the players moved down to them (MDPs)."""

    mdps: tuple[int, ...]
    residents: tuple[int, ...]
    first: int  # the residents are the indices first … end - 1
    end: int
    rest: int  # everybody below, as a set
    next_end: int  # the next scoregroup is end … next_end - 1
    takes_bye: bool  # exactly one player left unpaired here ends with the bye

    @property
    def players(self) -> tuple[int, ...]:
        return self.mdps + self.residents


@dataclass(frozen=True, slots=True)
class Candidate:
    """Art. 3.3: the pairs of a bracket, and the players it leaves unpaired."""

    pairs: tuple[tuple[int, int], ...]
    unpaired: tuple[int, ...]
    #: [C8]: the scores left unpaired in the following bracket at best, highest first;
    #: None where nobody floats on
    following: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Reserved:
    """So many of the floaters must not belong to this group of players."""

    group: int
    places: int


class Model:
    """The vertices of a bracket with what lies around it, and the cost of each edge."""

    def __init__(
        self,
        field: Field,
        bracket: Bracket,
        costs: Costs,
        *,
        outside: Sequence[int] = (),
        absorbers: int = 0,
        bye: bool,
        linked: bool = False,
        may_float: int = -1,
        reserved: "Reserved | None" = None,
    ) -> None:
        self.field, self.bracket, self.costs = field, bracket, costs
        self.players = bracket.players + tuple(outside)
        self.m0 = len(bracket.mdps)
        self.m = len(bracket.players)  # vertices 0 … m - 1 are the bracket
        self.size = len(self.players)  # m … size - 1 are players outside
        self.bye = self.size if bye else None
        self.absorbers = range(self.size + bye, self.size + bye + absorbers)
        self.n = self.size + bye + absorbers
        self.linked = linked  # may absorbers meet, that is, stay idle?
        self.may_float = may_float
        #: the first absorbers take nobody of this group
        self.picky = self.absorbers[: reserved.places] if reserved else range(0)
        self.picky_about = reserved.group if reserved else 0

    def cost(self, u: int, v: int) -> int | None:
        """The addition of an edge to the value of a candidate; u < v. None if never allowed.

        Whether these two players are legal opponents is not asked here.
        """
        field, costs = self.field, self.costs
        m, size, end = self.m, self.size, self.bracket.next_end
        if u >= size:
            # The bye and the absorbers among themselves.
            return 0 if self.linked and u != self.bye else None
        x = self.players[u]
        in_bracket = u < m
        if v < m:
            # Art. 3.2.3: MDPs are paired with residents only.
            return costs.pair(x, self.players[v]) if v >= self.m0 else None
        if v >= size:
            if v == self.bye:
                if not field.bye_takers >> x & 1:
                    return None
                single = costs.bye(x) if in_bracket else 0
            elif in_bracket:
                if not self.may_float >> x & 1:
                    return None
                if v in self.picky and self.picky_about >> x & 1:
                    return None
                single = costs.unpaired(x)
            else:
                single = 0
            return single + self._away(u)
        single = costs.unpaired(x) if in_bracket else 0
        if self.players[v] < end and (in_bracket or x < end):
            return single  # paired in the following bracket
        return single + self._away(u) + self._away(v)

    def _away(self, u: int) -> int:
        """[C8]: what a vertex adds that is not paired in the following bracket."""
        x = self.players[u]
        if u < self.m:
            return self.costs.unpaired_ahead(x, True)
        return self.costs.unpaired_ahead(x, False) if x < self.bracket.next_end else 0

    def pairs_made(self, mate: Sequence[int]) -> int:
        return sum(u < mate[u] < self.m for u in range(self.m))

    def candidate(self, mate: Sequence[int]) -> Candidate:
        """The bracket's part of a solution; [C8] too if the following bracket is inside."""
        players, m = self.players, self.m
        return Candidate(
            tuple((players[u], players[mate[u]]) for u in range(m) if u < mate[u] < m),
            tuple(players[u] for u in range(m) if mate[u] >= m),
            self._following(mate) if self.linked else None,
        )

    def _following(self, mate: Sequence[int]) -> tuple[int, ...]:
        ahead = self.m + self.bracket.next_end - self.bracket.end
        alone = [self.players[u] for u in range(ahead) if mate[u] >= ahead]
        return tuple(sorted((self.field.members[x].score for x in alone), reverse=True))


def large_groups(field: Field) -> list[int]:
    """Forbidden groups of more than a tenth of the field: what they do is seen in the large."""
    return [group for group in field.groups if group.bit_count() * 10 > field.n]
