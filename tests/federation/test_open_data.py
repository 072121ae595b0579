"""The open data: every list has pages, an ETag, a file and words, and is public."""

import csv
import io
import json
import re

import jsonschema
import pytest
from drf_spectacular.drainage import GENERATOR_STATS

from federation.api.base import OpenList
from federation.api.urls import urlpatterns
from federation.models import Club, Province
from tests.tournaments.api.test_api_descriptions import says_only_its_name
from tests.tournaments.api.test_api_examples import fits, wrong_examples
from tournaments.api import examples
from tournaments.api.views.root import document

pytestmark = pytest.mark.django_db

#: below /api/v1/; the rest of the document is judged where there is no federation
PATHS = [one for one in urlpatterns if not one.name.endswith("_file")]


@pytest.fixture
def clubs():
    province = Province.objects.create(code="35", name="İzmir", slug="izmir")
    other = Province.objects.create(code="06", name="Ankara", slug="ankara")
    for number in range(5):
        Club.objects.create(
            code=f"35-{number}",
            name=f"=SUM({number})" if number == 4 else f"Kulüp {number}",
            slug=f"k{number}",
            province=other if number == 0 else province,
            email="secret@example.org",
            closed_on="2025-01-01" if number == 3 else None,
        )


def get(client, path, **headers):
    return client.get(f"/api/v1/{path}", headers={"accept-language": "en"} | headers)


def every(client, path):
    """All rows, page after page."""
    address = f"/api/v1/{path}"
    while address:
        answer = client.get(address).json()
        yield from answer["results"]
        address = answer["next"]


def test_a_list_comes_in_pages(client, clubs):
    codes = [one["code"] for one in every(client, "clubs/?limit=2")]
    assert codes == ["35-0", "35-1", "35-2", "35-3", "35-4"]
    assert len(get(client, "clubs/?limit=2").json()["results"]) == 2


def test_a_list_is_filtered_and_shows_only_what_is_public(client, clubs):
    found = get(client, "clubs/?province=35&closed=false").json()["results"]
    assert [one["code"] for one in found] == ["35-1", "35-2", "35-4"]
    assert "secret" not in get(client, "clubs/").content.decode()
    wrong = get(client, "clubs/?provinc=35")
    assert wrong.status_code == 400
    assert wrong["Content-Type"].startswith("application/problem+json")


def test_what_has_not_changed_is_not_sent_again(client, clubs):
    tag = get(client, "clubs/")["ETag"]
    assert get(client, "clubs/", **{"if-none-match": tag}).status_code == 304
    Club.objects.filter(code="35-1").update(city="Bornova")
    assert get(client, "clubs/", **{"if-none-match": tag}).status_code == 200


def test_a_list_is_a_file_for_spreadsheets_too(client, clubs):
    answer = get(client, "clubs.csv?province=35")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["code"] for row in rows] == ["35-1", "35-2", "35-3", "35-4"]
    assert rows[0]["province.name"] == "İzmir"
    assert rows[3]["name"] == "'=SUM(4)"  # no formula in anybody's spreadsheet


def test_one_thing_has_its_own_address(client, clubs):
    (first, *_others) = get(client, "clubs/").json()["results"]
    assert client.get(first["url"]).json() == first
    assert get(client, "clubs/none/").status_code == 404


def test_the_lists_are_listed(client, clubs):
    found = get(client, "federation/").json()
    assert found["federation"] == "Türkiye Satranç Federasyonu"
    assert {"listClubs", "listProvinces"} <= {one["name"] for one in found["lists"]}
    for one in found["lists"]:
        assert client.get(one["url"]).status_code == 200
        assert client.get(one["csv"]).status_code == 200


def test_without_a_federation_there_are_no_open_data(client, clubs, settings):
    settings.FEDERATION = ""
    for address in ("federation/", "clubs/", "clubs.csv"):
        answer = get(client, address)
        assert answer.status_code == 404
        assert answer["Content-Type"].startswith("application/problem+json")
    assert "/api/v1/clubs/" not in document()["paths"]
    settings.FEDERATION = "F"
    assert "/api/v1/clubs/" in document()["paths"]


