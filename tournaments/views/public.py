"""Pages for everybody: no log-in, nothing that is not published."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language

from tournaments.models import Entry, Round, Tournament
from tournaments.permissions import public_event, public_tournament
from tournaments.queries.events import current_and_past_events, tournaments_of
from tournaments.queries.rounds import PUBLIC, player_card, round_sheet, rounds_of
from tournaments.queries.standings import last_public_round, standings_table
from tournaments.text import fold, sort_key


def home(request: HttpRequest) -> HttpResponse:
    current, past = current_and_past_events()
    return render(request, "public/home.html", {"current": current, "past": past})


def event(request: HttpRequest, event: str) -> HttpResponse:
    found = public_event(request.user, event)
    return render(
        request, "public/event.html", {"event": found, "tournaments": tournaments_of(found)}
    )


def tournament(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Where a player wants to be now: the latest round, or the start list before it."""
    found = public_tournament(request.user, event, slug)
    if latest := last_public_round(found):
        return redirect("public:round", event, slug, latest)
    return redirect("public:players", event, slug)


def round(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    found = public_tournament(request.user, event, slug)
    round_ = get_object_or_404(Round, tournament=found, number=number)
    round_.tournament = found
    context = {"round": round_, **_frame(found, number)}
    if round_.status not in PUBLIC:
        return render(request, "public/round_awaited.html", context)
    sheet = round_sheet(round_)
    wanted = fold(request.GET.get("q", "")[:80])
    rows = sheet.boards
    if wanted:
        rows = tuple(row for row in rows if _seats(row.pairing, wanted))
    byes = tuple(row for row in sheet.byes if not wanted or wanted in fold(row.pairing.white.name))
    context |= {"sheet": sheet, "boards": rows, "byes": byes, "wanted": request.GET.get("q", "")}
    return render(request, "public/round.html", context)


def _seats(pairing, wanted: str) -> bool:
    return wanted in fold(pairing.white.name) or wanted in fold(pairing.black.name)


def standings(
    request: HttpRequest, event: str, slug: str, after: int | None = None
) -> HttpResponse:
    found = public_tournament(request.user, event, slug)
    if after is not None and after > last_public_round(found):
        raise Http404
    table = standings_table(found, after)
    return render(request, "public/standings.html", {"table": table, **_frame(found, 0)})


def players(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = public_tournament(request.user, event, slug)
    entries = list(found.entries.exclude(status=Entry.Status.EXPELLED))
    by_name = request.GET.get("order") == "name"
    if by_name:
        language = get_language() or "en"
        entries.sort(key=lambda entry: sort_key(entry.name, language))
    return render(
        request,
        "public/players.html",
        {"entries": entries, "by_name": by_name, **_frame(found, 0)},
    )


def player(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    found = public_tournament(request.user, event, slug)
    person = get_object_or_404(Entry, tournament=found, pk=entry)
    person.tournament = found
    return render(
        request,
        "public/player.html",
        {"entry": person, "lines": player_card(person), **_frame(found, 0)},
    )


def _frame(tournament: Tournament, number: int) -> dict:
    """What the tournament's pages have around their content."""
    return {
        "tournament": tournament,
        "event": tournament.event,
        "rounds": rounds_of(tournament),
        "number": number,
    }
