"""Reading a tournament report: the file, its lines, its records.

What is malformed beyond doubt is a `FileError` with line and column. What can be understood in
one way only, or has a default, becomes an `Adjustment`. Nothing is repaired in silence.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pairing.errors import FileError
from pairing.results import ByeKind
from pairing.state import Colour, ForbiddenGroup, PointSystem
from pairing.trf import types
from pairing.trf.consistency import Row, check_points, settle_rounds
from pairing.trf.document import (
    Acceleration,
    Adjustment,
    Entry,
    ForfeitedMatch,
    LineUp,
    NationalRecord,
    RequestedBye,
    Roster,
    Source,
    SpecialPoints,
    Team,
    TeamByes,
    TrfDocument,
    TrfPlayer,
    ranges_of,
)

MAX_BYTES = 8_000_000
MAX_ROUNDS = 400
MAX_LINE = 60_000
#: ranges times rounds of records 250, numbers of records 299: more is nonsense, and slow
MAX_WORK = 5_000_000
MAX_SPECIAL = 20_000

_LINE_END = re.compile(r"\r\n|\r|\n")
_POINTS = re.compile(r"-?[0-9]{1,4}(?:[.,][0-9]?)?|-?[.,][0-9]", re.ASCII)

#: records that only TRF26 has
TRF26_CODES = frozenset(
    code
    for codes in (
        "142 152 162 172 182 192 202 212 222 352 362",
        "240 250 260 299 300 310 320 330 801 802",
    )
    for code in codes.split()
)
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
#: an NRS record's code is a federation; its columns are those of 001
_NATIONAL = re.compile(r"(?!XX|BB)[A-Z]{3} (?=[ 0-9]{4} ) {0,3}[0-9]+ ", re.ASCII)
#: Turkish letters where Windows-1252 has Icelandic ones
_TURKISH_BYTES = re.compile(rb"[\xd0\xdd\xde\xf0\xfd\xfe]")


@dataclass(slots=True)
class Line:
    """One line of the file, addressed by 1-based, inclusive columns."""

    number: int
    text: str

    @property
    def code(self) -> str:
        return self.text[:3]

    def part(self, first: int, last: int) -> str:
        return self.text[first - 1 : last].strip()

    def error(self, expected: str, column: int, found: str | None = None) -> FileError:
        text = self.text[column - 1 : column + 14].rstrip() if found is None else found
        return FileError(expected, line=self.number, column=column, found=text)

    def blank(self, column: int) -> None:
        """A separator; anything there means that the fields have slipped."""
        found = self.text[column - 1 : column]
        if found.strip():
            raise self.error("a blank between two fields", column)

    def natural(self, first: int, last: int, what: str, default: int | None = None) -> int:
        text = self.part(first, last)
        if not text and default is not None:
            return default
        if not (text.isascii() and text.isdigit()):
            raise self.error(what, first, self.text[first - 1 : last])
        return int(text)

    def tenths(self, first: int, last: int, what: str, default: int | None = None) -> int:
        text = self.part(first, last)
        if not text and default is not None:
            return default
        found = tenths_of(text)
        if found is None:
            raise self.error(what, first, self.text[first - 1 : last])
        return found

    def naturals(self, first: int, step: int, width: int, what: str) -> tuple[int, ...]:
        """Numbers in columns of equal distance, to the end of the line; blanks are left out."""
        found = []
        for column in range(first, len(self.text.rstrip()) + 1, step):
            for separator in range(column + width, column + step):
                self.blank(separator)
            number = self.natural(column, column + width - 1, what, 0)
            if number:
                found.append(number)
        return tuple(found)

    def words(self) -> list[tuple[int, str]]:
        """(column, word) of blank-separated content after the code."""
        return [(match.start() + 1, match[0]) for match in re.finditer(r"\S+", self.text[4:])]


def tenths_of(text: str) -> int | None:
    if not _POINTS.fullmatch(text):
        return None
    whole, _, fraction = text.replace(",", ".").partition(".")
    negative = whole.startswith("-")
    value = int(whole.lstrip("-") or "0") * 10 + int(fraction or "0")
    return -value if negative else value


@dataclass(slots=True)
class Reading:
    """What has been read so far."""

    fields: dict[str, Any] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    adjustments: list[Adjustment] = field(default_factory=list)
    counted: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)  # code → first line
    stated: dict[str, int] = field(default_factory=dict)  # 062, 072, 082 → number
    lists: dict[str, list[Any]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    points_line: int = 0
    virtual: dict[int, tuple[int, ...]] = field(default_factory=dict)
    absent: list[tuple[int, int]] = field(default_factory=list)  # XXZ: line, number
    rounds: dict[str, tuple[int, int]] = field(default_factory=dict)  # 142, XXR → line, number
    blocks: dict[str, Entry] = field(default_factory=dict)
    encoding: str = "utf-8"

    def adjust(self, code: str, what: str, line: int = 0, /, **values: int | str) -> None:
        self.adjustments.append(Adjustment(f"trf.{code}", what, line, tuple(values.items())))

    def count(self, code: str, value: str, line: int) -> None:
        """The same small repair on many lines is told once, with how often."""
        self.counted.setdefault((code, value), []).append(line)

    def add(self, name: str, item: Any) -> None:
        self.lists.setdefault(name, []).append(item)


def read(data: bytes | str) -> TrfDocument:
    """A document from the content of a file. Raises `FileError` and nothing else."""
    if len(data) > MAX_BYTES:
        raise FileError(
            f"a file of at most {MAX_BYTES // 1_000_000} MB", found=f"{len(data)} bytes"
        )
    reading = Reading()
    text, source = _decoded(data, reading)
    for number, content in enumerate(_LINE_END.split(text), 1):
        if content.strip():
            _read_line(Line(number, content), reading)
    return _document(reading, source)


# The file


def _decoded(data: bytes | str, reading: Reading) -> tuple[str, Source]:
    if isinstance(data, str):
        text = data
        raw = data.encode("utf-8", "replace")
        encoding = "utf-8"
    else:
        raw = data
        text, encoding = _decode(data, reading)
    reading.encoding = encoding
    # Old DOS programs end a file with Ctrl-Z.
    text = text.removeprefix("\ufeff").rstrip("\x1a\x00")
    end = _LINE_END.search(text)
    return text, Source(raw, encoding, end[0] if end else "\r\n")


def _decode(data: bytes, reading: Reading) -> tuple[str, str]:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        reading.adjust("encoding", "The file is written in UTF-16.", encoding="utf-16")
        return data.decode("utf-16", "replace"), "utf-16"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    # Valid UTF-8 by accident is practically impossible; the rest is a guess between the two
    # Windows code pages, and the six letters in which they differ are common in Turkish only.
    icelandic = b"ISL" in data or b"FAI" in data
    turkish = b"TUR" in data or (_TURKISH_BYTES.search(data) and not icelandic)
    encoding = "cp1254" if turkish else "cp1252"
    name = "Windows-1254 (Turkish)" if turkish else "Windows-1252"
    reading.adjust("encoding", f"The file is not UTF-8; it is read as {name}.", encoding=encoding)
    return data.decode(encoding, "replace"), encoding


# The lines


def _read_line(line: Line, reading: Reading) -> None:
    code = line.code
    if code == "###":
        reading.add("comments", line.text.rstrip())
        return
    reader = _READERS.get(code)
    if reader is None and _NATIONAL.match(line.text):
        reader = _national
    if reader is None:
        reading.seen.setdefault(code, line.number)
        reading.count("unknown_record", code, line.number)
        reading.add("other", line.text.rstrip())
        return
    if len(line.text) > MAX_LINE:
        raise line.error(f"at most {MAX_LINE} characters", MAX_LINE + 1)
    if line.text[3:4].strip():
        if code not in _TEXTS:
            raise line.error("a blank after the record code", 4)
        reading.count("no_blank_after_code", code, line.number)
        line = Line(line.number, f"{code} {line.text[3:]}")
    if code in reading.seen and code in _ONCE:
        first = reading.seen[code]
        reading.adjust(
            "repeated_record",
            f"Record {code} comes more than once; the last one is taken.",
            line.number,
            record=code,
            first=first,
        )
    reading.seen.setdefault(code, line.number)
    reader(line, reading)


def _text(name: str) -> Callable[[Line, Reading], None]:
    def reader(line: Line, reading: Reading) -> None:
        reading.fields[name] = line.text[4:].strip()

    return reader


def _date(name: str) -> Callable[[Line, Reading], None]:
    def reader(line: Line, reading: Reading) -> None:
        reading.fields[name] = _read_date(line.text[4:].strip(), line, reading)

    return reader


_DATE_ORDERS = (
    (re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2})", re.ASCII), False),
    (re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})", re.ASCII), True),
    (re.compile(r"([0-9]{1,2})[-./]([0-9]{1,2})[-./]([0-9]{4})", re.ASCII), True),
    (re.compile(r"([0-9]{2})[-./]([0-9]{2})[-./]([0-9]{2})", re.ASCII), True),
)


def _read_date(text: str, line: Line, reading: Reading) -> str:
    """`YYYY/MM/DD`; other orders are understood and told, anything else is kept as it is."""
    if not text or re.fullmatch(r"[0-9]{4}", text):
        return text
    for pattern, other in _DATE_ORDERS:
        match = pattern.fullmatch(text)
        if match:
            first, second, third = match.groups()
            if len(third) == 4:
                first, third = third, first
            elif len(first) == 2:
                first = f"20{first}"
            if int(second) > 12 or int(third) > 31:
                break
            if other:
                reading.count("date_format", text, line.number)
            return f"{first}/{int(second):02}/{int(third):02}"
    reading.adjust(
        "date_kept", f"{text!r} is not a date; it is kept as text.", line.number, date=text
    )
    return text


def _deputy(line: Line, reading: Reading) -> None:
    reading.add("deputies", line.text[4:].strip())


def _round_dates(line: Line, reading: Reading) -> None:
    text = line.text.rstrip()
    dates = []
    if not text[4:91].strip():
        for column in range(91, len(text), 10):
            dates.append(text[column : column + 9].strip())
    else:
        dates = text[4:].split()
        reading.adjust(
            "round_dates", "The dates of the rounds stand outside their columns.", line.number
        )
    reading.fields["round_dates"] = tuple(dates[:MAX_ROUNDS])


def _stated_count(line: Line, reading: Reading) -> None:
    match = re.match(r"\s*([0-9]{1,5})(?![0-9])", line.text[4:], re.ASCII)
    if match:
        reading.stated[line.code] = int(match[1])
    elif line.text[4:].strip():
        reading.adjust(
            "count_unreadable",
            f"Record {line.code} is not a number; it is counted anew.",
            line.number,
            record=line.code,
        )


def _total_rounds(line: Line, reading: Reading) -> None:
    text = line.text[4:].strip()
    if not (re.fullmatch(r"[0-9]{1,4}", text) and 1 <= int(text) <= MAX_ROUNDS):
        raise line.error(f"a number of rounds from 1 to {MAX_ROUNDS}", 5)
    reading.rounds[line.code] = (line.number, int(text))


def _initial_colour(line: Line, reading: Reading) -> None:
    text = line.text[4:].strip().upper()
    colours = {"W": Colour.WHITE, "B": Colour.BLACK}
    if text not in colours:
        raise line.error("W or B", 5)
    reading.fields["initial_colour"] = colours[text]


def _configuration(line: Line, reading: Reading) -> None:
    """XXC: `rank`, `white1`, `black1`, in any number."""
    for column, word in line.words():
        if word.lower() == "rank":
            reading.fields["pair_by_position"] = True
        elif word.lower() in ("white1", "black1"):
            colour = Colour.WHITE if word.lower() == "white1" else Colour.BLACK
            known = reading.fields.setdefault("initial_colour", colour)
            if known is not colour:
                raise line.error("the same initial colour as before", column + 4, word)
        else:
            raise line.error("rank, white1 or black1", column + 4, word)


def _point_system(line: Line, reading: Reading) -> None:
    """162: a symbol at 6 and points at 7-10, then every nine columns."""
    names = {
        "W": ("win",),
        "D": ("draw",),
        "L": ("loss",),
        "A": ("zero_bye", "forfeit_loss"),
        "Z": ("zero_bye", "forfeit_loss"),
        "P": ("pairing_bye",),
        "X": ("adjourned",),
    }
    reading.points_line = line.number
    for column in range(6, len(line.text.rstrip()) + 1, 9):
        symbol = line.text[column - 1].upper()
        if symbol == " ":
            continue
        if symbol not in names:
            raise line.error("one of W D L A P X", column)
        value = line.tenths(column + 1, column + 4, "points")
        for name in names[symbol]:
            reading.points[name] = value


_XXS = {
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
}


def _xxs(line: Line, reading: Reading) -> None:
    reading.points_line = line.number
    by_colour: dict[str, int] = {}
    for column, word in line.words():
        name, _, text = word.upper().partition("=")
        value = tenths_of(text)
        if name not in _XXS or value is None:
            raise line.error("a setting such as WW=1.0", column + 4, word)
        if name in ("WW", "BW", "WD", "BD", "WL", "BL"):
            by_colour[name] = value
        for field_name in _XXS[name]:
            reading.points[field_name] = value
    for kind in "WDL":
        white = by_colour.get(f"W{kind}")
        if white is not None and by_colour.get(f"B{kind}", white) != white:
            raise line.error("the same points with White and with Black", 5)


def _bb_points(*names: str) -> Callable[[Line, Reading], None]:
    def reader(line: Line, reading: Reading) -> None:
        reading.points_line = line.number
        text = line.text[4:].strip()
        value = tenths_of(text)
        if value is None:
            raise line.error("points", 5)
        for name in names:
            reading.points[name] = value

    return reader


def _rating_method(line: Line, reading: Reading) -> None:
    reading.fields["rating_federation"] = line.part(5, 7)
    method = line.part(9, 13).upper()
    if method not in ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER"):
        raise line.error("FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER", 9)
    reading.fields["rating_method"] = method


def _type_code(line: Line, reading: Reading) -> None:
    code = line.text[4:].strip().upper()
    if code.startswith("FIDE_DUTCH_2026"):
        reading.adjust(
            "type_code", f"{code} is a draft spelling of FIDE_DUTCH_2025.", line.number, code=code
        )
        code = code.replace("_2026", "_2025", 1)
    elif code and not types.is_known(code):
        reading.adjust(
            "type_unknown", f"{code!r} is not a type of tournament.", line.number, code=code
        )
    reading.fields["type_code"] = code


def _codes(name: str) -> Callable[[Line, Reading], None]:
    def reader(line: Line, reading: Reading) -> None:
        words = (word.strip() for word in line.text[4:].split(","))
        reading.fields[name] = tuple(word for word in words if word)

    return reader


def _match_points(line: Line, reading: Reading) -> None:
    found = []
    for column in range(5, len(line.text.rstrip()) + 1, 9):
        code = line.part(column, column + 1).upper()
        if not code:
            continue
        if code not in ("TW", "TD", "TL"):
            raise line.error("TW, TD or TL", column)
        found.append((code, line.tenths(column + 2, column + 5, "match points")))
    reading.fields["match_points"] = tuple(found)


# Records 001 and NRS


def _player(line: Line, reading: Reading) -> None:
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
    number = line.natural(5, 8, "a starting number")
    if number == 0:
        raise line.error("a starting number from 1 to 9999", 5, text[4:8])
    if number in reading.rows:
        first = reading.rows[number].line
        raise line.error(f"another number than on line {first}", 5, str(number))
    for column in (9, 14, 48, 53, 57, 69, 85, 90):
        # Fields never touch; a letter there means that the columns have slipped.
        if text[column - 1 : column].strip():
            raise line.error("a blank between two fields", column)
    rating = line.natural(49, 52, "a rating", 0)
    points: int | None = None
    if line.part(80, 84):
        # A hundred points and more need the separator's column too.
        points = line.tenths(81 if text[79] == " " else 80, 84, "points, such as 2.5")
    rank = line.natural(86, 89, "a rank", 0)
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
        birth = _read_date(birth, line, reading)
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
        raise line.error(f"at most {MAX_ROUNDS} rounds", 90 + 10 * MAX_ROUNDS)
    return entries


def _entry(block: str, line: Line, start: int) -> Entry:
    block = block.ljust(10)
    for index in (0, 1, 6, 8):
        if block[index] != " ":
            raise line.error("a blank between two fields", start + index + 1)
    text = block[2:6].strip()
    if text and not (text.isascii() and text.isdigit()):
        raise line.error("an opponent's number", start + 3, block[2:6])
    colour = block[7].lower()
    if colour not in "wb- ":
        raise line.error("the colour w, b or -", start + 8, block[7])
    symbol = block[9].upper()
    return Entry(int(text or 0), "-" if colour == " " else colour, symbol)


def _national(line: Line, reading: Reading) -> None:
    for column in (9, 14, 48, 53, 57, 69):
        line.blank(column)
    person = _person(line, reading)
    reading.add(
        "national",
        NationalRecord(
            federation=line.code,
            number=line.natural(5, 8, "a starting number"),
            name=person["name"],
            sex=person["sex"],
            title=person["title"],
            rating=line.natural(49, 52, "a national rating", 0),
            origin=person["federation"],
            national_id=person["fide_id"],
            birth_date=person["birth_date"],
        ),
    )
    reading.add("members", (line.number, 5, reading.lists["national"][-1].number))


# Teams


def _members(line: Line, reading: Reading, numbers: tuple[int, ...], column: int) -> None:
    """To be checked once all players are known."""
    for number in numbers:
        reading.add("members", (line.number, column, number))


def _roster(line: Line, reading: Reading) -> None:
    numbers = line.naturals(37, 5, 4, "a player's number")
    _members(line, reading, numbers, 37)
    reading.add("rosters", Roster(line.part(5, 36), numbers))


def _team(line: Line, reading: Reading) -> None:
    for column in (8, 41, 47, 54, 61, 68, 72, 73):
        line.blank(column)
    number = line.natural(5, 7, "a team's number")
    if any(team.number == number for team in reading.lists.get("teams", [])):
        raise line.error("a team's number that is not used yet", 5, str(number))
    numbers = line.naturals(74, 5, 4, "a player's number")
    _members(line, reading, numbers, 74)
    strength = line.part(48, 53)
    reading.add(
        "teams",
        Team(
            number=number,
            name=line.part(9, 40),
            players=numbers,
            nickname=line.part(42, 46),
            strength=(line.tenths(48, 53, "the team's strength") + 5) // 10 if strength else 0,
            match_points=line.tenths(55, 60, "match points", 0),
            game_points=line.tenths(62, 67, "game points", 0),
            rank=line.natural(69, 71, "a rank", 0),
        ),
    )


def _line_up(line: Line, reading: Reading) -> None:
    players = []
    for column in range(17, len(line.text.rstrip()) + 1, 5):
        players.append(line.natural(column, column + 3, "a player's number", 0))
    _members(line, reading, tuple(number for number in players if number), 17)
    reading.add(
        "line_ups",
        LineUp(
            round=line.natural(5, 7, "a round"),
            team=line.natural(9, 11, "a team's number"),
            opponent=line.natural(13, 15, "a team's number", 0),
            players=tuple(players),
        ),
    )


def _team_byes(line: Line, reading: Reading) -> None:
    teams = []
    for column in range(15, len(line.text.rstrip()) + 1, 4):
        teams.append(line.natural(column, column + 2, "a team's number", 0))
    reading.add(
        "team_byes",
        TeamByes(
            match_points=line.tenths(5, 8, "match points", 0),
            game_points=line.tenths(10, 13, "game points", 0),
            teams=tuple(teams),
        ),
    )


def _forfeited_match(line: Line, reading: Reading) -> None:
    kind = line.part(5, 6)
    if kind not in ("+-", "-+", "--"):
        raise line.error("+-, -+ or --", 5)
    reading.add(
        "forfeited_matches",
        ForfeitedMatch(
            kind=kind,
            round=line.natural(8, 10, "a round"),
            white=line.natural(12, 14, "a team's number"),
            black=line.natural(16, 18, "a team's number"),
        ),
    )


# Byes, acceleration, forbidden pairs, special points


def _requested(line: Line, reading: Reading) -> None:
    kind = line.part(5, 5).upper()
    if kind not in ("F", "H", "Z"):
        raise line.error("F, H or Z", 5)
    number = line.natural(7, 9, "a round")
    if not 1 <= number <= MAX_ROUNDS:
        raise line.error(f"a round from 1 to {MAX_ROUNDS}", 7)
    numbers = line.naturals(11, 5, 4, "a number")
    _members(line, reading, numbers, 11)
    if numbers:
        reading.add("requested", RequestedBye(ByeKind(kind), number, numbers))


def _absent(line: Line, reading: Reading) -> None:
    for column, word in line.words():
        reading.absent.append((line.number, _number(line, column + 4, word)))


def _number(line: Line, column: int, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4 and int(word)):
        raise line.error("a player's number", column, word)
    return int(word)


def _forbidden_group(numbers: tuple[int, ...], first: int, last: int) -> ForbiddenGroup:
    return ForbiddenGroup(frozenset(numbers), first, last)


def _xxp(line: Line, reading: Reading) -> None:
    numbers = tuple(_number(line, column + 4, word) for column, word in line.words())
    _members(line, reading, numbers, 5)
    reading.add("forbidden", _forbidden_group(numbers, 1, 0))


def _prohibited(line: Line, reading: Reading) -> None:
    first = line.natural(5, 7, "a round", 0)
    last = line.natural(9, 11, "a round", 0)
    numbers = line.naturals(13, 5, 4, "a number")
    if last and last < first:
        raise line.error("a last round not before the first", 9, line.part(9, 11))
    _members(line, reading, numbers, 13)
    reading.add("forbidden", _forbidden_group(numbers, max(first, 1), last))


def _xxa(line: Line, reading: Reading) -> None:
    number = line.natural(5, 8, "a player's number")
    _members(line, reading, (number,), 5)
    points = []
    for column in range(10, len(line.text.rstrip()) + 1, 5):
        points.append(line.tenths(column, column + 3, "points", 0))
    reading.virtual[number] = tuple(points[:MAX_ROUNDS])


def _accelerated(line: Line, reading: Reading) -> None:
    first_round = line.natural(15, 17, "a round")
    last_round = line.natural(19, 21, "a round")
    if not 1 <= first_round <= last_round <= 999:
        raise line.error("a first and a last round", 15, line.text[14:21])
    first = line.natural(23, 26, "a first number")
    last = line.natural(28, 31, "a last number", first)
    if last < first:
        raise line.error("a last number not below the first", 28, line.text[27:31])
    reading.add(
        "accelerated",
        Acceleration(
            points=line.tenths(10, 13, "points", 0),
            first_round=first_round,
            last_round=min(last_round, MAX_ROUNDS),
            first=first,
            last=last,
            match_points=line.tenths(5, 8, "match points", 0),
        ),
    )


def _special_points(line: Line, reading: Reading) -> None:
    kind = line.part(5, 5).upper()
    if kind and kind not in "WDLFHZ+-":
        raise line.error("W, D, L, F, H, Z, +, - or a blank", 5)
    number = line.natural(20, 22, "a round", 0)
    numbers = line.naturals(24, 5, 4, "a number")
    _members(line, reading, numbers, 24)
    if not kind and not number:
        reading.adjust(
            "bonus_without_round",
            "Bonus points without a round count from round 1.",
            line.number,
        )
    reading.add(
        "special_points",
        SpecialPoints(
            kind=kind,
            points=line.tenths(14, 17, "points", 0),
            round=number,
            players=numbers,
            match_points=line.tenths(8, 11, "match points", 0),
        ),
    )


def _kept(line: Line, reading: Reading) -> None:
    """801 and 802 inform, and repeat what other records say."""
    reading.add("other", line.text.rstrip())


_TEXTS: dict[str, Callable[[Line, Reading], None]] = {
    "012": _text("name"),
    "022": _text("city"),
    "032": _text("federation"),
    "042": _date("start_date"),
    "052": _date("end_date"),
    "062": _stated_count,
    "072": _stated_count,
    "082": _stated_count,
    "092": _text("type_text"),
    "102": _text("chief_arbiter"),
    "112": _deputy,
    "122": _text("time_text"),
    "182": _text("controller"),
    "192": _type_code,
    "202": _codes("tie_breaks"),
    "212": _codes("standings"),
    "222": _text("time_control"),
    "352": _text("board_colours"),
}

_READERS: dict[str, Callable[[Line, Reading], None]] = _TEXTS | {
    "001": _player,
    "013": _roster,
    "132": _round_dates,
    "142": _total_rounds,
    "152": _initial_colour,
    "162": _point_system,
    "172": _rating_method,
    "240": _requested,
    "250": _accelerated,
    "260": _prohibited,
    "299": _special_points,
    "300": _line_up,
    "310": _team,
    "320": _team_byes,
    "330": _forfeited_match,
    "362": _match_points,
    "801": _kept,
    "802": _kept,
    "XXR": _total_rounds,
    "XXC": _configuration,
    "XXS": _xxs,
    "XXZ": _absent,
    "XXP": _xxp,
    "XXA": _xxa,
    "BBW": _bb_points("win", "forfeit_win", "full_bye"),
    "BBD": _bb_points("draw", "half_bye"),
    "BBL": _bb_points("loss"),
    "BBZ": _bb_points("zero_bye"),
    "BBF": _bb_points("forfeit_loss"),
    "BBU": _bb_points("pairing_bye"),
}

_ONCE = (_TEXTS.keys() - {"112"}) | {"132", "142", "152", "162", "172", "362", "XXR"}

_COUNTED = {
    "unknown_record": "Records {value!r} are unknown; they are kept as they are.",
    "no_blank_after_code": "Record {value} has no blank after its code.",
    "date_format": "The date {value} is not written as YYYY/MM/DD.",
    "sex": "The sex {value!r} is read as m, w or unknown.",
    "title": "The older title {value!r} is read as a title of today.",
    "title_kept": "The title {value!r} is unknown; it is kept as it is.",
    "columns_by_byte": "The columns of record {value} are counted in bytes.",
}


# The document


def _document(reading: Reading, source: Source) -> TrfDocument:
    if not reading.rows:
        raise FileError("at least one player (record 001)", line=1, column=1)
    for (code, value), lines in reading.counted.items():
        reading.adjust(
            code, _COUNTED[code].format(value=value), lines[0], value=value, times=len(lines)
        )
    _check_members(reading)
    by_position = bool(reading.fields.get("pair_by_position"))
    rows = list(reading.rows.values())
    if not by_position:
        rows.sort(key=lambda row: row.number)
    begun = settle_rounds(reading.rows, reading.adjust)
    fields = reading.fields
    for name, items in reading.lists.items():
        if name != "members":
            fields[name] = tuple(items)
    _plan(reading, begun)
    _absences(reading, begun)
    fields["accelerated"] = _canonical(reading, fields.get("accelerated", ()))
    last = fields["total_rounds"]
    fields["forbidden"] = tuple(
        # To the last round, or beyond, is to the end.
        _forbidden_group(
            tuple(group.players),
            group.first_round,
            0 if group.last_round >= last else group.last_round,
        )
        for group in fields.get("forbidden", ())
    )
    fields["version"] = _version(reading, rows)
    fields["players"] = tuple(
        TrfPlayer(
            number=row.number,
            points=row.points or 0,
            rounds=tuple(row.entries),
            **row.fields,
        )
        for row in rows
    )
    if reading.points:
        fields["points"] = _points_of(reading.points)
    document = TrfDocument(source=source, **fields)
    points, system = check_points(document, rows, reading.adjust)
    fields["points"] = system
    fields["players"] = tuple(
        TrfPlayer(
            number=row.number,
            points=points[row.number],
            rounds=tuple(row.entries),
            **row.fields,
        )
        for row in rows
    )
    _assume(reading, rows)
    return TrfDocument(source=source, adjustments=tuple(reading.adjustments), **fields)


def _points_of(stated: dict[str, int]) -> PointSystem:
    names = dict(stated)
    return PointSystem.of(names.pop("win", 10), names.pop("draw", 5), names.pop("loss", 0), **names)


def _check_members(reading: Reading) -> None:
    """Every number named anywhere belongs to a player, or to a team of a team event."""
    known = set(reading.rows) | {team.number for team in reading.lists.get("teams", [])}
    for line, column, number in reading.lists.get("members", []):
        if number not in known:
            raise FileError(
                "a number that has a record 001 or 310",
                line=line,
                column=column,
                found=str(number),
            )
    for line, number in reading.absent:
        if number not in reading.rows:
            raise FileError("a number with a record 001", line=line, column=5, found=str(number))


def _plan(reading: Reading, begun: int) -> None:
    """142 and XXR: how many rounds were announced."""
    stated = list(reading.rounds.values())
    columns = max(len(row.entries) for row in reading.rows.values())
    if len({number for _, number in stated}) > 1:
        total = reading.rounds["142"][1]
        reading.adjust(
            "rounds_disagree",
            f"Records 142 and XXR disagree; {total} rounds are taken.",
            reading.rounds["XXR"][0],
            rounds=total,
        )
    elif stated:
        total = stated[0][1]
    else:
        total = max(columns, 1)
        reading.adjust(
            "rounds_assumed",
            f"The number of rounds is not stated; {total} are assumed.",
            rounds=total,
        )
    if total < begun:
        reading.adjust(
            "rounds_raised",
            f"{total} rounds are announced but {begun} are played; {begun} are taken.",
            stated[0][0],
            stated=total,
            rounds=begun,
        )
        total = begun
    reading.fields["total_rounds"] = total


def _absences(reading: Reading, begun: int) -> None:
    """XXZ becomes a zero-point bye for the round to pair."""
    numbers = tuple(dict.fromkeys(number for _, number in reading.absent))
    if numbers:
        bye = RequestedBye(ByeKind.ZERO_POINT, begun + 1, numbers)
        reading.fields["requested"] = (*reading.fields.get("requested", ()), bye)


def _canonical(reading: Reading, stated: tuple[Acceleration, ...]) -> tuple[Acceleration, ...]:
    numbers = len(reading.rows)
    rounds = reading.fields["total_rounds"]
    work = sum(
        min(part.last - part.first + 1, numbers) * min(part.last_round, rounds) for part in stated
    )
    if work > MAX_WORK:
        line = reading.seen["250"]
        raise FileError("fewer accelerated rounds", line=line, column=1, found="250")
    special = sum(len(part.players) for part in reading.lists.get("special_points", []))
    if special > MAX_SPECIAL:
        line = reading.seen["299"]
        raise FileError("fewer special points", line=line, column=1, found="299")
    if reading.virtual and stated:
        line = reading.seen["XXA"]
        raise FileError("either records 250 or XXA, not both", line=line, column=1, found="XXA")
    return ranges_of(reading.virtual) if reading.virtual else stated


def _version(reading: Reading, rows: list[Row]) -> str:
    codes = reading.seen.keys()
    # Programs that write TRF16 put 142 beside XXR; alone it says nothing about the rest.
    if codes & TRF26_CODES - {"142"} or "national" in reading.lists:
        return "TRF26"
    if any(code[:2] in ("XX", "BB") for code in codes):
        return "TRF16"
    symbols = {entry.symbol for row in rows for entry in row.raw if not entry.opponent}
    if symbols & set("FHUZ") or any(
        entry.symbol in "WDL" for row in rows for entry in row.raw if entry.opponent
    ):
        return "TRF16"
    old = symbols & set("+-=10") or any(code in ("title",) for code, _ in reading.counted)
    return "TRF06" if old else "TRF16"


def _assume(reading: Reading, rows: list[Row]) -> None:
    """What an older file does not say, and a file of TRF26 would."""
    fields = reading.fields
    version = fields["version"]
    counts = {
        "062": len(rows),
        "072": sum(1 for row in rows if row.fields["rating"]),
        "082": len(fields.get("teams", ())) or len(fields.get("rosters", ())),
    }
    for code, stated in reading.stated.items():
        if stated != counts[code]:
            reading.adjust(
                "count",
                f"Record {code} says {stated}; the file has {counts[code]}.",
                reading.seen[code],
                record=code,
                stated=stated,
                counted=counts[code],
            )
    if fields.get("initial_colour") is None and any(
        entry.opponent for row in rows for entry in row.entries[:1]
    ):
        reading.adjust(
            "initial_colour", "The initial colour is not stated; it is taken from round 1."
        )
    if "type_code" not in fields:
        code = types.code_of_text(fields.get("type_text", ""))
        fields["type_code"] = code
        assumed = code or "FIDE_DUTCH_2025"
        reading.adjust(
            "missing_record",
            f"Record 192 is missing; the tournament is taken for {assumed}.",
            record="192",
            assumed=assumed,
        )
    if version == "TRF26":
        return
    reading.adjust(
        "version",
        f"The file is a {version} report; it becomes TRF26.",
        version=version,
    )
    if fields["points"] is None:
        reading.adjust(
            "missing_record",
            "Record 162 is missing; 1 - ½ - 0 is taken, and a win for the pairing-allocated bye.",
            record="162",
            assumed="1-=-0",
        )
    for code, assumed, what in (
        ("172", "FIDE", "the players are taken as ranked by FIDE rating"),
        ("202", "", "no tie-breaks are known"),
        ("212", "PTS", "the order is by points alone"),
    ):
        reading.adjust(
            "missing_record", f"Record {code} is missing; {what}.", record=code, assumed=assumed
        )
