"""Examples in the OpenAPI document: of fields by their name, and of each body that is sent.

What lists its own values (choices, true and false) needs none.
"""

from typing import Any

from pairing.formats import DEFAULT

Document = dict[str, Any]

_SITE = "https://hakem.example"
_API = f"{_SITE}/api/v1"
_MOMENT, _DAY = "2026-05-01T10:00:00+03:00", "2026-05-01"

#: by what a field looks like
_OF_FORMAT: dict[str, Any] = {
    "date-time": _MOMENT,
    "date": _DAY,
    "email": "ada@chess.example",
    "uri": f"{_API}/tournaments/1/",
    "uuid": "5f0c7a2e-3d58-4d0c-9f51-0a6b1c2d3e4f",
}
#: by its name
_OF_NAME: dict[str, Any] = {
    "after": 3,
    "answer_until": _DAY,
    "article": "C.04.3, art. 1.6",
    "average": 2104,
    "best_of": 4,
    "birth_date": "2009-05-31",
    "board": 7,
    "boards": 4,
    "boards_url": f"{_API}/tournaments/1/boards/",
    "break_before_start": 10,
    "break_between_games": 3,
    "break_between_stages": 10,
    "bye_board_points": 2.0,
    "bye_points": 1.0,
    "captain": "Ada Kaya",
    "captain_email": "ada@chess.example",
    "cash": "1500.00",
    "city": "İzmir",
    "club": "Karşıyaka SK",
    "code": "BH/C1",
    "codes": ["BH/C1", "BH", "SB"],
    "coefficient": 20,
    "count": 2,
    "crosstable_url": f"{_API}/tournaments/1/crosstable/",
    "currency": "EUR",
    "deadline_minutes": 60,
    "default_minutes": 30,
    "documents_url": f"{_API}/tournaments/1/documents/",
    "draw": "1.1",
    "draw_points": 0.5,
    "explain": [3],
    "extension_games": 2,
    "extension_increment": 3,
    "extension_minutes": 5,
    "extensions": 1,
    "federation": "TUR",
    "fide_id": "6300001",
    "fide_rating": 1850,
    "first": 1,
    "fixed_board": 3,
    "fixed_match": 1,
    "further": 1,
    "games": 2,
    "golden_black": 4,
    "golden_white": 5,
    "half_byes_allowed": 1,
    "id": 17,
    "increment": 30,
    "keys": ["fide-6300001"],
    "last": 3,
    "last_games": 2,
    "last_increment": 2,
    "last_minutes": 3,
    "last_round": 5,
    "late_entries_until": 2,
    "line": 42,
    "live_url": "https://live.example/izmir",
    "loss_points": 0.0,
    "match_bye": 1.0,
    "match_draw": 1.0,
    "match_loss": 0.0,
    "match_win": 2.0,
    "minute": 25,
    "minutes": 90,
    "moves": 41,
    "name": "Kaya, Deniz",
    "national_id": "35-1207",
    "national_rating": 1790,
    "no_byes_in_last": 2,
    "note": "arrives by train",
    "number": 5,
    "one": 17,
    "order": [6, 3],
    "organiser": "İzmir Chess Union",
    "performance": 2525,
    "phone": "+90 555 000 00 00",
    "place": 1,
    "places": 3,
    "player": 17,
    "players_url": f"{_API}/tournaments/1/players/",
    "points": 2.5,
    "prizes": "Cups for the first three",
    "prizes_url": f"{_API}/tournaments/1/prizes/",
    "province": "İzmir",
    "rank": 1,
    "rating": 1850,
    "rating_from": 1400,
    "rating_round": 3,
    "rating_until": 1799,
    "reason": "two results were mixed up",
    "regulations": "Mobile phones stay outside.",
    "reserves": 2,
    "restore_point": 4,
    "result": "10",
    "reported": "10",
    "round": 2,
    "rounds_url": f"{_API}/tournaments/1/rounds/",
    "rows": 20,
    "schedule_url": f"{_API}/tournaments/1/schedule/",
    "seconds": 12,
    "section": "U14",
    "seed": "4711",
    "seen": "9d2f41",
    "slug": "izmir-open",
    "standings_url": f"{_API}/tournaments/1/standings/",
    "system": DEFAULT,
    "text": "Lunch is at one.",
    "thing": "cup",
    "tie_break_edition": "fide2026",
    "tie_breaks": ["BH/C1", "BH", "SB"],
    "time_control": "90 min + 30 s",
    "time_zone": "Europe/Istanbul",
    "to": "FIDE",
    "total_rounds": 9,
    "tournament": 1,
    "trf": "012 İzmir Open\n042 2026/05/01\n",
    "two": 21,
    "unrated_rating": 1400,
    "user": "ada",
    "value": "12.5",
    "venue": "Kültürpark",
    "version": 1,
    "win_points": 1.0,
    "winners": 1,
    "words": "Boards 1 to 20 by the stage",
}
#: where a shape means another thing by a name
_OF_SHAPE: dict[str, Any] = {
    "Announcement.text": "Round 5 begins at three.",
    "ArbitersReport.text": "A quiet event of nine rounds.",
    "Drawn.team": 3,
    "EventDetail.name": "İzmir Open 2026",
    "Event.name": "İzmir Open 2026",
    "EventFields.name": "İzmir Open 2026",
    "EventChange.name": "İzmir Open 2026",
    "Expel.reason": "by the appeals committee",
    "PairRequest.rounds": 9,
    "PaperRequest.kind": "pairings",
    "RankRequest.tie_breaks": "BH/C1 BH SB",
    "Screen.name": "Stairs",
    "ScreenChange.announcement": "Lunch is at one.",
    "ScreenChange.name": "Stairs",
    "ScreenFields.announcement": "Lunch is at one.",
    "ScreenFields.name": "Stairs",
    "TeamRulesChange.edition": "fide2026",
    "Team.name": "Karşıyaka SK 1",
    "TeamBrief.name": "Karşıyaka SK 1",
    "Tournament.name": "Open A",
    "TournamentBrief.name": "Open A",
    "SettingsFields.name": "Open A",
    "SettingsChange.name": "Open A",
    "Settings.name": "Open A",
    "WebhookRequest.url": "https://chess.example/hook",
    "Webhook.url": "https://chess.example/hook",
    "NewWebhook.url": "https://chess.example/hook",
}
#: bodies that need more than what must be there
_OF_BODY: dict[str, Any] = {
    "changeEvent": {"city": "Bursa"},
    "changeIncident": {"note": "the phone was off", "minute": 25},
    "changePlan": {"games": 4, "version": 1},
    "changePlayer": {"club": "Bursa SK", "version": 1},
    "changeSettings": {"time_control": "90 min + 30 s"},
    "changeTeam": {"club": "Bursa SK", "version": 1},
    "changeScreen": {"rows": 20, "seconds": 12},
    "changeTeamRules": {"boards": 4, "reserves": 2},
    "checkInSeveral": {"players": [17, 21], "status": "present"},
    "choosePapersAtPublication": {"kinds": ["pairings"]},
    "copyEvent": {"name": "İzmir Open 2027", "starts_on": "2027-05-01"},
    "createEvent": {
        "name": "İzmir Open 2026",
        "starts_on": "2026-05-01",
        "ends_on": "2026-05-09",
        "city": "İzmir",
    },
    "createTournament": {"name": "Open A", "total_rounds": 9, "time_control": "90 min + 30 s"},
    "enterClubPlayers": {
        "club": "35-1",
        "players": [{"player": 1207}, {"name": "Yeni, Can", "birth_date": "2015-02-01"}],
    },
    "enterGame": {"result": "10", "version": 0},
    "enterPlayer": {"name": "Kaya, Deniz", "fide_rating": 1850, "federation": "TUR"},
    "enterPlayers": {
        "players": [{"name": "Kaya, Deniz", "fide_rating": 1850}, {"name": "Ak, Ece"}]
    },
    "enterTeam": {"name": "Karşıyaka SK 1", "captain": "Ada Kaya"},
    "enterTeams": {"teams": [{"name": "Karşıyaka SK 1", "players": [{"name": "Kaya, Deniz"}]}]},
    "forbidPairings": {"players": [17, 21], "reason": "sisters"},
    "forfeitMatch": {"forfeit": "+-"},
    "forgetOrder": {"players": [17, 21]},
    "grantByesToSeveral": {"players": [17, 21], "round": 2, "kind": "Z"},
    "giveDuty": {"user": "ada", "role": "arbiter"},
    "invite": {"email": "ada@chess.example", "role": "arbiter", "language": "en"},
    "listPlayersOfTeam": {"players": [17, 21, 23, 24], "version": 1},
    "makePaper": {"kind": "pairings", "round": 2, "language": "en"},
    "makeTournament": {"name": "Open A"},
    "moveSeveral": {"players": [17, 21], "tournament": 2},
    "noteChairs": {"empty": "w"},
    "orderByHand": {"players": [17, 21], "reason": "drawn by lot"},
    "setHallPlan": {"words": "Boards 1 to 20 by the stage"},
    "setPrizes": {"prizes": [{"first": 1, "amount": 500}], "currency": "EUR"},
}


