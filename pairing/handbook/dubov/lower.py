"""Handbook, Dubov system. Art. 7.1 and 7.2: players from the next lower group, and if they do.

Who has met everybody of the group gets one player from below, one after the other (7.1); then an
odd number gets one more (7.2). Nobody whom 7.1 serves can meet anybody but who came up. So with
`k` such players either all of those who came up meet them, or all but one, and what the matchings
of the others say decides the rest; no order is tried that cannot end well.
"""

from collections import Counter
from collections.abc import Iterator

from pairing.handbook.dubov.cards import Field
from pairing.handbook.limits import BLACK, WHITE
from pairing.matching import Matching, as_set, bits
from pairing.state import Fact

#: Matchings asked in a round for the opponents of floaters who leave several players to 7.1.
#: Beyond it such an opponent counts as none, and the round says so.
MOST_QUESTIONS = 2000

Taken = list[tuple[int, Fact]]


class Lower:
    """Tells what the next lower group can do for the group above it."""

    def __init__(self, field: Field, may_move_up: int, players: int) -> None:
        self.field = field
        self.may_move_up = may_move_up
        self.players = players
        self.reach = 0  # those who could meet somebody taken from here
        for i in bits(players & may_move_up):
            self.reach |= field.legal[i]
        self.questions = 0
        self._completes: dict[tuple[int, int], bool] = {}
        self._completes_with: dict[tuple[int, int], bool] = {}

    @property
    def undecided(self) -> bool:
        return self.questions > MOST_QUESTIONS

    def need(self, group: int, floaters: int = 0) -> int:
        """The least number that must go down, if 7.2 may bring one player up."""
        return self.field.left_over(group, floaters=floaters, helper=self.reach & group & ~floaters)

    # The players taken

    def take(self, group: int) -> Taken | None:
        """The players taken, in order, so that the group can be paired; None if it cannot."""
        return self._take(group, self.players) if self.completes(group) else None

    def _take(self, group: int, lower: int) -> Taken:
        """The same of a group that can be completed."""
        met_all = self._met_everybody(group)
        if not met_all and group.bit_count() % 2 == 0:
            return []
        problem = self._in_order(met_all)[0] if met_all else None
        for candidate in self._candidates(group, lower, problem):
            bit = 1 << candidate
            if self.completes(group | bit, lower & ~bit):
                players = self.field.tpns(i for i in (candidate, problem) if i is not None)
                code, article = ("odd", "7.2") if problem is None else ("met_all", "7.1")
                fact = Fact(f"handbook.dubov.taken_{code}", article, players)
                return [(candidate, fact), *self._take(group | bit, lower & ~bit)]
        raise AssertionError("a group that can be completed has a player to be taken")

    def _met_everybody(self, group: int) -> int:
        """Art. 7.1. Those who have met all others; alone comes under 7.2."""
        if group.bit_count() < 2:
            return 0
        return as_set(i for i in bits(group) if not self.field.new[i] & group)

    def _in_order(self, players: int) -> list[int]:
        """Due white before due black, in the order of 6.2."""
        field = self.field
        sides = {
            due: [i for i in bits(players) if field.due[i] is due] for due in (WHITE, BLACK, None)
        }
        return [
            *sorted(sides[WHITE], key=field.by_white_column),
            *sorted(sides[BLACK], key=field.by_black_column),
            *sides[None],
        ]

    def _candidates(self, group: int, lower: int, problem: int | None) -> Iterator[int]:
        field = self.field
        if problem is None:
            wanted = group
            unwanted_colour = self._majority(group)
        else:
            wanted = 1 << problem
            unwanted_colour = field.due[problem]
        breaking = self._breaking(lower)

        def order(i: int) -> tuple[object, ...]:
            same_colour = unwanted_colour is not None and field.due[i] is unwanted_colour
            return (
                breaking >> i & 1,
                same_colour,  # 7.1.a, 7.2.a
                -field.rating[i],  # 7.1.b, 7.2.b
                field.aro[i],  # 7.1.c, 7.2.c
                field.name[i],
            )

        found = [i for i in bits(lower & self.may_move_up) if field.legal[i] & wanted]
        yield from sorted(found, key=order)

    def _majority(self, group: int) -> object:
        dues = Counter(self.field.due[i] for i in bits(group))
        if dues[WHITE] == dues[BLACK]:
            return None
        return WHITE if dues[WHITE] > dues[BLACK] else BLACK

    def _breaking(self, lower: int) -> int:
        """The example: 12 is taken and not the higher rated 5, since 12 and 13 have met.

        Those without whom somebody of the lower group would have nobody left to meet.
        """
        if lower.bit_count() < 3:
            return 0
        found = lonely = 0
        for i in bits(lower):
            others = self.field.new[i] & lower
            if not others:
                lonely |= 1 << i
            elif not others & (others - 1):
                found |= others
        if lonely:
            found |= lower if lonely & (lonely - 1) else lower & ~lonely
        return found

    # Can a group be paired with players from below?

    def completes(self, group: int, lower: int | None = None) -> bool:
        """True if 7.1 and 7.2 lead to a group that can be paired."""
        lower = self.players if lower is None else lower
        key = (group, lower)
        if key not in self._completes:
            self._completes[key] = self._can_complete(group, lower)
        return self._completes[key]

    def _can_complete(self, group: int, lower: int) -> bool:
        field = self.field
        helpers = lower & self.may_move_up
        met_all = self._met_everybody(group)
        others = group & ~met_all
        left = field.left_over(others)
        if not met_all:
            return left == 0 or (left == 1 and bool(self._openings(others, helpers)))
        # Who has met everybody meets somebody from below; of the others at most one can, too.
        if left > 1:
            return False
        if not met_all & (met_all - 1):
            own = field.legal[met_all.bit_length() - 1] & helpers
            if not left or not own:
                return bool(own)
            second = self._openings(others, helpers)
            both = own | second
            return bool(second and both & (both - 1))
        if not self._enough_for_each(met_all, helpers, odd=bool(left)):
            return False
        first = self._in_order(met_all)[0]
        return any(
            self.completes(group | 1 << i, lower & ~(1 << i))
            for i in bits(field.legal[first] & helpers)
        )

    def _openings(self, group: int, helpers: int) -> int:
        """Those who can meet somebody without whom the rest of an odd group can be paired."""
        matching = Matching(self.field.legal, group)
        alone = matching.maximise()
        free = matching.reach(alone)
        return as_set(i for i in bits(helpers) if self.field.legal[i] & free)

    def _enough_for_each(self, met_all: int, helpers: int, *, odd: bool) -> bool:
        """A bound: whoever comes up for a player must leave the later ones to others, since none
        of them comes for nothing. With an even rest one of them may be served beside another."""
        new, legal = self.field.new, self.field.legal
        once = twice = 0
        without = 0
        for i in reversed(self._in_order(met_all)):
            without += not legal[i] & helpers & ~(once if odd else twice)
            if without > (0 if odd else 1):
                return False
            twice |= once & new[i]
            once |= new[i]
        return True

    # Can floaters find opponents so that this is so?

    def completes_with(self, residents: int, floaters: int, need: int) -> bool:
        """True if the floaters find opponents so that art. 7 can complete the rest.

        `need` of them all is given. One matching answers it unless 7.1 has to bring up several
        players. That takes residents who, with all floaters paired, have met everybody left.
        """
        if not floaters:
            return self.completes(residents)
        if not need:
            return True
        key = (residents, floaters)
        if key not in self._completes_with:
            self._completes_with[key] = self._with_several(residents, floaters, need)
        return self._completes_with[key]

    def _with_several(self, residents: int, floaters: int, need: int) -> bool:
        field = self.field
        new, helpers = field.new, self.players & self.may_move_up
        number = floaters.bit_count()
        served = as_set(
            i
            for i in bits(residents)
            if (new[i] & residents).bit_count() <= number and field.legal[i] & helpers
        )
        most = max((self._most_beside(i, served, helpers) for i in bits(served)), default=-1)
        if most + 1 < need:
            return False
        # Whoever is not near one of them meets another such, one of the remaining floaters or,
        # like those served beside this one and at most one more, somebody from below.
        for i in bits(served):
            near = new[i] & residents
            spare = number - near.bit_count() + most + 1
            if field.left_over(residents & ~near & ~(1 << i)) > spare:
                served &= ~(1 << i)
        return bool(served) and _Search(self, residents, floaters).succeeds(0, served)

    def _most_beside(self, first: int, served: int, helpers: int) -> int:
        """A bound: players for 7.1 have not met each other, and whoever comes up for the first of
        them must have met all but one of the others."""
        new = self.field.new
        others = served & ~new[first] & ~(1 << first)
        most = max((others & ~new[i]).bit_count() for i in bits(self.field.legal[first] & helpers))
        return min(others.bit_count(), most + 1)


