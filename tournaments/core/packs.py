"""Several papers in one piece, compressed together; each can be taken out, and is checked."""

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator

from tournaments.core.pdf_streams import Damaged, Piece, Unpacked, join, unpack

#: unpacked, so much goes into one piece: what is alike is found over so many bytes
MOST = 16 * 1024 * 1024
_MARK = b"HAKEM-PACK-1\n"
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": MOST}]


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def packs(papers: Iterable[tuple[str, bytes]]) -> Iterator[tuple[list[str], bytes]]:
    """The names in each piece, and the piece; as many papers in one as fit."""
    waiting: list[tuple[str, bytes, Unpacked]] = []
    size = 0
    for name, paper in papers:
        unpacked = unpack(paper)
        if waiting and size + len(unpacked.content) > MOST:
            yield _pack(waiting)
            waiting, size = [], 0
        waiting.append((name, paper, unpacked))
        size += len(unpacked.content)
    if waiting:
        yield _pack(waiting)


def _pack(papers: list[tuple[str, bytes, Unpacked]]) -> tuple[list[str], bytes]:
    index = [
        {
            "name": name,
            "pieces": unpacked.pieces,
            "digest": digest(paper),
            "content": digest(unpacked.content),
        }
        for name, paper, unpacked in papers
    ]
    head = json.dumps(index, separators=(",", ":")).encode()
    whole = b"".join(
        (_MARK, b"%d\n" % len(head), head, *(unpacked.content for _n, _p, unpacked in papers))
    )
    data = lzma.compress(whole, check=lzma.CHECK_SHA256, filters=_FILTERS)
    return [name for name, _paper, _unpacked in papers], data


def paper_of(data: bytes, name: str) -> tuple[bytes, bool]:
    """The paper, and whether it is the same to the last byte. Raises `Damaged`."""
    try:
        whole = lzma.decompress(data)
        if not whole.startswith(_MARK):
            raise Damaged("This is no piece of papers.")
        begin = whole.index(b"\n", len(_MARK)) + 1
        end = begin + int(whole[len(_MARK) : begin])
        index = json.loads(whole[begin:end])
    except (lzma.LZMAError, EOFError, ValueError) as error:
        raise Damaged(str(error)) from error
    for entry in index:
        pieces = tuple(Piece(*piece) for piece in entry["pieces"])
        length = sum(piece.length for piece in pieces)
        if entry["name"] == name:
            content = whole[end : end + length]
            if digest(content) != entry["content"]:
                raise Damaged("The paper is not what it was.")
            paper = join(Unpacked(pieces, content))
            return paper, digest(paper) == entry["digest"]
        end += length
    raise Damaged("The paper is not in this piece.")
