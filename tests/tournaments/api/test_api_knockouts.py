"""Knock-outs and play-offs in the API: announced ones only, with their reasons."""

import pytest

from tests import factories
from tests.tournaments.knockout_events import announced, knockout, level_three, play_out
from tests.tournaments.team_events import team_event
from tournaments.models import Knockout
from tournaments.services.knockout.playoff import prepare_playoff

pytestmark = pytest.mark.django_db


def test_a_plan_is_nobodys_business_and_an_announced_knock_out_everybodys(api):
    found = knockout(6)
    address = f"tournaments/{found.tournament_id}/knockouts/"
    assert api.get(address).json() == {"knockouts": []}
    announced(found)
    course = api.get(address).json()["knockouts"][0]
    assert (course["kind"], course["finished"]) == ("knockout", False)
    assert [stage["players"] for stage in course["stages"]] == [6, 4, 2]
    assert course["stages"][2]["ties"][0]["sides"][0]["awaits"] == "2.1"
    assert len(course["due"]) == 2
    play_out(found)
    course = api.get(address).json()["knockouts"][0]
    assert [place["players"][0]["number"] for place in course["ranking"]] == [1, 2, 3, 5]
    assert course["due"] == []


def test_a_play_off_and_the_order_it_gave_to_the_standings(api):
    tournament = level_three()
    found = announced(prepare_playoff(tournament=tournament, place=1, level=[], by=None))
    play_out(found)
    course = api.get(f"tournaments/{tournament.pk}/knockouts/").json()["knockouts"][0]
    assert (course["kind"], course["place"], course["finished"]) == ("playoff", 1, True)
    assert course["reasons"][0]["article"] == "C.2"
    assert [len(tie["games"]) for tie in course["ties"]] == [3]
    rows = api.get(f"tournaments/{tournament.pk}/standings/").json()["rows"]
    order = [place["players"][0]["id"] for place in course["ranking"]]
    assert [row["player"]["id"] for row in rows[:3]] == order


def test_an_answer_costs_the_same_for_few_and_many_games(api, django_assert_max_num_queries):
    found = announced(knockout(16))
    play_out(found)
    with django_assert_max_num_queries(14):
        api.get(f"tournaments/{found.tournament_id}/knockouts/")


# --- Games ----------------------------------------------------------------------------------------


def path_of(game, end=""):
    return game["url"].partition("/api/v1/")[2] + end


def due(api, found):
    course = api.get(f"tournaments/{found.tournament_id}/knockouts/").json()["knockouts"][0]
    return course["due"]


def test_a_game_is_entered_changed_and_cleared(api, program):
    found = announced(knockout(4))
    writer = program(found.tournament, "results")
    game = due(api, found)[0]
    assert (game["result"], game["version"]) == ("", 0)
    early = writer.put(path_of(game, "result/"), {"result": "10", "version": 7})
    assert (early.status_code, early.json()["current"]) == (409, {"version": 0, "result": ""})
    entered = writer.put(path_of(game, "result/"), {"result": "10", "version": 0, "moves": 31})
    assert entered.status_code == 200
    assert (entered.json()["result"], entered.json()["moves"]) == ("10", 31)
    assert api.get(path_of(game)).json() == entered.json()
    late = writer.put(path_of(game, "result/"), {"result": "01", "version": 0})
    assert (late.status_code, late.json()["code"]) == (409, "knockout.changed_meanwhile")
    assert late.json()["current"]["result"] == "10"
    version = entered.json()["version"]
    cleared = writer.put(path_of(game, "result/"), {"result": "", "version": version})
    assert (cleared.json()["result"], cleared.json()["moves"]) == ("", 0)
    line = found.tournament.log.filter(act="game.entered").get()
    assert (line.by, line.via) == (factories.chief_of(found.tournament), "Results table")


def test_a_correction_that_takes_later_games_out_asks_first(api, program):
    found = announced(knockout(4))
    first = due(api, found)[0]
    play_out(found)
    writer = program(found.tournament, "results")
    version = api.get(path_of(first)).json()["version"]
    other = {"10": "01", "01": "10"}[api.get(path_of(first)).json()["result"]]
    body = {"result": other, "version": version}
    question = writer.put(path_of(first, "result/"), body)
    assert (question.status_code, question.json()["level"]) == (409, 3)
    body["confirmed"] = question.json()["confirmed"]
    assert writer.put(path_of(first, "result/"), body).json()["result"] == other


def test_a_game_of_a_play_off_is_entered_and_orders_the_standings(api, program):
    tournament = level_three()
    announced(prepare_playoff(tournament=tournament, place=1, level=[], by=None))
    writer = program(tournament, "results")
    address = f"tournaments/{tournament.pk}/knockouts/"
    while games := api.get(address).json()["knockouts"][0]["due"]:
        code = "10" if games[0]["white"]["id"] < games[0]["black"]["id"] else "01"
        answer = writer.put(path_of(games[0], "result/"), {"result": code, "version": 0})
        assert answer.status_code == 200, answer.content
    assert api.get(address).json()["knockouts"][0]["finished"] is True


def test_a_lot_drawn_at_the_table_decides_who_begins_with_white(program):
    found = announced(knockout(4))
    writer = program(found.tournament, "results")
    address = f"tournaments/{found.tournament_id}/knockouts/"
    lot = writer.get(address).json()["knockouts"][0]["lots"][0]
    order = [one["number"] for one in lot["entrants"]][::-1]
    answer = writer.put(f"knockouts/{found.pk}/lots/", {"draw": lot["draw"], "order": order})
    assert answer.json()["lots"][0]["order"] == order
    game = answer.json()["due"][0]
    seats = {one["number"]: one["player"]["id"] for one in lot["entrants"]}
    assert [game["white"]["id"], game["black"]["id"]] == [seats[number] for number in order]
    wrong = writer.put(f"knockouts/{found.pk}/lots/", {"draw": lot["draw"], "order": [1, 1]})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "order")


def test_a_plan_takes_no_games(program, api):
    found = knockout(4)
    writer = program(found.tournament)
    body = {"result": "10", "version": 0}
    assert writer.put(f"knockouts/{found.pk}/games/1.1~0~1~1/result/", body).status_code == 404
    announced(found)
    game = due(api, found)[0]
    assert writer.get(path_of(game)).status_code == 200
    Knockout.objects.filter(pk=found.pk).update(announced_at=None)
    assert writer.get(path_of(game)).status_code == 404


def test_a_knock_out_of_teams_names_its_matches(api, program):
    tournament = team_event(4, 2, system="handbook.team_knockout", drawn=False)
    found = announced(Knockout.objects.get(tournament=tournament))
    course = api.get(f"tournaments/{tournament.pk}/knockouts/").json()["knockouts"][0]
    assert course["of_teams"] is True
    tie = course["stages"][0]["ties"][0]
    assert {side["player"]["name"] for side in tie["sides"]} == {"A", "D"}
    [match] = tie["matches"]
    assert (match["round"], tie["games"]) == (1, [])
    answer = program(tournament).get(f"matches/{match['id']}/").json()
    assert {answer["first"]["name"], answer["second"]["name"]} == {"A", "D"}
    for game in course["due"]:
        refused = program(tournament).put(path_of(game, "result/"), {"result": "10", "version": 0})
        assert (refused.status_code, refused.json()["code"]) == (
            422,
            "knockout.teams_play_matches",
        )
    assert found.games.count() == 0
