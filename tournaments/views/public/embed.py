"""The latest round, the bracket and the standings for a club's own page: the only pages that may
be framed."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.course import announced_knockout, course_of
from tournaments.queries.rounds.sheets import round_sheet
from tournaments.queries.standings.table import last_public_round, standings_table
from tournaments.queries.teams.matches import matches_of_round
from tournaments.queries.teams.standings import team_table
from tournaments.views.public.frame import around, find, show
from tournaments.web.pages import shared
from tournaments.web.styles import content_policy

View = Callable[..., HttpResponse]


def framed(view: View) -> View:
    """Anybody may show it in a frame: there is nothing on it to press but links."""

    def inside(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        response = view(request, *args, **values)
        response["Content-Security-Policy"] = content_policy().replace(
            "frame-ancestors 'none'", "frame-ancestors *"
        )
        return response

    return shared(xframe_options_exempt(inside))


@framed
def round(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    context: dict[str, Any] = around(found)
    knockout = announced_knockout(found)
    if knockout is not None and knockout.cancelled_at is None:
        context |= {"knockout": knockout, "page": course_view(course_of(knockout), public=True)}
        return show(request, "public/embed_knockout.html", found.event, context)
    if latest := last_public_round(found):
        round_ = found.rounds.get(number=latest)
        if found.format.pairs_teams:
            context |= {"round": round_, "matches": matches_of_round(round_, public=True)}
            return show(request, "public/embed_matches.html", found.event, context)
        context |= {"round": round_, "sheet": round_sheet(round_, public=True)}
    return show(request, "public/embed_round.html", found.event, context)


@framed
def standings(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    if not found.format.has_rounds:
        return redirect("public:embed_round", event, slug)
    if found.format.pairs_teams:
        context = {"table": team_table(found), **around(found)}
        return show(request, "public/embed_teams.html", found.event, context)
    context = {"table": standings_table(found, public=True), **around(found)}
    return show(request, "public/embed_standings.html", found.event, context)
