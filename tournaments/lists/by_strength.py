"""The players of a list, to be had with the strongest first.

The search takes the players in the order in which they are stored, so that order is made before
they are.
"""

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tournaments.lists.facts import SEPARATOR
from tournaments.lists.layouts import PIECE, Row


class ByStrength:
    """Rows on their way. Those without a rating, who are most of them, wait in a file."""

    def __init__(self, *, but: set[str]) -> None:
        self.but = but
        self.rows = 0
        self._rated: defaultdict[int, list[str]] = defaultdict(list)
        self._unrated = tempfile.TemporaryFile()  # noqa: SIM115 - closed with us

    def __enter__(self) -> "ByStrength":
        return self

    def __exit__(self, *_error: object) -> None:
        self._unrated.close()

    def take(self, rows: Iterable[Row]) -> list[str]:
        """All but those whose FIDE IDs are told apart, who come back."""
        told_apart, unrated, rated, but = [], [], self._rated, self.but
        taken = 0
        for line, strength in rows:
            if but and line.partition(SEPARATOR)[0] in but:
                told_apart.append(line)
                continue
            taken += 1
            (rated[strength] if strength else unrated).append(line)
        self.rows += taken
        self._unrated.write("".join(f"{line}\n" for line in unrated).encode())
        return told_apart

    def rated(self) -> Iterator[bytes]:
        """Once: who has been given is forgotten."""
        for strength in sorted(self._rated, reverse=True):
            yield "".join(f"{line}\n" for line in self._rated.pop(strength)).encode()

    def unrated(self) -> Iterator[bytes]:
        self._unrated.seek(0)
        while block := self._unrated.read(PIECE):
            yield block

    def lines(self) -> list[str]:
        return b"".join([*self.rated(), *self.unrated()]).decode().splitlines()
