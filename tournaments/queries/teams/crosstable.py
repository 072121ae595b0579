"""The cross table of teams: in a Swiss each team's rounds, otherwise all against all."""

from collections import defaultdict
from dataclasses import dataclass

from pairing.results import ByeKind
from tournaments.models import RoundBye, Team, Tournament
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.teams.matches import MatchView, all_matches
from tournaments.queries.teams.standings import (
    TeamRow,
    TeamTable,
    board_points_of_bye,
    team_table,
)


@dataclass(frozen=True, slots=True)
class TeamCell:
    """A meeting from the side of one team, or a round of a Swiss without a match."""

    opponent: Team | None
    points: int  # tenths, of the boards
    other: int
    match: int | None = None  # its pk
    first: bool = False  # named first, with White on the odd boards
    open: bool = False
    sign: str = ""  # "+" or "−" of a match that was not played
    bye: str = ""  # its kind

    @property
    def number(self) -> int:
        """The number of the opponent; 0 without one."""
        return (self.opponent.number or 0) if self.opponent else 0


@dataclass(frozen=True, slots=True)
class TeamCrossRow:
    row: TeamRow
    cells: tuple[tuple[TeamCell, ...], ...]  # one for each head; several where they meet again


@dataclass(frozen=True, slots=True)
class TeamCrossTable:
    table: TeamTable
    grid: bool
    heads: tuple[int, ...]  # rounds, or the numbers of the opponents
    rows: tuple[TeamCrossRow, ...]


def team_cross_table(tournament: Tournament, after: int | None = None) -> TeamCrossTable:
    table = team_table(tournament, after)
    views = all_matches(tournament, until=table.after, staff=False)
    if tournament.format.swiss:
        return _by_rounds(table, views)
    last: dict[frozenset[int], dict[int, MatchView]] = defaultdict(dict)
    for view in views:
        if view.complete:
            pair = frozenset((view.match.first_id, view.match.second_id))
            last[pair][view.match.meeting] = view
    rows = tuple(
        TeamCrossRow(
            row,
            tuple(
                tuple(
                    _cell(view, row.entry, (view.first_total, view.second_total))
                    for view in last[frozenset((row.entry.pk, other.entry.pk))].values()
                )
                for other in table.rows
            ),
        )
        for row in table.rows
    )
    heads = tuple(row.entry.number or 0 for row in table.rows)
    return TeamCrossTable(table, True, heads, rows)


def _by_rounds(table: TeamTable, views: list[MatchView]) -> TeamCrossTable:
    tournament = table.tournament
    cells: dict[tuple[int, int], tuple[TeamCell, ...]] = {}
    for view in views:
        for team in (view.match.first, view.match.second):
            cell = _cell(view, team, (view.first_points, view.second_points))
            cells[team.pk, view.match.round.number] = (cell,)
    byes = RoundBye.objects.filter(
        round__tournament=tournament, round__status__in=PUBLIC, round__number__lte=table.after
    ).values_list("team", "round__number", "kind")
    for pk, number, kind in byes:
        points = board_points_of_bye(tournament, table.rules, ByeKind(kind))
        cells[pk or 0, number] = (TeamCell(None, points, 0, bye=kind),)
    heads = tuple(range(1, table.after + 1))
    rows = tuple(
        TeamCrossRow(row, tuple(cells.get((row.entry.pk, head), ()) for head in heads))
        for row in table.rows
    )
    return TeamCrossTable(table, False, heads, rows)


def _cell(view: MatchView, team: Team, points: tuple[int, int]) -> TeamCell:
    match = view.match
    first = match.first_id == team.pk
    own, other = points if first else points[::-1]
    sign = ""
    if view.complete and view.forfeited:
        sign = "+" if own > other else "−"
    opponent = match.second if first else match.first
    return TeamCell(opponent, own, other, match.pk, first, not view.complete, sign)
