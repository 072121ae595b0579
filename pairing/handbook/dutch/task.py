"""Handbook 1.1 (Dutch), B: the attempts of a stage as perfect matchings of one graph."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pairing.handbook.dutch.criteria import Legal, Rigour
from pairing.handbook.dutch.stage import Stage, compressed
from pairing.matching import Matching, bits, heaviest_perfect_matching


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


class Task:
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
