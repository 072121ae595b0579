"""Programs work on a Swiss of teams: matches, byes, teams that must not meet."""

import pytest

from tests import factories
from tests.tournaments.api.test_api_team_work import agreed
from tests.tournaments.team_events import play_round, stronger, team, team_event
from tournaments.models import ForbiddenPairing, Match, RoundBye

pytestmark = pytest.mark.django_db
ALL = ("pair", "publish", "byes", "teams")


@pytest.fixture
def swiss():
    tournament = team_event(5, 2, system="fide2026.team")
    tournament.total_rounds, tournament.no_byes_in_last = 3, 0
    tournament.event.public = True
    tournament.event.save()
    tournament.save()
    for number in (1, 2, 3):
        tournament.rounds.get_or_create(number=number)
    return tournament


def path(tournament, number, what=""):
    return f"tournaments/{tournament.pk}/rounds/{number}/matches/{what}"


def pairs(answer):
    return {frozenset((one["first"]["name"], one["second"]["name"])) for one in answer["matches"]}


def test_matches_are_paired_changed_announced_and_discarded(program, swiss, client):
    writer = program(swiss, *ALL)
    public = f"/api/v1/{path(swiss, 1)}"
    assert client.get(public).status_code == 404
    made = agreed(writer.post, path(swiss, 1, "pair/"), {})
    assert made.status_code == 200
    found = made.json()
    assert pairs(found) == {frozenset("AC"), frozenset("BD")}
    assert [(one["team"]["name"], one["kind"]) for one in found["byes"]] == [("E", "U")]
    assert not found["public"] and not found["stale"] and found["findings"] == []
    assert all(one["reasons"] and one["reasons"][-1]["article"] for one in found["matches"])
    assert client.get(public).status_code == 404
    two = {"one": team(swiss, "A").pk, "two": team(swiss, "E").pk}
    changed = agreed(writer.post, path(swiss, 1, "exchange/"), two).json()
    assert pairs(changed) == {frozenset("EC"), frozenset("BD")} and changed["findings"]
    again = agreed(writer.post, path(swiss, 1, "pair/"), {}).json()
    assert pairs(again) == {frozenset("AC"), frozenset("BD")}
    shown = agreed(writer.post, path(swiss, 1, "announce/"), {"public": True})
    assert shown.json()["public"]
    seen = client.get(public).json()
    assert pairs(seen) == pairs(again) and seen["findings"] == []
    agreed(writer.post, path(swiss, 1, "announce/"), {"public": False})
    assert client.get(public).status_code == 404
    gone = agreed(writer.post, path(swiss, 1, "discard/"), {}).json()
    assert gone["matches"] == [] and not Match.objects.filter(round__tournament=swiss).exists()


def test_why_two_teams_do_not_meet(program, swiss):
    play_round(swiss, 1, stronger)
    reader = program(swiss, "pair")
    two = f"?one={team(swiss, 'A').pk}&two={team(swiss, 'C').pk}"
    (why,) = reader.get(path(swiss, 2, f"why-not/{two}")).json()["reasons"]
    assert why["article"] == "2.1.1"


def test_a_team_has_a_bye_and_plays_after_all(program, swiss):
    writer = program(swiss, *ALL)
    bye = f"teams/{team(swiss, 'B').pk}/byes/2/"
    given = agreed(writer.put, bye, {"kind": "H"})
    assert given.status_code == 200, given.json()
    assert (given.json()["kind"], given.json()["round"]) == ("H", 2)
    assert RoundBye.objects.get(round__tournament=swiss).team.name == "B"
    assert writer.delete(bye).status_code == 204
    assert not RoundBye.objects.filter(round__tournament=swiss).exists()
    full = writer.put(bye, {"kind": "F"})
    assert full.status_code == 409  # out of use: it asks


def test_teams_that_must_not_meet(program, swiss):
    writer = program(swiss, *ALL)
    teams = [team(swiss, name).pk for name in "AC"]
    where = f"tournaments/{swiss.pk}/forbidden/"
    made = agreed(writer.post, where, {"teams": teams, "reason": "one club"})
    assert made.status_code == 201
    assert [one["name"] for one in made.json()["teams"]] == ["A", "C"]
    assert frozenset("AC") not in pairs(agreed(writer.post, path(swiss, 1, "pair/"), {}).json())
    (rule,) = writer.get(where).json()["results"]
    assert (rule["reason"], rule["players"]) == ("one club", [])
    gone = agreed(writer.delete, f"forbidden/{rule['id']}/", {})
    assert gone.status_code == 204 and not ForbiddenPairing.objects.exists()
    wrong = writer.post(where, {"teams": [*teams, 10**9]})
    assert wrong.status_code == 400


def test_players_that_must_not_meet(program):
    tournament = factories.tournament(6)
    writer = program(tournament, "pair")
    players = [factories.entry(tournament, tpn).pk for tpn in (1, 4)]
    where = f"tournaments/{tournament.pk}/forbidden/"
    made = agreed(writer.post, where, {"players": players})
    assert made.status_code == 201 and len(made.json()["players"]) == 2


def test_a_token_without_the_scope_is_refused(program, swiss):
    writer = program(swiss, "teams")
    assert writer.post(path(swiss, 1, "pair/"), {}).status_code == 403
    assert writer.put(f"teams/{team(swiss, 'B').pk}/byes/2/", {"kind": "H"}).status_code == 403


def test_other_formats_have_no_such_matches(program):
    league = team_event(4, 2)
    writer = program(league, "pair")
    assert writer.get(path(league, 1)).status_code == 404
    answer = writer.post(path(league, 1, "pair/"), {})
    assert answer.json()["code"] == "matches.not_a_swiss"
