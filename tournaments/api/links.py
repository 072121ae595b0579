"""Links of the document: from an answer to the operations that go on from it.

Programs that look for themselves find their way by them, and so do the tools that test an API.
"""

from typing import Any

#: the word behind `/api/v1/` at which a shape is found by its id
_FOUND_AT = {
    "Board": "boards",
    "Event": "events",
    "EventDetail": "events",
    "Forbidden": "forbidden",
    "Job": "jobs",
    "Match": "matches",
    "Paired": "jobs",
    "PlainBoard": "boards",
    "Plan": "knockouts",
    "Player": "players",
    "PlayerCard": "players",
    "ReportImport": "reports",
    "Team": "teams",
    "Tournament": "tournaments",
    "TournamentBrief": "tournaments",
}
#: what a round goes through, by operations at the same round
_ROUND = {
    "pairRound": ("getRound", "publishRound", "discardDraft", "changeByHand", "getSeal"),
    "changeByHand": ("editByHand", "finishByHand", "abandonByHand"),
    "publishRound": ("getRound", "getReasons", "finishRound", "takeBackRound"),
    "pairMatches": ("getRoundMatches", "announceMatches", "discardMatches"),
}
_PREFIX = "/api/v1/"

Document = dict[str, Any]


def add_links(document: Document) -> None:
    """Reusable links in the components, and in each answer references to those that fit."""
    below = _operations_below(document)
    shared = document["components"].setdefault("links", {})
    for item in document["paths"].values():
        for method, operation in item.items():
            for status in operation["responses"].keys() & {"200", "201", "202"}:
                answer = operation["responses"][status]
                links = _round_links(operation["operationId"])
                if method == "get" or status == "201":
                    links |= _links_of(_shape(answer), document, below, shared)
                if links:
                    answer["links"] = dict(sorted(links.items()))


def _operations_below(document: Document) -> dict[str, list[tuple[str, str]]]:
    """By the word behind `/api/v1/`: name and parameter of what needs nothing but that id."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path, item in document["paths"].items():
        word, _slash, rest = path.removeprefix(_PREFIX).partition("/")
        name = "slug" if word == "events" else "id"
        if rest.startswith(f"{{{name}}}") and rest.count("{") == 1:
            for operation in item.values():
                found.setdefault(word, []).append((operation["operationId"], name))
    return found


def _links_of(
    shape: str, document: Document, below: dict[str, list[tuple[str, str]]], shared: Document
) -> Document:
    at = "$response.body#"
    if shape.endswith("Page"):
        listed = document["components"]["schemas"][shape]["properties"]["results"]
        shape, at = _name(listed["items"]), f"{at}/results/0"
    elif shape == "Round":
        shape, at = "Board", f"{at}/boards/0"
    links = {}
    for operation, parameter in below.get(_FOUND_AT.get(shape, ""), ()):
        key = operation + (at.removeprefix("$response.body#").replace("/", "_"))
        shared[key] = {
            "operationId": operation,
            "parameters": {parameter: f"{at}/{parameter}"},
            "description": "goes on from what is answered here"
            if at.endswith("#")
            else "goes on from the first one answered here",
        }
        links[operation] = {"$ref": f"#/components/links/{key}"}
    return links


def _round_links(operation: str) -> Document:
    places = {name: f"$request.path.{name}" for name in ("id", "number")}
    return {
        name: {
            "operationId": name,
            "parameters": places,
            "description": "goes on with the same round",
        }
        for name in _ROUND.get(operation, ())
    }


def _shape(answer: Document) -> str:
    return _name(answer.get("content", {}).get("application/json", {}).get("schema", {}))


def _name(schema: Document) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]
