"""Handbook, knock-out, chapters A and B, and the readings of C-16, C-17 and C-30."""

from dataclasses import replace

import pytest

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.knockout import (
    FIFTEEN_AND_TEN,
    GOLDEN_POINT,
    TWENTY_MINUTES,
    Clock,
    Phase,
    TieFormat,
    TieGame,
    both_flags_down,
    conduct,
    duration,
    field_sizes,
    first_against_last,
    follow,
    follow_tie,
    golden_winner,
    plan,
    programme,
    seed_by_ranking,
    seed_by_rating,
)
from pairing.handbook.lots import Lots
from pairing.results import RESULTS
from pairing.state import Colour, Player
from tests.pairing.handbook.knockout_desk import entered
from tests.pairing.handbook.knockout_made import (
    CASES,
    PRINTED,
    TYPED,
    tie,
)

# A.4, A.8  Seeding and first against last


def test_a4_by_rating_and_the_unrated_by_lot() -> None:
    players = [
        Player(1, rating=0),
        Player(2, rating=2300),
        Player(3, rating=0),
        Player(4, rating=2450),
        Player(5, rating=2300),
        Player(6, rating=0),
    ]
    seeding = seed_by_rating(players, Lots("2026"))
    assert seeding.order[:3] == (4, 2, 5)
    assert sorted(seeding.order[3:]) == [1, 3, 6]
    assert seeding == seed_by_rating(list(reversed(players)), Lots("2026"))
    assert {seed_by_rating(players, Lots(str(n))).order[3:] for n in range(40)} == {
        (1, 3, 6), (1, 6, 3), (3, 1, 6), (3, 6, 1), (6, 1, 3), (6, 3, 1),
    }  # fmt: skip
    assert [fact.code for fact in seeding.facts] == (
        ["knockout.seeded_by_rating"] * 3 + ["knockout.seeded_by_lot"] * 3
    )


def test_a8_in_a_play_off_by_the_final_ranking() -> None:
    assert seed_by_ranking((9, 4, 7)).order == (9, 4, 7)


def test_example_a_eight_players() -> None:
    expected = CASES["knockout-8-pairing"]["expected"]["pairs_without_colour"]
    stage = follow(plan(range(1, 9), 1, Lots("x"))).stages[0]
    assert [[each.first, each.second] for each in stage.ties] == expected
    assert [list(pair) for pair in first_against_last(range(1, 9))] == expected


# B  Preliminary round


@pytest.mark.parametrize("name", PRINTED)
def test_b_printed_examples(name: str) -> None:
    given_, expected = CASES[name]["input"], CASES[name]["expected"]
    found = field_sizes(given_["N"], given_["n"])
    assert found.target == expected["target_after_preliminary"]
    assert found.playing == expected["playing_in_preliminary"]
    assert found.free == expected["byes"]
    assert list(found.counts) == expected["course"]
    stage = programme(plan(range(1, given_["N"] + 1), given_["n"], Lots()))[0]
    assert stage.free == tuple(range(1, expected["byes"] + 1))
    lowest = range(expected["byes"] + 1, given_["N"] + 1)
    assert sorted(place for pair in stage.pairs for place in pair) == list(lowest)
    if "preliminary_pairs" in expected:
        assert [list(pair) for pair in stage.pairs] == expected["preliminary_pairs"]


def test_b_c17_nine_players_of_the_book_fit_three_winners() -> None:
    case = CASES["knockout-9-dummy-players"]
    expected = case["expected"]
    found = field_sizes(9, 3)
    assert found.free == expected["dummies"]
    assert found.target == expected["players_in_round_2"]
    stage = programme(plan(range(1, 10), 3, Lots()))[0]
    assert list(stage.free) == expected["free"]
    dummies = [[place, f"x{place}"] for place in stage.free]
    assert dummies + [list(pair) for pair in stage.pairs] == expected["pairs_without_colour"]
    for key, winners in (("n3", 3), ("n1", 1)):
        computed = case["as_computed"][key]
        found = field_sizes(9, winners)
        assert found.target == computed["target_after_preliminary"]
        assert found.playing == computed["playing_in_preliminary"]
        assert found.free == computed["byes"]
        assert found.only_preliminary == computed["only_preliminary"]


