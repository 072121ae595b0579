"""Handbook 1.2 (Lim), article by article; the printed examples first."""

from dataclasses import replace

import pytest

from pairing.errors import NoLegalPairing
from pairing.handbook.lim import pair
from pairing.handbook.lim.cards import Cards
from pairing.handbook.lim.exchanges import proposed, scrutinise
from pairing.handbook.lim.floaters import (
    Direction,
    in_order,
)
from pairing.handbook.lim.numbers import ranked
from pairing.handbook.lots import Lots
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bye,
    Colour,
    Fact,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    TournamentState,
)
from tests.pairing.handbook.lim_events import position
from tests.pairing.handbook.lim_made import (
    CASES,
    boards,
    couples,
    event_of_15,
    facts,
    pairs,
    players_of_15,
    value,
)

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
    standing = CASES[f"lim-15-r{number - 1}"]["standing_after_round"]
    assert len(standing) == 15
    for tpn, score, colours, due in standing:
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
    columns = case["expected"]["columns"]
    assert len(columns) > 1
    for column in columns:
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
    """Mirror: 9 and 8 can only meet 4; 8 floats, and with 8 the highest left, 5."""
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
    # Scores: 1 has 2, 5 and 2 and 3 have 1, 4 has 0 and no pairing without 4 is needed.
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
        # b: 2 has two more whites, and so have the others: nobody can give 2 black
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
