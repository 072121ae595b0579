"""Which lists there are, and which of them holds: the last version of a month that is published."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Count, QuerySet

from federation.core.rating_rules import DEFAULT
from federation.models import (
    ListedRating,
    MonthList,
    NationalRules,
    RatedEvent,
    RatingReport,
    RatingRun,
    Series,
)
from federation.queries.ratings_people import own_numbers
from tournaments.models.tournament import RatingType

PUBLISHED = RatingRun.State.PUBLISHED


def published(series: str = "") -> QuerySet[MonthList]:
    """Every published list with its older versions, the newest first."""
    found = MonthList.objects.filter(run__state=PUBLISHED).select_related("run")
    if series:
        found = found.filter(series=series)
    return found.order_by("-month", "series", "-version")


def holding(series: str, *, before: date | None = None) -> MonthList | None:
    """The last list of the series that holds; `before` a month."""
    found = published(series)
    if before is not None:
        found = found.filter(month__lt=before)
    return found.order_by("-month", "-version").first()


def of_month(series: str, month: date, version: int | None = None) -> MonthList | None:
    found = published(series).filter(month=month)
    if version is not None:
        found = found.filter(version=version)
    return found.order_by("-version").first()


def all_holding(series: str, since: date | None = None) -> list[MonthList]:
    """One a month, the oldest first."""
    found = published(series)
    if since is not None:
        found = found.filter(month__gte=since)
    best: dict[date, MonthList] = {}
    for one in found.order_by("month", "version"):
        best[one.month] = one
    return list(best.values())


def months(series: str) -> list[tuple[MonthList, list[MonthList]]]:
    """For pages: each month's list that holds with the versions before it, the newest first."""
    found: dict[date, list[MonthList]] = {}
    for one in published(series).order_by("-month", "-version"):
        found.setdefault(one.month, []).append(one)
    return [(versions[0], versions[1:]) for versions in found.values()]


def history_of(player: int, series: str = "") -> list[ListedRating]:
    """The ratings of a player in the lists that hold, the oldest first, for charts and pages. Each
    has its list at hand."""
    kinds = [series] if series else list(Series)
    lists = {one.pk: one for kind in kinds for one in all_holding(kind)}
    rows = ListedRating.objects.filter(player__in=own_numbers(player), list__in=lists)
    found = list(rows)
    for row in found:
        row.list = lists[row.list_id]
    return sorted(found, key=lambda row: (row.list.month, row.list.series))


def explained(player: int) -> list[MonthList]:
    """The newest lists in which somebody stands: those whose pages say why."""
    newest = published().order_by("series", "-month", "-version").distinct("series")
    rows = ListedRating.objects.filter(list__in=[one.pk for one in newest], player=player)
    found = set(rows.values_list("list_id", flat=True))
    return [one for one in newest if one.pk in found]


def rules() -> NationalRules:
    """Those of the national rating that hold; FIDE's until somebody has set others."""
    return NationalRules.objects.first() or NationalRules(
        constants=DEFAULT, kinds=[RatingType.STANDARD.value]
    )


def counted(series: str) -> QuerySet[RatingReport]:
    """Reports that stand in a list of the series that holds or held."""
    return RatingReport.objects.filter(
        versions__lists__series=series, versions__lists__run__state=PUBLISHED
    )


def uncounted_events(series: str, kinds: Iterable[str], until: date) -> list[RatedEvent]:
    """Of accepted reports, ended by that day, whose games stand in no list of the series."""
    reports = RatingReport.objects.filter(state=RatingReport.State.ACCEPTED)
    if series == Series.NATIONAL:
        reports = reports.filter(for_national=True)
    else:
        reports = reports.filter(for_fide=True)
    versions = (
        RatedEvent.objects.filter(report__in=reports, ended_on__lte=until)
        .exclude(report__in=counted(series))
        .order_by("report_id", "-version")
        .distinct("report_id")
    )
    kinds = set(kinds)
    return [event for event in versions if event.kind in kinds]


def counted_in(report: RatingReport) -> list[tuple[MonthList, RatedEvent]]:
    """Where a report was counted, in the lists that hold: one a series."""
    found = []
    for series in Series:
        for one in all_holding(series):
            event = one.events.filter(report=report).first()
            if event:
                found.append((one, event))
                break
    return found


def with_counts(lists: Iterable[MonthList]) -> dict[int, int]:
    """Events of each list."""
    rows = MonthList.objects.filter(pk__in=[one.pk for one in lists])
    return dict(rows.annotate(number=Count("events")).values_list("pk", "number"))
