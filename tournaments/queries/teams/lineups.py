"""Line-ups for pages: who has handed in, and the form to do it."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Entry, LineUp, Match, Round, Team, TeamRules
from tournaments.services.teams.lineups import (
    Seats,
    deadline,
    is_open_for_captain,
    is_sealed,
    opponents_in,
    time_is_up,
    usual_seats,
)
from tournaments.services.teams.teams import rules_in


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
