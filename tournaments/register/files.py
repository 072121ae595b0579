"""The file of a list, kept in the database piece by piece: web and worker may be two machines."""

import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date

from tournaments.kernel.errors import Refused
from tournaments.models import (
    ListChunk,
    ListImport,
    RatingList,
    User,
)
from tournaments.register.layouts import PIECE

CHUNK = 4 * PIECE
LARGEST_FILE = 1200 * PIECE


def keep_file(
    rating_list: RatingList, pieces: Iterable[bytes], file_name: str, month: date, by: User | None
) -> ListImport:
    work = ListImport.objects.create(
        list=rating_list, month=month, file_name=file_name[:120], created_by=by
    )
    keep(work, pieces)
    return work


def keep(work: ListImport, pieces: Iterable[bytes]) -> None:

    def counted() -> Iterator[bytes]:
        for piece in _in_chunks(pieces):
            work.size += len(piece)
            if work.size > LARGEST_FILE:
                raise Refused("register.file_too_large", field="file")
            yield piece

    for position, data in enumerate(_ahead(_packed, counted())):
        ListChunk.objects.create(list_import=work, position=position, data=data)
    if not work.size:
        raise Refused("register.unknown_layout", field="file")
    work.save(update_fields=["size"])


def _packed(piece: bytes) -> bytes:
    return zlib.compress(piece, level=1)


def _ahead(work: Callable[[bytes], bytes], pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The results in order, the next ones already under way on the other processors."""
    with ThreadPoolExecutor(2) as pool:
        waiting: deque[Future[bytes]] = deque()
        for piece in pieces:
            waiting.append(pool.submit(work, piece))
            if len(waiting) > 2:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _in_chunks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    waiting = bytearray()
    for piece in pieces:
        waiting += piece
        while len(waiting) >= CHUNK:
            yield bytes(waiting[:CHUNK])
            del waiting[:CHUNK]
    if waiting:
        yield bytes(waiting)


def pieces_of(work: ListImport) -> Iterator[bytes]:
    """The file, a few chunks in memory at a time."""
    chunks = (
        bytes(ListChunk.objects.get(list_import=work, position=position).data)
        for position in range(-(-work.size // CHUNK))
    )
    return _ahead(zlib.decompress, chunks)
