"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 3 for brackets of any size.

The same two models as in packed.py, solved without weights on single players.

1. Players who are alike in everything the criteria read form a class; there are few of them.
   Pairing classes with classes, fractions allowed, is a transportation problem. Its potentials
   bound the value of every candidate from below. A pair that attains the bound is *tight*.
2. If the tight pairs contain one complete solution, the best candidates are exactly those made
   of tight pairs. From here on only legality and order matter, no values.
3. The sequence of Art. 4 is followed by asking, step by step, which choices can still be
   completed: MDPs first (Art. 4.4, 4.2), then exchanges (Art. 4.3), then the transposition.

Where single prohibitions let step 2 fail, prices of single players take the place of the
potentials (`pairing.matching.cheapest`). Rarely they do not tell either; then packed.py decides.
"""

from pairing.fide2026.dutch.definitions import ABSOLUTE
from pairing.fide2026.dutch.model import Model, large_groups
from pairing.matching import NOBODY, Matching, bits
from pairing.matching.cheapest import cheapest, classes
from pairing.matching.split import first_split

Key = tuple[object, ...]


class NotDecided(Exception):
    """No pairs tell the best solutions from the others."""


def solve_by_classes(model: Model) -> list[int] | None:
    """The first of the best solutions, as mates; None if the classes cannot prove one."""
    return _Classes(model).solution()


def solve_by_prices(model: Model) -> list[int] | None:
    """The same, also where it takes prices of single players; None if there is no solution."""
    ways = _Classes(model)
    mate = ways.solution()
    return ways.solution_by_prices() if mate is None else mate


class _Classes:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.field, self.bracket = model.field, model.bracket
        self.players, self.absorbers = model.players, model.absorbers
        self.m0, self.m, self.size, self.n = model.m0, model.m, model.size, model.n
        self.groups = large_groups(self.field)
        self.everybody = (1 << self.n) - 1
        self._keys = self._keys_of_players()
        self.found = classes(self.everybody, self._key, self._cost, self._barred)

    def solution(self) -> list[int] | None:
        if self.found is None:
            return None
        self.rows = self.found.tight_rows(self._rows())
        matching = None
        if self.m0 or self.model.linked:
            matching = Matching(self.rows, self.everybody)
            if not matching.complete():
                return None
            self._pair_mdps(matching)
        return self._pair_remainder(matching)

    def solution_by_prices(self) -> list[int] | None:
        best = cheapest(self._rows(), self.everybody, self.found)
        if best is None:
            return None
        if not best.exact:
            raise NotDecided
        self.rows = best.matching.rows = best.rows
        self._pair_mdps(best.matching)
        return self._pair_remainder(best.matching)

    # 1. Classes and potentials

    def _keys_of_players(self) -> list[Key]:
        """For every player the attributes that legality in the large and the costs read."""
        field, bracket = self.field, self.bracket
        members = field.members
        final = field.state.is_last_round
        mixed = bool(self.m0)
        bye = self.model.bye is not None
        floats = bye or self.n > self.m
        bye_row = field.bye_takers if bye else 0
        count_unplayed = self.model.costs.counts_unplayed
        may_float = self.model.may_float
        keys: list[Key] = []
        for u, x in enumerate(self.players):
            member = members[x]
            takes = bye_row >> x & 1
            group = tuple(mask >> x & 1 for mask in self.groups)
            if u >= self.m:
                bound = member.strength == ABSOLUTE and not member.topscorer
                following = x < bracket.next_end
                keys.append((following, member.due if bound else None, takes, group))
                continue
            mdp = u < self.m0
            keys.append(
                (
                    member.score if mdp else None,
                    member.due,
                    member.strength,
                    (member.difference, member.repeated, member.topscorer) if final else None,
                    member.upfloats if mixed and not mdp else None,
                    member.downfloats if floats else None,
                    takes,
                    member.unplayed if takes and count_unplayed else 0,
                    group,
                    may_float >> x & 1,
                )
            )
        return keys

    def _key(self, u: int) -> Key:
        if u < self.size:
            return self._keys[u]
        return ("bye",) if u == self.model.bye else ("absorber", u in self.model.picky)

    def _cost(self, u: int, v: int) -> int | None:
        return self.model.cost(min(u, v), max(u, v))

    def _barred(self, u: int, v: int) -> bool:
        """Keeps apart also all who are like these two."""
        if max(u, v) >= self.size:
            return False
        x, y = self.players[u], self.players[v]
        a, b = self.field.members[x], self.field.members[y]
        bound = a.strength == b.strength == ABSOLUTE and a.due is b.due
        if bound and not (a.topscorer or b.topscorer):
            return True
        return any(mask >> x & mask >> y & 1 for mask in self.groups)

    def _rows(self) -> list[int]:
        """The legal neighbours of every vertex."""
        legal, bracket, m0, size = self.field.legal, self.bracket, self.m0, self.size
        special = self.everybody & ~((1 << size) - 1)
        below = (1 << size) - (1 << m0)
        rows = []
        for x in self.players:
            rows.append(legal[x] >> bracket.first << m0 & below | special)
        for i in range(m0):
            for u in bits(rows[i] & below):
                rows[u] |= 1 << i
        rows.extend(self.everybody & ~(1 << u) for u in range(size, self.n))
        return rows

    # 3a. Art. 4.4 and 4.2: the MDPs

    def _pair_mdps(self, matching: Matching) -> None:
        """Decide in rank order who is paired, then in rank order with whom; take them out."""
        inside = (1 << self.m) - (1 << self.m0)
        for u in range(self.m0):
            paired = matching.rematch(u, inside)
            self._restrict(u, inside if paired else ~inside)
        for u in range(self.m0):
            if matching.mate[u] < self.m:
                matching.rematch(u, inside)
                matching.alive &= ~(1 << u | 1 << matching.mate[u])

    def _restrict(self, u: int, allowed: int) -> None:
        for v in bits(self.rows[u] & ~allowed):
            self.rows[v] &= ~(1 << u)
        self.rows[u] &= allowed

    # 3b. Art. 4.3 and 4.2: the remainder

    def _pair_remainder(self, matching: Matching | None) -> list[int] | None:
        rows, m0, m = self.rows, self.m0, self.m
        mate = [NOBODY] * self.n
        alive = (1 << self.n) - 1
        if matching is None:
            remainder = list(range(m))
            pairs = (m - len(self.absorbers) - (self.model.bye is not None)) // 2
        else:
            alive = matching.alive
            remainder = [u for u in range(m0, m) if alive >> u & 1]
            pairs = sum(matching.mate[u] < m for u in remainder) // 2
            for u in bits(((1 << self.n) - 1) & ~alive):
                mate[u] = matching.mate[u]
        upper = remainder[:pairs]
        split = self._split(rows, alive, remainder, upper)
        if not split.complete():
            if matching is None and not Matching(rows, alive).complete():
                return None
            # Art. 4.3.2: the first exchange that makes the tight pairs complete.
            split.mate = first_split(rows, alive, remainder, pairs, self._key)
            upper = [u for u in remainder if u < split.mate[u] < m]
            split = self._split(rows, alive, remainder, upper, split.mate)
        # Art. 4.2.2: the lowest possible opponent for each of S1, in order.
        lower = (1 << m) - 1
        for u in upper:
            split.rematch(u, lower)
            split.alive &= ~(1 << u | 1 << split.mate[u])
        for u in bits(alive):
            mate[u] = split.mate[u]
        return mate

    def _split(
        self,
        rows: list[int],
        alive: int,
        remainder: list[int],
        upper: list[int],
        mate: list[int] | None = None,
    ) -> Matching:
        """The graph in which S1 meets S2 only, and only players of S2 may float."""
        first = sum(1 << u for u in upper)
        second = sum(1 << u for u in remainder) & ~first
        own = list(rows)
        for u in bits(alive):
            if first >> u & 1:
                own[u] &= second
            elif second >> u & 1:
                own[u] &= ~second
            else:
                own[u] &= ~first
        split = Matching(own, alive)
        if mate is not None:
            for u in bits(alive):
                split.mate[u] = mate[u]
            split.free = 0
        return split
