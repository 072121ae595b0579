"""The document describes every operation; what it does not say never happens."""

import json
import re
from copy import deepcopy
from urllib.parse import quote

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import factories
from tests.tournaments.api.described import GeneratedClient, described, operations, resolved
from tests.tournaments.api.whole_event import whole_event
from tests.tournaments.team_events import enter, open_round, stronger
from tournaments.models import Role, Scope
from tournaments.services.programs.tokens import make_token

pytestmark = pytest.mark.django_db

CHANGING = ("post", "put", "patch", "delete")
TAGS = sorted({tag for operation in operations() for tag in operation.described["tags"]})


def test_the_document_is_valid_openapi_3_1():
    from drf_spectacular.validation import validate_schema

    assert described()["openapi"] == "3.1.0"
    validate_schema(described())


def test_every_operation_has_a_name_a_description_and_its_problems():
    names = [operation.name for operation in operations()]
    assert len(names) == len(set(names)) > 25
    for operation in operations():
        found = operation.described
        assert found.get("summary") or found.get("description"), operation.name
        assert operation.statuses & {400, 429} == {400, 429}, operation.name
        for status, answer in found["responses"].items():
            if int(status) >= 400:
                assert list(answer["content"]) == ["application/problem+json"], operation.name


def test_every_route_of_the_api_is_described():
    described_paths = set(described()["paths"])
    seen = 0
    for name, route in routes(get_resolver().url_patterns):
        if name in UNDESCRIBED or name.startswith("federation_api:"):
            continue  # the federation's: tests/federation/test_open_data.py
        seen += 1
        path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
        by_id = path.replace("{pk}", "{id}")
        assert {path, by_id} & described_paths, name
    assert seen >= len(described_paths)


#: the document itself, its page, what is not there, and second spellings
UNDESCRIBED = {"api:openapi", "api:reference", "api:guide", "None", "api:None"}


def routes(patterns, prefix="", namespace=""):
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if prefix or route == "api/":
                inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
                yield from routes(pattern.url_patterns, route, inner)
        elif isinstance(pattern, URLPattern) and prefix:
            yield f"{namespace}{pattern.name}", route


# --- The right to write ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole_once(standing):
    return whole_event()


@pytest.fixture
def whole(whole_once):
    return deepcopy(whole_once)


@pytest.fixture
def tournament(whole):
    return whole.swiss


def bodies():
    """For each changing operation something that would change something."""
    return {
        "enterPlayer": {"name": "Kaya, Deniz"},
        "changePlayer": {"club": "X", "version": 1},
        "checkIn": {"status": "present"},
        "grantBye": {"kind": "H"},
        "enterResult": {"result": "10", "version": 1},
        "enterGame": {"result": "10", "version": 0},
        "enterLot": {"draw": "1.1", "order": [6, 3]},
        "forfeitMatch": {"forfeit": "+-"},
        "handInLineUp": {"seats": []},
        "enterTeam": {"name": "New"},
        "changeTeam": {"club": "X", "version": 2},
        "listPlayersOfTeam": {"players": [], "version": 2},
        "sendReport": {"trf": "012 A"},
        "makeTournament": {"name": "New"},
        "changePlan": {"games": 4, "version": 1},
        "preparePlayoff": {"place": 1},
        "announcePlayoffs": {"places": 3},
        "makeGroups": {"count": 2},
        "planQualifiers": {"sources": []},
        "takeQualifiers": {"sources": []},
        "correctReport": {"result": "10", "reason": "slip"},
        "setLaterRatings": {"ratings": [{"round": 2, "rating": 2000}]},
        "orderByHand": {"players": [1, 2], "reason": "lot"},
        "forgetOrder": {"players": [1, 2]},
        "exchangeTeams": {"one": 1, "two": 2},
        "announceMatches": {"public": True},
        "giveByeToTeam": {"kind": "H"},
        "forbidPairings": {"sharing": "club"},
        "enterOutsideValues": {"code": "OTHER_X", "values": []},
        "takeBackRound": {"reason": "two boards are wrong"},
        "pairLateArrival": {"player": 1},
        "editByHand": {"act": "order"},
        "undoByHand": {"restore_point": 1},
        "createEvent": {"name": "New", "starts_on": "2026-05-01", "ends_on": "2026-05-03"},
        "changeEvent": {"city": "Bursa"},
        "copyEvent": {"name": "Next", "starts_on": "2027-05-01"},
        "createTournament": {"name": "New"},
        "changeSettings": {"time_control": "90+30"},
        "setTimes": {"times": []},
        "showSchedule": {"public": True},
        "setPrizes": {"prizes": [{"first": 1, "amount": "100"}]},
        "enterPlayers": {"players": [{"name": "Kaya, Deniz"}, {"name": "Ak, Ece"}]},
        "expelPlayer": {"reason": "by the appeals committee"},
        "leaveAndTakeBack": {"reason": "ill"},
        "exchangeNumbers": {"one": 1, "two": 2},
        "restorePlayer": {"line": 1},
        "addWebhook": {"url": "https://chess.example/hook", "happenings": ["round.published"]},
        "checkInSeveral": {"players": [1], "status": "present"},
        "grantByesToSeveral": {"players": [1], "round": 2, "kind": "Z"},
        "moveSeveral": {"players": [1], "tournament": 1},
        "undoSeveral": {"line": 1},
        "takeRatings": {"keys": []},
        "setHallPlan": {"words": "Two rooms"},
        "addScreen": {"name": "Stairs"},
        "changeScreen": {"seconds": 5},
        "announceOnScreens": {"text": "Lunch at one"},
        "noteIncident": {"kind": "phone"},
        "changeIncident": {"note": "off"},
        "writeArbitersReport": {"text": "A quiet event."},
        "noteChairs": {"empty": "w"},
        "giveDuty": {"user": "nobody", "role": "clerk"},
        "invite": {"email": "ada@chess.example", "role": "clerk", "language": "en"},
        "restoreTournament": {"tournament": 1},
        "changeTeamRules": {"reserves": 1},
        "enterTeams": {"teams": [{"name": "New", "players": [{"name": "Kaya, Deniz"}]}]},
        "sendCaptainsLinks": {"language": "en"},
        "linkPaper": {"hours": 1},
        "choosePapersAtPublication": {"kinds": []},
        "checkResult": {"result": "10"},
        "undoResult": {"line": 1},
        "undoGame": {"line": 1},
        "restoreGames": {"line": 1},
        "importRound": {"trf": "012 A"},
        "noteReportSent": {"to": "FIDE"},
        "makePaper": {"kind": "pairings", "round": 1, "language": "en"},
    }


