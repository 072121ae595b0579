"""Standings of teams, how each value was made, the prizes of the boards."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.core.cache import cache
from django.db.models import Q

from pairing.handbook.round_robin import at_least_half
from pairing.handbook.team_events import boards_of_a_meeting
from pairing.results import RESULTS, ByeKind, Outcome
from pairing.state import Bonus
from tiebreaks import registry
from tiebreaks import teams as core
from tiebreaks.standings import format_value
from tiebreaks.team_standings import explain_team, explain_team_list, team_standings
from tournaments.models import (
    Entry,
    Match,
    Pairing,
    Round,
    RoundBye,
    Team,
    TeamRules,
    Tournament,
)
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.standings.table import (
    CACHE_SECONDS,
    codes_where_less_is_better,
    last_complete_round,
    last_public_round,
)
from tournaments.queries.standings.working import Neighbour, ValueView, neighbours_of, value_view
from tournaments.queries.standings.working import number as written
from tournaments.queries.teams.matches import MatchView, all_matches
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.tie_break_codes import codes_of
from tournaments.wording.tiebreaks import name_of_code

# --- The event as the core knows it ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unranked:
    """Left with fewer than half of the matches: not ranked, its results count for nobody."""

    number: int
    completed: int
    matches: int


@dataclass(frozen=True, slots=True)
class TeamRecord:
    event: core.TeamEvent
    unranked: tuple[Unranked, ...]
    open_matches: int


def team_record(
    tournament: Tournament,
    rules: TeamRules,
    after: int,
    said: Mapping[int, str] | None = None,
) -> TeamRecord:
    """The record of the matches up to a round. A match counts when all of its boards are known; a
    meeting of several rounds counts with the rounds that are complete. `said`: results to assume,
    by board."""
    views = all_matches(tournament, until=after, public=False, staff=False, said=said)
    if tournament.format.swiss:
        return _record_of_swiss(tournament, rules, views, after)
    programme = [
        (meeting, first or 0, second or 0)
        for meeting, first, second in Match.objects.filter(
            round__tournament=tournament
        ).values_list("meeting", "first__number", "second__number")
    ]
    teams = {team.number: team for team in tournament.teams.numbered()}
    unranked = _below_half(teams, views, programme, after)
    out = {one.number for one in unranked}
    meetings = sorted({meeting for meeting, _first, _second in programme})
    started = [
        meeting
        for meeting in meetings
        if any(view.match.meeting == meeting and view.complete for view in views)
    ]
    rounds = []
    for index, meeting in enumerate(started, start=1):
        played = [view for view in views if view.match.meeting == meeting and view.complete]
        matches = _matches(tournament, played, out)
        scheduled = {n for number, *pair in programme if number == meeting for n in pair}
        resting = sorted(set(teams) - scheduled - out)
        byes = [core.TeamBye(number, ByeKind.PAIRING_ALLOCATED) for number in resting]
        if ByeKind.PAIRING_ALLOCATED not in tournament.format.byes:
            byes = []  # nobody rests; the meetings only stand one after the other here
        rounds.append(core.TeamRound(index, tuple(matches), tuple(byes)))
    ranked = [team for number, team in sorted(teams.items()) if number not in out]
    event = _event_of(tournament, rules, ranked, rounds, max(len(meetings), 1))
    return TeamRecord(event, unranked, sum(not view.complete for view in views))


def _event_of(
    tournament: Tournament,
    rules: TeamRules,
    teams: Iterable[Team],
    rounds: Iterable[core.TeamRound],
    total_rounds: int,
) -> core.TeamEvent:
    return core.TeamEvent(
        teams=tuple(core.Team(team.number or 0, team.name) for team in teams),
        rounds=tuple(rounds),
        total_rounds=total_rounds,
        boards=boards_of_a_meeting(tournament.system, rules.boards, tournament.options),
        primary=rules.primary,
        points=tournament.point_system,
        match_points=rules.match_points,
        bye_game_points=rules.bye_board_points,
    )


def board_points_of_bye(tournament: Tournament, rules: TeamRules, kind: ByeKind) -> int:
    """In tenths, as the standings count them."""
    event = _event_of(tournament, rules, (), (), tournament.total_rounds)
    return core.bye_side(kind, event).game_points


def _record_of_swiss(
    tournament: Tournament, rules: TeamRules, views: list[MatchView], after: int
) -> TeamRecord:
    """Every round counts by its own number; who leaves keeps what was played."""
    byes: dict[int, list[core.TeamBye]] = defaultdict(list)
    given = RoundBye.objects.filter(
        round__tournament=tournament, round__status__in=PUBLIC, round__number__lte=after
    ).values_list("round__number", "team__number", "kind")
    for number, team, kind in given:
        byes[number].append(core.TeamBye(team or 0, ByeKind(kind)))
    rounds = []
    for number in range(1, after + 1):
        played = [view for view in views if view.match.round.number == number and view.complete]
        matches = _matches(tournament, played, set())
        rounds.append(core.TeamRound(number, tuple(matches), tuple(byes[number])))
    event = _event_of(
        tournament, rules, tournament.teams.numbered(), rounds, tournament.total_rounds
    )
    return TeamRecord(event, (), sum(not view.complete for view in views))


def _below_half(
    teams: Mapping[int, Team],
    views: list[MatchView],
    programme: list[tuple[int, int, int]],
    after: int,
) -> tuple[Unranked, ...]:
    """Round robin 3, of teams: completed are matches played, and those the opponent forfeited."""
    found = []
    for number, team in sorted(teams.items()):
        if team.withdrawn_after is None or team.withdrawn_after > after:
            continue
        own = [view for view in views if team.pk in (view.match.first_id, view.match.second_id)]
        completed = sum(view.complete and not _lost_unplayed(view, team) for view in own)
        matches = sum(number in pair for _meeting, *pair in programme)
        if not at_least_half(completed, matches):
            found.append(Unranked(number, completed, matches))
    return tuple(found)


def _lost_unplayed(view: MatchView, team: Team) -> bool:
    if not view.forfeited:
        return False
    own, other = view.first_points, view.second_points
    if view.match.second_id == team.pk:
        own, other = other, own
    return own <= other


def _matches(tournament: Tournament, played: list[MatchView], out: set[int]) -> list[core.Match]:
    meetings: dict[frozenset[int], list[MatchView]] = defaultdict(list)
    for view in played:
        meetings[frozenset((view.match.first_id, view.match.second_id))].append(view)
    found = []
    for views in meetings.values():
        first, second = views[0].match.first, views[0].match.second
        if {first.number, second.number} & out:
            continue
        boards = _boards(tournament, views)
        whole = "" if boards else views[0].match.forfeit
        points = None
        if len(views) > 1 and any(not view.boards for view in views):
            points = (
                sum(view.first_points for view in views),
                sum(view.second_points for view in views),
            )
        found.append(core.Match(first.number or 0, second.number or 0, boards, points, whole))
    return found


def _boards(tournament: Tournament, views: list[MatchView]) -> tuple[core.BoardGame, ...]:
    """All games of a meeting. In a round robin a board is a board; where everybody meets several
    opponents the games are only counted through."""
    games: list[core.BoardGame] = []
    for view in views:
        for row in view.boards:
            seat = row.first_seat or row.second_seat
            board = seat if tournament.format.meets_once else len(games) + 1
            games.append(
                core.BoardGame(
                    board,
                    *_outcomes(row.pairing, first_white=row.first_white),
                    row.first.pk if row.first else 0,
                    row.second.pk if row.second else 0,
                )
            )
    return tuple(games)


def _outcomes(pairing: Pairing, *, first_white: bool) -> tuple[Outcome, Outcome]:
    if pairing.black_id is None:
        white, black = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
    else:
        white, black = RESULTS[pairing.result].white, RESULTS[pairing.result].black
    return (white, black) if first_white else (black, white)


@dataclass(frozen=True, slots=True)
class Resting:
    """A team without a match in a round, and why where it is known."""

    team: Team
    bye: str = ""


def resting_in(round_: Round) -> list[Resting]:
    """Teams without a match in the round. Of a Swiss only those with a bye, and those that are
    still there."""
    playing = Q(pk__in=round_.matches.values("first")) | Q(pk__in=round_.matches.values("second"))
    found = list(round_.tournament.teams.numbered().exclude(playing))
    if not round_.tournament.format.swiss:
        return [Resting(team) for team in found]
    byes = {bye.team_id: bye.get_kind_display() for bye in round_.team_byes.all()}
    return [
        Resting(team, byes.get(team.pk, ""))
        for team in found
        if team.pk in byes or not team.gone_before(round_.number)
    ]


# --- Standings ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TeamRow:
    rank: int
    shared: bool
    entry: Team  # under the name that the pages of players use
    score: int  # tenths, the points that rank
    match_points: int
    board_points: int
    won: int
    drawn: int
    lost: int
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamTable:
    tournament: Tournament
    rules: TeamRules
    after: int
    codes: tuple[str, ...]
    rows: tuple[TeamRow, ...]
    unranked: tuple[tuple[Team, Unranked], ...]
    final: bool
    open_matches: int
    unusable: tuple[str, ...] = ()

    @property
    def shows_other(self) -> bool:
        """The score that does not rank has a column of its own unless it is in the list."""
        return f"PTS:{'GP' if self.rules.primary == 'MP' else 'MP'}" not in self.codes

    @property
    def width(self) -> int:
        return 5 + self.shows_other + len(self.codes)

    @property
    def columns(self) -> list[tuple[str, str]]:
        edition = self.rules.edition
        return [
            (code, name_of_code(registry.parse(code, edition=edition), edition))
            for code in self.codes
        ]

    @property
    def less_is_better(self) -> list[str]:
        """The codes of which the lower value is ahead."""
        return codes_where_less_is_better(self.codes, self.rules.edition)


def how_ranked(tournament: Tournament, rules: TeamRules) -> dict[str, Any]:
    return {"edition": rules.edition, "family": tournament.format.family, "seed": tournament.seed}


def team_table(tournament: Tournament, after: int | None = None, *, kept: bool = True) -> TeamTable:
    """The standings of teams after a published round (the last complete one if not said). `kept`
    as in `standings_table`."""
    latest = last_public_round(tournament)
    after = min(after, latest) if after is not None else last_complete_round(tournament)
    rules = rules_of(tournament)
    key = f"teams:{tournament.pk}:{tournament.revision}:{after}"
    computed = cache.get(key) if kept else None
    if computed is None:
        computed = _compute(tournament, rules, after)
        if kept:
            cache.set(key, computed, CACHE_SECONDS)
    codes, raw, unranked, open_matches, unusable = computed
    teams = {team.number: team for team in tournament.teams.numbered()}
    rows = tuple(
        TeamRow(rank, shared, teams[number], score, match, board, won, drawn, lost, values)
        for rank, shared, number, score, match, board, won, drawn, lost, values in raw
    )
    return TeamTable(
        tournament,
        rules,
        after,
        codes,
        rows,
        tuple((teams[one.number], one) for one in unranked),
        final=after == tournament.total_rounds and not open_matches and bool(rows),
        open_matches=open_matches,
        unusable=unusable,
    )


def places_if(
    tournament: Tournament, after: int, said: Mapping[int, str]
) -> list[tuple[int, Team, int]]:
    """Rank, team and points, if the games end so."""
    teams = {team.number: team for team in tournament.teams.numbered()}
    _codes, raw, *_rest = _compute(tournament, rules_of(tournament), after, said)
    return [(rank, teams[number], score) for rank, _shared, number, score, *_more in raw]


def _compute(
    tournament: Tournament,
    rules: TeamRules,
    after: int,
    said: Mapping[int, str] | None = None,
) -> tuple[Any, ...]:
    record = team_record(tournament, rules, after, said)
    usable, unusable = codes_of(rules, record.event.total_rounds)
    if not record.event.teams:
        return (), (), record.unranked, record.open_matches, unusable
    edition = rules.edition
    found = team_standings(record.event, usable, **how_ranked(tournament, rules))
    book = core.TeamBook(record.event, len(record.event.rounds))
    rows = []
    for row in found.rows:
        sides = book.sides[row.tpn]
        met = [side for side in sides if side.opponent]
        outcome = [_compare(side, book, row.tpn) for side in met]
        rows.append(
            (
                row.rank,
                row.shared,
                row.tpn,
                row.score,
                sum(side.match_points for side in sides) + _bonus(record.event, "MP", row.tpn),
                sum(side.game_points for side in sides) + _bonus(record.event, "GP", row.tpn),
                outcome.count(1),
                outcome.count(0),
                outcome.count(-1),
                tuple(
                    # Points of matches or boards are written as points are.
                    written(value) if code.name == "PTS" else format_value(code, value, edition)
                    for code, value in zip(found.codes, row.values, strict=True)
                ),
            )
        )
    return (
        tuple(str(code) for code in found.codes),
        tuple(rows),
        record.unranked,
        record.open_matches,
        unusable,
    )


def _compare(side: core.Side, book: core.TeamBook, team: int) -> int:
    own = book.event.match_points
    if side.match_points == own.win:
        return 1
    return 0 if side.match_points == own.draw and own.draw != own.loss else -1


def _bonus(event: core.TeamEvent, score: str, team: int) -> int:
    given: list[Bonus] = [bonus for kind, bonus in event.bonuses if kind == score]
    return sum(bonus.points for bonus in given if bonus.player == team)


# --- The working ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TeamWorking:
    table: TeamTable
    row: TeamRow
    values: tuple[ValueView, ...]
    neighbours: tuple[Neighbour, ...]


def team_working(tournament: Tournament, team: Team, after: int) -> TeamWorking | None:
    table = team_table(tournament, after)
    row = next((row for row in table.rows if row.entry.pk == team.pk), None)
    if row is None or team.number is None:
        return None
    record = team_record(tournament, table.rules, table.after)
    usable, _unusable = codes_of(table.rules, record.event.total_rounds)
    settings = how_ranked(tournament, table.rules)
    points = explain_team(record.event, usable[0], team.number, codes=usable, **settings)
    listed = explain_team_list(record.event, usable, team.number, **settings)
    people = {one.number: one for one in tournament.teams.numbered()}
    return TeamWorking(
        table,
        row,
        tuple(value_view(working, people, of_teams=True) for working in (points, *listed)),
        tuple(neighbours_of(table, row)),
    )


# --- Prizes of the boards -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardScore:
    entry: Entry
    team: Team
    games: int
    points: int  # tenths
    enough: bool  # at least half of the games on offer
    rank: int = 0
    shared: bool = False

    @property
    def percent(self) -> str:
        exact = Fraction(self.points * 10, self.games)
        return f"{int(exact * 10 + Fraction(1, 2)) / 10:.1f}"


def board_scores(
    tournament: Tournament, *, public: bool = False
) -> list[tuple[int, list[BoardScore]]]:
    """Board by board the best percentage of games played over the board. A player belongs to the
    board where they sat most often; players with fewer than half of the rounds are listed below."""
    games: dict[int, list[tuple[int, int]]] = defaultdict(list)  # entry → (board, points)
    people: dict[int, tuple[Entry, Team]] = {}
    rounds: set[int] = set()
    for view in all_matches(tournament, public=public, staff=False):
        for row in view.boards:
            if row.open or not row.pairing.result or not RESULTS[row.pairing.result].played:
                continue
            rounds.add(view.match.round.number)
            sides = (
                (row.first, row.first_seat, row.first_points, view.match.first),
                (row.second, row.second_seat, row.second_points, view.match.second),
            )
            for entry, seat, points, team in sides:
                if entry is None:
                    continue  # no game is played against nobody
                games[entry.pk].append((seat, points or 0))
                people[entry.pk] = (entry, team)
    by_board: dict[int, list[BoardScore]] = defaultdict(list)
    for pk, played in games.items():
        seats = [seat for seat, _points in played]
        board = min(set(seats), key=lambda seat: (-seats.count(seat), seat))
        score = BoardScore(
            *people[pk],
            games=len(played),
            points=sum(points for _seat, points in played),
            enough=2 * len(played) >= len(rounds),
        )
        by_board[board].append(score)
    return [(board, _ranked(by_board[board])) for board in sorted(by_board)]


def _ranked(scores: list[BoardScore]) -> list[BoardScore]:
    def key(one: BoardScore) -> tuple[Any, ...]:
        return (not one.enough, -Fraction(one.points, one.games), -one.games)

    ordered = sorted(scores, key=lambda one: (*key(one), one.entry.tpn or 0))
    keys = [key(one) for one in ordered]
    return [
        replace(one, rank=keys.index(own) + 1, shared=keys.count(own) > 1)
        for one, own in zip(ordered, keys, strict=True)
    ]
