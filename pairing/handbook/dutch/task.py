"""Handbook 1.1 (Dutch), B: the attempts of a stage as perfect matchings of one graph."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pairing.handbook.dutch.criteria import Legal, Rigour, may_float_up, rigours
from pairing.handbook.dutch.stage import Stage, compressed
from pairing.matching import Matching, as_set, bits, heaviest_perfect_matching
from pairing.matching.cheapest import cheapest, classes


@dataclass(frozen=True, slots=True, eq=False)
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
    """One graph in which every perfect matching with fewest clashes is an acceptable attempt.

    Once it is `settled` so is every perfect matching of `rows`, and nothing needs to be counted.
    """

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
        self.rigour, self.level = rigour, level
        self.weighted = not tight
        self.settled = tight and below is None
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
        #: where odd sets of players have a price: a best pairing that can be changed, once known
        self.solution: Matching | None = None
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

    def can_be_completed(self) -> bool:
        return not self.blocked and Matching(self.rows, (1 << len(self.rows)) - 1).complete()

    def possible(self) -> bool:
        # Towards a group below the number of those who stay over has to be weighed.
        return self.can_be_completed() and (
            self.below is None or self.fewest_crossings() == self.stage.over
        )

    def fewest_crossings(self) -> int:
        """How many at least reach below; whoever asks knows that the graph can be completed."""
        return self._crossings(self._settle())

    def least_clashes(self) -> int | None:
        if not self.can_be_completed():
            return None
        mates = self._settle()
        if self.below is not None and self._crossings(mates) != self.stage.over:
            return None
        size, clashes = self.stage.size, self.stage.clashes
        return sum(clashes(i, j) for i, j in enumerate(mates[:size]) if i < j < size)

    def _crossings(self, mates: list[int]) -> int:
        return sum(mate >= self.stage.size for mate in mates[: self.stage.size])

    def _settle(self) -> list[int]:
        """A perfect matching with fewest crossings, then clashes; if possible `rows` and `own`
        keep only the pairs of such matchings.

        Nobody reaches below in greater numbers than the stage leaves over: fewest first. Stages
        come in rising order of that number, so a smaller one is out of the question.
        """
        size, total = self.stage.size, len(self.rows)
        crossing = total if self.below else 0

        def cost(i: int, j: int) -> int:
            if (i < size) is not (j < size):
                return crossing
            return int(self.weighted and j < size and self.stage.clashes(i, j))

        keys = self.kinds()
        members: dict[object, int] = {}
        reached: dict[object, int] = {}
        for i, key in enumerate(keys):
            members[key] = members.get(key, 0) | 1 << i
            reached[key] = reached.get(key, 0) | self.rows[i]

        everybody = (1 << total) - 1
        found = classes(
            everybody,
            keys.__getitem__,
            cost,
            lambda i, j: not reached[keys[i]] & members[keys[j]],
        )
        best = cheapest(self.rows, everybody, found)
        assert best is not None
        if best.exact:
            self.settled = True
            self.rows = best.rows
            here = (1 << size) - 1
            self.own = [row & here for row in best.rows[:size]]
            self.over &= as_set(i for i, row in enumerate(best.rows[:size]) if row & ~here)
        else:
            self.solution = best.matching
        return list(best.matching.mate)

    def kinds(self) -> list[object]:
        """For every vertex what the costs, and legality in the large, read."""
        stage, field = self.stage, self.stage.field

        def large(place: int) -> tuple[int, ...]:
            return tuple(group >> place & 1 for group in field.large_groups)

        insists = stage.legal.insists[self.rigour]
        keys: list[object] = []
        for i, place in enumerate(stage.players):
            keys.append(
                (
                    i < stage.top,
                    stage.count.colours[i] if self.weighted else None,
                    insists[place],
                    field.cards[place].score,
                    may_float_up(field, place, self.level),
                    self.over >> i & 1,
                    large(place),
                )
            )
        if self.below is None:
            return keys + ["over"] * stage.over
        below = self.below
        loosest = below.legal.insists[rigours(field)[-1]]
        for part, players in (("joining", below.joining), ("below", below.places)):
            for place in players:
                own = place in below.may_stay, place in below.spare
                keys.append((part, loosest[place], own, large(place)))
        return keys + list(range(len(keys), len(self.rows)))

    def lightest(self, order: Callable[[int, int], int]) -> list[int]:
        """The perfect matching of fewest crossings, then clashes, then the smallest `order`."""
        size, total = self.stage.size, len(self.rows)
        costs = {
            (i, j): order(i, j)
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
        assert mates is not None
        return mates

    def keep(self, pairs: Iterable[tuple[int, int]]) -> None:
        """From now on these pairs are fixed."""
        partners = {i: j for pair in pairs for i, j in (pair, pair[::-1])}
        if not partners:
            return
        others = ~as_set(partners)
        self.rows = [row & others for row in self.rows]
        self.own = [row & others for row in self.own]
        for i, j in partners.items():
            self.rows[i] = self.own[i] = 1 << j
        self.over &= others
