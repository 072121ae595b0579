"""C.04.5 and C.04.6 (FIDE, 1 February 2026), article 3.5: the upfloaters.

Most brackets need nobody from below. Otherwise the best value of [C4] to [C7] is that of a
cheapest perfect matching of all not yet paired: a pair of a resident with somebody below costs
what [C4], [C5] and [C7] say, a pair of what is left of the following scoregroup with one still
lower costs what [C6] says, and every other pair nothing; it only proves [C3].
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice, product
from typing import Generic

from pairing.fide2026.field import first_set
from pairing.fide2026.upfloating.criteria import (
    following_group,
    following_is_short,
    highest_of,
    near,
)
from pairing.fide2026.upfloating.definitions import M, Paired, UpfloatingField
from pairing.matching import Matching, as_set, bits
from pairing.matching.cheapest import cheapest, classes, tight_matching

#: so many sets are tried for a question; in a large field it may be answered from the first ones
MOST_SETS = 3000


def upfloater_order(field: UpfloatingField[M], players: int) -> list[int]:
    """Art. 3.5.3: the highest score, then the smallest TPN."""
    return sorted(bits(players), key=lambda x: (-field.members[x].score, x))


def upfloaters(field: UpfloatingField[M], residents: int, lower: int) -> tuple[int, ...]:
    """Art. 3.5.5: the set that comes up, in the order of art. 3.5.3; the others can be paired."""
    search = _Search(field, residents, lower)
    return search.found() if search.least else ()


def order_of(chosen: Sequence[int], order: Sequence[int]) -> list[int]:
    """Art. 3.5.4: the places of a set in the list of all."""
    place = {x: at for at, x in enumerate(order)}
    return [place[x] for x in chosen]


class _Search(Generic[M]):
    def __init__(self, field: UpfloatingField[M], residents: int, lower: int) -> None:
        self.field, self.residents, self.lower = field, residents, lower
        self.following = following_group(field, residents, lower)
        self.above = Matching(field.legal, residents)
        self.below = Matching(field.legal, lower)
        self.above.maximise()
        self.below.maximise()
        self.short_above = self.above.free.bit_count()
        self.short_below = self.below.free.bit_count()
        #: no set is smaller: those whom the residents, and those whom the others are short of
        self.least = max(self.short_above, self.short_below)

    def able(self) -> int:
        """Those who can be in a set of the least size; nobody else can."""
        able = self.lower
        if self.short_above == self.least:
            able &= near(self.field.legal, self.above.reach(self.above.free), self.lower)
        if self.short_below == self.least:
            able &= self.below.reach(self.below.free)
        return able

    def found(self) -> tuple[int, ...]:
        able = self.able()
        if self.least == 1:
            one = self._single(able)
            if one is not None:
                return (one,)
        allowed, chosen = self._by_scores(able)
        if self.passes(chosen):
            return chosen
        if self.field.by_the_rules is not self.field.legal:
            return self._one_after_the_other(chosen)
        ahead = self._of(allowed, looks_ahead=True)
        return ahead if self.passes(ahead) else chosen

    def _by_scores(self, able: int) -> tuple[int, tuple[int, ...]]:
        """Without [C6]: the best set, and among whom it is the best."""
        taken = 0
        for _, group in self.field.scoregroups:
            if not group & able:
                continue
            taken |= group & able
            if taken.bit_count() < self.least:
                continue
            # A set of the least size with higher scores than any other has ([C4], [C5])
            found = self._of_least_size(taken)
            if found is not None:
                return taken, found
        return self.lower, self._of(self.lower, looks_ahead=False)

    def _one_after_the_other(self, first: tuple[int, ...]) -> tuple[int, ...]:
        """For a question about two who are to meet: the same by trying every set as good in [C4]
        and [C5], since [C6] asks by the rules and not by the question."""
        field = self.field
        counts = Counter(field.members[x].score for x in first)
        order = upfloater_order(field, self.lower)
        groups = [
            combinations([x for x in order if field.members[x].score == score], counts[score])
            for score in sorted(counts, reverse=True)
        ]
        best = (not self.passes(first), self._again(first), order_of(first, order), first)
        for parts in islice(product(*groups), MOST_SETS):
            chosen = tuple(x for part in parts for x in part)
            value = (not self.passes(chosen), self._again(chosen), order_of(chosen, order), chosen)
            if value < best and self._legal(chosen):
                best = value
        return best[-1]

    def _again(self, chosen: tuple[int, ...]) -> int:
        """[C7]"""
        asked = self.field.asks_floats
        return asked * sum(self.field.members[x].floated_last for x in chosen)

    def _legal(self, chosen: tuple[int, ...]) -> bool:
        up = as_set(chosen)
        return self.field.completable(self.residents | up) and self.field.completable(
            self.lower & ~up
        )

    def passes(self, chosen: tuple[int, ...]) -> bool:
        """[C6]"""
        return not following_is_short(self.field, Paired(self.residents, self.lower, chosen, ()))

    # One upfloater

    def _single(self, able: int) -> int | None:
        """The best single upfloater where greatest matchings tell; None if they do not."""
        field = self.field
        # [C5]: the highest score
        able = highest_of(field, able)
        if not able or able & ~self.following:
            return None
        passes = able & self._leaves_following_paired()  # [C6]
        able = passes or able
        if field.asks_floats:
            rested = as_set(x for x in bits(able) if not field.members[x].floated_last)
            able = rested or able  # [C7]
        return (able & -able).bit_length() - 1

    def _leaves_following_paired(self) -> int:
        """[C6] for one upfloater from the following scoregroup: those without whom its others
        need no more upfloaters than their number asks for."""
        field, following = self.field, self.following
        rest = self.lower & ~following
        rows: Sequence[int] = field.by_the_rules
        below = Matching(rows, rest)
        players = following
        alone = below.maximise()
        if following.bit_count() % 2:
            if alone:
                return 0
        else:
            # One from further below comes up in its turn: a vertex of its own.
            if alone.bit_count() != 1:
                return 0
            partners = near(rows, below.reach(alone), following)
            rows = [*rows, partners]
            for x in bits(partners):
                rows[x] |= 1 << field.n
            players |= 1 << field.n
        matching = Matching(rows, players)
        free = matching.maximise()
        return matching.reach(free) & following if free.bit_count() == 1 else 0

    # Several upfloaters

    def _of_least_size(self, allowed: int) -> tuple[int, ...] | None:
        """Without [C6] the best set of the least size, if the classes of players prove one."""
        cost = _Costs(self.field, self.residents, self.following, allowed, looks_ahead=False)
        players = self.residents | self.lower
        found = classes(players, cost.key, cost, self.field.barred_in_the_large)
        if found is None:
            return None
        matching = tight_matching(self.field.legal, players, found)
        if matching.free:
            return None
        size = self._size(matching, allowed)
        return self._first(matching, allowed, size) if size == self.least else None

    def _of(self, allowed: int, *, looks_ahead: bool) -> tuple[int, ...]:
        """The best set among `allowed`, where there is a legal one. `looks_ahead`: with [C6]."""
        cost = _Costs(self.field, self.residents, self.following, allowed, looks_ahead=looks_ahead)
        players = self.residents | self.lower
        found = classes(players, cost.key, cost, self.field.barred_in_the_large)
        best = cheapest(self.field.legal, players, found)
        assert best is not None, "those not yet paired can be paired"
        return self._first(best.matching, allowed, self._size(best.matching, allowed))

    def _size(self, matching: Matching, allowed: int) -> int:
        return sum(self.residents >> matching.mate[x] & 1 for x in bits(allowed))

    def _first(self, matching: Matching, allowed: int, size: int) -> tuple[int, ...]:
        """Art. 3.5.4: the first set, where all perfect matchings are of the best value."""
        return first_set(matching, self.residents, upfloater_order(self.field, allowed), size)


# Art. 2.3.1 to 2.3.4  [C4] to [C7] as one number


class _Costs(Generic[M]):
    """The cost of a pair: digits for [C4] to [C7], each large enough for the whole bracket."""

    def __init__(
        self,
        field: UpfloatingField[M],
        residents: int,
        following: int,
        allowed: int,
        *,
        looks_ahead: bool,
    ) -> None:
        self.field, self.residents, self.allowed = field, residents, allowed
        self.following, self.looks_ahead = following, looks_ahead
        count = residents.bit_count() + 1
        unit = 1
        self.floated = 0
        if field.asks_floats:
            self.floated = unit
            unit *= count
        self.ahead = 0
        if looks_ahead:
            self.ahead = unit
            unit *= following.bit_count() + 1
        self.score: dict[int, int] = {}
        for score, group in field.scoregroups:
            if group & allowed:
                # [C5] looks at the lowest scores first.
                self.score[score] = unit
                unit *= count
        self.number = unit

    def _upfloater(self, x: int) -> int:
        member = self.field.members[x]
        floated = self.floated if member.floated_last else 0
        return self.number + self.score[member.score] + floated

    def key(self, x: int) -> tuple[object, ...]:
        """All that the costs and the wide prohibitions read of one of them."""
        groups = self.field.large_groups_of(x)
        follows = bool(self.following >> x & 1)
        if self.residents >> x & 1:
            return (0, groups)
        if self.allowed >> x & 1:
            return (1, follows, self._upfloater(x), groups)
        return (2, follows, groups)

    def __call__(self, u: int, v: int) -> int | None:
        above_u, above_v = self.residents >> u & 1, self.residents >> v & 1
        if above_u and above_v:
            return 0
        if not above_u and not above_v:
            return self.ahead if (self.following >> u ^ self.following >> v) & 1 else 0
        lower = v if above_u else u
        return self._upfloater(lower) if self.allowed >> lower & 1 else None
