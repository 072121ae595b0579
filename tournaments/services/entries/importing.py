"""Players from a pasted table, a CSV, XLSX or TRF file: read everything, show it, match it with
the register, then enter all or none."""

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing import trf
from pairing.errors import PairingError
from pairing.trf import TrfPlayer
from tournaments.core.columns import SEXES, TITLES, column_of
from tournaments.core.tables import (
    MOST_LINES,
    TableTooLarge,
    UnreadableTable,
    as_text,
    decode,
    rows_of_sheet,
    table_rows,
)
from tournaments.core.text import fold, is_date, same_name, whole_number
from tournaments.models import Entry, RegisteredPlayer, Tournament
from tournaments.queries.entries.ratings import values_for
from tournaments.register.search import players_named
from tournaments.wording.core import in_words

LARGEST_FILE = 2 * 1024 * 1024
#: what a spreadsheet of players may unpack to, and how long it may be read
LARGEST_SHEET = 12 * 1024 * 1024
SECONDS = 4
#: the names of the columns stand within so many lines, below the title of the sheet
HEADING_WITHIN = 10
#: so many players without an ID are looked up by name
MOST_LOOKUPS = 600

#: the order of columns without a header line
POSITIONS = ("name", "fide_rating", "federation", "club", "fide_id", "birth_date")


@dataclass
class ImportLine:
    number: int
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@dataclass
class ImportPreview:
    lines: list[ImportLine]
    problem: str = ""  # with the file as a whole
    above: int = 0  # lines over the names of the columns, such as a title: not read
    text: str = ""  # the file as it can be mended on the page

    @property
    def mistakes_first(self) -> list[ImportLine]:
        return sorted(self.lines, key=lambda line: not line.problems)

    @property
    def bad(self) -> list[ImportLine]:
        return [line for line in self.lines if line.problems]

    @property
    def importable(self) -> bool:
        return bool(self.lines) and not self.bad and not self.problem


def read_file(data: bytes, name: str, tournament: Tournament) -> ImportPreview:
    """An uploaded list, by what it is rather than by what it is called."""
    if data[:4] == b"PK\x03\x04":
        return read_sheet(data, tournament)
    report = re.match(rb"(\xef\xbb\xbf)?(0[01]2|###) ", data)
    if report or name.lower().endswith((".trf", ".trfx")):
        return read_trf(data, tournament)
    return read_table(decode(data), tournament)


def read_table(text: str, tournament: Tournament) -> ImportPreview:
    """Every line of a pasted or uploaded table, with what is wrong with it."""
    if "\0" in text:
        return ImportPreview([], _("This is not a text file. Save the list as CSV and try again."))
    if len(text.encode(errors="replace")) > LARGEST_FILE:
        return ImportPreview([], _("The list is larger than 2 MB. Split it into parts."))
    return preview_of(table_rows(text, names_alone=True), tournament)


def read_sheet(data: bytes, tournament: Tournament) -> ImportPreview:
    """The first sheet of a spreadsheet; nothing in it is computed or fetched."""
    rows, problem = sheet_rows(data)
    return ImportPreview([], problem) if problem else preview_of(rows, tournament)


def sheet_rows(data: bytes) -> tuple[list[list[str]], str]:
    """The rows of the first sheet, or why there are none."""
    try:
        return list(islice(rows_of_sheet([data], LARGEST_SHEET, SECONDS), MOST_LINES + 2)), ""
    except TableTooLarge:
        return [], _("The spreadsheet is too large. Keep only the players.")
    except UnreadableTable:
        return [], _("This spreadsheet cannot be read. Save it as XLSX or CSV again.")


def read_trf(data: bytes, tournament: Tournament) -> ImportPreview:
    """The players of a report file; its rounds are not read here."""
    try:
        document = trf.read(data)
    except PairingError as error:
        return ImportPreview(
            [], _("This report file cannot be read: %(error)s") % {"error": in_words(error.said)}
        )
    rows = [TRF_COLUMNS, *(player_cells(player) for player in document.players)]
    return preview_of(rows, tournament)


#: what a report says of a player, as a table has it
TRF_COLUMNS = ["name", "title", "sex", "rating", "fed", "fide id", "birth"]


def player_cells(player: TrfPlayer) -> list[str]:
    return [
        player.name,
        player.title,
        player.sex,
        str(player.rating or ""),
        player.federation,
        player.fide_id,
        re.sub(r"[/-]00[/-]00$", "", player.birth_date),
    ]


