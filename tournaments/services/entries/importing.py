"""Players from a pasted table, a CSV, XLSX or TRF file: read everything, show it, match it with
the register, then enter all or none."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count, islice, zip_longest

from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from pairing import trf
from pairing.errors import PairingError
from pairing.trf import TrfPlayer
from tournaments.core.columns import Heading, heading_of, title_of
from tournaments.core.kinds import Kind, kind_of
from tournaments.core.tables import (
    MOST_LINES,
    TableTooLarge,
    UnreadableTable,
    as_text,
    decode,
    rows_of_sheet,
    table_rows,
)
from tournaments.core.text import fold, same_name
from tournaments.models import Entry, RegisteredPlayer, Tournament
from tournaments.queries.entries.ratings import values_for
from tournaments.register.layouts import rows_of_rating_list
from tournaments.register.search import players_named
from tournaments.services.entries.list_lines import DateQuestion, ImportLine, reader_of
from tournaments.wording.core import in_words
from tournaments.wording.reading import adjustment_sentence
from tournaments.wording.register import COLUMN_NAMES

LARGEST_FILE = 2 * 1024 * 1024
#: what a spreadsheet of players may unpack to, and how long it may be read
LARGEST_SHEET = 12 * 1024 * 1024
SECONDS = 4
#: the names of the columns stand within so many lines, below the title of the sheet
HEADING_WITHIN = 10
#: lines and words that a note names
MOST_SHOWN = 4
#: so many players without an ID are looked up by name
MOST_LOOKUPS = 600

#: the order of columns without a header line
POSITIONS = ("name", "fide_rating", "federation", "club", "fide_id", "birth_date")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list as it was understood."""

    word: str  # above it, or its number
    field: str = ""  # of an entry
    sample: str = ""  # what stands in it, where it is not read

    @property
    def label(self) -> str:
        return str(COLUMN_NAMES[self.field])


@dataclass
class ImportPreview:
    lines: list[ImportLine]
    problem: str = ""  # with the file as a whole
    above: int = 0  # lines over the names of the columns, such as a title: not read
    text: str = ""  # the file as it can be mended on the page
    notes: list[str] = field(default_factory=list)  # what was taken otherwise, on many lines
    read_as: list[Column] = field(default_factory=list)
    left_out: list[Column] = field(default_factory=list)  # understood, without a place here
    unknown: list[Column] = field(default_factory=list)
    question: DateQuestion | None = None

    @property
    def known(self) -> int:
        """Players whom the register has."""
        return sum(1 for line in self.lines if line.values.get("player_id"))

    @property
    def mistakes_first(self) -> list[ImportLine]:
        return sorted(self.lines, key=lambda line: not line.problems)

    @property
    def bad(self) -> list[ImportLine]:
        return [line for line in self.lines if line.problems]

    @property
    def importable(self) -> bool:
        return bool(self.lines) and not (self.bad or self.problem or self.question)


def read_file(data: bytes, name: str, tournament: Tournament, dates: str = "") -> ImportPreview:
    """An uploaded list, by what it is rather than by what it is called. `dates` is the order of
    day, month and year, for a list that does not tell it."""
    if problem := not_read(kind_of(data)):
        return ImportPreview([], problem)
    if kind_of(data) is Kind.SHEET:
        rows, problem = sheet_rows(data)
        return ImportPreview([], problem) if problem else preview_of(rows, tournament, dates)
    if kind_of(data) is Kind.REPORT or name.lower().endswith((".trf", ".trfx")):
        return read_trf(data, tournament)
    return read_table(decode(data), tournament, dates)


def read_table(text: str, tournament: Tournament, dates: str = "") -> ImportPreview:
    """Every line of a pasted or uploaded table, with what is wrong with it."""
    if problem := not_text(text):
        return ImportPreview([], problem)
    data = text.encode(errors="replace")
    if len(data) > LARGEST_FILE:
        return ImportPreview([], _("The list is larger than 2 MB. Split it into parts."))
    kind = kind_of(data)
    if kind is Kind.REPORT:
        return read_trf(data, tournament)
    if kind is Kind.RATING_LIST:
        rows = rows_of_rating_list(text)
        if rows is None:
            return ImportPreview([], _("FIDE's list cannot be read: its columns are not known."))
        return preview_of(rows, tournament, dates)
    return preview_of(table_rows(text, names_alone=True), tournament, dates)


#: what cannot be read here, with what to do
_NOT_READ = {
    Kind.OLD_SHEET: _lazy(
        "This is a spreadsheet of an old format (.xls), or one with a password. Save it as XLSX "
        "or CSV and try again."
    ),
    Kind.OPEN_SHEET: _lazy("This is an OpenDocument file. Save it as XLSX or CSV and try again."),
    Kind.ARCHIVE: _lazy("This is an archive. Take the list out of it and try again."),
    Kind.PAGE: _lazy("This is a web page. Copy its table and paste it, or save it as XLSX or CSV."),
    Kind.PDF: _lazy("This is a PDF. Save the list as XLSX or CSV and try again."),
}


