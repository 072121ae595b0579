"""Knock-outs and play-offs in the API: announced ones only, with their reasons."""

import pytest

from tests.tournaments.knockout_events import announced, knockout, level_three, play_out
from tournaments.services.playoff import prepare

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
    found = announced(prepare(tournament=tournament, place=1, level=[], by=None))
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
