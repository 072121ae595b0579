"""Tables as rows of cells: text in the encodings and separators of spreadsheets, and XLSX.

A file passes piece by piece, what was pasted is read whole. Nothing in a spreadsheet is computed
or fetched. What the cells mean is read elsewhere.
"""

import codecs
import csv
import io
import lzma
import math
import struct
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain

from pairing.trf.decoding import decoded, page_of, without_mark
from tournaments.core.sheets import MOST_COLUMNS, DamagedSheet, rows_of

#: of a table that was pasted or uploaded to be mended on a page
MOST_LINES = 5000
#: what a spreadsheet may unpack to
LARGEST_SHEET = 400 * 1024 * 1024
#: a line longer than this is no line of a table
LONGEST_LINE = 1 << 20


#: what comes out of an archive that is damaged, packed in a way of its own, or behind a password
DAMAGED_ARCHIVE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, KeyError,
    NotImplementedError, RuntimeError, struct.error,
)  # fmt: skip


class UnreadableTable(Exception):
    """The file is neither a table of text nor a spreadsheet. `line`: where a quotation mark opens
    that nothing closes, so that all that follows would be one cell; 0 where it is not that."""

    def __init__(self, line: int = 0) -> None:
        super().__init__(line)
        self.line = line


class TableTooLarge(UnreadableTable):
    """The spreadsheet would unpack to more than was allowed."""


def rows_of_table(pieces: Iterable[bytes], seconds: float = 0) -> Iterator[list[str]]:
    """A spreadsheet that takes longer than `seconds` is unreadable; text is read as it comes."""
    pieces = iter(pieces)
    first = next(pieces, b"")
    whole = chain([first], pieces)
    packed = first.startswith(b"PK\x03\x04")
    rows = rows_of_sheet(whole, seconds=seconds) if packed else rows_of_csv(whole)
    for row in rows:
        yield row[:MOST_COLUMNS]


def rows_of_sheet(
    pieces: Iterable[bytes], largest: int = 0, seconds: float = 0
) -> Iterator[list[str]]:
    """The first sheet, unless the file unpacks to more bytes than `largest`, or than any table, or
    takes longer than `seconds`."""
    until = time.monotonic() + seconds if seconds else math.inf
    with tempfile.TemporaryFile() as file:
        for piece in pieces:
            file.write(piece)
        try:
            with zipfile.ZipFile(file) as archive:
                if sum(part.file_size for part in archive.infolist()) > (largest or LARGEST_SHEET):
                    raise TableTooLarge
                yield from rows_of(archive, lambda: _in_time(until))
        except (DamagedSheet, *DAMAGED_ARCHIVE) as error:
            raise UnreadableTable from error


def _in_time(until: float) -> None:
    if time.monotonic() > until:
        raise TableTooLarge


def rows_of_csv(pieces: Iterable[bytes]) -> Iterator[list[str]]:
    """UTF-8 or UTF-16, with or without a mark, else the page of letters that reads best."""

    def lines() -> Iterator[str]:
        rest = ""
        for text in _decoded(pieces):
            whole, _newline, rest = (rest + text).rpartition("\n")
            if len(rest) > LONGEST_LINE:
                raise UnreadableTable
            yield from io.StringIO(whole + "\n" if whole else "")
        if rest.strip():
            yield rest

    source = lines()
    head = next(source, "")
    if "\0" in head:
        raise UnreadableTable
    separator = max(";\t,|", key=head.count)
    try:
        yield next(csv.reader([head], delimiter=separator), [])
        yield from _closed_rows((line.replace("\0", "") for line in source), separator)
    except csv.Error as error:
        raise UnreadableTable from error


def _closed_rows(source: Iterator[str], separator: str) -> Iterator[list[str]]:
    """The rows below the first line, each with its quotation marks closed."""
    read: list[str] = []

    def noted() -> Iterator[str]:
        for line in source:
            read.append(line)
            yield line

    reader, begun = csv.reader(noted(), delimiter=separator), 2
    try:
        for row in reader:
            if len(read) > 1 and _is_open(read, separator):
                raise UnreadableTable(begun)
            yield row
            begun += len(read)
            read.clear()
    except csv.Error as error:
        raise UnreadableTable(begun if len(read) > 1 else 0) from error


def _is_open(lines: list[str], separator: str) -> bool:
    try:
        list(csv.reader(lines, delimiter=separator, strict=True))
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


def _decoded(pieces: Iterable[bytes]) -> Iterator[str]:
    """The first letter beyond ASCII, which tells the encoding, may stand in a later piece."""
    pieces = iter(pieces)
    first = next(pieces, b"")
    marked = first[:2] in (b"\xff\xfe", b"\xfe\xff")
    wide = "utf-16" if marked else without_mark(first)
    decoder = _decoder(wide or "utf-8-sig", "replace" if wide else "strict")
    told = bool(wide)
    for piece in chain([first], pieces):
        begun = decoder.getstate()[0]
        try:
            text = decoder.decode(piece)
        except UnicodeDecodeError:
            decoder = _decoder("utf-8" if told else page_of(begun + piece), "replace")
            text = decoder.decode(begun + piece)
            told = True
        told = told or not text.isascii()
        yield text
    try:
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        yield _decoder("cp1254", "replace").decode(decoder.getstate()[0])


def _decoder(encoding: str, errors: str) -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder(encoding)(errors=errors)


# --- What was pasted -----------------------------------------------------------------------------


def decode(data: bytes) -> str:
    """UTF-8, UTF-16, or the page of letters in which the names read best."""
    return decoded(data)[0]


def table_rows(text: str, *, names_alone: bool = False) -> list[list[str]]:
    """The cells of each line. With `names_alone`, "Yıldız, Ayşe" in a list without other
    separators is one name, not two cells."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    # An empty row of a spreadsheet (";;;;") says nothing about the separator of the others.
    said = [line for line in lines if any(map(str.isalnum, line))][:12]
    separator = max("\t;,|", key="\n".join(said).count)
    if names_alone and separator == "," and all(line.count(",") <= 1 for line in said):
        return [[line] for line in lines]
    try:
        return list(csv.reader(io.StringIO(text), delimiter=separator, strict=True))
    except csv.Error:
        # A quotation mark that is never closed must not swallow the lines after it.
        return [[cell.strip().strip('"') for cell in line.split(separator)] for line in lines]


def as_text(rows: list[list[str]]) -> str:
    """The rows of a file as they can be mended on the page and sent again."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)
