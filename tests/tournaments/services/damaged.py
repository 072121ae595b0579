"""Lists and reports as they come off a bad disk, a wrong program or an attacker's hand."""

import io
import random
import zipfile
from collections.abc import Iterator
from functools import cache

from openpyxl import Workbook

LISTS = (
    "No;Name;FideID;FED;RtgI;RtgN;Club;Birth\n1;Kaya, Ali;6300001;TUR;2100;2050;Kale SK;1999\n"
    "2;Öztürk, İnci;;TUR;;1850;Çankaya;2001/05/09\n3;Demir, Ece;6300003;TUR;1900;;;10.09.13\n",
    "Name\tTitle\tRating\nKaya, Ali\tGM\t2500\nŞahin, Gül\tWFM\t1,900\n",
    "Kaya, Ali\nDemir, Ece\n",
    "Team;Board;Name;Rating;Captain\nKale;1;Kaya, Ali;2100;Can\nKale;2;Demir, Ece;1900;Can\n",
)
REPORT = (
    "012 Open\n042 2026/05/01\n052 2026/05/03\n062 4\n142 3\n152 W\n192 FIDE_DUTCH_2025\n"
    "202 BH/C1,BH,SB\n001    1 w  m Alder, Ann                        2210 NOR     1500001 "
    "1990/04/12  2.0    1     4 w 1     2 b 1\n001    2 m  f Birch, Bo                         "
    "2105 NOR     1500002 1985/11/30  1.0    2     3 b 1     1 w 0\n001    3 m    Cedar, Cy    "
    "                     1990 NOR     1500003 2001/00/00  0.5    3     2 w 0     4 b =\n"
    "001    4 w    Dogwood, Di                       1940 NOR     1500004 1999/07/01  0.5    4 "
    "    1 b 0     3 w =\n240 H 003    2\n260 001 003    4    3\n"
)
TEAMS = (
    REPORT + "310   1 Alfa                             ALF     2150    2.0    2.0   1     1    2\n"
)
_PIECES = (
    *(
        b"",
        b"\0",
        b"\xff\xfe",
        b"9" * 5000,
        b";" * 300,
        b"\n",
        b"\r",
        b"\t\t",
        b'"',
        b"001",
        b"310",
    ),
    *(
        b"=1+1",
        b"-",
        b"1e9",
        b"1/0",
        b"\xc2\xb2",
        b"  ",
        b"PK\x03\x04",
        b"../",
        b"<b>",
        b"\xc4\xb0",
    ),
)


@cache
def sheet() -> bytes:
    book = Workbook()
    for line in LISTS[0].splitlines():
        book.active.append(line.split(";"))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@cache
def packed() -> bytes:
    """A sheet whose parts are not packed: damage reaches its XML instead of the check sums."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(sheet())) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return out.getvalue()


def damaged(seed: int, count: int) -> Iterator[bytes]:
    dice = random.Random(seed)
    whole = [*(text.encode() for text in (*LISTS, REPORT, TEAMS)), sheet(), packed()]
    for _place in range(count):
        yield hurt(dice.choice(whole), dice)


def hurt(data: bytes, dice: random.Random) -> bytes:
    found = bytearray(data)
    for _place in range(dice.randint(1, 4)):
        at = dice.randrange(len(found) + 1)
        to = min(len(found), at + dice.choice((0, 1, 1, 3, 40)))
        kind = dice.random()
        if kind < 0.5:
            found[at:to] = dice.choice(_PIECES)
        elif kind < 0.7:
            found[at:to] = bytes(dice.randrange(256) for _byte in range(dice.randint(1, 4)))
        elif kind < 0.85:
            del found[at : at + dice.randint(1, 200)]
        else:
            part = found[dice.randrange(len(found) + 1) :][: dice.randint(1, 120)]
            found[at:at] = part
    return bytes(found)
