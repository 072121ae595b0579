"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 3 as one weighted matching.

The exact engine for a bracket of moderate size. Players are vertices, a pair costs what the
criteria of Art. 2.4 say, and the order of Art. 4 stands behind the cost in the same integer:
the heaviest perfect matching is the first among the best candidates.

Two models. `pair_alone` leaves a given number of players unpaired and looks no further than the
bracket, so [C4] and [C8] are not part of it. `pair_in_window` knows both: it holds the bracket,
the next scoregroup and as many further scoregroups as it takes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from pairing.fide2026.dutch.criteria import Costs
from pairing.fide2026.dutch.definitions import Field
from pairing.fide2026.dutch.sequence import MdpOrder, RemainderOrder
from pairing.matching import heaviest_perfect_matching


@dataclass(frozen=True, slots=True)
class Bracket:
    """Art. 1.3.2: the residents of a scoregroup and the players moved down to them (MDPs)."""

    mdps: tuple[int, ...]
    residents: tuple[int, ...]
    first: int  # the residents are the indices first … end - 1
    end: int
    rest: int  # everybody below, as a set
    next_end: int  # the next scoregroup is end … next_end - 1
    takes_bye: bool  # exactly one player left unpaired here ends with the bye

    @property
    def players(self) -> tuple[int, ...]:
        return self.mdps + self.residents


@dataclass(frozen=True, slots=True)
class Candidate:
    """Art. 3.3: the pairs of a bracket, and the players it leaves unpaired."""

    pairs: tuple[tuple[int, int], ...]
    unpaired: tuple[int, ...]
    #: [C8]: the scores left unpaired in the following bracket at best, highest first;
    #: None where nobody floats on
    following: tuple[int, ...] | None = None


