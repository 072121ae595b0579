"""Players from a list: paste or upload, look, enter all or none, and the way back."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role, Tournament
from tournaments.services.entries import listing
from tournaments.services.entries.importing import read_file, read_table
from tournaments.views.pasted import PastedList, import_line, paste_page
from tournaments.web.buttons import Press, button
from tournaments.web.requests import SignedIn


def _enter(request: SignedIn, tournament: Tournament, rows: list[Any]) -> HttpResponse:
    confirmed = request.POST.get("confirmed", "")
    added = listing.enter_players(
        tournament=tournament, by=request.user, rows=rows, confirmed=confirmed
    )
    messages.success(
        request,
        ngettext("%(count)s player added.", "%(count)s players added.", len(added))
        % {"count": len(added)},
    )
    return redirect("desk:players", tournament.event.slug, tournament.slug)


PLAYERS = PastedList(
    name="players",
    template="desk/import.html",
    read_text=read_table,
    read_file=read_file,
    players=lambda preview: preview,
    rows=lambda preview: [line.values for line in preview.lines],
    enter=_enter,
)


@login_required
def import_players(request: SignedIn, event: str, slug: str) -> HttpResponse:
    return paste_page(request, tournament_for(request.user, event, slug, Role.ARBITER), PLAYERS)


@button(Role.ARBITER)
def undo(press: Press) -> HttpResponse:
    """Take back a whole import."""
    count = listing.undo_import(
        line=import_line(press.request, press.tournament, "entries.imported"), **press.answered
    )
    messages.success(
        press.request,
        ngettext("%(count)s player taken out.", "%(count)s players taken out.", count)
        % {"count": count},
    )
    return press.back("desk:players")
