"""FIDE C.04.6 (team Swiss), applied from 1 February 2026. Article 3.6: who meets whom in a bracket.

The best values of [C8], [C9] and [C10] are those of a cheapest perfect matching, and the pairing
is the first of all that attain them: the top members first, then their opponents.
"""

from collections.abc import Sequence

from pairing.fide2026.team.criteria import same_preference, same_strong_preference
from pairing.fide2026.team.definitions import MILD, TYPE_B, Field
from pairing.matching import Matching, bits, heaviest_from
from pairing.matching.cheapest import cheapest, classes

Pairs = tuple[tuple[int, int], ...]


def best_pairs(field: Field, rows: Sequence[int], teams: int, up: int) -> Pairs:
    """Art. 3.6.4: the first pairing of a bracket with the best quality, each pair as (top member,
    bottom member). `rows`: who may meet whom; `up`: the upfloaters."""
    cost = _Costs(field, teams, up)
    best = cheapest(rows, teams, classes(teams, cost.key, cost, field.barred_in_the_large))
    assert best is not None, "the bracket has a legal pairing"
    if best.exact:
        return first_pairing(field, best.matching, teams)
    return _weighted(field, rows, teams, cost)


# Art. 3.6.1  Top members


def under(field: Field, teams: int) -> dict[int, int]:
    """For each team those below which it stands as the top member of their pair.

    The smaller TPN is the top member (reading LX-2); with the option, the higher score first.
    """
    order = list(bits(teams))
    if field.tops_by_score:
        order.sort(key=lambda x: (-field.members[x].score, x))
    found, left = {}, teams
    for x in order:
        left &= ~(1 << x)
        found[x] = left
    return found


# Art. 3.6.2, 3.6.3  The identifiers in lexicographic order


def first_pairing(field: Field, matching: Matching, teams: int) -> Pairs:
    """The perfect matching with the smallest identifier among all of the graph of this one."""
    rows = list(matching.rows)
    matching.rows = rows
    below = under(field, teams)

    def keep(x: int, allowed: int) -> None:
        gone = rows[x] & teams & ~allowed
        for y in bits(gone):
            rows[y] &= ~(1 << x)
        rows[x] &= allowed

    tops = []
    for x in bits(teams):
        top = below[x] >> matching.mate[x] & 1 or matching.rematch(x, below[x])
        keep(x, below[x] if top else teams & ~below[x])
        if top:
            tops.append(x)
    pairs = []
    for top in tops:
        matching.rematch(top, teams)
        bottom = matching.mate[top]
        keep(top, 1 << bottom)
        keep(bottom, 1 << top)
        pairs.append((top, bottom))
    return tuple(pairs)


def identifier(field: Field, teams: int, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The TPNs of the top members in ascending order, then those of their opponents."""
    below = under(field, teams)
    seated = sorted((a, b) if below[a] >> b & 1 else (b, a) for a, b in pairs)
    return field.tpns([top for top, _ in seated] + [bottom for _, bottom in seated])


def _weighted(field: Field, rows: Sequence[int], teams: int, cost: "_Costs") -> Pairs:
    """The same where only weights tell: the identifier stands behind the cost."""
    below = under(field, teams)
    order = list(bits(teams))
    place = {x: i for i, x in enumerate(order)}
    size = len(order)
    wide = size.bit_length()

    def weight(x: int, y: int) -> int:
        top, bottom = (x, y) if below[x] >> y & 1 else (y, x)
        found = -cost(x, y) << size
        found = found + (1 << size - 1 - place[top]) << wide * size
        return found - (place[bottom] << wide * (size - 1 - place[top]))

    edges = [[(place[y], weight(x, y)) for y in bits(rows[x] & teams)] for x in order]
    mate = heaviest_from(edges)
    assert mate is not None, "the bracket has a legal pairing"
    return tuple((x, order[mate[place[x]]]) for x in order if below[x] >> order[mate[place[x]]] & 1)


# Art. 2.3.5 to 2.3.7  [C8] to [C10] as one number


class _Costs:
    def __init__(self, field: Field, teams: int, up: int) -> None:
        self.field, self.up = field, up
        count = teams.bit_count() // 2 + 1
        self.again = int(field.asks_floats)
        unit = count if field.asks_floats else 1
        self.strong = unit if field.preferences == TYPE_B else 0
        unit *= count if field.preferences == TYPE_B else 1
        self.colour = unit

    def key(self, x: int) -> tuple[object, ...]:
        member = self.field.members[x]
        return (
            self.up >> x & 1,
            member.due,
            member.strength if member.due is not None else MILD,
            member.floated_last,
            self.field.large_groups_of(x),
        )

    def __call__(self, u: int, v: int) -> int:
        found = 0
        if same_preference(self.field, u, v):
            found += self.colour
            if same_strong_preference(self.field, u, v):
                found += self.strong
        if (self.up >> u ^ self.up >> v) & 1:
            resident = v if self.up >> u & 1 else u
            found += self.again if self.field.members[resident].floated_last else 0
        return found
