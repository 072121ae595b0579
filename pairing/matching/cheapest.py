"""The cheapest perfect matchings of a graph, all of them at once. No chess in here.

Players who are alike in everything that the costs and the wide prohibitions read form a class;
there are few of them. Pairing classes with classes, fractions allowed, is a transportation
problem. Its potentials bound the cost of every matching from below, and a pair that attains the
bound is *tight*. If the tight pairs contain one perfect matching, the cheapest ones are exactly
those made of tight pairs: from here on only legality and order matter, no costs.

Where single prohibitions forbid that, the blossom method goes on from these potentials. It ends
with potentials of single players, and the same holds for them unless an odd set of players had
to be priced as a whole; then there is no such graph.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from pairing.matching.greatest import NOBODY, Matching, as_set, bits
from pairing.matching.heaviest import heaviest_with_proof
from pairing.matching.odd import OddSets
from pairing.transport import transport_potentials

#: neighbours of each class with which a search begins
FEW = 6
#: classes of which each class has such neighbours
CHEAP = 10

#: cost of a pair; None = not allowed, whatever the graph says
Cost = Callable[[int, int], int | None]


@dataclass(slots=True)
class Cheapest:
    """A cheapest perfect matching, complete within `rows`.

    `exact`: the perfect matchings of `rows` are the cheapest ones, and no others.
    """

    rows: list[int]
    matching: Matching
    exact: bool


@dataclass(slots=True)
class Classes:
    """The players by class; `price[c]` is twice the potential of its members."""

    members: list[int]
    of: dict[int, int]
    costs: list[list[int | None]]
    price: list[int]
    tight: list[int]  # the members of all classes with which a class is tight

    def tight_rows(self, rows: Sequence[int]) -> list[int]:
        """Of all rows the tight neighbours of those who belong to a class."""
        return [row & self.tight[self.of[u]] if u in self.of else row for u, row in enumerate(rows)]


def classes(
    players: int,
    key: Callable[[int], Hashable],
    cost: Cost,
    barred: Callable[[int, int], bool],
) -> Classes | None:
    """Classes with their potentials; None if the classes cannot be paired at all.

    `barred(u, v)`: a prohibition that holds for all members of both classes.
    """
    numbers: dict[Hashable, int] = {}
    members: list[int] = []
    first: list[int] = []
    of = {}
    for u in bits(players):
        number = numbers.setdefault(key(u), len(members))
        if number == len(members):
            members.append(0)
            first.append(u)
        members[number] |= 1 << u
        of[u] = number
    kinds = len(members)
    costs: list[list[int | None]] = [[None] * kinds for _ in range(kinds)]
    for a in range(kinds):
        for b in range(a, kinds):
            u, v = first[a], first[b]
            if a == b:
                others = members[a] & ~(1 << u)
                if not others:
                    continue
                v = (others & -others).bit_length() - 1
            if not barred(u, v):
                costs[a][b] = costs[b][a] = cost(u, v)
    found = transport_potentials(costs, [group.bit_count() for group in members])
    if found is None:
        return None
    price = [u + v for u, v in zip(*found, strict=True)]
    tight = [0] * kinds
    for a in range(kinds):
        for b, value in enumerate(costs[a]):
            if value is not None and price[a] + price[b] == 2 * value:
                tight[a] |= members[b]
    return Classes(members, of, costs, price, tight)


def tight_matching(rows: Sequence[int], players: int, found: Classes) -> Matching:
    """A greatest matching along tight pairs."""
    matching = Matching(found.tight_rows(rows), players)
    matching.maximise()
    return matching


def cheapest(rows: Sequence[int], players: int, found: Classes | None) -> Cheapest | None:
    """The cheapest perfect matchings; None if there is no perfect matching."""
    if found is None:
        return None
    matching = tight_matching(rows, players, found)
    if not matching.free:
        return Cheapest(list(matching.rows), matching, exact=True)
    # Some neighbours of each class are enough to find a solution, and all of them judge it.
    return _search(rows, players, found, matching, few=True) or _search(
        rows, players, found, matching, few=False
    )


def _search(
    rows: Sequence[int], players: int, found: Classes, matching: Matching, *, few: bool
) -> Cheapest | None:
    """Go on from the potentials of the classes. `few`: None also if a pair left out is cheaper."""
    vertices = list(bits(players))
    number = {u: i for i, u in enumerate(vertices)}
    near = _few_neighbours(rows, players, found, matching) if few else rows
    edges = []
    for u in vertices:
        costs = found.costs[found.of[u]]
        edges.append(
            [
                (number[v], -2 * cost)
                for cost, group in zip(costs, found.members, strict=True)
                if cost is not None
                for v in bits(near[u] & group)
            ]
        )
    proof = heaviest_with_proof(
        edges,
        [-found.price[found.of[u]] for u in vertices],
        [number.get(mate, NOBODY) for mate in (matching.mate[u] for u in vertices)],
    )
    if proof is None:
        return None
    blossoms = [(as_set(vertices[i] for i in inside), dual) for inside, dual in proof.blossoms]
    tight = _tight_rows(rows, vertices, found, proof.duals, blossoms)
    if tight is None:
        return None
    mate = [NOBODY] * len(rows)
    for i, j in enumerate(proof.mate):
        mate[vertices[i]] = vertices[j]
    solution: Matching
    if blossoms:
        solution = OddSets(tight, players, mate, [inside for inside, _ in blossoms])
    else:
        solution = Matching(tight, players)
        solution.mate, solution.free = mate, 0
    return Cheapest(tight, solution, exact=not blossoms)


def _few_neighbours(
    rows: Sequence[int], players: int, found: Classes, matching: Matching
) -> list[int]:
    """Of the classes that cost each class the least a few neighbours, everybody's mate, and all
    neighbours of those who are alone."""
    near = [0] * len(rows)
    cheap = [_cheap_classes(found, kind) for kind in range(len(found.members))]
    for place, u in enumerate(bits(players)):
        alone = matching.free >> u & 1
        for group in found.members if alone else cheap[found.of[u]]:
            others = rows[u] & group
            if not alone and others.bit_count() > FEW:
                others = few_of(others, place * FEW % group.bit_length())
            near[u] |= others
        if matching.mate[u] != NOBODY:
            near[u] |= 1 << matching.mate[u]
    for u in bits(players):
        for v in bits(near[u]):
            near[v] |= 1 << u
    return near


def _cheap_classes(found: Classes, kind: int) -> list[int]:
    """The classes with which pairs of this one cost the least above their prices."""
    own, price = found.costs[kind], found.price
    beyond = sorted(
        (2 * cost - price[kind] - price[other], other)
        for other, cost in enumerate(own)
        if cost is not None
    )
    return [found.members[other] for _, other in beyond[:CHEAP]]


def few_of(others: int, turn: int) -> int:
    """Some from this place on, then from the start: with another place for each vertex nobody is
    everybody's neighbour."""
    later = others >> turn << turn
    return lowest(later) | lowest(others & ~later)


