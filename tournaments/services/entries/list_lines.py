"""The lines of a list of players: what each cell says, and what is wrong with it."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from pairing.trf.dates import ORDERS, Reading, readings, says_nothing
from tournaments.core.columns import SEXES, sexes_in, title_of
from tournaments.core.text import fold, is_birth_date, is_name, whole_number
from tournaments.models import IMPORTED

#: a day that a spreadsheet keeps as the number of days since 1900
_SERIAL = re.compile(r"([1-5]\d{4})(?:\.0+)?", re.ASCII)
_FIRST_DAY = date(1899, 12, 30)
_THOUSANDS = re.compile(r"([1-3])[.,\u00a0 ]?(\d{3})(?:[.,]0+)?", re.ASCII)
_NO_RATING = frozenset(("", "-", "–", "0", "unr", "unrated", "---", "nr"))
_NO_FEDERATION = re.compile(r"[-–?.*]*")


@dataclass
class ImportLine:
    number: int
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    #: the remark that the register has several people of this name; "" where it has not
    namesakes: str = ""
    #: the fields of the first problems, and the words above their columns
    fields: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Each problem with the word above its column, where the list has one."""
        return list(zip_longest(self.words, self.problems, fillvalue=""))

    def blame(self, name: str) -> None:
        """Say that the problems found since are in this field."""
        self.fields += [name] * (len(self.problems) - len(self.fields))


@dataclass(frozen=True, slots=True)
class DateQuestion:
    """The order of day, month and year cannot be told from the list."""

    example: str
    choices: tuple[tuple[str, str], ...]  # order, and the day that it makes of the example


@dataclass
class Births:
    """The dates of a whole column: its other lines tell what "10.09.13" means, or nobody does."""

    read: dict[str, str] = field(default_factory=dict)  # as written → ISO; "" = says nothing
    notes: list[str] = field(default_factory=list)
    question: DateQuestion | None = None


def births_of(column: Iterable[str], chosen: str = "") -> Births:
    """`chosen` is the order that somebody said, one of `ORDERS`."""
    found = Births()
    texts = Counter(text for text in column if text)
    today = date.today()
    may_mean: dict[bool, dict[str, tuple[Reading, ...]]] = {False: {}, True: {}}
    for text in texts:
        if says_nothing(text):
            found.read[text] = ""
        elif match := _SERIAL.fullmatch(text):
            found.read[text] = f"{_FIRST_DAY + timedelta(days=int(match[1]))}"
        elif days := readings(text, today.year):
            may_mean[days[0].short][text] = days
    if nothing := sum(texts[text] for text, iso in found.read.items() if not iso):
        found.notes.append(
            _("Lines without a birth date, such as “ . . ”: %(count)s.") % {"count": nothing}
        )
    for short, days_of in may_mean.items():
        _settle(found, days_of, chosen, short)
    return found


def _settle(
    found: Births, days_of: dict[str, tuple[Reading, ...]], chosen: str, short: bool
) -> None:
    """One order for all dates of a shape."""
    orders = set(ORDERS)
    for days in days_of.values():
        if told := {day.order for day in days if day.order}:
            orders &= told
    doubtful = next((text for text, days in days_of.items() if len(days) > 1), "")
    order = chosen
    if doubtful and not chosen:
        order = next(iter(orders)) if len(orders) == 1 else "" if short else "dmy"
        if not order or (not short and order not in orders and orders):
            order = "" if short else next(iter(orders))
    for text, days in days_of.items():
        taken = next((day for day in days if day.order == order), days[0])
        found.read[text] = taken.iso
    if not doubtful:
        return
    if not order:
        choices = tuple((day.order, day.iso) for day in days_of[doubtful])
        found.question = DateQuestion(doubtful, choices)
    elif short or order != "dmy":
        found.notes.append(
            _("“%(text)s” and dates like it are read as %(day)s.")
            % {"text": doubtful, "day": found.read[doubtful]}
        )


