"""Line-ups: who sits where for a team in a round.

A line-up is sealed: nobody but its team knows it until both of a match are in or the time is up.
From then on only the arbiter changes it. The order of the boards is checked by the tournament's
rule; what the rule leaves open is the captain's.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.kernel.acts import lock, touch
from tournaments.kernel.confirm import require
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.log import record
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
    User,
)
from tournaments.services.teams.teams import rules_in

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


# --- What a line-up may be ------------------------------------------------------------------------


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


def check(
    members: Sequence[TeamMember], seats: Seats, rules: TeamRules, *, by_arbiter: bool = False
) -> None:
    """Refuse what the rules for line-ups do not allow, naming the board."""
    by_entry = {member.entry_id: member for member in members}
    for board, entry in seats.items():
        if not 1 <= board <= rules.boards or entry not in by_entry:
            raise Refused("lineup.not_in_the_team", board=board)
        if by_entry[entry].entry.gone:
            name = by_entry[entry].entry.name
            raise Refused("lineup.player_gone", board=board, name=name)
    for board, entry in sorted(seats.items()):
        first = min(b for b, e in seats.items() if e == entry)
        if first != board:
            name = by_entry[entry].entry.name
            raise Refused("lineup.player_twice", board=board, first=first, name=name)
    empty = [board for board in range(1, rules.boards + 1) if board not in seats]
    if empty and rules.gaps == TeamRules.Gaps.REFUSE and not by_arbiter:
        raise Refused("lineup.board_empty", board=empty[0])
    if not seats:
        raise Refused("lineup.nobody")
    if rules.order == TeamRules.Order.MOVE_UP:
        _check_moved_up(by_entry, seats, empty)
    elif rules.order == TeamRules.Order.OWN_BOARD:
        _check_own_boards(by_entry, seats, rules)


def _check_moved_up(by_entry: Mapping[int, TeamMember], seats: Seats, empty: list[int]) -> None:
    if empty and empty[0] < max(seats):
        raise Refused("lineup.gap", board=empty[0], last=max(seats))
    ordered = [by_entry[seats[board]] for board in sorted(seats)]
    for board, (above, below) in enumerate(pairwise(ordered), start=2):
        if above.place > below.place:
            raise Refused(
                "lineup.order", board=board, name=below.entry.name, above=above.entry.name
            )


def _check_own_boards(by_entry: Mapping[int, TeamMember], seats: Seats, rules: TeamRules) -> None:
    for board, entry in sorted(seats.items()):
        member = by_entry[entry]
        if member.place <= rules.boards and member.place != board:
            raise Refused("lineup.own_board", board=board, name=member.entry.name, own=member.place)


# --- Hand in --------------------------------------------------------------------------------------


@transaction.atomic
def hand_in(
    *,
    tournament: Tournament,
    team: Team,
    number: int,
    seats: Seats,
    by: User | None,
    confirmed: str = "",
) -> LineUp:
    """A captain's line-up (`by` is None) until it is opened; the arbiter's until the round is
    published."""
    tournament = lock(tournament)
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None or not tournament.of_teams:
        raise Refused("round.beyond_plan", round=number, total=tournament.total_rounds)
    if not Match.objects.filter(Q(first=team) | Q(second=team), round=round_).exists():
        raise Refused("lineup.no_match", name=team.name, round=number)
    if round_.is_public or round_.status == Round.Status.PAIRING:
        raise Refused("lineup.round_is_published", round=number)
    round_.tournament = tournament
    rules = rules_in(round_)
    if by is None and (team.gone or not is_open_for_captain(round_, team, rules)):
        raise Refused("lineup.closed", round=number)
    members = list(team.members.select_related("entry"))
    check(members, seats, rules, by_arbiter=by is not None)
    empty = [board for board in range(1, rules.boards + 1) if board not in seats]
    if empty:
        require(
            "lineup.hand_in",
            level=2,
            reasons=[
                Reason(
                    "lineup.forfeits",
                    {"name": team.name, "boards": ", ".join(map(str, empty))},
                )
            ],
            tournament=tournament,
            by=by,
            subject=f"{team.pk}:{number}:{sorted(seats.items())}",
            confirmed=confirmed,
        )
    return store(tournament, round_, team, seats, by=by)


def is_open_for_captain(round_: Round, team: Team, rules: TeamRules) -> bool:
    return round_.status == Round.Status.PLANNED and is_sealed(round_, team, rules)


def store(
    tournament: Tournament,
    round_: Round,
    team: Team,
    seats: Seats,
    *,
    by: User | None,
    by_rule: bool = False,
) -> LineUp:
    found, created = LineUp.objects.get_or_create(round=round_, team=team)
    before = dict(found.seats.values_list("board", "entry_id"))
    if not created and before == dict(seats) and found.by_rule == by_rule:
        return found
    found.seats.all().delete()
    LineUpSeat.objects.bulk_create(
        LineUpSeat(line_up=found, board=board, entry_id=entry)
        for board, entry in sorted(seats.items())
    )
    found.handed_in_by, found.by_rule = by, by_rule
    found.save()
    touch(tournament)
    # A line-up is in the history only once it is no secret any more.
    record(
        "lineup.by_rule" if by_rule else "lineup.handed_in",
        by=by,
        target=found,
        tournament=tournament,
        round_number=round_.number,
        label=team.name,
        after={"boards": len(seats), "captain": by is None and not by_rule},
    )
    return found
