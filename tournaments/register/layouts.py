"""The two layouts of FIDE's rating lists, told apart and read piece by piece.

Fixed columns: one header line whose words stand where the columns begin, so that the widths are
read from it and not assumed. XML: one `player` element each, its fields always in one order.
Both are far too long for the memory, so both pass as blocks of records: lines, or elements.
"""

import html
import re
import tempfile
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tournaments.core.tables import DAMAGED_ARCHIVE
from tournaments.core.text import fold
from tournaments.register import facts

PIECE = 1 << 20
#: small enough to stay near the processor while it is read
BLOCK = PIECE // 4
#: what a list may be when it is out of its archive
LARGEST_LIST = 2000 * PIECE
#: no line and no element is longer
LONGEST_RECORD = PIECE
RATINGS = ("standard", "rapid", "blitz")

# Header word → field. A single list calls its rating by its month (OCT26), its coefficient K.
_WORDS = {
    "id": "fide_id", "name": "name", "fed": "federation", "sex": "sex", "tit": "title",
    "wtit": "women_title", "srtng": "standard", "sk": "k_standard", "rrtng": "rapid",
    "rk": "k_rapid", "brtng": "blitz", "bk": "k_blitz", "b-day": "birth", "flag": "flag",
}  # fmt: skip
_ELEMENTS = {
    "fideid": "fide_id", "name": "name", "country": "federation", "sex": "sex",
    "title": "title", "w_title": "women_title", "rating": "standard", "k": "k_standard",
    "rapid_rating": "rapid", "rapid_k": "k_rapid", "blitz_rating": "blitz",
    "blitz_k": "k_blitz", "birthday": "birth", "flag": "flag",
}  # fmt: skip
_PERSON = ("federation", "sex", "title", "women_title")
_MONTH_WORD = re.compile(r"^[a-z]{3}\d\d$")
#: control characters are nobody's name; lines end with a line feed alone
_CONTROLS = bytes(32 if code < 32 and code != 10 else code for code in range(256))
#: lower case and blanks for ASCII, where that is all that `fold` does
_FOLDED = bytes(
    code if code == 10 or code > 127 else ord(chr(code).lower()) if chr(code).isalnum() else 32
    for code in range(256)
)


class UnknownLayout(Exception):
    """The file is neither of the two."""


class ListTooLarge(Exception):
    """The archive would unpack to more than any rating list is."""


# --- Out of the archive ---------------------------------------------------------------------------


def unpacked(
    pieces: Iterable[bytes], size: int = 0, told: Callable[[int, int], None] = lambda *_: None
) -> Iterator[bytes]:
    """The bytes of the list, out of the archive in which it comes; how many of how many is told.

    Member names have changed over time: the first `.txt` or `.xml` is the list.
    """
    pieces = iter(pieces)
    first = next(pieces, b"")
    passed = 0
    if not first.startswith(b"PK\x03\x04"):
        for piece in chain([first], pieces):
            for start in range(0, len(piece), BLOCK):
                yield piece[start : start + BLOCK]
            passed += len(piece)
            told(passed, size)
        return
    with tempfile.TemporaryFile() as file:
        file.write(first)
        for piece in pieces:
            file.write(piece)
        try:
            with zipfile.ZipFile(file) as archive:
                lists = [
                    part
                    for part in archive.infolist()
                    if part.filename.lower().endswith((".txt", ".xml"))
                ]
                if not lists:
                    raise UnknownLayout
                # More than it says of itself is never read out of a member.
                if lists[0].file_size > LARGEST_LIST:
                    raise ListTooLarge
                with archive.open(lists[0]) as member:
                    while piece := member.read(BLOCK):
                        yield piece
                        passed += len(piece)
                        told(passed, lists[0].file_size)
        except DAMAGED_ARCHIVE as error:
            raise UnknownLayout from error


# --- Either layout --------------------------------------------------------------------------------


class Layout(ABC):
    """Finds and reads the records of one file."""

    #: which ratings the list speaks about; the others it leaves alone
    ratings: tuple[str, ...]

    def __init__(self) -> None:
        #: of the names that were read
        self.words: set[str] = set()

    @abstractmethod
    def records(self, pieces: Iterable[bytes]) -> Iterator[list[bytes]]:
        """The players' lines or elements as they stand, a block in memory at a time."""

    @abstractmethod
    def read(self, records: list[bytes]) -> Iterator[str | None]:
        """`facts.COLUMNS` of each, ready to be copied; None for one that is not a player."""


def opened(
    pieces: Iterable[bytes],
    kind: str = "standard",
    size: int = 0,
    told: Callable[[int, int], None] = lambda *_: None,
) -> tuple[Layout, Iterator[bytes]]:
    """The layout of a file, packed or not, and its bytes. `kind` names a single list's rating."""
    stream = unpacked(pieces, size, told)
    first = next(stream, b"").removeprefix(b"\xef\xbb\xbf")
    # The header line, or the first player, tells the layout.
    enough = b"</player>" if looks_like_xml(first) else b"\n"
    while enough not in first and len(first) < LONGEST_RECORD and (more := next(stream, b"")):
        first += more
    if not first.strip():
        raise UnknownLayout
    layout = _Elements(first, kind) if looks_like_xml(first) else _Lines(first, kind)
    return layout, chain([first], stream)


