"""Every body has an example that could be sent, and every example fits what it stands for."""

import jsonschema

from tests.tournaments.api.described import described, operations

#: what only the answer to a question, or another program, can fill
NO_EXAMPLE = {"confirmed", "picture"}


def wrong_examples(document):
    """(examples of fields, where one does not fit)."""
    seen, wrong = 0, []
    for shape, found in document["components"]["schemas"].items():
        for name, field in found.get("properties", {}).items():
            for one in field.get("examples", ()):
                seen += 1
                if not fits(one, field, document):
                    wrong.append((shape, name, one))
    return seen, wrong


def fits(value, schema, document):
    try:
        jsonschema.validate(value, {**schema, "components": document["components"]})
    except jsonschema.ValidationError:
        return False
    return True


def test_every_example_fits_its_field():
    seen, wrong = wrong_examples(described())
    assert seen > 700 and wrong == []


def test_every_body_has_an_example_that_fits():
    seen = 0
    for operation in operations():
        content = operation.described.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            seen += 1
            example = content["application/json"]["example"]
            schema = content["application/json"]["schema"]
            assert fits(example, schema, described()), (operation.name, example)
            assert example or not operation.body.get("required"), operation.name
    assert seen > 90


def test_every_text_and_number_that_can_be_sent_has_an_example():
    without = {
        f"{operation.name}.{name}"
        for operation in operations()
        for name, field in (operation.body or {}).get("properties", {}).items()
        if field.get("type") in ("string", "integer", "number")
        and not {"enum", "examples"} & field.keys()
        and name not in NO_EXAMPLE
    }
    assert without == set()
