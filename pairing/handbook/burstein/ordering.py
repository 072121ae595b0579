"""Handbook, Burstein system. Art. 6.1 to 6.5: the first pairing of a group in falling priority.

The lists of 6.2 and 6.4 have one generator: the first free player meets the lowest free player
first, then the next higher; being the floater comes last. Among the valid pairings those count in
which the fewest players miss their due colour (6.5), and of these the first of the list.

The list grows like a factorial, so it is not walked through. The number of misses is bounded from
below by the due colours alone. If that bound can be reached, the pairings that reach it are the
perfect matchings of one smaller graph, and the first of the list is read from it player by
player. Otherwise prices of the kinds of players, and where they do not tell, of single players and
odd sets of them, give such a graph (`pairing.matching.cheapest`).
"""

from dataclasses import dataclass

from pairing.handbook.burstein.cards import Field
from pairing.handbook.burstein.colours import missed
from pairing.handbook.limits import WHITE
from pairing.matching import Matching, as_set, bits
from pairing.matching.cheapest import cheapest, classes


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
    mate = graph.first_at_the_bound() or graph.first_by_kinds()
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
            row | (floats << self.size)
            for row, floats in zip(self._among(legal), self.may_float, strict=True)
        ]
        if floaters:
            self.rows.append(sum(1 << v for v in range(self.size) if self.may_float[v]))
        #: what the misses of a player depend on; the floater's place is a kind of its own
        self.kinds: list[object] = [
            (field.due[i], field.cards[i].barred, floats)
            for i, floats in zip(self.members, self.may_float, strict=True)
        ]
        if floaters:
            self.kinds.append("floater")
        self.alike: dict[object, int] = {}
        for v, kind in enumerate(self.kinds):
            self.alike[kind] = self.alike.get(kind, 0) | 1 << v
        self._missed: dict[tuple[object, object], int] = {}

    def _among(self, legal: list[int]) -> list[int]:
        """The meetings allowed within the group, by vertices."""
        vertex = {i: v for v, i in enumerate(self.members)}
        group, everybody = as_set(self.members), (1 << self.size) - 1
        rows = []
        for i in self.members:
            together = legal[i] & group
            apart = group & ~together
            # Whichever are fewer are read one by one.
            if together.bit_count() < apart.bit_count():
                rows.append(as_set(vertex[j] for j in bits(together)))
            else:
                rows.append(everybody & ~as_set(vertex[j] for j in bits(apart)))
        return rows

    def missed(self, v: int, w: int) -> int:
        """The misses of a pair. They depend on the kinds of the two alone: of two who are due the
        same colour one misses it, and only barred colours can turn two others round (5.2-5.4)."""
        if self.size in (v, w):
            return 0  # the floater does not count
        key = self.kinds[v], self.kinds[w]
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
        # Players of one kind have one weight: what holds for one of them holds for all.
        first = {kind: (mask & -mask).bit_length() - 1 for kind, mask in self.alike.items()}
        tight = {
            kind: sum(
                self.alike[other]
                for other, w in first.items()
                if weights[v] + weights[w] == 2 * self.missed(v, w)
            )
            for kind, v in first.items()
        }
        matching = Matching(
            [row & tight[kind] for row, kind in zip(self.rows, self.kinds, strict=True)],
            (1 << self.vertices) - 1,
        )
        return self._first_of(matching) if matching.complete() else None

    def first_by_kinds(self) -> list[int]:
        """The first pairing of the list with the fewest misses, by prices of the kinds of players
        or, where these do not tell which pairs such pairings use, of single players."""
        large = self.field.large_groups

        def key(v: int) -> object:
            groups = () if v == self.size else tuple(g >> self.members[v] & 1 for g in large)
            return self.kinds[v], groups

        reached: dict[object, int] = {}
        for v, row in enumerate(self.rows):
            reached[key(v)] = reached.get(key(v), 0) | row
        together = {
            kind: as_set(v for v in range(self.vertices) if key(v) == kind) for kind in reached
        }
        everybody = (1 << self.vertices) - 1
        found = classes(
            everybody, key, self.missed, lambda v, w: not reached[key(v)] & together[key(w)]
        )
        best = cheapest(self.rows, everybody, found)
        assert best is not None, "the group can be paired"
        return self._first_of(best.matching)

    def _first_of(self, matching: Matching) -> list[int]:
        """Each player in turn, from the highest: the lowest free player who leaves the others a
        pairing."""
        everybody = matching.alive
        for v in reversed(range(self.size)):
            if matching.alive >> v & 1:
                found = matching.rematch(v, everybody)
                assert found
                matching.alive &= ~(1 << v | 1 << matching.mate[v])
        return matching.mate
