"""FIDE C.04.4.3 (Lim), applied from 1 February 2026. Articles 2.2 and 2.6: group after group.

From the highest scoregroup down to just above the median, from the lowest up to just below it,
the median last. What floats on each side arrives at the median, which exists without own players
too. If it cannot be paired completely, pairings next to it are undone until it can.
"""

from dataclasses import dataclass, replace
from dataclasses import field as default
from itertools import zip_longest

from pairing.fide2026.lim.definitions import Direction, Field, Side
from pairing.fide2026.lim.exchanges import Arrangement, Pair, arrange
from pairing.fide2026.lim.floaters import Floater, choose_floaters
from pairing.fide2026.lim.opponents import FloaterPair, give_opponents
from pairing.matching import Matching, as_set, bits


@dataclass(slots=True)
class Group:
    """A scoregroup with its floaters, paired. Sets are places in the field, steps of the side."""

    score: int  # in tenths; of the median half of the rounds, rounded up
    side: Side
    residents: int
    incoming: int
    is_median: bool = False
    floaters: list[Floater] = default(default_factory=list)
    #: floaters with their opponents, each with the side whose places it names
    met: list[tuple[Side, FloaterPair]] = default(default_factory=list)
    arrangement: Arrangement | None = None
    undone: set[Pair] = default(default_factory=set)

    @property
    def direction(self) -> Direction:
        return self.side.direction

    @property
    def floated(self) -> int:
        """Those who leave the group."""
        return self.side.set_at(as_set(floater.player for floater in self.floaters))

    @property
    def made(self) -> list[Pair]:
        """Every pair in the order of the steps, places of the field."""
        pairs = [(side.at(pair.floater), side.at(pair.opponent)) for side, pair in self.met]
        if self.arrangement is not None:
            pairs += [(self.side.at(v), self.side.at(w)) for v, w in self.arrangement.pairs]
        return pairs

    @property
    def pairs(self) -> list[Pair]:
        """Those that stand."""
        return [pair for pair in self.made if pair not in self.undone]


@dataclass(frozen=True, slots=True)
class Undone:
    """Art. 2.6: a pairing taken back, with the floaters counted then."""

    pair: Pair
    group: int  # place in the list of groups
    from_above: int
    from_below: int


@dataclass(frozen=True, slots=True)
class Round:
    """The groups in the order in which they were paired, the median last."""

    groups: tuple[Group, ...]
    undone: tuple[Undone, ...]
    by_score: bool = True  # False: everybody was one group (Art. 7.2)


def pair_groups(field: Field, players: int) -> Round:
    """Art. 2.2. `players` can all be paired."""
    if not field.state.rounds and not field.state.option("accelerated_first_round", False):
        # Art. 7.2: round 1 has one group. No text says whether virtual points (C.04.7) make two;
        # they do not, as in the reference tournaments, unless the option says so.
        return replace(_with_median(field, [], players, 0, 0), by_score=False)
    members = field.members
    by_score: dict[int, int] = {}
    for x in bits(players):
        by_score[members[x].score] = by_score.get(members[x].score, 0) | 1 << x
    scores = {
        Direction.DOWN: sorted((s for s in by_score if 2 * s > field.double_median), reverse=True),
        Direction.UP: sorted(s for s in by_score if 2 * s < field.double_median),
    }
    median = as_set(x for x in bits(players) if 2 * members[x].score == field.double_median)
    done: list[Group] = []
    arrived = []
    for direction, listed in scores.items():
        incoming = 0
        for score, following in zip_longest(listed, listed[1:]):
            adjacent = median if following is None else by_score[following]
            group = pair_group(field, direction, score, by_score[score], incoming, adjacent)
            done.append(group)
            incoming = group.floated
        arrived.append(incoming)
    return _with_median(field, done, median, *arrived)


def pair_group(
    field: Field, direction: Direction, score: int, residents: int, incoming: int, adjacent: int
) -> Group:
    """A group above or below the median: floaters out, floaters in, then the residents."""
    side = field.side(direction)
    group = Group(score, side, residents, incoming)
    own, came = side.set_at(residents), side.set_at(incoming)
    group.floaters, matching = choose_floaters(
        side, own, came, side.set_at(adjacent), maxi=field.maxi
    )
    found = give_opponents(side, matching, came & matching.alive, own, maxi=field.maxi)
    group.met = [(side, pair) for pair in found]
    _pair_residents(field, group, matching.alive)
    return group


def _pair_residents(field: Field, group: Group, left: int) -> None:
    group.arrangement = arrange(group.side, left, group.side.large_groups, maxi=field.maxi)
    assert group.arrangement is not None, "an opponent is available only if the rest can be paired"


# Art. 2.6  The median


def _with_median(field: Field, done: list[Group], median: int, down: int, up: int) -> Round:
    matching = Matching(field.legal, median | down | up)
    matching.maximise()
    undone = list(_unblock(field, done, matching))
    for one in undone:
        done[one.group].undone.add(one.pair)
    incoming = matching.alive & ~median
    if matching.alive:
        done.append(_pair_median(field, median, incoming, matching))
    return Round(tuple(done), tuple(undone))


def _unblock(field: Field, done: list[Group], matching: Matching) -> list[Undone]:
    """Undo pairings next to the median until all of its players can be paired.

    With more floaters from above the last pairing below is undone, otherwise the last one above
    (readings LI-11, LI-12); a side that has none left gives way to the other. They are counted
    anew each time (LI-13).
    """
    undone: list[Undone] = []
    made: dict[Direction, list[tuple[int, Pair]]] = {Direction.DOWN: [], Direction.UP: []}
    if matching.free:
        for place, group in enumerate(done):
            made[group.direction] += [(place, pair) for pair in group.made]
    while matching.free:
        above = sum(field.above(x) for x in bits(matching.alive))
        below = sum(field.below(x) for x in bits(matching.alive))
        wanted = Direction.UP if above > below else Direction.DOWN
        other = Direction.DOWN if above > below else Direction.UP
        place, pair = (made[wanted] or made[other]).pop()
        undone.append(Undone(pair, place, above, below))
        for x in pair:
            matching.alive |= 1 << x
            matching.free |= 1 << x
            # A matching of greatest size grows by way of the new player or not at all.
            matching.augment(x)
    return undone


def _pair_median(field: Field, residents: int, incoming: int, matching: Matching) -> Group:
    """Downwards; those from above first, then those from below, each in its own direction."""
    down, up = field.down, field.up
    group = Group((field.double_median + 1) // 2, down, residents, incoming, is_median=True)
    from_above = as_set(x for x in bits(incoming) if field.above(x))
    found = give_opponents(down, matching, from_above, residents, maxi=field.maxi)
    group.met = [(down, pair) for pair in found]
    # Reading LI-10: a floater keeps the direction.
    turned = Matching(up.legal, up.set_at(matching.alive))
    turned.free = 0
    for x in bits(matching.alive):
        turned.mate[up.at(x)] = up.at(matching.mate[x])
    from_below = up.set_at(incoming & ~from_above & matching.alive)
    found = give_opponents(up, turned, from_below, up.set_at(residents), maxi=field.maxi)
    group.met += [(up, pair) for pair in found]
    _pair_residents(field, group, up.set_at(turned.alive))
    return group
