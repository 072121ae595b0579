"""Pictures of shared links. Like the pages they belong to they are kept until something changes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.queries.hall import previews
from tournaments.queries.hall.previews import LinkPreview
from tournaments.queries.rounds.sheets import PUBLIC, round_sheet
from tournaments.queries.standings.table import last_public_round
from tournaments.views.public.frame import find, find_event, find_round
from tournaments.web.pages import shared


@shared
def event(request: HttpRequest, event: str) -> HttpResponse:
    found = find_event(request, event)
    return _picture(previews.of_event(found))


@shared
def tournament(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    return _picture(previews.of_tournament(found))


@shared
def round(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    _found, round_ = find_round(request, event, slug, number)
    return _picture(previews.of_round(round_))


@shared
def board(request: HttpRequest, event: str, slug: str, number: int, board: int) -> HttpResponse:
    _found, round_ = find_round(request, event, slug, number)
    if round_.status not in PUBLIC:
        raise Http404
    rows = round_sheet(round_, public=True).boards
    row = next((row for row in rows if row.pairing.board == board), None)
    if row is None:
        raise Http404
    return _picture(previews.of_board(round_, row))


@shared
def standings(request: HttpRequest, event: str, slug: str, after: int) -> HttpResponse:
    found = find(request, event, slug)
    if after > last_public_round(found) or not found.format.has_rounds:
        raise Http404
    made = previews.of_team_standings if found.format.pairs_teams else previews.of_standings
    return _picture(made(found, after))


@shared
def player(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    found = find(request, event, slug)
    person = get_object_or_404(found.entries.select_related("player"), pk=entry)
    return _picture(previews.of_player(person))


@shared
def knockout(request: HttpRequest, event: str, slug: str, knockout: int) -> HttpResponse:
    found = find(request, event, slug)
    known = get_object_or_404(
        found.knockouts, pk=knockout, announced_at__isnull=False, cancelled_at=None
    )
    return _picture(previews.of_knockout(known))


def _picture(preview: LinkPreview) -> HttpResponse:
    from tournaments.documents.picture import draw  # the library is wanted by few processes

    headers = {"Cache-Control": "no-cache", "X-Robots-Tag": "noindex"}
    return HttpResponse(draw(preview, _("not final")), content_type="image/png", headers=headers)
