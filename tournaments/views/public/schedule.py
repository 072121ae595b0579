"""The whole schedule of a round robin, where the arbiter shows it."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.queries.entries.names import shorten_names
from tournaments.queries.rounds.schedule import team_schedule, whole_schedule
from tournaments.queries.teams.matches import teams_of_players
from tournaments.views.public.frame import around, find, show
from tournaments.web.pages import shared


@shared
def schedule(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    if found.format.pairs_teams and found.schedule_public and (matches := team_schedule(found)):
        context = {"schedule": matches, "teams_of": teams_of_players(found), **around(found)}
        return show(request, "public/team_schedule.html", found.event, context)
    planned = whole_schedule(found) if found.schedule_public else []
    if not planned:
        raise Http404
    for each in planned:
        shorten_names(
            found.event, [entry for pair in each.pairs for entry in pair] + [each.resting]
        )
    context = {"schedule": planned, **around(found)}
    return show(request, "public/schedule.html", found.event, context)