def preview_of(table: list[list[str]], tournament: Tournament) -> ImportPreview:
    rows = [
        (number, row)
        for number, row in enumerate(table, start=1)
        if any(cell.strip() for cell in row)
    ]
    if not rows:
        return ImportPreview([], _("The list is empty. Paste one player per line."))
    if len(rows) > MOST_LINES:
        most = number_format(MOST_LINES, force_grouping=True)
        problem = _("The list has more than %(most)s lines. Split it into parts.") % {"most": most}
        return ImportPreview([], problem)
    columns, above = _columns(rows)
    if columns:
        rows = rows[above + 1 :]
    else:
        columns = list(POSITIONS)
    if not rows:
        return ImportPreview([], _("The list has only the names of the columns. Add the players."))
    lines = [_line(number, row, columns) for number, row in rows]
    _match_register(lines, tournament)
    _find_duplicates(lines, tournament)
    return ImportPreview(lines, above=above, text=as_text(table))


def names_columns(row: list[str]) -> bool:
    """True if a line is a heading of a list of players."""
    return bool(_header(row))


def _columns(rows: list[tuple[int, list[str]]]) -> tuple[list[str], int]:
    """The fields of the columns and the number of lines above their names; without names, nothing.

    Below a title only a line that names two columns is a heading: a player may be called Ad.
    """
    for above, (_number, row) in enumerate(rows[:HEADING_WITHIN]):
        columns = _header(row)
        if columns and (above == 0 or sum(map(bool, columns)) > 1):
            return columns, above
    return [], 0


# --- Match with the register --------------------------------------------------------------------


def _match_register(lines: list[ImportLine], tournament: Tournament) -> None:
    """Fill in from the register what the list leaves open; what the list says stays."""
    ids = [line.values["fide_id"] for line in lines if line.values["fide_id"]]
    by_id = {
        player.fide_id: player
        for player in RegisteredPlayer.objects.filter(fide_id__in=ids).exclude(fide_id="")
    }
    lookups = 0
    for line in lines:
        if line.problems:
            continue
        fide_id = line.values["fide_id"]
        if fide_id:
            player = by_id.get(fide_id)
            if player is not None and not set(fold(player.name).split()) & set(
                fold(line.values["name"]).split()
            ):
                line.remarks.append(
                    _("This FIDE ID belongs to %(name)s in the register.") % {"name": player.name}
                )
                continue
        elif lookups < MOST_LOOKUPS:
            lookups += 1
            player = _only_one(line)
        else:
            player = None
        if player is not None:
            _fill(line, player, tournament)


def _only_one(line: ImportLine) -> RegisteredPlayer | None:
    """The one player of the register with this very name (and year and federation, if said)."""
    found = players_named(line.values["name"])
    year, federation = line.values["birth_date"][:4], line.values["federation"]
    if federation:
        found = [player for player in found if player.federation == federation]
    if year:
        found = [player for player in found if player.birth_date[:4] in ("", year)]
    if len(found) > 1:
        line.remarks.append(
            ngettext(
                "%(count)s player of this name is in the register; give the FIDE ID.",
                "%(count)s players of this name are in the register; give the FIDE ID.",
                len(found),
            )
            % {"count": len(found)}
        )
    return found[0] if len(found) == 1 else None


def _fill(line: ImportLine, player: RegisteredPlayer, tournament: Tournament) -> None:
    known = values_for(player, tournament)
    values = line.values
    if values["fide_rating"] and values["fide_rating"] != known["fide_rating"]:
        line.remarks.append(
            _("The list says %(own)s, the register %(known)s; the list is kept, as typed.")
            % {"own": values["fide_rating"], "known": known["fide_rating"] or "–"}
        )
    else:
        values["fide_rating"] = known["fide_rating"]
        values["rating_source"] = known["rating_source"]
        values["k"] = known["k"]
    if values["national_rating"] in (0, known["national_rating"]):
        values["national_source"] = known["national_source"]
    if not values["fide_id"]:
        line.remarks.append(_("FIDE ID %(id)s by name.") % {"id": player.fide_id or "–"})
    for name in (
        "title", "sex", "birth_date", "federation", "club", "fide_id", "national_id",
        "national_rating",
    ):  # fmt: skip
        values[name] = values[name] or known[name]
    values["player_id"] = player.pk


def _header(row: list[str]) -> list[str] | None:
    found = [column_of(cell) for cell in row]
    if "surname" in found and "name" in found and "given" not in found:
        found[found.index("name")] = "given"
    return found if "name" in found or "surname" in found else None


