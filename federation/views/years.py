"""The annual report: a page and a paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.queries.year_figures import YearReport, years
from federation.queries.year_pictures import pictures_of_year, plain, province_names
from federation.services.years import report_of
from federation.web.papers import kept, made_of
from federation.web.year_papers import year_pdf


def _report(year: int | None, known: list[int]) -> YearReport:
    chosen = year or (known[0] if known else None)
    if chosen is None or (year and year not in known):
        raise Http404
    return report_of(chosen)


@public
@require_safe
def year(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """Show what was played in a year; the latest one where none is named."""
    known = years()
    if not known and year is None:
        return render(request, "federation/cups/year.html", {"years": known})
    report = _report(year, known)
    context = {
        "report": report,
        "years": known,
        "pictures": pictures_of_year(report),
        "totals": {name: plain(getattr(report, name)) for name in _TOTALS},
    }
    return render(request, "federation/cups/year.html", context)


_TOTALS = ("events", "tournaments", "players", "games")


@public
@require_safe
def paper(request: HttpRequest, year: int) -> HttpResponse:
    report, language = _report(year, years()), get_language() or "en"
    totals = [getattr(report, name) for name in ("year", *_TOTALS)]
    name = made_of("year", totals, sorted(report.tables.items()), province_names(), language)
    return HttpResponse(
        kept(name, lambda: year_pdf(report, language)),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{year}.pdf"'},
    )
