"""The annual report: a page and a paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.queries.year_pictures import pictures_of_year, plain, province_names
from federation.services.years import counted_years, year_as_counted
from federation.web.papers import kept, made_of
from federation.web.year_papers import year_pdf

_TOTALS = ("events", "tournaments", "players", "games")


@public
@require_safe
def year(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """Show what was played in a year; the latest one where none is named."""
    counted = year_as_counted(year)
    if counted is None:
        if year is not None:
            raise Http404
        return render(request, "federation/cups/year.html")
    report = counted.report
    context = {
        "report": report,
        "counted_at": counted.at,
        "years": counted_years(),
        "pictures": pictures_of_year(report),
        "totals": {name: plain(getattr(report, name)) for name in _TOTALS},
    }
    return render(request, "federation/cups/year.html", context)


@public
@require_safe
def paper(request: HttpRequest, year: int) -> HttpResponse:
    counted, language = year_as_counted(year), get_language() or "en"
    if counted is None:
        raise Http404
    report = counted.report
    totals = [getattr(report, name) for name in ("year", *_TOTALS)]
    tables = sorted(report.tables.items())
    name = made_of("year", totals, tables, counted.at, province_names(), language)
    return HttpResponse(
        kept(name, lambda: year_pdf(counted, language)),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{year}.pdf"'},
    )
