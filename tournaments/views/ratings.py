"""Ratings compared with the lists, and pairing numbers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms import ExchangeForm
from tournaments.kernel.errors import Refused
from tournaments.models import Role
from tournaments.queries.entries import ratings
from tournaments.queries.entries.numbering import (
    is_drawn,
    lots_are_open,
    numbers_are_fixed,
    proposed_numbers,
)
from tournaments.queries.entries.rating_check import differences, not_in_the_lists
from tournaments.register import sources
from tournaments.services.entries import renumbering, table_numbers
from tournaments.services.entries.rating_check import apply_differences
from tournaments.views.desk import frame
from tournaments.views.lots import typed_numbers
from tournaments.views.register import imports_under_way
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn


@login_required
def refresh(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Old and new side by side; only what is ticked is taken over. On request the lists' own
    addresses are asked first."""
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    if request.method == "POST" and "ask" in request.POST:
        if not sources.ask_for_lists(by=request.user):
            messages.info(request, _("The lists were asked for a moment ago."))
        return redirect("desk:player_ratings", event, slug)
    if request.method == "POST":
        count = apply_differences(ticked=set(request.POST.getlist("tick")), **press.given)
        messages.success(
            request,
            ngettext("%(count)s rating changed.", "%(count)s ratings changed.", count)
            % {"count": count},
        )
        return redirect("desk:player_ratings", event, slug)
    found = differences(tournament)
    context = {
        "differences": found,
        "ticked": sum(one.ticked for one in found),
        "unknown": not_in_the_lists(tournament),
        "lists": ratings.loaded_lists(),
        "asked": imports_under_way(),
        "sequence": ratings.lists_of(tournament),
        **frame(tournament),
    }
    return render(request, "desk/player_ratings.html", context)


@login_required
def numbers(request: SignedIn, event: str, slug: str) -> HttpResponse:
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    if request.method == "POST":
        count = renumbering.renumber_by_rating(**press.answered)
        messages.success(
            request,
            ngettext("%(count)s number changed.", "%(count)s numbers changed.", count)
            % {"count": count},
        )
        return redirect("desk:player_numbers", event, slug)
    context = {
        "moves": proposed_numbers(tournament),
        "fixed": numbers_are_fixed(tournament),
        "form": ExchangeForm(tournament=tournament),
        **frame(tournament),
    }
    if lots_are_open(tournament):
        context |= {
            "by_lot": True,
            "drawn": is_drawn(tournament),
            "entries": tournament.entries.order_by("tpn"),
        }
    return render(request, "desk/player_numbers.html", context)


@button(Role.ARBITER)
def draw(press: Press) -> HttpResponse:
    """By the recorded seed; numbers typed in beside the players come first."""
    unfit = Refused("lots.numbers_wrong", count=press.tournament.entries.count())
    typed = typed_numbers(press.request.POST, unfit)
    table_numbers.draw_table(typed=typed, **press.given)
    messages.success(press.request, _("The numbers are drawn."))
    return press.back("desk:player_numbers")


@button(Role.ARBITER)
def undo_draw(press: Press) -> HttpResponse:
    table_numbers.undo_draw(**press.answered)
    return press.back("desk:player_numbers")


@button(Role.ARBITER)
def exchange(press: Press) -> HttpResponse:
    form = ExchangeForm(press.request.POST, tournament=press.tournament)
    if not form.is_valid():
        raise Refused("numbers.two_players_needed")
    renumbering.exchange_numbers(
        first=form.cleaned_data["first"], second=form.cleaned_data["second"], **press.answered
    )
    messages.success(press.request, _("The numbers are exchanged."))
    return press.back("desk:player_numbers")
