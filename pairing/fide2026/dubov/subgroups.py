"""FIDE C.04.4.1 (Dubov), applied from 1 February 2026. Articles 3.2.3 to 3.2.6: who meets whom.

A pairing that complies at best with [C7] has as few pairs as possible inside the smaller of the
subgroups G1 and G2; every pair more inside it makes one more inside the larger. So the shifts of
art. 3.2.4 and the transposition of art. 3.2.6 are questions about perfect matchings with the
fewest pairs inside the smaller subgroup. Each pair inside a subgroup has one player who is
shifted, and each shifted player is in such a pair: with these shifts every legal pairing of the
new G1 with the new G2 has the best [C7] (readings DU-7, DU-10).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.fide2026.dubov.definitions import ABSOLUTE, Field
from pairing.fide2026.dubov.sequence import shifter_order
from pairing.matching import Matching, as_set, bits
from pairing.matching.cheapest import Classes, cheapest, classes


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A bracket with its subgroups, the players shifted (in the order of art. 4.3), its pairs."""

    first: int  # G1 of art. 3.2.3
    second: int  # G2
    smaller_is_first: bool
    shifted_from_smaller: tuple[int, ...]  # art. 3.2.4.1
    shifted_from_larger: tuple[int, ...]  # art. 3.2.4.2
    pairs: tuple[tuple[int, int], ...]  # S1 with T2


def arrange(field: Field, rows: Sequence[int], players: int) -> Arrangement:
    """Art. 3.2.3 to 3.2.6 for the players of a bracket; `rows`: who may meet whom."""
    first, second = field.subgroups(players)
    smaller_is_first = first.bit_count() <= second.bit_count()
    smaller, larger = (first, second) if smaller_is_first else (second, first)
    out, over = shifts(field, rows, smaller, larger)
    new_smaller = smaller & ~as_set(out) | as_set(over)
    new_larger = larger & ~as_set(over) | as_set(out)
    new_first, new_second = (
        (new_smaller, new_larger) if smaller_is_first else (new_larger, new_smaller)
    )
    pairs = transposition(field, rows, new_first, new_second)
    return Arrangement(first, second, smaller_is_first, out, over, pairs)


# Art. 2.3.3 [C7]  Players who do not get their colour preference


def fewest_inside(field: Field, rows: Sequence[int], smaller: int, larger: int) -> int:
    """The least number of pairs inside the smaller subgroup; -1 if no pairing is legal."""
    if Matching(without_inside(rows, smaller), smaller | larger).complete():
        return 0
    best = cheapest(rows, smaller | larger, _by_classes(field, smaller, larger))
    if best is None:
        return -1
    return sum(smaller >> best.matching.mate[x] & 1 for x in bits(smaller)) // 2


def against_preference(field: Field, rows: Sequence[int], players: int) -> int:
    """[C7] at best: pairs of two who prefer the same colour; -1 if no pairing is legal."""
    whites = players & field.white_seekers
    blacks = players & ~field.white_seekers
    smaller, larger = sorted((whites, blacks), key=int.bit_count)
    inside = fewest_inside(field, rows, smaller, larger)
    return inside if inside < 0 else (larger.bit_count() - smaller.bit_count()) // 2 + 2 * inside


def without_inside(rows: Sequence[int], group: int) -> list[int]:
    """The same graph without the pairs inside a group."""
    own = list(rows)
    for x in bits(group):
        own[x] &= ~group
    return own


def _by_classes(field: Field, smaller: int, larger: int) -> Classes | None:
    members = field.members

    def cost(u: int, v: int) -> int:
        """A pair inside the smaller subgroup costs one."""
        return smaller >> u & smaller >> v & 1

    return classes(
        smaller | larger,
        lambda x: (
            smaller >> x & 1,
            members[x].due if members[x].strength == ABSOLUTE else None,
            field.large_groups_of(x),
        ),
        cost,
        field.barred_in_the_large,
    )


# Art. 3.2.4  Shifts


def shifts(
    field: Field, rows: Sequence[int], smaller: int, larger: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The players who leave the smaller subgroup (3.2.4.1), and the larger one (3.2.4.2)."""
    surplus = (larger.bit_count() - smaller.bit_count()) // 2
    players = smaller | larger
    own = without_inside(rows, smaller)
    if not surplus:
        if Matching(without_inside(own, larger), players).complete():
            return (), ()
    else:
        order = shifter_order(field, larger)
        # Most often the first set will do.
        moved = as_set(order[:surplus])
        if _split(rows, smaller | moved, larger & ~moved).complete():
            return (), tuple(order[:surplus])
        matching = Matching(own, players)
        if matching.complete():
            return (), first_shifters(matching, own, larger, order, surplus)
    best = cheapest(rows, players, _by_classes(field, smaller, larger))
    assert best is not None, "the bracket has a legal pairing"
    inside = sum(smaller >> best.matching.mate[x] & 1 for x in bits(smaller)) // 2
    from_smaller = shifter_order(field, smaller)
    from_larger = shifter_order(field, larger)  # its own members only (reading DU-6)
    out = first_shifters(best.matching, best.rows, smaller, from_smaller, inside)
    over = first_shifters(best.matching, best.rows, larger, from_larger, surplus + inside)
    return out, over


def _split(rows: Sequence[int], first: int, second: int) -> Matching:
    """The graph in which two subgroups meet only each other."""
    own = list(rows)
    for x in bits(first):
        own[x] &= second
    for x in bits(second):
        own[x] &= first
    return Matching(own, first | second)


def first_shifters(
    matching: Matching, rows: list[int], group: int, order: Sequence[int], count: int
) -> tuple[int, ...]:
    """The first set of the order with one player of each of the `count` pairs inside the group.

    All perfect matchings of `rows` have so many pairs inside. In order, each player is accepted
    if the pairing can still be completed so that they are in a pair inside with somebody who is
    not accepted; two who were refused cannot make such a pair.
    """
    accepted = refused = 0
    found: list[int] = []
    for x in order:
        if len(found) == count:
            break
        wanted = group & ~accepted
        if wanted >> matching.mate[x] & 1 or matching.rematch(x, wanted):
            found.append(x)
            accepted |= 1 << x
            _forbid(rows, x, rows[x] & ~wanted)
        else:
            refused |= 1 << x
            _forbid(rows, x, rows[x] & refused)
    for x in bits(group & ~accepted & ~refused):
        refused |= 1 << x
        _forbid(rows, x, rows[x] & refused)
    return tuple(found)


def _forbid(rows: list[int], x: int, others: int) -> None:
    for y in bits(others):
        rows[y] &= ~(1 << x)
    rows[x] &= ~others


# Art. 3.2.5, 3.2.6  S1, and the first transposition of G2


def transposition(
    field: Field, rows: Sequence[int], first: int, second: int
) -> tuple[tuple[int, int], ...]:
    """S1 by ARO and TPN, each with the smallest TPN of G2 that leaves a pairing of the others."""
    matching = _split(rows, first, second)
    complete = matching.complete()
    assert complete, "the shifts leave a legal pairing"
    pairs = []
    for x in sorted(bits(first), key=lambda x: field.members[x].by_aro):
        matching.rematch(x, second)
        pairs.append((x, matching.mate[x]))
        matching.alive &= ~(1 << x | 1 << matching.mate[x])
    return tuple(pairs)
