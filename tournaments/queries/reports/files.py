"""Files for other programs: reports in each edition, lists of players in the columns that
Swiss-Manager and Chess-Results take, and the headers of the games."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

import openpyxl
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from openpyxl.cell import WriteOnlyCell

from pairing.formats import Format
from tournaments.models import Entry, Tournament
from tournaments.queries.hall.published import all_pgn, harmless, public_trf
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import last_public_round

TRF, CSV, PGN = "text/plain", "text/csv", "application/x-chess-pgn"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

Row = list[str | int]


@dataclass(frozen=True, slots=True)
class File:
    """A file that a tournament gives to another program."""

    key: str
    group: Promise
    label: Promise | str
    help: Promise
    ending: str
    kind: str
    make: Callable[[Tournament], bytes]
    #: the formats that have such a file
    fits: Callable[[Format], bool] = lambda _format: True
    #: there is nothing in it before a round is published
    of_games: bool = False

    def name(self, tournament: Tournament) -> str:
        return f"{tournament.event.slug}-{tournament.slug}-{self.key}.{self.ending}"


def files_of(tournament: Tournament, *, public: bool = False) -> list[File]:
    """The files that there are now: those of the format, and of games once there are some.
    Everybody gets the report, with what is public alone."""
    if public:
        return [replace(FILES["trf26"], make=public_trf)]
    begun = last_public_round(tournament) > 0 or not tournament.format.has_rounds
    return [
        file
        for file in FILES.values()
        if file.fits(tournament.format) and (begun or not file.of_games)
    ]


def file_of(tournament: Tournament, key: str, *, public: bool = False) -> File | None:
    return next((one for one in files_of(tournament, public=public) if one.key == key), None)


# --- Lists ----------------------------------------------------------------------------------------


def _listed(tournament: Tournament) -> list[Entry]:
    found = tournament.entries.exclude(status=Entry.Status.EXPELLED)
    return list(found.order_by("tpn", "-rating", "name"))


def _teams(tournament: Tournament) -> dict[int, tuple[str, int]]:
    """By entry the team and the board of its player."""
    found = {}
    for team in tournament.teams.prefetch_related("members"):
        members = sorted(team.members.all(), key=attrgetter("place"))
        for board, member in enumerate(members, 1):
            found[member.entry_id] = (team.name, board)
    return found


def swiss_manager_rows(tournament: Tournament) -> Iterator[Row]:
    """The columns of a list that Swiss-Manager imports; women have an "f"."""
    teams = _teams(tournament) if tournament.format.pairs_teams else {}
    head: Row = ["ID_No", "Name", "Fed", "Sex", "ClubName", "Birthday", "Rtg_Nat", "Fide_No"]
    yield [*head, "Rtg_Int", "Title", "K", *(["Team", "Board"] if teams else [])]
    for entry in _listed(tournament):
        team = teams.get(entry.pk, ("", 0))
        yield [
            _number(entry.national_id),
            entry.name,
            entry.federation,
            "f" if entry.sex == "w" else "",
            entry.club,
            entry.birth_date.replace("-", "/"),
            entry.national_rating,
            _number(entry.fide_id),
            entry.fide_rating,
            entry.title,
            entry.k,
            *(team if teams else ()),
        ]


def chess_results_rows(tournament: Tournament) -> Iterator[Row]:
    """The columns of a starting list as Chess-Results shows it."""
    teams = _teams(tournament) if tournament.format.pairs_teams else {}
    head: Row = ["No.", "Title", "Name", "FideID", "FED", "RtgI", "RtgN", "sex", "Birthday"]
    yield [*head, "Club/City", *(["Bo.", "Team"] if teams else [])]
    for place, entry in enumerate(_listed(tournament), 1):
        team = teams.get(entry.pk, ("", 0))
        yield [
            entry.tpn or place,
            entry.title,
            entry.name,
            _number(entry.fide_id),
            entry.federation,
            entry.fide_rating,
            entry.national_rating,
            "w" if entry.sex == "w" else "",
            entry.birth_date.replace("-", "/"),
            entry.club,
            *((team[1], team[0]) if teams else ()),
        ]


def _number(text: str) -> str | int:
    return int(text) if text.isascii() and text.isdigit() and not text.startswith("0") else text


Rows = Callable[[Tournament], Iterator[Row]]


def _csv(rows: Rows) -> Callable[[Tournament], bytes]:
    def make(tournament: Tournament) -> bytes:
        out = io.StringIO()
        out.write("\ufeff")  # spreadsheets then know the encoding
        writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
        writer.writerows([harmless(cell) for cell in row] for row in rows(tournament))
        return out.getvalue().encode()

    return make


def _xlsx(rows: Rows) -> Callable[[Tournament], bytes]:
    def make(tournament: Tournament) -> bytes:
        book = openpyxl.Workbook(write_only=True)
        sheet = book.create_sheet("Players")
        for row in rows(tournament):
            sheet.append([_cell(sheet, value) for value in row])
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()

    return make


def _cell(sheet: Any, value: str | int) -> Any:
    """Words stay words: a name that begins with "=" is no formula."""
    if isinstance(value, int):
        return value
    cell = WriteOnlyCell(sheet, "".join(one if one.isprintable() else " " for one in value))
    cell.data_type = "s"
    return cell


# --- The catalogue --------------------------------------------------------------------------------


def _trf(profile: str, encoding: str = "") -> Callable[[Tournament], bytes]:
    def make(tournament: Tournament) -> bytes:
        final = bool(tournament.finished_at)
        return report(tournament, profile, final=final, encoding=encoding)

    return make


_REPORTS, _LISTS, _GAMES = _("Reports"), _("Lists of players"), _("Games")
_FOR_UPLOAD = _("For the rating office and for programs that check rounds and places.")
_FOR_SWISS_MANAGER = _("In the columns that Swiss-Manager imports.")
_FOR_CHESS_RESULTS = _("A starting list in the columns of Chess-Results.")

FILES: dict[str, File] = {
    file.key: file
    for file in (
        File("trf26", _REPORTS, "TRF26", _FOR_UPLOAD, "trf", TRF, _trf("trf26")),
        File("trf26-ascii", _REPORTS, _("TRF26, names without accents"),
             _("For readers that count columns in bytes."), "trf", TRF, _trf("trf26", "ascii")),
        File("trf16", _REPORTS, "TRF16", _("For pairing programs of the years before TRF26."),
             "trf", TRF, _trf("trf16")),
        File("trf06", _REPORTS, "TRF06",
             _("For old programs: without settings, and byes as plain results."),
             "trf", TRF, _trf("trf06")),
        File("swiss-manager-xlsx", _LISTS, "Swiss-Manager, XLSX", _FOR_SWISS_MANAGER, "xlsx",
             XLSX, _xlsx(swiss_manager_rows)),
        File("swiss-manager-csv", _LISTS, "Swiss-Manager, CSV", _FOR_SWISS_MANAGER, "csv", CSV,
             _csv(swiss_manager_rows)),
        File("chess-results-xlsx", _LISTS, "Chess-Results, XLSX", _FOR_CHESS_RESULTS, "xlsx",
             XLSX, _xlsx(chess_results_rows)),
        File("chess-results-csv", _LISTS, "Chess-Results, CSV", _FOR_CHESS_RESULTS, "csv", CSV,
             _csv(chess_results_rows)),
        File("pgn-round", _GAMES, _("PGN headers of the latest round"),
             _("For boards that send their moves (DGT): every game with its players and no moves."),
             "pgn", PGN, lambda tournament: all_pgn(tournament, latest=True).encode(),
             fits=attrgetter("has_rounds"), of_games=True),
        File("pgn", _GAMES, _("PGN headers of all games"),
             _("To begin a database with: every game with its players, result and no moves."),
             "pgn", PGN, lambda tournament: all_pgn(tournament).encode(), of_games=True),
    )
}  # fmt: skip


def in_groups(files: Sequence[File]) -> list[tuple[Promise, list[File]]]:
    groups = dict.fromkeys(file.group for file in files)
    return [(group, [file for file in files if file.group is group]) for group in groups]
