"""FIDE C.04.4.2 (Burstein), applied from 1 February 2026. The first of the best pairings.

Two ways, with the same answer.

By classes: players alike in everything the costs read form a class. Pairing classes with classes,
fractions allowed, is a transportation problem, whose potentials bound every pairing from below.
If the edges that attain the bound contain one perfect matching, the best pairings are exactly the
perfect matchings of these edges.

By prices: where classes do not prove an optimum, prices of single players and of odd sets of them
do (`pairing.matching.cheapest`), beginning with the potentials of the classes.

Then the order of Art. 4.3 is followed, BSN by BSN: the opponent with the largest BSN with whom
the best is still attainable, and 0 if there is none.
"""

from pairing.fide2026.burstein.model import Model
from pairing.matching import NOBODY, Matching, bits
from pairing.matching.cheapest import Classes, cheapest, classes


def solve(model: Model) -> list[int] | None:
    """The first of the best solutions of a model, as mates; None if it has no solution."""
    found = _classes(model)
    mate = _by_tight_pairs(model, found)
    if mate is not None or found is None:
        return mate
    best = cheapest(model.rows, model.everybody, found)
    return None if best is None else _first(model, best.matching)


# By classes


def by_classes(model: Model) -> list[int] | None:
    """None if the classes cannot prove a solution."""
    return _by_tight_pairs(model, _classes(model))


def _by_tight_pairs(model: Model, found: Classes | None) -> list[int] | None:
    if found is None:
        return None
    matching = Matching(found.tight_rows(model.rows), model.everybody)
    return _first(model, matching) if matching.complete() else None


def _first(model: Model, matching: Matching) -> list[int]:
    """Art. 4.3: the first of all perfect matchings of a graph."""
    rows = matching.rows = list(matching.rows)
    mate = [NOBODY] * model.n
    inside = model.inside
    # BSN #1 is the highest vertex of the bracket.
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


def _classes(model: Model) -> Classes | None:
    keys = _keys(model)
    keys += [("absorber",)] * len(model.absorbers)

    def cost(u: int, v: int) -> int | None:
        return model.cost(min(u, v), max(u, v))

    def barred(u: int, v: int) -> bool:
        return max(u, v) < model.size and _kept_apart(model, u, v)

    return classes(model.everybody, keys.__getitem__, cost, barred)


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


def _kept_apart(model: Model, u: int, v: int) -> bool:
    """These two, and all who are like them, by colours or by a large forbidden group."""
    field = model.field
    x, y = model.players[u], model.players[v]
    a, b = field.members[x], field.members[y]
    if a.bound is not None and a.bound is b.bound:
        return True
    return any(x in group and y in group for group in field.large_groups())
