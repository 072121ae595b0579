"""Handbook, Dubov system. Art. 6.4 and 8: what moves between the groups.

"The group can be paired" always means: its players can all be paired with each other within the
limits of art. 2, whatever the columns. That is one matching; no search can run away.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, zip_longest

from pairing.handbook.dubov.cards import Field
from pairing.handbook.dubov.colours import colours_of_pair
from pairing.handbook.dubov.columns import Columns, Foot, Pair
from pairing.handbook.dubov.leaving import NOBODY_GOES, Going, Leaving
from pairing.handbook.dubov.lower import Lower
from pairing.handbook.limits import BLACK, WHITE
from pairing.matching import as_set, bits
from pairing.matching.changing import Changing
from pairing.state import Fact

#: Up to this size all sets of players who could go down are tried in order, with all of art. 7.
#: In a larger group nobody can have met everybody within eight rounds, so only 7.2 can help.
SMALL_GROUP = 8


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


class GroupPairing:
    """Pairs the field without its bye, group by group from the top."""

    def __init__(self, field: Field, foot: Foot | None = None) -> None:
        self.field = field
        self.foot = foot
        self.may_move_up = as_set(
            i for i, card in enumerate(field.cards) if card.may_be_moved_up(field.state)
        )
        strongest = sorted(
            range(field.size), key=lambda i: (-field.rating[i], field.aro[i], field.name[i])
        )
        #: the order of 8.2 but for the colour
        self._strength = {i: place for place, i in enumerate(strongest)}
        self.groups: list[Group] = []

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
            remaining = lower & ~as_set(group.taken)
            if remaining:
                waiting[0] = (waiting[0][0], remaining)
            else:
                waiting.pop(0)
                if not waiting and floaters:
                    # Nobody is left below: those who went down are a last group by themselves.
                    waiting.append((score, 0))
        return self.groups

    def _pair(self, group: Group, players_below: int) -> None:
        field = self.field
        lower = Lower(field, self.may_move_up, players_below)
        left, down = self._pair_floaters(group, group.residents, lower)
        taken = lower.take(left)
        if taken is None:
            going = self._who_goes_down(left, lower)
            left &= ~as_set(going)
            down += going
            for i in going:
                possible = bool(field.legal[i] & lower.players)
                group.facts.append(
                    Fact(
                        "handbook.dubov.floats_down",
                        "6.4.a" if possible else "6.4.b",
                        (field.tpn(i),),
                        (("can_be_paired_below", int(possible)),),
                    )
                )
            taken = lower.take(left)
            assert taken is not None
        group.facts += [fact for _, fact in taken]
        group.taken = tuple(i for i, _ in taken)
        group.down = tuple(down)
        if lower.undecided:
            group.facts.append(Fact("handbook.dubov.not_decided", "7.1"))
        self._pair_columns(group, left | as_set(group.taken))

    def _pair_columns(self, group: Group, players: int) -> None:
        columns = Columns(self.field, as_set(group.taken), self.foot)
        group.rows = columns.pair(players)
        group.facts += columns.facts

    # Art. 6.4  Those who cannot be paired go down

    def _who_goes_down(self, group: int, lower: Lower) -> list[int]:
        """As few as possible; first those with an opponent below, then the lowest rated."""
        field = self.field
        order = sorted(
            bits(group),
            key=lambda i: (
                not field.legal[i] & lower.players,
                field.rating[i],
                -field.aro[i],
                -field.tpn(i),
            ),
        )
        if len(order) <= SMALL_GROUP:
            for number in range(1, len(order)):
                for going in combinations(order, number):
                    if lower.completes(group & ~as_set(going)):
                        return list(going)
            return order
        going_down: list[int] = []
        staying = Leaving(field, group, (), lower)
        while staying.need:
            for i in order:
                if i not in going_down and staying.need_without(i) < staying.need:
                    break
            going_down.append(i)
            staying.leave(i)
        return going_down

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
        found = sorted(bits(field.legal[floater] & residents), key=self._strength.__getitem__)
        if due is None:
            return found
        return [i for i in found if field.due[i] is not due] + [
            i for i in found if field.due[i] is due
        ]

    def _pair_floaters(self, group: Group, residents: int, lower: Lower) -> tuple[int, list[int]]:
        """Pair the floaters; the residents left, and the floaters who go on down.

        A floater takes the first opponent with whom the rest of the group can be paired. If there
        is none, as few players as possible shall go down, and by 6.4 rather one who did not float.
        """
        if not group.floaters:
            return residents, []
        waiting = self.floater_order(group.floaters)
        left = Leaving(self.field, residents, waiting, lower)
        down = []
        while waiting:
            floater = waiting.pop(0)
            chosen = self._opponent(floater, residents, as_set(waiting), left, lower)
            if chosen is None:
                down.append(floater)
                possible = bool(self.field.legal[floater] & lower.players)
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
            left.leave(chosen)
            group.floater_pairs.append(self._floater_pair(floater, chosen))
        return residents, down

    def _opponent(
        self, floater: int, residents: int, waiting: int, left: Leaving, lower: Lower
    ) -> int | None:
        """None if the floater goes on down; the floater is no more in `left`."""
        need = left.need
        complete = lower.completes_with(residents, waiting | 1 << floater, need)
        left.leave(floater)
        # No opponent of the floater leaves fewer who have to go down.
        best = NOBODY_GOES if complete else left.going(need)
        chosen, least = None, NOBODY_GOES
        for choice in self.opponents(floater, residents):
            need = left.need_without(choice)
            going: Going = NOBODY_GOES
            if not complete or not lower.completes_with(residents & ~(1 << choice), waiting, need):
                going = left.going_without(choice, need)
            if chosen is None or going < least:
                chosen, least = choice, going
            if going == best:
                break
        if chosen is None or least == NOBODY_GOES:
            return chosen
        number, floated, stranded = NOBODY_GOES
        if not lower.completes_with(residents, waiting, left.need):
            number, floated, stranded = left.going(left.need)
        alone = not self.field.legal[floater] & lower.players
        return None if (number + 1, floated + 1, stranded + alone) < least else chosen

    def _floater_pair(self, floater: int, opponent: int) -> Pair:
        white, black, colour = colours_of_pair(self.field, floater, opponent)
        players = self.field.tpns((floater, opponent))
        return Pair(white, black, colour, (Fact("handbook.dubov.floater_paired", "8.2", players),))

    # The last group: undo the pairs above, the nearest first, until it can be paired

    def _pair_last(self, group: Group) -> None:
        field = self.field
        residents = group.residents
        floaters = list(group.floaters)
        # Undoing a pair only adds floaters, who meet residents alone or, at last, each other.
        apart = [
            row & (field.everybody if residents >> i & 1 else residents)
            for i, row in enumerate(field.legal)
        ]
        everybody = residents | as_set(floaters)
        met_by_residents = Changing(apart, everybody)
        met_by_all = Changing(field.legal, everybody)
        while True:
            group.floaters = tuple(floaters)
            if not met_by_residents.left:
                below = Lower(field, self.may_move_up, 0)
                left, _ = self._pair_floaters(group, residents, below)
                self._pair_columns(group, left)
                return
            if not met_by_all.left:
                self._pair_columns(group, residents | as_set(floaters))
                return
            above = next(above for above in reversed(self.groups) if above.pairs)
            undone = above.undo_last_pair()
            floaters += [undone.white, undone.black]
            above.down += (undone.white, undone.black)
            for i in (undone.white, undone.black):
                met_by_residents.come(i)
                met_by_all.come(i)
            group.facts.append(
                Fact("handbook.dubov.pair_undone", "6.4", field.tpns((undone.white, undone.black)))
            )
