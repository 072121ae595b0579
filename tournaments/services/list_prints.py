"""A fingerprint of each line of a list that the register holds, so that of next month's list only
the lines need to be read that say something else."""

from hashlib import blake2b

from tournaments.models import ListImport, ListPrints

#: bytes of a fingerprint
SIZE = 8
#: bytes of them in a row of the database
PIECE = 1 << 20


def prints_of(records: list[bytes]) -> list[bytes]:
    return [blake2b(record, digest_size=SIZE).digest() for record in records]


class Prints:
    """Those of a list, on their way into the database."""

    def __init__(self, work: ListImport) -> None:
        self.work, self.waiting, self.position = work, bytearray(), 0
        work.prints.all().delete()

    def note(self, told: list[bytes], bad: list[bytes]) -> None:
        if bad:  # asked again every month
            not_kept = set(prints_of(bad))
            told = [one for one in told if one not in not_kept]
        self.waiting += b"".join(told)
        if len(self.waiting) >= PIECE:
            self.keep()

    def keep(self) -> None:
        ListPrints.objects.create(
            list_import=self.work, position=self.position, data=bytes(self.waiting)
        )
        self.waiting.clear()
        self.position += 1


class Known:
    """Those of last month, to be looked up a million times in a tenth of a set's memory: under
    the first two bytes of each the others, one behind the other."""

    def __init__(self) -> None:
        self.under = [b""] * 65536
        self.any = False

    def add(self, data: bytes) -> None:
        under = self.under
        for at in range(0, len(data), SIZE):
            under[data[at] << 8 | data[at + 1]] += data[at + 2 : at + SIZE]
        self.any = True

    def news(self, records: list[bytes], told: list[bytes]) -> list[bytes]:
        under = self.under
        return [
            line
            for line, own in zip(records, told, strict=True)
            if own[2:] not in under[own[0] << 8 | own[1]]
        ]


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
