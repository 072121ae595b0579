"""Handbook, Dubov system. Art. 6.1 to 6.3, 7.3 and 7.4: the two columns of a group.

6.3 is written as a search that goes back row by row. It finds the first pairing in the order of
the rows, and that is what a bipartite matching finds directly: each white player in turn takes
the first black player that leaves the rows below a partner each.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from pairing.handbook.dubov.cards import Field
from pairing.handbook.dubov.colours import colours_of_pair
from pairing.handbook.limits import BLACK, WHITE
from pairing.matching import NOBODY, Matching, bits
from pairing.state import Colour, Fact


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of the round, by places in the field."""

    white: int
    black: int
    colour: Fact
    facts: tuple[Fact, ...] = ()

    @property
    def players(self) -> int:
        return 1 << self.white | 1 << self.black


@dataclass(frozen=True, slots=True)
class Foot:
    """The ways in which the printed example of the handbook departs from 6.2 and 7.4 (C-11, C-12).

    Players taken from below and players who change colour then stand at the foot of a column,
    and the arbiter may name those who change colour. The rule has no place for either.
    """

    active: bool = False
    changed: tuple[int, ...] = ()


def first_matching(rows: Sequence[int], columns: int) -> tuple[list[int], int]:
    """Art. 6.3, first part. Row by row the first free column that leaves the others a partner.

    Gives the column of every row, and `NOBODY`; or, if the rows cannot all be filled, the rows
    filled so far and the lowest row that a search from the top reaches.
    """
    count = len(rows)
    of_row = [NOBODY] * count
    of_column = [NOBODY] * columns
    usable = (1 << columns) - 1
    for row in range(count):
        if not _fill(rows, of_row, of_column, row, usable):
            return of_row, row
    # One graph: the rows, as many more as there are columns left over, then the columns.
    size = max(count, columns)
    graph = [each << size for each in rows] + [usable << size] * (size - count)
    graph += [0] * columns
    for row in range(size):
        for column in bits(graph[row]):
            graph[column] |= 1 << row
    matching = Matching(graph, (1 << size + columns) - 1)
    for row, column in enumerate(of_row):
        matching.join(row, size + column)
    matching.complete()
    for row in range(count):
        matching.rematch(row, usable << size)
        column = matching.mate[row]
        of_row[row] = column - size
        matching.alive &= ~(1 << row | 1 << column)
    return of_row, NOBODY


def _fill(
    rows: Sequence[int], of_row: list[int], of_column: list[int], start: int, usable: int
) -> bool:
    """Find a column for row `start`, moving other rows where needed."""
    came_from: dict[int, int] = {}
    queue = deque([start])
    while queue:
        row = queue.popleft()
        for column in bits(rows[row] & usable):
            usable &= ~(1 << column)
            came_from[column] = row
            if of_column[column] == NOBODY:
                while True:
                    row = came_from[column]
                    before = of_row[row]
                    of_row[row], of_column[column] = column, row
                    if row == start:
                        return True
                    column = before
            queue.append(of_column[column])
    return False


