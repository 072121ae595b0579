"""The entered players: a page, a table, data for other programs; all of one query."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.queries.entries_enter import enter_box
from federation.queries.entries_list import SORTS, Listed, SectionList, clubs_in, entry_list
from federation.views.entries import calendar_of
from tournaments.core.text import whole_number
from tournaments.queries.hall.published import rows_as_csv
from tournaments.views.public.about import file_answer


def _wanted(request: HttpRequest) -> dict[str, Any]:
    sort = request.GET.get("sort", "")
    return {
        "section": whole_number(request.GET.get("section", "")),
        "club": request.GET.get("club", "")[:120],
        "sort": sort if sort in SORTS else "number",
    }


@public
@require_safe
def entry_page(request: HttpRequest, event: str) -> HttpResponse:
    calendar = calendar_of(request, event)
    wanted = _wanted(request)
    lists = entry_list(calendar, **wanted)
    everything = lists if not (wanted["club"] or wanted["section"]) else entry_list(calendar)
    context = {
        "calendar": calendar,
        "event": calendar.event,
        "lists": lists,
        "clubs": clubs_in(everything),
        "sections": [one.section for one in everything],
        "wanted": wanted,
        "count": sum(one.count for one in everything),
        "enter": enter_box(calendar),
    }
    return render(request, "federation/entries/list.html", context)


@public
@require_safe
def entry_csv(request: HttpRequest, event: str) -> HttpResponse:
    calendar = calendar_of(request, event)
    rows: list[list[str]] = [
        [
            _("Section"), _("No."), _("Title"), _("Name"), _("Federation"), _("Club"),
            _("Rating"), _("Waiting list"),
        ]
    ]  # fmt: skip
    for each in entry_list(calendar, **_wanted(request)):
        rows += [_cells(each, one) for one in (*each.rows, *each.waiting)]
    return file_answer(rows_as_csv(rows).encode(), "text/csv", f"{event}-entries.csv")


def _cells(each: SectionList, one: Listed) -> list[str]:
    return [
        each.section.name,
        str(one.number or ""),
        one.title,
        one.name,
        one.federation,
        one.club,
        str(one.rating or ""),
        str(one.waiting or ""),
    ]


@public
@require_safe
def entry_json(request: HttpRequest, event: str) -> HttpResponse:
    calendar = calendar_of(request, event)
    found = JsonResponse(as_data(event, entry_list(calendar, **_wanted(request))))
    found["Access-Control-Allow-Origin"] = "*"
    return found


def as_data(event: str, lists: list[SectionList]) -> dict[str, Any]:
    return {
        "event": event,
        "sections": [
            {
                "name": each.section.name,
                "places": each.section.places or None,
                "entries": each.count,
                "average": each.average or None,
                "players": [asdict(one) for one in each.rows],
                "waiting": [asdict(one) for one in each.waiting],
            }
            for each in lists
        ],
    }
