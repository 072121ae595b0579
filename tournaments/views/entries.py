"""The players of a tournament at the desk."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.forms import ByeForm, EntryForm, ImportForm
from tournaments.models import Entry, Role, Tournament
from tournaments.permissions import tournament_for
from tournaments.queries.rounds import player_card
from tournaments.services import entries as service
from tournaments.services.importing import Preview, decode, read_table
from tournaments.text import fold
from tournaments.views.desk import frame


@login_required
def players(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    rows = list(tournament.entries.prefetch_related("bye_requests"))
    wanted = request.GET.get("q", "")[:80]
    if wanted:
        rows = [row for row in rows if fold(wanted) in fold(f"{row.name} {row.club} {row.fide_id}")]
    context = {
        "entries": rows,
        "wanted": wanted,
        "form": EntryForm(initial={"federation": tournament.event.federation}),
        **frame(tournament),
    }
    return render(request, "desk/players.html", context)


@login_required
def add(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    form = EntryForm(request.POST or None, initial={"federation": tournament.event.federation})
    if form.is_valid():
        try:
            entry = service.enter_player(
                tournament=tournament, by=request.user, values=form.values()
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(
                request, _("%(name)s is No. %(tpn)s.") % {"name": entry.name, "tpn": entry.tpn}
            )
            return redirect("desk:add_player", event, slug)
    return render(request, "desk/player_form.html", {"form": form, **frame(tournament)})


@login_required
def edit(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    needed = Role.ARBITER if request.method == "POST" else Role.READER
    tournament = tournament_for(request.user, event, slug, needed)
    person = _entry(tournament, entry)
    version = person.version
    form = EntryForm(request.POST or None, instance=person)
    if form.is_valid():
        try:
            service.change_entry(
                tournament=tournament,
                entry=person,
                version=int(request.POST.get("version") or 0),
                by=request.user,
                values=form.values(),
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": person.name})
            return redirect("desk:players", event, slug)
    context = {
        "form": form,
        "entry": person,
        "version": version,
        "lines": player_card(person, staff=True),
        "bye_form": ByeForm(initial={"round_number": service.next_open_round(tournament)}),
        "byes": person.bye_requests.order_by("round_number"),
        **frame(tournament),
    }
    return render(request, "desk/player_form.html", context)


@login_required
@require_POST
def remove(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    person = _entry(tournament, entry)
    service.remove_entry(
        tournament=tournament,
        entry=person,
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    messages.success(request, _("%(name)s is removed.") % {"name": person.name})
    return redirect("desk:players", event, slug)


@login_required
@require_POST
def withdraw(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    service.withdraw_player(
        tournament=tournament,
        entry=_entry(tournament, entry),
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    return redirect("desk:edit_player", event, slug, entry)


@login_required
@require_POST
def bring_back(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    service.return_player(tournament=tournament, entry=_entry(tournament, entry), by=request.user)
    return redirect("desk:edit_player", event, slug, entry)


@login_required
@require_POST
def bye(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    """Give a bye, or take one back (`cancel` names the round)."""
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    person = _entry(tournament, entry)
    cancel = request.POST.get("cancel", "")
    if cancel.isdecimal():
        service.cancel_bye(
            tournament=tournament, entry=person, round_number=int(cancel), by=request.user
        )
        return redirect("desk:edit_player", event, slug, entry)
    form = ByeForm(request.POST)
    if not form.is_valid():
        raise Refused("bye.round_is_paired", round=request.POST.get("round_number", "")[:6])
    service.grant_bye(
        tournament=tournament,
        entry=person,
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
        **form.cleaned_data,
    )
    return redirect("desk:edit_player", event, slug, entry)


@login_required
def import_players(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Paste or upload → preview with a report per line → enter all or none."""
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    form = ImportForm()
    preview: Preview | None = None
    sealed = ""
    if request.method == "POST" and "sealed" in request.POST:
        return _import_sealed(request, tournament)
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        if form.is_valid():
            file = form.cleaned_data["file"]
            text = decode(file.read()) if file else form.cleaned_data["text"]
            preview = read_table(text, tournament)
            if preview.importable:
                rows = [line.values for line in preview.lines]
                sealed = signing.dumps(rows, salt=f"import:{tournament.pk}", compress=True)
    context = {"form": form, "preview": preview, "sealed": sealed, **frame(tournament)}
    return render(request, "desk/import.html", context)


def _import_sealed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter exactly the list that was shown."""
    try:
        rows = signing.loads(request.POST["sealed"], salt=f"import:{tournament.pk}", max_age=3600)
    except signing.BadSignature as error:
        raise Refused("entries.preview_expired") from error
    added = service.enter_players(tournament=tournament, by=request.user, rows=rows)
    messages.success(
        request,
        ngettext("%(count)s player added.", "%(count)s players added.", len(added))
        % {"count": len(added)},
    )
    return redirect("desk:players", tournament.event.slug, tournament.slug)


def _entry(tournament: Tournament, pk: int) -> Entry:
    entry = get_object_or_404(Entry, tournament=tournament, pk=pk)
    entry.tournament = tournament
    return entry
