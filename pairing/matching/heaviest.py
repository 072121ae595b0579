"""Perfect matchings of greatest weight: the primal-dual blossom method. No chess in here."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.matching.greatest import NOBODY


@dataclass(frozen=True, slots=True)
class Proof:
    """A perfect matching with the numbers that prove it the heaviest (linear duality).

    For every edge, the duals of its ends and of the blossoms around both reach its weight at
    least; blossoms are odd and their duals not negative. So no perfect matching weighs more than
    all duals together, each blossom counted once for every pair that fits into it, and one that
    weighs as much uses only edges where the sum equals the weight, and leaves each blossom of a
    positive dual along one edge. Duals are four times too large, to stay integers.
    """

    mate: tuple[int, ...]
    duals: tuple[int, ...]
    blossoms: tuple[tuple[frozenset[int], int], ...]


class _Blossom:
    """An odd circle of vertices and blossoms that moves as one vertex."""

    __slots__ = ("base", "children", "dual", "links", "vertices")

    def __init__(
        self,
        base: int,
        children: list["int | _Blossom"],
        links: list[tuple[int, int]],
        vertices: list[int],
    ) -> None:
        self.base = base
        self.children = children  # in a circle; the first holds the base
        self.links = links  # links[i] joins children[i] to children[i + 1]
        self.vertices = vertices
        self.dual = 0


_FREE, _EVEN, _ODD = 0, 1, 2


def heaviest_perfect_matching(weights: Sequence[Sequence[int | None]]) -> list[int] | None:
    """The mates in a perfect matching of greatest total weight; None if there is none.

    `weights` is symmetric; None means no edge. Primal-dual method of Edmonds: every vertex has a
    dual value, every blossom a dual value of at least zero, and an edge is *tight* when the duals
    of its ends equal its weight. Only tight edges are used, so a perfect matching is optimal.
    """
    return heaviest_from(
        [
            [(w, weight) for w, weight in enumerate(row) if weight is not None and w != v]
            for v, row in enumerate(weights)
        ]
    )


def heaviest_from(
    edges: Sequence[Sequence[tuple[int, int]]],
    duals: Sequence[int] | None = None,
    mate: Sequence[int] | None = None,
) -> list[int] | None:
    """The same from lists of (neighbour, weight), with a start that is already nearly optimal.

    `duals`: for every edge their sum must reach the weight. `mate`: pairs along edges where the
    sum equals the weight.
    """
    return _Heaviest(edges).run(duals, mate)


def heaviest_with_proof(
    edges: Sequence[Sequence[tuple[int, int]]],
    duals: Sequence[int] | None = None,
    mate: Sequence[int] | None = None,
) -> Proof | None:
    """The same as `heaviest_from`, and why nothing is heavier."""
    search = _Heaviest(edges)
    found = search.run(duals, mate)
    if found is None:
        return None
    blossoms = []
    pending = [node for node in dict.fromkeys(search.top) if isinstance(node, _Blossom)]
    while pending:
        blossom = pending.pop()
        if blossom.dual:
            blossoms.append((frozenset(blossom.vertices), blossom.dual))
        pending += [child for child in blossom.children if isinstance(child, _Blossom)]
    return Proof(tuple(found), tuple(search.dual), tuple(blossoms))


class _Heaviest:
    def __init__(self, edges: Sequence[Sequence[tuple[int, int]]]) -> None:
        self.n = len(edges)
        # Four times the weight, so that half the slack between two even vertices is an integer:
        # all duals start even, and those in the trees grow and shrink together.
        self.edges = [[(w, 4 * weight) for w, weight in row] for row in edges]
        self.weight = [dict(row) for row in self.edges]
        self.mate = [NOBODY] * self.n
        self.top: list[int | _Blossom] = list(range(self.n))

    def run(self, duals: Sequence[int] | None, mate: Sequence[int] | None) -> list[int] | None:
        if self.n % 2 or not all(self.edges):
            return None
        if duals is None or mate is None:
            self._start()
        else:
            self.dual = [4 * dual for dual in duals]
            self.mate = list(mate)
        while NOBODY in self.mate:
            if not self._stage():
                return None
        return self.mate

    def _start(self) -> None:
        """Half the largest incident weight as dual; then what is tight at once is matched."""
        self.dual = [max(weight for _, weight in edges) // 2 for edges in self.edges]
        # Lower each dual in turn as far as its edges allow: one edge becomes tight.
        for v, edges in enumerate(self.edges):
            slack = min(self.dual[v] + self.dual[w] - weight for w, weight in edges)
            self.dual[v] -= slack
            if self.mate[v] == NOBODY:
                for w, weight in edges:
                    if self.mate[w] == NOBODY and self.dual[v] + self.dual[w] == weight:
                        self.mate[v], self.mate[w] = w, v
                        break

    # One stage: grow trees from all free vertices until one augmenting path is found.

    def _stage(self) -> bool:
        n, mate, top = self.n, self.mate, self.top
        self.label: dict[int | _Blossom, int] = {}
        self.entry: dict[int | _Blossom, tuple[int, int]] = {}  # (from outside, to inside)
        self.queue: list[int] = []
        #: best edge from an even vertex to each vertex that is not even
        self.near: list[int] = [NOBODY] * n
        #: best edge between each even vertex and another even blossom
        self.across: list[int] = [NOBODY] * n
        for v in range(n):
            if mate[v] == NOBODY:
                self._make_even(top[v])
        while True:
            if self._scan():
                self._dissolve()
                return True
            if not self._adjust():
                return False

    def _vertices(self, node: "int | _Blossom") -> list[int]:
        return [node] if isinstance(node, int) else node.vertices

    def _base(self, node: "int | _Blossom") -> int:
        return node if isinstance(node, int) else node.base

    def _make_even(self, node: "int | _Blossom") -> None:
        self.label[node] = _EVEN
        self.queue.extend(self._vertices(node))

    def _slack(self, v: int, w: int) -> int:
        return self.dual[v] + self.dual[w] - self.weight[v][w]

    def _scan(self) -> bool:
        """Use every tight edge that leaves an even vertex; True when it augmented."""
        dual, top, label = self.dual, self.top, self.label
        near, across, weights = self.near, self.across, self.weight
        while self.queue:
            v = self.queue.pop()
            at = top[v]
            dual_v = dual[v]
            best: int | None = None
            for w, weight in self.edges[v]:
                other = top[w]
                if other == at:
                    continue
                slack = dual_v + dual[w] - weight
                kind = label.get(other, _FREE)
                if kind == _EVEN:
                    if slack == 0:
                        if self._meet(v, w):
                            return True
                        at = top[v]
                        continue
                    if best is None or slack < best:
                        best = slack
                        across[v] = w
                    u = across[w]
                    if u == NOBODY or slack < dual[u] + dual[w] - weights[u][w]:
                        across[w] = v
                elif kind == _FREE and slack == 0:
                    self._grow(v, w)
                else:
                    u = near[w]
                    if u == NOBODY or slack < dual[u] + dual[w] - weights[u][w]:
                        near[w] = v
        return False

    def _grow(self, v: int, w: int) -> None:
        """v is even, v-w tight: the blossom of w becomes odd, its mate even."""
        node = self.top[w]
        self.label[node] = _ODD
        self.entry[node] = (v, w)
        base = self._base(node)
        partner = self.mate[base]
        self.entry[self.top[partner]] = (base, partner)
        self._make_even(self.top[partner])

    def _path(self, v: int) -> list["int | _Blossom"]:
        """The even blossoms from v up to its root."""
        path = []
        node = self.top[v]
        while True:
            path.append(node)
            if node not in self.entry:
                return path
            odd = self.top[self.entry[node][0]]
            node = self.top[self.entry[odd][0]]

    def _meet(self, v: int, w: int) -> bool:
        """A tight edge joins two even blossoms: one tree closes a circle, two trees a path."""
        left, right = self._path(v), self._path(w)
        if left[-1] != right[-1]:
            for start, end in ((v, w), (w, v)):
                self._augment(start, end)
            return True
        on_left = set(left)
        common = next(node for node in right if node in on_left)
        self._contract(v, w, common)
        return False

    def _augment(self, v: int, w: int) -> None:
        """Match v to w (outside its tree) and flip the way from v up to the root."""
        while True:
            node = self.top[v]
            if not isinstance(node, int):
                self._rebase(node, v)
            self.mate[v] = w
            if node not in self.entry:
                return
            base_of_odd = self.entry[node][0]
            odd = self.top[base_of_odd]
            v, w = self.entry[odd]
            if not isinstance(odd, int):
                self._rebase(odd, w)
            self.mate[w] = v

    def _rebase(self, blossom: _Blossom, v: int) -> None:
        """Rotate the matching inside a blossom so that v is its base."""
        index = next(
            i
            for i, child in enumerate(blossom.children)
            if child == v or v in self._vertices(child)
        )
        child = blossom.children[index]
        if isinstance(child, _Blossom):
            self._rebase(child, v)
        size = len(blossom.children)
        # Pair the children from the new base's neighbour round to the old base.
        step = 1 if index % 2 else -1
        i = index
        while i % size:
            a, b = (i + step) % size, (i + 2 * step) % size
            x, y = blossom.links[a] if step == 1 else blossom.links[b][::-1]
            one, other = blossom.children[a], blossom.children[b]
            if isinstance(one, _Blossom):
                self._rebase(one, x)
            if isinstance(other, _Blossom):
                self._rebase(other, y)
            self.mate[x], self.mate[y] = y, x
            i = b
        blossom.children = blossom.children[index:] + blossom.children[:index]
        blossom.links = blossom.links[index:] + blossom.links[:index]
        blossom.base = v

    def _contract(self, v: int, w: int, common: "int | _Blossom") -> None:
        """Make one even blossom of the circle common … v, w … common."""
        children: list[int | _Blossom] = [common]
        links: list[tuple[int, int]] = []
        left: list[tuple[int | _Blossom, tuple[int, int]]] = []
        node = self.top[v]
        while node != common:
            from_odd = self.entry[node]
            odd = self.top[from_odd[0]]
            from_even = self.entry[odd]
            left.append((node, from_odd))
            left.append((odd, from_even))
            node = self.top[from_even[0]]
        for child, link in reversed(left):
            links.append(link)
            children.append(child)
        links.append((v, w))
        node = self.top[w]
        while node != common:
            from_odd = self.entry[node]
            odd = self.top[from_odd[0]]
            from_even = self.entry[odd]
            children.append(node)
            links.append((from_odd[1], from_odd[0]))
            children.append(odd)
            links.append((from_even[1], from_even[0]))
            node = self.top[from_even[0]]
        vertices = [x for child in children for x in self._vertices(child)]
        blossom = _Blossom(self._base(common), children, links, vertices)
        fresh = [
            x for child in children if self.label[child] == _ODD for x in self._vertices(child)
        ]
        if common in self.entry:
            self.entry[blossom] = self.entry[common]
        for x in vertices:
            self.top[x] = blossom
        self.label[blossom] = _EVEN
        self.queue.extend(fresh)

    def _look_across(self, v: int) -> None:
        at = self.top[v]
        best: int | None = None
        found = NOBODY
        dual_v = self.dual[v]
        for w, weight in self.edges[v]:
            other = self.top[w]
            if other != at and self.label.get(other, _FREE) == _EVEN:
                slack = dual_v + self.dual[w] - weight
                if best is None or slack < best:
                    best, found = slack, w
        self.across[v] = found

    def _adjust(self) -> bool:  # noqa: C901  (one minimum over three kinds of events)
        """Change the duals until a new edge is tight or an odd blossom may be opened."""
        delta: int | None = None
        event: tuple[int, int] | _Blossom | None = None
        top, label, dual, weight = self.top, self.label, self.dual, self.weight
        odd_blossoms = []
        blossoms = []
        for node, kind in label.items():
            if isinstance(node, _Blossom) and top[node.base] == node:
                blossoms.append((node, kind))
                if kind == _ODD:
                    odd_blossoms.append(node)
        for w in range(self.n):
            kind = label.get(top[w], _FREE)
            if kind == _EVEN:
                v = self.across[w]
                if v == NOBODY:
                    continue
                if top[v] == top[w]:
                    self._look_across(w)
                    v = self.across[w]
                    if v == NOBODY:
                        continue
                slack = (dual[v] + dual[w] - weight[v][w]) // 2
            elif kind == _FREE:
                v = self.near[w]
                if v == NOBODY:
                    continue
                slack = dual[v] + dual[w] - weight[v][w]
            else:
                continue
            if delta is None or slack < delta:
                delta, event = slack, (v, w)
        for blossom in odd_blossoms:
            if delta is None or blossom.dual // 2 < delta:
                delta, event = blossom.dual // 2, blossom
        if delta is None:
            return False
        if delta:
            for v in range(self.n):
                kind = label.get(top[v], _FREE)
                if kind == _EVEN:
                    dual[v] -= delta
                elif kind == _ODD:
                    dual[v] += delta
            for blossom, kind in blossoms:
                blossom.dual += 2 * delta if kind == _EVEN else -2 * delta
        if isinstance(event, _Blossom):
            self._open(event)
        else:
            assert event is not None
            # The scan sees the tight edge again, from its even end.
            self.queue.append(event[0])
        return True

    def _open(self, blossom: _Blossom) -> None:
        """Replace an odd blossom whose dual is zero by its children."""
        self._split(blossom)
        del self.label[blossom]
        outside, entry = self.entry.pop(blossom)
        children, links = blossom.children, blossom.links
        size = len(children)
        index = next(i for i, child in enumerate(children) if entry in self._vertices(child))
        # Walk the even number of steps from the entry round to the base; what lies on the way
        # stays in the tree, the rest becomes free.
        step = 1 if index % 2 else -1
        i = index
        link = (outside, entry)
        while True:
            self.label[children[i]] = _ODD
            self.entry[children[i]] = link
            if i % size == 0:
                break
            a, b = (i + step) % size, (i + 2 * step) % size
            inner = links[i] if step == 1 else links[a][::-1]
            self.entry[children[a]] = inner
            self._make_even(children[a])
            link = links[a] if step == 1 else links[b][::-1]
            i = b
        for child in children:
            if child not in self.label:
                # Free again: an even vertex that already touches it tightly is looked at again.
                for w in self._vertices(child):
                    v = self.near[w]
                    if v != NOBODY and self._slack(v, w) == 0:
                        self.queue.append(v)

    def _split(self, blossom: _Blossom) -> None:
        for child in blossom.children:
            for x in self._vertices(child):
                self.top[x] = child

    def _dissolve(self) -> None:
        """After a stage, blossoms without dual value are opened for good."""
        pending = [node for node in dict.fromkeys(self.top) if isinstance(node, _Blossom)]
        while pending:
            blossom = pending.pop()
            if blossom.dual == 0:
                self._split(blossom)
                pending.extend(c for c in blossom.children if isinstance(c, _Blossom))
