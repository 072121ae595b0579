"""A program announces who qualifies from where, takes them over and takes them back."""

import pytest

from tests import factories
from tests.tournaments.api.test_api_setup import yes
from tests.tournaments.services.test_qualifiers import another, group, preliminary
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def of(tournament, path="qualifiers/"):
    return f"tournaments/{tournament.pk}/{path}"


def test_the_best_are_announced_taken_over_and_taken_back(program):
    first = group()
    final = another(first, "fide2026.dutch", total_rounds=3)
    own = program(final)
    places = {"sources": [{"tournament": first.pk, "count": 2}]}
    said = {"tournament": first.pk, "name": first.name, "final": True, "size": 4}
    assert own.get(of(final)).json() == {"sources": [{**said, "count": 0}]}
    assert own.put(of(final), places).json() == {"sources": [{**said, "count": 2}]}
    assert f"{first.name} 2" in str(own.get(of(final, "regulations/")).json())
    assert own.post(of(final), places).status_code == 409  # a question first
    assert yes(own.post, of(final), places).status_code == 200
    assert final.entries.count() == 2
    assert yes(own.post, of(final, "qualifiers/undo/"), {}).status_code == 200
    assert final.entries.count() == 0
    again = own.post(of(final, "qualifiers/undo/"), {})
    assert (again.status_code, again.json()["code"]) == (422, "qualifiers.nothing_to_take_back")


def test_a_knock_out_is_seeded_by_the_places_of_another(program):
    source = preliminary()
    final = another(source, "handbook.knockout")
    own = program(final)
    places = {"sources": [{"tournament": source.pk, "count": 4}]}
    assert yes(own.post, of(final), places).status_code == 200
    assert len(final.knockouts.get().order) == 4


def test_other_tournaments_and_one_twice_are_refused(program):
    final = factories.tournament(2)
    stranger = factories.tournament(2)
    own = program(final)
    sent = own.post(of(final), {"sources": [{"tournament": stranger.pk, "count": 1}]})
    assert (sent.status_code, sent.json()["field"]) == (400, "sources")
    beside = another(final, "handbook.round_robin")
    twice = own.put(of(final), {"sources": [{"tournament": beside.pk, "count": 1}] * 2})
    assert (twice.status_code, twice.json()["field"]) == (400, "sources")
    none = own.post(of(final), {"sources": []})
    assert none.json()["code"] == "knockout.qualifiers_none"


def test_a_reader_sees_them_and_changes_nothing(client, api):
    final = factories.tournament(2)
    client.force_login(factories.user(role=Role.READER, event=final.event))
    assert api.get(of(final)).status_code == 200
    assert api.put(of(final), {"sources": []}).status_code == 403
