"""The OpenAPI document as tests use it: its operations, and a client made from it."""

import json
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import jsonschema

from tournaments.api.views.root import document

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    path: str
    described: dict[str, Any] = field(hash=False)

    @property
    def writes(self) -> bool:
        """Changes something that is stored (the helpers for posted reports do not)."""
        return any("token" in one for one in self.described.get("security", [])) and (
            self.method != "get"
        )

    @property
    def needs_duty(self) -> bool:
        """Changes what exists. Opening an event needs no duty: whoever opens it has it then."""
        return self.writes and self.name != "createEvent"

    @property
    def statuses(self) -> set[int]:
        return {int(status) for status in self.described["responses"]}

    def parameters(self, place: str) -> dict[str, dict[str, Any]]:
        found = self.described.get("parameters", [])
        return {one["name"]: one["schema"] for one in found if one["in"] == place}

    @property
    def body(self) -> dict[str, Any] | None:
        content = self.described.get("requestBody", {}).get("content", {})
        return resolved(content["application/json"]["schema"]) if content else None

    def address(self, **values: Any) -> str:
        return re.sub(r"{(\w+)}", lambda match: str(values[match[1]]), self.path)

    def judge(self, response: Any) -> None:
        """Nothing that the document does not say."""
        status = response.status_code
        assert status < 500, (self.name, response.content)
        assert status in self.statuses, (self.name, status, response.content)
        content = self.described["responses"][str(status)].get("content")
        if not content:
            assert response.content == b"", self.name
            return
        kind = response["Content-Type"].partition(";")[0]
        assert kind in content, (self.name, status, kind)
        _valid(json.loads(response.content), content[kind]["schema"])


@cache
def described() -> dict[str, Any]:
    return document()


@cache
def operations() -> tuple[Operation, ...]:
    found = tuple(
        Operation(operation["operationId"], method, path, operation)
        for path, item in described()["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    )
    assert {operation.method for operation in found} >= {"get", "post", "put", "delete"}
    assert len(found) > 50
    return found


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return described()["components"]["schemas"][name] if name else schema


def message_is_described(message: dict[str, Any]) -> None:
    """A message to a webhook has the shape of its kind, and nothing more."""
    body = described()["webhooks"][message["kind"]]["post"]["requestBody"]["content"]
    schema = resolved(body["application/json"]["schema"])
    _valid(message, schema)
    assert message.keys() <= schema["properties"].keys(), message


class GeneratedClient:
    """A method for every operation: path parameters by name, the body as a keyword, the rest in
    the query. `send(method, address, body, headers)` gives (status, data). What it sends and what
    it gets has the shapes of the document."""

    def __init__(self, send: Any, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        for operation in operations():
            setattr(self, operation.name, _caller(operation, send, headers))


def _caller(operation: Operation, send: Any, headers: dict[str, str]) -> Any:
    def call(body: Any = None, **values: Any) -> Any:
        placed = operation.parameters("path")
        asked = {name: value for name, value in values.items() if name not in placed}
        assert asked.keys() <= operation.parameters("query").keys(), operation.name
        if operation.body is not None:
            _valid(body or {}, operation.body)
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        address = operation.address(**values) + (f"?{query}" if query else "")
        status, data = send(operation.method.upper(), address, body, headers)
        assert status in operation.statuses, (operation.name, status, data)
        content = operation.described["responses"][str(status)].get("content", {})
        for answer in content.values():
            _valid(data, answer["schema"])
        return data

    return call


def _valid(data: Any, schema: dict[str, Any]) -> None:
    jsonschema.validate(data, {**schema, "components": described()["components"]})
