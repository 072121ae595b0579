"""Nothing in the document is without words, and no words say only what the name says."""

import re

import pytest
from django.utils import translation

from tests.tournaments.api.described import METHODS, described, operations, resolved
from tournaments.api import vocabulary

#: words that add nothing to a name
EMPTY = {"the", "a", "an", "its", "of", "this", "is", "in", "as", "it"}


def fields():
    """(where, name, described) of every field of every shape."""
    for shape, found in described()["components"]["schemas"].items():
        for name, field in found.get("properties", {}).items():
            yield shape, name, field


def parameters():
    for group in ("paths", "webhooks"):
        for item in described()[group].values():
            for method, operation in item.items():
                assert method in METHODS
                for one in operation["parameters"]:
                    yield operation["operationId"], one["name"], one


def heads():
    """Every header that an answer may have."""
    for operation in operations():
        for status, answer in operation.described["responses"].items():
            for name, head in answer.get("headers", {}).items():
                yield f"{operation.name} {status}", name, head


def says_only_its_name(name, text):
    def words(told):
        return set(re.findall(r"[a-z0-9]+", told.lower().replace("_", " "))) - EMPTY

    return words(text) <= words(name)


@pytest.mark.parametrize(("found", "most"), [(fields, 1400), (parameters, 850), (heads, 250)])
def test_everything_that_has_a_name_has_words_that_say_more(found, most):
    count, wordless, empty = 0, [], []
    for where, name, one in found():
        count += 1
        text = one.get("description", "")
        if not text.strip():
            wordless.append(f"{where}.{name}")
        elif says_only_its_name(name, text):
            empty.append(f"{where}.{name}: {text}")
    assert count > most
    assert (wordless, empty) == ([], [])


def test_every_operation_is_described_in_words_of_its_own():
    told = {}
    for operation in operations():
        text = operation.described.get("description", "")
        assert len(text) > 10, operation.name
        assert not re.search(r"\bself\b|\bTODO\b", text), operation.name
        told.setdefault(text, []).append(operation.name)
    assert {text: names for text, names in told.items() if len(names) > 1} == {}


def test_every_answer_says_what_it_means():
    answers = [
        (operation.name, status, answer["description"])
        for operation in operations()
        for status, answer in operation.described["responses"].items()
    ]
    assert len(answers) > 1000
    assert [one for one in answers if len(one[2]) < 4 or one[2] == "No response body"] == []


def test_the_vocabulary_has_no_word_that_the_document_does_not_use():
    with translation.override("en"):
        unused = {
            name: vocabulary.in_full(words)
            for table in (vocabulary.WORDS, vocabulary.OF_SHAPE)
            for name, words in table.items()
        }
        asked = {name: vocabulary.in_full(words) for name, words in vocabulary.PARAMETERS.items()}
    for shape, name, field in fields():
        full = f"{shape.removeprefix('Patched')}.{name}"
        key = full if full in vocabulary.OF_SHAPE else name
        if field["description"] == unused.get(key):
            del unused[key]
    for _where, name, one in parameters():
        if one["description"] == asked.get(name):
            del asked[name]
    assert (unused, asked) == ({}, {})


def test_every_link_leads_from_something_answered_to_an_operation_that_needs_it():
    shared, named = described()["components"]["links"], {one.name: one for one in operations()}
    seen = set()
    for operation in operations():
        for status, answer in operation.described["responses"].items():
            for name, link in answer.get("links", {}).items():
                key = link.get("$ref", "").rpartition("/")[2]
                found = shared[key] if key else link
                assert found["operationId"] == name
                assert found["parameters"].keys() == named[name].parameters("path").keys()
                for place in found["parameters"].values():
                    assert leads(place, operation, status), (operation.name, name, place)
                seen.add(key or name)
    assert seen >= shared.keys() and len(shared) > 200
    assert "enterResult" in seen and "publishRound" in seen


def leads(place, operation, status):
    """Something stands at this place of a request or of its answer."""
    if place.startswith("$request.path."):
        return place.rpartition(".")[2] in operation.parameters("path")
    schema = operation.described["responses"][status]["content"]["application/json"]["schema"]
    for part in place.removeprefix("$response.body#/").split("/"):
        schema = resolved(schema)
        schema = schema["items"] if part == "0" else schema["properties"][part]
    return schema["type"] in ("integer", "string")


def test_a_mere_repetition_of_a_name_is_found():
    assert says_only_its_name("total_rounds", "the total rounds")
    assert not says_only_its_name("total_rounds", "rounds to be played in all")