def exemplify(document: Document) -> None:
    """Give the fields of every shape, and every body, an example."""
    shapes = document["components"]["schemas"]
    for shape, described in shapes.items():
        for name, field in described.get("properties", {}).items():
            found = _example(shape.removeprefix("Patched"), name, field)
            if found is not None:
                field["examples"] = [found]
    for item in document["paths"].values():
        for operation in item.values():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if content:
                own = _OF_BODY.get(operation["operationId"])
                content["example"] = own or _of_shape(content["schema"], shapes)


def _example(shape: str, name: str, field: Document) -> Any:
    if {"$ref", "allOf", "enum"} & field.keys() or field.get("type") == "boolean":
        return None
    own = _OF_SHAPE.get(f"{shape}.{name}", _OF_NAME.get(name))
    if own is not None and _has_type(own, field):
        return own
    return _OF_FORMAT.get(field.get("format", ""))


def _has_type(value: Any, field: Document) -> bool:
    """Many names mean a number here and a text there."""
    kinds = {str: "string", int: "integer", float: "number", list: "array"}
    told = field.get("type", ())
    if not told:
        return any(_has_type(value, one) for one in field.get("anyOf", ()))
    if isinstance(value, list) and (told == "array" or "array" in told):
        return "type" in field["items"] and all(_has_type(one, field["items"]) for one in value)
    return kinds[type(value)] in ([told] if isinstance(told, str) else told)


def _of_shape(schema: Document, shapes: Document) -> Any:
    """Only with the fields that must be sent."""
    if "$ref" in schema:
        schema = shapes[schema["$ref"].rpartition("/")[2]]
    fields = schema.get("properties", {})
    needed = schema.get("required", ())
    found = {name: _value(field, shapes) for name, field in fields.items() if name in needed}
    return {name: value for name, value in found.items() if value is not None}


def _value(field: Document, shapes: Document) -> Any:
    if "examples" in field:
        return field["examples"][0]
    for one in (*field.get("allOf", ()), *field.get("anyOf", ()), *field.get("oneOf", ())):
        value = _value(one, shapes)
        if value not in (None, ""):
            return value
    if "$ref" in field:
        shape = shapes[field["$ref"].rpartition("/")[2]]
        return _value(shape, shapes) if "properties" not in shape else _of_shape(shape, shapes)
    if "enum" in field:
        return field["enum"][0]
    if field.get("type") == "boolean":
        return True
    if field.get("type") == "array":
        value = _value(field["items"], shapes)
        return [] if value is None else [value]
    if "properties" in field:
        return _of_shape(field, shapes)
    return None
