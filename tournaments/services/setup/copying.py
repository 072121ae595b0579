"""Setting up beyond the forms: the schedule, and an event made after an earlier one."""

from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import made_just_now
from tournaments.models import (
    Event,
    ForbiddenPairing,
    HallPlan,
    Prize,
    Qualification,
    Round,
    StaffMember,
    TeamRules,
    Tournament,
    User,
)
from tournaments.services.hall.screens import new_screen
from tournaments.services.setup.events import create_event, create_tournament

#: of a tournament, what next year's begins with; not what happened in it
COPIED = (
    "system", "options", "total_rounds", "acceleration", "win_points", "draw_points",
    "loss_points", "bye_points", "tie_break_edition", "tie_breaks", "rating_type",
    "rating_method", "rating_lists", "equals_by",
    "checks_ratings", "time_control", "default_minutes", "late_entry_bye",
    "late_entries_until", "half_byes_allowed", "no_byes_in_last", "regulations", "prizes",
    "prize_currency", "prize_sharing", "one_prize",
    "chess960",
    "unrated", "unrated_rating", "rating_of_round", "rating_round", "long_event", "papers",
    "papers_at_publication",
    "playoffs",
)  # fmt: skip
COPIED_OF_EVENT = (
    "city", "venue", "federation", "time_zone", "organiser", "public", "noindex", "shorten_minors",
)  # fmt: skip
COPIED_OF_SCREEN = ("name", "shows", "seconds", "rows")


def set_schedule(
    *, tournament: Tournament, times: dict[int, datetime | None], by: User | None
) -> Tournament:
    """Set the times at which the rounds begin, by number; each later than the one before."""
    with act("schedule.changed", tournament, by=by) as done:
        tournament = done.tournament
        rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
        before, after = {}, {}
        for number, starts_at in times.items():
            round_ = rounds.get(number)
            if round_ is None or round_.starts_at == starts_at:
                continue
            before[str(number)] = round_.starts_at.isoformat() if round_.starts_at else ""
            after[str(number)] = starts_at.isoformat() if starts_at else ""
            round_.starts_at = starts_at
        timed = ((number, each.starts_at) for number, each in sorted(rounds.items()))
        known = [(number, at) for number, at in timed if at is not None]
        for (previous, earlier), (number, at) in pairwise(known):
            if at <= earlier:
                raise Refused("schedule.out_of_order", round=number, previous=previous)
        if not after:
            return done.nothing(tournament)
        Round.objects.bulk_update(rounds.values(), ["starts_at"])
        done.record(tournament, before=before, after=after)
        return tournament


def copy_event(*, source: Event, name: str, starts_on: date, by: User) -> Event:
    """Dates, staff, plan of the hall, screens, tournaments with their regulations, prizes, rules
    about who may not meet, papers as they were wanted, and schedule; no players, no results."""
    with act("event.copied", by, by=by) as done:
        made = made_just_now("event.copied", by=by, label=source.name)
        twin = Event.objects.filter(
            pk__in=made, removed=False, name=name, starts_on=starts_on
        ).first()
        if twin is not None:
            return done.nothing(twin)  # the second press of the same button
        days = starts_on - source.starts_on
        event = create_event(
            by=by,
            name=name,
            starts_on=starts_on,
            ends_on=source.ends_on + days,
            **{field: getattr(source, field) for field in COPIED_OF_EVENT},
        )
        StaffMember.objects.bulk_create(
            StaffMember(event=event, user_id=member.user_id, role=member.role)
            for member in source.staff.exclude(user=by)
        )
        copies: dict[int, Tournament] = {}
        for old in source.tournaments.order_by("position", "id"):
            values: dict[str, Any] = {field: getattr(old, field) for field in COPIED}
            # Leftovers of the old teams' draw are not settings.
            values["options"] = {k: v for k, v in old.options.items() if k != "averages"}
            new = create_tournament(event=event, by=by, like=old, name=old.name, **values)
            _copy_team_rules(old, new)
            _copy_schedule(old, new, days)
            _copy_rules(old, new)
            _copy_prizes(old, new)
            copies[old.pk] = new
        _copy_qualifications(copies)
        _copy_plan_of_the_hall(source, event)
        for screen in source.screens.all():
            shown: dict[str, Any] = {field: getattr(screen, field) for field in COPIED_OF_SCREEN}
            new_screen(done, event, tournament=copies.get(screen.tournament_id or 0), **shown)
        done.record(event, label=source.name)
        return event


def _copy_qualifications(copies: dict[int, Tournament]) -> None:
    """Keeps who qualifies from where, among the tournaments of the new event."""
    planned = Qualification.objects.filter(tournament__in=copies, source__in=copies)
    Qualification.objects.bulk_create(
        Qualification(
            tournament=copies[one.tournament_id], source=copies[one.source_id], count=one.count
        )
        for one in planned
    )


def _copy_plan_of_the_hall(old: Event, new: Event) -> None:
    plan = HallPlan.objects.filter(event=old).first()
    if plan is not None:
        plan.pk, plan.event, plan._state.adding = None, new, True
        plan.save()


def _copy_team_rules(old: Tournament, new: Tournament) -> None:
    rules = TeamRules.objects.filter(tournament=old).first()
    if rules is not None:
        rules.pk, rules.tournament, rules._state.adding = None, new, True
        rules.save()


def _copy_prizes(old: Tournament, new: Tournament) -> None:
    prizes = list(old.prize_rows.all())
    for prize in prizes:
        prize.pk, prize.tournament = None, new
    Prize.objects.bulk_create(prizes)


def _copy_rules(old: Tournament, new: Tournament) -> None:
    """Copy the rules about clubs and federations; players named one by one belong to one year."""
    ForbiddenPairing.objects.bulk_create(
        ForbiddenPairing(
            tournament=new,
            sharing=rule.sharing,
            value=rule.value,
            first_round=rule.first_round,
            last_round=rule.last_round,
            reason=rule.reason,
        )
        for rule in old.forbidden_pairings.exclude(sharing="")
    )


def _copy_schedule(old: Tournament, new: Tournament, days: timedelta) -> None:
    """The same days of the event at the same time on the clock of the venue."""
    zone = old.event.zone
    times = dict(old.rounds.exclude(starts_at=None).values_list("number", "starts_at"))
    rounds = list(new.rounds.all())
    for round_ in rounds:
        if starts_at := times.get(round_.number):
            local = starts_at.astimezone(zone)
            round_.starts_at = datetime.combine(local.date() + days, local.time(), zone)
    Round.objects.bulk_update(rounds, ["starts_at"])
