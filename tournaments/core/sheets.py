"""The first sheet of an XLSX file as rows of text, read piece by piece.

A general library builds the whole book first: 33 kB that unpack to a million styles took it four
minutes and 2.5 GB. Of a list of players only the words and the days are wanted, so only those are
read: the shared words, which styles are days, and the cells. Nothing is computed or fetched.
"""

import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any
from xml.parsers import expat

MOST_COLUMNS = 60
#: what a sheet may have by its format
MOST_ROWS = 1_048_576
#: shared words of the largest list; as many empty ones would still fill the memory
MOST_WORDS = 2_000_000
#: parts that say where the sheet is, and what its styles are
LARGEST_SMALL_PART = 4 * 1024 * 1024
_BLOCK = 1 << 16
#: of one cell; the format itself allows no more
LONGEST_CELL = 32_767
_BUILT_IN_DAYS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_NOT_OF_A_DAY = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|General|_.')
_DAY = re.compile(r"[yYdD]|[mM]{3}")
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,2})?")


class DamagedSheet(Exception):
    """There is no sheet in the archive, or its text is no XML of one."""


def rows_of(
    archive: zipfile.ZipFile, go_on: Callable[[], None] = lambda: None
) -> Iterator[list[str]]:
    """Line by line with its cells; an empty line is an empty list. `go_on` is called after every
    piece, and raises what ends the reading."""
    book = _book(archive)
    words = _Words()
    for piece in _pieces(archive, book.words) if book.words else ():
        words.feed(piece)
        go_on()
    cells = _Cells(words.found, book.days, book.first_day)
    number = 0
    for piece in _pieces(archive, book.sheet):
        cells.feed(piece)
        go_on()
        for place, row in cells.done:
            for _empty in range(number + 1, place):
                yield []
            number = max(number + 1, place)
            yield row
        cells.done.clear()


# --- XML, without its namespaces ------------------------------------------------------------------


class _Told(dict[str, "Callable[..., None] | None"]):
    """The method for each name of an element, looked for once."""

    def __init__(self, parser: "_Parser", prefix: str) -> None:
        self._parser, self._prefix = parser, prefix

    def __missing__(self, name: str) -> "Callable[..., None] | None":
        found = getattr(self._parser, self._prefix + name.rpartition(":")[2], None)
        if len(self) < 1000:
            self[name] = found
        return found


class _Parser:
    """Calls `begin_NAME` and `end_NAME` of elements, whatever their prefix."""

    def __init__(self) -> None:
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.ordered_attributes = False
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._no_doctype
        self._begins = _Told(self, "begin_")
        self._ends = _Told(self, "end_")

    def feed(self, piece: bytes) -> None:
        """The next piece; b"" at the end, where everything must be closed."""
        try:
            self._parser.Parse(piece, not piece)
        except expat.ExpatError as error:
            raise DamagedSheet from error

    def _begin(self, name: str, given: dict[str, str]) -> None:
        if told := self._begins[name]:
            told(given)

    def _end(self, name: str) -> None:
        if told := self._ends[name]:
            told()

    def _no_doctype(self, *_given: Any) -> None:
        raise DamagedSheet  # entities that grow

    def listen(self, heard: Callable[[str], None] | None) -> None:
        self._parser.CharacterDataHandler = heard


