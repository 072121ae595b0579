"""Teams with their players from a pasted table: team; board; player; rating; …"""

import csv
import io
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.services.importing import Line, Preview, read_table
from tournaments.services.teams import rules_of
from tournaments.text import fold

#: header words, folded, of the columns that players' lists do not have
TEAM = {"team", "takim", "takim adi"}
BOARD = {"board", "masa", "bd", "board no", "masa no"}
CAPTAIN = {"captain", "kaptan"}
CAPTAIN_EMAIL = {"captain e mail", "captain email", "kaptan e posta", "kaptan eposta"}
#: the order of columns without a header line
POSITIONS = ("team", "board", "name", "rating", "federation", "club", "fide id", "birth date")


@dataclass
class TeamLines:
    name: str
    captain: str = ""
    captain_email: str = ""
    lines: list[tuple[int, Line]] = field(default_factory=list)  # with the board, 0 = not said

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


def _by_board(row: tuple[int, Line]) -> tuple[int, int]:
    """Boards in order; who has none comes after them, as written."""
    board, line = row
    return (board or 10**6, line.number)


@dataclass
class TeamPreview:
    teams: list[TeamLines]
    players: Preview

    @property
    def importable(self) -> bool:
        return bool(self.teams) and self.players.importable


def read_teams(text: str, tournament: Tournament) -> TeamPreview:
    rows = [
        [cell.strip() for cell in row] for row in _rows(text) if any(cell.strip() for cell in row)
    ]
    if not rows:
        return TeamPreview([], Preview([], _("The list is empty. Paste one player per line.")))
    head = [fold(cell) for cell in rows[0]]
    if TEAM.intersection(head):
        rows = rows[1:]
    else:
        head = list(POSITIONS)
    columns = {
        name: next((index for index, cell in enumerate(head) if cell in words), None)
        for name, words in (
            ("team", TEAM),
            ("board", BOARD),
            ("captain", CAPTAIN),
            ("captain_email", CAPTAIN_EMAIL),
        )
    }
    own = set(columns.values())
    rest = [index for index in range(len(head)) if index not in own]
    players = read_table(_table(head, rest, rows), tournament)
    teams: dict[str, TeamLines] = {}
    for line in players.lines:
        row = rows[line.number - 2]  # the line with the names of the columns is the first
        _place(line, {name: _cell(row, index) for name, index in columns.items()}, teams)
    _check(teams, players, tournament)
    return TeamPreview(list(teams.values()), players)


def _rows(text: str) -> list[list[str]]:
    sample = "\n".join(text.splitlines()[:5])
    separator = max("\t;,|", key=sample.count)
    return list(csv.reader(io.StringIO(text), delimiter=separator))


def _cell(row: list[str], index: int | None) -> str:
    return row[index] if index is not None and index < len(row) else ""


def _table(head: list[str], rest: list[int], rows: list[list[str]]) -> str:
    """What is left without the columns of the teams, for the reader of players' lists."""
    lines = ["\t".join([head[index] for index in rest] + ["", "", ""])]
    lines += ["\t".join([_cell(row, index) for index in rest] + ["", "", ""]) for row in rows]
    return "\n".join(lines)


def _place(line: Line, cells: dict[str, str], teams: dict[str, TeamLines]) -> None:
    name = " ".join(cells["team"].split())
    if not name or len(name) > 80:
        line.problems.append(_("The name of the team is missing or too long."))
        return
    team = teams.setdefault(fold(name), TeamLines(name))
    team.captain = team.captain or cells["captain"][:120]
    team.captain_email = team.captain_email or cells["captain_email"][:254]
    board = cells["board"]
    if board and not board.isdecimal():
        line.problems.append(_("“%(text)s” is not a board.") % {"text": board[:20]})
        board = ""
    number = int(board or 0)
    if number and any(other == number for other, _line in team.lines):
        line.problems.append(
            _("Board %(board)s of %(team)s is there twice.") % {"board": number, "team": name}
        )
    team.lines.append((number, line))


def _check(teams: dict[str, TeamLines], players: Preview, tournament: Tournament) -> None:
    rules = rules_of(tournament)
    most = rules.boards + rules.reserves
    for team in teams.values():
        if tournament.of_teams and len(team.lines) > most:
            team.lines[-1][1].problems.append(
                _("%(team)s has more than %(most)s players.") % {"team": team.name, "most": most}
            )
