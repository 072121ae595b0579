"""The transportation problem, small and exact. No chess in here."""

from collections.abc import Sequence


def transport_potentials(
    costs: Sequence[Sequence[int | None]], amounts: Sequence[int]
) -> tuple[list[int], list[int]] | None:
    """Optimal potentials for shipping `amounts` from every row to the columns of the same sizes.

    `costs[a][b]` is the price of one unit from row a to column b; None forbids it. The answer
    (u, v) satisfies u[a] + v[b] <= costs[a][b] everywhere and proves the cheapest total,
    sum(amounts[a] * (u[a] + v[a])). None if the amounts cannot be shipped.

    Primal-dual method: ship along cells without reduced cost, then let a forest grow from the
    rows that still have supply until it reaches a column that still has demand.
    """
    n = len(amounts)
    every = range(n)
    cells = [[(b, cost) for b, cost in enumerate(row) if cost is not None] for row in costs]
    if not all(cells):
        return None
    u = [min(cost for _, cost in row) for row in cells]
    v: list[int | None] = [None] * n
    for a in every:
        base = u[a]
        for b, cost in cells[a]:
            best = v[b]
            if best is None or cost - base < best:
                v[b] = cost - base
    if None in v:
        return None
    reduced: list[int] = [value for value in v if value is not None]
    supply = list(amounts)
    demand = list(amounts)
    shipped: list[dict[int, int]] = [{} for _ in every]  # by column: row → units
    for a in every:
        for b, cost in cells[a]:
            if supply[a] and demand[b] and cost == u[a] + reduced[b]:
                units = min(supply[a], demand[b])
                supply[a] -= units
                demand[b] -= units
                shipped[b][a] = units
    while any(supply):
        if not _augment(cells, u, reduced, supply, demand, shipped):
            return None
    return u, reduced


def _augment(  # noqa: C901  (one search, whose state is all of its locals)
    cells: list[list[tuple[int, int]]],
    u: list[int],
    v: list[int],
    supply: list[int],
    demand: list[int],
    shipped: list[dict[int, int]],
) -> bool:
    """One shortest path from rows with supply to a column with demand."""
    n = len(supply)
    distance: list[int | None] = [None] * n  # of columns
    row_distance: list[int | None] = [None] * n
    came_from = [-1] * n  # of columns: the row before
    row_from = [-1] * n  # of rows: the column before, -1 at a start
    done = [False] * n
    fresh = [a for a in range(n) if supply[a]]
    for a in fresh:
        row_distance[a] = 0
    while True:
        for a in fresh:
            start = row_distance[a]
            assert start is not None
            base = start - u[a]
            for b, cost in cells[a]:
                if not done[b]:
                    reach = base + cost - v[b]
                    known = distance[b]
                    if known is None or reach < known:
                        distance[b] = reach
                        came_from[b] = a
        column = -1
        best: int | None = None
        for b in range(n):
            reach_b = distance[b]
            if reach_b is not None and not done[b] and (best is None or reach_b < best):
                best, column = reach_b, b
        if best is None:
            return False
        done[column] = True
        if demand[column]:
            break
        fresh = []
        for a in shipped[column]:
            if row_distance[a] is None:
                row_distance[a] = best
                row_from[a] = column
                fresh.append(a)
    # The potentials: what was reached nearer than `best` moves by the difference.
    for a in range(n):
        near = row_distance[a]
        if near is not None and near < best:
            u[a] += best - near
    for b in range(n):
        near = distance[b]
        if done[b] and near is not None and near < best:
            v[b] -= best - near
    # How much fits along the path?
    units = demand[column]
    b = column
    while True:
        a = came_from[b]
        if row_from[a] == -1:
            units = min(units, supply[a])
            break
        b = row_from[a]
        units = min(units, shipped[b][a])
    demand[column] -= units
    b = column
    while True:
        a = came_from[b]
        shipped[b][a] = shipped[b].get(a, 0) + units
        if row_from[a] == -1:
            supply[a] -= units
            return True
        b = row_from[a]
        shipped[b][a] -= units
        if not shipped[b][a]:
            del shipped[b][a]
