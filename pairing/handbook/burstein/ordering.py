"""Handbook, Burstein system. Art. 6.1 to 6.5: the first pairing of a group in falling priority.

The lists of 6.2 and 6.4 have one generator: the first free player meets the lowest free player
first, then the next higher; being the floater comes last. Among the valid pairings those count in
which the fewest players miss their due colour (6.5), and of these the first of the list.

The list grows like a factorial, so it is not walked through. The number of misses is bounded from
below by the due colours alone. If that bound can be reached, the pairings that reach it are the
perfect matchings of one smaller graph, and the first of the list is read from it player by
player. Otherwise misses and place in the list are packed into one weight per pair.
"""

from dataclasses import dataclass

from pairing.handbook.burstein.cards import Field
from pairing.handbook.burstein.colours import missed
from pairing.handbook.limits import WHITE
from pairing.matching import Matching, bits, heaviest_perfect_matching


@dataclass(frozen=True, slots=True)
class GroupOrder:
    """A paired group: ranks of the field, the higher of each pair first."""

    pairs: tuple[tuple[int, int], ...]
    floater: int | None
    misses: int


def first_pairing(field: Field, group: int, floaters: int = 0) -> GroupOrder | None:
    """The valid pairing that 6.5 and the list prefer; in an odd group one of `floaters` floats."""
    if group.bit_count() % 2 == 0:
        floaters = 0
    if group.bit_count() % 2 and not floaters & group:
        return None
    if not field.can_all_be_paired(group, floaters):
        return None
    graph = Graph(field, group, floaters & group)
    mate = graph.first_at_the_bound() or graph.first_by_weight()
    return graph.order(mate)


class Graph:
    """The group from its lowest player (vertex 0) to its highest, then the floater's place."""

    def __init__(self, field: Field, group: int, floaters: int) -> None:
        self.field = field
        self.members = list(bits(group))[::-1]
        self.size = len(self.members)
        self.vertices = self.size + bool(floaters)
        self.may_float = [bool(floaters >> i & 1) for i in self.members]
        legal = field.legal
        self.rows = [
            sum(1 << w for w, j in enumerate(self.members) if legal[i] >> j & 1)
            | (self.may_float[v] << self.size)
            for v, i in enumerate(self.members)
        ]
        if floaters:
            self.rows.append(sum(1 << v for v in range(self.size) if self.may_float[v]))
        self._missed: dict[tuple[int, int], int] = {}

    def missed(self, v: int, w: int) -> int:
        if self.size in (v, w):
            return 0  # the floater does not count
        key = (v, w) if v > w else (w, v)
        if key not in self._missed:
            self._missed[key] = missed(self.field, self.members[v], self.members[w])
        return self._missed[key]

    def order(self, mate: list[int]) -> GroupOrder:
        pairs = []
        floater = None
        for v in reversed(range(self.size)):
            w = mate[v]
            if w == self.size:
                floater = self.members[v]
            elif w < v:
                pairs.append((self.members[v], self.members[w]))
        misses = sum(self.missed(v, w) for v, w in enumerate(mate) if w < v)
        return GroupOrder(tuple(pairs), floater, misses)

    # The bound: a weight for every player, such that the two of a pair never weigh more than
    # twice the misses of that pair. Then no pairing has fewer misses than half of all weights.

    def _weights(self, surplus: int) -> list[int]:
        """`surplus` is 1 if white-due players are too many, -1 if black-due are, 0 if neither."""
        weights = []
        for i in self.members:
            due, barred = self.field.due[i], self.field.cards[i].barred
            if due is None:
                weights.append(-abs(surplus))
                continue
            # A player who may not have their due colour misses it in any case.
            always = due in barred
            gets = due.opposite if always else due
            weights.append(2 * always + (surplus if gets is WHITE else -surplus))
        if self.vertices > self.size:
            able = [weight for v, weight in enumerate(weights) if self.may_float[v]]
            weights.append(-max(able))
        return weights

    def first_at_the_bound(self) -> list[int] | None:
        """The first pairing of the list that reaches the bound; None if none does."""
        weights = max((self._weights(surplus) for surplus in (0, 1, -1)), key=sum)
        rows = []
        for v in range(self.vertices):
            row = 0
            for w in bits(self.rows[v]):
                if weights[v] + weights[w] == 2 * self.missed(v, w):
                    row |= 1 << w
            rows.append(row)
        matching = Matching(rows, (1 << self.vertices) - 1)
        if not matching.complete():
            return None
        # Each player in turn, from the highest: the lowest free player who leaves the others
        # a pairing at the bound.
        mate = list(matching.mate)
        alive = matching.alive
        for v in reversed(range(self.size)):
            if not alive >> v & 1:
                continue
            for w in bits(rows[v] & alive):
                if mate[v] == w or _exchange(rows, mate, alive, v, w):
                    break
            alive &= ~(1 << v | 1 << mate[v])
        return mate

    # Where due colours alone do not decide: misses first, then the place in the list. The partner
    # of the highest player is the highest digit, and so on.

    def first_by_weight(self) -> list[int]:
        base = self.size + 2
        unit = base ** (self.size + 1)
        weights: list[list[int | None]] = [[None] * self.vertices for _ in range(self.vertices)]
        for v in range(self.vertices):
            for w in bits(self.rows[v]):
                higher, lower = max(v, w), min(v, w)
                if higher == self.size:
                    digit = 0  # being the floater comes last
                else:
                    digit = (self.size - lower) * base**higher
                weights[v][w] = digit - self.missed(v, w) * unit
        mate = heaviest_perfect_matching(weights)
        assert mate is not None  # the group can be paired
        return mate


def _exchange(rows: list[int], mate: list[int], alive: int, v: int, w: int) -> bool:
    """Pair v with w, and their partners anew by one search; False if that cannot be."""
    left, right = mate[v], mate[w]
    rest = alive & ~(1 << v | 1 << w)
    matching = Matching(rows, rest)
    matching.mate = list(mate)
    matching.mate[left] = matching.mate[right] = -1
    matching.free = 1 << left | 1 << right
    if not matching.augment(left):
        return False
    mate[:] = matching.mate
    mate[v], mate[w] = w, v
    return True
