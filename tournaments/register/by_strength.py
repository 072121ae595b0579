"""The players of a list, to be had with the strongest first.

The search takes the players in the order in which they are stored, so that order is made before
they are. They wait in files, since a list of the world is too long for the memory.
"""

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import IO

from tournaments.register.facts import SEPARATOR
from tournaments.register.layouts import PIECE, Row

#: ratings that count as equally strong here
STEP = 25


class ByStrength:
    def __init__(self, *, but: set[str]) -> None:
        self.but = but
        self.rows = 0
        self._files: dict[int, IO[bytes]] = {}
        self._open = ExitStack()

    def __enter__(self) -> "ByStrength":
        return self

    def __exit__(self, *_error: object) -> None:
        self._open.close()

    def take(self, rows: Iterable[Row]) -> list[str]:
        """All but those whose FIDE IDs are told apart, who come back."""
        told_apart, but = [], self.but
        alike: defaultdict[int, list[str]] = defaultdict(list)
        for line, strength in rows:
            if but and line.partition(SEPARATOR)[0] in but:
                told_apart.append(line)
            else:
                alike[-(-strength // STEP)].append(line)
        for step, lines in alike.items():
            self.rows += len(lines)
            if step not in self._files:
                file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with us
                self._files[step] = self._open.enter_context(file)
            self._files[step].write("".join(f"{line}\n" for line in lines).encode())
        return told_apart

    def rated(self) -> Iterator[bytes]:
        for step in sorted(self._files, reverse=True):
            if step:
                yield from self._of(step)

    def unrated(self) -> Iterator[bytes]:
        yield from self._of(0)

    def _of(self, step: int) -> Iterator[bytes]:
        if file := self._files.get(step):
            file.seek(0)
            while block := file.read(PIECE):
                yield block

    def lines(self) -> list[str]:
        return b"".join([*self.rated(), *self.unrated()]).decode().splitlines()