def not_read(kind: Kind) -> str:
    """Why a file of this kind is no list; "" if it may be one."""
    return str(_NOT_READ.get(kind, ""))


def not_text(said: str) -> str:
    """Why these are no lines of a list; "" if they may be."""
    if "\0" not in said:
        return ""
    return _("This is not a text file. Save the list as CSV and try again.")


def sheet_rows(data: bytes) -> tuple[list[list[str]], str]:
    """The rows of the first sheet, or why there are none."""
    try:
        rows = rows_of_sheet([data], LARGEST_SHEET, SECONDS)
        return list(islice(rows, MOST_LINES + HEADING_WITHIN)), ""
    except TableTooLarge:
        return [], _("The spreadsheet is too large. Keep only the players.")
    except UnreadableTable:
        return [], _("This spreadsheet cannot be read. Save it as XLSX or CSV again.")


#: repairs of a report that concern its players
_OF_PLAYERS = frozenset(
    f"trf.{code}"
    for code in (
        *("encoding", "unreadable", "date_format", "date_guess", "date_kept", "sex", "title"),
        *("title_kept", "columns_by_byte"),
    )
)


def read_trf(data: bytes, tournament: Tournament) -> ImportPreview:
    """The players of a report file; its rounds are not read here."""
    try:
        document = trf.read(data)
    except PairingError as error:
        return ImportPreview(
            [], _("This report file cannot be read: %(error)s") % {"error": in_words(error.said)}
        )
    rows = [TRF_COLUMNS, *(player_cells(player) for player in document.players)]
    found = preview_of(rows, tournament)
    found.read_as = []
    found.notes += [
        adjustment_sentence(one.code, one.values)
        for one in document.adjustments
        if one.code in _OF_PLAYERS or ("record", "062") in one.values
    ]
    if document.begun_rounds:
        found.notes.append(_("The rounds of the report are not read here: only its players."))
    return found


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


def preview_of(
    table: list[list[str]],
    tournament: Tournament,
    dates: str = "",
    numbers: Iterable[int] = (),
    *,
    may_be_here: bool = False,
) -> ImportPreview:
    """`numbers` are those of the lines in the file, where the table is only a part of it.
    `may_be_here`: the list may name players of the tournament, and somebody else looks at it."""
    rows = [
        (number, row)
        for number, row in zip(numbers or count(1), table, strict=False)
        if any(cell.strip() for cell in row)
    ]
    if not rows:
        return ImportPreview([], _("The list is empty. Paste one player per line."))
    if len(rows) > MOST_LINES:
        most = number_format(MOST_LINES, force_grouping=True)
        problem = _("The list has more than %(most)s lines. Split it into parts.") % {"most": most}
        return ImportPreview([], problem)
    heading, above = _heading(rows, str(tournament.rating_type))
    words = rows[above][1] if heading else []
    if heading:
        rows = rows[above + 1 :]
    if not rows:
        return ImportPreview([], _("The list has only the names of the columns. Add the players."))
    heading = heading or Heading(_positions(row for _number, row in rows), (), ())
    found = ImportPreview([], above=above, text=as_text(table))
    rows = _without_footers(found, rows, heading)
    fields = _columns(found, words, heading, [row for _number, row in rows])
    reader = reader_of(fields, [row for _number, row in rows], dates)
    found.lines = [reader.line(number, row) for number, row in rows]
    above_field = {one.field: one.word for one in reversed(found.read_as)}
    above_field.setdefault("name", above_field.get("surname", ""))
    for line in found.lines:
        line.words = [above_field.get(name, "") for name in line.fields]
    found.notes += reader.notes
    found.question = reader.births.question
    if not found.lines:
        found.problem = _("The list has only the names of the columns. Add the players.")
    _match_register(found.lines, tournament)
    _find_duplicates(found.lines, Entry.objects.none() if may_be_here else tournament.entries.all())
    return found


def names_columns(row: list[str]) -> bool:
    """True if a line is a heading of a list of players."""
    return heading_of(row).names_players


def _heading(rows: list[tuple[int, list[str]]], kind: str) -> tuple[Heading | None, int]:
    """Reads what the names of the columns say, and the number of lines above them.

    Below a title only a line that names two columns is a heading: a player may be called Ad.
    """
    for above, (_number, row) in enumerate(rows[:HEADING_WITHIN]):
        heading = heading_of(row, kind)
        if heading.names_players and (above == 0 or heading.understood > 1):
            return heading, above
    return None, 0


#: a day as it is written, in any order
_DAY = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}", re.ASCII)


def _positions(rows: Iterable[list[str]]) -> tuple[str, ...]:
    """The columns of a list without a heading: in their order, but that a column which has nothing
    but days is that of the birth dates."""
    columns = list(zip_longest(*rows, fillvalue=""))
    for place, cells in enumerate(columns):
        said = [cell.strip() for cell in cells if cell.strip()]
        if place and said and all(map(_DAY.fullmatch, said)):
            others = [name for name in POSITIONS if name != "birth_date"]
            others += [""] * (place - len(others))
            return (*others[:place], "birth_date", *others[place:])
    return POSITIONS


