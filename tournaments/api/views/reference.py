"""The OpenAPI document as a page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.api.views.root import document

METHODS = ("get", "post", "put", "patch", "delete")
ORDER = (
    "begin", "events", "tournaments", "players", "rounds", "boards", "standings", "teams",
    "line-ups", "knockouts", "papers", "reports", "webhooks", "federation",
)  # fmt: skip


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    response = render(request, "api/reference.html", {"groups": groups(document())})
    response["Cache-Control"] = "private, no-cache"
    return response


def groups(described: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Operations by tag, each with its parameters, body and answers in short."""
    found: dict[str, list[dict[str, Any]]] = {}
    shapes = described["components"]["schemas"]
    for path, item in described["paths"].items():
        for method in METHODS:
            if operation := item.get(method):
                found.setdefault(operation["tags"][0], []).append(
                    {
                        "id": operation["operationId"],
                        "method": method.upper(),
                        "path": path,
                        "text": operation.get("summary") or operation.get("description", ""),
                        "parameters": [
                            (one["name"], one["in"], _plain(one))
                            for one in operation.get("parameters", [])
                        ],
                        "body": _fields(_body(operation), shapes),
                        "answers": [
                            (status, _plain(answer))
                            for status, answer in sorted(operation["responses"].items())
                        ],
                    }
                )
    order = [*ORDER, *sorted(found.keys() - set(ORDER))]
    return [(tag, found[tag]) for tag in order if tag in found]


def _body(operation: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = content.get("application/json", {}).get("schema", {})
    return schema


def _fields(schema: dict[str, Any], shapes: dict[str, Any]) -> list[dict[str, Any]]:
    schema = shapes.get(schema.get("$ref", "").rpartition("/")[2], schema)
    required = schema.get("required", [])
    return [
        {"name": name, "needed": name in required, "text": _plain(field)}
        for name, field in schema.get("properties", {}).items()
    ]


def _plain(described: dict[str, Any]) -> str:
    """The description without its marks for code."""
    return str(described.get("description", "")).replace("`", "")
