"""Answers to programs without a token are kept like the pages, and never out of date."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.tournaments.api.conftest import Program
from tournaments.management.demo.confirmations import confirmed
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import unpublish_round
from tournaments.services.setup.events import change_event

pytestmark = pytest.mark.django_db


def reads(api, path, **headers):
    with CaptureQueriesContext(connection) as seen:
        answer = api.get(path, **headers)
    return len(seen), answer


@pytest.mark.parametrize(
    "rest",
    ["", "standings/", "players/", "rounds/", "rounds/1/", "boards/", "crosstable/",
     "regulations/"],
)  # fmt: skip
def test_the_second_program_touches_no_table(api, published, rest):
    path = f"tournaments/{published.pk}/{rest}"
    first = api.get(path)
    count, second = reads(Program(Client()), path)
    assert count == 0 and second.status_code == 200
    assert second.json() == first.json()
    assert second["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in second["Vary"] and "Accept-Language" in second["Vary"]
    count, again = reads(api, path, if_none_match=first["ETag"])
    assert (count, again.status_code, again.content) == (0, 304, b"")
    assert again["Access-Control-Allow-Origin"] == "*" and again["ETag"] == first["ETag"]


def test_events_are_kept_until_one_changes(api, published):
    event, chief = published.event, factories.chief_of(published)
    for path in ("events/", f"events/{event.slug}/"):
        api.get(path)
        assert reads(api, path)[0] == 0
    change_event(event=event, by=chief, values={"city": "Bursa"})
    assert api.get(f"events/{event.slug}/").json()["city"] == "Bursa"
    assert "Bursa" in json.dumps(api.get("events/").json())
    change_event(event=event, by=chief, values={"public": False})
    assert api.get(f"events/{event.slug}/").status_code == 404
    assert api.get(f"tournaments/{published.pk}/").status_code == 404
    assert event.slug not in json.dumps(api.get("events/").json())


def test_a_result_is_in_the_next_answer_and_a_round_taken_back_in_none(api, published):
    boards = f"tournaments/{published.pk}/boards/"
    old = api.get(boards)
    board = published.rounds.get(number=1).pairings.get(board=1)
    chief = factories.chief_of(published)
    enter_result(
        tournament=published, pairing_id=board.pk, code="10", version=board.version, by=chief
    )
    new = api.get(boards, if_none_match=old["ETag"])
    assert new.status_code == 200 and new.json()["results"][0]["result"] == "10"
    board.refresh_from_db()
    enter_result(
        tournament=published, pairing_id=board.pk, code="", version=board.version, by=chief
    )
    confirmed(unpublish_round, tournament=published, number=1, reason="Wrong", by=chief)
    assert api.get(boards).json()["results"] == []
    assert api.get(f"tournaments/{published.pk}/rounds/1/").status_code == 404


def test_a_publication_is_in_the_api_with_its_commit(api):
    tournament = factories.tournament(6)
    factories.pair(tournament, 1)
    path = f"tournaments/{tournament.pk}/boards/"
    assert api.get(path).json()["results"] == []
    factories.publish(tournament, 1)
    assert len(api.get(path).json()["results"]) == 3


def test_languages_sites_pages_and_questions_are_kept_apart(api, published):
    path = f"tournaments/{published.pk}/regulations/"
    english = api.get(path)
    turkish = api.get(path, accept_language="tr")
    assert english.json() != turkish.json()
    assert api.get(path).json() == english.json()
    tournament = f"tournaments/{published.pk}/"
    assert api.get(tournament).json()["url"].startswith("http://testserver/")
    other = api.get(tournament, host="chess.example")
    assert other.json()["url"].startswith("http://chess.example/")
    page = api.get(tournament, accept="text/html")
    assert page["Content-Type"].startswith("text/html")
    sparse = api.get(f"{tournament}?fields=id")
    assert sparse.json() == {"id": published.pk}
    assert api.get(tournament).json()["url"].startswith("http://testserver/")


def test_the_staff_reads_its_own_and_leaves_none_to_others(api, program, published):
    factories.enter_all(published, 1)
    factories.pair(published, 2)
    path = f"tournaments/{published.pk}/rounds/2/"
    staff = program(published)
    assert staff.get(path).status_code == 200
    assert api.get(path).status_code == 404
    assert staff.get(path).status_code == 200
    players = f"tournaments/{published.pk}/players/"
    anybody = api.get(players)
    assert "no-store" in staff.get(players)["Cache-Control"]
    assert api.get(players).content == anybody.content
