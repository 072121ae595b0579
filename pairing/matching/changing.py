"""A matching of greatest size while vertices come and go. No chess in here."""

from collections.abc import Sequence

from pairing.matching.greatest import NOBODY, Matching


class Changing(Matching):
    """Kept at its greatest size; `free` are the vertices left over.

    Each change takes one search. What would be left over without a vertex is asked by one search
    too, and from the second time on by one for all vertices.
    """

    __slots__ = ("_asked", "_spare")

    def __init__(self, rows: Sequence[int], alive: int) -> None:
        super().__init__(rows, alive)
        self.maximise()
        self._asked = False
        self._spare: int | None = None

    @property
    def left(self) -> int:
        """How many are left over."""
        return self.free.bit_count()

    def come(self, v: int) -> None:
        """v takes part from now on."""
        self.alive |= 1 << v
        self.free |= 1 << v
        self.augment(v)
        self._asked, self._spare = False, None

    def leave(self, v: int) -> None:
        """v does not take part any more."""
        w = self.mate[v]
        self.alive &= ~(1 << v)
        self.release(v)
        self.free &= ~(1 << v)
        if w != NOBODY:
            self.augment(w)
        self._asked, self._spare = False, None

    def left_without(self, v: int) -> int:
        """How many would be left over if v left: one fewer, or one more."""
        return self.left + (-1 if self.spares(v) else 1)

    def spares(self, v: int) -> bool:
        """True if some matching of greatest size leaves v over."""
        if self.free >> v & 1:
            return True
        if not self.free:
            return False
        if self._spare is None:
            if not self._asked:
                self._asked = True
                mate = 1 << self.mate[v]
                return self._search(mate, self.alive & ~(1 << v), self.free, 0)[2] is not None
            self._spare = self.reach(self.free)
        return bool(self._spare >> v & 1)
