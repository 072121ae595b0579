"""FIDE C.04.4.3 (Lim), applied from 1 February 2026. Articles 2.3, 3.1 to 3.5, 3.9, 3.10.

Who leaves a group before anybody in it is paired. The group keeps as many pairings as it can;
those who are too many for that leave one by one, each the first in the order of `FloaterChoice`
without whom as many pairings stay. Incoming floaters are members like the others, so that one who
finds nobody floats on (Art. 3.5).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pairing.fide2026.lim.definitions import Direction, Side
from pairing.matching import Matching, bits
from pairing.state import Colour


class FloaterType(StrEnum):
    """Art. 3.9.1, from the most to the least disadvantaged."""

    A = "a"  # has floated into the group and has no compatible opponent in the next
    B = "b"  # has floated into the group and has one
    C = "c"  # has not floated into it and has none
    D = "d"  # has not floated into it and has one


class Decided(StrEnum):
    """The rule that singled out a floater among those who could leave."""

    ALONE = "alone"  # 2.3: nobody else is there
    NO_OPPONENT = "no_opponent"  # 2.3.1 to 2.3.3: nobody in the group is compatible
    TYPE = "type"  # 3.9.2
    FLOATED = "floated"  # 3.10
    COLOUR = "colour"  # 3.2.2
    MAXI = "maxi"  # 3.2.3
    PLACE = "place"  # 3.2.4


@dataclass(frozen=True, slots=True)
class Floater:
    """A player who leaves a group, with the rule that chose them."""

    player: int  # a place of the side
    type: FloaterType
    floated: bool  # in the round before as well
    decided: Decided


class NextGroup:
    """The residents of the adjacent group, and the floaters who are to meet them (Art. 3.3).

    The next scoregroup with players on the same side, at the end the median (reading LI-4).
    """

    def __init__(self, side: Side, residents: int) -> None:
        self.legal = side.legal
        self.free = residents
        self.residents = residents
        self.floater_of: dict[int, int] = {}  # a resident → the floater whom they would meet
        #: players with whom one more floater gets an own opponent
        self.near = 0
        self._look()

    def take(self, floater: int) -> None:
        """One more floater; some resident, if there is one more, would meet them."""
        if self.near >> floater & 1:
            self._give(floater)
            self._look()

    def _give(self, floater: int) -> None:
        came_from: dict[int, int] = {}  # a resident → the floater by whom they were reached
        seen = 0
        queue = [floater]
        for one in queue:
            new = self.legal[one] & self.residents & ~seen
            end = new & self.free
            if end:
                resident = (end & -end).bit_length() - 1
                self.free &= ~(1 << resident)
                came_from[resident] = one
                self._turn(resident, floater, came_from)
                return
            seen |= new
            for resident in bits(new):
                came_from[resident] = one
                queue.append(self.floater_of[resident])
        raise AssertionError("a floater near the group gets an opponent")

    def _turn(self, resident: int, first: int, came_from: dict[int, int]) -> None:
        """Everybody on the way takes the resident by whom the search went on."""
        before = {floater: taken for taken, floater in self.floater_of.items()}
        while True:
            one = came_from[resident]
            self.floater_of[resident] = one
            if one == first:
                return
            resident = before[one]

    def _look(self) -> None:
        """Find the floaters for whom a resident would come free, if those taken are exchanged."""
        reached = self.free
        waiting = dict(self.floater_of)
        more = bool(reached)
        while more:
            more = False
            for resident, floater in list(waiting.items()):
                if self.legal[floater] & reached:
                    reached |= 1 << resident
                    del waiting[resident]
                    more = True
        near = 0
        for resident in bits(reached):
            near |= self.legal[resident]
        self.near = near


class Leaving:
    """Those who can leave a group so that as many pairings stay as possible."""

    def __init__(self, matching: Matching) -> None:
        self.matching = matching  # of greatest size
        #: everybody else is needed for the pairings
        self.perhaps = matching.reach(matching.free)
        self.sure = self.perhaps

    def can(self, v: int) -> bool:
        if self.sure >> v & 1:
            return True
        if not self.perhaps >> v & 1:
            return False
        matching = self.matching
        mate, alive, free = matching.mate.copy(), matching.alive, matching.free
        found = self._without(v)
        matching.mate, matching.alive, matching.free = mate, alive, free
        if found:
            self.sure |= 1 << v
        else:
            # Whoever is needed now will be needed when more have left.
            self.perhaps &= ~(1 << v)
        return found

    def _without(self, v: int) -> bool:
        """Take v out; True if as many pairings stay."""
        matching = self.matching
        mate = matching.mate[v]
        matching.release(v)
        matching.alive &= ~(1 << v)
        matching.free &= ~(1 << v)
        return mate < 0 or matching.augment(mate)

    def let_go(self, v: int) -> None:
        self._without(v)
        self.perhaps &= ~(1 << v)
        self.sure = self.matching.free

    def first(self, ranks: list[int], players: int) -> int | None:
        """The last of these in the order of Art. 3.6 or 3.7 who can leave."""
        for rank in ranks:
            for v in _from_the_last(rank & players & self.perhaps):
                if self.can(v):
                    return v
        return None

    def anybody(self, players: int) -> bool:
        """Can one of these leave?"""
        players &= self.perhaps
        return bool(players & self.sure) or any(self.can(v) for v in bits(players))


def _from_the_last(players: int) -> Iterator[int]:
    while players:
        v = players.bit_length() - 1
        yield v
        players ^= 1 << v


# Art. 3.2 to 3.5, 3.9, 3.10  The choice


def choose_floaters(
    side: Side, residents: int, incoming: int, adjacent: int, *, maxi: bool
) -> tuple[list[Floater], Matching]:
    """Everybody who leaves the group, in the order chosen; with a pairing of all the others."""
    matching = Matching(side.legal, residents | incoming)
    matching.maximise()
    if not matching.free:
        return [], matching
    ranks = _ranks(side, residents | incoming)
    goal = NextGroup(side, adjacent)
    choice = _Choice(side, residents, incoming, ranks, goal, Leaving(matching), maxi)
    found = []
    while matching.free:
        floater = choice.next()
        found.append(floater)
        choice.leaving.let_go(floater.player)
        choice.goal.take(floater.player)
    return found, matching


def _ranks(side: Side, players: int) -> list[int]:
    """Scores with those who have them, the last of Art. 3.6 or 3.7 first (reading LI-5)."""
    by_score: dict[int, int] = {}
    for v in bits(players):
        score = side.members[v].score
        by_score[score] = by_score.get(score, 0) | 1 << v
    scores = sorted(by_score, reverse=side.direction is Direction.UP)
    return [by_score[score] for score in scores]


@dataclass(slots=True)
class _Choice:
    side: Side
    residents: int
    incoming: int
    ranks: list[int]
    goal: NextGroup
    leaving: Leaving
    maxi: bool

    def next(self) -> Floater:
        """By type, then not floated last round, then by colour, then by place (reading LI-6)."""
        side, leaving, ranks = self.side, self.leaving, self.ranks
        for kind, players in self._types():
            for floated in (False, True):
                both = players & (side.floated if floated else ~side.floated)
                last = leaving.first(ranks, both)
                if last is None:
                    continue
                chosen, by = last, Decided.PLACE
                due = leaving.first(ranks, both & self._majority())
                if due is not None and due != last:
                    chosen, by = due, Decided.COLOUR
                    if self.maxi and not side.members[due].within_limit(side.members[last]):
                        chosen, by = last, Decided.MAXI  # Art. 3.2.3
                return Floater(chosen, kind, floated, self._decided(chosen, players, both, by))
        raise AssertionError("whoever is alone can leave")

    def _types(self) -> list[tuple[FloaterType, int]]:
        """Art. 3.9: those to be floated first, first."""
        near = self.goal.near
        return [
            (FloaterType.D, self.residents & near),
            (FloaterType.C, self.residents & ~near),
            (FloaterType.B, self.incoming & near),
            (FloaterType.A, self.incoming & ~near),
        ]

    def _majority(self) -> int:
        """Art. 3.2.2: those due the colour that more members are due (reading LI-3)."""
        present = self.leaving.matching.alive
        white, black = (present & self.side.due[colour] for colour in Colour)
        if white.bit_count() == black.bit_count():
            return 0
        return white if white.bit_count() > black.bit_count() else black

    def _decided(self, chosen: int, players: int, both: int, by: Decided) -> Decided:
        """The first rule after which nobody else who could leave was left; else the last one."""
        others = ~(1 << chosen)
        leaving = self.leaving
        if not leaving.anybody(others):
            # Whoever has an opponent could be spared in the place of another player.
            members = self.residents | self.incoming
            return Decided.ALONE if members == 1 << chosen else Decided.NO_OPPONENT
        if not leaving.anybody(players & others):
            return Decided.TYPE
        return by if leaving.anybody(both & others) else Decided.FLOATED
