"""Players from a pasted table or a CSV file: read everything, show it, then enter all or none."""

import csv
import io
import re
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Entry, Tournament
from tournaments.text import fold

LARGEST_FILE = 2 * 1024 * 1024
MOST_LINES = 5000

#: header words, folded, in both languages → field
COLUMNS = {
    "name": {"name", "player", "ad soyad", "adi soyadi", "soyad ad", "isim", "oyuncu", "ad"},
    "surname": {"surname", "last name", "lastname", "soyad", "soyadi"},
    "given": {"first name", "firstname", "given name", "adi"},
    "title": {"title", "tit", "unvan"},
    "fide_rating": {"rating", "elo", "rtg", "fide", "fide rating", "kuvvet puani", "irtg"},
    "national_rating": {"national", "national rating", "ukd", "ulusal kuvvet puani", "nrtg"},
    "federation": {"fed", "federation", "federasyon", "ulke", "country"},
    "club": {"club", "kulup", "team", "takim", "kulup il"},
    "fide_id": {"fide id", "fideid", "id", "fide no", "id no", "fide numarasi"},
    "national_id": {"national id", "ukd no", "lisans", "lisans no", "licence", "license"},
    "birth_date": {"birth", "born", "birth date", "birthday", "dogum", "dogum tarihi", "dt"},
    "sex": {"sex", "gender", "cinsiyet"},
    "phone": {"phone", "telefon", "tel"},
}
#: the order of columns without a header line
POSITIONS = ("name", "fide_rating", "federation", "club", "fide_id", "birth_date")
TITLES = {
    "gm": "GM", "im": "IM", "fm": "FM", "cm": "CM",
    "wgm": "WGM", "wim": "WIM", "wfm": "WFM", "wcm": "WCM",
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip
SEXES = {
    "m": "m", "male": "m", "e": "m", "erkek": "m", "b": "m",
    "w": "w", "f": "w", "female": "w", "k": "w", "kadin": "w", "kiz": "w",
}  # fmt: skip


@dataclass
class Line:
    number: int
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@dataclass
class Preview:
    lines: list[Line]
    problem: str = ""  # with the file as a whole

    @property
    def bad(self) -> list[Line]:
        return [line for line in self.lines if line.problems]

    @property
    def importable(self) -> bool:
        return bool(self.lines) and not self.bad and not self.problem


def decode(data: bytes) -> str:
    """UTF-8, or what Turkish spreadsheets write when it is not."""
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("cp1254", errors="replace")


def read_table(text: str, tournament: Tournament) -> Preview:
    """Every line of a pasted or uploaded table, with what is wrong with it."""
    if "\0" in text:
        return Preview([], _("This is not a text file. Save the list as CSV and try again."))
    if len(text) > LARGEST_FILE:
        return Preview([], _("The list is larger than 2 MB. Split it in parts."))
    rows = [
        (number, row)
        for number, row in enumerate(_rows(text), start=1)
        if any(cell.strip() for cell in row)
    ]
    if not rows:
        return Preview([], _("The list is empty. Paste one player per line."))
    if len(rows) > MOST_LINES:
        return Preview([], _("The list has more than 5,000 lines. Split it in parts."))
    columns = _header(rows[0][1])
    if columns:
        rows = rows[1:]
    else:
        columns = list(POSITIONS)
    if "name" not in columns and "surname" not in columns:
        return Preview([], _("No column is called “Name”. Add a header line with the columns."))
    lines = [_line(number, row, columns) for number, row in rows]
    _find_duplicates(lines, tournament)
    return Preview(lines)


def _rows(text: str) -> list[list[str]]:
    sample = "\n".join(text.splitlines()[:5])
    separator = max("\t;,|", key=sample.count)
    # "Yıldız, Ayşe" in a list without other separators is one name, not two cells.
    if separator == "," and all(line.count(",") <= 1 for line in sample.splitlines()):
        return [[line] for line in text.splitlines()]
    return list(csv.reader(io.StringIO(text), delimiter=separator))


def _header(row: list[str]) -> list[str] | None:
    found = []
    for cell in row:
        word = fold(cell)
        found.append(next((name for name, words in COLUMNS.items() if word in words), ""))
    if "surname" in found and "name" in found and "given" not in found:
        found[found.index("name")] = "given"
    return found if "name" in found or "surname" in found else None


def _line(number: int, row: list[str], columns: list[str]) -> Line:
    line = Line(number)
    cells = {name: cell.strip() for name, cell in zip(columns, row, strict=False) if name}
    name = cells.get("name", "")
    if "surname" in cells:
        name = ", ".join(part for part in (cells["surname"], cells.get("given", "")) if part)
    match = re.match(r"^(W?[GIFC]M)\s+(.+)$", name)
    if match and not cells.get("title"):
        cells["title"], name = match.groups()
    line.values["name"] = " ".join(name.split())
    if not line.values["name"]:
        line.problems.append(_("The name is missing."))
    elif len(line.values["name"]) > 120:
        line.problems.append(_("The name is longer than 120 characters."))
    _read_title(line, cells.get("title", ""))
    for column in ("fide_rating", "national_rating"):
        _read_rating(line, column, cells.get(column, ""))
    _read_sex(line, cells.get("sex", ""))
    _read_birth(line, cells.get("birth_date", ""))
    federation = cells.get("federation", "").upper()
    if federation and not re.fullmatch(r"[A-Z]{3}", federation):
        line.problems.append(
            _("“%(text)s” is not a federation of three letters.") % {"text": federation[:20]}
        )
        federation = ""
    line.values["federation"] = federation
    fide_id = cells.get("fide_id", "")
    if fide_id and not re.fullmatch(r"\d{1,11}", fide_id):
        line.problems.append(_("“%(text)s” is not a FIDE ID.") % {"text": fide_id[:20]})
        fide_id = ""
    line.values["fide_id"] = fide_id
    for column, longest in (("club", 120), ("national_id", 20), ("phone", 30)):
        text = cells.get(column, "")
        if len(text) > longest:
            line.problems.append(_("“%(text)s…” is too long.") % {"text": text[:20]})
        line.values[column] = text[:longest]
    return line


def _read_title(line: Line, text: str) -> None:
    title = TITLES.get(fold(text), "")
    if text and not title and text not in ("-", "–"):
        line.remarks.append(
            _("The title “%(text)s” is not known and is left out.") % {"text": text[:20]}
        )
    line.values["title"] = title


def _read_rating(line: Line, column: str, text: str) -> None:
    line.values[column] = 0
    if not text or text in ("-", "–"):
        return
    if not text.isdecimal() or not (text == "0" or 100 <= int(text) <= 3500):
        line.problems.append(_("“%(text)s” is not a rating.") % {"text": text[:20]})
        return
    line.values[column] = int(text)


def _read_sex(line: Line, text: str) -> None:
    line.values["sex"] = SEXES.get(fold(text), "")
    if text and not line.values["sex"]:
        line.remarks.append(
            _("“%(text)s” is not understood as a sex and is left out.") % {"text": text[:20]}
        )


def _read_birth(line: Line, text: str) -> None:
    line.values["birth_date"] = ""
    if not text:
        return
    if re.fullmatch(r"(19|20)\d\d", text):
        line.values["birth_date"] = text
    elif match := re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", text):
        line.values["birth_date"] = "{}-{:02}-{:02}".format(*map(int, match.groups()))
    elif match := re.fullmatch(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", text):
        day, month, year = map(int, match.groups())
        line.values["birth_date"] = f"{year}-{month:02}-{day:02}"
    else:
        line.problems.append(_("“%(text)s” is not a birth date.") % {"text": text[:20]})


def _find_duplicates(lines: list[Line], tournament: Tournament) -> None:
    known = Entry.objects.filter(tournament=tournament).values_list("fide_id", "name")
    ids = {fide_id for fide_id, _name in known if fide_id}
    names = {fold(name) for _fide_id, name in known}
    seen: dict[str, int] = {}
    for line in lines:
        fide_id = line.values["fide_id"]
        if fide_id and fide_id in ids:
            line.problems.append(_("A player with this FIDE ID is already in the tournament."))
        elif fide_id and fide_id in seen:
            line.problems.append(
                _("The same FIDE ID is on line %(line)s.") % {"line": seen[fide_id]}
            )
        elif fold(line.values["name"]) in names:
            line.remarks.append(_("A player of this name is already in the tournament."))
        if fide_id:
            seen.setdefault(fide_id, line.number)
