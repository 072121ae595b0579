"""Describes the operations in the OpenAPI document, problems included."""

import inspect
from collections.abc import Callable
from typing import Any

from django.conf import settings
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import process_webhooks
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from tournaments.api import vocabulary
from tournaments.api.base import ApiView, DryQuery, Query
from tournaments.api.examples import exemplify
from tournaments.api.links import add_links
from tournaments.api.messages import WEBHOOKS
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

_LOCATION = {
    "schema": {"type": "string", "format": "uri"},
    "description": "where what was made is read: its own address, or that of its list",
}
_RETRY_AFTER = {
    "schema": {"type": "integer"},
    "description": "seconds after which to come back",
}
_RATE_LIMIT = {
    "schema": {"type": "string", "examples": ['"read";r=1198;t=27']},
    "description": "how many are left (`r`), and in how many seconds they are counted anew (`t`); "
    "in the head of every answer that is counted",
}
_ANSWERS = {
    "200": "What was asked for, as it stands now.",
    "201": "Made; this is how it stands now.",
    "202": "A worker is at it: ask for the job's `url` until its `status` is `done`.",
}


def _message_header(name: str, text: str) -> dict[str, Any]:
    return {
        "in": "header",
        "name": name,
        "required": True,
        "description": text,
        "schema": {"type": "string"},
    }


_MESSAGE_HEADERS = [
    _message_header("Hakem-Kind", "what happened: `kind` of the message"),
    _message_header("Hakem-Message", "`id` of the message: equal when it comes a second time"),
    _message_header(
        "Hakem-Signature",
        "`t=…,v1=…`: seconds, and the HMAC-SHA256 of these seconds, a dot and the body",
    ),
]


class Schema(AutoSchema):
    """JSON only: the pages for people are the same addresses, and no other format."""

    def map_renderers(self, attribute: str) -> list[str]:
        return ["application/json" if attribute == "media_type" else "json"]

    def get_tags(self) -> list[str]:
        assert isinstance(self.view, ApiView)
        return [self.view.tag]

    def get_description(self) -> str:  # type: ignore[override]  # as the class above
        """The view's own words; where it is read, too, these describe the reading, and a change
        is described by its summary."""
        if self.method == "GET":
            return inspect.getdoc(type(self.view)) or ""
        own = type(self.view).__dict__.get("__doc__") or ""
        if not own or hasattr(self.view, "get") or self._shared():
            return self.get_summary() or own
        return inspect.cleandoc(own)

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        """A row that is shown has all its fields, also those that a form may leave out."""
        found: Any = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        is_row = isinstance(serializer, serializers.ModelSerializer)
        if direction == "response" and (is_row or getattr(serializer, "shows_all", False)):
            found["required"] = sorted(found["properties"])
        return found

    def _shared(self) -> bool:
        """Several changes are made at the view's address."""
        return sum(hasattr(self.view, name) for name in ("post", "put", "patch", "delete")) > 1


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


def present(endpoints: list[tuple[str, str, str, Any]], **_context: Any) -> list[Any]:
    """Before drf-spectacular: only what there is in this installation."""
    return [one for one in endpoints if getattr(one[-1], "cls", ApiView).is_there()]


def tidy(result: dict[str, Any], generator: Any, **_context: Any) -> dict[str, Any]:
    """After drf-spectacular: what it cannot say by itself."""
    result["servers"] = [{"url": settings.SITE_URL, "description": "this installation"}]
    result["webhooks"] = process_webhooks(WEBHOOKS, generator.registry)
    result["components"] |= generator.registry.build({})
    for item in result["webhooks"].values():
        item["post"]["parameters"] = _MESSAGE_HEADERS
    _blank_may_fit_twice(result["components"]["schemas"])
    _optional_without_default(result["components"]["schemas"])
    vocabulary.describe(result["components"]["schemas"])
    for path, item in result["paths"].items():
        for operation in item.values():
            vocabulary.describe_parameters(operation, path)
            _describe_answers(operation)
    exemplify(result)
    add_links(result)
    return result


def _describe_answers(operation: dict[str, Any]) -> None:
    """Say what each answer means, and what its head says."""
    responses = operation["responses"]
    for status, answer in responses.items():
        answer["description"] = answer.get("description") or _ANSWERS[status]
    if "201" in responses:
        responses["201"].setdefault("headers", {})["Location"] = _LOCATION
    if "429" in responses:
        responses["429"]["headers"] = {"Retry-After": _RETRY_AFTER, "RateLimit": _RATE_LIMIT}


def _optional_without_default(shapes: dict[str, Any]) -> None:
    """Generated clients ask for a field that has a default; its words say what is usual."""
    for described in shapes.values():
        for name, field in described.get("properties", {}).items():
            if name not in described.get("required", ()):
                field.pop("default", None)


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
