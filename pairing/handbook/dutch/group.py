"""Handbook 1.1 (Dutch), C.2-C.11 with A.6, A.8, B and D: the first pairing of one group.

The articles try transpositions, exchanges, dropped criteria and rising x one after the other
until something works, which can take longer than a tournament lasts. Here the same first success
is found without the walk:

- whether any attempt at all succeeds under given criteria is a question about a perfect matching,
  so x and the float criteria are settled first, from outside in;
- with x at its starting value, at most x clashes means that every pair holds a player of the
  majority colour and that only such players stay over (or, without a majority, that nobody
  clashes), so that the question needs no counting;
- then opponents are fixed in the order of D.1, each as soon as a matching shows that the rest can
  still be completed; where that is not enough, the place of an attempt in the order of D.1 and
  D.2 is a sum over its pairs, and one matching of least weight finds the first.

The literal walk is kept beside the tests as judge.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from pairing.handbook.dutch.criteria import (
    ALL_DROPPED,
    FLOAT_LEVELS,
    ColourCount,
    Legal,
    Rigour,
    colour_count,
    may_float_down,
    may_float_up,
    rigours,
)
from pairing.handbook.dutch.sequence import exchange_order, exchanges
from pairing.matching import NOBODY, Matching, bits, heaviest_perfect_matching

#: Up to this size the weighted search is quicker than testing exchanges one by one.
_SMALL = 60


@dataclass(frozen=True, slots=True)
class Attempt:
    """A pairing of a group, with its place in the order of attempts."""

    pairs: tuple[tuple[int, int], ...]  # S1 player, S2 player
    left: tuple[int, ...]  # left over, in order
    rigour: Rigour
    x: int  # as far as C.11 raised it
    level: int  # how many float criteria C.9 and C.10 dropped
    exchanged: tuple[tuple[int, ...], tuple[int, ...]]  # leaving and entering S1, D.2
    order: tuple[object, ...]  # comparable between attempts of one stage


class Stage:
    """A group with a given number of pairs: S1 and S2 are settled, colours counted.

    `top` players at the head are the S1 of a heterogeneous group (0 = homogeneous); `rest` is
    the number of pairs among the others. In the lowest group the one left over has the bye.
    """

    def __init__(
        self,
        legal: Legal,
        players: Sequence[int],
        top: int,
        rest: int,
        *,
        lowest: bool = False,
        full: int | None = None,
    ) -> None:
        self.legal = legal
        self.field = legal.field
        self.players = tuple(players)
        self.size = len(players)
        self.top = top
        self.rest = rest
        self.lowest = lowest
        self.pairs = top + rest
        self.over = self.size - 2 * self.pairs
        self.count: ColourCount = colour_count(self.field, players)
        # C.14  Each pair given up takes one from x.
        given_up = self.size // 2 - self.pairs
        self.x = max(0, self.count.x - given_up)
        self._local: dict[Rigour, list[int]] = {}
        scores = [self.field.cards[place].score for place in players]
        #: for each player those above him with more points; A.2 puts them at the head
        self.higher = [(1 << scores.index(score)) - 1 for score in scores]
        colours = {colour for colour in self.count.colours if colour is not None}
        self.same = {
            colour: sum(1 << i for i, c in enumerate(self.count.colours) if c is colour)
            for colour in colours
        }

    # The graph of an attempt

    def rows(self, rigour: Rigour, level: int) -> list[int]:
        """B.1, B.2 and the float criteria still in force, over the places in this group."""
        if rigour not in self._local:
            self._local[rigour] = compressed(self.legal.rows[rigour], self.players)
        rows = list(self._local[rigour])
        s1 = (1 << self.top) - 1
        for i in range(self.top):
            rows[i] &= ~s1
        for j, higher in enumerate(self.higher):
            # B.5, B.6: the lower player of a pair with unequal scores floats up.
            if higher & rows[j] and not may_float_up(self.field, self.players[j], level):
                for i in bits(higher & rows[j]):
                    rows[i] &= ~(1 << j)
                rows[j] &= ~higher
        return rows

    def may_stay_over(self, level: int) -> int:
        mask = 0
        for i in range(self.top, self.size):
            place = self.players[i]
            barred = self.lowest and self.field.cards[place].barred
            if not barred and may_float_down(self.field, place, level):
                mask |= 1 << i
        return mask

    def clashes(self, i: int, j: int) -> bool:
        colour = self.count.colours[i]
        return colour is not None and colour is self.count.colours[j]

    def tight(self, rows: list[int], over: int) -> tuple[list[int], int]:
        """What is left of the graph when no more than x pairs may clash, x as it started."""
        for mask in self.same.values():
            if mask.bit_count() - self.size + self.pairs >= 0:
                return [
                    row if mask >> i & 1 else row & mask for i, row in enumerate(rows)
                ], over & mask
        clear = list(rows)
        for mask in self.same.values():
            for i in bits(mask):
                clear[i] &= ~mask
        return clear, over


@dataclass(frozen=True, slots=True)
class Below:
    """The group below, which those who stay over here must make complete (C.12, C.13).

    Everybody in `places` is paired with another of them, with one of `joining` or with one who
    stays over; joining and staying players are not paired among themselves. With an odd number
    one of `may_stay` has no opponent there. Who is `spare` needs none; where there is anybody
    spare the test is necessary, but no longer sufficient.
    """

    legal: Legal
    joining: tuple[int, ...]  # on their way down already
    places: tuple[int, ...]
    may_stay: frozenset[int]
    spare: frozenset[int] = frozenset()


class _Task:
    """One graph in which every perfect matching with fewest clashes is an acceptable attempt."""

    def __init__(
        self,
        stage: Stage,
        rigour: Rigour,
        level: int,
        *,
        tight: bool,
        over: int = 0,  # must stay over
        paired: int = 0,  # must not
        together: tuple[int, int] | None = None,  # must meet
        below: Below | None = None,
    ) -> None:
        self.stage = stage
        self.weighted = not tight
        self.below = below
        rows, may = stage.rows(rigour, level), stage.may_stay_over(level)
        if tight:
            rows, may = stage.tight(rows, may)
        if over:
            rows = [0 if over >> i & 1 else row & ~over for i, row in enumerate(rows)]
        self.blocked = bool(over & ~may)
        if together is not None:
            i, j = together
            self.blocked |= not rows[i] >> j & 1
            rows = [row & ~(1 << i | 1 << j) for row in rows]
            rows[i], rows[j] = 1 << j, 1 << i
            paired |= 1 << i | 1 << j
        self.own = rows
        self.over = may & ~paired
        #: one row per vertex: the players here, then the places over or the players below
        self.rows = self._over_rows() if below is None else self._below_rows(below)

    def _over_rows(self) -> list[int]:
        """One more vertex for every player who stays over."""
        size, extra = self.stage.size, self.stage.over
        ends = ((1 << extra) - 1) << size
        rows = [row | ends if self.over >> i & 1 else row for i, row in enumerate(self.own)]
        return rows + [self.over] * extra

    def _below_rows(self, below: Below) -> list[int]:
        size = self.stage.size
        players = (*self.stage.players, *below.joining, *below.places)
        first = size + len(below.joining)
        total = len(players)
        loosest = compressed(below.legal.loosest, players)
        lower = (1 << total) - (1 << first)
        rows = list(self.own)
        for i in bits(self.over):
            rows[i] |= loosest[i] & lower
        reaching_down = self.over | ((1 << first) - (1 << size))
        rows += [loosest[i] & lower for i in range(size, first)]
        rows += [loosest[i] & (lower | reaching_down) for i in range(first, total)]
        ends = [i for i in range(first, total) if players[i] in below.spare]
        loose = len(ends) + (1 if total % 2 or ends else 0)
        loose += (total + loose) % 2
        # One place for whoever may stay without an opponent, one for each spare player; the
        # places that nobody needs are filled by one another.
        for number in range(loose):
            takers = 0
            if number == 0:
                takers = sum(1 << i for i in range(total) if players[i] in below.may_stay)
                takers &= reaching_down | lower
            elif number <= len(ends):
                takers = 1 << ends[number - 1]
            for i in bits(takers):
                rows[i] |= 1 << total + number
            if ends:
                takers |= ((1 << loose) - 1 << total) & ~(1 << total + number)
            rows.append(takers)
        return rows

    def possible(self) -> bool:
        if self.blocked or not Matching(self.rows, (1 << len(self.rows)) - 1).complete():
            return False
        # Towards a group below the number of those who stay over has to be weighed.
        return self.below is None or self.lightest(None) is not None

    def least_clashes(self) -> int | None:
        if self.blocked:
            return None
        mates = self.lightest(None)
        if mates is None:
            return None
        size, clashes = self.stage.size, self.stage.clashes
        return sum(clashes(i, j) for i, j in enumerate(mates[:size]) if i < j < size)

    def lightest(self, order: Callable[[int, int], int] | None) -> list[int] | None:
        """The perfect matching with fewest clashes, then with the smallest sum of `order`.

        Nobody reaches below in greater numbers than the stage leaves over: fewest first. Stages
        come in rising order of that number, so a smaller one is out of the question.
        """
        size, total = self.stage.size, len(self.rows)
        costs = {
            (i, j): order(i, j) if order else 0
            for i, row in enumerate(self.own)
            for j in bits(row >> i + 1 << i + 1)
        }
        spread = max(map(abs, costs.values()), default=0)
        clash = (2 * spread + 1) * total if self.weighted else 0
        crossing = (2 * spread + clash + 1) * total if self.below else 0
        weights: list[list[int | None]] = [[None] * total for _ in range(total)]
        for (i, j), cost in costs.items():
            if clash and self.stage.clashes(i, j):
                cost += clash
            weights[i][j] = weights[j][i] = -cost
        for i in range(size, total):
            for j in bits(self.rows[i]):
                weights[i][j] = weights[j][i] = -crossing if j < size else 0
        mates = heaviest_perfect_matching(weights)
        if mates is not None and sum(mate >= size for mate in mates[:size]) != self.stage.over:
            return None
        return mates

    def keep(self, pairs: Iterable[tuple[int, int]]) -> None:
        """From now on these pairs are fixed."""
        for i, j in pairs:
            for k in range(len(self.rows)):
                self.rows[k] &= ~(1 << i | 1 << j)
            self.rows[i], self.rows[j] = 1 << j, 1 << i
            for k in range(self.stage.size):
                self.own[k] &= ~(1 << i | 1 << j)
            self.own[i], self.own[j] = 1 << j, 1 << i
            self.over &= ~(1 << i | 1 << j)


def compressed(rows: Sequence[int], players: Sequence[int]) -> list[int]:
    """The rows of these players among each other, renumbered by their places in the group."""
    size = len(players)
    if size and list(players) == list(range(players[0], players[0] + size)):
        mask = (1 << size) - 1
        return [rows[place] >> players[0] & mask for place in players]
    return [
        sum(1 << k for k, other in enumerate(players) if rows[place] >> other & 1)
        for place in players
    ]


# C.2-C.11  The first attempt that succeeds


def first_attempt(
    stage: Stage,
    *,
    over: int = 0,
    paired: int = 0,
    together: tuple[int, int] | None = None,
    below: Below | None = None,
) -> Attempt | None:
    """The first success with this number of pairs.

    From outside in: rigour (A.7.d, B.2, exemption), x (C.11), dropped float criteria (C.9, C.10),
    opponents of the moved-down players (D.1), exchanges (D.2), transpositions (D.1). `over` and
    `paired` are players who must, or must not, stay over; `together` are two who must meet.
    """

    def task(rigour: Rigour, level: int, tight: bool) -> _Task:
        return _Task(
            stage,
            rigour,
            level,
            tight=tight,
            over=over,
            paired=paired,
            together=together,
            below=below,
        )

    for rigour in rigours(stage.field):
        if not task(rigour, ALL_DROPPED, False).possible():
            continue
        found = next(
            (
                (t, level, stage.x)
                for level in FLOAT_LEVELS
                if (t := task(rigour, level, True)).possible()
            ),
            None,
        )
        if found is None:
            # C.11: x has to rise, to the fewest clashes that there can be.
            x = task(rigour, ALL_DROPPED, False).least_clashes()
            assert x is not None
            found = next(
                (t, level, x)
                for level in FLOAT_LEVELS
                if (t := task(rigour, level, False)).least_clashes() == x
            )
        return _attempt(*found, rigour)
    return None


def _attempt(task: _Task, level: int, x: int, rigour: Rigour) -> Attempt:
    stage = task.stage
    upper = _first_opponents(task) if stage.top else []
    task.keep(upper)
    taken = {i for pair in upper for i in pair}
    remainder = [i for i in range(stage.size) if i not in taken]
    lower = _first_remainder(task, remainder)
    return _described(stage, upper, lower, remainder, rigour, x, level)


def _described(
    stage: Stage,
    upper: list[tuple[int, int]],
    lower: list[tuple[int, int]],
    remainder: list[int],
    rigour: Rigour,
    x: int,
    level: int,
) -> Attempt:
    place = {i: k for k, i in enumerate(remainder)}
    s1 = sorted(place[i] for i, _ in lower)
    leaving = tuple(k for k in range(stage.rest) if k not in s1)
    entering = tuple(k for k in s1 if k >= stage.rest)
    paired = {i for pair in lower for i in pair}
    order = (
        list(rigours(stage.field)).index(rigour),
        x,
        level,
        tuple(j for _, j in upper),
        len(leaving),
        exchange_order((leaving, entering)),
        tuple(j for _, j in sorted(lower)),
    )
    name = stage.players
    return Attempt(
        pairs=tuple((name[i], name[j]) for i, j in upper + sorted(lower)),
        left=tuple(name[i] for i in remainder if i not in paired),
        rigour=rigour,
        x=x,
        level=level,
        exchanged=(
            tuple(name[remainder[k]] for k in leaving),
            tuple(name[remainder[k]] for k in entering),
        ),
        order=order,
    )


# C.12, C.13  Further attempts, every set of floaters once


class Promise:
    """Whether those left over by some attempt can make the group below complete.

    For a group below that counts as homogeneous, where those who move down may also meet each
    other. The answer of `keeps` is a necessary condition on a whole family of attempts, given by
    players who must stay over and players who must not.
    """

    def __init__(self, stage: Stage, below: Below, *, floaters_meet: bool = True) -> None:
        self.stage = stage
        players = (*stage.players, *below.joining, *below.places)
        self.loosest = compressed(below.legal.loosest, players)
        self.here = (1 << stage.size) - 1
        self.floaters_meet = floaters_meet
        self.may_stay = sum(1 << i for i, player in enumerate(players) if player in below.may_stay)

    def rows(self, over: int, paired: int) -> list[int]:
        paired |= (1 << self.stage.top) - 1  # C.9: the moved-down players of S1 are paired
        rows = list(self.loosest)
        total = len(rows)
        for i in range(total):
            if paired >> i & 1:
                rows[i] &= self.here & ~over
            elif over >> i & 1:
                rows[i] &= ~paired if self.floaters_meet else ~self.here
            elif i >= self.stage.size:
                rows[i] &= ~paired
        if total % 2:
            stay = self.may_stay & ~paired
            rows = [row | (stay >> i & 1) << total for i, row in enumerate(rows)] + [stay]
        return rows

    def keeps(self, over: int, paired: int) -> bool:
        rows = self.rows(over, paired)
        return Matching(rows, (1 << len(rows)) - 1).complete()

    def enough_pairs(self) -> bool:
        """Whether as many pairs as the stage wants can be made here, the rest below."""
        rows = self.rows(0, 0)
        size = self.stage.size
        weights: list[list[int | None]] = [[None] * len(rows) for _ in rows]
        for i, row in enumerate(rows):
            for j in bits(row):
                weights[i][j] = -1 if (i < size) != (j < size) else 0
        mates = heaviest_perfect_matching(weights)
        return mates is not None and (sum(mate >= size for mate in mates[:size]) <= self.stage.over)

    def implied(self, over: int, paired: int) -> tuple[int, int]:
        """The family as narrow as it already is: who must stay over, and who cannot, anyway."""
        for i in range(self.stage.top, self.stage.size):
            bit = 1 << i
            if not (over | paired) & bit:
                if not self.keeps(over, paired | bit):
                    over |= bit
                elif not self.keeps(over | bit, paired):
                    paired |= bit
        return over, paired


class ChainPromise(Promise):
    """The same for C.12 within C.13, where the group below stands between this and the lowest.

    In the group below everybody is paired but the `idle`, who may have no opponent there, and
    one more; they alone can help the players of the lowest group. Who that one is, is left open
    here, only that there is one.
    """

    def __init__(
        self, stage: Stage, below: Below, idle: frozenset[int], lowest: tuple[int, ...]
    ) -> None:
        super().__init__(stage, below)
        players = (*stage.players, *below.joining, *below.places, *lowest)
        self.loosest = compressed(below.legal.loosest, players)
        size, total = stage.size, len(players)
        first, last = size + len(below.joining), total - len(lowest)
        self.joining = (1 << first) - (1 << size)
        self.between = (1 << last) - (1 << first)
        self.low = (1 << total) - (1 << last)
        self.idle = sum(1 << i for i in range(first, last) if players[i] in idle)
        self.leftover = sum(1 << i for i in range(last) if players[i] in below.may_stay)
        cards = below.legal.field.cards
        unbarred = sum(1 << i for i, player in enumerate(players) if not cards[player].barred)
        # The bye: below, or for one who comes down where the lowest group is homogeneous.
        self.may_stay = unbarred & (self.low | self.idle)
        if unbarred & self.leftover:
            self.may_stay |= 1 << total + 1
        self.helped = 0
        for i in bits(self.leftover):
            self.helped |= self.loosest[i] & self.low

    def rows(self, over: int, paired: int) -> list[int]:
        paired |= (1 << self.stage.top) - 1
        total = len(self.loosest)
        leaving, arriving = total, total + 1
        moving = self.here & ~paired | self.joining
        leftover = self.leftover & (moving | self.between)
        rows = []
        for i, row in enumerate(self.loosest):
            bit = 1 << i
            if self.here & bit:
                allowed = 0 if over & bit else self.here & ~over
                allowed |= 0 if paired & bit else self.between
            elif self.joining & bit:
                allowed = self.between
            elif self.between & bit:
                allowed = moving | self.between | (self.low if self.idle & bit else 0)
            else:
                allowed = self.idle | self.low
            row &= allowed
            row |= (1 << leaving if leftover & bit else 0) | (
                1 << arriving if self.helped & bit else 0
            )
            rows.append(row)
        rows += [leftover | 1 << arriving, self.helped | 1 << leaving]
        if len(rows) % 2:
            rows = [row | (self.may_stay >> i & 1) << total + 2 for i, row in enumerate(rows)]
            rows.append(self.may_stay)
        return rows


def attempts(
    stage: Stage, *, below: Below | None = None, promise: Promise | None = None
) -> Iterator[Attempt]:
    """The first attempt for every set of players left over, in the order of the procedure.

    After each the remaining sets are split into families: the first of its players must be
    paired; or he stays over and the second must be paired; and so on. Each family is represented
    by its own first attempt. Families without promise are dropped.
    """
    families: list[tuple[tuple[object, ...], int, Attempt, int, int]] = []
    number = 0

    def enter(over: int, paired: int) -> None:
        nonlocal number
        if promise is not None:
            if not promise.keeps(over, paired):
                return
            over, paired = promise.implied(over, paired)
        if over.bit_count() <= stage.over:
            found = first_attempt(stage, over=over, paired=paired, below=below)
            if found is not None:
                number += 1
                heappush(families, (found.order, number, found, over, paired))

    enter(0, 0)
    place = {player: i for i, player in enumerate(stage.players)}
    while families:
        _, _, found, over, paired = heappop(families)
        yield found
        for player in found.left:
            bit = 1 << place[player]
            if not over & bit:
                enter(over, paired | bit)
                over |= bit


# D.1  Opponents of the moved-down players


def _first_opponents(task: _Task) -> list[tuple[int, int]]:
    """The lowest transposition of S2 for S1; what follows in S2 is free to be anything."""
    stage = task.stage
    if task.weighted or task.below:
        width = stage.size.bit_length()

        def order(i: int, j: int) -> int:
            return j << width * (stage.top - 1 - i) if i < stage.top else 0

        mates = task.lightest(order)
        assert mates is not None
        return [(i, mates[i]) for i in range(stage.top)]
    matching = Matching(task.rows, (1 << len(task.rows)) - 1)
    complete = matching.complete()
    assert complete
    pairs = []
    for i in range(stage.top):
        for j in bits(task.rows[i] & matching.alive):
            if matching.mate[i] == j or _rematched(matching, i, j):
                break
        else:
            raise AssertionError
        matching.alive &= ~(1 << i | 1 << j)
        pairs.append((i, j))
    return pairs


def _rematched(matching: Matching, i: int, j: int) -> bool:
    """Pair i with j if their present partners can be made good; otherwise change nothing."""
    before, alive = list(matching.mate), matching.alive
    partner = matching.mate[i]
    matching.release(i)
    matching.release(j)
    matching.alive &= ~(1 << i | 1 << j)
    matching.free &= matching.alive
    if matching.augment(partner):
        matching.mate[i], matching.mate[j] = j, i
        matching.alive = alive
        return True
    matching.mate, matching.alive, matching.free = before, alive, 0
    return False


# D.2, then D.1  The homogeneous group or remainder


def _first_remainder(task: _Task, remainder: list[int]) -> list[tuple[int, int]]:
    stage = task.stage
    pairs = stage.rest
    if not pairs:
        return []
    if not task.weighted and not task.below:
        found = _first_transposition(task, remainder[:pairs], remainder[pairs:])
        if found is not None:
            return found
        if len(remainder) > _SMALL:
            for exchange in exchanges(len(remainder), pairs, 1):
                (leaving,), (entering,) = exchange
                s1 = [i for k, i in enumerate(remainder[:pairs]) if k != leaving - 1]
                s2 = [i for k, i in enumerate(remainder) if k >= pairs and k != entering - 1]
                s1 = [*s1, remainder[entering - 1]]
                s2 = [remainder[leaving - 1], *s2]
                found = _first_transposition(task, s1, s2)
                if found is not None:
                    return found
    return _lightest_remainder(task, remainder)


def _lightest_remainder(task: _Task, remainder: list[int]) -> list[tuple[int, int]]:
    """One matching whose weight is the place of the attempt in the order of D.2 and D.1.

    The higher player of a pair is always in S1: with the two the other way round the same pairs
    appear earlier, by an exchange of fewer players or of a smaller difference. Then everything
    that D.2 and D.1 compare is a sum over the pairs, most significant first: how many players
    enter S1; the sum of the places in S1, hence the difference; who of the old S1 stays; who of
    the old S2 leaves it; and the opponents in the order of S1.
    """
    count, pairs = len(remainder), task.stage.rest
    place = {i: k for k, i in enumerate(remainder)}
    width = count.bit_length()
    sums = (count * count).bit_length() + 1

    def order(i: int, j: int) -> int:
        if i not in place:
            return 0
        high, low = place[i], place[j]
        entering = high >= pairs
        cost = int(entering) << sums | high
        cost = (cost << pairs) + (0 if entering else 1 << high)
        cost = (cost << count) - (1 << count - 1 - high if entering else 0)
        return (cost << width * count) + (low << width * (count - 1 - high))

    mates = task.lightest(order)
    assert mates is not None
    size = task.stage.size
    return [(i, mates[i]) for i in remainder if i < mates[i] < size]


def _first_transposition(task: _Task, s1: list[int], s2: list[int]) -> list[tuple[int, int]] | None:
    """The lowest transposition of S2, without an exchange; None if none works.

    S1 and S2 make a bipartite graph; who stays over is matched with a place over.
    """
    size = task.stage.size
    mask = sum(1 << j for j in s2)
    places = range(size, size + task.stage.over)
    heads = [*s1, *places]
    rows = [0] * len(task.rows)
    for i in heads:
        rows[i] = task.rows[i] & mask
        for j in bits(rows[i]):
            rows[j] |= 1 << i
    matching = Matching(rows, mask | sum(1 << i for i in heads))
    if not matching.complete():
        return None
    mate = matching.mate
    open_heads, open_tails = sum(1 << i for i in heads), mask
    pairs = []
    for i in s1:
        open_heads &= ~(1 << i)
        present = mate[i]
        options = rows[i] & open_tails
        if options & -options != 1 << present:
            # Tails from which an alternating path leads to the present one, with the next step.
            step: dict[int, int] = {present: NOBODY}
            queue, unseen = [present], open_heads
            for tail in queue:
                for head in bits(rows[tail] & unseen):
                    unseen &= ~(1 << head)
                    step[mate[head]] = tail
                    queue.append(mate[head])
            best = next(j for j in bits(options) if j in step)
            tail, head = best, mate[best]
            while tail != present:
                onward = step[tail]
                following = mate[onward]
                mate[head], mate[onward] = onward, head
                tail, head = onward, following
            mate[i], mate[best] = best, i
        open_tails &= ~(1 << mate[i])
        pairs.append((i, mate[i]))
    return pairs
