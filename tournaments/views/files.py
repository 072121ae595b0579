"""Files for other programs, of a tournament."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.kernel.permissions import tournament_for
from tournaments.queries.reports.files import file_of, files_of, in_groups
from tournaments.queries.reports.trf import boards_without_result
from tournaments.views.desk import frame
from tournaments.web.requests import SignedIn


@login_required
@require_safe
def files(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    found = files_of(tournament)
    context = {
        "groups": in_groups(found),
        "games_later": not any(file.of_games for file in found),
        "open_games": len(boards_without_result(tournament)),
        **frame(tournament),
    }
    return render(request, "desk/files.html", context)


@login_required
@require_safe
def download(request: SignedIn, event: str, slug: str, file: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    found = file_of(tournament, file)
    if found is None:
        raise Http404
    return HttpResponse(
        found.make(tournament),
        content_type=found.kind if found.ending == "xlsx" else f"{found.kind}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{found.name(tournament)}"'},
    )