def test_b_book_example_of_nine_for_two_has_seven_dummies() -> None:
    assert field_sizes(9, 2).free == 7


@pytest.mark.parametrize(
    ("players", "winners", "code"),
    [
        (12, 3, "knockout.course.no_preliminary"),
        (14, 3, "knockout.course.preliminary"),
        (5, 3, "knockout.course.only_preliminary"),
        (4, 4, "knockout.course.no_preliminary"),
    ],
)
def test_b2_c16_a_preliminary_round_when_it_is_not_a_multiple(
    players: int, winners: int, code: str
) -> None:
    assert field_sizes(players, winners).fact.code == code


def test_b_arithmetic_for_every_number_up_to_300() -> None:
    for players in range(1, 301):
        for winners in range(1, players + 1):
            found = field_sizes(players, winners)
            multiple, rest = divmod(found.target, winners)
            assert rest == 0
            assert multiple & (multiple - 1) == 0  # a power of two
            assert found.target <= players < 2 * found.target
            assert found.playing % 2 == 0
            assert players - found.playing // 2 == found.target
            assert found.counts[0] == players
            assert found.counts[-1] == winners
            assert found.only_preliminary == (winners < players < 2 * winners)
            for before, after in zip(found.counts[-2::-1], found.counts[:0:-1], strict=True):
                assert after == before // 2 or (before, after) == (players, found.target)


@pytest.mark.parametrize(("players", "winners"), [(0, 1), (3, 4), (3, 0), (3, -1)])
def test_b1_impossible_numbers_are_refused(players: int, winners: int) -> None:
    with pytest.raises(UnsupportedRule):
        field_sizes(players, winners)


# A.9, A.20-A.26  Games and times


def test_a26_times_of_the_handbook_are_the_defaults() -> None:
    expected = CASES["knockout-golden-point"]["expected"]
    assert GOLDEN_POINT.white_seconds == 60 * expected["white_minutes"]
    assert GOLDEN_POINT.black_seconds == 60 * expected["black_minutes"]
    assert TieFormat().phases == (Phase(2, TWENTY_MINUTES), Phase(2, TWENTY_MINUTES))
    assert (TWENTY_MINUTES.white_seconds, TWENTY_MINUTES.increment) == (1200, 0)
    assert (FIFTEEN_AND_TEN.black_seconds, FIFTEEN_AND_TEN.increment) == (900, 10)
    pauses = TieFormat()
    assert pauses.break_before_start == 30
    assert pauses.break_between_games == 5
    assert pauses.break_between_stages == 10


@pytest.mark.parametrize("games", [0, 1, 3, -2])
def test_a9_an_even_number_of_games_at_least_two(games: int) -> None:
    with pytest.raises(UnsupportedRule):
        TieFormat((Phase(games),))


def test_a24_the_extension_is_not_longer_than_the_match() -> None:
    TieFormat((Phase(2, TWENTY_MINUTES), Phase(2, FIFTEEN_AND_TEN), Phase(2, Clock.each(5))))
    TieFormat((Phase(2, FIFTEEN_AND_TEN), Phase(2, TWENTY_MINUTES)))
    with pytest.raises(UnsupportedRule):
        TieFormat((Phase(2, TWENTY_MINUTES), Phase(2, Clock.each(25))))


def test_a26_times_and_breaks_must_be_possible() -> None:
    assert TieFormat(break_between_games=0).longest == 4 * 40 + 9
    with pytest.raises(UnsupportedRule):
        TieFormat(golden=Clock(0, 240))
    with pytest.raises(UnsupportedRule):
        TieFormat(break_between_games=-1)


def test_a25_programme_counts_games_and_breaks() -> None:
    # Two games of 40 minutes, 5 between: 85; with extension and golden point 85+5+85+5+9.
    one = plan(range(1, 5), 1, Lots())
    assert duration(one) == (85 + 10 + 85, 189 + 10 + 189)
    assert [stage.starts for stage in programme(one)] == [30, 30 + 189 + 10]
    assert Clock.each(3, 3).minutes == 12  # at 60 moves


