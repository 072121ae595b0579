"""The transportation problem, proved optimal by its own potentials."""

import random
from functools import cache

import pytest

from pairing.transport import transport_potentials


def cheapest(costs: list[list[int | None]], amounts: list[int]) -> int | None:
    """Every unit shipped on its own, by exhaustive search."""
    rows = [a for a, units in enumerate(amounts) for _ in range(units)]

    @cache
    def best(place: int, left: tuple[int, ...]) -> int | None:
        if place == len(rows):
            return 0
        found = None
        for b, units in enumerate(left):
            cost = costs[rows[place]][b]
            if units and cost is not None:
                after = best(place + 1, (*left[:b], units - 1, *left[b + 1 :]))
                if after is not None and (found is None or cost + after < found):
                    found = cost + after
        return found

    return best(0, tuple(amounts))


@pytest.mark.parametrize("seed", range(300))
def test_potentials_are_feasible_and_prove_the_cheapest_total(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(1, 5)
    amounts = [chance.randint(1, 3) for _ in range(n)]
    span = chance.choice([1, 3, 1 << 90])
    costs: list[list[int | None]] = [[None] * n for _ in range(n)]
    for a in range(n):
        for b in range(a, n):
            if chance.random() < 0.7:
                costs[a][b] = costs[b][a] = chance.randint(0, span)

    found = transport_potentials(costs, amounts)

    expected = cheapest(costs, amounts)
    if found is None:
        assert expected is None
    else:
        u, v = found
        for a, row in enumerate(costs):
            assert all(cost is None or u[a] + v[b] <= cost for b, cost in enumerate(row))
        assert sum(units * (u[a] + v[a]) for a, units in enumerate(amounts)) == expected