def written():
    return [operation for operation in operations() if operation.method in CHANGING]


def send(client, operation, whole, headers=None):
    return client.generic(
        operation.method.upper(),
        operation.address(**whole.values(operation)),
        json.dumps(bodies().get(operation.name, {})),
        content_type="application/json",
        headers={"accept-language": "en"} | (headers or {}),
    )


def test_the_walk_knows_every_changing_route():
    names = {operation.name for operation in written() if operation.writes}
    assert len(names) >= 22
    stateless = {operation.name for operation in written() if not operation.writes}
    assert stateless == {"pairReport", "checkReport", "rankReport"}


@pytest.mark.parametrize("who", ["stranger", "elsewhere", "reader", "token elsewhere", "nobody"])
def test_those_without_a_duty_are_refused_on_every_changing_route(client, whole, who):
    elsewhere = factories.tournament(2)
    headers, expected = {}, {404}
    if who == "nobody":
        expected = {401}
    elif who == "token elsewhere":
        _token, secret = make_token(
            event=elsewhere.event,
            name="T",
            scopes=Scope.values,
            by=factories.chief_of(elsewhere),
        )
        headers = {"authorization": f"Bearer {secret}"}
    elif who == "elsewhere":
        client.force_login(factories.user(role=Role.CLERK, event=elsewhere.event))
    elif who == "reader":
        client.force_login(factories.user(role=Role.READER, event=whole.event))
        expected = {403}
    else:
        client.force_login(factories.user())
    before = whole.lines()
    for operation in written():
        if operation.needs_duty:
            answer = send(client, operation, whole, headers)
            assert answer.status_code in expected, (operation.name, answer.content)
            operation.judge(answer)
    assert whole.lines() == before


#: of these a person, or a token that belongs to no event, makes another event
OPENS = {"createEvent", "copyEvent"}


@pytest.mark.parametrize("scope", Scope.values)
def test_a_token_reaches_only_the_routes_of_its_scope(client, whole, scope):
    of_event, of_person = (
        make_token(event=event, name="T", scopes=[scope], by=whole.chief)[1]
        for event in (whole.event, None)
    )
    for operation in written():
        if operation.writes:
            secret = of_person if operation.name in OPENS else of_event
            with transaction.atomic():  # each for itself: one may take away what another changes
                answer = send(client, operation, whole, {"authorization": f"Bearer {secret}"})
                transaction.set_rollback(True)
            inside = f"Scope: {scope}." in operation.described["summary"]
            assert (answer.status_code != 403) == inside, (operation.name, answer.content)


