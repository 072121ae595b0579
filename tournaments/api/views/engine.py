"""A posted report is paired, checked or ranked. Nothing is stored."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import reports
from tournaments.api.base import ApiView, Query
from tournaments.api.documented import problems
from tournaments.api.engine import calculate
from tournaments.api.parsers import PlainTextParser, SafeJSONParser
from tournaments.api.throttles import EngineThrottle


class ReportView(ApiView):
    """The report is the body itself (text/plain), or `trf` in a JSON body. Settings stand in
    the address or in the JSON body, which wins."""

    tag = "reports"
    authentication_classes = []
    write_permissions = []
    write_throttle = EngineThrottle
    parser_classes = [SafeJSONParser, PlainTextParser]
    largest_body = reports.LARGEST_REPORT + 10_000
    work = ""
    body: type[serializers.Serializer]

    def post(self, request: Request) -> Response:
        given: dict[str, Any] = {**self.params}
        given.pop("language", None)
        trf = request.data.get("trf") if isinstance(request.data, dict) else None
        if not isinstance(trf, bytes):
            sent = self.body(data=request.data)
            sent.is_valid(raise_exception=True)
            # A field that the body leaves out keeps the value of the address.
            said = set(request.data)
            given |= {k: v for k, v in sent.validated_data.items() if k in said or k not in given}
            trf = given.pop("trf").encode()
        return Response(calculate(self.work, trf, **given))


Post = TypeVar("Post", bound=Callable[..., Response])


def _posted(
    name: str, summary: str, body: Any, query: type[Query], answer: Any
) -> Callable[[Post], Post]:
    return extend_schema(
        operation_id=name,
        summary=summary,
        request={"application/json": body, "text/plain": OpenApiTypes.STR},
        parameters=[query],
        responses={200: answer} | problems(400, 413, 415, 422, 429),
    )


class Pair(ReportView):
    work, body, write_query = "pair", reports.PairRequest, reports.PairQuery

    @_posted(
        "pairReport", "Pair the next round of a report.", body, write_query, reports.PairAnswer
    )
    def post(self, request: Request) -> Response:
        return super().post(request)


class Check(ReportView):
    work, body, write_query = "check", reports.CheckRequest, reports.CheckQuery

    @_posted(
        "checkReport",
        "Pair every round of a report again, and judge its points and places.",
        body,
        write_query,
        reports.CheckAnswer,
    )
    def post(self, request: Request) -> Response:
        return super().post(request)


class Rank(ReportView):
    work, body, write_query = "rank", reports.RankRequest, reports.RankQuery

    @_posted(
        "rankReport",
        "Standings of a report with tie-breaks of your choice, and how they were made.",
        body,
        write_query,
        reports.RankAnswer,
    )
    def post(self, request: Request) -> Response:
        return super().post(request)
