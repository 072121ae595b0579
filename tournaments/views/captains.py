"""The captains' links at the desk: send, print, renew, close."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.core.text import whole_number
from tournaments.documents.qr import qr_svg
from tournaments.kernel import jobs
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role, Tournament
from tournaments.queries.teams.captains import captains_of
from tournaments.queries.teams.rules import rules_of
from tournaments.services.teams import captains
from tournaments.views.desk import frame
from tournaments.views.teams import must_pair_teams, team_of
from tournaments.web.buttons import Press, button
from tournaments.web.requests import SignedIn


def _tournament(request: SignedIn, event: str, slug: str) -> Tournament:
    return must_pair_teams(tournament_for(request.user, event, slug, Role.ARBITER))


@never_cache
@login_required
def links(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = _tournament(request, event, slug)
    rows = captains_of(tournament)
    context = {
        "rows": rows,
        "addresses": sum(bool(row.team.captain_email and row.link) for row in rows),
        "waiting": any(row.mail and row.mail.waiting for row in rows),
        "worker": jobs.worker_is_alive(),
        "languages": settings.LANGUAGES,
        "rules": rules_of(tournament),
        **frame(tournament),
    }
    return render(request, "desk/team_links.html", context)


@never_cache
@login_required
def sheet(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """A card for each captain with the link as a code to point a phone at; for the printer."""
    tournament = _tournament(request, event, slug)
    wanted = request.GET.get("team", "")
    cards = [
        (row, qr_svg(row.link))
        for row in captains_of(tournament)
        if row.link and wanted in ("", str(row.team.pk))
    ]
    context = {"cards": cards, "rules": rules_of(tournament), **frame(tournament)}
    return render(request, "desk/team_links_sheet.html", context)


@button(Role.ARBITER)
def send(press: Press) -> HttpResponse:
    """To one captain, or to all of whom an address is known."""
    must_pair_teams(press.tournament)
    team, language = press.text("team"), press.text("language")
    if language not in dict(settings.LANGUAGES):
        language = get_language() or settings.LANGUAGE_CODE
    count = captains.send_links(
        teams=[whole_number(team)] if team else None, language=language, **press.given
    )
    if count:
        messages.success(
            press.request,
            ngettext(
                "%(count)s message is on its way.", "%(count)s messages are on their way.", count
            )
            % {"count": count},
        )
    elif captains.delayed_mails(press.tournament):
        messages.warning(
            press.request,
            _("The mail server does not answer. The messages are kept and sent once it does."),
        )
    else:
        messages.success(press.request, _("The messages are on their way already."))
    return _back(press)


@button(Role.ARBITER)
def renew(press: Press, team: int) -> HttpResponse:
    found = team_of(must_pair_teams(press.tournament), team)
    seen = press.request.POST.get("instead_of")
    captains.new_link(team=found, instead_of=seen, **press.given)
    messages.success(press.request, _("The captain has a new link; the old one no longer opens."))
    return _back(press)


@button(Role.ARBITER)
def close(press: Press, team: int) -> HttpResponse:
    captains.close_link(team=team_of(must_pair_teams(press.tournament), team), **press.given)
    messages.success(press.request, _("The link is closed; the captain's page no longer opens."))
    return _back(press)


def _back(press: Press) -> HttpResponse:
    """To the page that asked: the list of links, or the team's own."""
    wanted = press.text("next")
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return redirect(wanted)
    return press.back("desk:team_links")
