"""The federation's own rating lists: the reports of the events go the way that all reports go."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from federation.core.rating_rules import DAYS_BEFORE, DEFAULT
from federation.models import MonthList, RatingReport, RatingRun, Series
from federation.services import ratings_reports, ratings_runs, ratings_working
from tournaments.kernel import jobs
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Job, Tournament, User
from tournaments.models.tournament import RatingType

ZONE = ZoneInfo("Europe/Istanbul")
#: so many of the latest reports wait for a look
WAITING = 3
SERIES = (Series.NATIONAL, Series.STANDARD)


def make_lists(months: list[date], by: User) -> dict[str, int]:
    """The lists of these months; what ended before them stood in lists that others made."""
    ratings_runs.set_rules(
        constants=DEFAULT, kinds=list(RatingType.values), minimum_times=True, by=by
    )
    _note_earlier(months[0], by)
    _take_in(by)
    for month in months:
        _publish(month, by)
    return {
        RatingReport._meta.db_table: RatingReport.objects.count(),
        MonthList._meta.db_table: MonthList.objects.count(),
    }


def _note_earlier(first: date, by: User) -> None:
    """Reports of the time before the first list."""
    period = (first - timedelta(days=1)).replace(day=1)
    until = period - timedelta(days=DAYS_BEFORE)
    over = Tournament.objects.filter(finished_at__isnull=False, event__ends_on__lte=until)
    RatingReport.objects.bulk_create(
        RatingReport(
            tournament=one,
            state=RatingReport.State.NOT_RATED,
            reason="Önceki listelerde sayıldı.",
            ended_on=one.event.ends_on,
            decided_at=timezone.now(),
            decided_by=by,
        )
        for one in over.select_related("event").order_by("pk")
    )


def _take_in(by: User) -> None:
    """Those that are in no list are looked through; all but the last ones are accepted."""
    ratings_reports.receive_earlier(by=by)
    ratings_reports.look_through_new()
    reports = list(
        RatingReport.objects.exclude(state=RatingReport.State.NOT_RATED)
        .select_related("tournament__event")
        .order_by("ended_on", "pk")
    )
    for report in reports[:-WAITING]:
        ratings_reports.accept(
            report=report,
            kind=report.tournament.rating_type,
            for_national=report.for_national,
            for_fide=report.for_fide,
            by=by,
        )
    for report in reports:
        RatingReport.objects.filter(pk=report.pk).update(arrived_at=_at(report.ended_on, 19))
    for report in reports[:-WAITING]:
        on = report.ended_on + timedelta(days=1)
        RatingReport.objects.filter(pk=report.pk).update(decided_at=_at(on, 11))


def _publish(month: date, by: User) -> None:
    run = ratings_runs.begin_month(month=month, series=SERIES, by=by)
    job = Job.objects.get(kind=Job.Kind.RATINGS, target=run.pk)
    jobs.run_in_stages(job.pk, ratings_working.work_out)
    confirmed(ratings_runs.publish, run=run, by=by)
    made, out = _at(month - timedelta(days=2), 15), _at(month - timedelta(days=1), 10)
    RatingRun.objects.filter(pk=run.pk).update(created_at=made, published_at=out)
    run.lists.update(worked_at=made)


def _at(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), ZONE)
