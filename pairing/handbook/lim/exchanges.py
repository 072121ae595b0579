"""Handbook 1.2 (Lim) Art. 3.4, 3.5, 5 and 6.2: the proposed pairing and its exchanges.

A group is a list in the direction of pairing: downwards the highest number comes first, upwards
the lowest. The articles try partners in a fixed order and go back when somebody finds no
opponent. That search is not run literally, since it could explode: a try is accepted if the
players left can still all be paired, which a matching decides, so no try is ever taken back. The
literal search stands in the tests as judge.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pairing.handbook.lim.cards import BROKEN_LIMIT, CLASH, Cards
from pairing.matching import Matching, heaviest_perfect_matching
from pairing.state import Colour

Pair = tuple[int, int]


class Keeper:
    """A perfect matching that is kept while pairs are fixed one by one."""

    def __init__(self, rows: Sequence[int], start: Sequence[Pair] = ()) -> None:
        self.matching = Matching(rows, (1 << len(rows)) - 1)
        for v, w in start:
            if rows[v] >> w & 1:
                self.matching.join(v, w)
        self.perfect = self.matching.complete()

    def fix(self, v: int, w: int) -> bool:
        """Pair v and w for good if all the others can still be paired; else change nothing."""
        matching = self.matching
        if not self.perfect or not matching.rows[v] >> w & 1 or not matching.alive >> w & 1:
            return False
        mate, alive = matching.mate.copy(), matching.alive
        x, y = mate[v], mate[w]
        if x != w:
            matching.release(v)
            matching.release(w)
        matching.free = 0
        matching.alive &= ~(1 << v | 1 << w)
        if x != w:
            matching.free = 1 << x | 1 << y
            if not matching.augment(x):
                matching.mate, matching.alive, matching.free = mate, alive, 0
                return False
        return True

    def undo_point(self) -> tuple[list[int], int]:
        return self.matching.mate.copy(), self.matching.alive

    def undo(self, point: tuple[list[int], int]) -> None:
        self.matching.mate, self.matching.alive = point
        self.matching.free = 0


# Art. 5.2, 5.3  The order in which partners are tried


def tries(left: Sequence[int]) -> Iterator[int]:
    """The partners of the first player left: the proposed one, those further down, then his own
    half from the nearest up."""
    half = len(left) // 2
    yield from left[half:]
    yield from reversed(left[1:half])


def walk(
    size: int, accept: Callable[[int, int], bool], until: Callable[[int], bool] | None = None
) -> list[Pair]:
    """Pair the first player left with the first partner accepted; the others are halved again."""
    left = list(range(size))
    pairs = []
    while left and not (until and until(left[0])):
        first = left[0]
        partner = next(other for other in tries(left) if accept(first, other))
        pairs.append((first, partner))
        left.remove(first)
        left.remove(partner)
    return pairs


def rows_of(cards: Cards, players: Sequence[int]) -> list[int]:
    """Who may meet whom, by places in the list."""
    rows = []
    for tpn in players:
        legal, row = cards.legal[tpn], 0
        for place, other in enumerate(players):
            if legal >> other & 1:
                row |= 1 << place
        rows.append(row)
    return rows


# Art. 3.4  The proposed pairing


def proposed(size: int) -> list[Pair]:
    """1-(n/2+1), 2-(n/2+2), ... by places from 0."""
    half = size // 2
    return [(place, place + half) for place in range(half)]


def can_be_paired(cards: Cards, players: Sequence[int]) -> bool:
    """Whether a complete pairing of these players exists."""
    size = len(players)
    return size % 2 == 0 and Keeper(rows_of(cards, players), proposed(size)).perfect


# Art. 5.1 and 6.2  First and second scrutiny


@dataclass(frozen=True, slots=True)
class Scrutiny:
    pairs: tuple[Pair, ...]  # in the order found, players not places
    proposed: frozenset[Pair]  # Art. 3.4
    first: frozenset[Pair]  # after the first scrutiny
    clashes: int
    broken_limits: int


def scrutinise(cards: Cards, players: Sequence[int]) -> Scrutiny:
    """Pair a group that can be paired completely.

    First scrutiny: the first pairing in the order of exchanges in which all are compatible.
    Second scrutiny: the first one in the same order with the fewest broken limits (last round
    only), then the fewest colour clashes.
    """
    size = len(players)
    rows = rows_of(cards, players)
    first = walk(size, Keeper(rows, proposed(size)).fix)
    second = cheapest(cards, players, rows, first)
    cost = sum(cards.cost(players[v], players[w]) for v, w in second)

    def named(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
        return tuple((players[v], players[w]) for v, w in pairs)

    return Scrutiny(
        pairs=named(second),
        proposed=frozenset(named(proposed(size))),
        first=frozenset(named(first)),
        clashes=cost % BROKEN_LIMIT // CLASH,
        broken_limits=cost // BROKEN_LIMIT,
    )


def cheapest(
    cards: Cards, players: Sequence[int], rows: Sequence[int], first: Sequence[Pair]
) -> list[Pair]:
    """The first pairing in the order of exchanges among those of least cost.

    A lower bound comes from counting colours (see `_weights`). If the pairs that reach it admit a
    complete pairing, the cheapest pairings are exactly the complete pairings made of such pairs,
    and no weights are needed. Otherwise a weighted matching gives the least cost of what is left.
    """
    size = len(players)
    costs = [[cards.cost(a, b) for b in players] for a in players]
    weights = _weights(cards, players)
    if 2 * sum(costs[v][w] for v, w in first) == sum(weights):
        return list(first)
    rows = _maxi(cards, players, rows, first)
    tight = [
        sum(1 << w for w in range(size) if row >> w & 1 and weights[v] + weights[w] == 2 * cost[w])
        for v, (row, cost) in enumerate(zip(rows, costs, strict=True))
    ]
    keeper = Keeper(tight, proposed(size))
    if keeper.perfect:
        return walk(size, keeper.fix)
    return _by_weight(cards, players, rows, costs)


def _by_weight(
    cards: Cards, players: Sequence[int], rows: Sequence[int], costs: Sequence[Sequence[int]]
) -> list[Pair]:
    """As `cheapest`, where counting colours is not enough."""
    left = list(range(len(players)))
    mate = least_cost_mates(rows, costs, left)
    budget = sum(costs[v][w] for v, w in mate.items()) // 2

    def accept(v: int, w: int) -> bool:
        nonlocal mate, budget
        if not rows[v] >> w & 1:
            return False
        rest = [u for u in left if u not in (v, w)]
        remaining = budget - costs[v][w]
        if mate[v] != w:
            if sum(_weights(cards, [players[u] for u in rest])) > 2 * remaining:
                return False
            found = least_cost_mates(rows, costs, rest)
            if not _cost_is(found, rest, costs, remaining):
                return False
            mate = found
        left[:] = rest
        budget = remaining
        return True

    return walk(len(players), accept)


def _cost_is(
    mate: dict[int, int], rest: Sequence[int], costs: Sequence[Sequence[int]], wanted: int
) -> bool:
    return len(mate) == len(rest) and sum(costs[v][w] for v, w in mate.items()) == 2 * wanted


def least_cost_mates(
    rows: Sequence[int], costs: Sequence[Sequence[int]], left: Sequence[int]
) -> dict[int, int]:
    """The mates in a complete pairing of least cost; empty if there is none."""
    matched = heaviest_perfect_matching(
        [[-costs[v][w] if rows[v] >> w & 1 else None for w in left] for v in left]
    )
    if matched is None:
        return {}
    return {left[v]: left[w] for v, w in enumerate(matched)}


def _weights(cards: Cards, players: Sequence[int]) -> list[int]:
    """A weight for each player such that no pair costs less than half the sum of its two.

    So no complete pairing costs less than half the sum of all. With more players due white than
    all the others together, each of those carries half a clash, and each other player takes half
    away: the surplus cannot be paired without clashes. The same holds for broken limits among
    those who must have one colour.
    """
    total = [0] * len(players)
    layers = [(CLASH, [cards.due[tpn] for tpn in players])]
    if cards.state.is_last_round:
        forced = [next(iter(may)) if len(may := cards.may[t]) == 1 else None for t in players]
        layers.append((BROKEN_LIMIT, forced))
    for unit, wanted in layers:
        for colour in Colour:
            number = wanted.count(colour)
            if 2 * number > len(players):
                for place, own in enumerate(wanted):
                    total[place] += unit if own is colour else -unit
    return total


# Art. 6.7  Maxi tournaments


def _maxi(
    cards: Cards, players: Sequence[int], rows: Sequence[int], first: Sequence[Pair]
) -> list[int]:
    """An exchange for colours brings a partner within 100 points of the one exchanged.

    It is the partner of the player looked at, who comes before him in the order, that is changed.
    """
    if not cards.maxi:
        return list(rows)
    partner = dict(first) | {w: v for v, w in first}
    kept = [0] * len(rows)
    for v, row in enumerate(rows):
        for w in range(v + 1, len(rows)):
            if row >> w & 1 and (
                w == partner[v] or cards.within_maxi(players[w], players[partner[v]])
            ):
                kept[v] |= 1 << w
                kept[w] |= 1 << v
    return kept


# Art. 5.4  A player who finds no opponent


def everyone_finds(cards: Cards, players: Sequence[int], count: int) -> bool:
    """Whether the first `count` players of the group can all have opponents in it."""
    return Keeper(_rows_for_first(cards, players, count)).perfect


def _rows_for_first(cards: Cards, players: Sequence[int], count: int) -> list[int]:
    """The others may stay without opponent: let them, on paper, meet each other."""
    size = len(players)
    rows = rows_of(cards, players)
    others = (1 << size) - (1 << count)
    for v in range(count, size):
        rows[v] |= others & ~(1 << v)
    if size % 2:  # one of the others may stay alone
        rows.append(others)
        for v in range(count, size):
            rows[v] |= 1 << size
    return rows


def first_without_opponent(cards: Cards, players: Sequence[int]) -> int | None:
    """The place of the first player for whom, together with everyone before him, no set of
    opponents exists; None if everyone finds one."""
    low, high = 0, len(players)
    if everyone_finds(cards, players, high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if everyone_finds(cards, players, middle):
            low = middle
        else:
            high = middle
    return low


def pairs_before(cards: Cards, players: Sequence[int], place: int) -> list[Pair]:
    """The pairs of the players before that place, each the first choice that leaves opponents
    for the others before it. They stand (5.4)."""
    keeper = Keeper(_rows_for_first(cards, players, place))
    pairs = walk(len(players), keeper.fix, until=lambda first: first >= place)
    return [(players[v], players[w]) for v, w in pairs]
