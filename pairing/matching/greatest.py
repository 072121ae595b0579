"""Matchings of greatest cardinality, in graphs whose rows are bit sets. No chess in here."""

from collections.abc import Iterable, Iterator, Sequence

NOBODY = -1


def as_set(members: Iterable[int]) -> int:
    """The bit set of these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def bits(mask: int) -> Iterator[int]:
    """The members of a bit set, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Matching:
    """A matching in a graph given by bit-set rows, grown by augmenting paths (Edmonds).

    `rows[v]` holds the neighbours of v. Rows may be replaced between calls; what is then matched
    along an edge that no longer exists has to be released first.
    """

    __slots__ = ("alive", "free", "mate", "rows")

    def __init__(self, rows: Sequence[int], alive: int) -> None:
        self.rows = rows
        self.alive = alive  # the vertices that take part
        self.free = alive  # those of them still without a mate
        self.mate = [NOBODY] * len(rows)

    def join(self, v: int, w: int) -> None:
        self.mate[v] = w
        self.mate[w] = v
        self.free &= ~(1 << v | 1 << w)

    def release(self, v: int) -> None:
        """Break the pair of v; both become free."""
        w = self.mate[v]
        if w != NOBODY:
            self.mate[v] = self.mate[w] = NOBODY
            self.free |= 1 << v | 1 << w

    def greedy(self) -> None:
        """Match every free vertex, lowest first, to its lowest free neighbour."""
        rows, mate = self.rows, self.mate
        left, free = self.free, self.free
        while left:
            low = left & -left
            left ^= low
            if not free & low:
                continue
            v = low.bit_length() - 1
            options = rows[v] & free & ~low
            if options:
                other = options & -options
                w = other.bit_length() - 1
                mate[v], mate[w] = w, v
                free ^= low | other
                left &= ~other
        self.free = free

    def complete(self) -> bool:
        """Extend to a perfect matching; False as soon as one vertex cannot be reached."""
        self.greedy()
        while self.free:
            if not self.augment((self.free & -self.free).bit_length() - 1):
                return False
        return True

    def maximise(self) -> int:
        """Extend to a matching of greatest cardinality; gives the vertices left over."""
        self.greedy()
        left, alive = self.free, self.alive
        for v in bits(left):
            targets = self.free & ~(1 << v)
            if not (targets and self.free >> v & 1):
                continue
            parent, even, hit = self._search(1 << v, alive, targets, 0)
            if hit is None:
                # Final: later augmentations cannot open a path for v, nor pass by whatever this
                # search has seen, since nobody at an even distance knows anybody else.
                alive &= ~(even | as_set(parent))
            else:
                self._flip(*hit, parent)
                self.free &= ~(1 << v | 1 << hit[1])
        return self.free

    def augment(self, root: int) -> bool:
        """Search an alternating path from the free vertex `root` to another free vertex."""
        targets = self.free & ~(1 << root)
        if not targets:
            return False
        parent, _, hit = self._search(1 << root, self.alive, targets, 0)
        if hit is None:
            return False
        self._flip(*hit, parent)
        self.free &= ~(1 << root | 1 << hit[1])
        return True

    def rematch(self, v: int, wanted: int) -> bool:
        """Give v its lowest partner in `wanted` with which the matching can stay perfect.

        False if there is none; then nothing changes. Every vertex alive must have a mate.
        """
        rows, mate = self.rows, self.mate
        current = mate[v]
        wanted &= rows[v] & self.alive
        has = wanted >> current & 1
        if has:
            wanted &= (1 << current) - 1
        if not wanted:
            return bool(has)
        goal = wanted & -wanted
        end = goal.bit_length() - 1
        if not rows[current] >> mate[end] & 1:
            # With v taken out, `current` is free. What its tree reaches at an even distance can
            # be set free in its place, and these are all the possible partners of v.
            parent, even, _ = self._search(1 << current, self.alive & ~(1 << v), 0, goal)
            reached = wanted & even
            if not reached:
                return bool(has)
            end = (reached & -reached).bit_length() - 1
            before = mate[end]
            mate[current] = NOBODY
            self._flip(parent[before], before, parent)
        else:
            mate[current], mate[mate[end]] = mate[end], current
        mate[v], mate[end] = end, v
        return True

    def partners(self, v: int) -> int:
        """Everybody whom v can have as partner while the matching stays perfect."""
        _, even, _ = self._search(1 << self.mate[v], self.alive & ~(1 << v), 0, 0)
        return self.rows[v] & even

    def reach(self, roots: int) -> int:
        """The vertices that some greatest matching leaves free, if this one is of greatest size.

        `roots`: free vertices, in whose places those are set free.
        """
        _, even, _ = self._search(roots, self.alive, 0, 0)
        return even

    def _search(
        self, roots: int, alive: int, targets: int, goal: int
    ) -> tuple[dict[int, int], int, tuple[int, int] | None]:
        """Grow alternating trees from the roots until one meets a target, or the goal gets even.

        Gives the parents of odd vertices, the set of even ones, and the edge to the target.
        Several roots: all of them free in a matching of greatest size, so that no two trees meet.
        """
        rows, mate = self.rows, self.mate
        unseen = alive & ~roots
        parent: dict[int, int] = {}  # of odd vertices: the even vertex they were reached from
        queue = list(bits(roots))
        position = 0
        even = roots
        base: dict[int, int] = {}  # vertex → another of its blossom, nearer to the base
        inside: dict[int, int] = {}  # base → members of its blossom
        checked = 0
        while True:
            while position < len(queue):
                v = queue[position]
                position += 1
                new = rows[v] & unseen
                if not new:
                    continue
                hit = new & targets
                if hit:
                    return parent, even, (v, (hit & -hit).bit_length() - 1)
                while new:
                    low = new & -new
                    w = low.bit_length() - 1
                    parent[w] = v
                    partner = mate[w]
                    partner_bit = 1 << partner
                    # The partner of w may itself be a new neighbour of v. It becomes even, and
                    # the edge from v to it closes a blossom later.
                    unseen &= ~(low | partner_bit)
                    new &= ~(low | partner_bit)
                    even |= partner_bit
                    queue.append(partner)
                if even & goal:
                    return parent, even, None
            # No tree edge is left: look for an edge between two even vertices. What is checked
            # once stays checked, since a vertex that gets even later sees the edge itself.
            while checked < len(queue):
                v = queue[checked]
                at = _base_of(v, base)
                others = rows[v] & even & ~inside.get(at, 1 << at)
                if others:
                    break
                checked += 1
            else:
                return parent, even, None
            w = (others & -others).bit_length() - 1
            fresh = self._shrink(roots, v, w, parent, base, inside) & ~even
            queue.extend(bits(fresh))
            even |= fresh
            if even & goal:
                return parent, even, None

    def _shrink(
        self,
        roots: int,
        v: int,
        w: int,
        parent: dict[int, int],
        base: dict[int, int],
        inside: dict[int, int],
    ) -> int:
        """Contract the blossom that the edge v-w closes; gives its members, all even now."""
        mate = self.mate
        seen = set()
        x = _base_of(v, base)
        while True:
            seen.add(x)
            if roots >> x & 1:
                break
            x = _base_of(parent[mate[x]], base)
        top = _base_of(w, base)
        while top not in seen:
            top = _base_of(parent[mate[top]], base)
        members = inside.get(top, 1 << top)
        joining = []
        for x, child in ((v, w), (w, v)):
            # Vertex by vertex, through blossoms contracted earlier too.
            while (at := _base_of(x, base)) != top:
                odd = mate[x]
                odd_at = _base_of(odd, base)
                members |= inside.get(at, 1 << at) | inside.get(odd_at, 1 << odd_at)
                joining += [at, odd_at]
                # The way from x to the root may now lead through the edge v-w.
                parent[x] = child
                child = odd
                x = parent[odd]
        for x in joining:
            base[x] = top
        inside[top] = members
        return members

    def _flip(self, v: int, end: int, parent: dict[int, int]) -> None:
        """Exchange matched and unmatched edges along the path root … v, end."""
        mate = self.mate
        w = end
        while True:
            previous = mate[v]
            mate[v], mate[w] = w, v
            if previous == NOBODY:
                return
            w = previous
            v = parent[w]


def shortage(rows: Sequence[int], alive: int) -> tuple[int, int]:
    """Vertices that cannot all be matched, and all their neighbours, who are too few for them.

    The smallest such set that a greatest matching shows; empty sets if a matching is perfect.
    """
    matching = Matching(rows, alive)
    found = 0, 0
    for root in bits(matching.maximise()):
        # Those whom the search from one vertex left over can set free compete for their
        # neighbours, and there is one too many of them.
        crowd = matching.reach(1 << root)
        near = 0
        for v in bits(crowd):
            near |= rows[v] & alive
        if not found[0] or crowd.bit_count() < found[0].bit_count():
            found = crowd, near & ~crowd
    return found


def _base_of(v: int, base: dict[int, int]) -> int:
    """Follow the chain to the base of the blossom of v, and shorten it on the way."""
    top = v
    while top in base:
        top = base[top]
    while v != top:
        base[v], v = top, base[v]
    return top