def test_a5_more_than_three_stages_must_end_in_one_day() -> None:
    codes = [fact.code for fact in plan(range(1, 17), 1, Lots()).facts]
    assert "knockout.within_one_day" in codes
    codes = [fact.code for fact in plan(range(1, 9), 1, Lots()).facts]
    assert "knockout.within_one_day" not in codes


@pytest.mark.parametrize("winners", [1, 2, 3, 4])
def test_a7_the_last_stage_has_as_many_ties_as_places(winners: int) -> None:
    made = plan(range(1, 15), winners, Lots())
    assert len(programme(made)[-1].pairs) == winners
    assert made.facts[1].code == "knockout.last_stage"


def test_a12_to_a27_rules_for_the_games_name_no_article_of_the_laws() -> None:
    """C-30: 7.4 or 7.5, 10.2 or Appendix G: the numbers differ by edition."""
    assert [fact.article for fact in conduct()] == [
        "A.12", "A.12", "A.13", "A.14", "A.15", "A.16", "A.17", "A.18", "A.22", "A.27", "A.29",
    ]  # fmt: skip
    assert all(fact.values == () for fact in conduct())


# A.9-A.11  One tie


def test_a9_two_games_with_changed_colours() -> None:
    start = tie()
    assert [(due.white, due.black, due.clock) for due in start.due] == [(1, 2, TWENTY_MINUTES)]
    second = tie("10").due[0]
    assert (second.white, second.black, second.number) == (2, 1, 2)


@pytest.mark.parametrize(
    ("codes", "winner", "score"),
    [
        (("10", "01"), 1, (20, 0)),
        (("10", "=="), 1, (15, 5)),
        (("01", "=="), 2, (5, 15)),
        (("+-", "=="), 1, (15, 5)),
    ],
)
def test_a9_the_match_decides(codes: tuple[str, ...], winner: int, score: tuple[int, int]) -> None:
    state = tie(*codes)
    assert (state.winner, state.score, state.due) == (winner, score, ())
    assert state.facts[-1].code == "knockout.won.match"
    assert state.facts[-1].players[0] == winner


def test_a23_a_tied_match_leads_to_an_extension_of_two_games() -> None:
    state = tie("10", "10")
    assert state.winner == 0
    assert (state.due[0].phase, state.due[0].number, state.due[0].white) == (1, 1, 1)
    assert state.facts[-1].code == "knockout.tied.extension_follows"
    state = tie("==", "==", "==", "01")
    assert state.winner == 1
    assert state.facts[-1].code == "knockout.won.extension"


def test_a9_four_games_alternate_colours() -> None:
    four = TieFormat((Phase(4),))
    whites = []
    for played in range(4):
        whites.append(tie(*["=="] * played, format_=four).due[0].white)
    assert whites == [1, 2, 1, 2]
    assert tie("10", "01", "10", format_=four).due[0].number == 4
    early = replace(four, stop_when_decided=True)
    assert tie("10", "01", "10", format_=early).winner == 1
    assert tie("10", "01", "==", format_=early).winner == 1
    assert tie("10", "==", "==", format_=early).winner == 0


def test_a10_a_tied_extension_leads_to_the_golden_point() -> None:
    codes = ("==", "==", "10", "10")
    state = tie(*codes)
    assert [(due.golden, due.clock, due.phase) for due in state.due] == [(True, GOLDEN_POINT, 2)]
    assert [fact.code for fact in state.facts] == [
        "knockout.colours.typed",
        "knockout.tied.extension_follows",
        "knockout.tied.golden_follows",
        "knockout.golden.chosen",
    ]


@pytest.mark.parametrize(
    ("code", "winner", "reason", "article"),
    [
        ("10", 1, "knockout.golden.white_won", "A.10"),
        ("+-", 1, "knockout.golden.white_won", "A.10"),
        ("==", 2, "knockout.golden.draw", "A.11"),
        ("01", 2, "knockout.golden.black_won", "A.10"),
        ("-+", 2, "knockout.golden.black_won", "A.10"),
    ],
)
def test_a11_white_must_win_the_golden_point(
    code: str, winner: int, reason: str, article: str
) -> None:
    state = tie("==", "==", "==", "==", code)
    assert state.winner == winner
    assert (state.facts[-1].code, state.facts[-1].article) == (reason, article)
    assert state.facts[-1].players == (winner, 3 - winner)


