"""Describes the operations in the OpenAPI document, problems included."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from tournaments.api.base import ApiView, DryQuery, Query
from tournaments.api.problems import MEDIA_TYPE, ProblemSerializer

PROBLEMS = {
    400: "The request is not understood; `field` names what is wrong.",
    401: "The token is missing, unknown, expired or withdrawn.",
    403: "The token or the duty does not reach that far.",
    404: "There is no such thing, or it is not public.",
    409: "Somebody changed it meanwhile (`current`), or a confirmation is needed (`confirmed`).",
    413: "The body is too large.",
    415: "The body has a type that is not read here.",
    422: "Understood, but refused; the sentence says what to do.",
    429: "Too many requests; `Retry-After` says when to come back.",
}

_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description="the ETag you have"
)
_ETAG = OpenApiParameter(
    "ETag",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=[200, 304],
    description="stands while nothing has changed",
)
_IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "maxLength": 200},
    OpenApiParameter.HEADER,
    description="your own name for this request: sent again within two days, it is done once",
)


class Schema(AutoSchema):
    """JSON only: the pages for people are the same addresses, and no other format."""

    def map_renderers(self, attribute: str) -> list[str]:
        return ["application/json" if attribute == "media_type" else "json"]

    def get_tags(self) -> list[str]:
        assert isinstance(self.view, ApiView)
        return [self.view.tag]


def problems(*codes: int) -> dict[Any, Any]:
    return {
        (code, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, description=PROBLEMS[code])
        for code in codes
    }


def read(name: str, shape: Any, query: type[Query], *, cached: bool = True) -> Callable:
    """A GET operation; the view's docstring describes it."""
    answers: dict[Any, Any] = {200: shape}
    if cached:
        answers[304] = OpenApiResponse(description="Nothing has changed.")
    return extend_schema(
        operation_id=name,
        parameters=[query, _IF_NONE_MATCH, _ETAG] if cached else [query],
        responses=answers | problems(400, 401, 404, 429),
    )


def write(
    name: str,
    request: type[serializers.Serializer] | dict[str, Any] | None,
    answers: dict[int, Any],
    summary: str,
) -> Callable:
    """A changing operation, of the token's holder or of the staff."""
    known = [400, 401, 403, 404, 409, 413, 422, 429]
    return extend_schema(
        operation_id=name,
        summary=summary,
        request=request,
        parameters=[DryQuery, _IDEMPOTENCY_KEY],
        responses={
            status: shape or OpenApiResponse(description="Done.")
            for status, shape in answers.items()
        }
        | problems(*known, *([415] if request else [])),
    )


def tidy(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """After drf-spectacular: what it cannot say by itself."""
    _blank_may_fit_twice(result["components"]["schemas"])
    for item in result["paths"].values():
        for operation in item.values():
            too_many = operation["responses"].get("429")
            if too_many:
                too_many["headers"] = {
                    "Retry-After": {"schema": {"type": "integer"}, "description": "seconds"}
                }
    return result


def _blank_may_fit_twice(described: Any) -> None:
    """An empty text may fit the pattern, too, beside which it is allowed."""
    if isinstance(described, list):
        for one in described:
            _blank_may_fit_twice(one)
    elif isinstance(described, dict):
        if {"type": "string", "maxLength": 0} in described.get("oneOf", ()):
            described["anyOf"] = described.pop("oneOf")
        for one in described.values():
            _blank_may_fit_twice(one)