class _Model:
    """The graph of a bracket with what lies around it; vertices are numbered from 0."""

    def __init__(
        self,
        field: Field,
        bracket: Bracket,
        costs: Costs,
        *,
        outside: Sequence[int] = (),
        absorbers: int = 0,
        bye: bool,
        linked: bool,
        may_float: int = -1,
    ) -> None:
        self.field, self.bracket, self.costs = field, bracket, costs
        self.players = bracket.players + tuple(outside)
        m = self.m = len(bracket.players)
        self.m0 = len(bracket.mdps)
        size = len(self.players)
        self.bye = size if bye else None
        self.absorbers = range(size + bye, size + bye + absorbers)
        n = size + bye + absorbers
        self.cost: list[list[int | None]] = [[None] * n for _ in range(n)]
        legal = field.legal
        next_group = range(bracket.end, bracket.next_end)
        players = self.players
        #: what a vertex adds when it is paired neither in the bracket nor in the next one
        away = [costs.unpaired(x) + costs.unpaired_ahead(x, True) for x in players[:m]]
        away += [costs.unpaired_ahead(x, False) if x in next_group else 0 for x in players[m:]]
        for u in range(size):
            x = players[u]
            row = legal[x]
            for v in range(u + 1, size):
                y = players[v]
                if not row >> y & 1 or v < self.m0:
                    continue
                if v < m:
                    self._set(u, v, costs.pair(x, y))
                elif u < m:
                    self._set(u, v, costs.unpaired(x) if y in next_group else away[u])
                else:
                    both = x in next_group and y in next_group
                    self._set(u, v, 0 if both else away[u] + away[v])
            if self.bye is not None and row >> field.n & 1:
                extra = costs.bye(x) - costs.unpaired(x) if u < m else 0
                self._set(u, self.bye, away[u] + extra)
            if u >= m or may_float >> x & 1:
                for v in self.absorbers:
                    self._set(u, v, away[u])
        if linked:
            for u in self.absorbers:
                for v in self.absorbers:
                    if u < v:
                        self._set(u, v, 0)

    def _set(self, u: int, v: int, cost: int) -> None:
        self.cost[u][v] = self.cost[v][u] = cost

    def solve(self, order_bits: int, order: dict[tuple[int, int], int]) -> list[int] | None:
        """The cheapest perfect matching, and of those the one with the smallest order."""
        n = len(self.cost)
        weights: list[list[int | None]] = [
            [None if cost is None else -(cost << order_bits) for cost in row] for row in self.cost
        ]
        for (u, v), number in order.items():
            weight = weights[u][v]
            if weight is not None:
                weights[u][v] = weights[v][u] = weight - number
        return heaviest_perfect_matching(weights) if n else []

    # Art. 4.4, 4.2 for the MDPs

    def order_of_mdps(self) -> tuple[int, dict[tuple[int, int], int]]:
        order = MdpOrder(self.m0, self.m - self.m0)
        numbers = {}
        for u in range(self.m0):
            for v in range(self.m0, self.m):
                numbers[u, v] = order(u, v - self.m0)
            for v in range(self.m, len(self.cost)):
                numbers[u, v] = order.unpaired(u)
        return order.bits, numbers

    def fix_mdps(self, mate: list[int]) -> None:
        """Keep the MDP-Pairing and the Limbo of a solution; only the remainder stays open."""
        for u in range(self.m0):
            v = mate[u]
            if v < self.m:
                cost = self.cost[u][v]
                for w in range(len(self.cost)):
                    self.cost[u][w] = self.cost[w][u] = None
                    self.cost[v][w] = self.cost[w][v] = None
                self.cost[u][v] = self.cost[v][u] = cost
            else:
                for w in range(self.m):
                    self.cost[u][w] = self.cost[w][u] = None

    # Art. 4.3, 4.2 for the remainder

    def order_of_remainder(
        self, mate: list[int] | None, pairs: int
    ) -> tuple[int, dict[tuple[int, int], int]]:
        taken = set() if mate is None else {mate[u] for u in range(self.m0)}
        remainder = [v for v in range(self.m0, self.m) if v not in taken]
        order = RemainderOrder(len(remainder), pairs)
        numbers = {
            (u, v): order(i, j)
            for i, u in enumerate(remainder)
            for j, v in enumerate(remainder)
            if i < j
        }
        return order.bits, numbers

    def pairs_made(self, mate: list[int]) -> int:
        return sum(u < mate[u] < self.m for u in range(self.m))

    def candidate(self, mate: list[int], following: tuple[int, ...] | None = None) -> Candidate:
        players, m = self.players, self.m
        return Candidate(
            tuple((players[u], players[mate[u]]) for u in range(m) if u < mate[u] < m),
            tuple(players[u] for u in range(m) if mate[u] >= m),
            following,
        )

    def following(self, mate: list[int]) -> tuple[int, ...]:
        """[C8]: the scores that this solution leaves unpaired in the following bracket."""
        ahead = self.m + self.bracket.next_end - self.bracket.end
        alone = [u for u in range(ahead) if mate[u] >= ahead]
        members = self.field.members
        return tuple(sorted((members[self.players[u]].score for u in alone), reverse=True))


def pair_alone(
    field: Field, bracket: Bracket, floaters: int, may_float: int = -1
) -> Candidate | None:
    """The first best candidate with so many floaters (besides the bye), without [C4] and [C8]."""
    m = len(bracket.players)
    costs = Costs(
        field.members,
        bracket.mdps,
        bracket.residents,
        size=m,
        final=field.state.is_last_round,
        bye_alone=bracket.takes_bye and floaters == 0,
    )
    model = _Model(
        field,
        bracket,
        costs,
        absorbers=floaters,
        bye=bracket.takes_bye,
        linked=False,
        may_float=may_float,
    )
    pairs = (m - floaters - bracket.takes_bye) // 2
    mate = None
    if bracket.mdps:
        mate = model.solve(*model.order_of_mdps())
        if mate is None:
            return None
        model.fix_mdps(mate)
        pairs -= sum(mate[u] < m for u in range(model.m0))
    mate = model.solve(*model.order_of_remainder(mate, pairs))
    return None if mate is None else model.candidate(mate)


