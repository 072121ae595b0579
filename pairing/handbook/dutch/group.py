"""Handbook 1.1 (Dutch), C.2-C.11 with A.6, A.8, B and D: the first pairing of one group.

The articles try transpositions, exchanges, dropped criteria and rising x one after the other
until something works, which can take longer than a tournament lasts. Here the same first success
is found without the walk:

- whether any attempt at all succeeds under given criteria is a question about a perfect matching,
  so x and the float criteria are settled first, from outside in;
- with x at its starting value, at most x clashes means that every pair holds a player of the
  majority colour and that only such players stay over (or, without a majority, that nobody
  clashes), so that the question needs no counting;
- clashes and players who move down are counted by classes of like players, whose prices tell
  which pairs the best attempts use;
- then opponents are fixed in the order of D.1, each as soon as a matching shows that the rest can
  still be completed; the exchange of D.2 is `pairing.matching.split`. Where the prices do not tell
  and players have to be exchanged, the place of an attempt in the order of D.1 and D.2 is a sum
  over its pairs, and one matching of least weight finds the first.

The literal walk is kept beside the tests as judge.
"""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from pairing.handbook.dutch.criteria import ALL_DROPPED, FLOAT_LEVELS, Rigour, rigours
from pairing.handbook.dutch.promise import Promise
from pairing.handbook.dutch.sequence import exchange_order
from pairing.handbook.dutch.stage import Attempt, Stage
from pairing.handbook.dutch.task import Below, Task
from pairing.matching import Matching, as_set, bits
from pairing.matching.split import first_split

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
    here = (1 << stage.size) - 1
    if not task.settled:
        assert task.solution is not None
        return _in_order(task.solution, range(stage.top), here)
    matching = Matching(task.rows, (1 << len(task.rows)) - 1)
    complete = matching.complete()
    assert complete
    return _in_order(matching, range(stage.top), here)


def _in_order(matching: Matching, heads: Iterable[int], others: int) -> list[tuple[int, int]]:
    """Each head in turn gets the lowest of the others with whom all can still be paired."""
    pairs = []
    for i in heads:
        found = matching.rematch(i, others)
        assert found
        pairs.append((i, matching.mate[i]))
        matching.alive &= ~(1 << i | 1 << matching.mate[i])
    return pairs


# D.2, then D.1  The homogeneous group or remainder


def _first_remainder(task: Task, remainder: list[int]) -> list[tuple[int, int]]:
    pairs = task.stage.rest
    if not pairs:
        return []
    s1 = remainder[:pairs]
    if not task.settled:
        assert task.solution is not None
        s2 = as_set(remainder[pairs:])
        if all(_confine(task.solution, i, s2) for i in s1):
            return _in_order(task.solution, s1, s2)
        return _lightest_remainder(task, remainder)
    matching = _between(task, remainder, s1)
    if not matching.complete():
        s1 = _first_exchange(task, remainder)
        matching = _between(task, remainder, s1)
        complete = matching.complete()
        assert complete
    return _in_order(matching, s1, as_set(remainder))


def _confine(matching: Matching, i: int, others: int) -> bool:
    """From now on i is paired with one of the others, if that can be."""
    if not matching.rematch(i, others):
        return False
    rows = list(matching.rows)
    for j in bits(rows[i] & ~others):
        rows[j] &= ~(1 << i)
    rows[i] &= others
    matching.rows = rows
    return True


def _between(task: Task, remainder: list[int], s1: list[int]) -> Matching:
    """The graph in which S1 meets S2 only, and only players of S2 stay over."""
    upper = as_set(s1)
    lower = as_set(remainder) & ~upper
    rows = [row & (lower if upper >> i & 1 else ~upper) for i, row in enumerate(task.rows)]
    for i in bits(lower):
        rows[i] = task.rows[i] & ~lower
    return Matching(rows, (1 << len(rows)) - 1)


def _first_exchange(task: Task, remainder: list[int]) -> list[int]:
    """S1 after the first exchange of D.2 with which the task can be completed."""
    keys = task.kinds()
    everybody = (1 << len(task.rows)) - 1
    mate = first_split(task.rows, everybody, remainder, task.stage.rest, keys.__getitem__)
    return [i for i in remainder if i < mate[i] < task.stage.size]


def _exchange_cost(high: int, count: int, pairs: int) -> int:
    """The share of one pair in the place of its exchange in the order of D.2.

    The higher player of a pair is always in S1: with the two the other way round the same pairs
    appear earlier, by an exchange of fewer players or of a smaller difference. Then everything
    that D.2 compares is a sum over the pairs, most significant first: how many players enter S1;
    the sum of the places in S1, hence the difference; who of the old S1 stays; who of the old S2
    leaves it.
    """
    entering = high >= pairs
    sums = (count * count).bit_length() + 1
    cost = int(entering) << sums | high
    cost = (cost << pairs) + (0 if entering else 1 << high)
    return (cost << count) - (1 << count - 1 - high if entering else 0)


def _lightest_remainder(task: Task, remainder: list[int]) -> list[tuple[int, int]]:
    """One matching whose weight is the place of the attempt in the order of D.2 and D.1: after
    the exchange the opponents, in the order of S1."""
    count, pairs = len(remainder), task.stage.rest
    place = {i: k for k, i in enumerate(remainder)}
    width = count.bit_length()

    def order(i: int, j: int) -> int:
        if i not in place:
            return 0
        high, low = place[i], place[j]
        cost = _exchange_cost(high, count, pairs)
        return (cost << width * count) + (low << width * (count - 1 - high))

    mates = task.lightest(order)
    size = task.stage.size
    return [(i, mates[i]) for i in remainder if i < mates[i] < size]


# C.12, C.13  Further attempts, every set of floaters once


def attempts(
    stage: Stage,
    *,
    below: Below | None = None,
    promise: Promise | None = None,
    paired: int = 0,
) -> Iterator[Attempt]:
    """The first attempt for every set of players left over, in the order of the procedure; nobody
    of `paired` is in such a set.

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

    enter(0, paired)
    place = {player: i for i, player in enumerate(stage.players)}
    while families:
        _, _, found, over, paired = heappop(families)
        yield found
        for player in found.left:
            bit = 1 << place[player]
            if not over & bit:
                enter(over, paired | bit)
                over |= bit
