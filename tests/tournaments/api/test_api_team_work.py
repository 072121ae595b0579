"""Programs work on teams: lists, the draw, line-ups, leaving, matches lost without a game."""

from copy import deepcopy

import pytest

from tests import factories
from tests.tournaments.team_events import open_round, play_round, player_ids, team, team_event
from tournaments.models import LineUp, LogEntry, Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def league_once(standing):
    return team_event(4, 2)


@pytest.fixture
def league(league_once):
    return deepcopy(league_once)


def agreed(send, path, body):
    """The answer after every question was answered with yes."""
    answer = send(path, body)
    while answer.status_code == 409 and answer.json()["code"] == "needs_confirmation":
        answer = send(path, {**body, "confirmed": answer.json()["confirmed"]})
    return answer


def test_a_league_is_made_from_nothing(program):
    tournament = factories.tournament(6, system="handbook.team_round_robin")
    writer = program(tournament, "teams")
    tournament.entries.update(club="")
    ids = list(tournament.entries.order_by("tpn").values_list("pk", flat=True))
    from tournaments.services.teams.listing import change_rules

    change_rules(tournament=tournament, by=None, values={"boards": 2, "reserves": 1})
    made = []
    for place, name in enumerate(("Ankara  SK", "İzmir")):
        answer = writer.post(f"tournaments/{tournament.pk}/teams/", {"name": name})
        assert answer.status_code == 201
        team_ = answer.json()
        path = f"teams/{team_['id']}/players/"
        players = ids[3 * place : 3 * place + 3]
        answer = writer.put(path, {"players": players, "version": team_["version"]})
        assert [one["player"]["id"] for one in answer.json()["players"]] == players
        made.append(answer.json())
    assert [one["name"] for one in made] == ["Ankara SK", "İzmir"]
    numbers = [{"team": made[1]["id"], "number": 1}]
    drawn = writer.post(f"tournaments/{tournament.pk}/teams/draw/", {"numbers": numbers})
    assert [(one["number"], one["name"]) for one in drawn.json()["results"]] == [
        (1, "İzmir"), (2, "Ankara SK"),
    ]  # fmt: skip
    line = LogEntry.objects.filter(act="teams.drawn").get()
    assert line.via == "Results table"


def test_a_team_is_changed_by_whoever_saw_it_last(program, league):
    writer = program(league, "teams")
    a = team(league, "A")
    changed = writer.patch(f"teams/{a.pk}/", {"club": "Kale", "version": a.version})
    assert (changed.json()["club"], changed.json()["version"]) == ("Kale", a.version + 1)
    late = writer.patch(f"teams/{a.pk}/", {"club": "Vezir", "version": a.version})
    assert (late.status_code, late.json()["code"]) == (409, "team.changed_meanwhile")
    assert late.json()["current"] == {"version": a.version + 1, "name": "A"}
    listed = writer.put(f"teams/{a.pk}/players/", {"players": [], "version": a.version})
    assert (listed.status_code, listed.json()["code"]) == (409, "team.changed_meanwhile")
    wrong = writer.patch(f"teams/{a.pk}/", {"federation": "TU", "version": 2})
    assert (wrong.status_code, wrong.json()["field"]) == (400, "federation")
    taken = writer.patch(f"teams/{a.pk}/", {"name": "B", "version": a.version + 1})
    assert (taken.status_code, taken.json()["field"]) == (422, "name")


def test_a_dry_run_of_a_new_name_leaves_the_old_one(program, league):
    a = team(league, "A")
    answer = program(league).patch(f"teams/{a.pk}/?dry_run=1", {"name": "Z", "version": a.version})
    assert (answer.json()["name"], answer["Dry-Run"]) == ("Z", "true")
    a.refresh_from_db()
    assert a.name == "A"


