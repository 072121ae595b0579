"""The two layouts of FIDE's rating lists, told apart and read piece by piece.

Fixed columns: one header line whose words stand where the columns begin, so that the widths are
read from it and not assumed. XML: one `player` element each, its fields always in one order.
Both are far too long for the memory, so both are turned into rows of text as they pass.
"""

import html
import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

PIECE = 1 << 20
#: what a row holds, in this order: the columns of the staging table
FIELDS = (
    "fide_id", "name", "federation", "sex", "title", "women_title",
    "standard", "k_standard", "rapid", "k_rapid", "blitz", "k_blitz", "birth", "flag",
)  # fmt: skip

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
_MONTH_WORD = re.compile(r"^[a-z]{3}\d\d$")


class UnknownLayout(Exception):
    """The file is neither of the two."""


@dataclass(frozen=True, slots=True)
class Column:
    field: str
    start: int
    end: int | None


def unpacked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of the list, out of the archive in which it comes.

    Member names have changed over time: the first `.txt` or `.xml` is the list.
    """
    pieces = iter(pieces)
    first = next(pieces, b"")
    if not first.startswith(b"PK\x03\x04"):
        yield first
        yield from pieces
        return
    with tempfile.TemporaryFile() as file:
        file.write(first)
        for piece in pieces:
            file.write(piece)
        try:
            with zipfile.ZipFile(file) as archive:
                names = [n for n in archive.namelist() if n.lower().endswith((".txt", ".xml"))]
                if not names:
                    raise UnknownLayout
                with archive.open(names[0]) as member:
                    while piece := member.read(PIECE):
                        yield piece
        except zipfile.BadZipFile as error:
            raise UnknownLayout from error


def columns_of(header: str, kind: str = "standard") -> tuple[Column, ...]:
    """Where each field stands, from the header line. `kind` names a single list's rating."""
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
    if not {"fide_id", "name", "federation"} <= known or not known & {"standard", "rapid", "blitz"}:
        raise UnknownLayout
    return tuple(columns)


def looks_like_xml(start: bytes) -> bool:
    return start.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")


def whole_lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in blocks that end with a line, as UTF-8 without carriage returns."""
    rest = b""
    for piece in pieces:
        block = rest + piece
        cut = block.rfind(b"\n") + 1
        rest = block[cut:]
        if cut:
            yield _clean(block[:cut])
    if rest.strip():
        yield _clean(rest + b"\n")


def _clean(block: bytes) -> bytes:
    if b"\r" in block:
        block = block.replace(b"\r", b"")
    if b"\0" in block:
        block = block.replace(b"\0", b" ")
    try:
        block.decode()
    except UnicodeDecodeError:
        return block.decode("latin-1").encode()
    return block


_PLAYER = re.compile(rb"<player>(.*?)</player>", re.DOTALL)
_FIELD = re.compile(rb"<(\w+)>([^<]*)</")


def rows_of_xml(pieces: Iterable[bytes], kind: str = "standard") -> Iterator[list[str]]:
    """The players of an XML list. `<player>` is matched whole: `<playerslist>` begins alike."""
    rest = b""
    order: list[bytes] = []
    places: list[int] = []
    for piece in pieces:
        block = rest + piece
        cut = block.rfind(b"</player>") + 9
        if cut < 9:
            rest = block
            if len(rest) > 64 * PIECE:
                raise UnknownLayout
            continue
        rest = block[cut:]
        text = _clean(block[:cut])
        escaped = b"&" in text
        for player in _PLAYER.findall(text):
            found = _FIELD.findall(player)
            names = [name for name, _value in found]
            if names != order:
                order, places = names, _places(names, kind)
            values = [found[place][1].decode().strip() if place >= 0 else "" for place in places]
            if escaped:
                values = [html.unescape(value) for value in values]
            yield values


def _places(names: list[bytes], kind: str) -> list[int]:
    """For each field of a row, which element of the player holds it; -1 = none does."""
    elements = [name.decode() for name in names]
    single = "rapid_rating" not in elements
    fields = {}
    for place, name in enumerate(elements):
        field = _ELEMENTS.get(name, "")
        if single and name in ("rating", "k"):
            field = kind if name == "rating" else f"k_{kind}"
        if field:
            fields.setdefault(field, place)
    return [fields.get(field, -1) for field in FIELDS]


def rows_of_text(pieces: Iterable[bytes], kind: str = "standard") -> Iterator[list[str]]:
    """The players of a list with fixed columns."""
    slices: list[slice] = []
    for block in whole_lines(pieces):
        lines = block.decode().split("\n")
        if not slices:
            columns = {column.field: column for column in columns_of(lines.pop(0), kind)}
            nothing = slice(0, 0)
            slices = [
                slice(columns[field].start, columns[field].end) if field in columns else nothing
                for field in FIELDS
            ]
        for line in lines:
            if line:
                yield [line[part].strip() for part in slices]


def rows_of(pieces: Iterable[bytes], kind: str = "standard") -> Iterator[list[str]]:
    """The players of a list in whichever layout, packed or not."""
    stream = unpacked(pieces)
    first = next(stream, b"")
    if not first.strip():
        raise UnknownLayout
    whole = chain([first.removeprefix(b"\xef\xbb\xbf")], stream)
    return rows_of_xml(whole, kind) if looks_like_xml(first) else rows_of_text(whole, kind)


def fields_in(start: bytes, kind: str = "standard") -> frozenset[str]:
    """Which ratings a list speaks about; the others it leaves alone."""
    if looks_like_xml(start):
        single = b"<rapid_rating>" not in start
        return frozenset({kind}) if single else frozenset({"standard", "rapid", "blitz"})
    header = start.split(b"\n", 1)[0].decode("latin-1")
    found = {column.field for column in columns_of(header, kind)}
    return frozenset(found & {"standard", "rapid", "blitz"})
