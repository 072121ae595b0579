"""A match for third place, agreed beforehand (A.1): who lost before the final meets beside it."""

import random

import pytest

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.knockout import (
    Bracket,
    duration,
    follow,
    plan,
    programme,
    share_prizes,
)
from pairing.handbook.lots import Lots
from pairing.handbook.team_knockout import TeamMatch
from pairing.handbook.team_knockout import follow as follow_teams
from pairing.results import RESULTS
from tests.pairing.handbook.knockout_desk import entered, play_knockout
from tests.pairing.handbook.knockout_made import favourite


def made(players: int, **more):
    return plan(range(1, players + 1), 1, Lots("x"), third_place=True, **more)


def places(progress):
    return [(place.first, place.last, place.players) for place in progress.ranking]


def test_the_four_best_have_a_place_of_their_own() -> None:
    _plan, _games, progress = play_knockout(made(8), favourite)
    assert places(progress) == [
        (1, 1, (1,)),
        (2, 2, (2,)),
        (3, 3, (3,)),
        (4, 4, (4,)),
        (5, 8, (5, 6, 7, 8)),
    ]
    codes = [place.fact.code for place in progress.ranking]
    assert codes[2:4] == ["knockout.place.third", "knockout.place.fourth"]


def test_without_it_a19_shares_places_three_and_four() -> None:
    _plan, _games, progress = play_knockout(plan(range(1, 9), 1, Lots("x")), favourite)
    assert (3, 4, (3, 4)) in places(progress)


def test_it_stands_beside_the_final_and_the_event_ends_with_both() -> None:
    agreed = made(4)
    games = []
    while len(follow(agreed, games).stages) < 2:
        games += [entered(due, favourite(due)) for due in follow(agreed, games).due]
    final, third = (follow(agreed, games).stages[1].ties[0], follow(agreed, games).stages[1].third)
    assert (final.tie, third.tie) == ("2.1", "2.2")
    assert {third.first, third.second} == {3, 4}
    assert {due.tie for due in follow(agreed, games).due} == {"2.1", "2.2"}
    while any(due.tie == "2.1" for due in follow(agreed, games).due):
        games += [
            entered(due, favourite(due)) for due in follow(agreed, games).due if due.tie == "2.1"
        ]
    half_way = follow(agreed, games)
    assert half_way.stages[1].ties[0].winner == 1
    assert not half_way.finished and not half_way.ranking


@pytest.mark.parametrize("players", [4, 5, 7, 9, 16])
@pytest.mark.parametrize("bracket", list(Bracket))
def test_with_any_number_and_any_results_everybody_has_one_place(players, bracket) -> None:
    dice = random.Random(players)
    agreed = made(players, bracket=bracket)
    _plan, _games, progress = play_knockout(agreed, lambda due: dice.choice(("10", "01", "==")))
    ranked = [tpn for place in progress.ranking for tpn in place.players]
    assert sorted(ranked) == list(range(1, players + 1))
    assert [len(place.players) for place in progress.ranking[:4]] == [1, 1, 1, 1]
    assert progress.ranking[-1].last == players


def test_with_three_players_place_three_is_known_without_it() -> None:
    agreed = made(3)
    assert not agreed.has_third_place
    _plan, _games, progress = play_knockout(agreed, favourite)
    assert places(progress) == [(1, 1, (1,)), (2, 2, (2,)), (3, 3, (3,))]


def test_it_needs_a_single_winner() -> None:
    with pytest.raises(UnsupportedRule) as refused:
        plan(range(1, 9), 2, Lots("x"), third_place=True)
    assert refused.value.said.code == "knockout.third_place"


def test_a1_the_plan_says_so_beforehand_and_lasts_no_longer() -> None:
    agreed = made(8)
    assert [fact.article for fact in agreed.facts if fact.code == "knockout.third_place"] == ["A.1"]
    assert [stage.third_place for stage in programme(agreed)] == [False, False, True]
    assert duration(agreed) == duration(plan(range(1, 9), 1, Lots("x")))


def test_a19_its_prizes_are_not_shared() -> None:
    _plan, _games, progress = play_knockout(made(4), favourite)
    shares = share_prizes(progress.ranking, [1000, 500, 300, 100])
    assert [(share.players, share.each) for share in shares] == [
        ((1,), 1000),
        ((2,), 500),
        ((3,), 300),
        ((4,), 100),
    ]


def test_a_game_of_it_does_not_exist_without_it() -> None:
    agreed, games, _progress = play_knockout(made(4), favourite)
    with pytest.raises(InconsistentHistory):
        follow(plan(agreed.order, 1, agreed.lots), games)


def test_between_teams_it_is_in_the_round_of_the_final() -> None:
    agreed = made(4, boards=2)
    won, lost = RESULTS["10"], RESULTS["01"]
    rounds = []
    while len(rounds) < 2:
        due = follow_teams(agreed, rounds).due
        rounds.append(
            [
                TeamMatch(one.first, one.second, (won if one.first < one.second else lost,) * 2)
                for one in due
            ]
        )
    assert {one.tie for one in follow_teams(agreed, rounds).due} == {"2.1", "2.2"}
