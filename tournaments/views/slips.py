"""Pictures of slips at the desk: photographed board by board, looked at, taken away."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role, Round, SlipPhoto
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.voice.slips import picture_of, slips_of
from tournaments.services.voice import slips as service
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn
from tournaments.web.uploads import sent_picture
from tournaments.wording.voice import SIDES


@never_cache
@login_required
def slips(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    """Board, picture, and what stands on it: one after the other."""
    press = open_page(request, event, slug, Role.CLERK)
    tournament = press.tournament
    get_object_or_404(Round, tournament=tournament, number=number, status__in=PUBLIC)
    if request.method == "POST":
        made = service.add_slip(
            number=number,
            board=press.number("board"),
            picture=sent_picture(request, service.MOST_BYTES),
            said=[press.text(name) for name in ("said1", "said2") if press.text(name)],
            **press.given,
        )
        messages.success(request, _("Board %(board)s: the slip is kept.") % {"board": made.board})
        return redirect("desk:slips", event, slug, number)
    board = whole_number(request.GET.get("board", ""))
    context = {
        "number": number,
        "board": board or "",
        "slips": slips_of(tournament, number, board or None),
        "sides": SIDES,
        "games": [_("Game 1"), _("Game 2")][: tournament.format.games_a_round],
        **frame(tournament),
    }
    return render(request, "desk/slips.html", context)


@never_cache
@login_required
@require_safe
def picture(request: SignedIn, event: str, slug: str, slip: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.CLERK)
    data = picture_of(get_object_or_404(SlipPhoto, tournament=tournament, pk=slip))
    if data is None:
        raise Http404
    return HttpResponse(data, content_type="image/jpeg", headers={"X-Robots-Tag": "noindex"})


@button(Role.ARBITER)
def remove(press: Press, slip: int) -> HttpResponse:
    found = get_object_or_404(SlipPhoto, tournament=press.tournament, pk=slip)
    if press.text("sure") != "yes":
        raise Refused("slip.not_sure")
    service.remove_slip(slip=found, **press.given)
    messages.success(press.request, _("The picture is removed."))
    return press.back("desk:slips", found.round_number)
