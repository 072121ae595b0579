"""The lines of a report, addressed by column, and what has been read from them so far."""

import re
from dataclasses import dataclass, field
from typing import Any

from pairing.errors import FileError
from pairing.sentences import Value
from pairing.trf.adjustments import Adjustment
from pairing.trf.consistency import Row
from pairing.trf.contents import Entry

MAX_BYTES = 20_000_000
MAX_ROUNDS = 400
MAX_LINE = 60_000
#: of one result, in tenths; 162 has no room for more
MAX_POINTS = 999
#: ranges times rounds of records 250, numbers of records 299: more is nonsense, and slow
MAX_WORK = 5_000_000
MAX_SPECIAL = 20_000

_POINTS = re.compile(r"-?[0-9]{1,4}(?:[.,][0-9]?)?|-?[.,][0-9]", re.ASCII)


@dataclass(slots=True)
class Line:
    """One line of the file, addressed by 1-based, inclusive columns."""

    number: int
    text: str

    @property
    def code(self) -> str:
        return self.text[:3]

    def part(self, first: int, last: int) -> str:
        return self.text[first - 1 : last].strip()

    def error(self, code: str, column: int, found: str | None = None, **values: Value) -> FileError:
        text = self.text[column - 1 : column + 14].rstrip() if found is None else found
        return FileError(code, at=(self.number, column), found=text, **values)

    def blank(self, column: int) -> None:
        """A separator; anything there means that the fields have slipped."""
        found = self.text[column - 1 : column]
        if found.strip():
            raise self.error("expected.blank", column)

    def natural(self, first: int, last: int, expected: str, default: int | None = None) -> int:
        text = self.part(first, last)
        if not text and default is not None:
            return default
        if not (text.isascii() and text.isdigit()):
            raise self.error(expected, first, self.text[first - 1 : last])
        return int(text)

    def tenths(self, first: int, last: int, expected: str, default: int | None = None) -> int:
        text = self.part(first, last)
        if not text and default is not None:
            return default
        found = tenths_of(text)
        if found is None:
            raise self.error(expected, first, self.text[first - 1 : last])
        return found

    def naturals(self, first: int, step: int, width: int, expected: str) -> tuple[int, ...]:
        """Numbers in columns of equal distance, to the end of the line; blanks are left out."""
        found = []
        for column in range(first, len(self.text.rstrip()) + 1, step):
            for separator in range(column + width, column + step):
                self.blank(separator)
            number = self.natural(column, column + width - 1, expected, 0)
            if number:
                found.append(number)
        return tuple(found)

    def words(self) -> list[tuple[int, str]]:
        """(column, word) of blank-separated content after the code."""
        return [(match.start() + 1, match[0]) for match in re.finditer(r"\S+", self.text[4:])]


def tenths_of(text: str) -> int | None:
    if not _POINTS.fullmatch(text):
        return None
    whole, _, fraction = text.replace(",", ".").partition(".")
    negative = whole.startswith("-")
    value = int(whole.lstrip("-") or "0") * 10 + int(fraction or "0")
    return -value if negative else value


@dataclass(slots=True)
class Reading:
    """Everything that has been read so far."""

    fields: dict[str, Any] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    adjustments: list[Adjustment] = field(default_factory=list)
    counted: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)  # code → first line
    stated: dict[str, int] = field(default_factory=dict)  # 062, 072, 082 → number
    lists: dict[str, list[Any]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    point_records: dict[str, str] = field(default_factory=dict)  # value → record that set it
    national: list[Line] = field(default_factory=list)
    virtual: dict[int, tuple[int, ...]] = field(default_factory=dict)
    absent: list[tuple[int, int]] = field(default_factory=list)  # XXZ: line, number
    rounds: dict[str, tuple[int, int]] = field(default_factory=dict)  # 142, XXR → line, number
    blocks: dict[str, Entry] = field(default_factory=dict)
    guessed: dict[str, str] = field(default_factory=dict)  # shape of a date → the first of them
    encoding: str = "utf-8"

    def adjust(self, code: str, line: int = 0, /, **values: int | str) -> None:
        self.adjustments.append(Adjustment(f"trf.{code}", line, tuple(values.items())))

    def count(self, code: str, value: str, line: int) -> None:
        """The same small repair on many lines is told once, with how often."""
        self.counted.setdefault((code, value), []).append(line)

    def set_points(self, line: Line, name: str, value: int) -> None:
        """Within one kind of record the last value counts; two kinds should agree."""
        known = self.points.get(name, value)
        if known != value and self.point_records[name] != line.code:
            self.adjust(
                "points_disagree",
                line.number,
                record=line.code,
                first=self.point_records[name],
            )
        self.points[name] = value
        # BBW, BBD ... are one kind.
        self.point_records[name] = line.code

    def add(self, name: str, item: Any) -> None:
        self.lists.setdefault(name, []).append(item)
