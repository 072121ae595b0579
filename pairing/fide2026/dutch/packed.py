"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 3 as one weighted matching.

The exact engine for a bracket of moderate size. A pair costs what the criteria of Art. 2.4 say,
and the order of Art. 4 stands behind the cost in the same integer: the heaviest perfect matching
is the first among the best candidates.
"""

from collections.abc import Sequence

from pairing.fide2026.dutch.model import Model
from pairing.fide2026.dutch.sequence import MdpOrder, RemainderOrder
from pairing.matching import heaviest_perfect_matching

Orders = dict[tuple[int, int], int]


def solve_packed(model: Model) -> list[int] | None:
    """The first of the best solutions of a model, as mates; None if it has no solution."""
    costs = _cost_matrix(model)
    pairs = (model.m - len(model.absorbers) - (model.bye is not None)) // 2
    if model.linked:
        # How many pairs the bracket can have is not known before the first solution.
        mate = _solve(costs, 0, {})
        if mate is None:
            return None
        pairs = model.pairs_made(mate)
    mate = None
    # Two stages, since the BSNs of the remainder depend on the MDP-Pairing (Art. 4.1.1).
    if model.m0:
        mate = _solve(costs, *_order_of_mdps(model))
        if mate is None:
            return None
        _fix_mdps(model, costs, mate)
        pairs -= sum(mate[u] < model.m for u in range(model.m0))
    return _solve(costs, *_order_of_remainder(model, mate, pairs))


def _cost_matrix(model: Model) -> list[list[int | None]]:
    n, players, legal = model.n, model.players, model.field.legal
    costs: list[list[int | None]] = [[None] * n for _ in range(n)]
    for u in range(n):
        for v in range(u + 1, n):
            if v >= model.size or legal[players[u]] >> players[v] & 1:
                costs[u][v] = costs[v][u] = model.cost(u, v)
    return costs


def _solve(
    costs: Sequence[Sequence[int | None]], order_bits: int, orders: Orders
) -> list[int] | None:
    """The cheapest perfect matching, and of those the one with the smallest order."""
    weights: list[list[int | None]] = [
        [None if cost is None else -(cost << order_bits) for cost in row] for row in costs
    ]
    for (u, v), order in orders.items():
        weight = weights[u][v]
        if weight is not None:
            weights[u][v] = weights[v][u] = weight - order
    return heaviest_perfect_matching(weights)


# Art. 4.4 and 4.2: the MDPs


def _order_of_mdps(model: Model) -> tuple[int, Orders]:
    m0, m = model.m0, model.m
    order = MdpOrder(m0, m - m0)
    orders = {(u, v): order(u, v - m0) for u in range(m0) for v in range(m0, m)}
    orders |= {(u, v): order.unpaired(u) for u in range(m0) for v in range(m, model.n)}
    return order.bits, orders


def _fix_mdps(model: Model, costs: list[list[int | None]], mate: list[int]) -> None:
    """Keep the MDP-Pairing and the Limbo of a solution; only the remainder stays open."""
    for u in range(model.m0):
        v = mate[u]
        if v < model.m:
            cost = costs[u][v]
            for w in range(model.n):
                costs[u][w] = costs[w][u] = costs[v][w] = costs[w][v] = None
            costs[u][v] = costs[v][u] = cost
        else:
            for w in range(model.m):
                costs[u][w] = costs[w][u] = None


# Art. 4.3 and 4.2: the homogeneous bracket or the remainder


def _order_of_remainder(model: Model, mate: list[int] | None, pairs: int) -> tuple[int, Orders]:
    taken = set() if mate is None else {mate[u] for u in range(model.m0)}
    remainder = [v for v in range(model.m0, model.m) if v not in taken]
    order = RemainderOrder(len(remainder), pairs)
    orders = {
        (u, v): order(i, j)
        for i, u in enumerate(remainder)
        for j, v in enumerate(remainder)
        if i < j
    }
    return order.bits, orders
