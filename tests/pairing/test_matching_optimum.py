"""The least cost and the earliest choices, compared with every perfect matching there is."""

import random
from collections.abc import Iterator

import pytest

from pairing.matching import Proof, heaviest_with_proof
from pairing.matching import optimum as module
from pairing.matching.optimum import (
    Budget,
    BudgetExhausted,
    NotProven,
    Optimum,
    Rows,
    least_cost,
)

PLENTY = 10**9


def random_graph(seed: int) -> Rows:
    chance = random.Random(seed)
    n = 2 * chance.randint(2, 5)
    rows: Rows = [{} for _ in range(n)]
    costs, density = chance.choice([(2, 0.8), (3, 0.6), (6, 1.0)]), 0.7
    for v in range(n):
        for w in range(v):
            if chance.random() < max(density, costs[1] - 0.1):
                rows[v][w] = rows[w][v] = chance.randrange(costs[0])
    # A ring through everybody, so that a perfect matching exists.
    for v in range(n):
        w = (v + 1) % n
        rows[v][w] = rows[w][v] = rows[v].get(w, costs[0])
    return rows


def matchings(rows: Rows, left: tuple[int, ...]) -> Iterator[dict[int, int]]:
    if not left:
        yield {}
        return
    v, *others = left
    for w in others:
        if w in rows[v]:
            for more in matchings(rows, tuple(x for x in others if x != w)):
                yield {v: w, w: v, **more}


def cost_of(rows: Rows, mates: dict[int, int]) -> int:
    return sum(rows[v][w] for v, w in mates.items()) // 2


@pytest.mark.parametrize("seed", range(300))
def test_the_earliest_of_the_best_is_that_of_exhaustive_search(seed: int) -> None:
    rows = random_graph(seed)
    everybody = tuple(range(len(rows)))
    found = list(matchings(rows, everybody))
    least = min(cost_of(rows, mates) for mates in found)
    best = [mates for mates in found if cost_of(rows, mates) == least]
    expected = min([mates[v] for v in everybody] for mates in best)

    optimum = Optimum(rows, Budget(PLENTY))
    assert optimum.least == least
    used = [{mates[v] for mates in best} for v in everybody]
    for v in everybody:
        assert all(optimum.graph[v] >> w & 1 for w in used[v])
    for v in everybody:
        optimum.earliest(v, (1 << len(rows)) - 1)
    assert optimum.mate == expected


@pytest.mark.parametrize("seed", range(100))
def test_what_is_attainable_and_what_is_refined_is_that_of_exhaustive_search(seed: int) -> None:
    rows = random_graph(seed)
    chance = random.Random(seed)
    everybody = tuple(range(len(rows)))
    found = list(matchings(rows, everybody))
    least = min(cost_of(rows, mates) for mates in found)
    best = [mates for mates in found if cost_of(rows, mates) == least]
    optimum = Optimum(rows, Budget(PLENTY))
    for _ in range(2):
        v, wanted = chance.choice(everybody), chance.getrandbits(len(rows))
        kept = [mates for mates in best if wanted >> mates[v] & 1]
        assert optimum.attainable(v, wanted) == bool(kept)
        best = kept or best
    further = {(v, w): (v * 7 + w * 3) % 4 for v in everybody for w in everybody if v < w}

    def extra(v: int, w: int) -> int:
        return further[min(v, w), max(v, w)]

    optimum.refine(extra)
    sums = [sum(extra(v, w) for v, w in mates.items()) for mates in best]
    assert sum(extra(v, w) for v, w in enumerate(optimum.mate)) == min(sums)
    assert {**dict(enumerate(optimum.mate))} in best


def test_some_of_these_graphs_have_odd_sets_that_the_edges_do_not_show() -> None:
    exact = [Optimum(random_graph(seed), Budget(PLENTY)).exact for seed in range(300)]
    assert 0 < exact.count(False) < 300


def test_no_perfect_matching_is_none() -> None:
    star: Rows = [{1: 0, 2: 0, 3: 0}, {0: 0}, {0: 0}, {0: 0}]
    assert least_cost(star, Budget(PLENTY)) is None
    assert least_cost([{1: 0}, {0: 0}, {}, {}], Budget(PLENTY)) is None


def test_a_search_that_makes_a_mistake_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    square: Rows = [{1: 0, 3: 5}, {0: 0, 2: 5}, {1: 5, 3: 0}, {2: 0, 0: 5}]

    def wrong_mates(*edges: object) -> Proof:
        right = heaviest_with_proof(*edges)  # type: ignore[arg-type]
        assert right is not None
        return Proof((3, 2, 1, 0), right.duals, right.blossoms)

    monkeypatch.setattr(module, "heaviest_with_proof", wrong_mates)
    with pytest.raises(NotProven):
        least_cost(square, Budget(PLENTY))

    def cheap_prices(*edges: object) -> Proof:
        return Proof((3, 2, 1, 0), (-20, -20, -20, -20), ())

    monkeypatch.setattr(module, "heaviest_with_proof", cheap_prices)
    with pytest.raises(NotProven):
        least_cost(square, Budget(PLENTY))


def test_the_budget_is_counted_in_steps() -> None:
    with pytest.raises(BudgetExhausted):
        Optimum(random_graph(1), Budget(3))
