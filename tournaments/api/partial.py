"""The shapes of answers under `fields` in the OpenAPI document: the same, with nothing required.

A client that was generated from the document reads either: the whole answer is tried first.
"""

from copy import deepcopy
from typing import Any

Document = dict[str, Any]

#: behind the name of the whole shape
SPARSE = "Sparse"
_REF = "#/components/schemas/"


def with_partial(document: Document) -> Document:
    """Every operation that takes `fields` also answers with what that leaves of the shape."""
    found = deepcopy(document)
    shapes = found["components"]["schemas"]
    for operation in _sparse(found):
        content = operation["responses"]["200"]["content"]["application/json"]
        whole = content["schema"]
        content["schema"] = {"anyOf": [whole, _partial(whole, shapes)]}
    found["components"]["schemas"] = dict(sorted(shapes.items()))
    return found


def without_fields(document: Document) -> Document:
    """For clients that only read whole answers, into plain types."""
    found = deepcopy(document)
    for operation in _sparse(found):
        operation["parameters"] = [
            one for one in operation["parameters"] if one["name"] != "fields"
        ]
    return found


def _sparse(document: Document) -> list[Document]:
    return [
        item["get"]
        for item in document["paths"].values()
        if any(one["name"] == "fields" for one in item.get("get", {}).get("parameters", ()))
    ]


def _partial(described: Any, shapes: Document) -> Any:
    """The same with the partial shape in place of each that is named within."""
    if isinstance(described, list):
        return [_partial(one, shapes) for one in described]
    if not isinstance(described, dict):
        return described
    name = str(described.get("$ref", "")).removeprefix(_REF)
    if "properties" in shapes.get(name, ()):
        return {"$ref": _REF + _shape(name, shapes)}
    return {key: _partial(value, shapes) for key, value in described.items()}


def _shape(name: str, shapes: Document) -> str:
    own = f"{name}{SPARSE}"
    if own not in shapes:
        fields = shapes[name]["properties"]
        shapes[own] = {}  # a shape may name itself
        text = f"`{name}` under `fields`: only what was asked for is there."
        shapes[own] = {
            "type": "object",
            "description": text,
            "properties": {key: _partial(field, shapes) for key, field in fields.items()},
        }
    return own
