"""Lists that are pasted or uploaded, of players and of teams: read, look, enter all or none."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.core.text import whole_number
from tournaments.forms import ImportForm
from tournaments.kernel.errors import Refused
from tournaments.models import LogEntry, Tournament
from tournaments.services.entries.importing import ImportPreview
from tournaments.views.desk import frame
from tournaments.web.requests import SignedIn

KEPT = 3600  # seconds in which what was shown may be entered


@dataclass(frozen=True, slots=True)
class PastedList:
    """The differences between the pasted lists of players and of teams."""

    name: str
    template: str
    read_text: Callable[[str, Tournament, str], Any]
    read_file: Callable[[bytes, str, Tournament, str], Any]
    #: the players among what was read
    players: Callable[[Any], ImportPreview]
    #: what a preview that may be entered would enter
    rows: Callable[[Any], list[Any]]
    enter: Callable[[SignedIn, Tournament, list[Any]], HttpResponse]


def paste_page(request: SignedIn, tournament: Tournament, kind: PastedList) -> HttpResponse:
    """Paste or choose a file → every line with its report → enter exactly what was shown."""
    salt = f"{kind.name}:{tournament.pk}"
    if request.method == "POST" and "sealed" in request.POST:
        return _enter(request, tournament, kind, salt)
    form = ImportForm()
    preview, sealed = None, ""
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        if form.is_valid():
            file, dates = form.cleaned_data["file"], form.cleaned_data["dates"]
            preview = (
                kind.read_file(file.read(), file.name, tournament, dates)
                if file
                else kind.read_text(form.cleaned_data["text"], tournament, dates)
            )
            if preview.importable:
                shown = [secrets.token_hex(8), kind.rows(preview)]
                sealed = signing.dumps(shown, salt=salt, compress=True)
            else:
                if file and preview.text:
                    form = ImportForm(initial={"text": preview.text, "dates": dates})
                form.ask_dates(kind.players(preview).question)
    context = {"form": form, "preview": preview, "sealed": sealed, **frame(tournament)}
    return render(request, kind.template, context)


def _enter(request: SignedIn, tournament: Tournament, kind: PastedList, salt: str) -> HttpResponse:
    try:
        key, rows = signing.loads(request.POST["sealed"], salt=salt, max_age=KEPT)
    except signing.BadSignature as error:
        raise Refused("entries.preview_expired") from error
    # Pressed twice, the same list must not stand there twice.
    if not cache.add(f"entered:{key}", True, KEPT):
        raise Refused("entries.already_imported")
    try:
        return kind.enter(request, tournament, rows)
    except BaseException:
        cache.delete(f"entered:{key}")
        raise


def import_line(request: SignedIn, tournament: Tournament, act: str) -> LogEntry:
    """The import that is to be taken back."""
    known = whole_number(request.POST.get("line"))
    return get_object_or_404(LogEntry, tournament=tournament, act=act, pk=known)
