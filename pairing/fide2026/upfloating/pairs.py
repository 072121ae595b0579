"""C.04.5 and C.04.6 (FIDE, 1 February 2026), article 3.6: who meets whom in a bracket.

The best values of the criteria about pairs are those of a cheapest perfect matching, and the
pairing is the first of all that attain them: the top members first, then their opponents.
"""

from collections.abc import Sequence

from pairing.fide2026.upfloating.definitions import Costs, M, UpfloatingField
from pairing.matching import Matching, bits, heaviest_from
from pairing.matching.cheapest import cheapest, classes

Pairs = tuple[tuple[int, int], ...]


def best_pairs(field: UpfloatingField[M], rows: Sequence[int], players: int, up: int) -> Pairs:
    """Art. 3.6.4: the first pairing of a bracket with the best quality, each pair as (top member,
    bottom member). `rows`: who may meet whom; `up`: the upfloaters."""
    cost = field.costs(players, up)
    best = cheapest(rows, players, classes(players, cost.key, cost, field.barred_in_the_large))
    assert best is not None, "the bracket has a legal pairing"
    if best.exact:
        return first_pairing(field, best.matching, players)
    return _weighted(field, rows, players, cost)


# Art. 3.6.1  Top members


def under(field: UpfloatingField[M], players: int) -> dict[int, int]:
    """For each those below which it stands as the top member of their pair.

    The smaller TPN is the top member (reading LX-2); with the option, the higher score first.
    """
    order = list(bits(players))
    if field.tops_by_score:
        order.sort(key=lambda x: (-field.members[x].score, x))
    found, left = {}, players
    for x in order:
        left &= ~(1 << x)
        found[x] = left
    return found


# Art. 3.6.2, 3.6.3  The identifiers in lexicographic order


def first_pairing(field: UpfloatingField[M], matching: Matching, players: int) -> Pairs:
    """The perfect matching with the smallest identifier among all of the graph of this one."""
    rows = list(matching.rows)
    matching.rows = rows
    below = under(field, players)

    def keep(x: int, allowed: int) -> None:
        gone = rows[x] & players & ~allowed
        for y in bits(gone):
            rows[y] &= ~(1 << x)
        rows[x] &= allowed

    tops = []
    for x in bits(players):
        top = below[x] >> matching.mate[x] & 1 or matching.rematch(x, below[x])
        keep(x, below[x] if top else players & ~below[x])
        if top:
            tops.append(x)
    pairs = []
    for top in tops:
        matching.rematch(top, players)
        bottom = matching.mate[top]
        keep(top, 1 << bottom)
        keep(bottom, 1 << top)
        pairs.append((top, bottom))
    return tuple(pairs)


def identifier(
    field: UpfloatingField[M], players: int, pairs: Sequence[tuple[int, int]]
) -> tuple[int, ...]:
    """The TPNs of the top members in ascending order, then those of their opponents."""
    below = under(field, players)
    seated = sorted((a, b) if below[a] >> b & 1 else (b, a) for a, b in pairs)
    return field.tpns([top for top, _ in seated] + [bottom for _, bottom in seated])


def _weighted(field: UpfloatingField[M], rows: Sequence[int], players: int, cost: Costs) -> Pairs:
    """The same where only weights tell: the identifier stands behind the cost."""
    below = under(field, players)
    order = list(bits(players))
    place = {x: i for i, x in enumerate(order)}
    size = len(order)
    wide = size.bit_length()

    def weight(x: int, y: int) -> int:
        top, bottom = (x, y) if below[x] >> y & 1 else (y, x)
        found = -cost(x, y) << size
        found = found + (1 << size - 1 - place[top]) << wide * size
        return found - (place[bottom] << wide * (size - 1 - place[top]))

    edges = [[(place[y], weight(x, y)) for y in bits(rows[x] & players)] for x in order]
    mate = heaviest_from(edges)
    assert mate is not None, "the bracket has a legal pairing"
    return tuple((x, order[mate[place[x]]]) for x in order if below[x] >> order[mate[place[x]]] & 1)
