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

from collections.abc import Iterator
from heapq import heappop, heappush

from pairing.handbook.dutch.criteria import ALL_DROPPED, FLOAT_LEVELS, Rigour, rigours
from pairing.handbook.dutch.promise import Promise
from pairing.handbook.dutch.sequence import exchange_order, exchanges
from pairing.handbook.dutch.stage import Attempt, Stage
from pairing.handbook.dutch.task import Below, Task
from pairing.matching import NOBODY, Matching, bits

#: Up to this size the weighted search is quicker than testing exchanges one by one.
_SMALL = 60

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

    def task(rigour: Rigour, level: int, tight: bool) -> Task:
        return Task(
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


def _attempt(task: Task, level: int, x: int, rigour: Rigour) -> Attempt:
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


# D.1  Opponents of the moved-down players


def _first_opponents(task: Task) -> list[tuple[int, int]]:
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


def _first_remainder(task: Task, remainder: list[int]) -> list[tuple[int, int]]:
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


def _lightest_remainder(task: Task, remainder: list[int]) -> list[tuple[int, int]]:
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


def _first_transposition(task: Task, s1: list[int], s2: list[int]) -> list[tuple[int, int]] | None:
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


# C.12, C.13  Further attempts, every set of floaters once


def attempts(
    stage: Stage, *, below: Below | None = None, promise: Promise | None = None
) -> Iterator[Attempt]:
    """The first attempt for every set of players left over, in the order of the procedure.

    After each the remaining sets are split into families: the first of its players must be
    paired; or the first stays over and the second must be paired; and so on. Each family is
    represented by its own first attempt. Families without promise are dropped.
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
