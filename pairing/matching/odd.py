"""Perfect matchings that leave each of some odd sets along one pair only. No chess in here.

Among the cheapest perfect matchings of a graph an odd set may have a price as a whole (Edmonds).
Then not every perfect matching of tight pairs is cheapest, but those are that leave each such set
along one pair. The sets lie in each other or apart. Seen from outside, a set is one vertex, whose
pairs begin at those without whom its other members can be paired; seen from inside, all outside is
one vertex. So a question becomes a few searches in smaller graphs, one for each set.
"""

from collections.abc import Sequence

from pairing.matching.greatest import NOBODY, Matching, bits


class OddSets(Matching):
    """A perfect matching of this kind; `rematch` keeps it one.

    Vertices may leave in pairs (`alive`), and pairs that are not used may be taken out of `rows`.
    """

    __slots__ = ("sets",)

    def __init__(
        self, rows: Sequence[int], alive: int, mate: Sequence[int], sets: Sequence[int]
    ) -> None:
        super().__init__(rows, alive)
        self.mate = list(mate)
        self.free = 0
        self.sets = sorted(sets, key=int.bit_count)

    def rematch(self, v: int, wanted: int) -> bool:
        before = list(self.mate)
        if not super().rematch(v, wanted):
            return False
        if self._left_once():
            return True
        self.mate = before
        return self._rematch_with_sets(v, wanted)

    def partners(self, v: int) -> int:
        return _Tree(self.rows, self.alive, self.mate, self.sets).partners(v)

    def _left_once(self) -> bool:
        """Each set along one pair, or, if one of its members is gone, along none."""
        mate = self.mate
        for each in self.sets:
            members = each & self.alive
            crossing = sum(not members >> mate[x] & 1 for x in bits(members))
            if crossing != members.bit_count() % 2:
                return False
        return True

    def _rematch_with_sets(self, v: int, wanted: int) -> bool:
        tree = _Tree(self.rows, self.alive, self.mate, self.sets)
        possible = tree.partners(v) & wanted
        if not possible:
            return False
        low = possible & -possible
        w = low.bit_length() - 1
        if w != self.mate[v]:
            rows = [row & ~(1 << v | low) for row in tree.rows]
            rows[v], rows[w] = low, 1 << v
            _Tree(rows, self.alive, self.mate, self.sets).find(self.mate)
        return True


class _Set:
    """An odd set, or everybody; `stand_in` is its vertex for the set around it."""

    __slots__ = ("alone", "exits", "members", "own", "parts", "stand_in")

    def __init__(self, members: int, stand_in: int) -> None:
        self.members, self.stand_in = members, stand_in
        self.own = members  # those in none of its parts
        self.parts: list[_Set] = []
        self.exits = 0  # those without whom the others can be paired
        self.alone: Matching | None = None  # its own matching, with one vertex free


