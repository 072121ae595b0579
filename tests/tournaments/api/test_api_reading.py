"""Reading without a key: filters, pages, sparse fields, 304, CORS, and nothing unpublished."""

from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.api.serializers import PlayerBrief
from tournaments.models import Entry, Role
from tournaments.services.entries.listing import change_entry

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played_once(standing):
    tournament = factories.tournament(6)
    factories.play(tournament, 2)
    return tournament


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


def test_everything_is_found_by_following_links(api, played):
    found, waiting = set(), ["/api/v1/"]
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        found.add(address)
        answer = api.client.get(address)
        assert answer.status_code == (307 if address.endswith("/stream/") else 200), address
        if answer.headers.get("Content-Type") == "application/json":
            waiting += [link.removeprefix("http://testserver") for link in links(answer.json())]
    names = ("events", "tournaments", "players", "rounds", "boards", "standings", "openapi.json")
    assert all(any(f"/{name}" in address for address in found) for name in names)
    assert len(found) > 30


def links(data):
    if isinstance(data, dict):
        for value in data.values():
            yield from links(value)
    elif isinstance(data, list):
        for value in data:
            yield from links(value)
    elif isinstance(data, str) and data.startswith("http://testserver/api/"):
        yield data


def test_a_list_is_read_page_by_page_without_gaps(api, played):
    address = f"tournaments/{played.pk}/players/?limit=4"
    first = api.get(address).json()
    assert [player["number"] for player in first["results"]] == [1, 2, 3, 4]
    second = api.client.get(first["next"]).json()
    assert [player["number"] for player in second["results"]] == [5, 6]
    assert second["next"] is None


def test_events_are_read_page_by_page_with_equal_days(api, played):
    made = [factories.event().slug for _ in range(5)]
    found, address = [], "/api/v1/events/?limit=2"
    while address:
        page = api.client.get(address).json()
        found += [event["slug"] for event in page["results"]]
        address = page["next"]
    assert found == [*made[::-1], played.event.slug]


def test_a_cursor_of_another_list_is_refused(api, played):
    following = api.get(f"tournaments/{played.pk}/boards/?limit=1").json()["next"]
    cursor = following.partition("cursor=")[2].partition("&")[0]
    answer = api.get(f"events/?cursor={cursor}")
    assert answer.status_code == 400
    assert answer.json()["field"] == "cursor"


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("name=player 00", [1, 2, 3, 4, 5, 6]),
        ("name=PLAYER 003", [3]),
        ("federation=GER", [2]),
        ("title=IM", [4]),
        ("status=withdrawn", []),
        ("name=%00", None),
        ("limit=0", None),
        ("status=there", None),
    ],
)
def test_players_are_filtered(api, query, numbers):
    tournament = factories.tournament(6)
    for tpn, values in ((2, {"federation": "GER"}), (4, {"title": "IM"})):
        entry = factories.entry(tournament, tpn)
        Entry.objects.filter(pk=entry.pk).update(**values)
    answer = api.get(f"tournaments/{tournament.pk}/players/?{query}")
    if numbers is None:
        assert answer.status_code == 400
        assert answer.json()["field"] == query.partition("=")[0]
    else:
        assert [player["number"] for player in answer.json()["results"]] == numbers


def test_boards_are_filtered(api, played):
    player = factories.entry(played, 1)
    address = f"tournaments/{played.pk}/boards/"
    assert len(api.get(address).json()["results"]) == 6
    assert [b["round"] for b in api.get(f"{address}?player={player.pk}").json()["results"]] == [
        1,
        2,
    ]
    assert len(api.get(f"{address}?round=2").json()["results"]) == 3
    assert api.get(f"{address}?open=true").json()["results"] == []
    assert len(api.get(f"{address}?open=false").json()["results"]) == 6


def test_only_the_fields_asked_for_are_sent(api, played):
    answer = api.get(
        f"tournaments/{played.pk}/rounds/1/?fields=number,boards.board,boards.white.name"
    )
    assert answer.json()["number"] == 1
    assert answer.json()["boards"][0] == {
        "board": 1,
        "white": {"name": answer.json()["boards"][0]["white"]["name"]},
    }
    listed = api.get(f"tournaments/{played.pk}/players/?fields=id,name&limit=1").json()
    assert listed["next"] is not None
    assert set(listed["results"][0]) == {"id", "name"}


def test_a_field_that_does_not_exist_is_named(api, played):
    answer = api.get(f"tournaments/{played.pk}/?fields=id,elo")
    assert answer.status_code == 400
    assert answer.json()["field"] == "fields"
    assert "elo" in answer.json()["detail"]


READS = (
    "",
    "players/",
    "rounds/",
    "rounds/1/",
    "rounds/1/reasons/",
    "boards/",
    "standings/",
)


