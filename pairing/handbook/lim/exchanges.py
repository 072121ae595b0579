"""Handbook 1.2 (Lim) Art. 3.4, 3.5, 5 and 6.2: the proposed pairing and its exchanges.

A group is a list in the direction of pairing: downwards the highest number comes first, upwards
the lowest. The articles try partners in a fixed order and go back when somebody finds no
opponent. That search is not run literally, since it could explode: a try is accepted if the
players left can still all be paired, which a matching decides, so no try is ever taken back. The
literal search stands in the tests as judge.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pairing.handbook.lim.cards import BROKEN_LIMIT, CLASH, Cards
from pairing.matching import Matching, as_set, bits, heaviest_perfect_matching
from pairing.state import Colour

Pair = tuple[int, int]


class Keeper:
    """A perfect matching that is kept while pairs are fixed one by one."""

    def __init__(
        self, rows: Sequence[int], start: Sequence[Pair] = (), alive: int | None = None
    ) -> None:
        self.matching = Matching(rows, (1 << len(rows)) - 1 if alive is None else alive)
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

    def fix_first(self, v: int, others: Iterable[int]) -> int | None:
        """Pair v for good with the first of these with whom all the others can still be paired.

        Mostly that is the very first; else one search tells everybody with whom they can.
        """
        possible: int | None = None
        for w in others:
            if possible is None:
                if self.fix(v, w):
                    return w
                possible = self.matching.partners(v) if self.perfect else 0
            elif possible >> w & 1:
                fixed = self.fix(v, w)
                assert fixed
                return w
        return None

    def undo_point(self) -> tuple[list[int], int]:
        return self.matching.mate.copy(), self.matching.alive

    def undo(self, point: tuple[list[int], int]) -> None:
        self.matching.mate, self.matching.alive = point
        self.matching.free = 0


# Art. 5.2, 5.3  The order in which partners are tried


def tries(left: Sequence[int]) -> Iterator[int]:
    """The partners of the first player left: the proposed one, those further down, then their own
    half from the nearest up."""
    half = len(left) // 2
    yield from left[half:]
    yield from reversed(left[1:half])


def walk(size: int, keeper: Keeper, until: Callable[[int], bool] | None = None) -> list[Pair]:
    """Pair the first player left with the first possible partner; the others are halved again."""
    left = list(range(size))
    pairs = []
    while left and not (until and until(left[0])):
        first = left[0]
        partner = keeper.fix_first(first, tries(left))
        assert partner is not None
        pairs.append((first, partner))
        left.remove(first)
        left.remove(partner)
    return pairs


def rows_of(cards: Cards, players: Sequence[int]) -> list[int]:
    """The possible opponents, by places in the list."""
    place = {tpn: index for index, tpn in enumerate(players)}
    group, everybody = as_set(players), (1 << len(players)) - 1
    rows = []
    for tpn in players:
        together = group & cards.legal[tpn]
        apart = group & ~together
        # Whichever are fewer are read one by one.
        if together.bit_count() < apart.bit_count():
            rows.append(as_set(place[other] for other in bits(together)))
        else:
            rows.append(everybody & ~as_set(place[other] for other in bits(apart)))
    return rows


def costs_of(cards: Cards, players: Sequence[int]) -> list[list[int]]:
    """The cost of each pair, by places. It depends on the colours due and allowed alone."""
    lines: dict[object, list[int]] = {}
    costs = []
    for tpn in players:
        kind = cards.due[tpn], cards.may[tpn]
        if kind not in lines:
            lines[kind] = [cards.cost(tpn, other) for other in players]
        costs.append(lines[kind])
    return costs


# Art. 3.4  The proposed pairing


def proposed(size: int) -> list[Pair]:
    """1-(n/2+1), 2-(n/2+2), ... by places from 0."""
    half = size // 2
    return [(place, place + half) for place in range(half)]


def most_pairs(cards: Cards, players: Sequence[int]) -> Matching:
    """A greatest matching, of numbers: with as many proposed pairs as possible to begin with."""
    matching = Matching(cards.rows, as_set(players))
    for v, w in proposed(len(players)):
        if cards.compatible(players[v], players[w]):
            matching.join(players[v], players[w])
    matching.maximise()
    return matching


def can_be_paired(cards: Cards, players: Sequence[int]) -> bool:
    """True if a complete pairing of these players exists."""
    size, group = len(players), as_set(players)
    if size % 2 or not all(cards.legal[tpn] & group for tpn in players):
        return False
    return not most_pairs(cards, players).free


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
    first = walk(size, Keeper(rows, proposed(size)))
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

    If weights on the players are known such that no pair costs less than half the sum of its two,
    no pairing costs less than half the sum of all. If that bound is reached, the cheapest pairings
    are exactly the complete pairings made of pairs that cost just so much, and the search for the
    first of them needs no costs. Counting colours mostly gives such weights; failing that, a
    cheapest pairing does. Else (odd circles) each partner is found with costs.
    """
    costs = costs_of(cards, players)
    weights = _colour_weights(cards, players)
    if 2 * sum(costs[v][w] for v, w in first) == sum(weights):
        return list(first)
    rows = _maxi(cards, players, rows, first)
    keeper = Keeper(_tight(rows, costs, weights), proposed(len(players)))
    if not keeper.perfect:
        mates = heaviest_perfect_matching(
            [
                [-cost if row >> w & 1 else None for w, cost in enumerate(line)]
                for row, line in zip(rows, costs, strict=True)
            ]
        )
        assert mates is not None  # the first scrutiny has found a pairing
        dual = _dual_weights(rows, costs, mates)
        if dual is None:
            return _one_by_one(rows, costs)
        keeper = Keeper(_tight(rows, costs, dual), list(enumerate(mates)))
    return walk(len(players), keeper)


