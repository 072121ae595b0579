"""The cheapest perfect matchings where odd sets have a price, compared with all that there are."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from pairing.matching import bits
from pairing.matching.cheapest import cheapest, classes
from pairing.matching.odd import OddSets

Edges = dict[tuple[int, int], int]
Mates = tuple[int, ...]


def random_graph(chance: random.Random) -> tuple[int, Edges]:
    """Circles of three and five vertices, some within others, with dear pairs between them."""
    n = 2 * chance.randint(3, 6)
    numbers = list(range(n))
    chance.shuffle(numbers)
    edges: Edges = {}
    at = 0
    while at < n:
        size = min(chance.choice((3, 3, 5, 1)), n - at)
        circle = numbers[at : at + size]
        at += size
        for i, v in enumerate(circle):
            for w in circle[:i]:
                if chance.random() < 0.9:
                    edges[min(v, w), max(v, w)] = chance.choice((0, 0, 0, 1))
    for v in range(n):
        for w in range(v):
            if (w, v) not in edges and chance.random() < chance.choice((0.3, 0.6)):
                edges[w, v] = chance.choice((1, 2, 3, 4))
    return n, edges


def matchings(left: tuple[int, ...], edges: Edges) -> Iterator[tuple[tuple[int, int], ...]]:
    if not left:
        yield ()
        return
    v, *others = left
    for w in others:
        if (v, w) in edges:
            rest = tuple(x for x in others if x != w)
            for more in matchings(rest, edges):
                yield ((v, w), *more)


def best_mates(n: int, edges: Edges) -> set[Mates]:
    every = list(matchings(tuple(range(n)), edges))
    least = min((sum(edges[pair] for pair in pairs) for pairs in every), default=0)
    found = set()
    for pairs in every:
        if sum(edges[pair] for pair in pairs) == least:
            mates = dict(pairs) | {w: v for v, w in pairs}
            found.add(tuple(mates[v] for v in range(n)))
    return found


def examine(seed: int) -> OddSets | None:
    """One choice after the other, each compared with the cheapest matchings that are left."""
    chance = random.Random(seed)
    n, edges = random_graph(chance)
    rows = [0] * n
    for v, w in edges:
        rows[v] |= 1 << w
        rows[w] |= 1 << v

    def cost(u: int, v: int) -> int | None:
        return edges.get((min(u, v), max(u, v)))

    everybody = (1 << n) - 1
    found = classes(everybody, lambda u: u, cost, lambda u, v: cost(u, v) is None)
    best = cheapest(rows, everybody, found)
    left = best_mates(n, edges)
    assert (best is None) == (not left)
    if best is None:
        return None
    matching = best.matching
    own = matching.rows = list(matching.rows)
    assert tuple(matching.mate) in left
    sets = matching if isinstance(matching, OddSets) else None
    for v in chance.sample(range(n), n):
        if not matching.alive >> v & 1:
            continue
        wanted = chance.getrandbits(n) & ~(1 << v)
        fitting = {mates for mates in left if wanted >> mates[v] & 1}
        assert matching.rematch(v, wanted) == bool(fitting), (seed, v)
        assert tuple(matching.mate) in left, (seed, v)
        if fitting:
            lowest = min(mates[v] for mates in fitting)
            assert matching.mate[v] == lowest, (seed, v)
            left = {mates for mates in left if mates[v] == lowest}
            if chance.random() < 0.5:
                matching.alive &= ~(1 << v | 1 << lowest)
            else:
                for w in bits(own[v] & ~(1 << lowest)):
                    own[w] &= ~(1 << v)
                own[v] = 1 << lowest
        else:
            left = {mates for mates in left if not wanted >> mates[v] & 1}
            for w in bits(own[v] & wanted):
                own[w] &= ~(1 << v)
            own[v] &= ~wanted
    return sets


@cache
def sample() -> list[OddSets | None]:
    return [examine(seed) for seed in range(4000)]


def test_every_choice_is_that_of_the_cheapest_matchings() -> None:
    found = [sets for sets in sample() if sets is not None]
    assert len(found) > 300


def test_sets_within_sets_were_among_them() -> None:
    nested = [
        each
        for each in sample()
        if each is not None
        and any(not one & ~other and one != other for one in each.sets for other in each.sets)
    ]
    assert len(nested) > 10


@pytest.mark.full
@pytest.mark.parametrize("first", range(10_000, 110_000, 10_000))
def test_every_choice_is_that_of_the_cheapest_matchings_at_length(first: int) -> None:
    found = [examine(seed) for seed in range(first, first + 10_000)]
    assert sum(each is not None for each in found) > 800
