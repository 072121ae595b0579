"""The records 300 to 362, which a report of an event of teams has beside its games."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from pairing.errors import PairingError
from pairing.fide2026.acceleration import baku_schedule, last_of_first_group
from pairing.results import ByeKind as CoreByeKind
from pairing.state import ForbiddenGroup
from pairing.trf import (
    Acceleration,
    ForfeitedMatch,
    LineUp,
    RequestedBye,
    TeamByes,
    TrfDocument,
    TrfTeam,
    code_for_teams,
)
from tiebreaks.registry import edition_at
from tournaments.models import Acceleration as Accelerated
from tournaments.models import ByeKind, Match, RoundBye, TeamRules, Tournament
from tournaments.models import LineUp as HandedIn
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.teams.rules import drawn_on_boards, rules_of
from tournaments.queries.teams.standings import TeamTable, team_table
from tournaments.queries.teams.swiss import team_snapshot
from tournaments.snapshot import forbidden_groups

#: what no record of the standard says, for those who take the report in again
RULES_OF_TEAMS = "### Rules for teams: "
LIST_OF_TEAMS = "### Tie-breaks of teams: "


def with_teams(tournament: Tournament, document: TrfDocument, last: int) -> TrfDocument:
    rules = rules_of(tournament)
    played = Match.objects.filter(
        round__tournament=tournament, round__status__in=PUBLIC, round__number__lte=last
    ).select_related("round", "first", "second")
    points = rules.match_points
    table = team_table(tournament, last)
    codes = table.codes if last and rules.edition.startswith("fide") else ()
    ranked_by = "PTS" if rules.primary == "MP" else "GPTS"
    return replace(
        document,
        type_code=code_for_teams(
            tournament.system,
            tournament.options,
            primary=rules.primary,
            baku=tournament.acceleration == Accelerated.BAKU,
        ),
        teams=_teams(tournament, table),
        requested=_requested(tournament),
        forbidden=_forbidden(tournament),
        accelerated=_accelerated(tournament, last),
        special_points=(),  # their numbers would be those of teams
        comments=(*document.comments, *_rule_lines(rules, document.start_date)),
        line_ups=_line_ups(tournament, list(played), rules.boards),
        team_byes=_team_byes(tournament, rules, list(played), last),
        forfeited_matches=tuple(
            ForfeitedMatch(
                one.forfeit, one.round.number, one.first.number or 0, one.second.number or 0
            )
            for one in played
            if one.forfeit and not one.pairings.exists()
        ),
        board_colours=("WB" * rules.boards)[: rules.boards] if tournament.format.meets_once else "",
        match_points=(("TW", points.win), ("TD", points.draw), ("TL", points.loss)),
        tie_breaks=codes,
        standings=(ranked_by, *codes) if codes else (),
    )


def _rule_lines(rules: TeamRules, start_date: str) -> Iterator[str]:
    names = ("reserves", "order", "gaps", "deadline_minutes")
    told = " ".join(f"{name}={getattr(rules, name)}" for name in names)
    yield f"{RULES_OF_TEAMS}{told}"
    if rules.edition != edition_at(start_date):
        yield f"{LIST_OF_TEAMS}{' '.join([rules.edition, *rules.tie_breaks])}"


def _accelerated(tournament: Tournament, last: int) -> tuple[Acceleration, ...]:
    """Record 250, by numbers and match points of teams: readers differ in whom they count."""
    if tournament.acceleration != Accelerated.BAKU:
        return ()
    state = team_snapshot(tournament, before_round=last + 1).state
    try:
        schedule, first_group = baku_schedule(state), last_of_first_group(state)
    except PairingError:
        return ()  # not with these points: no round can be paired either
    found = []
    for points, rounds in groupby(enumerate(schedule, start=1), key=itemgetter(1)):
        numbers = [number for number, _points in rounds]
        part = Acceleration(0, numbers[0], numbers[-1], 1, first_group, match_points=points)
        found.append(part)
    return tuple(found)


def _forbidden(tournament: Tournament) -> tuple[ForbiddenGroup, ...]:
    """Teams that must not meet."""
    if not tournament.format.swiss:
        return ()
    return forbidden_groups(tournament, {team.number: team for team in tournament.teams.numbered()})


def _requested(tournament: Tournament) -> tuple[RequestedBye, ...]:
    """Byes of teams that they asked for, and who has left before the round to come. With teams in
    the file the numbers are those of teams."""
    if not tournament.format.swiss:
        return ()
    public = tournament.rounds.filter(status__in=PUBLIC).values_list("number", flat=True)
    coming = max(public, default=0) + 1
    asked = (
        RoundBye.objects.filter(round__tournament=tournament)
        .exclude(kind=ByeKind.PAIRING_ALLOCATED)
        .order_by("round__number", "kind", "team__number")
        .values_list("kind", "round__number", "team__number")
    )
    by_round: dict[tuple[str, int], list[int]] = {}
    for kind, number, team in asked:
        by_round.setdefault((kind, number), []).append(team or 0)
    if coming <= tournament.total_rounds:
        known = by_round.setdefault((ByeKind.ZERO_POINT, coming), [])
        left = (one.number for one in tournament.teams.numbered() if one.gone_before(coming))
        known += [number for number in left if number not in known]
        if not known:
            del by_round[ByeKind.ZERO_POINT, coming]
    return tuple(
        RequestedBye(CoreByeKind(kind), number, tuple(sorted(teams)))
        for (kind, number), teams in sorted(by_round.items(), key=lambda one: one[0][::-1])
    )


def _teams(tournament: Tournament, table: TeamTable) -> tuple[TrfTeam, ...]:
    rows = {row.entry.pk: row for row in table.rows}
    found = []
    for team in tournament.teams.numbered().prefetch_related("members__entry"):
        row = rows.get(team.pk)
        found.append(
            TrfTeam(
                team.number or 0,
                team.name,
                tuple(member.entry.tpn or 0 for member in team.members.all()),
                match_points=row.match_points if row else 0,
                game_points=row.board_points if row else 0,
                rank=row.rank if row else 0,
            )
        )
    return tuple(found)


def _team_byes(
    tournament: Tournament, rules: TeamRules, played: list[Match], last: int
) -> tuple[TeamByes, ...]:
    """The teams with the free round of a round robin of an odd number, or with the bye of a Swiss,
    and what it gave."""
    if tournament.format.swiss:
        given = RoundBye.objects.filter(
            round__tournament=tournament, round__status__in=PUBLIC, kind=ByeKind.PAIRING_ALLOCATED
        ).values_list("round__number", "team__number")
        allocated = dict(given)
        usual = (rules.match_draw, drawn_on_boards(tournament, rules.boards))
        if not allocated and (rules.match_bye, rules.bye_board_points) == usual:
            return ()
        free = tuple(allocated.get(number) or 0 for number in range(1, last + 1))
        return (TeamByes(rules.match_bye, rules.bye_board_points, free),)
    teams: set[int] = set(tournament.teams.numbered().values_list("number", flat=True))
    if not tournament.format.meets_once or len(teams) % 2 == 0:
        return ()
    playing: dict[int, set[int]] = {}
    for match in played:
        playing.setdefault(match.round.number, set()).update(
            (match.first.number or 0, match.second.number or 0)
        )
    free = tuple(
        next(iter(teams - playing[number]), 0) if number in playing else 0
        for number in range(1, last + 1)
    )
    return (TeamByes(rules.match_bye, rules.bye_board_points, free),)


def _line_ups(tournament: Tournament, played: list[Match], boards: int) -> tuple[LineUp, ...]:
    """The line-ups of teams that did not sit as listed, or left a board empty."""
    against = {}
    for match in played:
        against[match.round_id, match.first_id] = match.second.number
        against[match.round_id, match.second_id] = match.first.number
    listed = {
        team.pk: [member.entry.tpn for member in team.members.all()][:boards]
        for team in tournament.teams.prefetch_related("members__entry")
    }
    found = []
    for one in (
        HandedIn.objects.filter(round__tournament=tournament)
        .select_related("round", "team")
        .prefetch_related("seats__entry")
        .order_by("round__number", "team__number")
    ):
        seats = {seat.board: seat.entry.tpn or 0 for seat in one.seats.all()}
        sat = [seats.get(board, 0) for board in range(1, boards + 1)]
        opponent = against.get((one.round_id, one.team_id))
        if opponent and sat != listed[one.team_id]:
            found.append(LineUp(one.round.number, one.team.number or 0, opponent, tuple(sat)))
    return tuple(found)
