"""The inbox of the desk, and what phones asked for, through the API."""

import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.api.conftest import Program
from tournaments.models import (
    ArbiterCall,
    ByeRequest,
    Case,
    PlayerRequest,
    ResultReport,
    Role,
    Scope,
)
from tournaments.queries.voice.inbox import inbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(published):
    """The best player asks for a half point in round 2."""
    return PlayerRequest.objects.create(
        tournament=published, entry=factories.entry(published, 1), kind="H", round_number=2,
        state="waiting",
    )  # fmt: skip


def at(tournament, rest):
    return f"tournaments/{tournament.pk}/{rest}"


def test_all_that_waits_at_the_desk_waits_for_its_program(client, program, asked):
    tournament, now = asked.tournament, timezone.now()
    staff = program(tournament)
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    PlayerRequest.objects.update(round_number=3)
    first = tournament.rounds.get(number=1).pairings.get(board=1)
    slip = {"result": "01", "version": first.version, "reason": "mixed up"}
    answer = staff.put(f"boards/{first.pk}/result/", slip)
    if answer.status_code == 409:
        slip["confirmed"] = answer.json()["confirmed"]
        answer = staff.put(f"boards/{first.pk}/result/", slip)
    assert answer.status_code == 200
    game = tournament.rounds.get(number=2).pairings.get(board=1)
    for entry, code in ((game.white, "10"), (game.black, "01")):
        ResultReport.objects.create(pairing=game, entry=entry, white=game.white, code=code, at=now)
    ArbiterCall.objects.create(
        tournament=tournament, entry=game.white, round_number=2, board=1, reason="clock"
    )
    Case.objects.create(
        tournament=tournament, number=1, entry=game.black, pairing=game, round_number=2, board=1,
        about="pairing", words="Again Black",
    )  # fmt: skip
    found = {one["kind"]: one for one in staff.get(at(tournament, "inbox/")).json()["results"]}
    assert found.keys() == {"report", "request", "call", "case"}  # no own correction
    board = staff.get(found["report"]["url"].partition("/api/v1/")[2]).json()
    assert (board["round"], board["board"]) == (2, 1)
    assert set(found["report"]["results"]) == {"10", "01"}
    assert (found["call"]["about"], found["call"]["player"]["id"]) == ("clock", game.white_id)
    assert (found["case"]["about"], found["case"]["url"]) == ("pairing", None)
    assert (found["request"]["about"], found["request"]["round"]) == ("H", 3)
    other = factories.user(role=Role.ARBITER, event=tournament.event)
    client.force_login(other)
    seen = Program(client).get(at(tournament, "inbox/")).json()["results"]
    tournament.event.my_role = Role.ARBITER
    assert [one["kind"] for one in seen] == [one.kind for one in inbox(tournament, other)]
    [correction] = [one for one in seen if one["kind"] == "correction"]
    assert correction["results"][1] == "01" and correction["url"].endswith(f"boards/{first.pk}/")
    assert "request" not in {one["kind"] for one in seen}  # for the chief arbiter
    client.force_login(factories.user(role=Role.READER, event=tournament.event))
    assert Program(client).get(at(tournament, "inbox/")).json()["results"] == []


def test_the_inbox_is_for_the_staff(api, program, published):
    assert api.get(at(published, "inbox/")).status_code == 401
    assert program(factories.tournament(2)).get(at(published, "inbox/")).status_code == 404
    answer = program(published).get(at(published, "inbox/"))
    assert answer.json()["results"] == [] and "no-store" in answer["Cache-Control"]
    again = program(published).get(at(published, "inbox/"), if_none_match=answer["ETag"])
    assert again.status_code == 304


def test_a_bye_asked_for_by_phone_is_granted_once(program, asked):
    staff = program(asked.tournament, Scope.BYES)
    [item] = staff.get(at(asked.tournament, "inbox/")).json()["results"]
    place = item["url"].partition("/api/v1/")[2]
    assert staff.get(place).json()["state"] == "waiting"
    dry = staff.post(f"{place}grant/?dry_run=1")
    assert dry.status_code == 200 and not ByeRequest.objects.exists()
    granted = staff.post(f"{place}grant/").json()
    assert (granted["state"], granted["player"]["number"], granted["kind"]) == ("granted", 1, "H")
    assert ByeRequest.objects.get().entry_id == asked.entry_id
    assert staff.get(at(asked.tournament, "inbox/")).json()["results"] == []
    assert staff.post(f"{place}grant/").json()["state"] == "granted"
    assert ByeRequest.objects.count() == 1
    late = staff.post(f"{place}refuse/", {"words": "Too late"}).json()
    assert (late["state"], late["words"]) == ("granted", "")  # it was answered


def test_a_refusal_is_read_with_its_words(program, asked):
    staff = program(asked.tournament)
    place = at(asked.tournament, f"requests/{asked.pk}/")
    assert staff.post(f"{place}refuse/", {"wods": "No"}).status_code == 400
    refused = staff.post(f"{place}refuse/", {"words": "The last rounds have none."}).json()
    assert (refused["state"], refused["words"]) == ("refused", "The last rounds have none.")


def test_a_withdrawal_asks_as_at_the_desk_and_takes_its_own_scope(program, asked):
    PlayerRequest.objects.update(kind="W")
    place = at(asked.tournament, f"requests/{asked.pk}/")
    byes, entries = (program(asked.tournament, one) for one in (Scope.BYES, Scope.ENTRIES))
    assert byes.post(f"{place}grant/").status_code == 403
    assert byes.get(place).status_code == 403 and entries.get(place).status_code == 200
    answer = entries.post(f"{place}grant/")
    if answer.status_code == 409:
        answer = entries.post(f"{place}grant/", {"confirmed": answer.json()["confirmed"]})
    assert answer.json()["state"] == "granted"
    asked.entry.refresh_from_db()
    assert asked.entry.status == "withdrawn"


def test_requests_of_another_tournament_and_those_taken_back(program, asked):
    other = factories.tournament(2)
    place = at(other, f"requests/{asked.pk}/")
    assert program(other).post(f"{place}grant/").status_code == 404
    PlayerRequest.objects.update(state="taken_back")
    own = at(asked.tournament, f"requests/{asked.pk}/grant/")
    assert program(asked.tournament).post(own).json()["state"] == "taken_back"
    assert not ByeRequest.objects.exists()
