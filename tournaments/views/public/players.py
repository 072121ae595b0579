"""The start list, and a player's card."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.core.text import fold
from tournaments.models import Entry
from tournaments.queries.entries.cards import public_card
from tournaments.queries.entries.names import in_alphabet, is_called, shorten_names
from tournaments.queries.knockout.bracket import course_view, ties_of
from tournaments.queries.knockout.course import announced_knockout, course_of
from tournaments.views.public.frame import around, awaited_round, find, show
from tournaments.web.pages import shared


@shared
def players(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    entries = list(found.entries.exclude(status=Entry.Status.EXPELLED))
    shorten_names(found.event, entries)
    typed = request.GET.get("q", "")[:80]
    everybody = len(entries)
    if wanted := fold(typed):
        entries = [entry for entry in entries if is_called(entry, wanted)]
    by_name = request.GET.get("order") == "name"
    if by_name:
        entries = in_alphabet(entries)
    context = {"entries": entries, "by_name": by_name, "wanted": typed, **around(found)}
    context["everybody"] = everybody
    context["coming"] = awaited_round(context["rounds"])
    return show(request, "public/players.html", found.event, context)


@shared
def player(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    found = find(request, event, slug)
    person = get_object_or_404(found.entries.select_related("player"), pk=entry)
    context = {"entry": person, "card": public_card(person), **around(found)}
    context["coming"] = awaited_round(context["rounds"])
    if found.format.pairs_teams:
        context["team"] = found.teams.filter(members__entry=person).first()
    if not found.format.has_rounds and (knockout := announced_knockout(found)):
        page = course_view(course_of(knockout), public=True)
        context |= {
            "knockout": knockout,
            "ties": ties_of(page, person),
            "place": next((one for one in page.places if person in one.entries), None),
        }
    return show(request, "public/player.html", found.event, context)
