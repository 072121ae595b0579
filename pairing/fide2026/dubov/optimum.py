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

from pairing.matching import Matching, bits, heaviest_with_proof
from pairing.transport import transport_potentials

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
    price: list[int]
    tight: list[int]  # the members of all classes with which a class is tight


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
    return Classes(members, of, price, tight)


def tight_matching(rows: Sequence[int], players: int, found: Classes) -> Matching:
    """A greatest matching along tight pairs."""
    tight = list(rows)
    for u in bits(players):
        tight[u] &= found.tight[found.of[u]]
    matching = Matching(tight, players)
    matching.maximise()
    return matching


def cheapest(
    rows: Sequence[int],
    players: int,
    cost: Cost,
    found: Classes | None,
    matching: Matching | None,
) -> Cheapest | None:
    """The cheapest perfect matchings; None if there is no perfect matching.

    `found` and `matching` are what the classes gave, as far as they gave anything.
    """
    if matching is not None and not matching.free:
        return Cheapest(list(matching.rows), matching, exact=True)
    vertices = list(bits(players))
    number = {u: i for i, u in enumerate(vertices)}
    edges: list[list[tuple[int, int]]] = [[] for _ in vertices]
    for i, u in enumerate(vertices):
        for v in bits(rows[u] & players & ~((2 << u) - 1)):
            value = cost(u, v)
            if value is not None:
                edges[i].append((number[v], -2 * value))
                edges[number[v]].append((i, -2 * value))
    duals = mate = None
    if found is not None and matching is not None:
        duals = [-found.price[found.of[u]] for u in vertices]
        mate = [number.get(matching.mate[u], -1) for u in vertices]
    proof = heaviest_with_proof(edges, duals, mate)
    if proof is None:
        return None
    tight = [0] * len(rows)
    for i, row in enumerate(edges):
        for j, weight in row:
            # The duals of a proof count a weight four times.
            if proof.duals[i] + proof.duals[j] == 4 * weight:
                tight[vertices[i]] |= 1 << vertices[j]
    solution = Matching(tight, players)
    for i, j in enumerate(proof.mate):
        solution.mate[vertices[i]] = vertices[j]
    solution.free = 0
    return Cheapest(tight, solution, exact=not proof.blossoms)
