"""Perfect matchings of least cost, and which of them comes first. No chess in here.

A least cost is never believed: `Optimum` checks the proof that comes with it (linear duality).
The proof also says which edges no best matching uses. They are dropped; what remains is asked,
vertex by vertex, whether the best is still attainable when the next choice is made.
"""

from collections.abc import Callable

from pairing.matching.greatest import Matching, bits
from pairing.matching.heaviest import heaviest_with_proof

Rows = list[dict[int, int]]  # rows[v][w] = cost of the edge, the same in both directions


class BudgetExhausted(Exception):
    """The question is too large to be answered in the steps allowed."""


class NotProven(Exception):
    """The search for a matching has made a mistake."""


class Budget:
    """Steps, not seconds, so that the same state always ends in the same way."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise BudgetExhausted


class Optimum:
    """All perfect matchings of least cost in a graph, and `mate`, one of them."""

    def __init__(self, rows: Rows, budget: Budget) -> None:
        self.rows = rows
        self.budget = budget
        self.everybody = (1 << len(rows)) - 1
        self.mate: list[int] = []
        self.graph: list[int] = []  # the edges that a best matching may still use
        self.exact = True  # is every perfect matching of them a best one?
        self.least = 0
        self._solve()

    def attainable(self, v: int, wanted: int) -> bool:
        """Can v have its mate in `wanted`? If so, from now on it has; otherwise never."""
        found = self._with(v, wanted)
        if found:
            self.mate = found
            self._drop(v, ~wanted)
        else:
            self._drop(v, wanted)
        return bool(found)

    def earliest(self, v: int, wanted: int) -> int:
        """Give v the lowest mate in `wanted` with which the least cost is still attained."""
        while True:
            trial = self._trial()
            if not trial.rematch(v, wanted):
                raise ValueError("no such mate")
            # By the edges alone the lowest; whether it is by the cost as well, is asked.
            if self.attainable(v, 1 << trial.mate[v]):
                return self.mate[v]

    def confine(self, allowed: dict[int, int]) -> bool:
        """Keep to the edges allowed, if the least cost can be attained with them."""
        graph = list(self.graph)
        for v, mask in allowed.items():
            for w in bits(graph[v] & ~mask):
                graph[v] &= ~(1 << w)
                graph[w] &= ~(1 << v)
        trial = Matching(graph, self.everybody)
        for v, w in enumerate(self.mate):
            if v < w and graph[v] >> w & 1:
                trial.join(v, w)
        self.budget.spend(len(graph))
        if not trial.complete() or not (self.exact or self._cost(trial.mate) == self.least):
            return False
        self.graph, self.mate = graph, trial.mate
        return True

    def refine(self, cost: Callable[[int, int], int]) -> None:
        """Of all these matchings, only those of the least further cost."""
        rows: Rows = [{w: cost(v, w) for w in bits(mask)} for v, mask in enumerate(self.graph)]
        if not self.exact:
            # The edges alone do not tell: keep the earlier cost in front of the new one.
            beyond = 1 + sum(max(row.values()) for row in rows)
            for v, row in enumerate(rows):
                for w in row:
                    row[w] += self.rows[v][w] * beyond
        self.rows = rows
        self._solve()

    def _solve(self) -> None:
        found = least_cost(self.rows, self.budget)
        if found is None:
            raise ValueError("no perfect matching")
        self.mate, self.graph, self.exact = found
        self.least = self._cost(self.mate)

    def _cost(self, mate: list[int]) -> int:
        return sum(self.rows[v][w] for v, w in enumerate(mate)) // 2

    def _with(self, v: int, wanted: int) -> list[int]:
        """A best matching where the mate of v is in `wanted`; empty if there is none."""
        if wanted >> self.mate[v] & 1:
            return self.mate
        self.budget.spend(len(self.rows))
        trial = self._trial()
        if not trial.rematch(v, wanted):
            return []
        if self.exact or self._cost(trial.mate) == self.least:
            return trial.mate
        # Some odd sets may be left along one edge only, which the edges alone do not say.
        rows: Rows = [{w: self.rows[u][w] for w in bits(mask)} for u, mask in enumerate(self.graph)]
        for w in bits(self.graph[v] & ~wanted):
            del rows[v][w], rows[w][v]
        found = least_cost(rows, self.budget)
        return found[0] if found is not None and self._cost(found[0]) == self.least else []

    def _trial(self) -> Matching:
        trial = Matching(self.graph, self.everybody)
        trial.mate, trial.free = list(self.mate), 0
        return trial

    def _drop(self, v: int, mask: int) -> None:
        for w in bits(self.graph[v] & mask):
            self.graph[v] &= ~(1 << w)
            self.graph[w] &= ~(1 << v)


def least_cost(rows: Rows, budget: Budget) -> tuple[list[int], list[int], bool] | None:
    """A perfect matching of least cost, the edges that any such matching may use, and whether
    every perfect matching of those edges costs the least."""
    n = len(rows)
    if not all(rows):
        return None
    # Everybody may at least cost half of their cheapest edge; then lower bounds are raised one
    # after the other until an edge of each is tight. Twice the cost, so that halves are whole.
    price = [min(row.values()) for row in rows]
    for v, row in enumerate(rows):
        price[v] += min(2 * cost - price[v] - price[w] for w, cost in row.items())
    tight = [
        sum(1 << w for w, cost in row.items() if price[v] + price[w] == 2 * cost)
        for v, row in enumerate(rows)
    ]
    start = Matching(tight, (1 << n) - 1)
    left = start.maximise()
    budget.spend((left.bit_count() + 1) * sum(map(len, rows)))
    proof = heaviest_with_proof(
        [[(w, -2 * cost) for w, cost in row.items()] for row in rows],
        [-amount for amount in price],
        start.mate,
    )
    if proof is None:
        return None
    around: list[list[int]] = [[] for _ in range(n)]  # the blossoms around each vertex
    for number, (members, _) in enumerate(proof.blossoms):
        for v in members:
            around[v].append(number)
    graph = [0] * n
    for v, row in enumerate(rows):
        for w, cost in row.items():
            slack = proof.duals[v] + proof.duals[w] + 8 * cost
            slack += sum(proof.blossoms[b][1] for b in around[v] if w in proof.blossoms[b][0])
            if slack < 0:
                raise NotProven(f"an edge is too cheap: {v}-{w}")
            if not slack:
                graph[v] |= 1 << w
    mate = list(proof.mate)
    # No matching costs less than what the prices add up to, and this one costs as much.
    bound = sum(proof.duals) + sum(dual * (len(members) // 2) for members, dual in proof.blossoms)
    if bound != -4 * sum(rows[v][w] for v, w in enumerate(mate)) or not all(
        dual > 0 and len(members) % 2 for members, dual in proof.blossoms
    ):
        raise NotProven("the prices do not add up")
    return mate, graph, not proof.blossoms
