"""A PDF with its compressed streams unpacked, and put together again.

What is compressed already cannot be compressed together with its like: the same names and letters
in forty papers of an event. Unpacked, they can. Put together again a file is the same to the last
byte, as long as zlib compresses as it did; where another zlib does it in other words, the places
in the file are mended and it is the same paper.
"""

import re
import zlib
from dataclasses import dataclass
from typing import NamedTuple

#: as WeasyPrint compresses, then the others
LEVELS = (9, 6, 1)
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_END = b"\nendstream"
_LENGTH = re.compile(rb"/Length (\d+)(?=[^<>]*>>\s*stream\r?\n\Z)")
_TABLE = re.compile(rb"/W ?\[1 (\d+) (\d+)\]")
_START = re.compile(rb"startxref\r?\n(\d+)")


class Damaged(ValueError):
    """The pieces do not make a file of the kind that was taken apart."""


class Piece(NamedTuple):
    """A piece of a file: as it stands (level 0), or compressed at this level."""

    level: int
    length: int  # unpacked
    packed: int  # in the file


@dataclass(frozen=True, slots=True)
class Unpacked:
    pieces: tuple[Piece, ...]
    content: bytes


def unpack(pdf: bytes) -> Unpacked:
    """Whatever it is: what cannot be compressed again to the same bytes is left as it stands."""
    pieces, content, done = [], [], 0
    for begin in (found.end() for found in _STREAM.finditer(pdf)):
        end = pdf.find(_END, begin)
        if begin < done or end < 0:
            continue
        packed = pdf[begin:end]
        plain, level = _unpacked(packed)
        if not level:
            continue
        pieces += [Piece(0, begin - done, begin - done), Piece(level, len(plain), end - begin)]
        content += [pdf[done:begin], plain]
        done = end
    pieces.append(Piece(0, len(pdf) - done, len(pdf) - done))
    content.append(pdf[done:])
    return Unpacked(tuple(pieces), b"".join(content))


def _unpacked(packed: bytes) -> tuple[bytes, int]:
    try:
        plain = zlib.decompress(packed)
    except zlib.error:
        return b"", 0
    return plain, next((one for one in LEVELS if zlib.compress(plain, one) == packed), 0)


def join(unpacked: Unpacked) -> bytes:
    """The file again. Where it is compressed otherwise than it was, its places are mended."""
    parts, at = [], 0
    for piece in unpacked.pieces:
        plain = unpacked.content[at : at + piece.length]
        if len(plain) != piece.length:
            raise Damaged("A piece is too short.")
        at += piece.length
        parts.append(zlib.compress(plain, piece.level) if piece.level else plain)
    if at != len(unpacked.content):
        raise Damaged("Something is left over.")
    lengths = [len(part) for part in parts]
    if lengths == [piece.packed for piece in unpacked.pieces]:
        return b"".join(parts)
    return _mended(unpacked.pieces, parts)


def _mended(pieces: tuple[Piece, ...], parts: list[bytes]) -> bytes:
    """With the length of each stream, and the table of where objects stand, as they are now."""
    for place, piece in enumerate(pieces):
        if piece.level and len(parts[place]) != piece.packed:
            parts[place - 1] = _with_length(parts[place - 1], len(parts[place]))
    table = max((place for place, piece in enumerate(pieces) if piece.level), default=0)
    head = _TABLE.search(parts[table - 1]) if table else None
    if head is None:
        raise Damaged("The table of objects is not where it should be.")
    moved = _Moved(pieces, parts)
    rows = zlib.decompress(parts[table])
    width, last = int(head[1]), int(head[2])
    size = 1 + width + last
    wide = 4  # room for any file
    changed = bytearray()
    for at in range(0, len(rows), size):
        kind, value, rest = (
            rows[at],
            rows[at + 1 : at + 1 + width],
            rows[at + 1 + width : at + size],
        )
        number = int.from_bytes(value)
        changed += bytes([kind]) + (moved.to(number) if kind == 1 else number).to_bytes(wide) + rest
    packed = zlib.compress(bytes(changed), 9)
    before = parts[table - 1][: head.start()] + b"/W [1 %d %d]" % (wide, last)
    parts[table - 1] = _with_length(before + parts[table - 1][head.end() :], len(packed))
    parts[table] = packed
    tail = _START.search(parts[-1])
    if tail is None:
        raise Damaged("The file does not say where its table is.")
    start = moved.to(int(tail[1]))
    parts[-1] = parts[-1][: tail.start(1)] + b"%d" % start + parts[-1][tail.end(1) :]
    return b"".join(parts)


def _with_length(head: bytes, length: int) -> bytes:
    found = _LENGTH.search(head)
    if found is None:
        raise Damaged("A stream does not say how long it is.")
    return head[: found.start(1)] + b"%d" % length + head[found.end(1) :]


class _Moved:
    """Where an object stands now that stood elsewhere: by its distance from the end of the piece
    before it, of which nothing changes but what lies behind the object."""

    def __init__(self, pieces: tuple[Piece, ...], parts: list[bytes]) -> None:
        self.begins: list[tuple[int, int]] = []
        was = now = 0
        for piece, part in zip(pieces, parts, strict=True):
            self.begins.append((was, now))
            was, now = was + piece.packed, now + len(part)

    def to(self, place: int) -> int:
        was, now = next(pair for pair in reversed(self.begins) if pair[0] <= place)
        return now + place - was
