"""Handbook 1.1 (Dutch), C.12 and C.13: can those left over complete the group below?"""

from pairing.handbook.dutch.stage import Stage, compressed
from pairing.handbook.dutch.task import Below
from pairing.matching import Matching, bits, heaviest_perfect_matching


class Promise:
    """Tells if those left over by some attempt can make the group below complete.

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
        """True if as many pairs as the stage wants can be made here, the rest below."""
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
