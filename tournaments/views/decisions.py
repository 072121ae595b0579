"""Additions of an arbiter to the standings: order among the level, values from elsewhere, ratings
of later rounds."""

from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Role, Tournament, User
from tournaments.queries.standings.decisions import codes_from_elsewhere, level_groups
from tournaments.queries.standings.table import standings_table
from tournaments.services.standings import decisions as service
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn, last_values


@login_required
def decisions(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = open_page(request, event, slug, Role.ARBITER).tournament
    if request.method == "POST":
        _decide(request, tournament)
        return redirect("desk:decisions", event, slug)
    table = standings_table(tournament)
    context = {
        "groups": level_groups(list(table.rows)),
        "columns": [
            (
                code,
                [
                    (row.rank, row.entry, row.entry.outside_values.get(code, ""))
                    for row in table.rows
                ],
            )
            for code in codes_from_elsewhere(tournament)
        ],
        **frame(tournament),
    }
    return render(request, "desk/standings_decisions.html", context)


class _Act(TypedDict):
    tournament: Tournament
    by: User


def _decide(request: SignedIn, tournament: Tournament) -> None:
    given: _Act = {"tournament": tournament, "by": request.user}
    act, _sep, code = request.POST.get("act", "").partition(":")
    if act == "order":
        service.order_by_hand(
            **given, order=_order(request), reason=request.POST.get("reason", "")[:500]
        )
        messages.success(request, _("The order is saved; the history has the reason."))
    elif act == "forget":
        service.forget_order(**given, order=_order(request))
        messages.success(request, _("They share the place again."))
    elif act == "values":
        typed = {
            whole_number(name.removeprefix(f"{code}-")): value
            for name, value in last_values(request.POST).items()
            if name.startswith(f"{code}-") and whole_number(name.removeprefix(f"{code}-"))
        }
        service.set_values(**given, code=code, values=typed)
        messages.success(request, _("The values are saved."))


def _order(request: SignedIn) -> list[int]:
    """Entry ids by the place that was typed beside each; places must be 1, 2, 3 …"""
    places: dict[int, int] = {}
    for name, value in last_values(request.POST).items():
        entry = name.removeprefix("place-")
        if name.startswith("place-") and entry.isdecimal() and len(entry) < 18:
            places[int(entry)] = int(value) if value.isdecimal() and len(value) < 5 else 0
    if sorted(places.values()) != list(range(1, len(places) + 1)):
        raise Refused("standings.places_unclear", count=len(places))
    return sorted(places, key=places.__getitem__)


@button(Role.ARBITER)
def later_ratings(press: Press, entry: int) -> HttpResponse:
    tournament = press.tournament
    person = get_object_or_404(Entry, tournament=tournament, pk=entry)
    ratings = {}
    for number, rating in zip(
        press.request.POST.getlist("from"), press.request.POST.getlist("rating"), strict=False
    ):
        if not number.strip() and not rating.strip():
            continue
        if not (number.isdecimal() and rating.isdecimal()) or len(number + rating) > 8:
            raise Refused("standings.rating_round", last=tournament.total_rounds)
        ratings[int(number)] = int(rating)
    service.set_later_ratings(entry=person, ratings=ratings, **press.given)
    messages.success(press.request, _("The ratings of later rounds are saved."))
    return press.back("desk:edit_player", person.pk)
