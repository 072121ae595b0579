"""FIDE C.04.4.3 (Lim), applied from 1 February 2026. Articles 2.4, 2.5, 4, 5.2, 5.3, 5.7.

The residents who are left when floaters have their opponents. The text tries partners in a fixed
order and goes back when somebody finds none. That search could explode; here a try is accepted
if everybody left can still be paired, which a matching decides, so no try is ever taken back. The
literal search stands in the tests as judge.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pairing.fide2026.lim.definitions import Member, Side, broken_limits, clash
from pairing.matching import Matching, as_set, bits
from pairing.matching.cheapest import cheapest, classes
from pairing.state import Colour

Pair = tuple[int, int]
#: the player whose turn it is, and those who can still be the partner
Take = Callable[[int, int, int], int]

#: a broken limit (last round only) weighs more than all the clashes of a round
BROKEN_LIMIT = 1_000_000
CLASH = 1


def cost(a: Member, b: Member) -> int:
    return BROKEN_LIMIT * broken_limits(a, b) + CLASH * clash(a, b)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The residents left, paired: places of the side, in the order of the steps."""

    players: int
    pairs: tuple[Pair, ...]
    first: frozenset[Pair]  # Art. 4.1: after the first scrutiny, for opponents
    broken_limits: int
    clashes: int


# Art. 2.4  The proposed pairing


def proposed(players: Sequence[int]) -> list[Pair]:
    """Top half against bottom half: 1 v n/2+1, 2 v n/2+2, …"""
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True))


# Art. 4.2, 4.3  The order of exchanges