def looks_like_xml(start: bytes) -> bool:
    return start.lstrip(b" \r\n\t").startswith(b"<")


def _clean(block: bytes) -> bytes:
    """Without carriage returns and other controls, as UTF-8."""
    if b"\r\n" in block:
        block = block.replace(b"\r\n", b"\n")
    if any(control in block for control in (b"\r", b"\0", b"\1", b"\2", b"\3")):
        block = block.translate(_CONTROLS)
    if not block.isascii():
        try:
            block.decode()
        except UnicodeDecodeError:
            return block.decode("latin-1").encode()
    return block


class _Remembered(dict[Any, Any]):
    """Meanings of parts of records, worked out once: most parts occur again and again."""

    MOST = 50_000

    def __init__(self, work_out: Callable[[Any], Any]) -> None:
        self.work_out = work_out

    def __missing__(self, part: Any) -> Any:
        if len(self) >= self.MOST:
            self.clear()
        said = self[part] = self.work_out(part)
        return said


def _folded(name: str) -> str:
    if name.isascii():
        return name.encode().translate(_FOLDED).decode()
    return fold(name)


# --- Fixed columns --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    field: str
    start: int
    end: int | None


def columns_of(header: str, kind: str = "standard") -> tuple[Column, ...]:
    """The place of each field, from the header line. `kind` names a single list's rating."""
    line = header.rstrip().replace("ID Number", "ID       ", 1)
    words = [(match.group().lower(), match.start()) for match in re.finditer(r"\S+", line)]
    single = not any(word == "srtng" for word, _start in words)
    columns = []
    for index, (word, start) in enumerate(words):
        field = _WORDS.get(word, "")
        if single and _MONTH_WORD.match(word):
            field = kind
        elif single and word == "k":
            field = f"k_{kind}"
        end = words[index + 1][1] if index + 1 < len(words) else None
        if field:
            columns.append(Column(field, start, end))
    known = {column.field for column in columns}
    if not {"fide_id", "name", "federation"} <= known or not known & set(RATINGS):
        raise UnknownLayout
    return tuple(columns)


#: field → the word above its column in a table of players
_ABOVE = {
    "fide_id": "fide id", "name": "name", "federation": "fed", "sex": "sex", "title": "title",
    "standard": "standard", "rapid": "rapid", "blitz": "blitz", "birth": "birth",
}  # fmt: skip


def rows_of_rating_list(text: str) -> list[list[str]] | None:
    """A few lines of a list, such as those of a club, as a table with a heading; None if its
    columns are not known."""
    if looks_like_xml(text[:200].lstrip("\ufeff").encode()):
        found = [_said(one) for one in text.split("<player>")[1:]]
    else:
        header, _end, rest = text.lstrip("\ufeff").replace("\r\n", "\n").partition("\n")
        try:
            columns = columns_of(header)
        except UnknownLayout:
            return None
        found = [
            {column.field: line[column.start : column.end].strip() for column in columns}
            for line in rest.split("\n")
            if line.strip()
        ]
    rows = [list(_ABOVE.values())]
    for said in found:
        said["title"] = said.get("title") or said.get("women_title", "")
        rows.append([said.get(field, "") for field in _ABOVE])
    return rows


def _said(record: str) -> dict[str, str]:
    return {
        _ELEMENTS[element]: html.unescape(value).strip()
        for element, value in _FIELD.findall(record)
        if element in _ELEMENTS
    }


