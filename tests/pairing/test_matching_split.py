"""The first split of an order compared with all perfect matchings of small random graphs."""

import random
from collections.abc import Iterator

import pytest

from pairing.matching import bits, split
from tests.pairing.test_matching import random_rows


def perfect_matchings(rows: list[int], left: int) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
        return
    v = (left & -left).bit_length() - 1
    for w in bits(rows[v] & left):
        for rest in perfect_matchings(rows, left & ~(1 << v | 1 << w)):
            yield [(v, w), *rest]


def place_of(uppers: set[int], upper: int, size: int) -> tuple[object, ...]:
    """Few exchanged, little difference, the last ones leave, the first ones enter."""
    entering = [v for v in sorted(uppers) if v >= upper]
    leaving = [v for v in range(upper) if v not in uppers]
    return len(entering), sum(uppers), [-v for v in reversed(leaving)], entering


def judged(seed: int) -> bool:
    """False if there is nothing to judge. The order comes first, then those who may only be paired
    with somebody of it."""
    chance = random.Random(seed)
    size = chance.randint(2, 10)
    outside = chance.choice([over for over in (0, 1, 2, 3, 4) if over <= size])
    outside += (size - outside) % 2
    total = size + outside
    rows = random_rows(chance, total, chance.choice([0.3, 0.5, 0.7]))
    kinds = [chance.randrange(3) for _ in range(total)]
    apart = chance.random() < 0.6
    for v in range(total):
        for w in range(total):
            if (v >= size and w >= size) or (apart and kinds[v] == kinds[w] == 0):
                rows[v] &= ~(1 << w)
    found = [
        ({v for v, w in pairs if w < size}, pairs)
        for pairs in perfect_matchings(rows, (1 << total) - 1)
    ]
    if not found:
        return False
    upper = (size - outside) // 2
    best = min((uppers for uppers, _ in found), key=lambda each: place_of(each, upper, size))

    mate = split.first_split(
        rows, (1 << total) - 1, range(size), upper, lambda v: (kinds[v], v < size)
    )

    assert all(mate[mate[v]] == v and rows[v] >> mate[v] & 1 for v in range(total))
    assert {v for v in range(size) if v < mate[v] < size} == best, seed
    return True


@pytest.mark.parametrize("searched", [-1, split.SEARCHED])
@pytest.mark.parametrize("one_by_one", [-1, split.ONE_BY_ONE])
@pytest.mark.parametrize("first", range(0, 3000, 300))
def test_the_first_split_is_that_of_all_matchings(
    first: int, one_by_one: int, searched: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(split, "ONE_BY_ONE", one_by_one)
    monkeypatch.setattr(split, "SEARCHED", searched)
    assert sum(judged(seed) for seed in range(first, first + 300)) > 30
