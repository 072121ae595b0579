"""Two short sums of each line of a list that the register holds, so that of next month's list only
the lines need to be read that say something else.

Both sums are zlib's, worked out where the line lies; together they are eight bytes. Two months
stand in the same order, so that a line is looked for only about where it stood before. What is
not found there is read, even though it may say nothing new: that costs time and nothing else.
"""

from array import array
from zlib import adler32, crc32

from tournaments.models import ListImport, ListPrints

#: bytes of both sums
SIZE = 8
#: bytes of them in a row of the database
PIECE = 1 << 20
#: so many lines before and behind its place a line is looked for; and where none is found there
NEAR, FAR = 500, 20_000
#: whatever changes how a line is summed up, or where, changes this
KIND = "crc32 adler32"

#: of each line the one sum and the other
Sums = tuple["array[int]", "array[int]"]


def prints_of(records: list[bytes]) -> Sums:
    return array("I", map(crc32, records)), array("I", map(adler32, records))


class Prints:
    """Those of a list, on their way into the database."""

    def __init__(self, work: ListImport) -> None:
        self.work, self.waiting, self.position = work, prints_of([]), 0
        work.prints.all().delete()

    def note(self, records: list[bytes], told: Sums, bad: list[bytes]) -> None:
        if bad:  # asked again every month
            not_kept = set(bad)
            told = prints_of([line for line in records if line not in not_kept])
        for waiting, sums in zip(self.waiting, told, strict=True):
            waiting.extend(sums)
        if len(self.waiting[0]) * SIZE >= PIECE:
            self.keep()

    def keep(self) -> None:
        data = b"".join(sums.tobytes() for sums in self.waiting)
        ListPrints.objects.create(list_import=self.work, position=self.position, data=data)
        self.waiting = prints_of([])
        self.position += 1


class Known:
    """Those of last month, in the order of its file."""

    def __init__(self) -> None:
        self.crcs, self.adlers = prints_of([])
        #: where the next line of the new file is likely to stand
        self.place = 0

    @property
    def any(self) -> bool:
        return bool(self.crcs)

    def add(self, data: bytes) -> None:
        half = len(data) // 2
        self.crcs.frombytes(data[:half])
        self.adlers.frombytes(data[half:])

    def news(self, records: list[bytes], told: Sums) -> list[bytes]:
        """Of the new file's next lines those that did not stand in last month's."""
        news = records
        for reach in (NEAR, FAR):
            start, end = max(0, self.place - reach), self.place + len(records) + reach
            here = dict(zip(self.crcs[start:end], self.adlers[start:end], strict=True))
            news = [
                line
                for line, crc, adler in zip(records, *told, strict=True)
                if here.get(crc) != adler
            ]
            if len(news) < len(records):
                last = next(
                    crc
                    for crc, adler in zip(reversed(told[0]), reversed(told[1]), strict=True)
                    if here.get(crc) == adler
                )
                self.place = self.crcs.index(last, start, end) + 1
                break
        return news


def known_before(work: ListImport) -> Known:
    """Of the month before, in the same layout. The same month again is compared in full, so that
    it mends whatever may be wrong."""
    merged = ListImport.objects.filter(list=work.list, stage=ListImport.Stage.MERGED)
    last = merged.order_by("-finished_at").first()
    known = Known()
    if last and last.month < work.month and last.reading.get("layout") == work.reading["layout"]:
        for data in last.prints.values_list("data", flat=True).iterator(chunk_size=1):
            known.add(bytes(data))
    return known