class _Search:
    """The players whom 7.1 shall serve: every set of them once, each with a matching."""

    def __init__(self, lower: Lower, residents: int, floaters: int) -> None:
        self.lower = lower
        self.field = lower.field
        self.residents = residents
        self.floaters = floaters
        self.helpers = lower.players & lower.may_move_up

    def succeeds(self, served: int, possible: int) -> bool:
        """With all of `served`, and maybe some of the `possible`."""
        self.lower.questions += 1
        if self.lower.undecided:
            return False
        near = 0
        for i in bits(served):
            near |= self.field.new[i]
        near &= self.residents
        matching = self._matching(served, near, possible)
        if matching is None:
            return False
        if self.lower.completes(self._rest(matching)):
            return True
        if not self.helpers & ~matching.free and self._with_another(matching):
            return True
        for i in bits(possible):
            possible &= ~(1 << i)
            beside = self._beside(served | 1 << i, near, i, possible)
            if self.succeeds(served | 1 << i, beside):
                return True
        return False

    def _rest(self, matching: Matching) -> int:
        return self.residents & ~as_set(matching.mate[i] for i in bits(self.floaters))

    def _beside(self, served: int, near: int, i: int, possible: int) -> int:
        """Those who can be served beside this one too."""
        new, most = self.field.new, self.floaters.bit_count()
        near |= new[i] & self.residents
        return as_set(
            j
            for j in bits(possible & ~new[i] & ~served)
            if (near | new[j] & self.residents).bit_count() <= most
            and self.lower._enough_for_each(served | 1 << j, self.helpers, odd=False)
        )

    def _matching(self, served: int, near: int, possible: int) -> Matching | None:
        """All others paired: those near the served with floaters, the possible perhaps with
        somebody from below, and one more with anybody from there."""
        field, floaters = self.field, self.floaters
        others = self.residents & ~served
        slot = 1 << field.size
        free = others & ~near
        reached = free & self.lower.reach
        rows = list(field.legal)
        for i in bits(floaters):
            rows[i] &= others
        for i in bits(others):
            rows[i] &= floaters if near >> i & 1 else floaters | free
        for i in bits(free & possible):
            rows[i] |= field.legal[i] & self.helpers
        for i in bits(reached):
            rows[i] |= slot
        for i in bits(self.helpers):
            rows[i] &= free & possible
        rows.append(reached)
        matching = Matching(rows, others | floaters)
        alone = matching.maximise()
        matching.alive |= self.helpers | slot
        matching.free |= self.helpers | slot
        return matching if all(matching.augment(i) for i in bits(alone)) else None

    def _with_another(self, matching: Matching) -> bool:
        """The same with another player for the one more from below."""
        slot = self.field.size
        if matching.free >> slot & 1:
            return False
        matching.alive &= ~matching.free
        matching.free = 0
        for i in bits(matching.partners(slot) & ~(1 << matching.mate[slot])):
            self.lower.questions += 1
            matching.rematch(slot, 1 << i)
            if self.lower.completes(self._rest(matching)):
                return True
        return False
