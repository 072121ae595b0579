"""The cheapest way to split a list in two while it is paired. No chess in here.

Some of the vertices stand in an order. A pair of two of them costs what its earlier one costs as
the upper one; every other pair costs nothing. At the start the first vertices of the order are the
upper ones, and the matching given pairs as many of them as can be with later ones. A few
neighbours of each vertex are enough to find the cheapest perfect matching, and all of them judge
it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from operator import or_

from pairing.matching.cheapest import FEW, few_of
from pairing.matching.greatest import NOBODY, Matching, as_set, bits
from pairing.matching.heaviest import Proof, heaviest_with_proof

#: neighbours of each vertex in its own part, which are dear
OWN = 24


def cheapest_split(
    rows: Sequence[int], order: Sequence[int], prices: Sequence[int], upper: int, start: Matching
) -> list[int]:
    """The mates. `rows` has a perfect matching of those alive in `start`, which pairs the first
    `upper` of the order with later ones only, and later ones with these or outside of the order.
    `prices`: by place in the order; of the upper ones the last has the highest.
    """
    # The same for every pair is taken off, so that first against later weighs nothing at the start.
    highest = prices[upper - 1] if upper else 0
    price = {v: own - highest for v, own in zip(order, prices, strict=True)}
    first = set(order[:upper])
    vertices = list(bits(start.alive))
    number = {v: i for i, v in enumerate(vertices)}
    duals = [-price[v] if v in first else 0 for v in vertices]
    mate = [number.get(start.mate[v], NOBODY) for v in vertices]
    near = _near(rows, order, upper, start)

    def weight(v: int, w: int) -> int:
        return -price[min(v, w)] if v in price and w in price else 0

    while True:
        edges = [[(number[w], weight(v, w)) for w in bits(near[v])] for v in vertices]
        proof = heaviest_with_proof(edges, duals, mate)
        if proof is None:
            near = [row & start.alive for row in rows]
            continue
        heavier = _heavier(proof, rows, vertices, price, start.alive)
        if not heavier:
            break
        for v, w in heavier:
            near[v] |= 1 << w
            near[w] |= 1 << v
    found = [NOBODY] * len(rows)
    for v, i in zip(vertices, proof.mate, strict=True):
        found[v] = vertices[i]
    return found


def _near(rows: Sequence[int], order: Sequence[int], upper: int, start: Matching) -> list[int]:
    """Of everybody a few neighbours in each part; in the own part of the order those nearest to
    the other. Whoever is alone keeps everybody."""
    first, later = as_set(order[:upper]), as_set(order[upper:])
    outside = start.alive & ~first & ~later
    near = [0] * len(rows)
    for place, v in enumerate(bits(start.alive)):
        row = rows[v] & start.alive
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
        if start.mate[v] != NOBODY:
            near[v] |= 1 << start.mate[v]
    for v in bits(start.alive):
        for w in bits(near[v]):
            near[w] |= 1 << v
    return near


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


def _heavier(
    proof: Proof, rows: Sequence[int], vertices: Sequence[int], price: dict[int, int], alive: int
) -> list[tuple[int, int]]:
    """Pairs left out that weigh more than the proof allows, some for each vertex; none: it holds
    for all of them."""
    dual = dict(zip(vertices, proof.duals, strict=True))
    steps = sorted(set(proof.duals))
    with_dual = dict.fromkeys(steps, 0)
    for v in vertices:
        with_dual[dual[v]] |= 1 << v
    #: the vertices whose duals come before each step
    before = list(accumulate((with_dual[each] for each in steps), or_, initial=0))
    blossoms = [(as_set(vertices[i] for i in inside), more) for inside, more in proof.blossoms]
    priced = as_set(price)

    def beyond(v: int, others: int, weight: int) -> Iterator[tuple[int, int]]:
        # The duals of a proof count a weight four times.
        least = 4 * weight - dual[v]
        for w in bits(others & before[bisect_left(steps, least)]):
            around = sum(more for inside, more in blossoms if inside >> v & inside >> w & 1)
            if dual[w] + around < least:
                yield v, w

    found: list[tuple[int, int]] = []
    for v in vertices:
        after = (rows[v] & alive) >> v + 1 << v + 1
        among = after & priced if v in price else 0
        found += islice(beyond(v, after & ~among, 0), FEW)
        if among:
            found += islice(beyond(v, among, -price[v]), FEW)
    return found
