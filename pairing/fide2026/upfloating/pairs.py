"""C.04.5 and C.04.6 (FIDE, 1 February 2026), article 3.6: who meets whom in a bracket.

The best values of the criteria about pairs are those of a cheapest perfect matching, and the
pairing is the first of all that attain them: the top members first, then their opponents.
"""

from collections.abc import Sequence

from pairing.fide2026.upfloating.definitions import M, UpfloatingField
from pairing.matching import Matching, bits
from pairing.matching.cheapest import cheapest, classes

Pairs = tuple[tuple[int, int], ...]


def best_pairs(field: UpfloatingField[M], rows: Sequence[int], players: int, up: int) -> Pairs:
    """Art. 3.6.4: the first pairing of a bracket with the best quality, each pair as (top member,
    bottom member). `rows`: who may meet whom; `up`: the upfloaters."""
    cost = field.costs(players, up)
    best = cheapest(rows, players, classes(players, cost.key, cost, field.barred_in_the_large))
    assert best is not None, "the bracket has a legal pairing"
    return first_pairing(field, best.matching, players)


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