class Columns:
    """One group whose players can all be paired with each other."""

    def __init__(self, field: Field, taken: int = 0, foot: Foot | None = None) -> None:
        self.field = field
        self.taken = taken
        self.foot = foot or Foot()
        self.facts: list[Fact] = []

    def pair(self, group: int) -> list[Pair]:
        """The rows, from the top."""
        if not group:
            return []
        field = self.field
        whites, blacks, changed = self._columns(group)
        place = {black: column for column, black in enumerate(blacks)}
        rows = [
            sum(1 << place[black] for black in blacks if field.new[white] >> black & 1)
            for white in whites
        ]
        of_row, stuck = first_matching(rows, len(blacks))
        if stuck != NOBODY:
            return self._pair_one_column(group, whites, stuck)
        self.facts += [
            Fact(
                "handbook.dubov.colour_changed",
                "7.3" if self.field.due[i] is WHITE else "7.4",
                (self.field.tpn(i),),
            )
            for i in changed
        ]
        pairs = []
        for row, column in enumerate(of_row):
            white, black = whites[row], blacks[column]
            shifted: tuple[Fact, ...] = ()
            if row != column:
                players = field.tpns((white, black))
                values = (("row", row + 1), ("from", column + 1))
                shifted = (Fact("handbook.dubov.shifted", "6.3", players, values),)
            pairs.append(Pair(white, black, self._column_colour(white, black, changed), shifted))
        return pairs

    def _column_colour(self, white: int, black: int, changed: list[int]) -> Fact:
        field = self.field
        players = field.tpns((white, black))
        for i in (white, black):
            if i in changed:
                article = "7.3" if field.due[i] is WHITE else "7.4"
                return Fact(
                    "handbook.dubov.colour.changed", article, players, (("player", field.tpn(i)),)
                )
        return Fact("handbook.dubov.colour.columns", "6.2", players)

    # Art. 6.2  First attempt, and Art. 7.3 and 7.4 where the columns are not equally long

    def _columns(self, group: int) -> tuple[list[int], list[int], list[int]]:
        field = self.field
        sides: dict[Colour, list[int]] = {WHITE: [], BLACK: []}
        undecided = []
        for i in bits(group):
            due = field.due[i]
            if due is None:
                undecided.append(i)
            else:
                sides[due].append(i)
        # Without due colour: to the shorter column, White if they are equal.
        for i in undecided:
            shorter = WHITE if len(sides[WHITE]) <= len(sides[BLACK]) else BLACK
            sides[shorter].append(i)
        changed = []
        surplus = (len(sides[WHITE]) - len(sides[BLACK])) // 2
        if surplus > 0:
            changed = self._move(sides, WHITE, surplus)
        elif surplus < 0:
            changed = self._move(sides, BLACK, -surplus)
        whites = sorted(
            sides[WHITE], key=lambda i: (*self._at_foot(i, changed), field.by_white_column(i))
        )
        blacks = sorted(
            sides[BLACK], key=lambda i: (*self._at_foot(i, changed), field.by_black_column(i))
        )
        return whites, blacks, changed

    def _move(self, sides: dict[Colour, list[int]], due: Colour, number: int) -> list[int]:
        field = self.field
        if due is WHITE:
            # Art. 7.3  From the lowest ARO upwards: the order of the column itself
            order = sorted(sides[WHITE], key=field.by_white_column)
        else:
            # Art. 7.4  From the highest ARO downwards
            order = sorted(sides[BLACK], key=lambda i: (-field.aro[i], field.by_black_column(i)))
        order.sort(key=lambda i: field.tpn(i) not in self.foot.changed)
        # Art. 2.6  Who may not have the other colour is passed over
        moved = [i for i in order if field.cards[i].may_have(due.opposite)][:number]
        sides[due] = [i for i in sides[due] if i not in moved]
        sides[due.opposite] += moved
        return moved

    def _at_foot(self, i: int, changed: list[int]) -> tuple[int, int]:
        if not self.foot.active:
            return (0, 0)
        if i in changed:
            return (2, changed.index(i))
        return (self.taken >> i & 1, 0)

    # Art. 6.3, second part  A white player who finds no black player

    def _pair_one_column(self, group: int, whites: list[int], stuck: int) -> list[Pair]:
        """The player meets the next white player below, then above; the others start again.

        If nobody of the column will do for them, the rows above are looked at, then those below.
        Some two must meet, because the group can be paired but not across the columns.
        """
        field = self.field
        for row in (*range(stuck, -1, -1), *range(stuck + 1, len(whites))):
            player = whites[row]
            for other in (*whites[row + 1 :], *reversed(whites[:row])):
                rest = group & ~(1 << player | 1 << other)
                if field.legal[player] >> other & 1 and field.can_all_be_paired(rest):
                    white, black, colour = colours_of_pair(field, player, other)
                    fact = Fact("handbook.dubov.same_column", "6.3", field.tpns((player, other)))
                    pairs = self.pair(rest)
                    # The pair keeps the row of the player who was looking.
                    pairs.insert(row, Pair(white, black, colour, (fact,)))
                    return pairs
        raise AssertionError("a group that cannot be paired has no columns")