def test_a_program_opens_events_only_with_a_token_that_belongs_to_none(client, whole):
    def status(event, *scopes):
        _token, secret = make_token(event=event, name="T", scopes=scopes, by=whole.chief)
        operation = next(one for one in written() if one.name == "createEvent")
        return send(client, operation, whole, {"authorization": f"Bearer {secret}"}).status_code

    assert status(whole.event, *Scope.values) == 403
    assert status(None, *set(Scope.values) - {"events"}) == 403
    assert status(None, "events") == 201


def test_a_token_of_a_person_reaches_their_events_and_no_others(client, whole):
    elsewhere = factories.tournament(2)
    _token, secret = make_token(event=None, name="T", scopes=Scope.values, by=whole.chief)
    headers = {"authorization": f"Bearer {secret}"}
    entry = {tournament: tournament.entries.first() for tournament in (whole.swiss, elsewhere)}
    answers = [
        client.patch(
            f"/api/v1/players/{one.pk}/",
            {"club": "X", "version": one.version},
            content_type="application/json",
            headers=headers,
        ).status_code
        for one in entry.values()
    ]
    assert answers == [200, 404]


#: on the pages, too, for the chief arbiter alone
FOR_THE_CHIEF = {
    "finishTournament", "reopenTournament", "takeBackRound", "expelPlayer", "leaveAndTakeBack",
    "changeSettings", "leaveFideMode", "removeTournament", "setPrizes", "createTournament",
    "changeEvent", "removeEvent", "addWebhook",
}  # fmt: skip


def test_an_arbiter_is_refused_what_the_pages_keep_for_the_chief(client, whole):
    client.force_login(factories.user(role=Role.ARBITER, event=whole.event))
    found = [operation for operation in written() if operation.name in FOR_THE_CHIEF]
    assert len(found) == len(FOR_THE_CHIEF)
    assert {one.name: send(client, one, whole).status_code for one in found} == dict.fromkeys(
        FOR_THE_CHIEF, 403
    )


def test_a_clerk_enters_results_and_nothing_else(client, whole):
    client.force_login(factories.user(role=Role.CLERK, event=whole.event))
    for operation in written():
        if operation.writes:
            status = send(client, operation, whole).status_code
            own = operation.name in ("enterResult", "enterGame", "noteChairs")
            assert (status == 200) == own, operation.name


# --- Nothing undocumented -------------------------------------------------------------------------


#: read by the staff only, or not in such events
NOT_THERE = {
    "listen",  # leads to the process of the stream
    "getJob",
    "getAverages",
    "getReport",
    "getNorms",
    "listInbox",
    "getRequest",
    "getSeal",
    "listActs",
    "listForbidden",
    "listGroups",
    "whyNotTeams",
    "listPlans",
    "getRoundByHand",
    "getSettings",
    "getPlayerData",
    "listWebhooks",
    "listDeliveries",
    "getPaper",
    "getHallPlan",
    "listScreens",
    "listIncidents",
    "getArbitersReport",
    "getStaff",
    "getTeamRules",
    "listCaptains",
    "listRatingDifferences",
    "getPapersAtPublication",
    "listHistory",
}


def test_what_is_read_is_as_described(client, whole):
    factories.enter_all(whole.swiss, 1)
    enter(whole.league, 1, stronger)
    open_round(whole.league, 2)
    for operation in operations():
        if operation.method == "get":
            answer = client.get(operation.address(**whole.values(operation)))
            operation.judge(answer)
            assert (answer.status_code == 200) == (operation.name not in NOT_THERE), operation.name


def test_what_the_staff_reads_is_as_described(client, whole):
    client.force_login(whole.chief)
    for operation in operations():
        if operation.method == "get":
            address = operation.address(**whole.values(operation))
            answer = client.get(address)
            operation.judge(answer)
            if answer.status_code == 200 and 304 in operation.statuses:
                known = {"if-none-match": answer["ETag"]}
                assert client.get(address, headers=known).status_code == 304, operation.name
    course = client.get(f"/api/v1/tournaments/{whole.cup.tournament_id}/knockouts/").json()
    assert [lot["draw"] for lot in course["knockouts"][0]["lots"]] == ["1.1", "1.2"]


#: texts that have broken programs
NASTY = [
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "null",
    "true",
    "\x00",
    "ı",
    "😀",
    "' OR 1=1",
    "9" * 400,
    "x" * 999,
]
ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(NASTY),
    st.text(max_size=8),
)


