"""Teams with their players from a table (pasted, CSV, XLSX: team; board; player; rating; …) or from
a report file: read, shown, entered all or none, and taken back as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from pairing import trf
from pairing.errors import PairingError
from tournaments.core.kinds import Kind, kind_of
from tournaments.core.tables import as_text, decode, table_rows
from tournaments.core.text import fold
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Entry, LogEntry, Pairing, Team, TeamMember, Tournament, User
from tournaments.queries.entries.listed import last_import_of_teams
from tournaments.queries.teams.rules import rules_of
from tournaments.services.entries.importing import (
    HEADING_WITHIN,
    TRF_COLUMNS,
    ImportPreview,
    names_columns,
    not_read,
    player_cells,
    preview_of,
    sheet_rows,
)
from tournaments.services.entries.list_lines import ImportLine
from tournaments.services.entries.listing import enter_players
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.teams.known_players import KNOWN, PERHAPS, find_known
from tournaments.services.teams.listing import add_team, guard_not_drawn, list_players
from tournaments.wording.core import in_words


def _folded(words: str) -> frozenset[str]:
    return frozenset(fold(word) for word in words.split("|"))


#: header words, folded, of the columns that players' lists do not have
TEAM = _folded(
    "team|takım|takım adı|team name|teamname|mannschaft|mannschaftsname|équipe|equipo|squadra|"
    "equipe|команда|drużyna|družstvo|csapat|ploeg|lag|ekipa"
)
BOARD = _folded(
    "board|masa|bd|board no|masa no|bo|brett|brettnr|br|échiquier|ech|tablero|tab|scacchiera|"
    "tabuleiro|доска|szachownica|deska|bord|board nr"
)
CAPTAIN = _folded(
    "captain|kaptan|takım kaptanı|mannschaftsführer|capitaine|capitán|capitano|capitão|капитан|"
    "kapitan|kapitán|teamleider"
)
CAPTAIN_EMAIL = _folded(
    "captain e mail|captain email|kaptan e posta|kaptan eposta|captain mail|e mail of the captain"
)
#: the order of columns without a header line
POSITIONS = ("team", "board", "name", "rating", "federation", "club", "fide id", "birth date")


@dataclass
class TeamLines:
    name: str
    captain: str = ""
    captain_email: str = ""
    lines: list[tuple[int, ImportLine]] = field(
        default_factory=list
    )  # with the board, 0 = not said

    def as_values(self) -> dict[str, Any]:
        lines = [line for _board, line in sorted(self.lines, key=_by_board)]
        clubs = {line.values.get("club", "") for line in lines}
        federations = {line.values.get("federation", "") for line in lines}
        return {
            "values": {
                "name": self.name,
                "captain": self.captain,
                "captain_email": self.captain_email,
                "club": clubs.pop() if len(clubs) == 1 else "",
                "federation": federations.pop() if len(federations) == 1 else "",
            },
            "players": [line.values for line in lines],
        }


def _by_board(row: tuple[int, ImportLine]) -> tuple[int, int]:
    """Boards in order; who has none comes after them, as written."""
    board, line = row
    return (board or 10**6, line.number)


@dataclass
class TeamPreview:
    teams: list[TeamLines]
    players: ImportPreview
    left_out: int = 0  # players of a report that are in no team
    text: str = ""  # the file as it can be mended on the page

    @property
    def importable(self) -> bool:
        return bool(self.teams) and self.players.importable

    @property
    def doubtful(self) -> list[ImportLine]:
        """Lines with the name of somebody in the tournament, and nothing that says who it is."""
        return [line for line in self.players.lines if PERHAPS in line.values]


def read_teams_file(data: bytes, name: str, tournament: Tournament, dates: str = "") -> TeamPreview:
    """An uploaded list, by what it is rather than by what it is called."""
    kind = kind_of(data)
    if problem := not_read(kind):
        return _failed(problem)
    if kind is Kind.SHEET:
        rows, problem = sheet_rows(data)
        return _failed(problem) if problem else _preview(rows, tournament, dates)
    if kind is Kind.REPORT or name.lower().endswith((".trf", ".trfx")):
        return _read_report(data, tournament)
    return read_teams(decode(data), tournament, dates)


def read_teams(text: str, tournament: Tournament, dates: str = "") -> TeamPreview:
    if kind_of(text[:100_000].encode(errors="replace")) is Kind.REPORT:
        return _read_report(text.encode(errors="replace"), tournament)
    return _preview(table_rows(text), tournament, dates)


def _read_report(data: bytes, tournament: Tournament) -> TeamPreview:
    """The teams of a report (records 310, or 013 of older files) with their players in order."""
    try:
        document = trf.read(data)
    except PairingError as error:
        return _failed(
            _("This report file cannot be read: %(error)s") % {"error": in_words(error.said)}
        )
    people = {player.number: player for player in document.players}
    rows = [["team", "board", *TRF_COLUMNS]]
    for team in document.teams or document.rosters:
        for board, number in enumerate(team.players, start=1):
            if player := people.pop(number, None):
                rows.append([team.name, str(board), *player_cells(player)])
    if len(rows) == 1:
        return _failed(_("This report file has no teams (records 310 or 013)."))
    found = _preview(rows, tournament)
    found.left_out = len(people)
    return found


def _failed(problem: str) -> TeamPreview:
    return TeamPreview([], ImportPreview([], problem))


def _preview(table: list[list[str]], tournament: Tournament, dates: str = "") -> TeamPreview:
    filled = [
        (number, [cell.strip() for cell in row])
        for number, row in enumerate(table, start=1)
        if any(cell.strip() for cell in row)
    ]
    if not filled:
        return _failed(_("The list is empty. Paste one player per line."))
    words, rows = _heading([row for _number, row in filled])
    numbers = [number for number, _row in filled[len(filled) - len(rows) :]]
    row_at = dict(zip(numbers, rows, strict=True))
    head = [fold(cell) for cell in words]
    columns = {
        name: next((index for index, cell in enumerate(head) if cell in words), None)
        for name, words in (
            ("team", TEAM),
            ("board", BOARD),
            ("captain", CAPTAIN),
            ("captain_email", CAPTAIN_EMAIL),
        )
    }
    # The rest, without the columns of the teams, is a list of players.
    own = set(columns.values())
    rest = [index for index in range(len(head)) if index not in own]
    if not names_columns([head[index] for index in rest]):
        found = ", ".join(head)[:200]
        return _failed(
            _("No column of the heading has the names of players: %(found)s.") % {"found": found}
        )
    listed = [[_cell(row, index) for index in rest] for row in rows]
    players = preview_of(
        [[words[index] for index in rest], *listed],
        tournament,
        dates,
        (0, *numbers),
        may_be_here=True,
    )
    teams: dict[str, TeamLines] = {}
    for line in players.lines:
        row = row_at[line.number]
        _place(line, {name: _cell(row, index) for name, index in columns.items()}, teams)
    _check(teams, players, tournament)
    find_known(
        ((team.name, line) for team in teams.values() for _board, line in team.lines), tournament
    )
    return TeamPreview(list(teams.values()), players, text=as_text(table))


def _heading(rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """The names of the columns, with or without a title above them, and the lines below."""
    for above, row in enumerate(rows[:HEADING_WITHIN]):
        if TEAM.intersection(map(fold, row)) and (above == 0 or names_columns(row)):
            return row, rows[above + 1 :]
    return list(POSITIONS), rows


def _cell(row: list[str], index: int | None) -> str:
    return row[index] if index is not None and index < len(row) else ""


def _place(line: ImportLine, cells: dict[str, str], teams: dict[str, TeamLines]) -> None:
    name = " ".join(cells["team"].split())
    if not name or len(name) > 80:
        line.problems.append(_("The name of the team is missing or too long."))
        return
    team = teams.setdefault(fold(name), TeamLines(name))
    team.captain = team.captain or cells["captain"][:120]
    team.captain_email = team.captain_email or cells["captain_email"][:254]
    board = cells["board"]
    if board and not (board.isdecimal() and len(board) < 5):
        line.problems.append(_("“%(text)s” is not a board.") % {"text": board[:20]})
        board = ""
    number = int(board or 0)
    if number and any(other == number for other, _line in team.lines):
        line.problems.append(
            _("Board %(board)s of %(team)s is there twice.") % {"board": number, "team": name}
        )
    team.lines.append((number, line))


def _check(teams: dict[str, TeamLines], players: ImportPreview, tournament: Tournament) -> None:
    rules = rules_of(tournament)
    most = rules.boards + rules.reserves
    for team in teams.values():
        if tournament.format.pairs_teams and len(team.lines) > most:
            team.lines[-1][1].problems.append(
                _("%(team)s has more than %(most)s players.") % {"team": team.name, "most": most}
            )


# --- Enter, and take back ------------------------------------------------------------------------


def import_teams(
    *,
    tournament: Tournament,
    by: User | None,
    teams: Sequence[Mapping[str, Any]],
    namesakes_are_new: bool = False,
) -> list[Team]:
    """Teams with their players at once, all or none: {"values": …, "players": [values, …]}.

    Players who are in the tournament already join the team as they are, those of whom only the
    name says so unless `namesakes_are_new`."""
    with act("teams.imported", tournament, by=by) as done:
        tournament = done.tournament
        guard_not_drawn(tournament)
        rows = [_split(player, namesakes_are_new) for team in teams for player in team["players"]]
        new = [values for known, values in rows if known is None]
        players = enter_players(tournament=tournament, by=by, rows=new) if new else []
        entered = iter(players)
        people = iter([next(entered).pk if known is None else known for known, _values in rows])
        listed_before = set(
            TeamMember.objects.filter(team__tournament=tournament).values_list("entry", flat=True)
        )
        known = set(tournament.teams.values_list("pk", flat=True))
        made = []
        for one in teams:
            name = one["values"]["name"]
            team = Team.objects.filter(tournament=tournament, name=name).first()
            if team is None:
                team = add_team(tournament=tournament, by=by, values=one["values"])
            listed = list(team.members.values_list("entry_id", flat=True))
            coming = [next(people) for _player in one["players"]]
            listed += [pk for pk in coming if pk not in listed]
            made.append(list_players(tournament=tournament, team=team, entries=listed, by=by))
        done.record(
            tournament,
            label=str(len(made)),
            after={
                "teams": [team.pk for team in made if team.pk not in known],
                "entries": [entry.pk for entry in players],
                "joined": [pk for pk, _values in rows if pk and pk not in listed_before],
            },
        )
        return made


def _split(player: Mapping[str, Any], namesakes_are_new: bool) -> tuple[int | None, dict[str, Any]]:
    """The entry that is this player already, and the values of one who is not here."""
    values = dict(player)
    known, perhaps = values.pop(KNOWN, None), values.pop(PERHAPS, None)
    return known if known is not None or namesakes_are_new else perhaps, values


def undo_import(
    *, tournament: Tournament, line: LogEntry, by: User | None, confirmed: str = ""
) -> int:
    """Take back a whole import of teams: its players, and the teams that it made unless somebody
    else was added to them since."""
    with act("teams.import_undone", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        guard_not_drawn(tournament)
        last = last_import_of_teams(tournament)
        if last is None or last.pk != line.pk:
            raise Refused("teams.nothing_to_undo")
        after = last.after or {}
        entries = Entry.objects.filter(tournament=tournament, pk__in=after["entries"])
        made = tournament.teams.filter(pk__in=after["teams"])
        done.require(
            "teams.undo_import",
            level=3,
            reasons=[
                Reason(
                    "teams.undo_import_effect", {"teams": made.count(), "players": entries.count()}
                )
            ],
            subject=str(last.pk),
        )
        if Pairing.objects.filter(Q(white__in=entries) | Q(black__in=entries)).exists():
            raise Refused("teams.nothing_to_undo")
        joined = TeamMember.objects.filter(entry__in=after.get("joined", []))
        joined.filter(team__tournament=tournament).delete()
        entries.delete()
        gone = list(made.filter(members=None))
        made.filter(members=None).delete()
        assign_numbers(tournament)
        done.record(tournament, label=str(len(gone)), before=[team.name for team in gone])
        return len(gone)
