"""Players from a list: paste or upload, look, enter all or none, and the way back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.forms import ImportForm
from tournaments.models import LogEntry, Role, Tournament
from tournaments.permissions import tournament_for
from tournaments.services import entries as service
from tournaments.services.importing import Preview, read_file, read_table
from tournaments.views.desk import frame


@login_required
def import_players(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    form = ImportForm()
    preview: Preview | None = None
    sealed = ""
    if request.method == "POST" and "sealed" in request.POST:
        return _enter_sealed(request, tournament)
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        if form.is_valid():
            file = form.cleaned_data["file"]
            preview = (
                read_file(file.read(), file.name, tournament)
                if file
                else read_table(form.cleaned_data["text"], tournament)
            )
            if preview.importable:
                rows = [line.values for line in preview.lines]
                sealed = signing.dumps(rows, salt=_salt(tournament), compress=True)
    context = {"form": form, "preview": preview, "sealed": sealed, **frame(tournament)}
    return render(request, "desk/import.html", context)


def _enter_sealed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter exactly the list that was shown."""
    try:
        rows = signing.loads(request.POST["sealed"], salt=_salt(tournament), max_age=3600)
    except signing.BadSignature as error:
        raise Refused("entries.preview_expired") from error
    added = service.enter_players(tournament=tournament, by=request.user, rows=rows)
    messages.success(
        request,
        ngettext("%(count)s player added.", "%(count)s players added.", len(added))
        % {"count": len(added)},
    )
    return redirect("desk:players", tournament.event.slug, tournament.slug)


@login_required
@require_POST
def undo(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Take back a whole import."""
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    pk = request.POST.get("line", "")
    line = get_object_or_404(
        LogEntry,
        tournament=tournament,
        act="entries.imported",
        pk=pk if pk.isdecimal() else 0,
    )
    count = service.undo_import(
        tournament=tournament,
        line=line,
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    messages.success(
        request,
        ngettext("%(count)s player taken out.", "%(count)s players taken out.", count)
        % {"count": count},
    )
    return redirect("desk:players", event, slug)


def _salt(tournament: Tournament) -> str:
    return f"import:{tournament.pk}"