def test_a_line_up_is_handed_in_and_stays_sealed_until_both_are_in(program, api, league):
    writer = program(league, "line-ups")
    a, d = team(league, "A"), team(league, "D")
    a1, a3, d1, d2 = player_ids(league, "A1", "A3", "D1", "D2")
    path = f"teams/{a.pk}/line-ups/1/"
    seats = [{"board": 1, "player": a1}, {"board": 2, "player": a3}]
    answer = writer.put(path, {"seats": seats})
    assert answer.status_code == 200
    assert (answer.json()["sealed"], answer.json()["seats"]) == (True, [])
    writer.put(
        f"teams/{d.pk}/line-ups/1/",
        {"seats": [{"board": 1, "player": d1}, {"board": 2, "player": d2}]},
    )
    states = writer.get(f"tournaments/{league.pk}/rounds/1/line-ups/").json()["line_ups"]
    shown = {one["team"]["name"]: [seat["player"]["name"] for seat in one["seats"]]
             for one in states}  # fmt: skip
    assert shown == {"A": ["A1", "A3"], "D": ["D1", "D2"], "B": [], "C": []}
    assert api.get(f"tournaments/{league.pk}/rounds/1/line-ups/").status_code == 404
    open_round(league, 1)
    public = api.get(f"tournaments/{league.pk}/rounds/1/line-ups/").json()["line_ups"]
    assert [one["by_rule"] for one in public if one["team"]["name"] in "AB"] == [False, True]


def test_a_line_up_against_the_rules_is_refused_with_its_reason(program, league):
    writer = program(league, "line-ups")
    path = f"teams/{team(league, 'A').pk}/line-ups/1/"
    a1, a2, b1 = player_ids(league, "A1", "A2", "B1")
    order = writer.put(path, {"seats": [{"board": 1, "player": a2}, {"board": 2, "player": a1}]})
    assert (order.status_code, order.json()["code"]) == (422, "lineup.order")
    other = writer.put(path, {"seats": [{"board": 1, "player": b1}]})
    assert (other.status_code, other.json()["code"]) == (422, "lineup.not_in_the_team")
    twice = writer.put(path, {"seats": [{"board": 1, "player": a1}, {"board": 1, "player": a2}]})
    assert (twice.status_code, twice.json()["field"]) == (400, "seats")
    question = writer.put(path, {"seats": [{"board": 1, "player": a1}]})
    assert [one["code"] for one in question.json()["reasons"]] == ["lineup.forfeits"]
    done = agreed(writer.put, path, {"seats": [{"board": 1, "player": a1}]})
    assert done.status_code == 200
    assert LineUp.objects.get(team__name="A").seats.count() == 1


def test_a_match_is_forfeited_and_played_after_all(program, league):
    open_round(league, 1)
    writer = program(league, "results")
    found = writer.get(f"tournaments/{league.pk}/teams/matches/").json()["results"][0]
    path = f"matches/{found['id']}/forfeit/"
    question = writer.put(path, {"forfeit": "+-"})
    assert (question.status_code, question.json()["level"]) == (409, 3)
    lost = agreed(writer.put, path, {"forfeit": "+-"}).json()
    assert (lost["first_points"], lost["second_points"], lost["forfeited"]) == (2.0, 0.0, True)
    assert writer.get(found["url"].partition("/api/v1/")[2]).json() == lost
    assert agreed(writer.put, path, {"forfeit": ""}).json()["complete"] is False
    assert set(Pairing.objects.filter(match=found["id"]).values_list("result", flat=True)) == {""}


def test_a_team_leaves_and_returns(program, league):
    writer = program(league, "teams")
    a = team(league, "A")
    early = writer.post(f"teams/{a.pk}/withdraw/")
    assert (early.status_code, early.json()["code"]) == (422, "team.remove_instead")
    play_round(league, 1)
    assert agreed(writer.post, f"teams/{a.pk}/withdraw/", {}).json()["withdrawn_after"] == 1
    assert writer.post(f"teams/{a.pk}/return/").json()["withdrawn_after"] is None
    refused = writer.delete(f"teams/{a.pk}/")
    assert (refused.status_code, refused.json()["code"]) == (422, "team.has_played")


def test_a_team_is_taken_out_before_round_1(program, league):
    d = team(league, "D")
    assert agreed(program(league, "teams").delete, f"teams/{d.pk}/", {}).status_code == 204
    assert sorted(league.teams.values_list("name", flat=True)) == ["A", "B", "C"]