def lowest(others: int) -> int:
    """The lowest few."""
    found = 0
    for _ in range(FEW):
        bit = others & -others
        found |= bit
        others ^= bit
    return found


def _tight_rows(
    rows: Sequence[int],
    vertices: Sequence[int],
    found: Classes,
    duals: Sequence[int],
    blossoms: Sequence[tuple[int, int]],
) -> list[int] | None:
    """The pairs whose duals equal their cost; None if a pair is cheaper than its duals say,
    those of the odd sets around both included."""
    groups: dict[tuple[int, int], int] = {}
    for u, dual in zip(vertices, duals, strict=True):
        both = found.of[u], dual
        groups[both] = groups.get(both, 0) | 1 << u
    tight = [0] * len(rows)
    for u, dual in zip(vertices, duals, strict=True):
        costs = found.costs[found.of[u]]
        around = [(inside, more) for inside, more in blossoms if inside >> u & 1]
        beside = 0
        for inside, _ in around:
            beside |= inside
        for (kind, other), group in groups.items():
            cost = costs[kind]
            # The duals of a proof count a weight four times, and a weight is twice the cost.
            if cost is None or dual + other > -8 * cost:
                continue
            pairs = rows[u] & group
            apart = pairs & ~beside
            if dual + other == -8 * cost:
                tight[u] |= apart
            elif apart:
                return None
            for v in bits(pairs & beside):
                slack = (
                    dual
                    + other
                    + 8 * cost
                    + sum(more for inside, more in around if inside >> v & 1)
                )
                if slack < 0:
                    return None
                if not slack:
                    tight[u] |= 1 << v
    return tight