def test_a16_both_flags_down_the_later_one_wins() -> None:
    assert both_flags_down(Colour.WHITE).code == "10"
    assert both_flags_down(Colour.BLACK).code == "01"
    game = TieGame("t", 2, 1, 1, 2, RESULTS["01"], later_flag=Colour.BLACK)
    winner, fact = golden_winner(game)
    assert (winner, fact.code, fact.article) == (2, "knockout.golden.later_flag", "A.16")
    with pytest.raises(InconsistentHistory):
        golden_winner(replace(game, result=RESULTS["10"]))


def test_a10_if_neither_scores_another_golden_point_is_played() -> None:
    state = tie("==", "==", "==", "==", "--")
    assert state.winner == 0
    assert (state.due[0].number, state.due[0].white) == (2, 2)
    assert tie("==", "==", "==", "==", "--", "10").winner == 2


def test_a10_a_golden_point_alone_decides_where_the_recipe_says_so() -> None:
    state = tie("==", format_=TieFormat(()))
    assert (state.winner, state.score) == (2, (5, 5))


def test_an_adjourned_game_is_still_due() -> None:
    state = tie("10")
    waiting = [*state.games, entered(state.due[0], "??")]
    again = follow_tie("t", 1, 2, TieFormat(), TYPED, waiting)
    assert again.due == state.due
    assert again.winner == 0


@pytest.mark.parametrize(
    "game",
    [
        TieGame("t", 0, 1, 2, 1, RESULTS["10"]),  # colours
        TieGame("t", 0, 1, 1, 3, RESULTS["10"]),  # players
        TieGame("t", 0, 2, 2, 1, RESULTS["10"]),  # before the first game
        TieGame("t", 2, 1, 1, 2, RESULTS["10"]),  # golden point without need
    ],
)
def test_a_game_that_does_not_belong_there_is_refused(game: TieGame) -> None:
    with pytest.raises(InconsistentHistory):
        follow_tie("t", 1, 2, TieFormat(), TYPED, [game])


def test_a_game_recorded_twice_is_refused() -> None:
    game = tie("10").games[0]
    with pytest.raises(InconsistentHistory):
        follow_tie("t", 1, 2, TieFormat(), TYPED, [game, game])


def test_sheet_of_the_european_championship() -> None:
    """Sheet (book, 4): 15 min + 5 s, then 5 min, then 5/4 min; 3-10 goes to the golden point."""
    case = CASES["knockout-score-sheet-european"]
    format_ = TieFormat((Phase(2, Clock.each(15, 5)), Phase(2, Clock.each(5))))
    # Colours as on the sheet: the first named has Black in A and C, White in B and D, in game 1.
    white_first = {"A": 10, "B": 4, "C": 8, "D": 6}
    codes = {10: ("10", "01"), 5: ("==", "=="), 0: ("01", "10")}
    assert [list(pair) for pair in first_against_last(range(3, 11))] == case["input"]["pairs"]
    for letter, (first, second) in zip("ABCD", case["input"]["pairs"], strict=True):
        white = white_first[letter]
        black = first + second - white
        lots = Lots("", (("t", (white, black)), ("t golden", (white, black))))
        games: list[TieGame] = []
        for points in case["input"]["results_of_first_named"][letter]["games"]:
            due = follow_tie("t", first, second, format_, lots, games).due[0]
            as_white, as_black = codes[int(points * 10)]
            games.append(entered(due, as_white if due.white == first else as_black))
        state = follow_tie("t", first, second, format_, lots, games)
        assert list(state.score) == [int(p * 10) for p in case["expected"]["final"][letter]]
        assert state.winner == {"A": 3, "B": 4, "C": 8, "D": 7}[letter]
        assert state.due == ()
    assert state.facts[-1].code == "knockout.won.match"