def _pieces(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    with archive.open(name) as part:
        while piece := part.read(_BLOCK):
            yield piece
    yield b""


def _read(parser: _Parser, archive: zipfile.ZipFile, name: str) -> None:
    if name in archive.namelist():
        if archive.getinfo(name).file_size > LARGEST_SMALL_PART:
            raise DamagedSheet
        for piece in _pieces(archive, name):
            parser.feed(piece)


# --- The book -------------------------------------------------------------------------------------


class _Book(_Parser):
    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[str] = []
        self.targets: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        self.sheet = ""
        self.words = ""
        self.days: frozenset[int] = frozenset()
        self.first_day = date(1899, 12, 30)

    def begin_workbookPr(self, given: dict[str, str]) -> None:
        if given.get("date1904") in ("1", "true"):
            self.first_day = date(1904, 1, 1)

    def begin_sheet(self, given: dict[str, str]) -> None:
        key = next((given[name] for name in given if name.rpartition(":")[2] == "id"), "")
        self.sheets.append(key)


class _Relations(_Parser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: dict[str, str] = {}
        self.kinds: dict[str, str] = {}

    def begin_Relationship(self, given: dict[str, str]) -> None:
        target = given.get("Target", "")
        path = target[1:] if target.startswith("/") else f"xl/{target}"
        self.targets[given.get("Id", "")] = path
        self.kinds[given.get("Type", "").rpartition("/")[2]] = path


class _Styles(_Parser):
    """The numbers of those styles that show a day."""

    def __init__(self) -> None:
        super().__init__()
        self.days: set[int] = set()
        self._formats: set[int] = set()
        self._inside = False
        self._count = 0

    def begin_numFmt(self, given: dict[str, str]) -> None:
        shown = _NOT_OF_A_DAY.sub("", given.get("formatCode", "")[:200])
        number = given.get("numFmtId", "")
        if _DAY.search(shown) and number.isdecimal() and len(number) < 9:
            self._formats.add(int(number))

    def begin_cellXfs(self, _given: dict[str, str]) -> None:
        self._inside = True

    def end_cellXfs(self) -> None:
        self._inside = False

    def begin_xf(self, given: dict[str, str]) -> None:
        if not self._inside:
            return
        number = given.get("numFmtId", "0")
        kind = int(number) if number.isdecimal() and len(number) < 9 else 0
        if kind in _BUILT_IN_DAYS or kind in self._formats:
            self.days.add(self._count)
        self._count += 1


def _book(archive: zipfile.ZipFile) -> _Book:
    book, relations, styles = _Book(), _Relations(), _Styles()
    _read(book, archive, "xl/workbook.xml")
    _read(relations, archive, "xl/_rels/workbook.xml.rels")
    _read(styles, archive, relations.kinds.get("styles", "xl/styles.xml"))
    known = set(archive.namelist())
    named = [relations.targets.get(key, "") for key in book.sheets]
    sheets = [name for name in (*named, "xl/worksheets/sheet1.xml") if name in known]
    if not sheets:
        raise DamagedSheet
    book.sheet = sheets[0]
    words = relations.kinds.get("sharedStrings", "xl/sharedStrings.xml")
    book.words = words if words in known else ""
    book.days = frozenset(styles.days)
    return book


class _Words(_Parser):
    """Shared words; how they are spoken (`rPh`) is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._parts: list[str] = []
        self._spoken = False

    def begin_si(self, _given: dict[str, str]) -> None:
        self._parts = []

    def end_si(self) -> None:
        if len(self.found) >= MOST_WORDS:
            raise DamagedSheet
        self.found.append("".join(self._parts)[:LONGEST_CELL])
        self._parts = []

    def begin_rPh(self, _given: dict[str, str]) -> None:
        self._spoken = True

    def end_rPh(self) -> None:
        self._spoken = False

    def begin_t(self, _given: dict[str, str]) -> None:
        if not self._spoken:
            self.listen(self._parts.append)

    def end_t(self) -> None:
        self.listen(None)


# --- The cells ------------------------------------------------------------------------------------


class _Cells(_Parser):
    def __init__(self, words: list[str], days: frozenset[int], first_day: date) -> None:
        super().__init__()
        #: lines that are complete: their number and their cells
        self.done: list[tuple[int, list[str]]] = []
        self._words, self._days, self._first_day = words, days, first_day
        self._number = 0
        self._row: list[str] = []
        self._column = -1
        self._kind = self._style = ""
        self._parts: list[str] = []
        self._spoken = False

    def begin_row(self, given: dict[str, str]) -> None:
        told = given.get("r", "")
        number = int(told) if told.isdecimal() and len(told) < 9 else 0
        if number > MOST_ROWS:
            raise DamagedSheet
        self._number = number if number > self._number else self._number + 1
        self._row, self._column = [], -1

    def end_row(self) -> None:
        self.done.append((self._number, self._row))
        self._row = []

    def begin_c(self, given: dict[str, str]) -> None:
        place = _column_of(given.get("r", ""))
        self._column = self._column + 1 if place < 0 else place
        self._kind, self._style = given.get("t", "n"), given.get("s", "")
        self._parts = []

    def end_c(self) -> None:
        if not self._parts or self._column >= MOST_COLUMNS:
            return
        while len(self._row) <= self._column:
            self._row.append("")
        self._row[self._column] = self._text("".join(self._parts)[:LONGEST_CELL])

    def _hear(self, _given: dict[str, str]) -> None:
        if self._column < MOST_COLUMNS and not self._spoken:
            self.listen(self._parts.append)

    def _deaf(self) -> None:
        self.listen(None)

    begin_v = begin_t = _hear
    end_v = end_t = _deaf

    def begin_rPh(self, _given: dict[str, str]) -> None:
        self._spoken = True

    def end_rPh(self) -> None:
        self._spoken = False

    def _text(self, said: str) -> str:
        """A cell as somebody would type it."""
        if self._kind == "s":
            place = int(said) if said.isdecimal() and len(said) < 9 else -1
            return self._words[place] if 0 <= place < len(self._words) else ""
        if self._kind == "b":
            return "TRUE" if said == "1" else "FALSE"
        if self._kind == "d":
            return said[:10]
        if self._kind != "n" or not _NUMBER.fullmatch(said):
            return said
        value = float(said)
        style = self._style
        if style.isdecimal() and len(style) < 9 and int(style) in self._days:
            return self._day(value)
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else str(value)

    def _day(self, value: float) -> str:
        try:
            return (self._first_day + timedelta(days=int(value))).isoformat()
        except OverflowError:
            return str(value)


def _column_of(place: str) -> int:
    """0 for "A7", 27 for "AB7"; -1 where nothing is said."""
    found = 0
    for letter in place[:4]:
        if not "A" <= letter <= "Z":
            break
        found = found * 26 + ord(letter) - 64
    return found - 1
