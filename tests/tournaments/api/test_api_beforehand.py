"""Settled before round 1 by a program: play-offs announced, groups of equal strength, numbers."""

import pytest

from tests import factories
from tests.tournaments.api.test_api_setup import yes
from tests.tournaments.team_events import team_event
from tournaments.models import LogEntry, Role, Tournament
from tournaments.queries.entries.numbering import is_drawn

pytestmark = pytest.mark.django_db


def of(tournament, path=""):
    return f"tournaments/{tournament.pk}/{path}"


# --- Play-offs ------------------------------------------------------------------------------------


def test_a3_conditions_of_play_offs_are_announced_read_again_and_taken_away(program):
    made = factories.tournament(6)
    own = program(made)
    assert own.get(of(made)).json()["playoffs"] is None
    body = {
        "places": 3,
        "after_tie_breaks": True,
        "minutes": 5,
        "increment": 3,
        "break_before_start": 40,
        "cash": "750.50",
        "choices": {"four": "golden"},
    }
    sent = own.put(of(made, "playoffs/"), body)
    assert sent.status_code == 200
    said = own.get(of(made)).json()["playoffs"]
    assert said == sent.json()["playoffs"]
    assert (said["places"], said["after_tie_breaks"], said["cash"]) == (3, True, "750.50")
    assert said["time"] == "5 min + 3 s" and said["break_before_start"] == 40
    regulations = str(own.get(of(made, "regulations/")).json())
    assert "still level after the tie-breaks for one of the places 1–3" in regulations
    made.refresh_from_db()
    assert made.playoffs["choices"]["four"] == "golden"
    gone = own.put(of(made, "playoffs/"), {"places": 0})
    assert gone.json()["playoffs"] is None
    assert LogEntry.objects.filter(tournament=made, act="playoff.conditions").count() == 2


def test_a_put_says_everything_what_it_leaves_out_is_as_usual(program):
    made = factories.tournament(6)
    own = program(made)
    own.put(of(made, "playoffs/"), {"places": 3, "minutes": 9, "after_tie_breaks": True})
    said = own.put(of(made, "playoffs/"), {"places": 1}).json()["playoffs"]
    fresh = factories.tournament(6)
    usual = program(fresh).put(of(fresh, "playoffs/"), {"places": 1}).json()["playoffs"]
    assert said == usual and not said["after_tie_breaks"]


def test_after_the_begin_the_change_is_asked_about_as_on_the_page(program):
    made = factories.tournament(6)
    factories.play(made, 1)
    assert yes(program(made).put, of(made, "playoffs/"), {"places": 1}).status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"places": -1}, "places"),
        ({"places": 3, "choices": {"dice": "yes"}}, "dice"),
        ({"places": 3, "choices": {"four": "dice"}}, "four"),
        ({"places": 3, "cash": "much"}, "cash"),
        ({}, "places"),
    ],
)
def test_conditions_that_do_not_fit_name_their_field_and_change_nothing(program, body, field):
    made = factories.tournament(6)
    refused = program(made).put(of(made, "playoffs/"), body)
    assert refused.status_code == 400 and refused.json()["field"] == field
    made.refresh_from_db()
    assert made.playoffs == {}


def test_where_no_players_are_ranked_there_are_no_play_offs_to_announce(program):
    made = team_event(4, 2)
    refused = program(made).put(of(made, "playoffs/"), {"places": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "playoff.not_for_knockouts")


def test_only_the_chief_announces_play_offs_and_makes_groups(client, api):
    made = factories.tournament(6)
    client.force_login(factories.user(role=Role.ARBITER, event=made.event))
    assert api.put(of(made, "playoffs/"), {"places": 1}).status_code in (403, 404)
    assert api.post(of(made, "groups/"), {"count": 2}).status_code in (403, 404)
    assert Tournament.objects.count() == 1 and not made.playoffs


# --- Groups ---------------------------------------------------------------------------------------


def test_2_groups_of_equal_strength_are_shown_and_made(program):
    made = factories.tournament(9, name="Open")
    own = program(made)
    shown = own.get(of(made, "groups/?count=2")).json()
    assert shown["most"] == 4
    assert [(one["letter"], one["rounds"]) for one in shown["groups"]] == [("A", 5), ("B", 3)]
    answer = yes(own.post, of(made, "groups/"), {"count": 2})
    assert answer.status_code == 201
    found = answer.json()["tournaments"]
    assert [one["name"] for one in found] == ["Open A", "Open B"]
    for group, told in zip(found, shown["groups"], strict=True):
        rows = own.get(f"tournaments/{group['id']}/players/").json()["results"]
        assert {row["name"] for row in rows} == {row["name"] for row in told["players"]}


def test_groups_are_for_the_staff_only(api, client):
    made = factories.tournament(9)
    assert api.get(of(made, "groups/")).status_code == 401
    client.force_login(factories.user())
    assert api.get(of(made, "groups/")).status_code == 404


def test_groups_that_cannot_be_are_refused_or_shown_as_none(program):
    made = factories.tournament(3)
    own = program(made)
    assert own.get(of(made, "groups/")).json() == {"most": 1, "groups": []}
    assert own.post(of(made, "groups/"), {"count": 9}).status_code == 422
    assert own.post(of(made, "groups/"), {"count": 1}).status_code == 400


# --- Numbers of a round robin ---------------------------------------------------------------------


def test_numbers_of_a_round_robin_are_drawn_typed_and_taken_back(program):
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    own = program(made)
    people = list(made.entries.order_by("-rating"))
    typed = [
        {"player": one.pk, "number": number}
        for one, number in zip(people, (3, 1, 4, 2), strict=True)
    ]
    drawn = own.post(of(made, "players/draw/"), {"numbers": typed})
    assert drawn.status_code == 200
    told = {one["id"]: one["number"] for one in drawn.json()["players"]}
    assert told == {one["player"]: one["number"] for one in typed} and is_drawn(made)
    back = yes(own.post, of(made, "players/draw/undo/"), {})
    assert [one["id"] for one in back.json()["players"]] == [one.pk for one in people]
    assert own.post(of(made, "players/draw/")).status_code == 200 and is_drawn(made)


def test_a_program_that_publishes_without_a_draw_is_asked_too(program):
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    own = program(made)
    own.post(of(made, "rounds/1/pair/"))
    asked = own.post(of(made, "rounds/1/publish/")).json()
    assert "lots.not_drawn" in [reason["code"] for reason in asked["reasons"]]
    own.post(of(made, "players/draw/"))
    own.post(of(made, "rounds/1/pair/"))
    asked = own.post(of(made, "rounds/1/publish/")).json()
    assert "lots.not_drawn" not in [reason["code"] for reason in asked["reasons"]]


def test_a_swiss_draws_no_numbers(program):
    made = factories.tournament(4)
    refused = program(made).post(of(made, "players/draw/"))
    assert (refused.status_code, refused.json()["code"]) == (422, "lots.no_table")
