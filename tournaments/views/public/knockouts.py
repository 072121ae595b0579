"""A knock-out or a play-off as everybody may follow it, once it is announced."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.course import course_of
from tournaments.queries.standings.pictures import tree_of
from tournaments.queries.teams.matches import teams_of_players
from tournaments.views.public.frame import around, find, show
from tournaments.web.pages import shared


@shared
def knockout(request: HttpRequest, event: str, slug: str, knockout: int) -> HttpResponse:
    found = find(request, event, slug)
    known = get_object_or_404(
        found.knockouts, pk=knockout, announced_at__isnull=False, cancelled_at=None
    )
    page = course_view(course_of(known), public=True)
    context = {"knockout": known, "page": page, "tree": tree_of(page), **around(found)}
    if found.format.pairs_teams:
        context["teams_of"] = teams_of_players(found)
    return show(request, "public/knockout.html", found.event, context)
