"""FIDE C.04.4.2 (Burstein), applied from 1 February 2026. The first of the best pairings.

Two ways, with the same answer.

By classes: players alike in everything the costs read form a class. Pairing classes with classes,
fractions allowed, is a transportation problem, whose potentials bound every pairing from below.
If the edges that attain the bound contain one perfect matching, the best pairings are exactly the
perfect matchings of these edges.

By prices: where classes do not prove an optimum, a weighted matching does, player by player.

Then the order of Art. 4.3 is followed, BSN by BSN: the opponent with the largest BSN with whom
the best is still attainable, and 0 if there is none.
"""

from pairing.fide2026.burstein.model import Model
from pairing.matching import NOBODY, Matching, bits
from pairing.matching.optimum import Budget, Optimum
from pairing.transport import transport_potentials

#: up to this number of vertices the way by prices is as quick
SMALL = 6
#: `Optimum` counts its steps; here it may take as many as it needs
ENDLESS = 10**18


def solve(model: Model) -> list[int] | None:
    """The first of the best solutions of a model, as mates; None if it has no solution."""
    if model.n > SMALL:
        mate = by_classes(model)
        if mate is not None:
            return mate
    return by_prices(model)


# By classes


def by_classes(model: Model) -> list[int] | None:
    """None if the classes cannot prove a solution."""
    rows = _tight_rows(model)
    if rows is None:
        return None
    matching = Matching(rows, (1 << model.n) - 1)
    if not matching.complete():
        return None
    mate = [NOBODY] * model.n
    inside = model.inside
    # Art. 4.3: BSN #1 is the highest vertex of the bracket.
    for v in range(model.m - 1, -1, -1):
        if not matching.alive >> v & 1:
            continue
        if matching.rematch(v, inside):
            w = matching.mate[v]
            mate[v], mate[w] = w, v
            matching.alive &= ~(1 << v | 1 << w)
        else:
            for w in bits(rows[v] & inside):
                rows[w] &= ~(1 << v)
            rows[v] &= ~inside
    for v in bits(matching.alive):
        mate[v] = matching.mate[v]
    return mate


def _tight_rows(model: Model) -> list[int] | None:
    numbers: dict[object, int] = {}
    label = [numbers.setdefault(key, len(numbers)) for key in _keys(model)]
    kinds = len(numbers)
    if model.absorbers:
        label.extend([kinds] * len(model.absorbers))
        kinds += 1
    first = [NOBODY] * kinds
    amount = [0] * kinds
    mask = [0] * kinds
    for v, kind in enumerate(label):
        if first[kind] == NOBODY:
            first[kind] = v
        amount[kind] += 1
        mask[kind] |= 1 << v
    cost: list[list[int | None]] = [[None] * kinds for _ in range(kinds)]
    for a in range(kinds):
        for b in range(a, kinds):
            if a != b or amount[a] > 1:
                cost[a][b] = cost[b][a] = _class_cost(model, first[a], first[b])
    found = transport_potentials(cost, amount)
    if found is None:
        return None
    price = [u + v for u, v in zip(*found, strict=True)]
    tight = [0] * kinds
    for a in range(kinds):
        for b, value in enumerate(cost[a]):
            if value is not None and price[a] + price[b] == 2 * value:
                tight[a] |= mask[b]
    return [row & tight[kind] for row, kind in zip(model.rows, label, strict=True)]


def _keys(model: Model) -> list[object]:
    """For every player what the costs, and legality in the large, read."""
    field = model.field
    groups = [frozenset(group) for group in field.large_groups()]
    keys: list[object] = []
    for v, x in enumerate(model.players):
        member = field.members[x]
        large = tuple(x in group for group in groups)
        forced = field.forced is not None and x in field.forced
        own: tuple[object, ...]
        if v < model.m:
            own = ("bracket", member.score, member.due, member.bound)
        elif v < model.next_end:
            own = ("following", member.score, member.bound)
        else:
            own = ("below", member.bound)
        keys.append((*own, large, model.may_float >> x & 1, x if forced else -1))
    return keys


def _class_cost(model: Model, u: int, v: int) -> int | None:
    """The cost of a pair of classes, read from one player of each; u <= v."""
    if v < model.size:
        field = model.field
        x, y = model.players[u], model.players[v]
        a, b = field.members[x], field.members[y]
        if a.bound is not None and a.bound is b.bound:
            return None
        if any(x in group and y in group for group in field.large_groups()):
            return None
    return model.cost(u, v)


# By prices


def by_prices(model: Model) -> list[int] | None:
    rows: list[dict[int, int]] = [
        {v: model.cost(min(u, v), max(u, v)) or 0 for v in bits(row)}
        for u, row in enumerate(model.rows)
    ]
    if not Matching(model.rows, (1 << model.n) - 1).complete():
        return None
    best = Optimum(rows, Budget(ENDLESS))
    decided = 0
    for v in range(model.m - 1, -1, -1):
        if decided >> v & 1:
            continue
        # Art. 4.3: the largest BSN, else 0.
        if best.attainable(v, model.inside):
            decided |= 1 << v | 1 << best.earliest(v, model.inside)
    return best.mate