#: what programs write below a table
_FOOTER = re.compile(
    r"https?:|www\.|chess-?results|swiss-?manager|vega(?:chess)?\.|sharly|©"
    r"|^(?:total|toplam|gesamt|summe|anzahl|totale|suma|итого|всего)\b",
    re.IGNORECASE,
)


def _without_footers(
    found: ImportPreview, rows: list[tuple[int, list[str]]], heading: Heading
) -> list[tuple[int, list[str]]]:
    """The lines of players; the others are named in a note."""
    names = {place for place, field in enumerate(heading.fields) if field in _NAMES}
    wide = heading.understood > 1
    kept, left = [], []
    for number, row in rows:
        filled = [place for place, cell in enumerate(row) if cell.strip()]
        alone = row[filled[0]].strip()
        drawn = not any(map(str.isalnum, "".join(row)))
        beside = wide and len(filled) == 1 and filled[0] not in names
        if drawn or beside or (len(filled) == 1 and _FOOTER.search(alone)):
            left.append((number, alone))
        else:
            kept.append((number, row))
    if left:
        shown = "; ".join(f"{number}: “{text[:60]}”" for number, text in left[:MOST_SHOWN])
        found.notes.append(
            ngettext(
                "%(count)s line is no player and is left out (%(lines)s).",
                "%(count)s lines are no players and are left out (%(lines)s).",
                len(left),
            )
            % {"count": len(left), "lines": shown}
        )
    return kept


_NAMES = ("name", "surname", "given")


def _columns(
    found: ImportPreview, words: list[str], heading: Heading, rows: list[list[str]]
) -> list[str]:
    """The field of each column, those without a name by what stands in them; and what is not read
    is kept for the page."""
    width = max((len(row) for row in rows), default=0)
    fields = [*heading.fields, *[""] * width][: max(width, len(heading.fields))]
    for place in range(len(fields)):
        word = words[place].strip() if place < len(words) else ""
        cells = [row[place].strip() for row in rows if place < len(row) and row[place].strip()]
        sample = ", ".join(dict.fromkeys(cell[:20] for cell in cells[:50]))[:60]
        if place in heading.left_out:
            found.left_out.append(Column(word, sample=sample))
        elif place in heading.unknown:
            found.unknown.append(Column(word, sample=sample))
        elif not fields[place] and cells:
            if "title" not in fields and all(len(one) < 5 and title_of(one) for one in cells):
                fields[place] = "title"
            else:
                column = _("column %(number)s") % {"number": place + 1}
                found.unknown.append(Column(word or column, sample=sample))
        if fields[place] and words:
            found.read_as.append(Column(word or "–", fields[place]))
    return fields


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
        words = ngettext(
            "%(count)s player of this name is in the register; give the FIDE ID.",
            "%(count)s players of this name are in the register; give the FIDE ID.",
            len(found),
        )
        line.namesakes = words % {"count": len(found)}
        line.remarks.append(line.namesakes)
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


def _find_duplicates(lines: list[ImportLine], entries: QuerySet[Entry]) -> None:
    """Nobody is entered twice: the FIDE ID tells who it is, or the name with the day of birth; a
    name alone is only a remark."""
    known = list(entries.values_list("fide_id", "name", "birth_date"))
    ids = {fide_id for fide_id, _name, _born in known if fide_id}
    names = {same_name(name) for _fide_id, name, _born in known}
    born_as = {(same_name(name), born) for _fide_id, name, born in known if len(born) == _A_DAY}
    without_id = {(same_name(name), born) for fide_id, name, born in known if not fide_id}
    seen: dict[str, int] = {}
    named: dict[str, int] = {}
    days: dict[tuple[str, str], ImportLine] = {}
    for line in lines:
        fide_id, born = line.values["fide_id"], line.values["birth_date"]
        name = same_name(line.values["name"])
        person = (name, born)
        if fide_id and fide_id in ids:
            line.problems.append(_("A player with this FIDE ID is already in the tournament."))
        elif fide_id and fide_id in seen:
            line.problems.append(
                _("The same FIDE ID is on line %(line)s.") % {"line": seen[fide_id]}
            )
        elif person in born_as and (not fide_id or person in without_id):
            line.problems.append(
                _("A player of this name and birth date is already in the tournament.")
            )
        elif person in days and not (fide_id and days[person].values["fide_id"]):
            line.problems.append(
                _("The same name and birth date are on line %(line)s.")
                % {"line": days[person].number}
            )
        elif name in names:
            line.remarks.append(_("A player of this name is already in the tournament."))
        elif name in named:
            line.remarks.append(_("The same name is on line %(line)s.") % {"line": named[name]})
        if fide_id:
            seen.setdefault(fide_id, line.number)
        if name:
            named.setdefault(name, line.number)
            if len(born) == _A_DAY:
                days.setdefault(person, line)


#: characters of a whole date: a year alone tells no two people apart
_A_DAY = len("2000-01-01")
