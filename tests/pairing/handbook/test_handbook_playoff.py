"""Handbook, knock-out, chapter C: recipes for a tie for first place, and the reading of C-18."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook import playoff
from pairing.handbook.knockout import Clock, DueGame, TieGame
from pairing.handbook.lots import Lots
from pairing.handbook.playoff import Plan, Progress, Settings, Step, follow, plan
from pairing.results import RESULTS
from tests.pairing.handbook.knockout_desk import (
    Chooser,
    entered,
    play_playoff,
    with_choices,
)

CASES = json.loads(
    (Path(__file__).parents[2] / "cases" / "handbook" / "playoff.json").read_text("utf-8")
)
LOTS = Lots("play-off")


def recipe(players: int, **choices: str) -> Plan:
    return plan(range(1, players + 1), LOTS, Settings(tuple(choices.items())))


def favourite(due: DueGame) -> str:
    return "10" if due.white < due.black else "01"


def in_circle(due: DueGame) -> str:
    """1 beats 2, 2 beats 3, 3 beats 1 (by remainders): nobody leads."""
    return "10" if (due.black - due.white) % 3 == 1 else "01"


def by_step(default: Chooser = favourite, **steps: Chooser) -> Chooser:
    return lambda due: steps.get(due.tie.replace(" ", "_"), default)(due)


def finish(
    made: Plan, choose: Chooser, moves: Callable[[DueGame], int] = lambda due: 40
) -> tuple[list[TieGame], Progress]:
    _, games, progress = play_playoff(made, choose, moves)
    return games, progress


def ties(games: list[TieGame]) -> list[str]:
    """The steps in the order in which they were played, each once."""
    return list(dict.fromkeys(game.tie for game in games))


def codes(progress: Progress) -> list[str]:
    return [fact.code for fact in progress.facts]


# The plan


def test_every_recipe_number_has_its_plan() -> None:
    assert sorted(int(name.rsplit("-", 1)[1]) for name in CASES) == list(range(2, 12))
    for name, case in CASES.items():
        tied = case["input"]["tied_for_first"]
        made = recipe(tied)
        assert made.recipe == (tied if tied < 11 else 8)
        assert made.facts[0].article == f"C.{tied - 1}"
        assert name == f"knockout-recipe-{tied}"


def shape(steps: tuple[Step, ...]) -> list[tuple[int, str, str, int, int, str]]:
    return [(s.stage, s.key, s.kind, s.rounds, s.games, s.only_if) for s in steps]


def test_c1_plan_of_two() -> None:
    made = recipe(2)
    assert shape(made.steps) == [
        (1, "match", "match", 2, 2, ""),
        (2, "match", "golden", 1, 1, "tied"),
    ]
    assert made.steps[0].clock == Clock.each(3, 3)
    assert made.steps[1].clock == Clock(300, 240)
    # Two games of at most 12 minutes with 5 between; then 10 and a golden point of 9.
    assert (made.shortest, made.longest) == (29, 48)
    assert [each.name for each in made.alternatives] == ["two"]
    assert shape(recipe(2, two="golden").steps) == [(1, "match", "golden", 1, 1, "")]


def test_c2_plan_of_three() -> None:
    made = recipe(3)
    assert shape(made.steps) == [
        (1, "berger", "berger", 3, 3, ""),
        (2, "golden", "golden", 1, 1, "two_tied"),
        (2, "golden berger", "golden_berger", 3, 3, "three_tied"),
    ]
    assert (made.shortest, made.longest) == (46, 46 + 10 + 37)
    out = recipe(3, three_tied="eliminate")
    assert shape(out.steps)[2:] == [
        (2, "last two match", "match", 2, 2, "three_tied"),
        (3, "last two match", "golden", 1, 1, "tied"),
    ]
    assert [each.name for each in out.alternatives] == ["three_tied", "two"]


def test_c3_plan_of_four() -> None:
    assert shape(recipe(4).steps) == [
        (1, "knockout 1", "knockout", 2, 4, ""),
        (2, "knockout 1", "golden", 1, 2, "tied"),
        (3, "knockout 2", "match", 2, 2, ""),
        (4, "knockout 2", "golden", 1, 1, "tied"),
    ]
    assert shape(recipe(4, four="golden").steps) == [
        (1, "knockout 1", "golden_knockout", 1, 2, ""),
        (2, "knockout 2", "golden_knockout", 1, 1, ""),
    ]


def test_c4_plan_of_five() -> None:
    best = recipe(5)
    assert best.steps[0].entrants == (1, 2, 3, 4)
    every = recipe(5, five="berger")
    assert shape(every.steps)[0] == (1, "berger", "berger", 5, 10, "")
    assert {step.only_if for step in every.steps} >= {
        "two_tied", "three_tied", "four_tied", "five_tied",
    }  # fmt: skip
    assert shape(every.steps)[-1] == (2, "golden berger", "golden_berger", 5, 10, "five_tied")
    assert [each.name for each in best.alternatives] == ["five", "four"]
    assert [each.name for each in every.alternatives] == ["five", "four", "three_tied", "two"]
    # Five rounds of 12 and four breaks; at the longest four are tied and play a knock-out.
    assert every.shortest == 80
    assert every.longest == 80 + 10 + recipe(4).longest


@pytest.mark.parametrize(("players", "letters"), [(6, "AB"), (9, "ABC")])
def test_c5_c8_groups_as_printed(players: int, letters: str) -> None:
    made = recipe(players)
    groups = [
        list(step.entrants)
        for letter in letters
        for step in made.steps
        if step.key == f"{letter} berger"
    ]
    if players == 6:
        assert groups == CASES["knockout-recipe-6"]["expected"]["recipe"]["groups"]
        assert shape(made.steps)[-1] == (3, "final", "golden", 1, 1, "")
    else:
        assert groups == CASES["knockout-recipe-9"]["expected"]["recipe"]["groups"]
        assert [step.key for step in made.steps if step.key.startswith("final")] == [
            "final berger",
            "final golden",
            "final golden berger",
        ]


def test_c6_plan_of_seven() -> None:
    expected = CASES["knockout-recipe-7"]["expected"]["recipe"]["bracket_order"]
    made = recipe(7)
    assert shape(made.steps) == [(1, "golden berger", "golden_berger", 7, 21, "")]
    assert list(made.steps[0].entrants) == expected
    ladder = recipe(7, seven="bracket")
    assert [(step.players, step.games) for step in ladder.steps] == [(7, 3), (4, 2), (2, 1)]
    assert list(ladder.steps[0].entrants) == expected
    drawn = recipe(7, seven_numbers="lot").steps[0].entrants
    assert sorted(drawn) == list(range(1, 8))
    assert list(drawn) != expected


def test_c7_plan_of_eight() -> None:
    assert shape(recipe(8).steps) == [
        (1, "knockout 1", "golden_knockout", 1, 4, ""),
        (2, "knockout 2", "golden_knockout", 1, 2, ""),
        (3, "knockout 3", "golden_knockout", 1, 1, ""),
    ]
    assert recipe(8).longest == 3 * 9 + 2 * 10


def test_c9_plan_of_ten() -> None:
    made = recipe(10)
    groups = [step.entrants for step in made.steps if step.entrants]
    assert groups == [(1, 4, 5, 8), (2, 3, 6, 7)]  # the best four of 1 4 5 8 9 and 2 3 6 7 10
    assert shape(made.steps)[-1] == (5, "final", "golden", 1, 1, "")
    every = recipe(10, ten_groups="lot", five="berger")
    first = [step.entrants for step in every.steps if step.stage == 1]
    assert sorted(first[0] + first[1]) == list(range(1, 11))
    assert len(first[0]) == len(first[1]) == 5


@pytest.mark.parametrize("players", [11, 12, 20])
def test_c10_c18_the_arbiter_says_whether_eight_nine_or_fewer_enter(players: int) -> None:
    assert recipe(players).recipe == 8
    assert recipe(players).alternatives[0].values[:2] == ("8", "9")
    for admitted in range(2, 10):
        made = recipe(players, admitted=str(admitted))
        assert made.recipe == admitted
        assert made.steps == recipe(admitted).steps
        assert made.facts[1].players == tuple(range(1, admitted + 1))
    with pytest.raises(UnsupportedRule):
        recipe(players, admitted="10")


def test_a21_half_an_hour_before_the_play_off() -> None:
    assert recipe(3).facts[-1].code == "playoff.break_before"
    assert recipe(3).facts[-1].values == (("minutes", 30),)


def test_times_and_breaks_are_settings() -> None:
    made = plan(
        (1, 2),
        LOTS,
        Settings(
            further=1,
            clock=Clock.each(5),
            golden=Clock(360, 300),
            break_between_games=3,
            break_between_stages=4,
        ),
    )
    assert [(step.kind, step.minutes) for step in made.steps] == [
        ("match", 23), ("match", 23), ("golden", 11),
    ]  # fmt: skip
    assert (made.shortest, made.longest) == (23, 23 + 4 + 23 + 4 + 11)


@pytest.mark.parametrize("players", [(), (1,), (0, 1), (1, 1)])
def test_a_play_off_needs_two_different_players(players: tuple[int, ...]) -> None:
    with pytest.raises((UnsupportedRule, InconsistentHistory)):
        plan(players, LOTS)


@pytest.mark.parametrize("choice", [("two", "five"), ("unknown", "x")])
def test_choices_that_do_not_exist_are_refused(choice: tuple[str, str]) -> None:
    with pytest.raises(UnsupportedRule):
        Settings((choice,))
    with pytest.raises(UnsupportedRule):
        Settings(further=-1)


# C.1  Two


def test_c1_two_games_then_the_golden_point() -> None:
    games, progress = finish(recipe(2), favourite)
    assert len(games) == 2
    assert games[0].white == games[1].black
    assert progress.order == ((1,), (2,))
    games, progress = finish(recipe(2), lambda due: "==")
    assert len(games) == 3
    assert progress.order == ((games[2].black,), (games[2].white,))
    assert codes(progress)[-1] == "knockout.golden.draw"


def test_c1_further_games_by_the_regulations() -> None:
    made = plan((1, 2), LOTS, Settings(further=2))
    games, _ = finish(made, lambda due: "==")
    assert [game.phase for game in games] == [0, 0, 1, 1, 2, 2, 3]


def test_c1_directly_the_golden_point() -> None:
    games, progress = finish(recipe(2, two="golden"), favourite)
    assert len(games) == 1
    assert progress.order == ((1,), (2,))


# C.2  Three


def test_c2_the_first_of_the_berger_wins() -> None:
    games, progress = finish(recipe(3), favourite)
    assert ties(games) == ["berger"]
    assert progress.order == ((1,), (2,), (3,))
    assert codes(progress) == ["playoff.leader"]


def test_c2_two_who_have_eliminated_the_third_play_a_golden_point() -> None:
    def choose(due: DueGame) -> str:
        return "==" if {due.white, due.black} == {1, 2} and due.tie == "berger" else favourite(due)

    games, progress = finish(recipe(3), choose)
    assert ties(games) == ["berger", "golden"]
    assert progress.order == ((1,), (2,), (3,))


def test_c2_three_tied_play_golden_points_by_berger() -> None:
    games, progress = finish(recipe(3), by_step(berger=in_circle))
    assert ties(games) == ["berger", "golden berger"]
    assert len(games) == 6
    assert progress.order == ((1,), (2,), (3,))


def test_c2_still_tied_the_fewest_moves_decide() -> None:
    moves = {1: 35, 2: 28, 3: 41}

    def length(due: DueGame) -> int:
        return moves[due.white if in_circle(due) == "10" else due.black]

    _, progress = finish(recipe(3), in_circle, length)
    assert progress.order == ((2,), (1,), (3,))
    found = [(f.players[0], dict(f.values)["moves"]) for f in progress.facts[-3:]]
    assert found == [(2, "28"), (1, "35"), (3, "41")]


def test_c2_without_the_moves_the_play_off_waits_for_them() -> None:
    made, games, _ = play_playoff(recipe(3), in_circle)
    waiting = follow(made, [replace(game, moves=0) for game in games])
    assert not waiting.finished
    assert [fact.code for fact in waiting.waiting] == ["playoff.moves_needed"]
    assert waiting.waiting[0].players == (1, 2, 3)


def test_c2_as_many_moves_and_the_lot_decides() -> None:
    _, progress = finish(recipe(3), in_circle)
    assert codes(progress)[-1] == "playoff.lot"
    assert progress.order[0] == progress.facts[-1].players
    assert [len(place) for place in progress.order] == [1, 2]
    made = recipe(3)
    typed = replace(made, lots=LOTS.with_typed("golden berger lot", (3, 1, 2)))
    assert finish(typed, in_circle)[1].order == ((3,), (1, 2))


def test_c2_or_the_lowest_by_tie_break_is_eliminated() -> None:
    made = plan((7, 4, 9), LOTS, Settings((("three_tied", "eliminate"),)))
    games, progress = finish(made, by_step(berger=lambda due: "=="))
    assert ties(games) == ["berger", "last two match"]
    assert progress.order == ((4,), (7,), (9,))
    assert "playoff.eliminated_by_tie_break" in codes(progress)


# C.3  Four


def test_c3_knockout_by_lot_with_two_games_each() -> None:
    games, progress = finish(recipe(4), favourite)
    assert len(games) == 6
    assert progress.order[0] == (1,)
    assert [len(place) for place in progress.order] == [1, 1, 2]
    pairs = {
        frozenset(
            frozenset((due.white, due.black))
            for due in follow(plan((1, 2, 3, 4), Lots(str(seed)))).due
        )
        for seed in range(40)
    }
    assert len(pairs) == 3


def test_c3_without_time_golden_points() -> None:
    games, progress = finish(recipe(4, four="golden"), favourite)
    assert len(games) == 3
    assert progress.order[0] == (1,)


# C.4  Five


def test_c4_the_best_four_by_tie_break_play() -> None:
    games, progress = finish(recipe(5), favourite)
    assert {game.white for game in games} | {game.black for game in games} == {1, 2, 3, 4}
    assert progress.order[-1] == (5,)


@pytest.mark.parametrize(
    ("tied", "step"), [(1, ""), (2, "tied match"), (3, "tied berger"), (4, "tied knockout 1.1")]
)
def test_c4_all_play_and_those_still_tied_follow_their_recipe(tied: int, step: str) -> None:
    def choose(due: DueGame) -> str:
        if due.tie != "berger":
            return favourite(due)
        # The first `tied` draw among themselves and beat the others.
        return "==" if max(due.white, due.black) <= tied else favourite(due)

    games, progress = finish(recipe(5, five="berger"), choose)
    assert progress.order[0] == (1,)
    assert sorted(player for place in progress.order for player in place) == [1, 2, 3, 4, 5]
    assert (ties(games)[1] if step else "") == step
    assert len([game for game in games if game.tie == "berger"]) == 10


def test_c4_all_five_tied_again_play_golden_points() -> None:
    games, progress = finish(recipe(5, five="berger"), by_step(berger=lambda due: "=="))
    assert ties(games) == ["berger", "golden berger"]
    assert progress.order == ((1,), (2,), (3,), (4,), (5,))


# C.5-C.10


def test_c5_six_in_two_groups_and_a_golden_point() -> None:
    games, progress = finish(recipe(6), favourite)
    assert ties(games) == ["A berger", "B berger", "final"]
    assert progress.order == ((1,), (2,), (4, 3), (5, 6))
    # Both groups play at the same time.
    assert {due.tie for due in follow(recipe(6)).due} == {"A berger", "B berger"}


def test_c6_seven_play_golden_points_among_all() -> None:
    games, progress = finish(recipe(7), favourite)
    assert len(games) == 21
    assert progress.order == tuple((player,) for player in range(1, 8))
    first = follow(recipe(7)).due
    # Numbers 1 5 2 6 3 7 4: in round 1 of the Berger table 2-7, 3-6 and 4-5 meet.
    assert [(due.white, due.black) for due in first] == [(5, 4), (2, 7), (6, 3)]
    assert all(due.golden for due in first)


def test_c6_no_first_found_the_shortest_win_decides() -> None:
    """Everybody wins three games: 6 the shortest, then 2 and 4, and 4 the shorter second."""

    def circle(due: DueGame) -> str:
        return "10" if (due.black - due.white) % 7 in (1, 2, 3) else "01"

    short = {(6, 7): 12, (2, 3): 15, (2, 4): 33, (4, 5): 15, (4, 6): 31}

    def length(due: DueGame) -> int:
        winner, loser = (due.white, due.black) if circle(due) == "10" else (due.black, due.white)
        return short.get((winner, loser), 50)

    _, progress = finish(recipe(7), circle, length)
    assert progress.order[:3] == ((6,), (4,), (2,))
    assert progress.order[3:] == ((1, 3, 5, 7),)


def test_c6_as_a_bracket_of_neighbours() -> None:
    games, progress = finish(recipe(7, seven="bracket"), favourite)
    pairs = [{game.white, game.black} for game in games]
    assert pairs == [{1, 5}, {2, 6}, {3, 7}, {1, 2}, {3, 4}, {1, 3}]
    assert progress.order == ((1,), (3,), (2, 4), (5, 6, 7))


def test_c7_eight_by_golden_points() -> None:
    games, progress = finish(recipe(8), favourite)
    assert [{game.white, game.black} for game in games[:4]] == [{1, 8}, {2, 7}, {3, 6}, {4, 5}]
    assert len(games) == 7
    assert progress.order == ((1,), (2,), (3, 4), (5, 6, 7, 8))


def test_c8_nine_in_three_groups_and_again_among_the_winners() -> None:
    games, progress = finish(recipe(9), favourite)
    assert ties(games) == ["A berger", "B berger", "C berger", "final berger"]
    assert progress.order == ((1,), (2,), (3,), (5, 6, 4), (9, 7, 8))
    assert codes(progress).count("playoff.group_won") == 3


def test_c9_ten_in_two_groups_of_five() -> None:
    games, progress = finish(recipe(10), favourite)
    assert progress.order[:2] == ((1,), (2,))
    assert progress.order[-1] == (9, 10)
    assert ties(games)[-1] == "final"
    games, progress = finish(recipe(10, five="berger"), favourite)
    assert progress.order == ((1,), (2,), (4, 3), (5, 6), (8, 7), (9, 10))


@pytest.mark.parametrize("admitted", range(2, 10))
def test_c10_eleven_those_not_admitted_stay_behind_by_tie_break(admitted: int) -> None:
    games, progress = finish(recipe(11, admitted=str(admitted)), favourite)
    assert progress.order[0] == (1,)
    assert progress.order[-(11 - admitted) :] == tuple((n,) for n in range(admitted + 1, 12))
    assert max(max(game.white, game.black) for game in games) <= admitted
    assert codes(progress).count("playoff.not_admitted") == 11 - admitted


# Played through


@pytest.mark.parametrize(
    "game",
    [
        TieGame("elsewhere", 0, 1, 1, 2, RESULTS["10"]),
        TieGame("golden", 0, 1, 1, 2, RESULTS["10"]),  # nobody is tied yet
        TieGame("berger", 0, 4, 1, 2, RESULTS["10"]),
        TieGame("berger", 0, 1, 1, 9, RESULTS["10"]),
    ],
)
def test_games_that_are_not_due_are_refused(game: TieGame) -> None:
    with pytest.raises(InconsistentHistory):
        follow(recipe(3), [game])


def test_a_game_recorded_twice_is_refused() -> None:
    game = entered(follow(recipe(3)).due[0], "10")
    with pytest.raises(InconsistentHistory):
        follow(recipe(3), [game, game])


def test_an_adjourned_game_is_still_due() -> None:
    due = follow(recipe(3)).due
    assert follow(recipe(3), [entered(due[0], "??")]).due == due


def test_the_numbers_of_a_berger_are_drawn_or_typed_in() -> None:
    lots = LOTS.with_typed("berger numbers", (3, 1, 2))
    due = follow(plan((1, 2, 3), lots)).due
    assert [(game.white, game.black) for game in due] == [(1, 2)]  # numbers 2 and 3


CHOICES = [
    (alternative.name, value)
    for alternative in playoff.ALTERNATIVES
    for value in alternative.values
]


@settings(max_examples=250, deadline=None)
@given(
    players=st.integers(2, 14),
    chosen=st.lists(st.sampled_from(CHOICES), max_size=8),
    further=st.integers(0, 2),
    chance=st.integers(0, 10**6),
    mostly=st.sampled_from(["", "==", "--", "10"]),
)
def test_every_play_off_ends_with_one_first_and_inside_its_plan(
    players: int, chosen: list[tuple[str, str]], further: int, chance: int, mostly: str
) -> None:
    dice = random.Random(chance)
    order = dice.sample(range(1, 99), players)
    made = plan(order, LOTS, Settings(tuple(dict(chosen).items()), further=further))

    def choose(due: DueGame) -> str:
        if mostly and dice.random() < 0.8:
            return mostly
        return dice.choice(["10", "01", "==", "+-", "-+", "--", "0="])

    made, games, progress = play_playoff(made, choose, lambda due: dice.randint(10, 60))
    assert len(progress.order[0]) == 1
    assert sorted(player for place in progress.order for player in place) == sorted(order)
    assert progress.due == progress.waiting == ()
    # Every game belongs to a step of the plan, and no certain step is left out.
    keys = tuple(step.key for step in made.steps)
    for game in games:
        assert game.tie.startswith(keys) or game.tie.endswith("last golden")
    for step in made.steps:
        if not step.only_if:
            assert any(game.tie.startswith(step.key) for game in games)
    # Nothing depends on the order of entry.
    dice.shuffle(games)
    assert follow(made, games) == progress


def test_colours_of_a_golden_point_wait_for_the_choice() -> None:
    made = recipe(2, two="golden")
    waiting = follow(made)
    assert waiting.due == ()
    assert [fact.code for fact in waiting.waiting] == ["knockout.golden.choose"]
    winner = dict(waiting.waiting[0].values)["winner"]
    for takes_white in (True, False):
        lots = with_choices(made.lots, waiting.waiting, takes_white=takes_white)
        (due,) = follow(replace(made, lots=lots)).due
        assert (due.white == winner) is takes_white
