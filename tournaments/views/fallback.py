"""When everything fails: the pack of the round, kept on the phone of whoever opens this page."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.documents.catalogue import FALLBACK
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role
from tournaments.services.papers import fallback as service
from tournaments.services.papers.names import file_name
from tournaments.services.papers.packing import ALL, REPORT
from tournaments.services.papers.storing import content_of
from tournaments.views.desk import frame
from tournaments.web.requests import SignedIn

#: of a file of the pack, by the end of its address
_KINDS = {ALL: "application/pdf", REPORT: "text/plain; charset=utf-8"}
ZIP = "pack.zip"


@login_required
@require_safe
def fallback(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    pack = service.latest_pack(tournament)
    files = (ALL, ZIP, REPORT) if pack else ()
    context = {"pack": pack, "files": files, **frame(tournament)}
    return render(request, "desk/fallback.html", context)


@login_required
@require_safe
def fallback_file(
    request: SignedIn, event: str, slug: str, document: int, name: str
) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    pack = tournament.documents.filter(kind=FALLBACK, pk=document).first()
    if pack is None or name not in (ZIP, *_KINDS):
        raise Http404
    data = content_of(pack) if name == ZIP else service.file_of_pack(pack, name)
    if data is None:
        raise Http404
    own = file_name(pack) if name == ZIP else f"{file_name(pack).removesuffix('.zip')}-{name}"
    way = "inline" if name == ALL else "attachment"
    return HttpResponse(
        data,
        content_type=_KINDS.get(name, "application/zip"),
        headers={"Content-Disposition": f'{way}; filename="{own}"', "Cache-Control": "private"},
    )