@dataclass
class Reader:
    """Reads line after line, and counts what many of them say alike."""

    fields: Sequence[str]
    births: Births
    sexes: dict[str, str]
    no_ids: int = 0
    no_federations: int = 0

    @property
    def notes(self) -> list[str]:
        told = list(self.births.notes)
        if self.no_ids:
            told.append(
                _("Lines with the FIDE ID 0, which is none: %(count)s.") % {"count": self.no_ids}
            )
        if self.no_federations:
            told.append(
                _("Lines without a federation, such as “???”: %(count)s.")
                % {"count": self.no_federations}
            )
        return told

    def line(self, number: int, row: Sequence[str]) -> ImportLine:
        line = ImportLine(number)
        cells = {name: cell.strip() for name, cell in zip(self.fields, row, strict=False) if name}
        name, title = _name_and_title(cells)
        _read_name(line, name)
        line.blame("name")
        _read_title(line, title)
        for column in ("fide_rating", "national_rating"):
            _read_rating(line, column, cells.get(column, ""))
            line.blame(column)
        self._read_sex(line, cells.get("sex", ""))
        self._read_birth(line, cells.get("birth_date", ""))
        line.blame("birth_date")
        for rating, source in (
            ("fide_rating", "rating_source"),
            ("national_rating", "national_source"),
        ):
            line.values[source] = IMPORTED if line.values.get(rating) else ""
        self._read_federation(line, cells.get("federation", "").upper())
        line.blame("federation")
        self._read_fide_id(line, cells.get("fide_id", ""))
        line.blame("fide_id")
        for column, longest in (("club", 120), ("national_id", 20), ("phone", 30)):
            _read_text(line, column, cells.get(column, ""), longest)
            line.blame(column)
        if line.values["national_id"] == "0":
            line.values["national_id"] = ""
        return line

    def _read_federation(self, line: ImportLine, text: str) -> None:
        line.values["federation"] = ""
        if text and _NO_FEDERATION.fullmatch(text):
            self.no_federations += 1
        elif re.fullmatch(r"[A-Z]{3}", text):
            line.values["federation"] = text
        elif text:
            line.problems.append(
                _("“%(text)s” is not a federation of three letters.") % {"text": text[:20]}
            )

    def _read_fide_id(self, line: ImportLine, text: str) -> None:
        known = re.fullmatch(r"\d{1,11}", text, re.ASCII)
        if known and not int(text):
            self.no_ids += 1
            known = None
        elif text and not known and text not in ("-", "–"):
            line.problems.append(_("“%(text)s” is not a FIDE ID.") % {"text": text[:20]})
        line.values["fide_id"] = text if known else ""

    def _read_sex(self, line: ImportLine, text: str) -> None:
        line.values["sex"] = self.sexes.get(fold(text), "")
        if text and not line.values["sex"] and text not in ("-", "–", "?"):
            line.remarks.append(
                _("“%(text)s” is not understood as a sex and is left out.") % {"text": text[:20]}
            )

    def _read_birth(self, line: ImportLine, text: str) -> None:
        born = self.births.read.get(text, "")
        line.values["birth_date"] = born if is_birth_date(born) else ""
        if text and (text not in self.births.read or (born and not is_birth_date(born))):
            line.problems.append(_("“%(text)s” is not a birth date.") % {"text": text[:20]})


def reader_of(fields: Sequence[str], rows: Sequence[Sequence[str]], dates: str = "") -> Reader:
    def column(name: str) -> list[str]:
        if name not in fields:
            return []
        place = list(fields).index(name)
        return [row[place].strip() for row in rows if place < len(row)]

    return Reader(fields, births_of(column("birth_date"), dates), sexes_in(column("sex")) or SEXES)


def _name_and_title(cells: dict[str, str]) -> tuple[str, str]:
    """A name may stand in two columns, and a title before it."""
    name, title = cells.get("name", ""), cells.get("title", "")
    if "surname" in cells:
        name = ", ".join(part for part in (cells["surname"], cells.get("given", "")) if part)
    match = re.match(r"^(W?[GIFC]M)\s+(.+)$", name)
    if match and not title:
        title, name = match.groups()
    return " ".join(name.split()), title


def _read_name(line: ImportLine, name: str) -> None:
    line.values["name"] = name
    if not name:
        line.problems.append(_("The name is missing."))
    elif len(name) > 120:
        line.problems.append(_("The name is longer than 120 characters."))
    elif not is_name(name):
        line.problems.append(_("“%(text)s” is not a name.") % {"text": name[:20]})


def _read_text(line: ImportLine, column: str, text: str, longest: int) -> None:
    if len(text) > longest:
        line.problems.append(_("“%(text)s…” is too long.") % {"text": text[:20]})
    line.values[column] = text[:longest]


def _read_title(line: ImportLine, text: str) -> None:
    title = title_of(text) if len(text) < 20 else ""
    if text and not title and text not in ("-", "–"):
        line.remarks.append(
            _("The title “%(text)s” is not known and is left out.") % {"text": text[:20]}
        )
    line.values["title"] = title


def _read_rating(line: ImportLine, column: str, text: str) -> None:
    line.values[column] = 0
    if text.lower() in _NO_RATING:
        return
    thousands = _THOUSANDS.fullmatch(text) if len(text) < 12 else None
    digits = "".join(thousands.groups()) if thousands else text
    number = whole_number(digits)
    if not digits.isdecimal() or (number and not 100 <= number <= 3500) or len(digits) > 4:
        line.problems.append(_("“%(text)s” is not a rating.") % {"text": text[:20]})
        return
    line.values[column] = number
