"""Line-ups: who sits where for a team in a round.

A line-up is sealed: nobody but its team knows it until both of a match are in or the time is up.
From then on only the arbiter changes it. The order of the boards is checked by the tournament's
rule; what the rule leaves open is the captain's.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from django.db.models import Q

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import (
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
from tournaments.queries.teams.lineups import Seats, is_open_for_captain
from tournaments.queries.teams.rules import rules_in

# --- What a line-up may be ------------------------------------------------------------------------


def check_line_up(
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
    with act("lineup.handed_in", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = tournament.round(number)
        if round_ is None or tournament.format.pairs_players:
            raise Refused("round.beyond_plan", round=number, total=tournament.total_rounds)
        if not Match.objects.filter(Q(first=team) | Q(second=team), round=round_).exists():
            raise Refused("lineup.no_match", name=team.name, round=number)
        if round_.is_public or round_.status == Round.Status.PAIRING:
            raise Refused("lineup.round_is_published", round=number)
        rules = rules_in(round_)
        if by is None and (team.gone or not is_open_for_captain(round_, team, rules)):
            raise Refused("lineup.closed", round=number)
        members = list(team.members.select_related("entry"))
        check_line_up(members, seats, rules, by_arbiter=by is not None)
        empty = [board for board in range(1, rules.boards + 1) if board not in seats]
        if empty:
            done.require(
                "lineup.hand_in",
                level=2,
                reasons=[
                    Reason(
                        "lineup.forfeits",
                        {"name": team.name, "boards": ", ".join(map(str, empty))},
                    )
                ],
                subject=f"{team.pk}:{number}:{sorted(seats.items())}",
            )
        return store_line_up(done, round_, team, seats)


def store_line_up(
    done: Act[Tournament],
    round_: Round,
    team: Team,
    seats: Seats,
    *,
    by_rule: bool = False,
) -> LineUp:
    found, created = LineUp.objects.get_or_create(round=round_, team=team)
    before = dict(found.seats.values_list("board", "entry_id"))
    if not created and before == dict(seats) and found.by_rule == by_rule:
        return done.nothing(found)
    found.seats.all().delete()
    LineUpSeat.objects.bulk_create(
        LineUpSeat(line_up=found, board=board, entry_id=entry)
        for board, entry in sorted(seats.items())
    )
    found.handed_in_by, found.by_rule = done.by, by_rule
    found.save()
    # A line-up is in the history only once it is no secret any more.
    done.record(
        found,
        "lineup.by_rule" if by_rule else "lineup.handed_in",
        after={"boards": len(seats), "captain": done.by is None and not by_rule},
    )
    return found