def pair_in_window(field: Field, bracket: Bracket) -> Candidate | None:
    """The first best candidate under all criteria, [C4] and [C8] included."""
    return _grow(field, bracket, ordered=True)


def best_following(
    field: Field, bracket: Bracket, floaters: tuple[int, ...]
) -> tuple[int, ...] | None:
    """[C8]: the scores left unpaired in the following bracket at best, if just these float.

    None where the floaters and the players below have no complete pairing ([C4]).
    """
    alone = Bracket(
        mdps=floaters,
        residents=(),
        first=bracket.end,
        end=bracket.end,
        rest=bracket.rest,
        next_end=bracket.next_end,
        takes_bye=bracket.takes_bye,
    )
    found = _grow(field, alone, ordered=False)
    return None if found is None else found.following


def _grow(field: Field, bracket: Bracket, ordered: bool) -> Candidate | None:
    """Solve windows of growing size until one of them is proved exact.

    Players that a window pairs with somebody below it are held by absorbers. That is a
    relaxation; if those players can be paired below, its optimum is the true one. At last the
    window is the whole field.
    """
    ends = [end for _, _, end in field.scoregroups if end > bracket.end] or [bracket.end]
    for end in ends:
        absorbers = 4 if end < field.n else 0
        while True:
            found = _window(field, bracket, end, absorbers, ordered)
            if found is not None:
                candidate, below = found
                if field.completable(below):
                    return candidate
                break
            if absorbers == 0:
                return None
            absorbers *= 2
    return None


def _window(
    field: Field, bracket: Bracket, end: int, absorbers: int, ordered: bool
) -> tuple[Candidate, int] | None:
    """The best candidate and the players that remain below; None: more absorbers are needed.

    The optimum is concave in the number of absorbers, so they suffice as soon as two of them
    are idle. That is tested after every stage, the order of candidates included.
    """
    n = field.n
    outside = range(bracket.end, end)
    m = len(bracket.players)
    inside = as_set(bracket.players) | as_set(outside)
    bye = n % 2 == 1 and bool(field.bye_takers & inside)
    if end < n:
        absorbers += (m + len(outside) + bye + absorbers) % 2

    def model(bye_alone: bool) -> _Model:
        costs = Costs(
            field.members,
            bracket.mdps,
            bracket.residents,
            size=m + len(outside),
            final=field.state.is_last_round,
            bye_alone=bye_alone,
            ahead=True,
        )
        return _Model(
            field, bracket, costs, outside=outside, absorbers=absorbers, bye=bye, linked=True
        )

    def enough(mate: list[int] | None) -> TypeGuard[list[int]]:
        holders = window.absorbers
        return mate is not None and (not holders or any(mate[u] >= holders[0] for u in holders))

    window = model(bye_alone=False)
    mate = window.solve(0, {})
    if not enough(mate):
        return None
    if ordered:
        pairs = window.pairs_made(mate)
        if bracket.takes_bye and m - 2 * pairs == 1:
            # C9 counts only where the one who takes the bye is the only player left unpaired.
            window = model(bye_alone=True)
        fixed = None
        if bracket.mdps:
            fixed = window.solve(*window.order_of_mdps())
            if not enough(fixed):
                return None
            window.fix_mdps(fixed)
            pairs -= sum(fixed[u] < m for u in range(window.m0))
        mate = window.solve(*window.order_of_remainder(fixed, pairs))
        if not enough(mate):
            return None
    below = field.everybody >> end << end
    for u in range(m + len(outside)):
        if mate[u] in window.absorbers:
            below |= 1 << window.players[u]
    return window.candidate(mate, window.following(mate)), below


def as_set(players: Iterable[int]) -> int:
    mask = 0
    for player in players:
        mask |= 1 << player
    return mask
