"""Work on a Swiss of teams before its boards: pair, change, announce, byes, who must not meet."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import requests, team_swiss
from tournaments.api.access import SignedRequest, readable
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import page_of
from tournaments.api.views.teams import find_team, readable_team_event
from tournaments.models import ByeKind, ForbiddenPairing, Role, Round, Scope, Team, Tournament
from tournaments.queries.teams.matches import matches_of_round
from tournaments.queries.teams.swiss import (
    match_findings,
    matches_are_stale,
    swiss_reasons,
    why_not_these,
)
from tournaments.services.entries import forbidden
from tournaments.services.teams import swiss

ForbiddenPage = page_of(team_swiss.ForbiddenSerializer)


class WhyNotQuery(SparseQuery):
    one = serializers.IntegerField(min_value=1, help_text="a team's id")
    two = serializers.IntegerField(min_value=1)


class LooseWhyNotQuery(SparseQuery):
    """The same without what is needed: only those who may ask hear what is missing."""

    one = serializers.CharField(required=False)
    two = serializers.CharField(required=False)


class RoundMatches(ReadView):
    """The matches of a round of a Swiss, with reasons; once announced for everybody."""

    tag = "teams"
    shape = team_swiss.RoundMatchesSerializer

    @read("getRoundMatches", team_swiss.RoundMatchesSerializer, SparseQuery)
    def get(self, request: Request, pk: int, number: int) -> Response:
        tournament, inside = readable_team_event(request, pk)

        def shown() -> Response:
            round_ = _round(tournament, number)
            if not inside and not _is_public(round_):
                raise Http404
            return self.answer(request, described(round_, inside))

        return self.unless_known(request, tournament, inside, shown)


class WhyNotTeams(ReadView):
    """Why two teams do not meet in a round, as it would be paired now; for the staff."""

    tag = "teams"
    query = LooseWhyNotQuery
    shape = team_swiss.WhyNotTeamsSerializer

    @read("whyNotTeams", team_swiss.WhyNotTeamsSerializer, WhyNotQuery)
    def get(self, request: Request, pk: int, number: int) -> Response:
        tournament, inside = readable_team_event(request, pk)
        if not inside:
            raise Http404
        asked = WhyNotQuery(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        round_ = _round(tournament, number)
        one, two = (_team(tournament, asked.validated_data[name]) for name in ("one", "two"))
        found = self.answer(request, {"reasons": why_not_these(round_, one, two)})
        return self.by_content(request, found, private=True)


class PairMatches(WriteView):
    """Pair the matches of a round, for the staff only until they are announced."""

    tag = "teams"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "pairMatches",
        requests.ConfirmedSerializer,
        {200: team_swiss.RoundMatchesSerializer},
        "Pair the matches of a round of a Swiss. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        swiss.pair_matches(tournament=tournament, number=number, by=request.user, **given)
        return _answer(request, self.fresh(tournament), number)


class DiscardMatches(WriteView):
    """The teams of the round have no opponents again, as before it was paired."""

    tag = "teams"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "discardMatches",
        requests.ConfirmedSerializer,
        {200: team_swiss.RoundMatchesSerializer},
        "Discard the matches of a round of a Swiss. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        swiss.discard_matches(tournament=tournament, number=number, by=request.user, **given)
        return _answer(request, self.fresh(tournament), number)


class ExchangeTeams(WriteView):
    """Two teams take each other's place; the two of one match exchange their colours."""

    tag = "teams"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "exchangeTeams",
        team_swiss.ExchangeSerializer,
        {200: team_swiss.RoundMatchesSerializer},
        "Exchange two teams in a round of a Swiss. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(team_swiss.ExchangeSerializer)
        one, two = (_team(tournament, given.pop(name)) for name in ("one", "two"))
        swiss.exchange_teams(
            tournament=tournament, number=number, one=one, two=two, by=request.user, **given
        )
        return _answer(request, self.fresh(tournament), number)