def _tight(
    rows: Sequence[int], costs: Sequence[Sequence[int]], weights: Sequence[int]
) -> list[int]:
    """Of all possible pairs those that cost half the sum of their weights."""
    # Players with the same costs to everybody, and the same weight, are alike.
    alike: dict[tuple[int, int], int] = {}
    for w, line in enumerate(costs):
        kind = id(line), weights[w]
        alike[kind] = alike.get(kind, 0) | 1 << w
    masks = [((mask & -mask).bit_length() - 1, mask) for mask in alike.values()]
    tight: dict[tuple[int, int], int] = {}
    for (_, weight), members in alike.items():
        line = costs[(members & -members).bit_length() - 1]
        tight[id(line), weight] = sum(
            mask for w, mask in masks if weight + weights[w] == 2 * line[w]
        )
    return [
        row & tight[id(line), weights[v]]
        for v, (row, line) in enumerate(zip(rows, costs, strict=True))
    ]


def _dual_weights(
    rows: Sequence[int], costs: Sequence[Sequence[int]], mates: Sequence[int]
) -> list[int] | None:
    """Weights that prove `mates` cheapest, by shortest ways in the graph taken twice.

    Each player stands on two sides, a left and a right one. The left weights must satisfy
    left[v] <= left[m] + cost(v, w) - cost(m, w) for every mate m of w; the right ones follow.
    None if mixing the two sides is cheaper than any pairing.
    """
    size = len(rows)
    left = [0] * size
    changed = set(range(size))
    for _ in range(size):
        following = set()
        for m in changed:
            w = mates[m]
            base = left[m] - costs[m][w]
            for v in bits(rows[w]):
                if base + costs[v][w] < left[v]:
                    left[v] = base + costs[v][w]
                    following.add(v)
        changed = following
        if not changed:
            return [left[v] + costs[v][m] - left[m] for v, m in enumerate(mates)]
    return None


def _one_by_one(rows: Sequence[int], costs: Sequence[Sequence[int]]) -> list[Pair]:
    """A cheapest pairing for each player left, among them one with their first possible partner."""
    left = list(range(len(rows)))
    pairs = []
    while left:
        first = left[0]
        rank = {other: place for place, other in enumerate(tries(left))}

        def weight(v: int, w: int, first: int = first, rank: dict[int, int] = rank) -> int | None:
            if not rows[v] >> w & 1:
                return None
            extra = rank[v + w - first] if first in (v, w) else 0
            return -costs[v][w] * len(rows) - extra

        mates = heaviest_perfect_matching([[weight(v, w) for w in left] for v in left])
        assert mates is not None
        partner = left[mates[0]]
        pairs.append((first, partner))
        left = [other for other in left if other not in (first, partner)]
    return pairs


def _colour_weights(cards: Cards, players: Sequence[int]) -> list[int]:
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

    It is the partner of the player looked at, who comes before them in the order, that is changed.
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


def everyone_finds(rows: Sequence[int], count: int) -> bool:
    """True if the first `count` players of the group can all have opponents in it."""
    return Keeper(_rows_for_first(rows, count)).perfect


def _rows_for_first(all_rows: Sequence[int], count: int) -> list[int]:
    """The others may stay without opponent: let them, on paper, meet each other."""
    size = len(all_rows)
    rows = list(all_rows)
    others = (1 << size) - (1 << count)
    for v in range(count, size):
        rows[v] |= others & ~(1 << v)
    if size % 2:  # one of the others may stay alone
        rows.append(others)
        for v in range(count, size):
            rows[v] |= 1 << size
    return rows


def first_without_opponent(cards: Cards, players: Sequence[int]) -> int | None:
    """The place of the first player for whom, together with everyone before them, no set of
    opponents exists; None if everyone finds one."""
    rows = rows_of(cards, players)
    low, high = 0, len(players)
    if 0 in rows:
        high = rows.index(0) + 1
    elif everyone_finds(rows, high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if everyone_finds(rows, middle):
            low = middle
        else:
            high = middle
    return low


def pairs_before(cards: Cards, players: Sequence[int], place: int) -> list[Pair]:
    """The pairs of the players before that place, each the first choice that leaves opponents
    for the others before it. They stand (5.4)."""
    if not place:
        return []
    keeper = Keeper(_rows_for_first(rows_of(cards, players), place))
    pairs = walk(len(players), keeper, until=lambda first: first >= place)
    return [(players[v], players[w]) for v, w in pairs]
