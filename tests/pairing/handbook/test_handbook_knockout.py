"""Handbook, knock-out, chapters A and B, and the readings of C-16, C-17 and C-30."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.knockout import (
    FIFTEEN_AND_TEN,
    GOLDEN_POINT,
    TWENTY_MINUTES,
    Bracket,
    Clock,
    DueGame,
    Format,
    Phase,
    TieGame,
    TieState,
    both_flags_down,
    conduct,
    course,
    draw_colours,
    draw_golden,
    duration,
    first_against_last,
    follow,
    follow_tie,
    golden_winner,
    plan,
    programme,
    seed_by_ranking,
    seed_by_rating,
    share_prizes,
)
from pairing.handbook.lots import Lots
from pairing.results import RESULTS
from pairing.state import Colour, Player
from tests.pairing.handbook.knockout_desk import entered, play_knockout

CASES = json.loads(
    (Path(__file__).parents[2] / "cases" / "handbook" / "knockout.json").read_text("utf-8")
)
PRINTED = ["knockout-9-2", "knockout-5-3", "knockout-11-4", "knockout-14-3", "knockout-8-6"]

#: 1 against 2, colours typed in: 1 has White in the first game and in the golden point
TYPED = Lots("", (("t", (1, 2)), ("t golden", (1, 2)), ("t 2 golden", (2, 1))))


def favourite(due: DueGame) -> str:
    return "10" if due.white < due.black else "01"


def tie(*codes: str, format_: Format | None = None, lots: Lots = TYPED) -> TieState:
    """A tie between 1 and 2 with these results, entered as the games fall due."""
    games: list[TieGame] = []
    for code in codes:
        state = follow_tie("t", 1, 2, format_ or Format(), lots, games)
        games.append(entered(state.due[0], code))
    return follow_tie("t", 1, 2, format_ or Format(), lots, games)


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
    found = course(given_["N"], given_["n"])
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
    found = course(9, 3)
    assert found.dummies == expected["dummies"]
    assert found.target == expected["players_in_round_2"]
    stage = programme(plan(range(1, 10), 3, Lots()))[0]
    assert list(stage.free) == expected["free"]
    dummies = [[place, f"x{place}"] for place in stage.free]
    assert dummies + [list(pair) for pair in stage.pairs] == expected["pairs_without_colour"]
    for key, winners in (("n3", 3), ("n1", 1)):
        computed = case["as_computed"][key]
        found = course(9, winners)
        assert found.target == computed["target_after_preliminary"]
        assert found.playing == computed["playing_in_preliminary"]
        assert found.free == computed["byes"]
        assert found.only_preliminary == computed["only_preliminary"]


def test_b_book_example_of_nine_for_two_has_seven_dummies() -> None:
    assert course(9, 2).dummies == 7


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
    assert course(players, winners).fact.code == code


def test_b_arithmetic_for_every_number_up_to_300() -> None:
    for players in range(1, 301):
        for winners in range(1, players + 1):
            found = course(players, winners)
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
        course(players, winners)


# A.9, A.20-A.26  Games and times


def test_a26_times_of_the_handbook_are_the_defaults() -> None:
    expected = CASES["knockout-golden-point"]["expected"]
    assert GOLDEN_POINT.white_seconds == 60 * expected["white_minutes"]
    assert GOLDEN_POINT.black_seconds == 60 * expected["black_minutes"]
    assert Format().phases == (Phase(2, TWENTY_MINUTES), Phase(2, TWENTY_MINUTES))
    assert (TWENTY_MINUTES.white_seconds, TWENTY_MINUTES.increment) == (1200, 0)
    assert (FIFTEEN_AND_TEN.black_seconds, FIFTEEN_AND_TEN.increment) == (900, 10)
    pauses = Format()
    assert pauses.break_before_start == 30
    assert pauses.break_between_games == 5
    assert pauses.break_between_stages == 10


@pytest.mark.parametrize("games", [0, 1, 3, -2])
def test_a9_an_even_number_of_games_at_least_two(games: int) -> None:
    with pytest.raises(UnsupportedRule):
        Format((Phase(games),))


def test_a24_the_extension_is_not_longer_than_the_match() -> None:
    Format((Phase(2, TWENTY_MINUTES), Phase(2, FIFTEEN_AND_TEN), Phase(2, Clock.each(5))))
    Format((Phase(2, FIFTEEN_AND_TEN), Phase(2, TWENTY_MINUTES)))
    with pytest.raises(UnsupportedRule):
        Format((Phase(2, TWENTY_MINUTES), Phase(2, Clock.each(25))))


def test_a26_times_and_breaks_must_be_possible() -> None:
    assert Format(break_between_games=0).longest == 4 * 40 + 9
    with pytest.raises(UnsupportedRule):
        Format(golden=Clock(0, 240))
    with pytest.raises(UnsupportedRule):
        Format(break_between_games=-1)


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
        "A.12", "A.12", "A.13", "A.14", "A.15", "A.16", "A.17", "A.18", "A.22", "A.27",
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
    four = Format((Phase(4),))
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
    state = tie("==", format_=Format(()))
    assert (state.winner, state.score) == (2, (5, 5))


def test_an_adjourned_game_is_still_due() -> None:
    state = tie("10")
    waiting = [*state.games, entered(state.due[0], "??")]
    again = follow_tie("t", 1, 2, Format(), TYPED, waiting)
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
        follow_tie("t", 1, 2, Format(), TYPED, [game])


def test_a_game_recorded_twice_is_refused() -> None:
    game = tie("10").games[0]
    with pytest.raises(InconsistentHistory):
        follow_tie("t", 1, 2, Format(), TYPED, [game, game])


def test_sheet_of_the_european_championship() -> None:
    """Sheet (book, 4): 15 min + 5 s, then 5 min, then 5/4 min; 3-10 goes to the golden point."""
    case = CASES["knockout-score-sheet-european"]
    format_ = Format((Phase(2, Clock.each(15, 5)), Phase(2, Clock.each(5))))
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


# A.28-A.30  Colours by lot


def test_a29_colours_come_from_the_recorded_seed() -> None:
    drawn = {draw_colours("1.1", 1, 8, Lots(str(seed))).white for seed in range(30)}
    assert drawn == {1, 8}
    winners = {draw_colours("1.1", 1, 8, Lots(str(seed))).winner for seed in range(30)}
    assert winners == {1, 8}
    once, again = (draw_colours("1.1", 1, 8, Lots("x")) for _ in range(2))
    assert once == again
    assert ("seed", "x") in once.fact.values
    assert (once.fact.article, draw_colours("1.1", 1, 8, Lots("x"), 4).fact.article) == (
        "A.29",
        "A.30",
    )


def test_a28_colours_drawn_on_the_table_are_typed_in() -> None:
    drawn = draw_colours("1.1", 1, 8, Lots("x", (("1.1", (8, 1)),)))
    assert (drawn.white, drawn.black, drawn.fact.code) == (8, 1, "knockout.colours.typed")
    with pytest.raises(InconsistentHistory):
        draw_colours("1.1", 1, 8, Lots("x", (("1.1", (7, 1)),)))


def test_a29_the_winner_of_the_golden_lot_takes_the_colour_he_wants() -> None:
    open_ = draw_golden("1.1", 1, 8, Lots("x"))
    assert (open_.white, open_.black, open_.fact.code) == (0, 0, "knockout.golden.choose")
    assert open_.winner in (1, 8)
    chosen = draw_golden("1.1", 1, 8, Lots("x").with_typed("1.1 golden", (8, 1)))
    assert (chosen.white, chosen.winner, chosen.fact.code) == (
        8,
        open_.winner,
        "knockout.golden.chosen",
    )
    no_choice = Lots("x", (("t", (1, 2)),))
    state = tie("==", "==", "==", "==", lots=no_choice)
    assert state.due == ()
    assert state.waiting is not None
    assert dict(state.waiting.values)["draw"] == "t golden"


def test_a30_all_boards_of_a_team_have_the_colour_that_the_captain_drew() -> None:
    made = plan((1, 2), 1, Lots("", (("1.1", (2, 1)), ("1.1 golden", (1, 2)))), boards=4)
    progress = follow(made)
    assert [(due.white, due.black, due.board) for due in progress.due] == [
        (2, 1, board) for board in range(1, 5)
    ]
    games = [
        entered(due, code) for due, code in zip(progress.due, ("10", "==", "==", "01"), strict=True)
    ]
    # One board is still missing: it alone is due.
    assert [due.board for due in follow(made, games[:3]).due] == [4]
    second = follow(made, games).due
    assert {(due.white, due.number) for due in second} == {(1, 2)}
    games += [entered(due, "10") for due in second]
    state = follow(made, games)
    assert state.finished
    assert state.stages[0].ties[0].score == (60, 20)


def test_a30_a_tied_team_match_ends_with_one_golden_point_game() -> None:
    made = plan((1, 2), 1, Lots("", (("1.1", (2, 1)), ("1.1 golden", (1, 2)))), boards=3)
    games: list[TieGame] = []
    for _ in range(4):
        games += [entered(due, "==") for due in follow(made, games).due]
    assert len(games) == 12
    (due,) = follow(made, games).due
    assert (due.golden, due.white) == (True, 1)
    assert follow(made, [*games, entered(due, "==")]).ranking[0].players == (2,)


# Playing it through


def test_14_players_for_three_winners_with_a_golden_point() -> None:
    made = plan(range(1, 15), 3, Lots("gold"))
    golden: list[DueGame] = []

    def choose(due: DueGame) -> str:
        if due.tie == "1.1":  # 11 and 14 draw everything: Black wins the golden point
            golden.extend([due] if due.golden else [])
            return "=="
        return favourite(due)

    _, games, progress = play_knockout(made, choose)
    assert [len(stage.ties) for stage in progress.stages] == [2, 6, 3]
    assert [stage.free for stage in progress.stages] == [tuple(range(1, 11)), (), ()]
    assert progress.stages[0].ties[0].winner == golden[0].black
    assert [place.players for place in progress.ranking] == [
        (1, 2, 3),
        (4, 5, 6),
        tuple(sorted((7, 8, 9, 10, 12, golden[0].black))),
        tuple(sorted((golden[0].white, 13))),
    ]
    assert [(place.first, place.last) for place in progress.ranking] == [
        (1, 3), (4, 6), (7, 12), (13, 14),
    ]  # fmt: skip
    assert len(games) == 5 + 2 + 12 + 6


def test_the_next_stage_opens_when_all_ties_are_decided() -> None:
    made = plan(range(1, 5), 1, Lots("x"))
    first = [entered(due, favourite(due)) for due in follow(made).due]
    second = [entered(due, favourite(due)) for due in follow(made, first).due]
    assert len(follow(made, [*first, second[0]]).stages) == 1
    opened = follow(made, first + second)
    assert [stage.number for stage in opened.stages] == [1, 2]
    assert opened.stages[1].facts[0].code == "knockout.stage.opened"
    assert opened.stages[1].facts[0].players == (1, 2)
    # The losers' places are known before the final is played.
    assert [(p.first, p.last, p.players) for p in opened.ranking] == [(3, 4, (3, 4))]


def test_a_corrected_result_that_changes_the_winner_does_not_pass_in_silence() -> None:
    made = plan(range(1, 5), 1, Lots("x"))
    _, games, _ = play_knockout(made, favourite)
    changed = [
        replace(game, result=game.result.reversed) if game.tie == "1.1" else game for game in games
    ]
    with pytest.raises(InconsistentHistory):
        follow(made, changed)


def test_after_an_upset_the_bracket_is_fixed_or_seeded_again() -> None:
    def choose(due: DueGame) -> str:
        # Only 8 against 1 is an upset.
        if {due.white, due.black} == {1, 8}:
            return "10" if due.white == 8 else "01"
        return favourite(due)

    pairs = {}
    for bracket in Bracket:
        _, _, progress = play_knockout(plan(range(1, 9), 1, Lots("x"), bracket=bracket), choose)
        pairs[bracket] = [(each.first, each.second) for each in progress.stages[1].ties]
    assert pairs == {
        Bracket.FIXED: [(4, 8), (2, 3)],  # 8 takes the place of 1
        Bracket.RESEED: [(2, 8), (3, 4)],
    }


def test_pairing_by_lot_is_the_same_for_the_same_seed() -> None:
    made = plan(range(1, 5), 1, Lots("x"), by_lot=True)
    pairs = {
        tuple(
            (each.first, each.second)
            for each in follow(replace(made, lots=Lots(str(seed)))).stages[0].ties
        )
        for seed in range(60)
    }
    assert {frozenset(map(frozenset, each)) for each in pairs} == {
        frozenset({frozenset({1, 2}), frozenset({3, 4})}),
        frozenset({frozenset({1, 3}), frozenset({2, 4})}),
        frozenset({frozenset({1, 4}), frozenset({2, 3})}),
    }
    assert follow(made) == follow(made)


def test_every_stage_may_have_its_own_format() -> None:
    formats = (Format((Phase(2),)), Format((Phase(4),)))
    made = plan(range(1, 9), 1, Lots("x"), formats=formats)
    _, games, _ = play_knockout(made, favourite)
    assert [sum(g.tie.startswith(f"{stage}.") for g in games) for stage in (1, 2, 3)] == [8, 8, 4]


def test_wrong_plans_are_refused() -> None:
    with pytest.raises(InconsistentHistory):
        plan((1, 1, 2), 1, Lots())
    with pytest.raises(UnsupportedRule):
        plan((1, 2), 1, Lots(), formats=())
    with pytest.raises(InconsistentHistory):
        follow(plan((1, 2), 1, Lots()), [TieGame("2.1", 0, 1, 1, 2, RESULTS["10"])])


CODES = ["10", "01", "==", "+-", "-+", "--", "00", "=0", "0=", "WL", "DD"]


@settings(max_examples=250, deadline=None)
@given(
    players=st.integers(1, 40),
    data=st.data(),
    chance=st.integers(0, 10**6),
    bracket=st.sampled_from(list(Bracket)),
    extensions=st.integers(0, 2),
    boards=st.sampled_from([1, 1, 2, 3]),
    stop=st.booleans(),
)
def test_every_knockout_ends_with_its_winners(
    players: int,
    data: st.DataObject,
    chance: int,
    bracket: Bracket,
    extensions: int,
    boards: int,
    stop: bool,
) -> None:
    winners = data.draw(st.integers(1, players))
    dice = random.Random(chance)
    format_ = Format((Phase(), *[Phase()] * extensions), stop_when_decided=stop)
    made = plan(
        range(1, players + 1),
        winners,
        Lots("s"),
        formats=(format_,),
        bracket=bracket,
        boards=boards,
    )
    made, games, progress = play_knockout(made, lambda due: dice.choice(CODES))
    ranked = [player for place in progress.ranking for player in place.players]
    assert sorted(ranked) == list(range(1, players + 1))
    assert len(progress.ranking[0].players) == winners
    assert [len(stage.ties) for stage in progress.stages] == [
        before - after
        for before, after in zip(made.course.counts[:-1], made.course.counts[1:], strict=True)
    ]
    nobody = {player for place in progress.ranking[1:] for player in place.players}
    assert nobody == {each.loser for stage in progress.stages for each in stage.ties}
    # Complete phases have as many Whites as Blacks; the order of entry does not matter.
    if not stop:
        for stage in progress.stages:
            for each in stage.ties:
                whites = [g.white for g in each.games if g.phase < format_.golden_phase]
                assert whites.count(each.first) == whites.count(each.second)
    dice.shuffle(games)
    assert follow(made, games) == progress


@pytest.mark.parametrize("players", range(1, 301, 23))
def test_up_to_300_players_the_favourites_win_for_any_number_of_winners(players: int) -> None:
    format_ = Format((Phase(),))
    for winners in {1, 2, 3, players // 3, players // 2, players - 1, players} - {0, -1}:
        if winners > players:
            continue
        made = plan(range(1, players + 1), winners, Lots("s"), formats=(format_,))
        _, _, progress = play_knockout(made, favourite)
        assert progress.ranking[0].players == tuple(range(1, winners + 1))
        place = 1
        for each in progress.ranking:
            assert each.players == tuple(range(place, place + len(each.players)))
            assert (each.first, each.last) == (place, place + len(each.players) - 1)
            place += len(each.players)


@pytest.mark.full
def test_every_number_of_players_and_winners_up_to_300() -> None:
    format_ = Format(())
    for players in range(1, 301):
        for winners in range(1, players + 1, max(1, players // 5)):
            made = plan(range(1, players + 1), winners, Lots("s"), formats=(format_,))
            _, _, progress = play_knockout(made, favourite)
            assert progress.ranking[0].players == tuple(range(1, winners + 1))


# A.19  Prizes


def test_a19_losing_semi_finalists_share_third_and_fourth_prize() -> None:
    case = CASES["knockout-prize-4"]["input"]
    _, _, progress = play_knockout(plan(range(1, case["tied"] + 1), 1, Lots("x")), favourite)
    shares = share_prizes(progress.ranking, [100_000, 60_000, 40_000, 30_000])
    assert [(share.players, share.each) for share in shares] == [
        ((1,), 100_000),
        ((2,), 60_000),
        (tuple(case["lost_in_semifinal"]), 35_000),
    ]


def test_a19_cents_that_cannot_be_divided_are_named() -> None:
    _, _, progress = play_knockout(plan(range(1, 9), 1, Lots("x")), favourite)
    shares = share_prizes(progress.ranking, [5000, 3000, 1001, 1000, 500, 101])
    assert [(share.total, share.each, share.left_over) for share in shares] == [
        (5000, 5000, 0),
        (3000, 3000, 0),
        (2001, 1000, 1),
        (601, 150, 1),  # four players, two prizes
    ]
    with pytest.raises(UnsupportedRule):
        share_prizes(progress.ranking, [-1])


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(1, 30),
    data=st.data(),
    prizes=st.lists(st.integers(0, 10**7), max_size=30),
)
def test_a19_no_cent_is_lost(players: int, data: st.DataObject, prizes: list[int]) -> None:
    winners = data.draw(st.integers(1, players))
    made = plan(range(1, players + 1), winners, Lots("x"), formats=(Format(()),))
    _, _, progress = play_knockout(made, favourite)
    shares = share_prizes(progress.ranking, prizes)
    paid = sum(share.each * len(share.players) + share.left_over for share in shares)
    assert paid == sum(prizes[:players])
    assert all(0 <= share.left_over < len(share.players) for share in shares)
