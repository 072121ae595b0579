"""The plan of a knock-out: changed, announced and taken back, its players, its end."""

from typing import Any

from django.utils import timezone

from pairing.errors import PairingError
from pairing.handbook.lots import Lots
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import changed
from tournaments.models import Entry, Knockout, KnockoutSeat, Team, Tournament, User
from tournaments.queries.knockout.conditions import objections
from tournaments.queries.knockout.course import course_of, plan_of
from tournaments.queries.knockout.playoff import seats_before
from tournaments.services.knockout import team_seeds
from tournaments.services.knockout.course import fresh
from tournaments.services.knockout.qualifiers import enter_qualifiers
from tournaments.services.knockout.team_rounds import write_round


def change_plan(*, knockout: Knockout, by: User | None, values: dict[str, Any]) -> Knockout:
    """Change what was agreed: numbers, times, choices, prizes. Prizes and the time of the first
    game may change later too, they decide nothing."""
    with act("knockout.planned", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        before, after = changed(knockout, values)
        if not after:
            return done.nothing(knockout)
        if knockout.announced_at and not set(after) <= {"prizes", "currency", "starts_at"}:
            raise Refused("knockout.announced")
        seats = [s.entry for s in knockout.seats.all()] or seats_before(knockout)[0]
        _check_plan(knockout, len(seats))
        knockout.save()
        done.record(knockout, before=before, after=after)
        return knockout


def _check_plan(knockout: Knockout, players: int) -> None:
    """The core judges the settings; while players are missing, a larger field stands for them."""
    if not knockout.is_playoff:
        players = max(players, knockout.winners + 1)
    elif players < 2:
        return
    try:
        plan_of(knockout, tuple(range(1, players + 1)), Lots(knockout.lot_seed))
    except PairingError as error:
        raise Refused("knockout.settings", reason=error.as_data()) from error


def announce(*, knockout: Knockout, by: User | None, confirmed: str = "") -> Knockout:
    """From now on everybody sees the plan, its players are fixed and games can be entered."""
    with act("knockout.announced", knockout.tournament, by=by, confirmed=confirmed) as done:
        knockout = fresh(done, knockout)
        if knockout.announced_at:
            return done.nothing(knockout)
        seats, _facts = seats_before(knockout)
        if knockout.is_playoff and not seats:
            raise Refused("playoff.not_tied", place=knockout.place)
        if not knockout.is_playoff and len(seats) <= knockout.winners:
            raise Refused("knockout.too_few")
        _check_plan(knockout, len(seats))
        done.require(
            "knockout.announce", level=2, reasons=objections(knockout), subject=str(knockout.pk)
        )
        if knockout.tournament.format.makes_rounds_from_plan:
            teams = [team for team in seats if isinstance(team, Team)]
            team_seeds.seed(knockout.tournament, teams)
        else:
            KnockoutSeat.objects.bulk_create(
                KnockoutSeat(knockout=knockout, number=number, entry=entry)
                for number, entry in enumerate(seats, start=1)
                if isinstance(entry, Entry)
            )
        knockout.announced_at = timezone.now()
        knockout.save(update_fields=["announced_at"])
        done.record(knockout, after={"players": [entry.pk for entry in seats]})
        if knockout.tournament.format.makes_rounds_from_plan:
            course = course_of(knockout)
            if course.team_games is not None:
                write_round(done, course, 1, course.team_games.due)
        return knockout


def take_back_plan(*, knockout: Knockout, by: User | None) -> Knockout:
    """Back to the plan, as long as nothing was played by it."""
    with act("knockout.taken_back", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        if not knockout.announced_at:
            return done.nothing(knockout)
        if count := course_of(knockout).entered:
            raise Refused("knockout.has_games", count=count)
        seats = list(knockout.seats.values_list("entry_id", flat=True))
        if knockout.tournament.format.makes_rounds_from_plan:
            seats = [team.pk for team in knockout.tournament.teams.numbered()]
            team_seeds.unseed(knockout.tournament)
        lots = {lot.draw: lot.order for lot in knockout.lots.all()}
        for rows in (knockout.seats, knockout.lots, knockout.games):
            rows.all().delete()
        knockout.announced_at = None
        knockout.save(update_fields=["announced_at"])
        done.record(knockout, before={"players": seats, "lots": lots})
        return knockout


def take_qualifiers(
    *,
    knockout: Knockout,
    by: User | None,
    places: list[tuple[Tournament, int]],
    confirmed: str = "",
) -> Knockout:
    """The best of other tournaments of the event become the players, seeded by their places:
    all firsts in the order given, then all seconds, and so on."""
    with act("knockout.qualified", knockout.tournament, by=by, confirmed=confirmed) as done:
        knockout = fresh(done, knockout)
        if knockout.announced_at:
            raise Refused("knockout.announced")
        taken = enter_qualifiers(done, places, by)
        before, knockout.order = knockout.order, taken.order
        knockout.save(update_fields=["order"])
        done.record(knockout, before=before, after=taken.as_data(places))
        return knockout


def guard_end(tournament: Tournament) -> None:
    """A tournament does not end before its knock-out and its play-offs are decided."""
    for knockout in tournament.knockouts.filter(cancelled_at=None):
        if knockout.announced_at and course_of(knockout).progress.finished:
            continue
        if not knockout.is_playoff:
            if tournament.format.eliminates:
                raise Refused("knockout.unfinished")
        elif knockout.announced_at:
            raise Refused("playoff.unfinished", place=knockout.place)
