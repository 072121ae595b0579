"""Matchings compared with exhaustive search on small random graphs."""

import random
from functools import cache

import pytest

from pairing.matching import (
    NOBODY,
    Matching,
    bits,
    heaviest,
    heaviest_perfect_matching,
    shortage,
)
from pairing.matching.changing import Changing


def most_pairs(rows: list[int], alive: int) -> int:
    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        low = left & -left
        v = low.bit_length() - 1
        left ^= low
        return max([best(left)] + [1 + best(left ^ 1 << w) for w in bits(rows[v] & left)])

    return best(alive)


def best_weight(weights: list[list[int | None]]) -> int | None:
    @cache
    def best(left: frozenset[int]) -> int | None:
        if not left:
            return 0
        v = min(left)
        found = None
        for w in left - {v}:
            weight = weights[v][w]
            rest = best(left - {v, w}) if weight is not None else None
            if rest is not None and (found is None or weight + rest > found):
                found = weight + rest
        return found

    return best(frozenset(range(len(weights))))


def random_rows(chance: random.Random, n: int, density: float) -> list[int]:
    rows = [0] * n
    for v in range(n):
        for w in range(v):
            if chance.random() < density:
                rows[v] |= 1 << w
                rows[w] |= 1 << v
    return rows


@pytest.mark.parametrize("seed", range(400))
def test_a_maximum_matching_leaves_as_few_as_exhaustive_search(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(1, 13)
    rows = random_rows(chance, n, chance.choice([0.12, 0.2, 0.3, 0.5]))
    alive = chance.getrandbits(n) | chance.getrandbits(n)

    matching = Matching(rows, alive)
    left = matching.maximise()

    pairs = [(v, w) for v, w in enumerate(matching.mate) if w > v]
    assert alive.bit_count() - 2 * most_pairs(rows, alive) == left.bit_count()
    assert all(rows[v] >> w & 1 and alive >> v & 1 and alive >> w & 1 for v, w in pairs)
    assert all(matching.mate[w] == v for v, w in pairs)
    assert [v for v in bits(alive) if matching.mate[v] == NOBODY] == list(bits(left))


@pytest.mark.parametrize("seed", range(400))
def test_the_heaviest_perfect_matching_weighs_as_much_as_exhaustive_search_finds(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.choice([2, 4, 6, 8, 10, 12])
    density = chance.choice([0.3, 0.5, 0.8, 1.0])
    span = chance.choice([2, 5, 1000])
    weights: list[list[int | None]] = [[None] * n for _ in range(n)]
    for v in range(n):
        for w in range(v):
            if chance.random() < density:
                weights[v][w] = weights[w][v] = chance.randint(-span, span)

    mate = heaviest_perfect_matching(weights)

    expected = best_weight(weights)
    if mate is None:
        assert expected is None
    else:
        assert all(mate[mate[v]] == v for v in range(n))
        assert sum(weights[v][w] for v, w in enumerate(mate)) == 2 * expected


def test_weights_may_be_wider_than_any_machine_word() -> None:
    huge = 1 << 700
    weights = [
        [None, huge, huge, 1],
        [huge, None, 1, huge + 1],
        [huge, 1, None, huge],
        [1, huge + 1, huge, None],
    ]
    assert heaviest_perfect_matching(weights) == [2, 3, 0, 1]


def test_two_unequal_sides_take_few_looks_along_all_edges_of_a_vertex(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = []
    look = heaviest._Heaviest._look_across

    def counted(search: heaviest._Heaviest, v: int) -> None:
        looks.append(v)
        look(search, v)

    monkeypatch.setattr(heaviest._Heaviest, "_look_across", counted)
    above, below = 101, 61
    size = above + below

    def weight(v: int, w: int) -> int | None:
        if v == w or min(v, w) >= above:
            return None
        return 0 if max(v, w) < above else -1

    mate = heaviest_perfect_matching([[weight(v, w) for w in range(size)] for v in range(size)])

    assert mate is not None
    assert sum(other >= above for other in mate[:above]) == below
    assert len(looks) <= size


@pytest.mark.parametrize("seed", range(400))
def test_rematching_finds_the_lowest_partner_that_keeps_the_matching_perfect(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.choice([4, 6, 8, 10, 12])
    rows = random_rows(chance, n, chance.choice([0.25, 0.4, 0.6]))
    everybody = (1 << n) - 1
    matching = Matching(rows, everybody)
    possible = matching.complete()
    v, wanted = chance.randrange(n), chance.getrandbits(n)

    partners = [
        w
        for w in bits(rows[v] & wanted)
        if most_pairs(rows, everybody & ~(1 << v | 1 << w)) == n // 2 - 1
    ]
    if possible:
        assert matching.rematch(v, wanted) == bool(partners)
        assert not partners or matching.mate[v] == partners[0]
        assert all(rows[v] >> w & 1 and matching.mate[w] == v for v, w in enumerate(matching.mate))


@pytest.mark.parametrize("seed", range(200))
def test_who_can_be_left_free_is_what_exhaustive_search_says(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(1, 12)
    rows = random_rows(chance, n, chance.choice([0.12, 0.2, 0.3, 0.5]))
    everybody = (1 << n) - 1
    most = most_pairs(rows, everybody)

    matching = Matching(rows, everybody)
    found = matching.reach(matching.maximise())
    crowd, near = shortage(rows, everybody)

    assert found == sum(
        1 << v for v in range(n) if most_pairs(rows, everybody ^ 1 << v) == most
    ) * (2 * most < n)
    if 2 * most == n:
        assert (crowd, near) == (0, 0)
    else:
        # Odd circles aside, there are more in the crowd than next to it.
        assert crowd & ~found == 0 and near & crowd == 0
        assert near == sum({1 << w for v in bits(crowd) for w in bits(rows[v] & ~crowd)})
        assert most_pairs(rows, crowd | near) * 2 < (crowd | near).bit_count()


@pytest.mark.parametrize("seed", range(200))
def test_partners_are_all_with_whom_the_matching_stays_perfect(seed: int) -> None:
    chance = random.Random(seed)
    n = 2 * chance.randint(1, 6)
    rows = random_rows(chance, n, chance.choice([0.3, 0.5, 0.8]))
    matching = Matching(rows, (1 << n) - 1)
    if not matching.complete():
        return
    for v in range(n):
        expected = 0
        for w in bits(rows[v]):
            rest = matching.alive & ~(1 << v | 1 << w)
            if 2 * most_pairs(rows, rest) == n - 2:
                expected |= 1 << w
        assert matching.partners(v) == expected


@pytest.mark.parametrize("seed", range(200))
def test_a_changing_matching_stays_the_greatest(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(2, 14)
    rows = random_rows(chance, n, chance.choice([0.12, 0.2, 0.3, 0.5]))
    changing = Changing(rows, chance.getrandbits(n))

    for _ in range(12):
        v = chance.randrange(n)
        if changing.alive >> v & 1:
            without = {w: changing.left_without(w) for w in bits(changing.alive)}
            for w, left in without.items():
                assert left == Changing(rows, changing.alive & ~(1 << w)).left
            changing.leave(v)
            assert changing.left == without[v]
        else:
            changing.come(v)
        alive = changing.alive
        assert changing.left == alive.bit_count() - 2 * most_pairs(rows, alive)