class AnnounceMatches(WriteView):
    """Everybody sees who meets whom, and captains hand in line-ups; or nobody any more."""

    tag = "teams"
    scope, role = Scope.PUBLISH, Role.ARBITER

    @write(
        "announceMatches",
        team_swiss.AnnounceMatchesSerializer,
        {200: team_swiss.RoundMatchesSerializer},
        "Announce the matches of a round of a Swiss, or hide them. Scope: publish.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(team_swiss.AnnounceMatchesSerializer)
        swiss.announce_matches(tournament=tournament, number=number, by=request.user, **given)
        return _answer(request, self.fresh(tournament), number)


class TeamBye(WriteView):
    """A round of a Swiss that a team will miss."""

    tag = "teams"
    scope, role = Scope.BYES, Role.ARBITER

    @write(
        "giveByeToTeam",
        team_swiss.TeamByeRequestSerializer,
        {200: team_swiss.TeamByeSerializer},
        "Give a team a bye for a round that is not paired. Scope: byes.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int, number: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        given = self.checked(team_swiss.TeamByeRequestSerializer)
        bye = swiss.give_bye(
            tournament=tournament, team=team, number=number, by=request.user, **given
        )
        return Response(team_swiss.TeamByeSerializer(bye).data)

    @write("cancelByeOfTeam", None, {204: None}, "A team plays after all. Scope: byes.")
    @writes
    def delete(self, request: SignedRequest, pk: int, number: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        swiss.give_bye(tournament=tournament, team=team, number=number, kind="", by=request.user)
        return Response(status=204)


# --- Who must not meet ----------------------------------------------------------------------------


class Forbidden(ReadView, WriteView):
    """Players, or teams where teams are paired, that must not meet."""

    tag = "tournaments"
    shape = ForbiddenPage
    scope, role = Scope.PAIR, Role.ARBITER
    made_in = ("api:forbidden", "pk")

    @read("listForbidden", ForbiddenPage, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)
        if not inside:
            raise Http404  # the regulations tell the public
        page = {"next": None, "results": list(_rules(tournament))}
        return self.by_content(request, self.answer(request, page), private=True)

    @write(
        "forbidPairings",
        team_swiss.ForbidSerializer,
        {201: team_swiss.ForbiddenSerializer},
        "Players or teams must not meet. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(team_swiss.ForbidSerializer)
        of_teams = tournament.format.pairs_teams
        name, other = ("teams", "players") if of_teams else ("players", "teams")
        keys = given.pop(name, [])
        given.pop(other, None)
        rows: Any = tournament.teams if of_teams else tournament.entries
        found = list(rows.filter(pk__in=keys))
        if len(found) != len(set(keys)):
            raise ValidationError({name: [_("Not all of these are in this tournament.")]})
        rule = forbidden.forbid(
            tournament=tournament,
            by=request.user,
            teams=found if of_teams else None,
            entries=None if of_teams else found,
            **given,
        )
        made = _rules(tournament).get(pk=rule.pk)
        return Response(
            team_swiss.ForbiddenSerializer(made, context={"request": request}).data, status=201
        )


class OneForbidden(WriteView):
    """A rule is taken back."""

    tag = "tournaments"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "allowPairings",
        requests.ConfirmedSerializer,
        {204: None},
        "These may meet again. Scope: pair.",
    )
    @writes
    def delete(self, request: SignedRequest, pk: int) -> Response:
        rule = ForbiddenPairing.objects.filter(pk=pk).first()
        if rule is None:
            raise Http404
        tournament = self.tournament(rule.tournament_id)
        given = self.checked(requests.ConfirmedSerializer)
        forbidden.allow_again(tournament=tournament, rule=rule, by=request.user, **given)
        return Response(status=204)


def _rules(tournament: Tournament) -> Any:
    rules = tournament.forbidden_pairings.select_related("tournament").order_by("pk")
    return rules.prefetch_related("entries", "teams")


# --- Shown ----------------------------------------------------------------------------------------


def _round(tournament: Tournament, number: int) -> Round:
    round_ = tournament.round(number)
    if round_ is None or not (tournament.format.pairs_teams and tournament.format.swiss):
        raise Http404
    round_.tournament = tournament
    return round_


def _is_public(round_: Round) -> bool:
    """Its boards are, or its matches were announced."""
    announced = round_.tournament.schedule_public and round_.matches.exists()
    return round_.is_public or (announced and not round_.under_revision)


def _team(tournament: Tournament, pk: int) -> Team:
    team = tournament.teams.numbered().filter(pk=pk).first()
    if team is None:
        raise Http404
    return team


def _answer(request: Request, tournament: Tournament, number: int) -> Response:
    found = described(_round(tournament, number), inside=True)
    shape = team_swiss.RoundMatchesSerializer(found, context={"request": request})
    return Response(shape.data)


def described(round_: Round, inside: bool) -> dict[str, Any]:
    reasons = swiss_reasons(round_)
    byes = round_.team_byes.select_related("team", "round").order_by("team__number")
    if not inside:
        byes = byes.filter(kind=ByeKind.PAIRING_ALLOCATED)
    views = matches_of_round(round_)
    return {
        "round": round_.number,
        "public": _is_public(round_),
        "stale": inside and matches_are_stale(round_),
        "matches": [
            {"match": view.match, "reasons": reasons.matches.get(view.match.pk, ())}
            for view in views
        ],
        "byes": list(byes),
        "bye_reasons": reasons.bye,
        "findings": match_findings(round_) if inside else (),
    }
