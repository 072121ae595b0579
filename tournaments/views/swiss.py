"""A Swiss of teams at the desk: its matches before there are boards."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from pairing.results import ByeKind as CoreByeKind
from tournaments.models import ByeKind, Match, Role, Round, Team, Tournament
from tournaments.queries.rounds.seals import seal_shown
from tournaments.queries.teams.swiss import match_findings, matches_are_stale, why_not_these
from tournaments.services.teams import swiss
from tournaments.web.buttons import Press, button


@button(Role.ARBITER)
def pair(press: Press, number: int) -> HttpResponse:
    swiss.pair_matches(number=number, **press.answered)
    return press.back("desk:team_round", number)


@button(Role.ARBITER)
def discard(press: Press, number: int) -> HttpResponse:
    swiss.discard_matches(number=number, **press.answered)
    return press.back("desk:team_round", number)


@button(Role.ARBITER)
def announce(press: Press, number: int) -> HttpResponse:
    public = press.text("act") != "hide"
    swiss.announce_matches(number=number, public=public, **press.answered)
    return press.back("desk:team_round", number)


@button(Role.ARBITER)
def exchange(press: Press, number: int) -> HttpResponse:
    one, two = (_team(press.tournament, press.number(name)) for name in ("one", "two"))
    swiss.exchange_teams(number=number, one=one, two=two, **press.answered)
    messages.success(
        press.request,
        _("%(one)s and %(two)s have taken each other's place.")
        % {"one": one.name, "two": two.name},
    )
    return press.back("desk:team_round", number)


@button(Role.ARBITER)
def turn(press: Press, match: int) -> HttpResponse:
    rows = Match.objects.select_related("round", "first", "second")
    found = get_object_or_404(rows, round__tournament=press.tournament, pk=match)
    swiss.turn_match(match=found, **press.answered)
    return press.back("desk:team_round", found.round.number)


@button(Role.ARBITER)
def bye(press: Press, number: int) -> HttpResponse:
    """An empty kind takes a bye back."""
    team = _team(press.tournament, press.number("team"))
    swiss.give_bye(team=team, number=number, kind=press.text("kind"), **press.answered)
    return press.back("desk:team_round", number)


def _team(tournament: Tournament, pk: int) -> Team:
    return get_object_or_404(tournament.teams.numbered(), pk=pk)


# --- What the page of the matches shows of it -----------------------------------------------------


def of_the_matches(press: Press, round_: Round) -> dict[str, Any]:
    """As long as only the matches are known, and as long as there are none yet."""
    tournament = press.tournament
    if not tournament.format.swiss or round_.status != Round.Status.PLANNED:
        return {}
    teams = [team for team in tournament.teams.numbered() if not team.gone_before(round_.number)]
    asked = round_.team_byes.exclude(kind=ByeKind.PAIRING_ALLOCATED).select_related("team")
    kinds = tournament.format.byes - {CoreByeKind.PAIRING_ALLOCATED}
    context: dict[str, Any] = {
        "swiss_teams": teams,
        "asked": asked,
        "kinds": [(kind, label) for kind, label in ByeKind.choices if kind in kinds],
    }
    if round_.matches.exists():
        stale = matches_are_stale(round_)
        context |= {"stale": stale, "findings": match_findings(round_)}
        context |= {"seal": None if stale else seal_shown(round_), "number": round_.number}
        context |= _why_not(press, round_, {team.pk: team for team in teams})
    return context


def _why_not(press: Press, round_: Round, teams: dict[int, Team]) -> dict[str, Any]:
    """The answer for the two teams chosen, or what is wrong with them."""
    chosen = [press.request.GET.get(name, "") for name in ("one", "two")]
    if not any(chosen):
        return {}
    one, two = (teams.get(int(text)) if text.isdecimal() else None for text in chosen)
    if one is None or two is None or one == two:
        return {"problem": _("Choose two different teams.")}
    return {"one": one, "two": two, "answer": why_not_these(round_, one, two)}