def walk(players: Sequence[int], take: Take) -> list[Pair]:
    """Pair the first player left with the partner taken; the others are halved again.

    The partners in the order of Art. 4.2: the proposed one, those further down, then the own
    half from the nearest up. `take(player, other half, own half)`.
    """
    left = list(players)
    everybody = as_set(left)
    pairs = []
    while left:
        first = left[0]
        middle = (1 << left[len(left) // 2]) - 1
        partner = take(first, everybody & ~middle, everybody & middle & ~(1 << first))
        pairs.append((first, partner))
        everybody &= ~(1 << first | 1 << partner)
        del left[0]
        left.remove(partner)
    return pairs


def first_in_order(matching: Matching, players: Sequence[int]) -> list[Pair]:
    """The first pairing in the order of exchanges within a graph that has a perfect matching."""

    def take(first: int, other_half: int, own_half: int) -> int:
        if not matching.rematch(first, other_half):
            nearest = (matching.partners(first) & own_half).bit_length() - 1
            found = matching.rematch(first, 1 << nearest)
            assert found, "whoever is in a perfect matching has a partner"
        partner = matching.mate[first]
        matching.alive &= ~(1 << first | 1 << partner)
        return partner

    return walk(players, take)


def perfect(rows: Sequence[int], players: Sequence[int]) -> Matching | None:
    """A perfect matching, made of proposed pairs as far as they are there."""
    matching = Matching(rows, as_set(players))
    for v, w in proposed(players):
        if rows[v] >> w & 1:
            matching.join(v, w)
    return matching if matching.complete() else None


# Art. 4.1 and 5.2  First and second scrutiny


def arrange(
    side: Side, residents: int, large_groups: Sequence[int], *, maxi: bool
) -> Arrangement | None:
    """Pair those who can be paired completely; None if these cannot.

    First scrutiny: the first pairing in the order of exchanges in which all are compatible.
    Second scrutiny: the first one in the same order with the fewest broken limits (last round
    only), then with the fewest clashes of colours due (reading LI-22).
    """
    players = list(bits(residents))
    matching = perfect(side.legal, players)
    if matching is None:
        return None
    first = first_in_order(matching, players)
    rows = exchangeable(side, first, maxi=maxi)
    pairs = _cheapest(side, rows, players, large_groups, first)
    return _arrangement(side, residents, pairs, frozenset(first))


def arrange_with(
    side: Side, made: Arrangement, pair: Pair, large_groups: Sequence[int], *, maxi: bool
) -> Arrangement | None:
    """The same in which two are to meet; None if the others could not all be paired."""
    players = list(bits(made.players))
    v, w = pair
    rows = [row & ~(1 << v | 1 << w) for row in exchangeable(side, made.first, maxi=maxi)]
    rows[v], rows[w] = 1 << w, 1 << v
    matching = perfect(rows, players)
    if matching is None:
        return None
    pairs = _cheapest(side, rows, players, large_groups, first_in_order(matching, players))
    return _arrangement(side, made.players, pairs, made.first)


def _arrangement(
    side: Side, players: int, pairs: Sequence[Pair], first: frozenset[Pair]
) -> Arrangement:
    total = _total(side, pairs)
    return Arrangement(players, tuple(pairs), first, total // BROKEN_LIMIT, total % BROKEN_LIMIT)


def _total(side: Side, pairs: Sequence[Pair]) -> int:
    members = side.members
    return sum(cost(members[v], members[w]) for v, w in pairs)


def _cheapest(
    side: Side,
    rows: Sequence[int],
    players: Sequence[int],
    large_groups: Sequence[int],
    first: list[Pair],
) -> list[Pair]:
    members = side.members
    least, tight = _by_counting(side, rows, players)
    if _total(side, first) == least:
        return first
    matching = perfect(tight, players)
    if matching is None:
        found = cheapest(
            rows,
            as_set(players),
            classes(
                as_set(players),
                lambda v: (
                    members[v].due,
                    members[v].may,
                    tuple(group >> v & 1 for group in large_groups),
                ),
                lambda v, w: cost(members[v], members[w]),
                lambda v, w: any(group >> v & group >> w & 1 for group in large_groups),
            ),
        )
        assert found is not None, "they can all be paired"
        matching = found.matching
    return first_in_order(matching, players)


def _by_counting(
    side: Side, rows: Sequence[int], players: Sequence[int]
) -> tuple[int, Sequence[int]]:
    """A bound for the cost of a pairing, and the pairs of which one that attains it is made.

    With more players due white than all the others together, some of those must meet each other,
    fewest if none of the others do; else nobody due white or black needs to meet another due the
    same. The same holds for limits among those who may have one colour only.
    """
    rows = list(rows)
    everybody = as_set(players)
    least = 0
    bound = [
        (
            BROKEN_LIMIT,
            {c: as_set(v for v in players if side.members[v].may == {c}) for c in Colour},
        )
    ]
    for unit, wanted in [*bound, (CLASH, {c: everybody & side.due[c] for c in Colour})]:
        crowded = next((g for g in wanted.values() if 2 * g.bit_count() > len(players)), None)
        if crowded is None:
            for group in wanted.values():
                for v in bits(group):
                    rows[v] &= ~group
        else:
            least += unit * (crowded.bit_count() - len(players) // 2)
            others = everybody & ~crowded
            for v in bits(others):
                rows[v] &= ~others
    return least, rows


# Art. 5.7  Maxi-tournaments


def exchangeable(side: Side, first: Iterable[Pair], *, maxi: bool) -> Sequence[int]:
    """The meetings that are allowed in the second scrutiny, after these pairs of the first one.

    In a maxi-tournament an exchange brings a partner rated about as the one exchanged. The
    partner is that of the player whose turn it is, who comes before them in the order.
    """
    if not maxi:
        return side.legal
    partner = {}
    for v, w in first:
        partner[v], partner[w] = w, v
    kept = [0] * side.n
    for v, mate in partner.items():
        later = side.legal[v] >> v + 1 << v + 1
        kept[v] |= later & (side.like_rated(mate) | 1 << mate)
        for w in bits(kept[v] >> v + 1 << v + 1):
            kept[w] |= 1 << v
    return kept
