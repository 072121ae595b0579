"""FIDE C.04.4.1 (Dubov), applied from 1 February 2026. Articles 3.2.1, 3.2.2: the upfloaters.

Almost always a bracket needs nobody from below, or one player. Both are settled by greatest
matchings alone. Otherwise the best value of [C5] to [C10] is that of a cheapest perfect matching
of everybody not yet paired: a pair of two residents costs what [C7] says, one with an upfloater
what [C5] to [C10] say, and a pair of two others nothing; it only proves [C4].
"""

from collections.abc import Callable, Sequence

from pairing.fide2026.dubov.definitions import ABSOLUTE, Field
from pairing.fide2026.dubov.sequence import upfloater_order
from pairing.fide2026.dubov.subgroups import (
    against_preference,
    without_inside,
)
from pairing.fide2026.field import first_set
from pairing.matching import Matching, as_set, bits, heaviest_from
from pairing.matching.cheapest import cheapest, classes, tight_matching

#: up to this number of vertices a weighted matching from nothing is quick
SMALL = 60


def upfloaters(field: Field, residents: int, lower: int) -> tuple[int, ...]:
    """The set of art. 3.2.2, in the order of art. 4.2.2; the others can be paired ([C4])."""
    search = _Search(field, residents, lower)
    if search.least == 0:
        return ()
    if search.least == 1:
        one = search.single()
        if one is not None:
            return (one,)
        search.least = 3  # Art. 3.2.1: their number is odd as that of the residents
    return search.several()


class _Search:
    def __init__(self, field: Field, residents: int, lower: int) -> None:
        self.field, self.residents, self.lower = field, residents, lower
        self.above = Matching(field.legal, residents)
        self.below = Matching(field.legal, lower)
        self.above.maximise()
        self.below.maximise()
        self.short_above = self.above.free.bit_count()
        self.short_below = self.below.free.bit_count()
        #: no set is smaller: those whom the residents, and those whom the others are short of
        self.least = max(self.short_above, self.short_below)

    def near(self, players: int) -> int:
        """The lower players who may meet somebody of these."""
        found = 0
        for x in bits(players):
            found |= self.field.legal[x]
        return found & self.lower

    def able(self) -> int:
        """Those who can be in a set of the least size; nobody else can."""
        able = self.lower
        if self.short_above == self.least:
            able &= self.near(self.above.reach(self.above.free))
        if self.short_below == self.least:
            able &= self.below.reach(self.below.free)
        return able

    # One upfloater

    def single(self) -> int | None:
        """The best single upfloater; None if no single one will do."""
        field = self.field
        able = self.able()
        # [C6]: the highest score
        able = next((group & able for _, group in field.scoregroups if group & able), 0)
        if not able:
            return None
        able = self._best_colours(able)
        if not field.state.is_last_round:
            able = _least(able, lambda x: field.is_max_upfloater(x))
            able = _least(
                able,
                lambda x: field.members[x].upfloats if field.is_max_upfloater(x) else 0,
            )
            able = _least(able, lambda x: field.members[x].upfloated_last)
        return (able & -able).bit_length() - 1

    def _best_colours(self, able: int) -> int:
        """[C7] of the ensuing bracket (reading DU-9): those who make it best."""
        field = self.field
        if able & (able - 1) == 0:
            return able
        whites = self.residents & field.white_seekers
        blacks = self.residents & ~field.white_seekers
        smaller, larger = sorted((whites, blacks), key=int.bit_count)
        seekers = field.white_seekers if smaller == whites else ~field.white_seekers
        # With no pair inside the smaller subgroup, who joins it is worth more than who joins the
        # larger one; any pair inside costs more than that.
        matching = Matching(without_inside(field.legal, smaller), self.residents)
        alone = matching.maximise()
        if alone.bit_count() == 1:
            free = matching.reach(alone)
            joins_smaller = able & seekers & self.near(free & larger)
            if joins_smaller:
                return joins_smaller
            joins_larger = able & ~seekers & self.near(free)
            if joins_larger:
                return joins_larger
        value: dict[tuple[bool, int], int] = {}
        best: dict[int, int] = {}
        for x in bits(able):
            kind = (bool(seekers >> x & 1), field.legal[x] & self.residents)
            if kind not in value:
                value[kind] = against_preference(field, field.legal, self.residents | 1 << x)
            best[value[kind]] = best.get(value[kind], 0) | 1 << x
        return best[min(best)]

    # Several upfloaters

    def several(self) -> tuple[int, ...]:
        field = self.field
        able = self.able()
        only = self.least == able.bit_count() and field.completable(self.residents | able)
        if only and field.completable(self.lower & ~able):
            # Nobody else can come up, and the others can spare these.
            return tuple(upfloater_order(field, able))
        taken = 0
        for _, group in field.scoregroups:
            if not group & able:
                continue
            taken |= group & able
            if taken.bit_count() < self.least:
                continue
            # A set of the least size with higher scores than any other has ([C5], [C6])
            found = self._by_classes(taken, whole=False) or self._of_few(taken)
            if found is not None:
                return found
        found = self._by_classes(self.lower, whole=True)
        assert found is not None
        return found

    def _by_classes(self, allowed: int, *, whole: bool) -> tuple[int, ...] | None:
        """The set among `allowed`, if the classes of players prove it the best.

        If not everybody is allowed, it counts only with the least size.
        """
        field, residents = self.field, self.residents
        cost = Costs(field, residents, allowed)
        players = residents | self.lower
        found = classes(players, cost.key, cost, field.barred_in_the_large)
        if found is None:
            return None
        if whole:
            best = cheapest(field.legal, players, found)
            assert best is not None, "those not yet paired can be paired"
            matching = best.matching
        else:
            matching = tight_matching(field.legal, players, found)
            if matching.free:
                return None
        chosen = [x for x in bits(allowed) if residents >> matching.mate[x] & 1]
        if not whole and len(chosen) != self.least:
            return None
        return self._first(matching, allowed, len(chosen))

    def _first(self, matching: Matching, allowed: int, size: int) -> tuple[int, ...]:
        """Art. 4.2.1: the first set, where all perfect matchings are of the best value."""
        return first_set(matching, self.residents, upfloater_order(self.field, allowed), size)

    def _of_few(self, allowed: int) -> tuple[int, ...] | None:
        """The same among few, as if the players below could always be paired; then they must be.

        Of those who are alike for all residents only the first can be in the first set.
        """
        field, residents, least = self.field, self.residents, self.least
        if self.short_above != least or residents.bit_count() > SMALL:
            return None
        cost = Costs(field, residents, allowed)
        number: dict[object, int] = {}
        few = 0
        for x in upfloater_order(field, allowed):
            kind = (cost.key(x), field.legal[x] & residents)
            number[kind] = number.get(kind, 0) + 1
            if number[kind] <= least:
                few |= 1 << x
        if (residents | few).bit_count() > 2 * SMALL:
            return None
        found = first_by_weight(cost, field.legal, residents, few, few, free=True)
        if found is None or len(found) != least:
            return None
        if not field.completable(self.lower & ~as_set(found)):
            return None
        return found


