"""Reading records 001 and NRS: the people, and on 001 their rounds."""

import re
from typing import Any

from pairing.errors import FileError
from pairing.trf.consistency import Row
from pairing.trf.contents import Entry, NationalRecord
from pairing.trf.headers import read_date
from pairing.trf.lines import MAX_ROUNDS, Line, Reading

_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
    "gf": "WGM",
    "mf": "WIM",
    "ff": "WFM",
    "cf": "WCM",
}
_SEXES = {"m": "m", "w": "w", "f": "w"}


def player(line: Line, reading: Reading) -> None:
    told = len(reading.adjustments)
    try:
        _read_player(line, reading)
    except FileError as error:
        # Some programs count columns in bytes of UTF-8; then every letter outside ASCII has
        # moved what follows it, and the line is well formed when read byte by byte.
        if line.text.isascii() or reading.encoding != "utf-8":
            raise
        del reading.adjustments[told:]
        raw = line.text.encode("utf-8", "replace").decode("latin-1")
        try:
            _read_player(Line(line.number, raw), reading, by_byte=True)
        except FileError:
            raise error from None
        reading.count("columns_by_byte", "001", line.number)


def _read_player(line: Line, reading: Reading, by_byte: bool = False) -> None:
    text = line.text
    number = line.natural(5, 8, "expected.starting_number")
    if number == 0:
        raise line.error("expected.starting_number_range", 5, text[4:8])
    if number in reading.rows:
        first = reading.rows[number].line
        raise line.error("expected.other_number", 5, str(number), line=first)
    for column in (9, 14, 48, 53, 57, 69, 85, 90):
        # Fields never touch; a letter there means that the columns have slipped.
        if text[column - 1 : column].strip():
            raise line.error("expected.blank", column)
    rating = line.natural(49, 52, "expected.rating", 0)
    points: int | None = None
    if line.part(80, 84):
        # A hundred points and more need the separator's column too.
        points = line.tenths(81 if text[79] == " " else 80, 84, "expected.points_of_player")
    rank = line.natural(86, 89, "expected.rank", 0)
    row = Row(
        line=line.number,
        number=number,
        entries=_entries(line, reading),
        points=points,
        fields=_person(line, reading) | {"rating": rating, "rank": rank},
    )
    if by_byte:
        for name in ("name", "title", "federation", "fide_id", "birth_date"):
            value = row.fields[name]
            row.fields[name] = value.encode("latin-1").decode("utf-8", "replace")
    reading.rows[number] = row


def _person(line: Line, reading: Reading) -> dict[str, Any]:
    """The columns that 001 and NRS share, except the numbers."""
    text = line.text
    sex = text[9:10].strip()
    title = text[10:13].strip()
    if sex and sex != "m" and sex != "w":
        known = _SEXES.get(sex.lower(), "")
        reading.count("sex", sex, line.number)
        sex = known
    if title and title not in _CURRENT_TITLES:
        upper = _TITLES.get(title.lower(), title.upper())
        reading.count("title" if upper in _CURRENT_TITLES else "title_kept", title, line.number)
        title = upper if upper in _CURRENT_TITLES else title
    birth = text[69:79].strip()
    if birth and not _BIRTH.fullmatch(birth):
        birth = read_date(birth, line, reading)
    fide_id = text[57:68].strip()
    return {
        "sex": sex,
        "title": title,
        "name": text[14:47].strip(),
        "federation": text[53:56].strip(),
        "fide_id": "" if fide_id == "0" else fide_id,
        "birth_date": birth,
    }


_CURRENT_TITLES = frozenset(("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"))
_BIRTH = re.compile(r"[0-9]{4}(?:/[0-9]{2}/[0-9]{2})?", re.ASCII)


def _entries(line: Line, reading: Reading) -> list[Entry]:
    """The rounds: from column 90, ten columns each: id 92-95, colour 97, result 99."""
    text = line.text.rstrip()
    blocks = reading.blocks
    entries = []
    for start in range(89, len(text), 10):
        block = text[start : start + 10]
        entry = blocks.get(block)
        if entry is None:
            entry = blocks[block] = _entry(block, line, start)
        entries.append(entry)
    if len(entries) > MAX_ROUNDS:
        raise line.error("expected.rounds_at_most", 90 + 10 * MAX_ROUNDS, most=MAX_ROUNDS)
    return entries


def _entry(block: str, line: Line, start: int) -> Entry:
    block = block.ljust(10)
    for index in (0, 1, 6, 8):
        if block[index] != " ":
            raise line.error("expected.blank", start + index + 1)
    text = block[2:6].strip()
    if text and not (text.isascii() and text.isdigit()):
        raise line.error("expected.opponent", start + 3, block[2:6])
    colour = block[7].lower()
    if colour not in "wb- ":
        raise line.error("expected.colour_or_none", start + 8, block[7])
    symbol = block[9].upper()
    return Entry(int(text or 0), "-" if colour == " " else colour, symbol)


def national(line: Line, reading: Reading) -> NationalRecord:
    for column in (9, 14, 48, 53, 57, 69):
        line.blank(column)
    number = line.natural(5, 8, "expected.starting_number")
    rating = line.natural(49, 52, "expected.national_rating", 0)
    person = _person(line, reading)
    return NationalRecord(
        federation=line.code,
        number=number,
        name=person["name"],
        sex=person["sex"],
        title=person["title"],
        rating=rating,
        origin=person["federation"],
        national_id=person["fide_id"],
        birth_date=person["birth_date"],
    )
