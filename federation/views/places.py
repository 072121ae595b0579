"""Clubs and provinces: their members by rating, their events, their teams."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.models import Club, Member, Province
from federation.queries import places
from federation.web.data import query_of

MEMBERS_ON_A_PAGE = 50
#: events, teams and clubs that a page shows of each
SHOWN = 20


@public
@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    found = get_object_or_404(Club.objects.select_related("province"), slug=club)
    context = {
        "club": found,
        "query": query_of(club=found.code),
        "teams": places.team_results(found)[:SHOWN],
        "events": places.calendar_of(club=found)[:SHOWN],
        **_members(request, places.listed_members(club=found)),
    }
    return render(request, "federation/people/club.html", context)


@public
@require_safe
def provinces(request: HttpRequest) -> HttpResponse:
    context = {"provinces": places.provinces_counted()}
    return render(request, "federation/people/provinces.html", context)


@public
@require_safe
def province(request: HttpRequest, province: str) -> HttpResponse:
    found = get_object_or_404(Province, slug=province)
    context = {
        "province": found,
        "query": query_of(province=found.code),
        "clubs": places.clubs(province=found.code, closed=False),
        "events": places.calendar_of(province=found)[:SHOWN],
        **_members(request, places.listed_members(province=found)),
    }
    return render(request, "federation/people/province.html", context)


def _members(request: HttpRequest, members: QuerySet[Member]) -> dict[str, Any]:
    page = Paginator(members, MEMBERS_ON_A_PAGE).get_page(request.GET.get("page"))
    return {"page": page, "members": [(one, places.public_name(one)) for one in page]}
