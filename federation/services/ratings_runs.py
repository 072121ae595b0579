"""Lists of a month are made, looked at, published with one press, and taken back with one."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from federation.core.rating_rules import DAYS_BEFORE, edition
from federation.models import (
    MonthList,
    NationalRules,
    RatedEvent,
    RatingReport,
    RatingRun,
    Series,
)
from federation.queries import ratings_lists
from federation.queries.ratings_games import told
from federation.services import ratings_register
from ratings.errors import CaseError
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.jobs import cancel_job, start_job
from tournaments.models import Job, User
from tournaments.models.tournament import RatingType

State = RatingRun.State
QUIET = "lists have pages of their own, which are made when they are asked for"


def begin_month(*, month: date, series: Iterable[str], by: User | None) -> RatingRun:
    """Count the accepted reports of a month; a worker does it."""
    month = month.replace(day=1)
    chosen = [one for one in Series.values if one in set(series)]
    if not chosen:
        raise Refused("ratings.choose_a_list", field="series")
    with transaction.atomic():
        run = _begin(by)
        for one in chosen:
            base = ratings_lists.holding(one)
            if base and base.month >= month:
                raise Refused("ratings.month_is_published", field="month", month=base.code)
            made = MonthList.objects.create(
                run=run, series=one, month=month, base=base, **_constants(one)
            )
            until = month - timedelta(days=DAYS_BEFORE)
            made.events.set(ratings_lists.uncounted_events(one, made.kinds, until))
        _note_begun(run, by)
    return run


def _begin(by: User | None, **values: Any) -> RatingRun:
    try:
        with transaction.atomic():
            return RatingRun.objects.create(created_by=by, **values)
    except IntegrityError as error:
        raise Refused("ratings.run_is_open") from error


def _note_begun(run: RatingRun, by: User | None) -> None:
    with act("ratings.run_begun", run, by=by, quiet=QUIET) as done:
        done.record(run, label=_said(run), after={"lists": _said(run)}, reason=run.note)
    start_job(tournament=None, kind=Job.Kind.RATINGS, target=run.pk, by=by)


def _constants(series: str) -> dict[str, Any]:
    if series == Series.NATIONAL:
        rules = ratings_lists.rules()
        return {
            "constants": rules.constants,
            "kinds": rules.kinds,
            "minimum_times": rules.minimum_times,
        }
    return {"kinds": [series]}


def _said(run: RatingRun) -> str:
    return ", ".join(f"{one.series} {one.code}" for one in run.lists_in_order)[:160]


# --- Corrections ------------------------------------------------------------------------------


def begin_correction(
    *, report: RatingReport, reason: str, withdraw: bool = False, by: User | None
) -> RatingRun:
    """Count a report that stands in published lists again, with its games as they are now or with
    none, and every list since."""
    reason = reason.strip()[:500]
    if not reason:
        raise Refused("ratings.reason_needed", field="reason")
    with transaction.atomic():
        report = RatingReport.objects.select_for_update(of=("self",)).get(pk=report.pk)
        places = ratings_lists.counted_in(report)
        if not places:
            raise Refused("ratings.not_counted")
        old = max((event for _one, event in places), key=lambda event: event.version)
        version = new_version(report, reason=reason, withdraw=withdraw, like=old, by=by)
        if same_games(version, old):
            raise Refused("ratings.nothing_to_correct")
        run = _begin(by, note=reason, corrected=version)
        for first, event in places:
            _correct_since(run, first, event, version)
        _note_begun(run, by)
    return run


def new_version(
    report: RatingReport,
    *,
    by: User | None,
    kind: str = "",
    reason: str = "",
    withdraw: bool = False,
    like: RatedEvent | None = None,
) -> RatedEvent:
    """The games of a tournament as they are now, to be counted from here on."""
    tournament = report.tournament
    now = told(tournament)
    last = report.versions.order_by("-version").first()
    return RatedEvent.objects.create(
        report=report,
        version=last.version + 1 if last else 1,
        kind=kind or (like.kind if like else tournament.rating_type),
        starts_on=tournament.event.starts_on,
        ended_on=report.ended_on,
        minutes=now.minutes,
        scheduled=now.scheduled,
        games=[] if withdraw else [list(row) for row in now.games],
        rated=0 if withdraw else now.rated,
        reason=reason,
        by=by,
    )


def same_games(one: RatedEvent, other: RatedEvent) -> bool:
    return (one.games, one.kind, one.minutes, one.scheduled, one.starts_on) == (
        other.games,
        other.kind,
        other.minutes,
        other.scheduled,
        other.starts_on,
    )


def _correct_since(run: RatingRun, first: MonthList, old: RatedEvent, new: RatedEvent) -> None:
    before = first.base
    for one in ratings_lists.all_holding(first.series, first.month):
        last = MonthList.objects.filter(series=one.series, month=one.month)
        made = MonthList.objects.create(
            run=run,
            series=one.series,
            month=one.month,
            version=max(last.values_list("version", flat=True)) + 1,
            base=before,
            constants=one.constants,
            kinds=one.kinds,
            minimum_times=one.minimum_times,
        )
        events = [event for event in one.events.all() if event.pk != old.pk]
        if one.month == first.month:
            events.append(new)
        made.events.set(events)
        before = made


# --- Publish, drop, take back --------------------------------------------------------------------


def publish(*, run: RatingRun, by: User | None, confirmed: str = "") -> RatingRun:
    """One press for all lists of a run; the national one is at once what events use."""
    with act("ratings.published", run, by=by, confirmed=confirmed, quiet=QUIET) as done:
        run = done.row
        if run.state == State.PUBLISHED:
            return done.nothing(run)
        if run.state != State.READY:
            raise Refused("ratings.not_worked_out")
        _guard_fresh(run)
        done.require(
            "ratings.publish",
            level=3,
            reasons=[
                Reason(
                    "ratings.publish_effect",
                    {
                        "list": one.get_series_display(),
                        "month": one.code,
                        "players": one.players,
                        "games": one.games,
                    },
                )
                for one in run.lists_in_order
            ],
        )
        run.state, run.published_at, run.published_by = State.PUBLISHED, timezone.now(), by
        run.save(update_fields=["state", "published_at", "published_by"])
        ratings_register.hold(run, by=by)
        run.save(update_fields=["list_import"])
        done.record(run, label=_said(run), after={"lists": _said(run)}, reason=run.note)
        return run


def _guard_fresh(run: RatingRun) -> None:
    """Nothing that the run began with has changed since."""
    own = {one.pk for one in run.lists.all()}
    for one in run.lists.select_related("base"):
        if one.base_id in own:
            continue
        holding = ratings_lists.holding(one.series, before=one.month)
        if (holding.pk if holding else None) != one.base_id:
            raise Refused("ratings.stale")
        counted = set(ratings_lists.counted(one.series).values_list("pk", flat=True))
        if not run.is_correction and one.events.filter(report__in=counted).exists():
            raise Refused("ratings.stale")
    if not run.is_correction:
        return
    for series in {one.series for one in run.lists.all()}:
        mine = set(run.lists.filter(series=series).values_list("month", flat=True))
        held = ratings_lists.all_holding(series, min(mine))
        if {one.month for one in held} != mine:
            raise Refused("ratings.stale")


def drop(*, run: RatingRun, by: User | None) -> RatingRun:
    """Nothing of it was public; the games are counted another time."""
    with act("ratings.dropped", run, by=by, quiet=QUIET) as done:
        run = done.row
        if run.state not in RatingRun.OPEN:
            return done.nothing(run)
        for job in Job.objects.filter(kind=Job.Kind.RATINGS, target=run.pk):
            cancel_job(job=job)
        label = _said(run)
        run.state = State.DROPPED
        run.save(update_fields=["state"])
        # From the last to the first: a list is the base of the next.
        for one in run.lists.order_by("-month"):
            one.delete()
        done.record(run, label=label, before={"lists": label})
        return run


def begin_again(*, run: RatingRun, by: User | None) -> Job:
    """Work that failed, or was given up, goes on where it stood."""
    with act("ratings.run_again", run, by=by, quiet=QUIET) as done:
        if done.row.state != State.WORKING:
            raise Refused("ratings.not_worked_out")
        done.changed()
        return start_job(tournament=None, kind=Job.Kind.RATINGS, target=done.row.pk, by=by)


def may_be_taken_back(run: RatingRun) -> bool:
    """Until the next list of one of its series was published, even if that one was taken back."""
    if run.state != State.PUBLISHED or run.published_at is None:
        return False
    later = RatingRun.objects.filter(
        published_at__gt=run.published_at,
        lists__series__in=run.lists.values("series"),
    )
    return not later.exists()


def take_back(*, run: RatingRun, by: User | None, confirmed: str = "") -> RatingRun:
    with act("ratings.taken_back", run, by=by, confirmed=confirmed, quiet=QUIET) as done:
        run = done.row
        if run.state == State.TAKEN_BACK:
            return done.nothing(run)
        if not may_be_taken_back(run):
            raise Refused("ratings.not_the_last")
        done.require("ratings.take_back", level=3, reasons=[Reason("ratings.take_back_effect")])
        run.state = State.TAKEN_BACK
        run.save(update_fields=["state"])
        ratings_register.give_back(run, by=by)
        done.record(run, label=_said(run), before={"lists": _said(run)})
        return run


# --- The constants -------------------------------------------------------------------------------


def set_rules(
    *, constants: dict[str, Any], kinds: list[str], minimum_times: bool, by: User
) -> NationalRules:
    """The rules of the national rating from the next list on; the lists before keep theirs."""
    try:
        edition(Series.NATIONAL, constants)
    except CaseError as error:
        raise Refused("ratings.rules_unreadable", place=error.where) from error
    if not kinds or not set(kinds) <= set(RatingType.values):
        raise Refused("ratings.rules_unreadable", place="kinds")
    with act("ratings.rules_set", by, by=by, quiet=QUIET) as done:
        now = ratings_lists.rules()
        before = {"constants": now.constants, "kinds": now.kinds}
        after = {"constants": constants, "kinds": kinds}
        if now.pk and before == after and now.minimum_times == minimum_times:
            return done.nothing(now)
        made = NationalRules.objects.create(
            constants=constants, kinds=kinds, minimum_times=minimum_times, by=by
        )
        done.record(made, label="", before=before, after=after)
        return made
