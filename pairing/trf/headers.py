"""Reading the records about the tournament as a whole: 012 to 362, XXR, XXC, XXS, BB*."""

import re
from collections.abc import Callable

from pairing.state import Colour
from pairing.trf import types
from pairing.trf.dates import readings
from pairing.trf.lines import MAX_POINTS, MAX_ROUNDS, Line, Reading, tenths_of


def text(name: str) -> Callable[[Line, Reading], None]:
    def reader(line: Line, reading: Reading) -> None:
        reading.fields[name] = line.text[4:].strip()

    return reader


def date(name: str) -> Callable[[Line, Reading], None]:
    def reader(line: Line, reading: Reading) -> None:
        reading.fields[name] = read_date(line.text[4:].strip(), line, reading)

    return reader


#: how a shape that is not the standard's is told, by where its year stands
_SHAPES = {
    "": "YYYY-MM-DD",
    "dmy": "DD.MM.YYYY",
    "mdy": "MM/DD/YYYY",
}
_SHORT_SHAPES = {"dmy": "DD.MM.YY", "ymd": "YY/MM/DD", "mdy": "MM/DD/YY"}
_STANDARD = re.compile(r"[0-9]{4}/[0-9]{2}/[0-9]{2}", re.ASCII)


def read_date(text: str, line: Line, reading: Reading) -> str:
    """`YYYY/MM/DD`; other spellings are understood and told, anything else is kept as it is.
    What might mean another day is told with the day that was taken."""
    if not text or re.fullmatch(r"[0-9]{4}", text):
        return text
    found = readings(text)
    if not found:
        reading.adjust("date_kept", line.number, date=text)
        return text
    taken = found[0]
    day = taken.iso.replace("-", "/")
    shape = (_SHORT_SHAPES if taken.short else _SHAPES)[taken.order]
    if len(found) > 1:
        example = reading.guessed.setdefault(shape, f"{text} = {day}")
        reading.count("date_guess", example, line.number)
    elif not _STANDARD.fullmatch(text):
        reading.count("date_format", shape, line.number)
    return day


def deputy(line: Line, reading: Reading) -> None:
    reading.add("deputies", line.text[4:].strip())


def round_dates(line: Line, reading: Reading) -> None:
    text = line.text.rstrip()
    dates = []
    if not text[4:91].strip():
        for column in range(91, len(text), 10):
            dates.append(text[column : column + 8].strip())
    slipped = any(text[column : column + 2].strip() for column in range(99, len(text), 10))
    if text[4:].strip() and (slipped or not dates):
        words = text[4:].split()
        dates = [word[2:] if len(word) == 10 else word[:8] for word in words]
        reading.adjust("round_dates", line.number)
    reading.fields["round_dates"] = tuple(dates[:MAX_ROUNDS]) if any(dates) else ()


def stated_count(line: Line, reading: Reading) -> None:
    match = re.match(r"\s*([0-9]{1,5})(?![0-9])", line.text[4:], re.ASCII)
    if match:
        reading.stated[line.code] = int(match[1])
    elif line.text[4:].strip():
        reading.adjust(
            "count_unreadable",
            line.number,
            record=line.code,
        )


def total_rounds(line: Line, reading: Reading) -> None:
    text = line.text[4:].strip()
    if not (re.fullmatch(r"[0-9]{1,4}", text) and 1 <= int(text) <= MAX_ROUNDS):
        raise line.error("expected.rounds", 5, most=MAX_ROUNDS)
    reading.rounds[line.code] = (line.number, int(text))


def initial_colour(line: Line, reading: Reading) -> None:
    text = line.text[4:].strip().upper()
    colours = {"W": Colour.WHITE, "B": Colour.BLACK}
    if text not in colours:
        raise line.error("expected.initial_colour", 5)
    if reading.fields.setdefault("initial_colour", colours[text]) is not colours[text]:
        raise line.error("expected.same_initial_colour", 5)


