"""A player's page, and all their games."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.queries.people import kept_number
from federation.queries.people_page import (
    PlayerPage,
    is_valid,
    player_page,
    registered,
)
from federation.queries.people_sums import NEWEST, Games
from tournaments.core.text import number_or_none
from tournaments.queries.hall.published import rows_as_csv

GAMES_ON_A_PAGE = NEWEST


@public
@require_safe
def player(request: HttpRequest, player: int) -> HttpResponse:
    found = _page_of(player)
    if isinstance(found, int):
        return redirect("federation:player", found)
    context = {"all_events": request.GET.get("events") == "all"}
    return _show(request, "federation/people/player.html", found, context)


@public
@require_safe
def games(request: HttpRequest, player: int) -> HttpResponse:
    """All games, or those against one opponent."""
    found = _page_of(player)
    if isinstance(found, int):
        return redirect("federation:player_games", found)
    against = number_or_none(request.GET.get("against"))
    chosen = Games(found.player.pk, None if against is None else min(against, 2**62))
    page = Paginator(chosen, GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    games = list(page.object_list)
    context = {
        "page": page,
        "games": games,
        "opponent": games[0].opponent if games and against is not None else "",
        "score": chosen.by_colour,
    }
    return _show(request, "federation/people/player_games.html", found, context)


@public
@require_safe
def games_csv(request: HttpRequest, player: int) -> HttpResponse:
    found = _page_of(player)
    if isinstance(found, int):
        return redirect("federation:player_games_csv", found)
    head = (
        _("Date"), _("Event"), _("Tournament"), _("Round"), _("Colour"), _("Opponent"),
        _("Rating"), _("Result"),
    )  # fmt: skip
    colours = {"w": _("White"), "b": _("Black")}
    rows = [
        (
            game.day, game.entry.tournament.event.name, game.entry.tournament.name, game.round,
            colours[game.colour], game.opponent, game.opponent_rating or "", game.mark,
        )
        for game in found.games
    ]  # fmt: skip
    answer = HttpResponse(rows_as_csv([head, *rows]), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="games-{found.player.pk}.csv"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _page_of(number: int) -> PlayerPage | int:
    """The page, or the number of the person whom this one was merged into. Of those who do not
    want a page there is none."""
    found = registered(number) if number < 2**63 else None
    if found is None:
        kept = kept_number(number) if number < 2**63 else None
        if kept is None:
            raise Http404
        return kept
    page = player_page(found)
    if page.shown.hidden:
        raise Http404
    return page


def _show(
    request: HttpRequest, template: str, page: PlayerPage, more: dict[str, Any] | None = None
) -> HttpResponse:
    today = timezone.localdate()
    context = {
        "it": page,
        "licence_valid": page.licence is not None and is_valid(page.licence, today),
        **(more or {}),
    }
    answer = render(request, template, context)
    if page.noindex:
        answer["X-Robots-Tag"] = "noindex"
    return answer
