"""The first way to split a list in two so that its halves can be paired. No chess in here.

Some of the vertices stand in an order, and its first ones are the upper part. The earlier one of
two of them who are paired is always an upper one. If the upper and the lower part cannot be paired
with each other as they are, players are exchanged between them: as few as possible; with the least
difference of places; the last possible ones leave the upper part; the first possible ones enter it.

So a pair costs the place of its earlier one, and much more if that is a lower one. Most of the cost
depends on the kinds of vertices alone, and leaves few pairs over. For the places a few neighbours
of each vertex are enough to find the cheapest perfect matching, and all of them judge it. Among the
cheapest ones it is asked for one vertex after the other whether they can be exchanged.
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate, islice
from operator import or_

from pairing.matching.cheapest import FEW, cheapest, classes, few_of, tight_matching
from pairing.matching.greatest import NOBODY, Matching, as_set, bits
from pairing.matching.heaviest import Proof, heaviest_with_proof
from pairing.matching.odd import OddSets

#: neighbours of each vertex in its own part, which are dear
OWN = 24
#: neighbours that are added at once to those of a vertex
ADDED = 64
#: so many left over are found one by one
ONE_BY_ONE = 40
#: with more, a search for the pairs of those that exchange the fewest is worth its time
SEARCHED = 20


def first_split(
    rows: Sequence[int],
    alive: int,
    order: Sequence[int],
    upper: int,
    key: Callable[[int], Hashable],
) -> list[int]:
    """The mates. `rows` has a perfect matching of those alive; `order` rises, and every perfect
    matching has as many pairs within it. Vertices with the same key may be paired with the same
    keys, but for single prohibitions.
    """
    first, second = as_set(order[:upper]), as_set(order[upper:])
    start = _across(rows, alive, first, second)
    alone = start.maximise().bit_count()
    if alone <= ONE_BY_ONE:
        mate = _each_in_turn(rows, order, upper, start)
        if mate:
            return mate
    rows = _with_fewest(rows, alive, first, second, key, search=alone > SEARCHED)
    mate = [NOBODY] * len(rows)
    for v in bits(alive):
        # Whoever has one neighbour left is not looked at any more.
        w = rows[v].bit_length() - 1
        if alive >> v & 1 and rows[v] == 1 << w and alive >> w & 1:
            mate[v], mate[w] = w, v
            alive &= ~(1 << v | 1 << w)
    ways = _Ways([row & alive for row in rows], alive, order, first, second)
    found = ways.cheapest()
    ways.exchange(found)
    for v in bits(alive):
        mate[v] = found.mate[v]
    return mate


def _across(rows: Sequence[int], alive: int, first: int, second: int) -> Matching:
    """The graph in which the first meet the second ones only."""
    cut = [
        row & alive & (second if first >> v & 1 else ~second if second >> v & 1 else ~first)
        for v, row in enumerate(rows)
    ]
    return Matching(cut, alive)


def _each_in_turn(
    rows: Sequence[int], order: Sequence[int], upper: int, start: Matching
) -> list[int]:
    """The mates if nothing but numbers decides, else nothing.

    The upper ones among the first places of the order are at most as many as pairs that hold one of
    these places (or somebody outside of the order). If a matching reaches that number for the first
    place, the first two, and so on, no other one costs as little. So somebody is an upper one if
    with their place this number rises.

    `start`: a greatest matching of the first with the second ones, followed as far as it leads.
    """
    alive = start.alive
    full = [row & alive for row in rows]
    first = _from_above(full, order, upper, start) | _from_below(full, order, upper, start)
    both = _across(rows, alive, first, as_set(order) & ~first)
    return both.mate if both.complete() else []


def _from_above(full: list[int], order: Sequence[int], upper: int, start: Matching) -> int:
    """Of the first part those with whom the number of pairs that hold an opened one rises."""
    opened = start.alive & ~as_set(order)
    matching = Matching(full, start.alive)
    for v in bits(opened):
        if matching.free >> v & 1 and start.mate[v] != NOBODY:
            matching.join(v, start.mate[v])

    def see() -> None:
        matching.rows = [row if opened >> v & 1 else row & opened for v, row in enumerate(full)]

    see()
    matching.maximise()
    rising = 0
    for v in order[:upper]:
        bit, w = 1 << v, start.mate[v]
        opened |= bit
        if matching.free & bit and w != NOBODY and matching.free >> w & 1:
            matching.join(v, w)
            rising |= bit
            continue
        see()
        if not matching.free & bit:
            # Two ways have to be found, one for their mate and another for them.
            w = matching.mate[v]
            matching.release(v)
            matching.alive &= ~bit
            matching.free &= ~bit
            again = matching.augment(w)
            matching.alive |= bit
            matching.free |= bit
            if not again:
                matching.join(v, w)
                continue
        if matching.augment(v):
            rising |= bit
    return rising


def _from_below(full: list[int], order: Sequence[int], upper: int, start: Matching) -> int:
    """Of the second part those without whom it falls: two who are closed cannot meet."""
    matching = Matching(full, start.alive)
    matching.mate, matching.free = list(start.mate), start.free
    complete = matching.complete()
    assert complete
    closed = falling = 0
    for v in reversed(order[upper:]):
        closed |= 1 << v
        w = matching.mate[v]
        if w == NOBODY or not closed >> w & 1:
            continue
        matching.rows = [row & ~closed if closed >> x & 1 else row for x, row in enumerate(full)]
        matching.release(v)
        if not (matching.augment(w) or matching.augment(v)):
            falling |= 1 << v
    return falling


def _with_fewest(
    rows: Sequence[int],
    alive: int,
    first: int,
    second: int,
    key: Callable[[int], Hashable],
    *,
    search: bool,
) -> list[int]:
    """The pairs of those matchings that exchange the fewest, and perhaps of others; all pairs if
    kinds alone do not tell and nothing is to be searched."""
    keys = {v: (first >> v & 1, second >> v & 1, key(v)) for v in bits(alive)}
    members: dict[Hashable, int] = {}
    reached: dict[Hashable, int] = {}
    for v, own in keys.items():
        members[own] = members.get(own, 0) | 1 << v
        reached[own] = reached.get(own, 0) | rows[v]
    found = classes(
        alive,
        keys.__getitem__,
        lambda v, w: second >> v & second >> w & 1,
        lambda v, w: not reached[keys[v]] & members[keys[w]],
    )
    assert found is not None
    tight = tight_matching(rows, alive, found)
    if not tight.free:
        return list(tight.rows)
    best = cheapest(rows, alive, found) if search else None
    return best.rows if best else list(rows)


class _Ways:
    """The graph; a pair of two of the order costs what its earlier one costs."""

    def __init__(
        self, rows: list[int], alive: int, order: Sequence[int], first: int, second: int
    ) -> None:
        self.rows, self.alive = rows, alive
        self.order = [v for v in order if alive >> v & 1]
        self.first, self.second = first & alive, second & alive
        self.ordered = self.first | self.second
        # The same for every pair is taken off, so that first against later weighs nothing at the
        # start: of the upper ones the last has the highest price, zero.
        entering = len(order) ** 2
        highest = max((place for place, v in enumerate(order) if first >> v & 1), default=0)
        self.price = {
            v: place - highest + (entering if second >> v & 1 else 0)
            for place, v in enumerate(order)
            if alive >> v & 1
        }
        self.vertices = list(bits(alive))

    def cheapest(self) -> Matching:
        """A cheapest perfect matching; its rows hold the pairs of all of them."""
        vertices, price, rows = self.vertices, self.price, self.rows
        start = _across(self.rows, self.alive, self.first, self.second)
        start.maximise()
        number = {v: i for i, v in enumerate(vertices)}
        duals = [-price[v] if self.first >> v & 1 else 0 for v in vertices]
        mate = [number.get(start.mate[v], NOBODY) for v in vertices]
        near = self._near(start)

        def weight(v: int, w: int) -> int:
            return -price[min(v, w)] if v in price and w in price else 0

        while True:
            edges = [[(number[w], weight(v, w)) for w in bits(near[v])] for v in vertices]
            proof = heaviest_with_proof(edges, duals, mate)
            if proof is None:
                near = rows
                continue
            heavier = self._heavier(proof)
            if not heavier:
                break
            for v, w in heavier:
                near[v] |= 1 << w
                near[w] |= 1 << v
        return self._all_as_cheap(proof)

    def _near(self, start: Matching) -> list[int]:
        """Of everybody a few neighbours in each part; in the own part of the order those nearest to
        the other. Whoever is alone keeps everybody."""
        first, later = self.first, self.second
        outside = self.alive & ~self.ordered
        near = [0] * len(self.rows)
        for place, v in enumerate(self.vertices):
            row = self.rows[v]
            if start.free >> v & 1:
                near[v] |= row
                continue
            for part in (first, later, outside):
                if part == first and first >> v & 1:
                    near[v] |= _highest(row & first)
                elif part == later and later >> v & 1:
                    near[v] |= _lowest(row & later)
                else:
                    near[v] |= few_of(row & part, place * FEW % max(part.bit_length(), 1))
            near[v] |= 1 << start.mate[v]
        for v in self.vertices:
            for w in bits(near[v]):
                near[w] |= 1 << v
        return near

    def _heavier(self, proof: Proof) -> list[tuple[int, int]]:
        """Pairs left out that weigh more than the proof allows, some for each vertex; none: it
        holds for all of them."""
        dual = dict(zip(self.vertices, proof.duals, strict=True))
        steps = sorted(set(proof.duals))
        with_dual = dict.fromkeys(steps, 0)
        for v in self.vertices:
            with_dual[dual[v]] |= 1 << v
        #: the vertices whose duals come before each step
        before = list(accumulate((with_dual[each] for each in steps), or_, initial=0))
        blossoms = [(as_set(self.vertices[i] for i in m), more) for m, more in proof.blossoms]

        def beyond(v: int, others: int, least: int) -> Iterator[tuple[int, int]]:
            for w in bits(others & before[bisect_left(steps, least)]):
                around = sum(more for inside, more in blossoms if inside >> v & inside >> w & 1)
                if dual[w] + around < least:
                    yield v, w

        found: list[tuple[int, int]] = []
        for v, others, least in self._later(dual):
            found += islice(beyond(v, others, least), ADDED)
        return found

    def _later(self, dual: dict[int, int]) -> Iterator[tuple[int, int, int]]:
        """Of each vertex the later neighbours by weight, and what their duals have to reach."""
        for v in self.vertices:
            after = self.rows[v] >> v + 1 << v + 1
            among = after & self.ordered if v in self.price else 0
            # The duals of a proof count a weight four times.
            yield v, after & ~among, -dual[v]
            if among:
                yield v, among, -4 * self.price[v] - dual[v]

    def _all_as_cheap(self, proof: Proof) -> Matching:
        dual = dict(zip(self.vertices, proof.duals, strict=True))
        with_dual: dict[int, int] = {}
        for v in self.vertices:
            with_dual[dual[v]] = with_dual.get(dual[v], 0) | 1 << v
        blossoms = [(as_set(self.vertices[i] for i in m), more) for m, more in proof.blossoms]
        tight = [0] * len(self.rows)
        for v, others, least in self._later(dual):
            around = [(inside, more) for inside, more in blossoms if inside >> v & 1]
            beside = 0
            for inside, _ in around:
                beside |= inside
            good = others & ~beside & with_dual.get(least, 0)
            for w in bits(others & beside):
                if dual[w] + sum(more for inside, more in around if inside >> w & 1) == least:
                    good |= 1 << w
            tight[v] |= good
            for w in bits(good):
                tight[w] |= 1 << v
        mate = [NOBODY] * len(self.rows)
        for v, i in zip(self.vertices, proof.mate, strict=True):
            mate[v] = self.vertices[i]
        if blossoms:
            return OddSets(tight, self.alive, mate, [inside for inside, _ in blossoms])
        found = Matching(tight, self.alive)
        found.mate, found.free = mate, 0
        return found

    def exchange(self, found: Matching) -> None:
        """Of the cheapest matchings the one that is first: the last possible ones leave the upper
        part, then the first possible ones enter it."""
        for v in reversed(self.order):
            if self.first >> v & 1:
                self._decide(found, v, ~self.ordered | (1 << v) - 1)
        for v in self.order:
            if self.second >> v & 1:
                self._decide(found, v, self.ordered >> v + 1 << v + 1)

    @staticmethod
    def _decide(found: Matching, v: int, wanted: int) -> None:
        """v is paired with one of these, if that can be."""
        possible = found.rows[v] & wanted
        if not possible or possible == found.rows[v]:
            return
        rows = list(found.rows)
        out = ~possible if found.rematch(v, possible) else possible
        for w in bits(rows[v] & out):
            rows[v] &= ~(1 << w)
            rows[w] &= ~(1 << v)
        found.rows = rows


def _highest(others: int) -> int:
    found = 0
    for _ in range(OWN):
        if others:
            bit = 1 << others.bit_length() - 1
            found |= bit
            others ^= bit
    return found


def _lowest(others: int) -> int:
    found = 0
    for _ in range(OWN):
        bit = others & -others
        found |= bit
        others ^= bit
    return found
