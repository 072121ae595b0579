"""The sheet of a team in a meeting that lasts several rounds (handbook, Scheveningen 3): its
players, a column for each game, in it the running score of the match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q

from pairing.results import RESULTS
from tournaments.models import Entry, Match, Round, Team
from tournaments.queries.teams.matches import MatchBoard, MatchView, all_matches


@dataclass(frozen=True, slots=True)
class Score:
    """Points of the team and of the other one, in tenths."""

    own: int = 0
    other: int = 0

    def __add__(self, more: "Score") -> "Score":
        return Score(self.own + more.own, self.other + more.other)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of one player: the score of the match with it, down the list of the team."""

    running: Score
    black: bool
    open: bool
    sign: str  # "+" or "−" where it was not played


@dataclass(frozen=True, slots=True)
class Line:
    place: int  # in the list of the team
    entry: Entry
    games: tuple[Game | None, ...]  # one a round; None: did not sit there, or not yet
    points: int


@dataclass(frozen=True, slots=True)
class TeamSheet:
    team: Team
    other: Team
    rounds: tuple[int, ...]  # of the meeting, those to come included
    lines: tuple[Line, ...]
    totals: tuple[Score | None, ...]  # of each round; None before it is made
    sums: tuple[Score | None, ...]  # of the meeting so far
    complete: bool  # no game of these rounds is open


def team_sheets(round_: Round, *, public: bool = False) -> list[TeamSheet]:
    """A sheet for each team with a match in the round, by number."""
    tournament = round_.tournament
    meetings = Match.objects.filter(round=round_).values("meeting")
    of_meetings = Q(meeting__in=meetings)
    views = all_matches(tournament, until=round_.number, public=public, only=of_meetings)
    numbers = tuple(
        Match.objects.filter(of_meetings, round__tournament=tournament)
        .order_by("round__number")
        .values_list("round__number", flat=True)
        .distinct()
    )
    teams = {
        team.pk: team
        for view in views
        if view.match.round_id == round_.pk
        for team in (view.match.first, view.match.second)
    }
    places = {
        team.pk: dict(team.members.values_list("entry_id", "place")) for team in teams.values()
    }
    ordered = sorted(teams.values(), key=lambda team: (team.number or 0, team.pk))
    return [_sheet(team, views, numbers, places[team.pk]) for team in ordered]


def _sheet(
    team: Team, views: Sequence[MatchView], numbers: tuple[int, ...], places: dict[int, int]
) -> TeamSheet:
    mine = {
        view.match.round.number: view
        for view in views
        if team.pk in (view.match.first_id, view.match.second_id)
    }
    latest = mine[max(mine)]
    people = {
        entry.pk: entry for view in mine.values() for entry, _board in _seated(team, view) if entry
    }
    order = sorted(people, key=lambda pk: (places.get(pk, len(places) + 1), people[pk].name))
    columns = {number: _column(team, view, order) for number, view in mine.items()}
    lines = tuple(
        Line(
            places.get(pk, 0),
            people[pk],
            tuple(columns[number].get(pk) if number in columns else None for number in numbers),
            sum(_points(team, view, pk) for view in mine.values()),
        )
        for pk in order
    )
    return TeamSheet(
        team,
        latest.match.second if latest.match.first_id == team.pk else latest.match.first,
        numbers,
        lines,
        tuple(_score(team, mine.get(number), whole=False) for number in numbers),
        tuple(_score(team, mine.get(number), whole=True) for number in numbers),
        all(view.complete for view in mine.values()),
    )


def _is_first(team: Team, view: MatchView) -> bool:
    return view.match.first_id == team.pk


def _seated(team: Team, view: MatchView) -> Iterator[tuple[Entry | None, MatchBoard]]:
    for board in view.boards:
        yield (board.first if _is_first(team, view) else board.second), board


def _of_board(team: Team, view: MatchView, board: MatchBoard) -> Score:
    first, second = board.first_points or 0, board.second_points or 0
    return Score(first, second) if _is_first(team, view) else Score(second, first)


def _points(team: Team, view: MatchView, pk: int) -> int:
    return sum(
        _of_board(team, view, board).own
        for entry, board in _seated(team, view)
        if entry and entry.pk == pk
    )


def _column(team: Team, view: MatchView, order: list[int]) -> dict[int, Game]:
    """The games of a round, the score running down the list of the team; before them what empty
    boards gave."""
    boards = {entry.pk: board for entry, board in _seated(team, view) if entry}
    running = sum(
        (_of_board(team, view, board) for entry, board in _seated(team, view) if entry is None),
        start=Score(),
    )
    games = {}
    for pk in order:
        board = boards.get(pk)
        if board is None:
            continue
        running += _of_board(team, view, board)
        has_white = board.first_white == _is_first(team, view)
        games[pk] = Game(running, not has_white, board.open, _sign(team, view, board))
    return games


def _sign(team: Team, view: MatchView, board: MatchBoard) -> str:
    if board.open or (board.code in RESULTS and RESULTS[board.code].played):
        return ""
    return "+" if _of_board(team, view, board).own else "−"


def _score(team: Team, view: MatchView | None, *, whole: bool) -> Score | None:
    if view is None or not view.known:
        return None
    if whole:
        found = Score(view.first_total, view.second_total)
    else:
        found = Score(view.first_points, view.second_points)
    return found if _is_first(team, view) else Score(found.other, found.own)
