"""Handbook, knock-out between teams: A.9-A.11, A.23, A.30."""

import random

import pytest

from pairing.handbook.knockout import plan
from pairing.handbook.lots import Lots
from pairing.handbook.team_knockout import DueMatch, TeamMatch, follow
from pairing.results import RESULTS

WON, DRAWN, LOST = RESULTS["10"], RESULTS["=="], RESULTS["01"]


def chosen(progress, made):
    """The winner of every lot for a golden point takes White."""
    lots = made.lots
    for fact in progress.waiting:
        values = dict(fact.values)
        order = sorted(fact.players, key=lambda team: team != values["winner"])
        lots = Lots(lots.seed, (*lots.typed, (str(values["draw"]), tuple(order))))
    return plan(made.order, made.winners, lots, boards=made.boards)


def played(due: DueMatch, *results) -> TeamMatch:
    return TeamMatch(due.first, due.second, tuple(results))


def test_a_30_all_boards_of_a_team_have_the_colour_drawn_and_then_the_other():
    made = plan((1, 2), 1, Lots("seed"), boards=4)
    first = follow(made, []).due
    assert [(due.tie, due.phase, due.number, due.boards) for due in first] == [("1.1", 0, 1, 4)]
    match = played(first[0], WON, WON, DRAWN, LOST)
    second = follow(made, [[match]]).due
    assert [(due.first, due.second, due.number) for due in second] == [
        (first[0].second, first[0].first, 2)
    ]


def test_a_9_the_points_of_all_boards_of_the_tie_decide():
    made = plan((1, 2), 1, Lots("seed"), boards=2)
    first = follow(made, []).due[0]
    second = played(DueMatch("1.1", 0, 2, first.second, first.first, 2, False), WON, DRAWN)
    found = follow(made, [[played(first, DRAWN, DRAWN)], [second]])
    assert found.progress.finished
    tie = found.progress.stages[0].ties[0]
    assert (tie.winner, sorted(tie.score)) == (first.second, [15, 25])


def test_a_10_a_11_level_after_the_extension_one_board_decides_and_a_draw_eliminates_white():
    made = plan((1, 2), 1, Lots("seed"), boards=3)
    rounds = []
    for _game in range(4):
        due = follow(made, rounds).due[0]
        rounds.append([played(due, WON, DRAWN, LOST)])
    waiting = follow(made, rounds)
    assert (waiting.due, len(waiting.progress.waiting)) == ((), 1)
    made = chosen(waiting.progress, made)
    golden = follow(made, rounds).due[0]
    assert (golden.golden, golden.boards) == (True, 1)
    found = follow(made, [*rounds, [played(golden, DRAWN)]])
    assert found.progress.ranking[0].players == (golden.second,)


def test_a_match_that_a_correction_left_without_a_place_does_not_count():
    made = plan((1, 2, 3, 4), 1, Lots("seed"), boards=1)
    rounds: list[list[TeamMatch]] = []
    for _round in range(2):
        due = follow(made, rounds).due
        rounds.append([played(one, WON if one.first < one.second else LOST) for one in due])
    final = follow(made, rounds).due[0]
    assert {final.first, final.second} == {1, 2}
    rounds.append([played(final, WON)])
    wrong = [
        [
            TeamMatch(one.first, one.second, (LOST if one.first == 1 else WON,))
            if 1 in (one.first, one.second)
            else one
            for one in row
        ]
        for row in rounds[:2]
    ]
    found = follow(made, [*wrong, rounds[2]])
    assert [one.match for one in found.displaced] == rounds[2]
    assert {found.due[0].first, found.due[0].second} == {4, 2}


def test_nothing_is_due_while_boards_of_the_round_are_open():
    made = plan((1, 2, 3, 4), 1, Lots("seed"), boards=2)
    due = follow(made, []).due
    rounds = [[played(due[0], WON, None), played(due[1], WON, WON)]]
    assert {one.tie for one in follow(made, rounds).due} == {due[1].tie}


@pytest.mark.parametrize("teams", [2, 3, 5, 8, 14, 16])
@pytest.mark.parametrize("winners", [1, 2, 3])
def test_every_event_ends_with_as_many_winners_as_were_to_be_chosen(teams, winners):
    if teams <= winners:
        return
    dice = random.Random(f"{teams}-{winners}")
    made = plan(tuple(range(1, teams + 1)), winners, Lots("seed"), boards=2)
    rounds: list[list[TeamMatch]] = []
    for _round in range(60):
        state = follow(made, rounds)
        if state.progress.finished:
            break
        if state.progress.waiting:
            made = chosen(state.progress, made)
            continue
        rounds.append(
            [
                played(one, *(dice.choice((WON, DRAWN, LOST)) for _ in range(one.boards)))
                for one in state.due
            ]
        )
    assert state.progress.finished and not state.displaced
    assert len(state.progress.ranking[0].players) == winners
    assert sum(len(place.players) for place in state.progress.ranking) == teams
