"""An answer under `fields` has a shape of its own in the document, for clients with types."""

import json
import re

import jsonschema
import pytest

from tests import factories
from tests.tournaments.api.described import described, operations
from tournaments.api.partial import with_partial, without_fields

SPARSE = [one for one in operations() if "fields" in one.parameters("query")]


@pytest.fixture(scope="module")
def document():
    return with_partial(described())


def answer_of(document, path):
    answers = document["paths"][path]["get"]["responses"]
    return answers["200"]["content"]["application/json"]["schema"]


def names_within(found):
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(found, default=float)))


def test_nothing_must_be_there_under_fields(document):
    shapes = document["components"]["schemas"]
    waiting, seen = set(), set()
    for operation in SPARSE:
        whole, part = answer_of(document, operation.path)["anyOf"]
        assert whole == answer_of(described(), operation.path)
        assert part["$ref"] == f"{whole['$ref']}Sparse"
        waiting |= names_within(part)
    while waiting:
        name = waiting.pop()
        seen.add(name)
        if "properties" in shapes[name]:
            assert name.endswith("Sparse") and "required" not in shapes[name]
            own = shapes[name.removesuffix("Sparse")]["properties"]
            assert own.keys() == shapes[name]["properties"].keys()
        waiting |= names_within(shapes[name]) - seen
    assert len(SPARSE) > 50 and len(seen) > 100


def test_the_whole_document_knows_no_fields():
    found = without_fields(described())
    assert found["components"] == described()["components"]
    for operation in SPARSE:
        told = found["paths"][operation.path]["get"]["parameters"]
        names = [one["name"] for one in told]
        assert "fields" not in names and "language" in names
        assert answer_of(found, operation.path) == answer_of(described(), operation.path)


@pytest.mark.django_db
def test_what_comes_under_fields_is_the_partial_shape(api, document, published):
    assert factories.entry(published, 1)
    at = "/api/v1/tournaments/{id}"
    for path, fields in (
        (f"{at}/", "name"),
        (f"{at}/standings/", "after,rows.rank,rows.player.name"),
        (f"{at}/players/", "name,number"),
    ):
        here = path.replace("{id}", str(published.pk)).removeprefix("/api/v1/")
        found = api.get(f"{here}?fields={fields}").json()
        whole, part = (
            {**one, "components": document["components"]}
            for one in answer_of(document, path)["anyOf"]
        )
        jsonschema.validate(found, part)
        with pytest.raises(jsonschema.ValidationError, match="is a required property"):
            jsonschema.validate(found, whole)


@pytest.mark.django_db
def test_both_documents_are_served(api):
    usual, whole = api.get("openapi.json"), api.get("openapi.json?whole=true")
    assert usual["ETag"] != whole["ETag"]
    assert "StandingsSparse" in usual.json()["components"]["schemas"]
    assert "StandingsSparse" not in whole.json()["components"]["schemas"]