def _line(number: int, row: list[str], columns: list[str]) -> ImportLine:
    line = ImportLine(number)
    cells = {name: cell.strip() for name, cell in zip(columns, row, strict=False) if name}
    name, title = _name_and_title(cells)
    _read_name(line, name)
    _read_title(line, title)
    for column in ("fide_rating", "national_rating"):
        _read_rating(line, column, cells.get(column, ""))
    _read_sex(line, cells.get("sex", ""))
    _read_birth(line, cells.get("birth_date", ""))
    line.values["rating_source"] = ""
    _read_federation(line, cells.get("federation", "").upper())
    _read_fide_id(line, cells.get("fide_id", ""))
    for column, longest in (("club", 120), ("national_id", 20), ("phone", 30)):
        _read_text(line, column, cells.get(column, ""), longest)
    return line


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
    elif not any(map(str.isalpha, name)) or name[0] in "=+-@":
        line.problems.append(_("“%(text)s” is not a name.") % {"text": name[:20]})


def _read_federation(line: ImportLine, text: str) -> None:
    known = re.fullmatch(r"[A-Z]{3}", text)
    if text and not known:
        line.problems.append(
            _("“%(text)s” is not a federation of three letters.") % {"text": text[:20]}
        )
    line.values["federation"] = text if known else ""


def _read_fide_id(line: ImportLine, text: str) -> None:
    known = re.fullmatch(r"\d{1,11}", text)
    if text and not known:
        line.problems.append(_("“%(text)s” is not a FIDE ID.") % {"text": text[:20]})
    line.values["fide_id"] = text if known else ""


def _read_text(line: ImportLine, column: str, text: str, longest: int) -> None:
    if len(text) > longest:
        line.problems.append(_("“%(text)s…” is too long.") % {"text": text[:20]})
    line.values[column] = text[:longest]


def _read_title(line: ImportLine, text: str) -> None:
    title = TITLES.get(fold(text), "")
    if text and not title and text not in ("-", "–"):
        line.remarks.append(
            _("The title “%(text)s” is not known and is left out.") % {"text": text[:20]}
        )
    line.values["title"] = title


def _read_rating(line: ImportLine, column: str, text: str) -> None:
    line.values[column] = 0
    if not text or text in ("-", "–"):
        return
    number = whole_number(text)
    if not text.isdecimal() or (number and not 100 <= number <= 3500) or len(text) > 4:
        line.problems.append(_("“%(text)s” is not a rating.") % {"text": text[:20]})
        return
    line.values[column] = number


def _read_sex(line: ImportLine, text: str) -> None:
    line.values["sex"] = SEXES.get(fold(text), "")
    if text and not line.values["sex"]:
        line.remarks.append(
            _("“%(text)s” is not understood as a sex and is left out.") % {"text": text[:20]}
        )


def _read_birth(line: ImportLine, text: str) -> None:
    line.values["birth_date"] = ""
    if not text:
        return
    if match := re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", text):
        born = "{}-{:02}-{:02}".format(*map(int, match.groups()))
    elif match := re.fullmatch(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", text):
        day, month, year = map(int, match.groups())
        born = f"{year}-{month:02}-{day:02}"
    else:
        born = text
    if is_date(born):
        line.values["birth_date"] = born
    else:
        line.problems.append(_("“%(text)s” is not a birth date.") % {"text": text[:20]})


def _find_duplicates(lines: list[ImportLine], tournament: Tournament) -> None:
    known = Entry.objects.filter(tournament=tournament).values_list("fide_id", "name")
    ids = {fide_id for fide_id, _name in known if fide_id}
    names = {same_name(name) for _fide_id, name in known}
    seen: dict[str, int] = {}
    named: dict[str, int] = {}
    for line in lines:
        fide_id = line.values["fide_id"]
        if fide_id and fide_id in ids:
            line.problems.append(_("A player with this FIDE ID is already in the tournament."))
        elif fide_id and fide_id in seen:
            line.problems.append(
                _("The same FIDE ID is on line %(line)s.") % {"line": seen[fide_id]}
            )
        elif (name := same_name(line.values["name"])) in names:
            line.remarks.append(_("A player of this name is already in the tournament."))
        elif name in named:
            line.remarks.append(_("The same name is on line %(line)s.") % {"line": named[name]})
        if fide_id:
            seen.setdefault(fide_id, line.number)
        if name := same_name(line.values["name"]):
            named.setdefault(name, line.number)
