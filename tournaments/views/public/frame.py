"""The common part of the public pages: access and the frame around the content."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.kernel.permissions import public_event, public_tournament
from tournaments.models import Event, Round, Tournament
from tournaments.queries.hall.news import news_of
from tournaments.queries.rounds.sheets import rounds_of, still_open


def find_event(request: HttpRequest, event: str) -> Event:
    return public_event(request.user, event)


def find(request: HttpRequest, event: str, slug: str) -> Tournament:
    return public_tournament(request.user, event, slug)


def find_round(
    request: HttpRequest, event: str, slug: str, number: int
) -> tuple[Tournament, Round]:
    found = find(request, event, slug)
    round_ = get_object_or_404(found.rounds, number=number)
    return found, round_


def around(tournament: Tournament, number: int = 0) -> dict[str, Any]:
    """The frame around the content of a tournament's pages."""
    rounds = rounds_of(tournament)
    return {
        "tournament": tournament,
        "event": tournament.event,
        "rounds": rounds,
        "number": number,
        "still_open": still_open(tournament),
        "news": news_of(tournament, rounds),
    }


def coming_after(rounds: list[Round], number: int, *, complete: bool) -> Round | None:
    """The round that players wait for, once this one is over or while the next is revised; or the
    latest that has come out since."""
    later = [one for one in rounds if one.number > number]
    if public := [one for one in later if one.is_public]:
        return public[-1]
    after = later[0] if later else None
    return after if after and (after.under_revision or complete) else None


def awaited_round(rounds: list[Round]) -> Round | None:
    """On a page of no round: the one that is revised, the latest while it is played, or the first
    before any has come out. A phone that waits there hears of it."""
    if revised := next((one for one in rounds if one.under_revision), None):
        return revised
    public = [one for one in rounds if one.is_public]
    if not public:
        return rounds[0] if rounds else None
    return public[-1] if public[-1].status == Round.Status.PUBLISHED else None


def show(
    request: HttpRequest, template: str, event: Event, context: dict[str, Any], **options: Any
) -> HttpResponse:
    context = {
        "event": event,
        "site": settings.SITE_URL,
        "address": f"{settings.SITE_URL}{request.path}",
        **context,
    }
    return render(request, template, context, **options)
