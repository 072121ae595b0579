"""The REST API, version 1. The same queries, services and permissions as the pages."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, permissions
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from tournaments.api import serializers
from tournaments.models import Pairing, Role, Round, Tournament
from tournaments.permissions import public_event, public_tournament, tournament_for
from tournaments.queries.events import public_events
from tournaments.queries.rounds import PUBLIC, BoardRow, round_sheet, scores_before
from tournaments.queries.standings import last_public_round, standings_table
from tournaments.services import results, rounds


@extend_schema(responses={200: dict[str, str]})
@api_view(["GET"])
def root(request: Request) -> Response:
    """Where to begin."""
    return Response(
        {
            "events": reverse("api:events", request=request),
            "openapi": reverse("api:openapi", request=request),
        }
    )


class EventList(generics.ListAPIView):
    """The public events, latest first."""

    serializer_class = serializers.EventSerializer
    queryset = public_events()


class EventDetail(generics.RetrieveAPIView):
    """An event with its tournaments."""

    serializer_class = serializers.EventDetailSerializer

    def get_object(self) -> Any:
        return public_event(self.request.user, self.kwargs["slug"])


def _tournament(request: Request, pk: int) -> Tournament:
    found = get_object_or_404(Tournament.objects.select_related("event"), pk=pk)
    return public_tournament(request.user, found.event.slug, found.slug)


def _staffed(request: Request, pk: int, role: Role) -> Tournament:
    found = get_object_or_404(Tournament.objects.select_related("event"), pk=pk)
    return tournament_for(request.user, found.event.slug, found.slug, role)


class TournamentDetail(generics.RetrieveAPIView):
    """A tournament and its regulations as data."""

    serializer_class = serializers.TournamentSerializer

    def get_object(self) -> Tournament:
        return _tournament(self.request, self.kwargs["pk"])


class PlayerList(generics.ListAPIView):
    """The players by pairing number."""

    serializer_class = serializers.PlayerSerializer

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Tournament.objects.none()
        return _tournament(self.request, self.kwargs["pk"]).entries.order_by("tpn")


class RoundList(generics.ListAPIView):
    """The rounds of the plan; boards only of those published."""

    serializer_class = serializers.RoundBrief

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Round.objects.none()
        return (
            _tournament(self.request, self.kwargs["pk"])
            .rounds.select_related("tournament")
            .defer("trace")
        )


class RoundDetail(APIView):
    """The boards and byes of a published round."""

    @extend_schema(responses=serializers.RoundSerializer)
    def get(self, request: Request, pk: int, number: int) -> Response:
        tournament = _tournament(request, pk)
        round_ = get_object_or_404(Round, tournament=tournament, number=number)
        if round_.status not in PUBLIC:
            raise Http404
        round_.tournament = tournament
        context = {"request": request}
        return Response(serializers.RoundSerializer(round_sheet(round_), context=context).data)


class Standings(APIView):
    """Standings after a round, with every tie-break value as printed."""

    @extend_schema(
        responses=serializers.StandingsSerializer,
        parameters=[OpenApiParameter("after", OpenApiTypes.INT, description="a published round")],
    )
    def get(self, request: Request, pk: int) -> Response:
        tournament = _tournament(request, pk)
        after = request.query_params.get("after", "")
        if after and (not after.isdecimal() or int(after) > last_public_round(tournament)):
            raise Http404
        table = standings_table(tournament, int(after) if after else None)
        return Response(serializers.StandingsSerializer(table).data)


class PairRound(APIView):
    """Pair a round as a draft. The answer is the job; 409 asks for a confirmation."""

    permission_classes = [permissions.IsAuthenticated]

    @extend_schema(
        request=serializers.ConfirmedSerializer, responses={202: serializers.JobSerializer}
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        tournament = _staffed(request, pk, Role.ARBITER)
        answer = serializers.ConfirmedSerializer(data=request.data)
        answer.is_valid(raise_exception=True)
        job = rounds.request_pairing(
            tournament=tournament, number=number, by=request.user, **answer.validated_data
        )
        return Response(serializers.JobSerializer(job).data, status=202)


class PublishRound(APIView):
    """Publish the draft of a round."""

    permission_classes = [permissions.IsAuthenticated]

    @extend_schema(request=serializers.ConfirmedSerializer, responses=serializers.RoundSerializer)
    def post(self, request: Request, pk: int, number: int) -> Response:
        tournament = _staffed(request, pk, Role.ARBITER)
        answer = serializers.ConfirmedSerializer(data=request.data)
        answer.is_valid(raise_exception=True)
        round_ = rounds.publish_round(
            tournament=tournament, number=number, by=request.user, **answer.validated_data
        )
        round_.tournament = tournament
        return Response(serializers.RoundSerializer(round_sheet(round_)).data)


class EnterResult(APIView):
    """Enter, change or clear the result of a board; `version` guards against lost updates."""

    permission_classes = [permissions.IsAuthenticated]

    @extend_schema(request=serializers.ResultSerializer, responses=serializers.BoardSerializer)
    def put(self, request: Request, pk: int) -> Response:
        board = get_object_or_404(Pairing.objects.select_related("round"), pk=pk)
        tournament = _staffed(request, board.round.tournament_id, Role.CLERK)
        answer = serializers.ResultSerializer(data=request.data)
        answer.is_valid(raise_exception=True)
        given = dict(answer.validated_data)
        pairing = results.enter_result(
            tournament=tournament,
            pairing_id=board.pk,
            by=request.user,
            code=given.pop("result"),
            **given,
        )
        scores = scores_before(tournament, pairing.round.number)
        row = BoardRow(pairing, scores.get(pairing.white_id, 0), scores.get(pairing.black_id, 0))
        return Response(serializers.BoardSerializer(row).data)
