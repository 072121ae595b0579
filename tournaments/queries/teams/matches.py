"""Matches of teams as pages, papers and the API show them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Prefetch, Q

from pairing.results import RESULTS
from tournaments.models import (
    Entry,
    LineUpSeat,
    LogEntry,
    Match,
    Pairing,
    Round,
    Team,
    TeamMember,
    Tournament,
)
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.teams.rules import programme_of, rules_of


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board, with the player of the first team on the left."""

    pairing: Pairing
    first: Entry | None  # None where nobody sat there
    second: Entry | None
    first_seat: int  # 0 = not in a line-up
    second_seat: int
    first_white: bool
    first_points: int | None  # None = open
    second_points: int | None

    @property
    def open(self) -> bool:
        return self.first_points is None

    @property
    def code(self) -> str:
        """The result as the first team sees it."""
        if self.pairing.black_id is None:
            return "+-" if self.first_white else "-+"
        result = self.pairing.result
        return result if self.first_white or not result else RESULTS[result].reversed.code

    @property
    def seat(self) -> int:
        return self.first_seat or self.second_seat


@dataclass(frozen=True, slots=True)
class MatchView:
    match: Match
    boards: tuple[MatchBoard, ...]
    first_points: int
    second_points: int
    #: with the earlier rounds of the same meeting, where it lasts several rounds
    first_total: int
    second_total: int
    rounds: int  # of the meeting so far

    @property
    def missing(self) -> int:
        return sum(board.open for board in self.boards)

    @property
    def known(self) -> bool:
        """There is a score to show: boards are made, or the match was forfeited before."""
        return bool(self.boards or self.match.forfeit)

    @property
    def forfeited(self) -> bool:
        """Lost without a single game."""
        if not self.boards:
            return bool(self.match.forfeit)
        return not any(board.open or _played(board.pairing) for board in self.boards)

    @property
    def complete(self) -> bool:
        return not self.missing and self.known


def _played(pairing: Pairing) -> bool:
    return bool(pairing.result) and RESULTS[pairing.result].played


def matches_of_round(
    round_: Round, *, public: bool = False, draft: bool = False
) -> list[MatchView]:
    """The matches of a round, boards and scores included; the same number of queries for any.
    `draft`: also one that is not published, with the names as everybody may read them."""
    meetings = Match.objects.filter(round=round_).values("meeting")
    return [
        view
        for view in all_matches(
            round_.tournament,
            until=round_.number,
            public=public,
            only=Q(meeting__in=meetings),
            draft=round_ if draft else None,
        )
        if view.match.round_id == round_.pk
    ]


def all_matches(
    tournament: Tournament,
    *,
    until: int | None = None,
    public: bool = False,
    staff: bool = True,
    only: Q | None = None,
    said: Mapping[int, str] | None = None,
    draft: Round | None = None,
) -> list[MatchView]:
    """Every match up to a round, in order, with what was played in it. `only` some of them: whole
    meetings, as the rounds of a meeting add up. `said`: results to assume, by board. `draft`: a
    round that is among them though it is not published."""
    boards = Pairing.objects.order_by("board", "id")
    found = (
        Match.objects.filter(only or Q(), round__tournament=tournament)
        .select_related("round", "first", "second")
        .prefetch_related(Prefetch("pairings", queryset=boards))
        .defer("round__trace")
        .order_by("round__number", "number")
    )
    if until is not None:
        found = found.filter(round__number__lte=until)
    if public or not staff:
        found = found.filter(Q(round__status__in=PUBLIC) | Q(round=draft))
    matches = list(found)
    rows = [row for match in matches for row in match.pairings.all()]
    people = _seat_people(rows)
    if said:
        for row in rows:
            row.result = said.get(row.pk, row.result)
    team_of = dict(
        TeamMember.objects.filter(team__tournament=tournament).values_list("entry_id", "team_id")
    )
    seats = {
        (number, entry): board
        for number, entry, board in LineUpSeat.objects.filter(
            line_up__round__in={match.round_id for match in matches}
        ).values_list("line_up__round__number", "entry_id", "board")
    }
    if public:
        shorten_names(tournament.event, people)
    return _with_totals(tournament, matches, team_of, seats)


def _seat_people(rows: Iterable[Pairing]) -> list[Entry]:
    """Everybody once, however many boards they sat at; put into the rows."""
    rows = list(rows)
    seated = {pk for row in rows for pk in (row.white_id, row.black_id)}
    people = Entry.objects.in_bulk(seated - {None})
    for row in rows:
        row.white = people[row.white_id]
        row.black = people[row.black_id] if row.black_id else None
    return list(people.values())


