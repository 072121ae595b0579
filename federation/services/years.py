"""The figures of a year: counted by a worker, and shown as they were counted."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from federation.models import YearFigures
from federation.queries.year_figures import Line, YearReport, count_year, stamp_of, years


@dataclass(frozen=True, slots=True)
class Counted:
    report: YearReport
    at: datetime


def count_years() -> int:
    """Those whose results differ from what was counted last: how many there were."""
    anew = 0
    known = years()
    YearFigures.objects.exclude(year__in=known).delete()
    stamps = dict(YearFigures.objects.values_list("year", "stamp"))
    for year in known:
        # What changes while it is counted has another stamp, and is counted the next time.
        stamp, at = stamp_of(year), timezone.now()
        if stamps.get(year) == stamp:
            continue
        YearFigures.objects.update_or_create(
            year=year,
            defaults={"figures": asdict(count_year(year)), "stamp": stamp, "counted_at": at},
        )
        anew += 1
    return anew


def counted_years() -> list[int]:
    """The latest first."""
    return list(YearFigures.objects.order_by("-year").values_list("year", flat=True))


def year_as_counted(year: int | None = None) -> Counted | None:
    """The latest where none is named."""
    rows = YearFigures.objects.order_by("-year")
    kept = (rows if year is None else rows.filter(year=year)).first()
    return Counted(_read(kept.figures), kept.counted_at) if kept else None


def _read(figures: dict[str, Any]) -> YearReport:
    tables = {
        name: tuple(Line(**line) for line in lines) for name, lines in figures["tables"].items()
    }
    return YearReport(**(figures | {"tables": tables}))
