"""Lots that can be drawn again: from a recorded seed, or typed in from the draw on the table.

Round robin 2, knock-out A.4 and A.28-A.30 leave numbers and colours to chance. A draw here is an
order of numbers. It comes from the seed and the name of the draw alone, by SHA-256, so that
anybody can repeat it years later with the seed from the bulletin; a list typed in by the arbiter
(paper slips, a coin) takes precedence over the seed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from pairing.errors import InconsistentHistory


@dataclass(frozen=True, slots=True)
class Lots:
    seed: str = ""
    #: (name of the draw, the order that came out)
    typed: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def order(self, draw: str, numbers: Iterable[int]) -> tuple[int, ...]:
        """The numbers in the order drawn."""
        wanted = tuple(numbers)
        if len(set(wanted)) != len(wanted):
            raise InconsistentHistory("lots.twice", draw=draw, players=wanted)
        found = self.as_typed(draw)
        if found is not None:
            if sorted(found) != sorted(wanted):
                raise InconsistentHistory("lots.typed", draw=draw, players=wanted)
            return found
        return tuple(sorted(wanted, key=lambda number: (self._digest(draw, number), number)))

    def as_typed(self, draw: str) -> tuple[int, ...] | None:
        return dict(self.typed).get(draw)

    def with_typed(self, draw: str, order: Iterable[int]) -> "Lots":
        """The same lots with one draw replaced by what came out at the table."""
        kept = tuple((name, found) for name, found in self.typed if name != draw)
        return Lots(self.seed, (*kept, (draw, tuple(order))))

    def _digest(self, draw: str, number: int) -> str:
        return sha256(f"{self.seed}|{draw}|{number}".encode()).hexdigest()
