"""A published round by board and by name, and one board with the reasons for it."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import get_language

from tournaments.core.text import fold
from tournaments.models import GameRow, Pairing, Round
from tournaments.queries.entries.names import is_called
from tournaments.queries.hall.news import ask_again, news_of
from tournaments.queries.knockout.course import announced_knockout
from tournaments.queries.rounds.reasons import why_this_opponent
from tournaments.queries.rounds.sheets import PUBLIC, round_sheet, rounds_of, seats_by_name
from tournaments.queries.standings.table import last_public_round
from tournaments.queries.teams.match_reasons import why_this_match
from tournaments.views.public.frame import around, coming_after, find, find_round, show
from tournaments.web.pages import shared


@shared
def tournament(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Lead a player to the latest round, or to the start list before it."""
    found = find(request, event, slug)
    if not found.format.has_rounds and (announced := announced_knockout(found)):
        return redirect("public:knockout", event, slug, announced.pk)
    if latest := last_public_round(found):
        page = "public:team_round" if found.format.pairs_teams else "public:round"
        return redirect(page, event, slug, latest)
    if found.format.makes_rounds_from_plan and (announced := announced_knockout(found)):
        return redirect("public:knockout", event, slug, announced.pk)
    if found.format.pairs_teams and found.schedule_public:
        return redirect("public:schedule", event, slug)
    return redirect("public:teams" if found.format.pairs_teams else "public:players", event, slug)


@shared
def news(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """So small that every phone in the hall may ask for it every other second."""
    found = find(request, event, slug)
    rounds = rounds_of(found)
    return JsonResponse({"news": news_of(found, rounds), "again": ask_again(found, rounds)})


@shared
def round(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    found, round_ = find_round(request, event, slug, number)
    if round_.status not in PUBLIC:
        return awaited(request, round_)
    sheet = round_sheet(round_, public=True)
    typed = request.GET.get("q", "")[:80]
    wanted = fold(typed)
    boards, byes = sheet.boards, sheet.byes
    if wanted:
        boards = tuple(row for row in boards if _seats(row.pairing, wanted))
        byes = tuple(row for row in byes if _sits_out(row.pairing, wanted))
    page = around(found, number)
    context = {"round": round_, "sheet": sheet, "boards": boards, "byes": byes, "wanted": typed}
    context["coming"] = coming_after(page["rounds"], number, complete=not sheet.missing)
    return show(request, "public/round.html", found.event, {**context, **page})


@shared
def names(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    found, round_ = find_round(request, event, slug, number)
    if round_.status not in PUBLIC:
        return awaited(request, round_)
    sheet = round_sheet(round_, public=True)
    seats = seats_by_name(sheet, get_language() or "en")
    typed = request.GET.get("q", "")[:80]
    if wanted := fold(typed):
        seats = [seat for seat in seats if is_called(seat.entry, wanted)]
    page = around(found, number)
    context = {"round": round_, "sheet": sheet, "seats": seats, "wanted": typed, **page}
    context["coming"] = coming_after(page["rounds"], number, complete=not sheet.missing)
    return show(request, "public/names.html", found.event, context)


@shared
def board(request: HttpRequest, event: str, slug: str, number: int, board: int) -> HttpResponse:
    found, round_ = find_round(request, event, slug, number)
    if round_.status not in PUBLIC:
        return awaited(request, round_)
    sheet = round_sheet(round_, public=True)
    row = next((row for row in sheet.boards if row.pairing.board == board), None)
    if row is None:
        raise Http404
    reasons = (
        why_this_match(round_, row.pairing)
        if found.format.pairs_teams
        else why_this_opponent(sheet, row.pairing)
    )
    context = {"round": round_, "row": row, "reasons": reasons, **around(found, number)}
    return show(request, "public/board.html", found.event, context)


def awaited(request: HttpRequest, round_: Round) -> HttpResponse:
    """Not published yet, or taken back: nothing of it is shown."""
    found = round_.tournament
    context = {"round": round_, **around(found, round_.number)}
    return show(request, "public/round_awaited.html", found.event, context)


def _seats(pairing: GameRow, wanted: str) -> bool:
    """A name or a club of either player, typed without the right keyboard if need be."""
    return any(is_called(one, wanted) for one in (pairing.white, pairing.black))


def _sits_out(pairing: Pairing, wanted: str) -> bool:
    return is_called(pairing.white, wanted)
