"""Handbook 1.2 (Lim), article by article; the printed examples first."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.handbook.lim import SYSTEM, pair, violations, why_not
from pairing.handbook.lim.cards import Cards
from pairing.handbook.lim.exchanges import proposed, scrutinise
from pairing.handbook.lim.floaters import (
    Direction,
    by_priority,
    candidates,
    floater_type,
    in_order,
    opponents_in_order,
)
from pairing.handbook.lim.numbers import ranked
from pairing.handbook.lots import Lots
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    Bye,
    Colour,
    Fact,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    RoundPairing,
    TournamentState,
    VirtualPoints,
)
from pairing.systems import system
from tests.pairing.handbook.lim_events import position

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "cases/handbook/lim.json").read_text(encoding="utf-8")
)
CODES = {"1-0": "10", "0-1": "01", "1/2-1/2": "=="}


def players_of_15() -> tuple[Player, ...]:
    return tuple(
        Player(number, name, title, rating=rating)
        for number, title, name, rating in CASES["lim-15-players"]
    )


def event_of_15(before_round: int, **options: bool | int) -> TournamentState:
    rounds = tuple(
        Round(
            number,
            tuple(Game(white, black, RESULTS[CODES[code]]) for white, black, code in each["games"]),
            (Bye(each["bye"], ByeKind.PAIRING_ALLOCATED),),
        )
        for number, each in enumerate(CASES[f"lim-15-r{before_round}"]["rounds"], 1)
    )
    return TournamentState(
        players_of_15(),
        rounds,
        total_rounds=9,
        initial_colour=Colour.WHITE,
        options=tuple(options.items()),
    )


def boards(pairing: RoundPairing) -> list[list[int]]:
    return [[board.white, board.black] for board in pairing.boards]


def couples(pairing: RoundPairing) -> set[frozenset[int]]:
    return {frozenset((board.white, board.black)) for board in pairing.boards}


def pairs(*couples_: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(couple) for couple in couples_}


def facts(pairing: RoundPairing, code: str) -> list[Fact]:
    assert pairing.trace is not None
    every = [fact for bracket in pairing.trace.brackets for fact in bracket.facts]
    return [fact for fact in every if fact.code == f"handbook.lim.{code}"]


def value(fact: Fact, name: str) -> int | str:
    return dict(fact.values)[name]


# The printed examples


@pytest.mark.parametrize("colour", list(Colour))
def test_b_1_2_the_lot_of_number_1_gives_every_colour_of_round_1(colour: Colour) -> None:
    case = CASES[f"lim-40-r1-{'white' if colour is Colour.WHITE else 'black'}"]["expected"]
    field = tuple(Player(tpn) for tpn in range(1, 41))
    found = boards(pair(TournamentState(field, (), 9, initial_colour=colour)))
    assert found == case["pairs"]
    assert found[:4] == case["pairs_first_four"]


def test_b_1_1_example_of_15_round_1_as_printed() -> None:
    found = pair(event_of_15(1))
    assert boards(found) == CASES["lim-15-r1"]["pairs"]
    assert found.bye == CASES["lim-15-r1"]["bye"] == 15


def test_example_of_15_round_2_by_the_rules() -> None:
    """C-06, C-07: bye 14, 15 floats down, 3 floats up, no colour clash."""
    found = pair(event_of_15(2))
    strict = CASES["lim-15-r2"]["strict"]
    assert {(b.white, b.black) for b in found.boards} == {tuple(p) for p in strict["pairs"]}
    assert found.bye == strict["bye"] == 14
    assert [fact.players for fact in facts(found, "floater.even")] == [(15,), (3,)]


def test_example_of_15_round_2_as_printed_with_the_bye_forced_and_the_last_bye_spared() -> None:
    case = CASES["lim-15-r2"]
    wanted = case["options_for_test"]
    found = pair(event_of_15(2, forced_bye=wanted["forced_bye"], protect_bye=True))
    assert boards(found) == case["pairs"]
    assert found.bye == case["bye"] == 13
    assert [fact.players for fact in facts(found, "floater.even")] == [
        (wanted["forced_downfloater_from_1"],),
        (wanted["forced_upfloater_from_0"],),
    ]


def test_example_of_15_round_3_as_printed() -> None:
    found = pair(event_of_15(3))
    case = CASES["lim-15-r3"]
    assert boards(found) == case["pairs"]
    assert found.bye == case["bye"] == 4
    assert found.trace is not None
    assert [bracket.score for bracket in found.trace.brackets] == [20, 15, 0, 5, 10]
    assert [bracket.floaters for bracket in found.trace.brackets] == [(), (), (3,), (9,), ()]


@pytest.mark.parametrize("number", [2, 3])
def test_6_1_due_colours_of_the_example_cards(number: int) -> None:
    cards = Cards(event_of_15(number))
    letters = {None: None, Colour.WHITE: "W", Colour.BLACK: "B"}
    for tpn, score, colours, due in CASES[f"lim-15-r{number - 1}"].get("standing_after_round", []):
        assert cards.score[tpn] == round(score * 10)
        assert [str(c) for c in cards.record.colours[tpn]] == list(colours.replace("-", "").lower())
        assert letters[cards.due[tpn]] == due


def test_3_4_proposed_pairing() -> None:
    case = CASES["lim-3.4-proposed-pairing"]
    found = [[a + 1, b + 1] for a, b in proposed(case["input"]["n"])]
    assert found == case["expected"]["pairs_without_colour"]


@pytest.mark.parametrize("name", ["lim-5.2-exchange", "lim-5.3-exchange"])
def test_5_2_and_5_3_columns(name: str) -> None:
    """Each column is what comes out when the partners of the columns before it have been met."""
    case = CASES[name]
    seeker = case["input"]["search_for"]
    fixed = case["input"]["fixed"]
    # Number 1 has met everybody before 6 in the order, until 6 itself is given up for 2.
    met: list[tuple[int, int]] = [(1, 4), (1, 5)] if fixed else []
    for column in case["expected"]["columns"]:
        cards = Cards(position(dict.fromkeys(range(1, 7), (0, "")), met=met))
        assert [list(pair_) for pair_ in scrutinise(cards, range(1, 7)).pairs] == column
        partner = next(a + b - seeker for a, b in column if seeker in (a, b))
        met.append((seeker, partner))


def test_5_2_upwards_everything_is_reversed() -> None:
    met: list[tuple[int, int]] = []
    for column in (
        {(3, 6), (2, 5), (1, 4)},
        {(2, 6), (3, 5), (1, 4)},
        {(1, 6), (3, 5), (2, 4)},
        {(4, 6), (2, 5), (1, 3)},
        {(5, 6), (2, 4), (1, 3)},
    ):
        cards = Cards(position(dict.fromkeys(range(1, 7), (0, "")), met=met))
        order = in_order(Direction.UP, range(1, 7))
        found = {(min(couple), max(couple)) for couple in scrutinise(cards, order).pairs}
        assert found == column
        met.append(next(couple for couple in column if 6 in couple))


LONE = [(1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)]


def test_5_4_a_in_an_odd_group_the_lone_player_floats_and_7_comes_back() -> None:
    top = dict.fromkeys(range(1, 8), (20, "--"))
    state = position(
        top | {8: (10, "--"), 9: (10, "--"), 10: (10, "--")}, met=[*LONE, (1, 7), (2, 7)]
    )
    found = pair(state)
    (fact,) = facts(found, "floater.replaces")
    assert fact.article == "5.4.a"
    assert fact.players == (2,)
    assert value(fact, "instead") == 7
    assert couples(found) == pairs((1, 6), (3, 5), (4, 7), (2, 8), (9, 10))


def test_5_4_b_in_an_even_group_the_lone_player_floats_with_the_lowest_of_the_others() -> None:
    top = dict.fromkeys(range(1, 7), (20, "--"))
    found = pair(position(top | {8: (10, "--"), 9: (10, "--")}, met=LONE))
    assert [fact.players for fact in facts(found, "floater.alone")] == [(2,)]
    assert [fact.players for fact in facts(found, "floater.companion")] == [(5,)]
    assert found.trace is not None
    assert found.trace.brackets[0].pairs == ((1, 6), (3, 4))
    assert found.trace.pairs[0].facts == (Fact("handbook.lim.pair.stands", "5.4", (1, 6)),)


def test_5_4_b_upwards_the_companion_is_the_highest_of_those_left() -> None:
    """Mirror: 9 and 8 can only meet 4; 8 floats, and with him 5, the highest left."""
    met = [(9, 8), (9, 7), (9, 6), (9, 5), (8, 7), (8, 6), (8, 5)]
    low = dict.fromkeys(range(4, 10), (0, "--"))
    found = pair(position(low | {1: (10, "--"), 2: (10, "--")}, met=met))
    assert found.trace is not None
    assert found.trace.brackets[0].floaters == (8, 5)
    assert couples(found) >= pairs((4, 9), (6, 7))


def test_remark_if_6_and_11_had_met_as_well_the_exchange_is_made_in_the_upper_half() -> None:
    state = event_of_15(3)
    state = replace(state, forbidden=(ForbiddenGroup(frozenset((6, 11))),))
    assert couples(pair(state)) >= pairs((5, 6), (11, 15))


def test_remark_a_lone_player_who_had_the_bye_is_paired_and_the_next_group_gives_the_bye() -> None:
    """If 4 were alone with 0 points and had had the bye: the largest number with 1/2 has it."""
    state = position(
        {1: (20, "WB"), 2: (20, "BW"), 3: (10, "WB"), 5: (10, "BW"), 8: (5, "BW"), 9: (5, "WB")}
        | {4: (0, "B-")}
    )
    second = replace(state.rounds[1], byes=(Bye(4, ByeKind.PAIRING_ALLOCATED),))
    state = replace(state, rounds=(state.rounds[0], second))
    bonus = tuple(
        replace(each, points=each.points - 10) if each.player == 4 else each
        for each in state.bonuses
    )
    found = pair(replace(state, bonuses=bonus))
    assert found.bye == 9
    assert couples(found) == pairs((1, 2), (3, 5), (4, 8))
    assert found.trace is not None
    assert found.trace.facts == (Fact("handbook.lim.bye.passed_over", "2.2", (4,)),)


# Art. 1


def test_1_numbers_by_rating_title_local_rating_and_lot() -> None:
    field = (
        Player(1, rating=0, national_rating=1700),
        Player(2, rating=2300, title="WIM"),
        Player(3, rating=2300, title="FM"),
        Player(4, rating=0, national_rating=1800),
        Player(5, rating=2400),
        Player(6, rating=0, title="CM"),
        Player(7, rating=0, national_rating=1700),
    )
    typed = Lots(typed=(("lim.numbers", (7, 6, 5, 4, 3, 2, 1)),))
    assert [player.tpn for player in ranked(field, typed)] == [5, 3, 2, 6, 4, 7, 1]


def test_1_numbers_of_the_example() -> None:
    shuffled = players_of_15()[::-1]
    assert [player.tpn for player in ranked(shuffled)] == list(range(1, 16))


# Art. 2


def test_2_1_bye_to_the_lowest_player_of_the_lowest_group() -> None:
    state = position({1: (10, "W"), 2: (10, "B"), 3: (0, "B"), 5: (0, "W"), 4: (5, "W")})
    assert pair(state).bye == 5


def test_2_2_no_second_bye_and_none_after_a_forfeit_win() -> None:
    field = tuple(Player(tpn) for tpn in range(1, 6))
    first = Round(
        1,
        (Game(1, 3, RESULTS["10"]), Game(4, 2, RESULTS["-+"])),
        (Bye(5, ByeKind.PAIRING_ALLOCATED),),
    )
    second = Round(2, (Game(5, 1, RESULTS["01"]), Game(2, 3, RESULTS["01"])))
    state = TournamentState(field, (first, second), 5)
    # Scores: 1 has 2, 5 and 2 and 3 have 1, 4 has 0 and no pairing without him is needed.
    assert pair(state).bye == 4
    gone = replace(state, byes=(Bye(4, ByeKind.ZERO_POINT), Bye(1, ByeKind.ZERO_POINT)))
    found = pair(gone)
    assert found.bye == 3
    assert found.trace is not None
    assert [(f.players, f.article) for f in found.trace.facts] == [((5,), "2.2")]


def test_2_1_if_the_others_cannot_be_paired_the_bye_goes_to_the_next_in_order() -> None:
    found = pair(position({1: (10, "-"), 2: (0, "-"), 3: (0, "-")}, met=[(1, 2)]))
    assert found.bye == 2
    assert found.trace is not None
    assert found.trace.facts == (Fact("handbook.lim.bye.passed_over", "2.1", (3,)),)


def test_2_2_when_nobody_may_have_the_bye_there_is_no_pairing() -> None:
    field = tuple(Player(tpn) for tpn in range(1, 4))
    rounds = tuple(
        Round(
            number,
            (Game(*others, RESULTS["=="]),),
            (Bye(bye, ByeKind.PAIRING_ALLOCATED),),
        )
        for number, bye, others in ((1, 3, (1, 2)), (2, 2, (3, 1)), (3, 1, (2, 3)))
    )
    with pytest.raises(NoLegalPairing) as caught:
        pair(TournamentState(field, rounds, 5))
    assert [fact.code for fact in caught.value.reasons] == [
        "handbook.lim.no_bye",
        *["handbook.lim.bye.passed_over"] * 3,
    ]


def test_3_1_a_round_without_pairing_names_the_players_left_over() -> None:
    with pytest.raises(NoLegalPairing) as caught:
        pair(position(dict.fromkeys((1, 2, 3, 4), (10, "-")), met=[(4, 1), (4, 2), (4, 3)]))
    assert 4 in caught.value.players
    assert Fact("handbook.lim.no_opponent", "3.1", (4,), (("compatible", 0),)) in (
        caught.value.reasons
    )


# Art. 3


@pytest.mark.parametrize(
    ("one", "two", "compatible"),
    [
        ("WB", "WB", True),
        ("WW", "BB", True),
        ("WW", "BWW", False),  # both must have black
        ("BB", "WBB", False),
        ("WWBW", "WBWW", False),  # two more with white, and two running
        ("WWBWB", "WBWWB", True),
        ("W-W", "WW-", False),  # rounds without a game drop out
        ("WW", "", True),
    ],
)
def test_3_1_compatible_opponents(one: str, two: str, compatible: bool) -> None:
    cards = Cards(position({1: (10, one), 2: (10, two)}, total=9))
    assert cards.compatible(1, 2) is compatible
    assert cards.compatible(2, 1) is compatible


def test_3_1_who_has_met_is_not_compatible_but_a_forfeited_pair_may_meet_again() -> None:
    field = tuple(Player(tpn) for tpn in range(1, 5))
    games = (Game(1, 3, RESULTS["10"]), Game(4, 2, RESULTS["+-"]))
    cards = Cards(TournamentState(field, (Round(1, games),), 5))
    assert not cards.compatible(1, 3)
    assert cards.compatible(2, 4)


def test_3_2_order_of_the_groups_median_last_even_without_players_of_its_own() -> None:
    state = position(
        {1: (20, "--"), 2: (15, "--"), 3: (15, "--"), 4: (5, "--"), 5: (5, "--"), 6: (0, "--")}
    )
    found = pair(state)
    assert found.trace is not None
    assert [bracket.score for bracket in found.trace.brackets] == [20, 15, 0, 5, 10]
    assert found.trace.brackets[-1].residents == ()
    assert found.trace.brackets[-1].moved_down == (3, 4)
    assert couples(found) == pairs((1, 2), (5, 6), (3, 4))


def test_3_2_three_points_for_a_win_move_the_median() -> None:
    field = tuple(Player(tpn) for tpn in range(1, 5))
    games = (Game(1, 3, RESULTS["10"]), Game(4, 2, RESULTS["10"]))
    state = TournamentState(field, (Round(1, games),), 5, points=PointSystem.of(30, 10))
    found = pair(state)
    assert found.trace is not None
    assert [bracket.score for bracket in found.trace.brackets] == [30, 0]
    assert couples(found) == pairs((1, 4), (2, 3))


@pytest.mark.parametrize(
    ("cards_", "met", "reason"),
    [
        # a: 2 has played everybody in the group
        (dict.fromkeys((1, 2, 3, 4), (20, "--")), [(2, 1), (2, 3), (2, 4)], "a"),
        # b: 2 has two more whites, and so have the others: nobody can give him black
        ({1: (30, "WWBW"), 2: (30, "WWBW"), 3: (30, "WBWW"), 4: (30, "WBWW")}, [], "b"),
    ],
)
def test_3_3_why_a_player_without_compatible_opponent_floats(
    cards_: dict[int, tuple[int, str]], met: list[tuple[int, int]], reason: str
) -> None:
    rounds = len(cards_[1][1])
    median = dict.fromkeys((5, 6, 7, 8), (5 * rounds, "-" * rounds))
    found = pair(position(cards_ | median, met=met))
    first = facts(found, "floater.alone")[0]
    assert first.article == "5.4.b"
    assert value(first, "reason") == reason


def test_3_3_c_same_colour_in_the_last_two_rounds_and_nobody_to_change_with() -> None:
    found = pair(position({1: (30, "BBWW"), 2: (30, "BBWW"), 3: (20, "WBWB"), 4: (20, "WBBW")}))
    (alone,) = facts(found, "floater.alone")
    assert alone.players == (1,)
    assert value(alone, "reason") == "c"
    assert [fact.players for fact in facts(found, "floater.companion")] == [(2,)]


def test_3_5_the_lower_of_two_who_have_met_is_exchanged() -> None:
    cards = Cards(position(dict.fromkeys(range(1, 7), (0, "")), met=[(2, 5)]))
    assert scrutinise(cards, range(1, 7)).pairs == ((1, 4), (2, 6), (3, 5))


# Art. 3.6


def test_3_6_more_from_above_undo_the_nearest_pair_below() -> None:
    """One floater comes down to 4 and they have met: 5-6 below is undone."""
    state = position(
        {1: (20, "WB"), 2: (20, "BW"), 3: (20, "WB"), 4: (10, "BW"), 5: (0, "WB"), 6: (0, "BW")},
        met=[(1, 4), (2, 4), (3, 4)],
    )
    found = pair(state)
    (undone,) = facts(found, "median.undone")
    assert (undone.article, set(undone.players)) == ("3.6", {5, 6})
    assert dict(undone.values) == {"side": "below", "from_above": 1, "from_below": 0}
    assert couples(found) == pairs((1, 2), (3, 6), (4, 5))


def test_3_6_otherwise_undo_the_nearest_pair_above() -> None:
    """One floater comes up: nothing is undone below, the last board above is."""
    state = position(
        {1: (20, "WB"), 2: (20, "BW"), 3: (15, "WB"), 4: (15, "BW")}
        | {5: (10, "BW"), 6: (0, "WB"), 7: (0, "BW"), 8: (0, "WB")},
        met=[(5, 6), (5, 7), (5, 8)],
    )
    found = pair(state)
    (undone,) = facts(found, "median.undone")
    assert set(undone.players) == {3, 4}
    assert value(undone, "side") == "above"
    assert found.trace is not None
    assert found.trace.brackets[1].pairs == ()
    assert couples(found) >= pairs((1, 2), (3, 5))


def test_3_6_step_by_step_until_the_round_can_be_paired() -> None:
    """5 may only meet 1: below, above, and again, the nearest first, until 1 is there."""
    state = position(
        {1: (20, "--"), 2: (20, "--"), 3: (15, "--"), 4: (15, "--"), 9: (15, "--")}
        | {5: (10, "--")}
        | {6: (5, "--"), 7: (5, "--"), 8: (0, "--"), 10: (0, "--")},
        met=[(5, other) for other in (2, 3, 4, 6, 7, 8, 9, 10)],
    )
    found = pair(state)
    sides = [value(fact, "side") for fact in facts(found, "median.undone")]
    assert sides == ["below", "above", "below", "above"]
    undone = [set(fact.players) for fact in facts(found, "median.undone")]
    assert undone == [{6, 7}, {3, 4}, {8, 10}, {1, 2}]
    assert couples(found) >= pairs((1, 5))


# Art. 4


def test_4_2_the_floater_is_due_the_surplus_colour() -> None:
    cards = Cards(position({1: (10, "W"), 2: (10, "B"), 3: (10, "W"), 4: (10, "B"), 5: (10, "W")}))
    everybody = sum(1 << tpn for tpn in range(1, 6))
    assert candidates(cards, [1, 2, 3, 4, 5], everybody) == [5, 3, 1, 4, 2]
    assert candidates(cards, [5, 4, 3, 2, 1], everybody) == [1, 3, 5, 2, 4]


def test_4_2_equal_numbers_of_both_colours_float_the_lowest_or_upwards_the_highest() -> None:
    cards = Cards(position({1: (10, "W"), 2: (10, "B"), 3: (10, "-")}))
    everybody = 0b1110
    assert candidates(cards, [1, 2, 3], everybody)[0] == 3
    assert candidates(cards, [3, 2, 1], everybody)[0] == 1


@pytest.mark.parametrize(
    ("direction", "ratings", "floats"),
    [
        # 1 and 3 are due black, 2 white, 4 nothing; downwards 3, upwards 1 helps the colours.
        (Direction.DOWN, {1: 2400, 2: 2390, 3: 2310, 4: 2210}, 3),
        (Direction.DOWN, {1: 2400, 2: 2390, 3: 2311, 4: 2210}, 4),
        (Direction.UP, {0: 2500, 1: 2400, 2: 2390, 3: 2310}, 1),
        (Direction.UP, {0: 2501, 1: 2400, 2: 2390, 3: 2310}, 0),
    ],
)
def test_4_2_maxi_the_floater_is_within_100_points_of_the_last_player(
    direction: Direction, ratings: dict[int, int], floats: int
) -> None:
    """Upwards of the first: the highest number stands at the end of that order."""
    shift = 10  # numbers from 10, so that there is one above number 1
    due = {0: "-", 1: "W", 2: "B", 3: "W", 4: "-"}
    state = position(
        {shift + tpn: (10, due[tpn]) for tpn in ratings},
        ratings={shift + tpn: rating for tpn, rating in ratings.items()},
        maxi=True,
    )
    order = in_order(direction, [shift + tpn for tpn in ratings])
    everybody = sum(1 << tpn for tpn in order)
    assert candidates(Cards(state), order, everybody)[0] == shift + floats
    plain = candidates(Cards(replace(state, options=())), order, everybody)[0]
    assert plain == shift + (3 if direction is Direction.DOWN else 1)


def test_4_3_the_floater_has_a_compatible_opponent_in_the_next_group() -> None:
    top = {1: (20, "--"), 2: (20, "--"), 3: (20, "--")}
    found = pair(position(top | {4: (10, "--")}, met=[(3, 4)]))
    (fact,) = facts(found, "floater.even")
    assert fact.players == (2,)
    assert value(fact, "type") == "d"


def test_4_3_the_median_is_looked_at_after_those_from_above_have_taken_their_opponents() -> None:
    """3 comes down and takes 4, so 5, who may only meet 4, is not floated up."""
    state = position(
        {1: (20, "--"), 2: (20, "--"), 3: (20, "--"), 4: (10, "--"), 5: (0, "--"), 6: (0, "--")}
        | {7: (0, "--"), 8: (10, "--")},
        met=[(5, 8)],
    )
    found = pair(state)
    assert [fact.players for fact in facts(found, "floater.even")] == [(3,), (6,)]


def test_4_5_a_floater_without_opponent_in_the_new_group_goes_on() -> None:
    """Nobody above has an opponent at 2 points; the lowest goes on to the median."""
    state = position(
        {1: (30, "----"), 2: (25, "----"), 3: (25, "----"), 4: (20, "----")},
        met=[(1, 2), (1, 3)],
    )
    found = pair(state)
    (even,) = facts(found, "floater.even")
    (onward,) = facts(found, "floater.onward")
    assert (even.players, value(even, "type")) == ((1,), "c")
    assert (onward.article, onward.players, value(onward, "type")) == ("4.5", (1,), "b")
    assert couples(found) == pairs((2, 3), (1, 4))


@pytest.mark.parametrize(
    ("came_in", "has_opponent", "kind"),
    [(True, False, "a"), (True, True, "b"), (False, False, "c"), (False, True, "d")],
)
def test_4_9_types_of_floaters(came_in: bool, has_opponent: bool, kind: str) -> None:
    assert floater_type(came_in, has_opponent) == kind


def test_4_9_a_a_floater_who_has_no_opponent_in_the_next_group_either() -> None:
    state = position(
        {1: (40, "----"), 2: (35, "----"), 3: (35, "----"), 4: (30, "----"), 5: (30, "----")}
        | {6: (20, "----")},
        met=[(1, 2), (1, 3), (1, 4), (1, 5)],
    )
    kinds = [value(fact, "type") for fact in facts(pair(state), "floater.onward")]
    assert kinds == ["a", "b"]


def test_4_6_and_4_7_order_of_the_floaters() -> None:
    cards = Cards(position({1: (20, "-"), 2: (30, "-"), 3: (20, "-"), 4: (0, "-"), 5: (5, "-")}))
    assert by_priority(cards, Direction.DOWN, [3, 1, 2]) == [2, 1, 3]
    assert by_priority(cards, Direction.UP, [1, 3, 4, 5]) == [4, 5, 3, 1]


def test_4_6_3_in_the_median_first_from_above_then_from_below_then_the_rest() -> None:
    """3 (due white) takes 6, the highest due black; 9 (due black) takes 5, the lowest due white."""
    state = position(
        {1: (20, "WB"), 2: (20, "BW"), 3: (20, "WB")}
        | {4: (10, "WB"), 5: (10, "WB"), 6: (10, "BW"), 7: (10, "BW")}
        | {9: (0, "BW"), 10: (0, "BW"), 11: (0, "WB")}
    )
    found = pair(state)
    assert found.trace is not None
    assert found.trace.brackets[-1].moved_down == (3, 9)
    steps = {each.facts[0] for each in found.trace.pairs if each.bracket == 2}
    assert steps == {
        Fact("handbook.lim.pair.floater", "4.8", (3, 6)),
        Fact("handbook.lim.pair.floater", "4.8", (9, 5)),
        Fact("handbook.lim.pair.proposed", "3.4", (4, 7)),
    }


def test_4_8_first_those_whose_colour_fits_then_the_other_compatible_ones() -> None:
    cards = Cards(
        position(
            {1: (20, "W"), 2: (10, "W"), 3: (10, "B"), 4: (10, "-"), 5: (10, "B")}, met=[(1, 5)]
        )
    )
    assert opponents_in_order(cards, 1, [2, 3, 4, 5]) == [3, 4, 2]
    assert opponents_in_order(cards, 1, [5, 4, 3, 2]) == [4, 3, 2]


def test_4_8_maxi_a_fitting_colour_counts_within_100_points_of_the_first_compatible_player() -> (
    None
):
    state = position(
        {1: (20, "W"), 2: (10, "W"), 3: (10, "B"), 4: (10, "B")},
        ratings={1: 2500, 2: 2400, 3: 2301, 4: 2299},
    )
    assert opponents_in_order(Cards(state), 1, [2, 3, 4]) == [3, 4, 2]
    maxi = replace(state, options=(("maxi", True),))
    assert opponents_in_order(Cards(maxi), 1, [2, 3, 4]) == [3, 2, 4]
    assert opponents_in_order(Cards(maxi), 1, [4, 3, 2]) == [4, 3, 2]


def floated_in_round_2(*games: tuple[int, int, str], **options: bool | int) -> frozenset[int]:
    """Who floated in round 2 after 1, 2 have won, 3, 4 drawn and 5, 6 lost round 1."""
    field = tuple(Player(tpn) for tpn in range(1, 8))
    first = Round(
        1,
        (Game(1, 5, RESULTS["10"]), Game(6, 2, RESULTS["01"]), Game(3, 4, RESULTS["=="])),
        (Bye(7, ByeKind.ZERO_POINT),),
    )
    second = Round(
        2,
        tuple(Game(white, black, RESULTS[code]) for white, black, code in games),
        (Bye(7, ByeKind.PAIRING_ALLOCATED),),
    )
    state = TournamentState(field, (first, second), 5, options=tuple(options.items()))
    return Cards(state).floated


@pytest.mark.parametrize(
    ("games", "floated"),
    [
        ([(1, 2, "10"), (3, 5, "=="), (4, 6, "==")], {5, 6}),  # into the median from below
        ([(1, 3, "10"), (2, 4, "01"), (5, 6, "==")], {1, 2}),  # into the median from above
        ([(1, 6, "10"), (2, 3, "=="), (4, 5, "==")], {1, 6, 2, 5}),  # across it both
        ([(1, 6, "+-"), (2, 3, "=="), (4, 5, "--")], {1, 6, 2, 5}),  # the pairing counts
    ],
)
def test_4_10_who_floated_in_the_previous_round(
    games: list[tuple[int, int, str]], floated: set[int]
) -> None:
    assert floated_in_round_2(*games) == floated
    assert floated_in_round_2(*games, protect_bye=True) == floated | {7}


def test_4_10_last_rounds_floater_is_not_floated_again_unless_the_type_gets_worse() -> None:
    field = tuple(Player(tpn) for tpn in range(1, 7))
    first = Round(
        1, (Game(1, 4, RESULTS["10"]), Game(5, 2, RESULTS["01"]), Game(3, 6, RESULTS["10"]))
    )
    second = Round(
        2, (Game(2, 1, RESULTS["=="]), Game(4, 3, RESULTS["=="]), Game(6, 5, RESULTS["10"]))
    )
    state = TournamentState(field, (first, second), 5)
    cards = Cards(state)
    assert cards.floated == {3, 4}
    everybody = 0b1111110
    # 1 and 3 are due white, 2 black: 3 would float but for last round.
    assert candidates(cards, [1, 2, 3], everybody) == [1, 2, 3]
    # Where only 3 has an opponent in the next group, it is 3 again: type d before c.
    apart = replace(state, forbidden=(ForbiddenGroup(frozenset((1, 5))),))
    assert candidates(Cards(apart), [1, 2, 3], 1 << 5)[0] == 3


# Art. 5, 6.2


def test_6_2_the_second_scrutiny_exchanges_for_colours() -> None:
    cards = Cards(position({1: (10, "W"), 2: (10, "B"), 3: (10, "W"), 4: (10, "B")}))
    found = scrutinise(cards, [1, 2, 3, 4])
    assert found.first == {(1, 3), (2, 4)}
    assert found.pairs == ((1, 4), (2, 3))
    assert found.clashes == 0


def test_6_2_a_clash_that_cannot_be_avoided_falls_on_the_first_pair_in_the_order() -> None:
    """Remark 8: four due white, two due black: one clash, and it is 1 who has it."""
    cards = Cards(
        position({1: (5, "B"), 2: (5, "B"), 3: (5, "W"), 4: (5, "B"), 5: (5, "B"), 6: (5, "W")})
    )
    found = scrutinise(cards, range(1, 7))
    assert found.pairs == ((1, 4), (2, 6), (3, 5))
    assert found.clashes == 1


def test_6_7_maxi_no_exchange_for_colours_beyond_100_points() -> None:
    cards_ = {1: (10, "W"), 2: (10, "B"), 3: (10, "W"), 4: (10, "B")}
    near = position(cards_, ratings={1: 2400, 2: 2390, 3: 2300, 4: 2200}, maxi=True)
    assert scrutinise(Cards(near), [1, 2, 3, 4]).pairs == ((1, 4), (2, 3))
    far = position(cards_, ratings={1: 2400, 2: 2390, 3: 2301, 4: 2200}, maxi=True)
    found = scrutinise(Cards(far), [1, 2, 3, 4])
    assert found.pairs == ((1, 3), (2, 4))
    assert found.clashes == 2


# Art. 6


@pytest.mark.parametrize(
    ("colours", "due"),
    [
        ("", None),
        ("W", Colour.BLACK),
        ("WB", Colour.WHITE),
        ("WBB", Colour.WHITE),
        ("WWBB", Colour.WHITE),
        ("WBW", Colour.BLACK),
        ("WWBWBB", Colour.WHITE),  # same number of both, but black twice running
        ("WBWWBB", Colour.WHITE),
        ("WWBWB", Colour.BLACK),  # equalise rather than alternate
        ("B--", Colour.WHITE),
    ],
)
def test_6_1_to_6_6_the_due_colour(colours: str, due: Colour | None) -> None:
    assert Cards(position({1: (10, colours), 2: (10, "")}, total=9)).due[1] is due


@pytest.mark.parametrize(
    ("one", "two", "white", "code", "article"),
    [
        ("W", "B", 2, "due", "6.1"),
        ("-", "B", 2, "due", "6.1"),
        ("-", "W", 1, "due", "6.1"),
        ("BWB", "WBB", 2, "limits", "6.3"),  # 2 had black twice and must change
        ("WBWB", "BWWB", 1, "history", "6.4"),  # third from the end: 1 black, 2 white
        ("WBB", "BWB", 1, "limits", "6.3"),
        ("B", "WBB", 2, "limits", "6.3"),
        ("WB", "B", 2, "history", "6.4"),  # an ended history wins against the wanted colour
        ("WB", "WB", 1, "higher", "6.4"),
        ("", "", 1, "lot", "B.1.2"),
    ],
)
def test_6_3_and_6_4_who_gets_white(
    one: str, two: str, white: int, code: str, article: str
) -> None:
    cards = Cards(position({1: (10, one), 2: (10, two)}, total=9))
    black = 3 - white
    for a, b in ((1, 2), (2, 1)):
        found = cards.colours(a, b, below_median=False)
        assert found[:2] == (white, black)
        assert (found[2].code, found[2].article) == (f"handbook.lim.colour.{code}", article)


def test_6_4_equal_histories_higher_above_the_median_lower_below_it() -> None:
    cards = Cards(position({1: (10, "WB"), 2: (15, "WB"), 3: (15, "WB")}))
    assert cards.colours(2, 3, below_median=False)[:2] == (2, 3)
    assert cards.colours(2, 3, below_median=True)[:2] == (3, 2)
    # By score first, then by number.
    assert cards.colours(1, 2, below_median=False)[:2] == (2, 1)
    assert cards.colours(1, 2, below_median=True)[:2] == (1, 2)


def test_b_1_2_later_two_without_colour_go_by_the_number_of_the_higher() -> None:
    cards = Cards(position({2: (10, "--"), 3: (10, "--"), 5: (10, "WB")}))
    assert cards.colours(2, 3, below_median=False)[:2] == (3, 2)


def test_b_1_2_round_1_with_absent_players_goes_by_place() -> None:
    field = tuple(Player(tpn) for tpn in range(1, 8))
    away = (Bye(1, ByeKind.ZERO_POINT),)
    found = pair(TournamentState(field, (), 5, initial_colour=Colour.WHITE, byes=away))
    assert boards(found) == [[2, 5], [6, 3], [4, 7]]


# Art. 7


def test_7_in_the_last_round_equal_scores_come_before_the_colour_limits() -> None:
    cards_ = {1: (30, "BBWW"), 2: (30, "BBWW"), 3: (20, "WBWB"), 4: (20, "WBWB")}
    assert couples(pair(position(cards_))) == pairs((1, 3), (2, 4))
    last = pair(position(cards_, total=5))
    assert couples(last) == pairs((1, 2), (3, 4))
    assert last.trace is not None
    assert last.trace.brackets[0].criteria == (
        Fact("handbook.lim.criterion.limits", "7", (), (("value", 1),)),
        Fact("handbook.lim.criterion.clashes", "6.2", (), (("value", 1),)),
    )


def test_7_limits_are_kept_first_where_the_group_allows_it() -> None:
    cards_ = {1: (30, "BBWW"), 2: (30, "BWBW"), 3: (30, "BBWW"), 4: (30, "BWBW")}
    found = pair(position(cards_, total=5))
    assert couples(found) == pairs((1, 4), (2, 3))


def test_7_floaters_keep_the_limits_in_the_last_round() -> None:
    cards = Cards(position({1: (30, "BBWW"), 2: (20, "BBWW"), 3: (20, "BBWW")}, total=5))
    assert not cards.compatible(1, 2)
    assert cards.compatible(2, 3)


# Boards, forbidden pairs, what is not supported


def test_boards_by_higher_score_then_sum_then_higher_number() -> None:
    cards = Cards(position({1: (5, "-"), 2: (10, "-"), 3: (10, "-"), 4: (10, "-"), 5: (0, "-")}))
    keys = [cards.board_key(3, 4), cards.board_key(2, 1), cards.board_key(5, 1)]
    assert keys == sorted(keys)


def test_acceleration_is_not_part_of_the_chapter() -> None:
    with pytest.raises(UnsupportedRule):
        pair(replace(event_of_15(1), acceleration=VirtualPoints(())))


def test_the_system_is_registered_with_its_options() -> None:
    assert system("handbook.lim") is SYSTEM
    assert [option.name for option in SYSTEM.options] == ["maxi", "protect_bye"]


def test_an_empty_field_and_a_single_player() -> None:
    assert pair(TournamentState((), (), 3)).boards == ()
    alone = pair(TournamentState((Player(1),), (), 3))
    assert (alone.boards, alone.bye) == ((), 1)


# Explanations


def test_violations_of_the_rules_own_pairing_are_none() -> None:
    state = event_of_15(3)
    assert violations(state, pair(state)) == ()


def test_violations_name_each_rule_worst_first() -> None:
    state = event_of_15(3)
    kept = [board for board in pair(state).boards if board.white in (15, 11, 7, 10)]
    made = RoundPairing(3, (Board(2, 1), Board(8, 9), Board(3, 14), *kept), bye=13)
    found = [
        (fact.code.removeprefix("handbook.lim.violation."), fact.players)
        for fact in violations(state, made)
    ]
    assert found == [
        ("twice", (13,)),
        ("left_out", (4,)),
        ("rematch", (8, 9)),
        ("rematch", (3, 14)),
        ("bye_barred", (13,)),
        ("bye", (13,)),
        ("pair", (8, 9)),
        ("pair", (3, 14)),
        ("colours", (2, 1)),
        ("colours", (8, 9)),
    ]


def test_violations_of_the_colour_limits() -> None:
    state = position({1: (10, "BWW"), 2: (10, "WWBW"), 3: (10, "WBWB"), 4: (10, "WBWB")}, total=9)
    made = RoundPairing(5, (Board(1, 3), Board(2, 4)))
    codes = {(f.code, f.article, f.players) for f in violations(state, made)}
    assert ("handbook.lim.violation.three_running", "6.1.a", (1,)) in codes
    assert ("handbook.lim.violation.difference", "6.1.b", (2,)) in codes


def test_why_not_gives_the_first_reason_in_the_order_of_the_articles() -> None:
    state = event_of_15(3)

    def reason(a: int, b: int) -> str:
        (fact,) = why_not(state, a, b)
        return fact.code.removeprefix("handbook.lim.why_not.")

    assert reason(1, 4) == "bye"
    assert reason(1, 8) == "met"
    assert reason(1, 2) == "paired"
    assert reason(1, 5) == "groups"
    assert reason(6, 15) == "met"
    assert reason(5, 11) == "rest"  # 6 and 15 have met
    assert reason(5, 6) == "order"
    assert reason(9, 13) == "floater_first"
    assert reason(7, 10) == "order"
    assert reason(12, 7) == "paired"