# --- The document ---------------------------------------------------------------------------------


def own_paths():
    """Path → operation of the federation's part of the document."""
    found = {}
    for one in PATHS:
        path = "/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(one.pattern))
        path = path if path in document()["paths"] else path.replace("{pk}", "{id}")
        found[path] = document()["paths"][path]
    return found


def shapes_of(described, seen):
    """Every shape that is named within, and those named in these."""
    for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)):
        if name not in seen:
            seen[name] = document()["components"]["schemas"][name]
            shapes_of(seen[name], seen)
    return seen


def test_everything_in_the_document_has_words():
    paths = own_paths()
    assert len(paths) == len(PATHS)
    wordless = []
    for path, item in paths.items():
        for operation in item.values():
            assert len(operation["description"]) > 10
            for one in operation["parameters"]:
                words = one.get("description", "")
                if not words or says_only_its_name(one["name"], words):
                    wordless.append(f"{path}?{one['name']}")
    for shape, described in shapes_of(paths, {}).items():
        for name, field in described.get("properties", {}).items():
            words = field.get("description", "")
            if not words or says_only_its_name(name, words):
                wordless.append(f"{shape}.{name}")
    assert wordless == []


def test_no_two_shapes_have_one_name(settings):
    """Else the document would describe one of them for both."""
    settings.FEDERATION = "Two"  # a document of its own
    GENERATOR_STATS.reset()
    assert "StaffMember" in document()["components"]["schemas"]
    assert [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache] == []


def test_every_example_fits_and_is_of_something():
    seen, wrong = wrong_examples(document())
    assert seen > 800 and wrong == []
    shapes = document()["components"]["schemas"]
    named = {
        f"{shape.removeprefix('Patched')}.{name}": field["examples"][0]
        for shape, described in shapes.items()
        for name, field in described.get("properties", {}).items()
        if "examples" in field
    }
    assert {name for name in examples._OF_SHAPE if name not in named} == set()
    last = {name.rpartition(".")[2]: set() for name in named}
    for name, value in named.items():
        last[name.rpartition(".")[2]].add(json.dumps(value))
    of_name = examples._OF_NAME.items()
    assert [name for name, value in of_name if json.dumps(value) not in last.get(name, ())] == []
    operations = {
        one["operationId"]: one for item in document()["paths"].values() for one in item.values()
    }
    assert examples._OF_BODY.keys() <= operations.keys()
    body = operations["enterClubPlayers"]["requestBody"]["content"]["application/json"]
    assert fits(body["example"], body["schema"], document())


def test_what_is_made_says_where_it_is_in_the_whole_document():
    made = [
        one["responses"]["201"]
        for item in document()["paths"].values()
        for one in item.values()
        if "201" in one["responses"]
    ]
    assert len(made) > 15 and all("Location" in one["headers"] for one in made)


def test_what_may_be_null_says_so_to_programs():
    told = []
    for shape, described in shapes_of(own_paths(), {}).items():
        for name, field in described.get("properties", {}).items():
            if "null:" in field.get("description", "") and "null" not in json.dumps(
                {key: value for key, value in field.items() if key != "description"}
            ):
                told.append(f"{shape}.{name}")
    assert told == []


def test_the_lists_answer_as_described(client, clubs):
    lists = [one for one in PATHS if issubclass(one.callback.cls, OpenList)]
    seen = 0
    for one in lists:
        if one.pattern.converters:
            continue
        seen += 1
        path = f"/api/v1/{one.pattern}"
        answers = document()["paths"][path]["get"]["responses"]
        schema = answers["200"]["content"]["application/json"]["schema"]
        components = {"components": document()["components"]}
        jsonschema.validate(client.get(path).json(), schema | components)
    assert seen >= 2