class _Tree:
    """The sets in each other, with a matching that may have to be changed."""

    def __init__(
        self, rows: Sequence[int], alive: int, mate: Sequence[int], sets: Sequence[int]
    ) -> None:
        self.n = len(rows)
        self.mate = mate
        self.rows = list(rows)
        self.sets: list[_Set] = []
        seen = {alive}
        for each in sets:
            members = each & alive
            if members.bit_count() % 2 == 0:
                for x in bits(members):
                    self.rows[x] &= members
                for x in bits(alive & ~members):
                    self.rows[x] &= ~members
            elif members.bit_count() > 1 and members not in seen:
                seen.add(members)
                self.sets.append(_Set(members, self.n + len(self.sets)))
        self.sets.sort(key=lambda each: each.members.bit_count())
        self.all = _Set(alive, NOBODY)
        self.outside = self.n + len(self.sets)
        for place, part in enumerate(self.sets):
            larger = (each for each in self.sets[place + 1 :] if not part.members & ~each.members)
            around = next(larger, self.all)
            around.own &= ~part.members
            around.parts.append(part)
        for part in self.sets:
            self._leave_one(part)

    # The graph of one set

    def _ways(self, part: _Set) -> int:
        """All whom a part can meet outside of it."""
        found = 0
        for x in bits(part.exits):
            found |= self.rows[x]
        return found

    def _graph(self, each: _Set, beyond: int = 0) -> Matching:
        """Its own vertices, its parts, and all outside if somebody `beyond` can be met."""
        rows = [0] * (self.outside + 1)
        for x in bits(each.own):
            rows[x] = self.rows[x] & each.own
        everybody = each.own
        ways = [(part, self._ways(part)) for part in each.parts]
        for part, met in ways:
            everybody |= 1 << part.stand_in
            self._connect(rows, part.stand_in, met & each.own)
            for other, _ in ways:
                if met & other.exits:
                    rows[part.stand_in] |= 1 << other.stand_in
        if beyond:
            everybody |= 1 << self.outside
            self._connect(rows, self.outside, self._near(beyond) & each.own)
            for part, met in ways:
                if met & beyond:
                    self._connect(rows, self.outside, 1 << part.stand_in)
        return Matching(rows, everybody)

    def _near(self, players: int) -> int:
        found = 0
        for x in bits(players):
            found |= self.rows[x]
        return found

    @staticmethod
    def _connect(rows: list[int], one: int, others: int) -> None:
        rows[one] |= others
        for x in bits(others):
            rows[x] |= 1 << one

    def _vertex(self, each: _Set, x: int) -> int:
        """Where x is seen from inside this set."""
        if each.own >> x & 1:
            return x
        for part in each.parts:
            if part.members >> x & 1:
                return part.stand_in
        return self.outside

    def _start(self, each: _Set, graph: Matching) -> None:
        """The pairs of the present matching that the graph has."""
        mate = self.mate
        ends = [(x, x) for x in bits(each.own)]
        for part in each.parts:
            ends += [
                (part.stand_in, x) for x in bits(part.members) if not part.members >> mate[x] & 1
            ]
        for vertex, x in ends:
            other = self._vertex(each, mate[x])
            free = graph.free >> vertex & graph.free >> other & 1
            if free and graph.rows[vertex] >> other & 1:
                graph.join(vertex, other)

    def _leave_one(self, each: _Set) -> None:
        graph = self._graph(each)
        self._start(each, graph)
        free = graph.maximise()
        each.alone = graph
        even = graph.reach(free) if free.bit_count() == 1 else 0
        each.exits = self._members_of(each, even)

    def _members_of(self, each: _Set, vertices: int, beyond: int = 0) -> int:
        found = vertices & each.own
        for part in each.parts:
            if vertices >> part.stand_in & 1:
                found |= part.exits
        return found | (beyond if vertices >> self.outside & 1 else 0)

    # Whom one vertex can meet

    def partners(self, v: int) -> int:
        each, beyond = self.all, 0
        while True:
            graph = self._graph(each, beyond)
            self._start(each, graph)
            vertex = self._vertex(each, v)
            met = self._members_of(each, graph.partners(vertex), beyond)
            if vertex == v:
                return met & self.rows[v]
            beyond = met
            each = next(part for part in each.parts if part.stand_in == vertex)

    # A matching

    def find(self, mate: list[int]) -> None:
        """Change as little as the pairs that are left demand."""
        graph = self._graph(self.all)
        self._start(self.all, graph)
        complete = not graph.maximise()
        assert complete, "there is such a matching"
        self._settle(self.all, graph, mate)

    def _settle(self, each: _Set, graph: Matching, mate: list[int]) -> None:
        """Write down the pairs of a set; its parts follow by where they are left."""
        left: dict[int, int] = {}
        parts = {part.stand_in: part for part in each.parts}
        pairs = [(a, graph.mate[a]) for a in bits(graph.alive) if a < graph.mate[a]]
        for a, b in pairs:
            from_a = parts[a].exits if a in parts else 1 << a
            to_b = parts[b].exits if b in parts else 1 << b
            x = next(x for x in bits(from_a) if self.rows[x] & to_b)
            y = (self.rows[x] & to_b & -(self.rows[x] & to_b)).bit_length() - 1
            mate[x], mate[y] = y, x
            left |= {a: x, b: y}
        for vertex, part in parts.items():
            if vertex in left:
                self._settle_part(part, left[vertex], mate)

    def _settle_part(self, part: _Set, x: int, mate: list[int]) -> None:
        """The others of a part, when x is paired outside of it."""
        graph = part.alone
        assert graph is not None
        vertex = self._vertex(part, x)
        free = graph.free
        if not free >> vertex & 1:
            other = graph.mate[vertex]
            graph.release(vertex)
            graph.alive &= ~(1 << vertex)
            graph.free &= ~(1 << vertex)
            graph.augment(other)
        else:
            graph.alive &= ~(1 << vertex)
            graph.free &= ~(1 << vertex)
        self._settle(part, graph, mate)
        if vertex != x:
            inner = next(each for each in part.parts if each.stand_in == vertex)
            self._settle_part(inner, x, mate)