def configuration(line: Line, reading: Reading) -> None:
    """XXC: `rank`, `white1`, `black1`, in any number."""
    for column, word in line.words():
        if word.lower() == "rank":
            reading.fields["pair_by_position"] = True
        elif word.lower() in ("white1", "black1"):
            colour = Colour.WHITE if word.lower() == "white1" else Colour.BLACK
            known = reading.fields.setdefault("initial_colour", colour)
            if known is not colour:
                raise line.error("expected.same_initial_colour", column + 4, word)
        else:
            raise line.error("expected.configuration", column + 4, word)


def point_system(line: Line, reading: Reading) -> None:
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
    for column in range(6, len(line.text.rstrip()) + 1, 9):
        symbol = line.text[column - 1].upper()
        if symbol == " ":
            continue
        if symbol not in names:
            raise line.error("expected.point_letter", column)
        value = line.tenths(column + 1, column + 4, "expected.points")
        if abs(value) > MAX_POINTS:
            raise line.error("expected.points_below_100", column + 1)
        for name in names[symbol]:
            reading.set_points(line, name, value)


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


def xxs(line: Line, reading: Reading) -> None:
    by_colour: dict[str, int] = {}
    for column, word in line.words():
        name, _, text = word.upper().partition("=")
        value = tenths_of(text)
        if name not in _XXS or value is None or abs(value) > MAX_POINTS:
            raise line.error("expected.setting", column + 4, word)
        if name in ("WW", "BW", "WD", "BD", "WL", "BL"):
            by_colour[name] = value
        for field_name in _XXS[name]:
            reading.set_points(line, field_name, value)
    for kind in "WDL":
        white = by_colour.get(f"W{kind}")
        if white is not None and by_colour.get(f"B{kind}", white) != white:
            raise line.error("expected.same_points", 5)


def bb_points(*names: str) -> Callable[[Line, Reading], None]:
    def reader(line: Line, reading: Reading) -> None:
        text = line.text[4:].strip()
        value = tenths_of(text)
        if value is None or abs(value) > MAX_POINTS:
            raise line.error("expected.points", 5)
        for name in names:
            reading.set_points(line, name, value)

    return reader


_METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")


def rating_method(line: Line, reading: Reading) -> None:
    """172: a federation at 5-7 and a method at 9-13; or the two words, or the method alone."""
    federation, method = line.part(5, 7), line.part(9, 13).upper()
    if not line.text[4:].strip():
        reading.count("empty_record", "172", line.number)
        return
    if method not in _METHODS:
        words = line.text[4:].upper().split()
        named = [word for word in words if word in _METHODS]
        others = [word for word in words if word not in _METHODS]
        fits = len(named) == 1 and len(others) < 2 and all(len(word) == 3 for word in others)
        if not fits:
            raise line.error("expected.method", 9 if len(line.text) > 8 else 5)
        federation, method = "".join(others), named[0]
        reading.count("columns_shifted", "172", line.number)
    reading.fields["rating_federation"] = federation
    reading.fields["rating_method"] = method


def type_code(line: Line, reading: Reading) -> None:
    code = line.text[4:].strip().upper()
    if code.startswith("FIDE_DUTCH_2026"):
        reading.adjust("type_code", line.number, code=code)
        code = code.replace("_2026", "_2025", 1)
    elif code and not types.is_known(code):
        reading.adjust("type_unknown", line.number, code=code)
    reading.fields["type_code"] = code


def codes(name: str) -> Callable[[Line, Reading], None]:
    def reader(line: Line, reading: Reading) -> None:
        words = (word.strip() for word in line.text[4:].split(","))
        reading.fields[name] = tuple(word for word in words if word)

    return reader


def match_points(line: Line, reading: Reading) -> None:
    found = []
    for column in range(5, len(line.text.rstrip()) + 1, 9):
        code = line.part(column, column + 1).upper()
        if not code:
            continue
        if code not in ("TW", "TD", "TL"):
            raise line.error("expected.match_point_letters", column)
        found.append((code, line.tenths(column + 2, column + 5, "expected.match_points")))
    reading.fields["match_points"] = tuple(found)
