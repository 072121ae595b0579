"""Groups of equal strength from the list of players."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tournaments.core.text import whole_number
from tournaments.models import Role
from tournaments.queries.entries.groups import FEWEST, groups_of, most_groups
from tournaments.queries.setup.events import is_under_way
from tournaments.services.setup.groups import make_groups
from tournaments.views.desk import frame
from tournaments.web.buttons import open_page
from tournaments.web.requests import SignedIn


@login_required
def show(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """The groups as they would be; posting makes a tournament of each."""
    press = open_page(request, event, slug, Role.CHIEF)
    tournament = press.tournament
    if not tournament.format.ranks_players:
        raise Http404
    if request.method == "POST":
        made = make_groups(count=press.number("count"), **press.answered)
        text = ngettext("%(count)s group is made.", "%(count)s groups are made.", len(made))
        messages.success(request, text % {"count": len(made)})
        return redirect("desk:event", event)
    most = most_groups(tournament)
    wanted = whole_number(request.GET.get("count")) or FEWEST
    count = max(FEWEST, min(wanted, most))
    context = {
        "groups": groups_of(tournament, count) if most >= FEWEST else [],
        "count": count,
        "fewest": FEWEST,
        "most": most,
        "under_way": is_under_way(tournament),
        **frame(tournament),
    }
    return render(request, "desk/player_groups.html", context)