def _least(players: int, value: Callable[[int], int]) -> int:
    """Those with the least value."""
    values = {x: value(x) for x in bits(players)}
    least = min(values.values())
    return as_set(x for x, worth in values.items() if worth == least)


# Art. 2.3  [C5] to [C10] as one number


class Costs:
    """The cost of a pair: digits for [C5] to [C10], each large enough for the whole bracket."""

    def __init__(self, field: Field, residents: int, allowed: int) -> None:
        self.field, self.residents, self.allowed = field, residents, allowed
        count = residents.bit_count() + 1
        rounds = len(field.state.rounds) + 1
        quality = not field.state.is_last_round
        self.quality = quality
        # From the last criterion to the first
        unit = 1
        self.repeated = unit if quality else 0
        unit *= count if quality else 1
        self.times = unit if quality else 0
        unit *= count * rounds if quality else 1
        self.maximum = unit if quality else 0
        unit *= count if quality else 1
        self.colour = unit
        unit *= count
        self.score: dict[int, int] = {}
        for score, group in field.scoregroups:
            if group & allowed:
                # [C6] looks at the lowest scores first.
                self.score[score] = unit
                unit *= count
        self.number = unit
        self.single = {x: self._upfloater(x) for x in bits(allowed)}

    def _upfloater(self, x: int) -> int:
        member = self.field.members[x]
        cost = self.number + self.score[member.score]
        if self.field.is_max_upfloater(x):
            cost += self.maximum + self.times * member.upfloats
        return cost + (self.repeated if member.upfloated_last else 0)

    def key(self, x: int) -> tuple[object, ...]:
        """All that the costs and the wide prohibitions read of a player."""
        member = self.field.members[x]
        groups = self.field.large_groups_of(x)
        absolute = member.strength == ABSOLUTE
        if self.residents >> x & 1:
            return (0, member.due, absolute, groups)
        if self.allowed >> x & 1:
            return (1, member.due, absolute, groups, self.single[x])
        return (2, member.due if absolute else None, groups)

    def __call__(self, u: int, v: int) -> int | None:
        members = self.field.members
        above_u, above_v = self.residents >> u & 1, self.residents >> v & 1
        if not above_u and not above_v:
            return 0
        colour = self.colour if members[u].due is members[v].due else 0
        if above_u and above_v:
            return colour
        lower = v if above_u else u
        if not self.allowed >> lower & 1:
            return None
        return self.single[lower] + colour


def first_by_weight(
    cost: Costs,
    rows: Sequence[int],
    residents: int,
    lower: int,
    allowed: int,
    *,
    free: bool = False,
) -> tuple[int, ...] | None:
    """The first of the best sets: its place in the order of art. 4.2 stands behind the cost.

    `free`: the lower players may all meet each other, and one of them may stay alone.
    """
    order = upfloater_order(cost.field, allowed)
    place = {x: len(order) - 1 - i for i, x in enumerate(order)}
    vertices = list(bits(residents | lower))
    number = {x: i for i, x in enumerate(vertices)}
    edges: list[list[tuple[int, int]]] = [[] for _ in vertices]
    for i, x in enumerate(vertices):
        partners = rows[x] & (residents | lower)
        if free and lower >> x & 1:
            partners |= lower & ~(1 << x)
        for y in bits(partners):
            value = cost(x, y)
            if value is None:
                continue
            weight = -(value << len(order))
            if residents >> x & 1 != residents >> y & 1:
                weight += 1 << place[y if residents >> x & 1 else x]
            edges[i].append((number[y], weight))
    if free and len(vertices) % 2:
        edges.append([(number[x], 0) for x in bits(lower)])
        for x in bits(lower):
            edges[number[x]].append((len(vertices), 0))
    mate = heaviest_from(edges)
    if mate is None:
        return None
    partner = {x: mate[i] for i, x in enumerate(vertices)}
    return tuple(
        x for x in order if partner[x] < len(vertices) and residents >> vertices[partner[x]] & 1
    )
