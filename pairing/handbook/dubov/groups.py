"""Handbook, Dubov system. Art. 6.4, 7.1, 7.2 and 8: what moves between the groups.

"The group can be paired" always means: its players can all be paired with each other within the
limits of art. 2, whatever the columns. That is one matching; no search can run away.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, zip_longest

from pairing.handbook.dubov.cards import Field
from pairing.handbook.dubov.colours import colours_of_pair
from pairing.handbook.dubov.columns import Columns, Foot, Pair
from pairing.handbook.limits import BLACK, WHITE
from pairing.matching import Matching, bits
from pairing.state import Fact

#: Up to this size all sets of players who could go down are tried in order, with all of art. 7.
#: In a larger group nobody can have met everybody within eight rounds, so only 7.2 can help.
SMALL_GROUP = 8

#: Opponents tried in a round where no matching says if art. 7.1 can bring up several players. A
#: field of dozens of players who are kept apart would be tried for hours; it counts as impossible.
MOST_SEARCHES = 1000

#: Those who go down, by 6.4: how many, how many of them floated from above, and how many of these
#: cannot be paired in the lower group.
Going = tuple[int, int, int]
NOBODY_GOES: Going = (0, 0, 0)


@dataclass(slots=True)
class Group:
    """One score group while the round is paired, for the trace."""

    score: int
    residents: int
    floaters: tuple[int, ...] = ()  # came from above
    taken: tuple[int, ...] = ()  # came from below
    down: tuple[int, ...] = ()
    floater_pairs: list[Pair] = field(default_factory=list)
    rows: list[Pair] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)

    @property
    def pairs(self) -> list[Pair]:
        return self.floater_pairs + self.rows

    def undo_last_pair(self) -> Pair:
        return (self.rows or self.floater_pairs).pop()


def set_of(players: Iterable[int]) -> int:
    return sum(1 << i for i in players)


class GroupPairing:
    """Pairs the field without its bye, group by group from the top."""

    def __init__(self, field: Field, foot: Foot | None = None) -> None:
        self.field = field
        self.foot = foot
        self.may_move_up = set_of(
            i for i, card in enumerate(field.cards) if card.may_be_moved_up(field.state)
        )
        self.groups: list[Group] = []
        self._completed: dict[tuple[int, tuple[int, ...], int], bool] = {}
        self.searches = 0

    def run(self, players: int) -> list[Group]:
        """The groups from the top; `players` can all be paired with each other somehow."""
        field = self.field
        by_score: dict[int, int] = {}
        for i in bits(players):
            score = field.cards[i].score
            by_score[score] = by_score.get(score, 0) | 1 << i
        waiting = [(score, by_score[score]) for score in sorted(by_score, reverse=True)]
        floaters: list[int] = []
        while waiting:
            score, residents = waiting.pop(0)
            group = Group(score, residents, tuple(floaters))
            self.groups.append(group)
            if not waiting:
                self._pair_last(group)
                break
            lower = waiting[0][1]
            self._pair(group, lower)
            floaters = list(group.down)
            remaining = lower & ~set_of(group.taken)
            if remaining:
                waiting[0] = (waiting[0][0], remaining)
            else:
                waiting.pop(0)
                if not waiting and floaters:
                    # Nobody is left below: those who went down are a last group by themselves.
                    waiting.append((score, 0))
        return self.groups

    def _pair(self, group: Group, lower: int) -> None:
        field = self.field
        left, down = self._pair_floaters(group, group.residents, lower)
        taken = self._take_from_below(left, lower)
        if taken is None:
            going = self._who_goes_down(left, lower)
            left &= ~set_of(going)
            down += going
            for i in going:
                possible = bool(field.legal[i] & lower)
                group.facts.append(
                    Fact(
                        "handbook.dubov.floats_down",
                        "6.4.a" if possible else "6.4.b",
                        (field.tpn(i),),
                        (("can_be_paired_below", int(possible)),),
                    )
                )
            taken = self._take_from_below(left, lower)
            assert taken is not None
        group.facts += [fact for _, fact in taken]
        group.taken = tuple(i for i, _ in taken)
        group.down = tuple(down)
        self._pair_columns(group, left | set_of(group.taken))

    def _pair_columns(self, group: Group, players: int) -> None:
        columns = Columns(self.field, set_of(group.taken), self.foot)
        group.rows = columns.pair(players)
        group.facts += columns.facts

    # Art. 7.1 and 7.2  Players from the next lower group

    def _take_from_below(
        self, group: int, lower: int, taken: int = 0
    ) -> list[tuple[int, Fact]] | None:
        """The players taken, in order, so that the group can be paired; None if it cannot."""
        field = self.field
        problem = self._has_met_everybody(group)
        if problem is None:
            if group.bit_count() % 2 == 0:
                return [] if field.can_all_be_paired(group) else None
            if self._need(group, lower & ~taken):
                return None  # no single player from below completes the group
        return self._take(group, lower, taken, problem)

    def _take(
        self, group: int, lower: int, taken: int, problem: int | None
    ) -> list[tuple[int, Fact]] | None:
        field = self.field
        if self._with_everybody_below(group, 0, lower & ~taken) is None:
            return None
        for candidate in self._candidates(group, lower & ~taken, problem):
            bit = 1 << candidate
            more = self._take_from_below(group | bit, lower, taken | bit)
            if more is not None:
                if problem is None:
                    fact = Fact("handbook.dubov.taken_odd", "7.2", (field.tpn(candidate),))
                else:
                    players = field.tpns((candidate, problem))
                    fact = Fact("handbook.dubov.taken_met_all", "7.1", players)
                return [(candidate, fact), *more]
        return None

    def _has_met_everybody(self, group: int) -> int | None:
        """Art. 7.1. Due white before due black, in the order of 6.2; alone comes under 7.2."""
        field = self.field
        if group.bit_count() < 2:
            return None
        players = [i for i in bits(group) if not field.new[i] & group]
        for due, order in ((WHITE, field.by_white_column), (BLACK, field.by_black_column)):
            found = [i for i in players if field.due[i] is due]
            if found:
                return min(found, key=order)
        return players[0] if players else None

    def _candidates(self, group: int, lower: int, problem: int | None) -> list[int]:
        field = self.field
        if problem is None:
            wanted = group
            unwanted_colour = self._majority(group)
        else:
            wanted = 1 << problem
            unwanted_colour = field.due[problem]

        def order(i: int) -> tuple[object, ...]:
            same_colour = unwanted_colour is not None and field.due[i] is unwanted_colour
            return (
                self._breaks_lower_group(lower & ~(1 << i)),
                same_colour,  # 7.1.a, 7.2.a
                -field.rating[i],  # 7.1.b, 7.2.b
                field.aro[i],  # 7.1.c, 7.2.c
                field.name[i],
            )

        found = [i for i in bits(lower & self.may_move_up) if field.legal[i] & wanted]
        return sorted(found, key=order)

    def _majority(self, group: int) -> object:
        dues = Counter(self.field.due[i] for i in bits(group))
        if dues[WHITE] == dues[BLACK]:
            return None
        return WHITE if dues[WHITE] > dues[BLACK] else BLACK

    def _breaks_lower_group(self, rest: int) -> bool:
        """The example: 12 is taken and not the higher rated 5, since 12 and 13 have met."""
        return rest.bit_count() >= 2 and any(not self.field.new[i] & rest for i in bits(rest))

    # Art. 6.4  Those who cannot be paired go down

    def _who_goes_down(self, group: int, lower: int) -> list[int]:
        """As few as possible; first those with an opponent below, then the lowest rated."""
        field = self.field
        order = sorted(
            bits(group),
            key=lambda i: (
                not field.legal[i] & lower,
                field.rating[i],
                -field.aro[i],
                -field.tpn(i),
            ),
        )
        if len(order) <= SMALL_GROUP:
            for number in range(1, len(order)):
                for going in combinations(order, number):
                    if self._take_from_below(group & ~set_of(going), lower) is not None:
                        return list(going)
            return order
        going_down: list[int] = []
        need = self._need(group, lower)
        while need:
            for i in order:
                if group >> i & 1 and self._need(group & ~(1 << i), lower) < need:
                    break
            going_down.append(i)
            group &= ~(1 << i)
            need -= 1
        return going_down

    def _need(self, group: int, lower: int, floaters: int = 0) -> int:
        """The least number that must go down, if 7.2 may bring one player up."""
        return self.field.left_over(
            group, floaters=floaters, helper=self._reach(lower) & group & ~floaters
        )

    def _reach(self, lower: int) -> int:
        """Those who could meet somebody taken from the lower group."""
        reach = 0
        for i in bits(lower & self.may_move_up):
            reach |= self.field.legal[i]
        return reach

    # Art. 8.1  The order of the floaters

    def floater_order(self, floaters: Sequence[int]) -> list[int]:
        """One due white, one due black, and so on; each colour in the order of 6.2."""
        field = self.field
        whites = [i for i in floaters if field.due[i] is WHITE]
        blacks = [i for i in floaters if field.due[i] is BLACK]
        for i in sorted(floaters):
            if field.due[i] is None:
                (whites if len(whites) <= len(blacks) else blacks).append(i)
        whites.sort(key=field.by_white_column)
        blacks.sort(key=field.by_black_column)
        return [i for two in zip_longest(whites, blacks) for i in two if i is not None]

    # Art. 8.2  Their opponents

    def opponents(self, floater: int, residents: int) -> list[int]:
        """Opposite due colour if possible, then the highest rated, then the lowest ARO."""
        field = self.field
        due = field.due[floater]
        return sorted(
            bits(field.legal[floater] & residents),
            key=lambda i: (
                due is not None and field.due[i] is due,
                -field.rating[i],
                field.aro[i],
                field.name[i],
            ),
        )

    def _pair_floaters(self, group: Group, residents: int, lower: int) -> tuple[int, list[int]]:
        """Pair the floaters; the residents left, and the floaters who go on down.

        A floater takes the first opponent with whom the rest of the group can be paired. If there
        is none, as few players as possible shall go down, and by 6.4 rather one who did not float.
        """
        waiting = self.floater_order(group.floaters)
        down = []
        while waiting:
            floater = waiting.pop(0)
            chosen, least = None, NOBODY_GOES
            best = self._at_best(residents, floater, waiting, lower)
            for choice in self.opponents(floater, residents):
                rest = residents & ~(1 << choice)
                if best == NOBODY_GOES:
                    need = self._rest_needs(rest, waiting, lower)
                else:
                    need = self._going(rest, waiting, lower)
                if chosen is None or need < least:
                    chosen, least = choice, need
                if need == best:
                    break
            if chosen is not None and least > NOBODY_GOES:
                number, floated, stranded = self._rest_needs(residents, waiting, lower)
                alone = not self.field.legal[floater] & lower
                if (number + 1, floated + 1, stranded + alone) < least:
                    chosen = None
            if chosen is None:
                down.append(floater)
                possible = bool(self.field.legal[floater] & lower)
                group.facts.append(
                    Fact(
                        "handbook.dubov.floats_down",
                        "6.4.c" if possible else "6.4.d",
                        (self.field.tpn(floater),),
                        (("can_be_paired_below", int(possible)),),
                    )
                )
                continue
            residents &= ~(1 << chosen)
            group.floater_pairs.append(self._floater_pair(floater, chosen))
        return residents, down

    def _floater_pair(self, floater: int, opponent: int) -> Pair:
        white, black, colour = colours_of_pair(self.field, floater, opponent)
        players = self.field.tpns((floater, opponent))
        return Pair(white, black, colour, (Fact("handbook.dubov.floater_paired", "8.2", players),))

    def _rest_needs(self, residents: int, floaters: Sequence[int], lower: int) -> Going:
        """How many of the rest of the group would have to go down, and who, by 6.4."""
        if self._can_be_completed(residents, tuple(floaters), lower):
            return NOBODY_GOES
        return self._going(residents, floaters, lower)

    def _at_best(self, residents: int, floater: int, waiting: Sequence[int], lower: int) -> Going:
        """No opponent of the floater leaves fewer who have to go down."""
        if self._can_be_completed(residents, (floater, *waiting), lower):
            return NOBODY_GOES
        everybody = set_of((floater, *waiting))
        _, floated, stranded = self._going(residents, waiting, lower)
        return max(1, self._need(residents | everybody, lower, everybody)), floated, stranded

    def _going(self, residents: int, floaters: Sequence[int], lower: int) -> Going:
        """The same of a group that cannot be completed."""
        rest = set_of(floaters)
        need = max(1, self._need(residents | rest, lower, rest))
        stranded = [i for i in floaters if not self.field.legal[i] & lower]
        return (
            need,
            self._without_opponent(floaters, residents),
            self._without_opponent(stranded, residents),
        )

    def _can_be_completed(self, residents: int, floaters: tuple[int, ...], lower: int) -> bool:
        """True if the floaters find opponents so that art. 7 can complete the rest.

        One matching answers it unless 7.1 has to bring up several players. That takes a resident
        who, with all floaters paired, has met everybody left; then the opponents are tried.
        """
        if not floaters:
            return self._take_from_below(residents, lower) is not None
        rest = set_of(floaters)
        if not self._need(residents | rest, lower, rest):
            return True
        key = (residents, floaters, lower)
        if key not in self._completed:
            self._completed[key] = self._with_several_from_below(residents, floaters, lower)
        return self._completed[key]

    def _with_several_from_below(
        self, residents: int, floaters: tuple[int, ...], lower: int
    ) -> bool:
        """Whoever has met everybody left has all others taken by the floaters: for each such
        resident one matching says if that can be, and its opponents are tried first."""
        field, rest = self.field, set_of(floaters)
        if self._with_everybody_below(residents, rest, lower) is None:
            return False
        open_question = False
        seen = set()
        for i in bits(residents):
            others = field.new[i] & residents
            if others.bit_count() > len(floaters) or others in seen:
                continue
            seen.add(others)
            matching = self._with_everybody_below(residents, rest, lower, others)
            if matching is not None:
                taken = set_of(matching.mate[floater] for floater in floaters)
                if self._take_from_below(residents & ~taken, lower) is not None:
                    return True
                open_question = True
        if not open_question:
            return False
        for choice in bits(field.legal[floaters[0]] & residents):
            self.searches += 1
            if self.searches > MOST_SEARCHES:
                return False
            if self._can_be_completed(residents & ~(1 << choice), floaters[1:], lower):
                return True
        return False

    def _with_everybody_below(
        self, residents: int, floaters: int, lower: int, taken: int = 0
    ) -> Matching | None:
        """A bound: a pairing of all if every player below were free to come up; None if there is
        none. The floaters meet all of `taken`, among others."""
        helpers = lower & self.may_move_up
        rows = list(self.field.legal)
        for i in bits(floaters):
            rows[i] &= residents
        for i in bits(helpers):
            rows[i] &= residents & ~taken
        if taken:
            for i in bits(residents):
                rows[i] &= floaters if taken >> i & 1 else ~taken
        matching = Matching(rows, residents | floaters)
        alone = matching.maximise()
        matching.alive |= helpers
        matching.free |= helpers
        return matching if all(matching.augment(i) for i in bits(alone)) else None

    def _without_opponent(self, floaters: Sequence[int], residents: int) -> int:
        """How many of these floaters cannot all have opponents among the residents at once."""
        rows = [0] * self.field.size
        for i in floaters:
            rows[i] = self.field.legal[i] & residents
            for j in bits(rows[i]):
                rows[j] |= 1 << i
        among = set_of(floaters)
        return (Matching(rows, among | residents).maximise() & among).bit_count()

    # The last group: undo the pairs above, the nearest first, until it can be paired

    def _pair_last(self, group: Group) -> None:
        field = self.field
        residents = group.residents
        floaters = list(group.floaters)
        while True:
            everybody = residents | set_of(floaters)
            group.floaters = tuple(floaters)
            if field.can_all_be_paired(everybody, floaters=set_of(floaters)):
                left, _ = self._pair_floaters(group, residents, 0)
                self._pair_columns(group, left)
                return
            if field.can_all_be_paired(everybody):
                self._pair_columns(group, everybody)
                return
            above = next(above for above in reversed(self.groups) if above.pairs)
            undone = above.undo_last_pair()
            floaters += [undone.white, undone.black]
            above.down += (undone.white, undone.black)
            group.facts.append(
                Fact("handbook.dubov.pair_undone", "6.4", field.tpns((undone.white, undone.black)))
            )