def _with_totals(
    tournament: Tournament,
    matches: Iterable[Match],
    team_of: dict[int, int],
    seats: dict[tuple[int, int], int],
) -> list[MatchView]:
    totals: dict[tuple[int, frozenset[int]], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    lasted: dict[tuple[int, frozenset[int]], int] = defaultdict(int)
    tables: dict[tuple[int, int], int] = {}
    views = []
    for match in matches:
        match.round.tournament = tournament
        boards = tuple(
            _board(tournament, match, row, team_of, seats) for row in match.pairings.all()
        )
        first = sum(board.first_points or 0 for board in boards)
        second = sum(board.second_points or 0 for board in boards)
        if not boards and match.forfeit:
            tables = tables or _tables_of_matches(tournament)
            count = tables.get((match.round.number, match.number), 0)
            first, second = _forfeited_points(tournament, match.forfeit, count)
        key = (match.meeting, frozenset((match.first_id, match.second_id)))
        totals[key][match.first_id] += first
        totals[key][match.second_id] += second
        lasted[key] += 1
        views.append(
            MatchView(
                match,
                boards,
                first,
                second,
                totals[key][match.first_id],
                totals[key][match.second_id],
                lasted[key],
            )
        )
    return views


def _board(
    tournament: Tournament,
    match: Match,
    row: Pairing,
    team_of: dict[int, int],
    seats: dict[tuple[int, int], int],
) -> MatchBoard:
    points = tournament.point_system
    of_first = team_of.get(row.white_id) == match.first_id
    white_seat = seats.get((match.round.number, row.white_id), 0)
    black_seat = seats.get((match.round.number, row.black_id or 0), 0)
    white: int | None = None
    black: int | None = None
    if row.black_id is None:
        white, black = points.full_bye, points.forfeit_loss
        black_seat = white_seat
    elif row.result and RESULTS[row.result].final:
        result = RESULTS[row.result]
        white, black = points.for_outcome(result.white), points.for_outcome(result.black)
    if of_first:
        return MatchBoard(row, row.white, row.black, white_seat, black_seat, True, white, black)
    return MatchBoard(row, row.black, row.white, black_seat, white_seat, False, black, white)


def _tables_of_matches(tournament: Tournament) -> dict[tuple[int, int], int]:
    """The number of boards of every match, by round and number in it."""
    programme = programme_of(tournament, rules_of(tournament))
    return {
        (each.number, match.number): len(match.tables)
        for each in programme
        for match in each.matches
    }


def _forfeited_points(tournament: Tournament, forfeit: str, tables: int) -> tuple[int, int]:
    """A match that was lost before its boards were made counts on every board."""
    points = tournament.point_system
    first, second = (
        (points.forfeit_win if sign == "+" else points.forfeit_loss) * tables for sign in forfeit
    )
    return first, second


def matches_of_team(team: Team, *, public: bool = False) -> list[MatchView]:
    return all_matches(team.tournament, public=public, only=Q(first=team) | Q(second=team))


def teams_of_players(tournament: Tournament) -> str:
    """The members of teams, as "entry:team ...", by which a phone finds its player's match."""
    members = TeamMember.objects.filter(team__tournament=tournament).order_by("team", "place")
    return " ".join(f"{entry}:{team}" for entry, team in members.values_list("entry_id", "team_id"))


def find_match(tournament: Tournament, pk: int, *, public: bool = False) -> MatchView | None:
    known = Match.objects.filter(
        Q(round__status__in=PUBLIC) if public else Q(), round__tournament=tournament, pk=pk
    )
    found = known.select_related("round").first()
    if found is None:
        return None
    found.round.tournament = tournament
    pair = (found.first_id, found.second_id)
    views = all_matches(
        tournament,
        until=found.round.number,
        public=public,
        only=Q(meeting=found.meeting, first__in=pair, second__in=pair),
    )
    return next(view for view in views if view.match.pk == pk)


def results_before_forfeit(match: Match) -> dict[int, str]:
    """The results, by board, that stood when the match was forfeited."""
    acts = LogEntry.objects.filter(
        tournament_id=match.round.tournament_id,
        target=f"match:{match.pk}",
        act__in=["match.forfeited", "match.forfeit_undone"],
    )
    for line in acts.order_by("-id"):
        if line.act != "match.forfeited":
            break
        # One forfeit may follow another: what stood before the first of them is wanted.
        before = line.before or {}
        if not before["forfeit"]:
            return {int(board): code for board, code in before["results"].items() if code}
    return {}