def values_of(schema):
    """Wrong and right values for a schema, mixed."""
    right = []
    if "enum" in schema:
        right = [st.sampled_from(schema["enum"])]
    elif schema.get("type") == "integer":
        right = [st.integers(0, 3), st.just(2**63), st.just(-(2**31))]
    elif schema.get("type") == "boolean":
        right = [st.booleans()]
    return st.one_of(*right, ATOMS)


def wrong_body(operation):
    if operation.body is None:
        return st.none()
    fields = {
        name: values_of(resolved(field)) for name, field in operation.body["properties"].items()
    }
    return st.one_of(
        st.fixed_dictionaries({}, optional=fields),
        st.lists(ATOMS, max_size=3),
        ATOMS,
    )


@pytest.mark.parametrize("tag", TAGS)
def test_wrong_input_is_answered_as_documented(client, whole, tag, settings):
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")
    _token, secret = make_token(event=whole.event, name="T", scopes=Scope.values, by=whole.chief)
    for operation in operations():
        if tag in operation.described["tags"]:
            send_nonsense(client, operation, whole.values(operation), f"Bearer {secret}")


def send_nonsense(client, operation, real, token):
    @examples
    @given(data=st.data())
    def walk(data):
        query = data.draw(
            st.fixed_dictionaries(
                {},
                optional={
                    parameter: values_of(schema)
                    for parameter, schema in operation.parameters("query").items()
                },
            )
        )
        path = {
            part: data.draw(st.one_of(st.just(value), st.sampled_from([0, 7, 10**30])))
            for part, value in real.items()
        }
        asked = "&".join(f"{part}={quote(_text(value))}" for part, value in query.items())
        answer = client.generic(
            operation.method.upper(),
            f"{operation.address(**path)}?{asked}",
            b"" if operation.method == "get" else json.dumps(data.draw(wrong_body(operation))),
            content_type="application/json",
            headers={
                **data.draw(
                    st.sampled_from([{"authorization": token}, {}, {"authorization": "Bearer x"}])
                ),
                **data.draw(st.sampled_from([{}, {"idempotency-key": "k"}])),
            },
        )
        operation.judge(answer)

    walk()


examples = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def _text(value):
    return value if isinstance(value, str) else json.dumps(value)


# --- A client made from the document --------------------------------------------------------------


def test_a_generated_client_reads_a_tournament_and_enters_a_result(connection, tournament):
    send, token = connection
    reader = GeneratedClient(send)
    event = reader.getEvent(slug=tournament.event.slug)
    found = reader.getTournament(id=event["tournaments"][0]["id"])
    assert found["name"] == tournament.name
    players = reader.listPlayers(id=found["id"], limit=3)["results"]
    assert [player["number"] for player in players] == [1, 2, 3]
    board = reader.getRound(id=found["id"], number=1)["boards"][0]
    writer = GeneratedClient(send, token)
    entered = writer.enterResult({"result": "01", "version": board["version"]}, id=board["id"])
    assert (entered["result"], entered["version"]) == ("01", board["version"] + 1)
    assert reader.getBoard(id=board["id"])["result"] == "01"
    winner = reader.getStandings(id=found["id"], after=1)["rows"][0]["player"]
    assert winner["id"] == board["black"]["id"]


@pytest.fixture
def connection(client, tournament):
    """The needs of a generated client: somebody who sends, and a token."""
    _token, secret = make_token(
        event=tournament.event,
        name="T",
        scopes=["results"],
        by=factories.chief_of(tournament),
    )

    def send(method, address, body, headers):
        answer = client.generic(
            method,
            address,
            json.dumps(body) if body is not None else b"",
            content_type="application/json",
            headers=headers,
        )
        return answer.status_code, json.loads(answer.content or b"null")

    return send, secret


def test_what_an_address_cannot_do_is_said_before_what_is_wrong_with_it(api):
    """Of every address, by a method it does not have and with a parameter it does not know."""
    methods = {}
    for one in operations():
        methods.setdefault(one.path, set()).add(one.method)
    for path, known in methods.items():
        address = "/api/v1" + re.sub(r"{\w+}", "1", path).removeprefix("/api/v1") + "?dry_run=x"
        missing = next(one for one in ("trace", "get", "put", "delete") if one not in known)
        answer = api.client.generic(missing.upper(), address)
        assert answer.status_code == 405, (missing, path, answer.content)
        assert known <= {one.strip().lower() for one in answer["Allow"].split(",")}
    assert len(methods) > 100
