"""Line-ups: when they close and who has handed in, and the form to do it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments.models import (
    Entry,
    LineUp,
    LineUpSeat,
    Match,
    Round,
    Team,
    TeamMember,
    TeamRules,
    Tournament,
)
from tournaments.queries.teams.rules import rules_in

Seats = Mapping[int, int]  # board → entry


def deadline(round_: Round, rules: TeamRules) -> datetime | None:
    """The time at which line-ups close; None where the round's time is not known."""
    if round_.starts_at is None:
        return None
    return round_.starts_at - timedelta(minutes=rules.deadline_minutes)


def time_is_up(round_: Round, rules: TeamRules) -> bool:
    closes = deadline(round_, rules)
    return round_.status != Round.Status.PLANNED or (
        closes is not None and timezone.now() >= closes
    )


def opponents_in(round_: Round, team: Team) -> list[Team]:
    """One opponent; in Skalitzka two at the same time."""
    matches = Match.objects.filter(Q(first=team) | Q(second=team), round=round_)
    return [
        match.second if match.first_id == team.pk else match.first
        for match in matches.select_related("first", "second")
    ]


def is_sealed(round_: Round, team: Team, rules: TeamRules) -> bool:
    """Both in, or time up: then a line-up is open to everybody concerned."""
    if time_is_up(round_, rules):
        return False
    concerned = {team.pk, *(one.pk for one in opponents_in(round_, team))}
    return LineUp.objects.filter(round=round_, team__in=concerned).count() < len(concerned)


def is_announced(round_: Round) -> bool:
    """Captains may know their opponents: of a Swiss once the matches are shown to everybody."""
    tournament = round_.tournament
    return not tournament.format.swiss or tournament.schedule_public or round_.is_paired


def is_open_for_captain(round_: Round, team: Team, rules: TeamRules) -> bool:
    planned = round_.status == Round.Status.PLANNED and is_announced(round_)
    return planned and is_sealed(round_, team, rules)


def available(members: Iterable[TeamMember]) -> list[TeamMember]:
    return [
        member
        for member in members
        if not member.entry.gone and member.entry.status != Entry.Status.ABSENT
    ]


def usual_seats(members: Sequence[TeamMember], rules: TeamRules) -> dict[int, int]:
    """Without a line-up: the boards as listed, reserves where somebody is missing."""
    here = available(members)
    if rules.order != TeamRules.Order.OWN_BOARD:
        return {
            board: member.entry_id
            for board, member in zip(range(1, rules.boards + 1), here, strict=False)
        }
    seats = {member.place: member.entry_id for member in here if member.place <= rules.boards}
    reserves = (member.entry_id for member in here if member.place > rules.boards)
    empty = (board for board in range(1, rules.boards + 1) if board not in seats)
    return {**seats, **dict(zip(empty, reserves, strict=False))}


@dataclass(frozen=True, slots=True)
class LineUpState:
    team: Team
    line_up: LineUp | None
    sealed: bool

    @property
    def seats(self) -> list[tuple[int, Entry]]:
        """Nothing of a sealed line-up is shown, to nobody."""
        if self.line_up is None or self.sealed:
            return []
        return [(seat.board, seat.entry) for seat in self.line_up.seats.all()]


def line_ups_of(round_: Round, rules: TeamRules) -> dict[int, LineUpState]:
    """The state of every team's line-up in a round, by team."""
    have = {
        one.team_id: one
        for one in LineUp.objects.filter(round=round_).prefetch_related("seats__entry")
    }
    matches = Match.objects.filter(round=round_).select_related("first", "second")
    concerned: dict[int, set[int]] = {}
    teams: dict[int, Team] = {}
    for match in matches:
        for team, other in ((match.first, match.second), (match.second, match.first)):
            teams[team.pk] = team
            concerned.setdefault(team.pk, {team.pk}).add(other.pk)
    open_to_all = time_is_up(round_, rules)
    return {
        pk: LineUpState(team, have.get(pk), not open_to_all and not concerned[pk].issubset(have))
        for pk, team in teams.items()
    }


@dataclass(frozen=True, slots=True)
class SeatChoice:
    board: int
    chosen: int | None
    players: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class LineUpSheet:
    """The form that a captain or the arbiter fills in."""

    round: Round
    team: Team
    opponents: tuple[Team, ...]
    rules: TeamRules
    choices: tuple[SeatChoice, ...]
    handed_in: LineUp | None
    open: bool
    sealed: bool
    closes: datetime | None


def handing_in(
    round_: Round, team: Team, typed: Seats | None = None, *, own: bool = True
) -> LineUpSheet:
    """The form for a line-up. A sealed line-up is filled in for its captain alone (`own`)."""
    rules = rules_in(round_)
    members = list(team.members.select_related("entry"))
    line_up = LineUp.objects.filter(round=round_, team=team).first()
    sealed = is_sealed(round_, team, rules)
    if typed is not None:
        seats = dict(typed)
    elif line_up is not None and (own or not sealed or line_up.handed_in_by_id):
        seats = dict(line_up.seats.values_list("board", "entry_id"))
    else:
        seats = usual_seats(members, rules)
    players = tuple(member.entry for member in members if not member.entry.gone)
    return LineUpSheet(
        round_,
        team,
        tuple(opponents_in(round_, team)),
        rules,
        tuple(SeatChoice(board, seats.get(board), players) for board in range(1, rules.boards + 1)),
        line_up,
        is_open_for_captain(round_, team, rules),
        sealed,
        deadline(round_, rules),
    )


def without_line_up(round_: Round) -> list[Team]:
    """Teams that play in the round and have not handed in who."""
    have = set(LineUp.objects.filter(round=round_).values_list("team_id", flat=True))
    playing = _playing(round_)
    return [team for team in playing if team.pk not in have and not team.gone]


def _playing(round_: Round) -> list[Team]:
    found: dict[int, Team] = {}
    for match in round_.matches.select_related("first", "second"):
        for team in (match.first, match.second):
            found.setdefault(team.pk, team)
    return list(found.values())


def boards_fingerprint(tournament: Tournament, round_: Round) -> str:
    """Equal as long as nothing has changed from which the boards were made."""
    seats = LineUpSeat.objects.filter(line_up__round=round_).order_by("line_up__team_id", "board")
    teams = Team.objects.filter(tournament=tournament).order_by("pk")
    state = (
        list(seats.values_list("line_up__team_id", "board", "entry_id")),
        list(teams.values_list("pk", "number", "withdrawn_after")),
        list(round_.matches.values_list("number", "first_id", "second_id")),
    )
    return hashlib.sha256(repr(state).encode()).hexdigest()[:32]