class _Lines(Layout):
    def __init__(self, start: bytes, kind: str) -> None:
        super().__init__()
        header = _clean(start.split(b"\n", 1)[0]).decode().rstrip()
        self.columns = {column.field: column for column in columns_of(header, kind)}
        self.ratings = tuple(name for name in RATINGS if name in self.columns)
        self.person = self._part(facts.person, *_PERSON)
        self.age = self._part(facts.age_and_flag, "birth", "flag")
        self.rating = [self._part(facts.rating, name, f"k_{name}") for name in RATINGS]
        of_id, of_name = self.columns["fide_id"], self.columns["name"]
        self.own = slice(of_id.start, of_id.end), slice(of_name.start, of_name.end)
        if (of_name.end or 999) - of_name.start > 120:
            raise UnknownLayout

    def _part(self, work_out: Callable[..., Any], *fields: str) -> tuple[slice, _Remembered]:
        """From the first to the last of these columns, and what stands there."""
        columns = [self.columns.get(field, Column(field, 0, 0)) for field in fields]
        told = [column for column in columns if column.end != 0]
        start = min((column.start for column in told), default=0)
        ends = [column.end for column in told]
        whole = (
            slice(start, 0)
            if not told
            else slice(start, None if None in ends else max(filter(None, ends)))
        )
        own = [
            slice(0, 0)
            if column.end == 0
            else slice(column.start - start, None if column.end is None else column.end - start)
            for column in columns
        ]
        return whole, _Remembered(lambda part: work_out(*(part[place].strip() for place in own)))

    def records(self, pieces: Iterable[bytes]) -> Iterator[list[bytes]]:
        end = b""
        for block in _whole_lines(pieces):
            header = not end
            if header:
                end = b"\r\n" if block.partition(b"\n")[0].endswith(b"\r") else b"\n"
            lines = block.removesuffix(b"\r").split(end)
            if len(lines) <= block.count(b"\n"):  # ends of both kinds
                lines = block.replace(b"\r\n", b"\n").split(b"\n")
            if header:
                del lines[0]
            if not all(lines):
                lines = [line for line in lines if line.strip()]
            yield lines

    def read(self, records: list[bytes]) -> Iterator[str | None]:
        if not records:
            return
        block = _clean(b"\n".join(records))
        lines = block.decode("latin-1").split("\n")
        folded = block.translate(_FOLDED).decode("latin-1").split("\n")
        if not block.isascii():
            # A line with other letters has other places as text than as bytes.
            for place, raw in enumerate(block.split(b"\n")):
                if not raw.isascii():
                    lines[place] = raw.decode()
                    folded[place] = self._folded(lines[place])
        (of_id, of_name), (of_person, person), (of_age, age) = self.own, self.person, self.age
        (of_standard, standard), (of_rapid, rapid), (of_blitz, blitz) = self.rating
        learn = self.words.update
        for line, plain in zip(lines, folded, strict=True):
            fide_id, words = line[of_id].strip(), plain[of_name].split()
            one, two, three = (
                standard[line[of_standard]],
                rapid[line[of_rapid]],
                blitz[line[of_blitz]],
            )
            if not (words and one and two and three and facts.is_fide_id(fide_id)):
                yield None
                continue
            learn(words)
            yield (
                f"{fide_id}\x01{line[of_name].strip()}\x01{' '.join(words)}"
                f"\x01{person[line[of_person]]}\x01{age[line[of_age]]}\x01{one}\x01{two}\x01{three}"
            )

    def _folded(self, line: str) -> str:
        """The name as it is searched, in the place of the name."""
        start = self.columns["name"].start
        return " " * start + fold(line[self.own[1]])[:120]


def _whole_lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in blocks that end with a line, without its line feed."""
    rest = b""
    for piece in pieces:
        block = rest + piece
        cut = block.rfind(b"\n") + 1
        rest = block[cut:]
        if len(rest) > LONGEST_RECORD:
            raise UnknownLayout
        if cut:
            yield block[: cut - 1]
    if rest.strip():
        yield rest


# --- XML ------------------------------------------------------------------------------------------

_FIELD = re.compile(r"<(\w+)>([^<]*)</")
#: an entity may stand for one
_NO_CONTROLS = dict.fromkeys(range(32), " ")


class _Elements(Layout):
    def __init__(self, start: bytes, kind: str) -> None:
        super().__init__()
        single = b"<rapid_rating>" not in start
        self.fields = _ELEMENTS | ({"rating": kind, "k": f"k_{kind}"} if single else {})
        self.ratings = (kind,) if single else RATINGS
        self.rest = _Remembered(self._rest)

    def records(self, pieces: Iterable[bytes]) -> Iterator[list[bytes]]:
        rest = b""
        for piece in pieces:
            block = rest + piece
            whole, end, rest = block.rpartition(b"</player>")
            if len(rest) > 2 * LONGEST_RECORD:
                raise UnknownLayout
            if end:
                yield whole.split(b"</player>")

    def read(self, records: list[bytes]) -> Iterator[str | None]:
        if not records:
            return
        for record in _clean(b"</player>".join(records)).decode().split("</player>"):
            # `<playerslist>` begins alike, so the element is looked for with its bracket.
            # What stands behind the name is mostly alike: few of the listed have a rating.
            head, _end, rest = record.rpartition("<player>")[2].partition("</name>")
            before, _start, name = head.partition("<name>")
            fide_id = before.partition("<fideid>")[2].partition("</fideid>")[0].strip()
            if "&" in name:
                name = html.unescape(name).translate(_NO_CONTROLS)
            name = " ".join(name.split())[:120]
            words = _folded(name).split()
            facts_of = self.rest[rest]
            if not (words and facts_of and facts.is_fide_id(fide_id)):
                yield None
                continue
            self.words.update(words)
            yield f"{fide_id}\x01{name}\x01{' '.join(words)[:120]}\x01{facts_of}"

    def _rest(self, rest: str) -> str:
        """The part of a record behind the name; "" where a rating is no number."""
        said: dict[str, str] = {}
        for element, value in _FIELD.findall(rest):
            if "&" in value:
                value = html.unescape(value).translate(_NO_CONTROLS)
            said.setdefault(self.fields.get(element, ""), value.strip())
        ratings = [facts.rating(said.get(n, ""), said.get(f"k_{n}", "")) for n in RATINGS]
        if not all(ratings):
            return ""
        return facts.SEPARATOR.join(
            (
                facts.person(*(said.get(name, "") for name in _PERSON)),
                facts.age_and_flag(said.get("birth", ""), said.get("flag", "")),
                *ratings,
            )
        )
