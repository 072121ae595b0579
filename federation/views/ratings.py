"""Lists of ratings for everybody: the months, one list with filters, movers, why, two compared."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.forms.ratings import ListForm
from federation.models import MonthList, Province, Series
from federation.queries import ratings_lists, ratings_pages
from federation.queries.ratings_compare import Compared, compare, named
from federation.queries.ratings_pages import AGES, Choice, chosen, clubs_of
from federation.queries.ratings_people import hidden, shorten, today
from federation.queries.ratings_preview import movers as moved
from federation.queries.ratings_why import why as why_of
from federation.web.data import query_of
from tournaments.core.text import number_or_none
from tournaments.models import RegisteredPlayer, Sex
from tournaments.queries.hall.published import lines_as_csv
from tournaments.views.public.embed import framed

ON_A_PAGE = 100
_KINDS = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xml": "application/xml; charset=utf-8",
}


@public
@require_safe
def lists(request: HttpRequest) -> HttpResponse:
    """Every list that was ever published, the newest month first."""
    series = request.GET.get("list", "")
    if series not in Series.values:
        series = Series.NATIONAL.value
    context = {
        "series": series,
        "all_series": Series.choices,
        "months": ratings_lists.months(series),
        "newest": [one for kind in Series if (one := ratings_lists.holding(kind)) is not None],
        "rules": ratings_lists.rules(),
    }
    return render(request, "federation/ratings/lists.html", context)


@public
@require_safe
def month_list(request: HttpRequest, series: str, month: str) -> HttpResponse:
    of = _list(request, series, month)
    form, choice = _choice(request)
    page = Paginator(chosen(of, choice), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "of": of,
        "form": form,
        **_rows(page),
        "choice_query": query_of(**asdict(choice)),
        "versions": _versions(of),
        "before": of.month,
        "is_chosen": choice != Choice(),
        "tops": [
            (query_of(version=request.GET.get("version"), **asdict(one)), words, one == choice)
            for one, words in _tops()
        ],
        "query": query_of(version=of.version, **asdict(choice)),
    }
    return render(request, "federation/ratings/list.html", context)


def _tops() -> list[tuple[Choice, str]]:
    """The strongest of those who play: all, the women, each age group."""
    ages = [(Choice(active=True, age=age), age) for age in AGES]
    women = Choice(active=True, sex=Sex.FEMALE)
    return [(Choice(active=True), _("active players")), (women, _("women")), *ages]


def _choice(request: HttpRequest) -> tuple[ListForm, Choice]:
    provinces = list(Province.objects.values_list("slug", "name"))
    form = ListForm(request.GET or None, provinces=provinces)
    if form.is_bound and form.is_valid():
        return form, Choice(**form.cleaned_data)
    return form, Choice()


def _rows(page: Page[Any]) -> dict[str, Any]:
    """All that the table shows, with names as their owners want them."""
    page.object_list = rows = shorten(page.object_list)
    closed = hidden({row.player for row in rows}).closed
    return {"page": page, "clubs": clubs_of(rows), "closed": closed}


@public
@framed
@require_safe
def embedded(request: HttpRequest, series: str) -> HttpResponse:
    """The first of the list that holds, for another page: next month it is the next one."""
    if series not in Series.values:
        raise Http404
    of = ratings_lists.holding(series)
    _form, choice = _choice(request)
    context: dict[str, Any] = {
        "of": of,
        "label": Series(series).label,
        "choice_query": query_of(**asdict(choice)),
    }
    if of is not None:
        context |= _rows(Paginator(chosen(of, choice), ON_A_PAGE).get_page(1))
    return render(request, "federation/ratings/embed.html", context)


@public
@require_safe
def file(request: HttpRequest, series: str, month: str, ending: str) -> HttpResponse:
    """The whole list as a file; the same one for ever, but for names that are shortened now."""
    of = _list(request, series, month)
    if ending not in _KINDS:
        raise Http404
    parts: Iterable[str] = {
        "txt": lambda: ratings_pages.txt(of),
        "xml": lambda: ratings_pages.xml(of),
        "csv": lambda: lines_as_csv(ratings_pages.table(of)),
    }[ending]()
    names = ratings_pages.shortened_in(of)
    etag = quote_etag(f"{of.fingerprint[:32]}-{of.pk}-{names}-{ending}")
    if not_modified := get_conditional_response(request, etag=etag):
        return not_modified
    answer = StreamingHttpResponse(parts, content_type=_KINDS[ending])
    version = f"-v{of.version}" if of.version > 1 else ""
    name = f"{of.series}-{of.code}{version}.{ending}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["ETag"] = etag
    answer["X-Robots-Tag"] = "noindex"
    return answer  # type: ignore[return-value]  # a stream is an answer, too


@public
@require_safe
def movers(request: HttpRequest, series: str, month: str) -> HttpResponse:
    of = _list(request, series, month)
    up, down = moved(of)
    context = {
        "of": of,
        "sides": [(_("Up"), shorten(up)), (_("Down"), shorten(down))],
        "closed": hidden({row.player for row in (*up, *down)}).closed,
        "versions": _versions(of),
    }
    return render(request, "federation/ratings/movers.html", context)


@public
@require_safe
def why(request: HttpRequest, series: str, month: str, player: int) -> HttpResponse:
    """How one rating came about, step by step."""
    of = _list(request, series, month)
    person = _person(player)
    if person != player:
        return redirect("federation:rating_why", series, month, person)
    found = why_of(of, person)
    if found is None or person in hidden([person]).closed:
        raise Http404
    context = {"it": found, "of": of, "months": ratings_lists.history_of(person, of.series)}
    return render(request, "federation/ratings/why.html", context)


@public
@require_safe
def compared(request: HttpRequest) -> HttpResponse:
    """Two players side by side: ratings, and their games with each other."""
    numbers = [number_or_none(request.GET.get(name)) for name in ("one", "other")]
    people = [_shown(number) for number in numbers if number is not None]
    found: Compared | None = None
    if len(people) == 2 and all(people) and people[0] != people[1]:
        found = compare(*[one for one in people if one is not None])
    context = {
        "it": found,
        "one": people[0] if people else None,
        "asked": "one" in request.GET,
        "found": _named(request.GET.get("name", ""), people[0] if people else None),
        "name": request.GET.get("name", "")[:60],
    }
    return render(request, "federation/ratings/compare.html", context)


def _named(name: str, but: RegisteredPlayer | None) -> list[RegisteredPlayer]:
    """Other players of the lists by this name."""
    return named(name, but=but.pk if but else 0)


def _shown(number: int) -> RegisteredPlayer | None:
    if number >= 2**63:
        return None
    person = RegisteredPlayer.objects.filter(pk=_person(number)).first()
    if person is None or person.pk in hidden([person.pk]).closed:
        return None
    person.name = hidden([person.pk]).name(person.pk, person.name)
    return person


def _person(number: int) -> int:
    if number >= 2**63:
        raise Http404
    return today(number)


def _list(request: HttpRequest, series: str, month: str) -> MonthList:
    version = number_or_none(request.GET.get("version"))
    found = None
    if series in Series.values:
        found = ratings_lists.of_month(series, _month(month), version)
    if found is None:
        raise Http404
    return found


def _month(text: str) -> date:
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise Http404 from error


def _versions(of: MonthList) -> list[dict[str, Any]]:
    """The other versions of the month, with what was wrong."""
    found = ratings_lists.published(of.series).filter(month=of.month).order_by("-version")
    address = reverse("federation:rating_list", args=[of.series, of.code])
    return [
        {"list": one, "address": f"{address}?version={one.version}", "holds": place == 0}
        for place, one in enumerate(found)
        if one.pk != of.pk or place > 0
    ]