@pytest.mark.parametrize("path", READS)
def test_unchanged_answers_304_and_asks_for_nothing_but_the_tournament(api, played, path):
    """Without a question nothing at all is asked (test_api_kept.py)."""
    address = f"tournaments/{played.pk}/{path}?language=en"
    first = api.get(address)
    assert first.status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as queries:
        again = api.get(address, if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert len(queries) == 1
    entry = factories.entry(played, 6)
    change_entry(
        tournament=played, entry=entry, version=entry.version, by=None, values={"club": "X"}
    )
    assert api.get(address, if_none_match=first["ETag"]).status_code == 200


def test_lists_without_a_revision_answer_304_too(api, played):
    for address in ("", "events/", f"events/{played.event.slug}/", "tournaments/", "openapi.json"):
        first = api.get(address)
        assert api.get(address, if_none_match=first["ETag"]).status_code == 304, address


def test_each_language_has_its_own_tag(api, played):
    address = f"tournaments/{played.pk}/rounds/1/reasons/"
    english = api.get(f"{address}?language=en")
    turkish = api.get(f"{address}?language=tr", if_none_match=english["ETag"])
    assert turkish.status_code == 200
    assert turkish["Content-Language"] == "tr"


def test_pages_of_other_sites_may_read_but_not_write(api, played):
    address = f"tournaments/{played.pk}/standings/"
    assert api.get(address)["Access-Control-Allow-Origin"] == "*"
    asked = api.client.options(f"/api/v1/{address}", headers={"origin": "https://club.example"})
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "Authorization" not in asked["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in asked


@pytest.mark.parametrize("path", ["players/", "rounds/", "rounds/1/", "boards/", "standings/"])
def test_more_players_cost_no_more_queries(api, path):
    counts = []
    for size in (4, 12):
        tournament = factories.tournament(size)
        factories.play(tournament, 1)
        api.get(f"tournaments/{tournament.pk}/{path}")
        with CaptureQueriesContext(connection) as queries:
            assert api.get(f"tournaments/{tournament.pk}/{path}").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


# --- Nothing unpublished --------------------------------------------------------------------------


def test_a_draft_is_seen_by_the_staff_and_its_tokens_only(api, client, program, played):
    factories.pair(played, 3)
    board = played.rounds.get(number=3).pairings.filter(black__isnull=False).first()
    hidden = (
        f"tournaments/{played.pk}/rounds/3/",
        f"tournaments/{played.pk}/rounds/3/reasons/",
        f"boards/{board.pk}/",
    )
    assert [api.get(path).status_code for path in hidden] == [404] * 3
    inside = program(played, "pair")
    assert [inside.get(path).status_code for path in hidden] == [200] * 3
    outside = program(factories.tournament(2))
    assert [outside.get(path).status_code for path in hidden] == [404] * 3
    client.force_login(factories.user(role=Role.READER, event=played.event))
    assert [api.get(path).status_code for path in hidden] == [200] * 3


def test_that_a_round_is_being_paired_is_not_told(api, program, played):
    factories.pair(played, 3)
    path = f"tournaments/{played.pk}/rounds/?fields=number,status"
    told = [round_["status"] for round_ in api.get(path).json()["results"]]
    assert told == ["finished", "published", "planned", "planned", "planned"]
    inside = [round_["status"] for round_ in program(played).get(path).json()["results"]]
    assert inside[2] == "draft"
    boards = api.get(f"tournaments/{played.pk}/boards/").json()["results"]
    assert {board["round"] for board in boards} == {1, 2}
    assert api.get(f"tournaments/{played.pk}/standings/?after=3").status_code == 404


def test_what_the_staff_reads_is_kept_nowhere(program, played):
    answer = program(played).get(f"tournaments/{played.pk}/players/")
    assert answer["Cache-Control"] == "private, no-store"


def test_a_program_with_a_token_is_told_that_nothing_changed(api, program, played):
    path = f"tournaments/{played.pk}/rounds/1/"
    own = program(played)
    tag = own.get(path)["ETag"]
    assert own.get(path, if_none_match=tag).status_code == 304
    assert api.get(path, if_none_match=tag).status_code == 200, "the public reads something else"
    entry = played.entries.first()
    own.patch(f"players/{entry.pk}/", {"club": "Another", "version": entry.version})
    assert own.get(path, if_none_match=tag).status_code == 200


def test_every_answer_says_how_much_may_still_be_asked(api, played, settings):
    settings.API_RATES = {**settings.API_RATES, "read": "2/min"}
    path = f"tournaments/{played.pk}/?language=en"
    heads = [api.get(path) for _time in range(3)]
    assert [head.status_code for head in heads] == [200, 200, 429]
    assert [head["RateLimit"].split(";")[:2] for head in heads] == [
        ['"read"', "r=1"], ['"read"', "r=0"], ['"read"', "r=0"],
    ]  # fmt: skip
    assert heads[0]["RateLimit-Policy"] == '"read";q=2;w=60'


def test_a_parameter_that_nobody_knows_is_refused_with_the_nearest(api, played):
    answer = api.get(f"tournaments/{played.pk}/players/?fedration=TUR")
    assert answer.status_code == 400 and answer.json()["field"] == "fedration"
    assert "federation" in answer.json()["detail"]


def test_a_hidden_event_is_404_but_for_its_own_tokens(api, program, played):
    played.event.public = False
    played.event.save()
    entry, board = factories.entry(played, 1), played.rounds.get(number=1).pairings.first()
    paths = [f"tournaments/{played.pk}/{path}" for path in READS]
    paths += [f"events/{played.event.slug}/", f"players/{entry.pk}/", f"boards/{board.pk}/"]
    assert {api.get(path).status_code for path in paths} == {404}
    assert {program(factories.tournament(2)).get(path).status_code for path in paths} == {404}
    assert {program(played).get(path).status_code for path in paths} == {200}
    slugs = [event["slug"] for event in api.get("events/").json()["results"]]
    assert played.event.slug not in slugs
    assert played.pk not in [one["id"] for one in api.get("tournaments/").json()["results"]]


def test_names_of_minors_are_short_for_the_public_everywhere(api, program, played):
    played.event.shorten_minors = True
    played.event.save()
    Entry.objects.filter(tournament=played).update(birth_date="2015-01-01", name="Kaya, Deniz Ege")
    entry, board = factories.entry(played, 1), played.rounds.get(number=1).pairings.first()
    paths = [f"tournaments/{played.pk}/{path}" for path in READS[1:]]
    paths += [
        f"players/{entry.pk}/",
        f"boards/{board.pk}/",
        f"tournaments/{played.pk}/standings/{entry.pk}/",
    ]
    for path in paths:
        public, inside = (reader.get(path).content.decode() for reader in (api, program(played)))
        assert "Ege" not in public, path
        if "Ege" in inside:
            assert "Kaya, D." in public, path
    assert api.get(f"tournaments/{played.pk}/players/?name=deniz").json()["results"] == []


def test_standings_of_a_category(api, played):
    Entry.objects.filter(tournament=played, tpn__in=[2, 5]).update(sex="w")
    rows = api.get(f"tournaments/{played.pk}/standings/?category=women").json()["rows"]
    assert sorted(row["player"]["number"] for row in rows) == [2, 5]
    assert sorted(row["rank"] for row in rows) == [1, 2]
    assert api.get(f"tournaments/{played.pk}/standings/?category=x").status_code == 400


def test_the_working_of_each_value_is_told(api, played):
    table = api.get(f"tournaments/{played.pk}/standings/").json()
    row = table["rows"][0]
    working = api.client.get(row["working"]).json()
    assert working["player"] == row["player"]
    assert [value["code"] for value in working["values"]] == ["PTS", *table["codes"]]
    assert [value["value"] for value in working["values"][1:]] == row["tie_breaks"]
    assert working["values"][1]["steps"]


def test_a_missing_slash_is_named(api, played):
    answer = api.client.get(f"/api/v1/tournaments/{played.pk}?language=en")
    assert answer.status_code == 404
    assert answer.json()["detail"].endswith(f" with a slash: /api/v1/tournaments/{played.pk}/")
    nothing = api.client.get("/api/v1/nothing").json()
    assert "slash" not in nothing["detail"]


def test_reading_is_throttled_by_address(api, played, settings):
    api.get("events/")
    settings.API_RATES = settings.API_RATES | {"read": "2/hour"}
    assert [api.get("tournaments/").status_code for _ in range(3)] == [200, 200, 429]
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    assert api.get("tournaments/", x_forwarded_for="8.8.8.8").status_code == 200
    assert {api.get("events/").status_code for _ in range(5)} == {200}  # kept: it costs nothing


def test_pages_for_people_carry_the_same_facts(client, played):
    page = client.get(f"/api/v1/tournaments/{played.pk}/rounds/1/", headers={"accept": "text/html"})
    assert page["Content-Type"] == "text/html; charset=utf-8"
    assert "Player 001" in page.content.decode()
    reference = client.get("/api/v1/reference/").content.decode()
    assert "/api/v1/boards/{id}/result/" in reference or "/api/v1/boards/{pk}/result/" in reference


def test_what_is_not_there_is_a_problem_too(api):
    for path in (
        "nothing/",
        "tournaments/a%0Ab/%0A",
        "tournaments/999999999999999999999/",
        "events/none/",
        "boards/0/",
    ):
        answer = api.get(path)
        assert answer.status_code == 404, path
        assert answer["Content-Type"] == "application/problem+json"


def test_a_long_table_makes_no_serializer_for_each_player(api, played, monkeypatch):
    made = []
    anew = PlayerBrief.get_fields
    monkeypatch.setattr(PlayerBrief, "get_fields", lambda self: made.append(1) or anew(self))
    for table in ("standings", "crosstable", "rating-changes"):
        address = f"tournaments/{played.pk}/{table}/?language=en"
        rows = api.get(address).json()["rows"]
        assert len(rows) == 6 and set(rows[0]["player"]) == set(PlayerBrief().fields)
    assert len(made) <= 3  # of the one whose names the answers have, above
