"""The Lim system of the handbook from article 4 on, article by article."""

from dataclasses import replace

import pytest

from pairing.errors import UnsupportedRule
from pairing.handbook.lim import SYSTEM, pair, violations, why_not
from pairing.handbook.lim.cards import Cards
from pairing.handbook.lim.exchanges import scrutinise
from pairing.handbook.lim.floaters import (
    Direction,
    by_priority,
    candidates,
    floater_type,
    in_order,
    opponents_in_order,
)
from pairing.matching import as_set
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    Bye,
    Colour,
    Fact,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
    VirtualPoints,
)
from pairing.systems import system
from pairing.verdicts import Broken, WhyNot
from tests.pairing.handbook.lim_events import position
from tests.pairing.handbook.lim_made import (
    boards,
    couples,
    event_of_15,
    facts,
    pairs,
    value,
)

# Art. 4


def chosen(cards: Cards, players: list[int], free_there: int) -> list[int]:
    """The candidates when these players of the next group are free."""
    return candidates(cards, players, lambda tpn: bool(cards.legal[tpn] & free_there))


def test_4_2_the_floater_is_due_the_surplus_colour() -> None:
    cards = Cards(position({1: (10, "W"), 2: (10, "B"), 3: (10, "W"), 4: (10, "B"), 5: (10, "W")}))
    everybody = sum(1 << tpn for tpn in range(1, 6))
    assert chosen(cards, [1, 2, 3, 4, 5], everybody) == [5, 3, 1, 4, 2]
    assert chosen(cards, [5, 4, 3, 2, 1], everybody) == [1, 3, 5, 2, 4]


def test_4_2_equal_numbers_of_both_colours_float_the_lowest_or_upwards_the_highest() -> None:
    cards = Cards(position({1: (10, "W"), 2: (10, "B"), 3: (10, "-")}))
    everybody = 0b1110
    assert chosen(cards, [1, 2, 3], everybody)[0] == 3
    assert chosen(cards, [3, 2, 1], everybody)[0] == 1


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
    assert chosen(Cards(state), order, everybody)[0] == shift + floats
    plain = chosen(Cards(replace(state, options=())), order, everybody)[0]
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
    group = as_set([2, 3, 4, 5])
    assert list(opponents_in_order(cards, 1, Direction.DOWN, group)) == [3, 4, 2]
    assert list(opponents_in_order(cards, 1, Direction.UP, group)) == [4, 3, 2]


def test_4_8_maxi_a_fitting_colour_counts_within_100_points_of_the_first_compatible_player() -> (
    None
):
    state = position(
        {1: (20, "W"), 2: (10, "W"), 3: (10, "B"), 4: (10, "B")},
        ratings={1: 2500, 2: 2400, 3: 2301, 4: 2299},
    )
    group = as_set([2, 3, 4])
    assert list(opponents_in_order(Cards(state), 1, Direction.DOWN, group)) == [3, 4, 2]
    maxi = replace(state, options=(("maxi", True),))
    assert list(opponents_in_order(Cards(maxi), 1, Direction.DOWN, group)) == [3, 2, 4]
    assert list(opponents_in_order(Cards(maxi), 1, Direction.UP, group)) == [4, 3, 2]


def floated_in_round_2(*games: tuple[int, int, str], **options: bool | int) -> frozenset[int]:
    """The floaters of round 2 after 1, 2 have won, 3, 4 drawn and 5, 6 lost round 1."""
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
    assert chosen(cards, [1, 2, 3], everybody) == [1, 2, 3]
    # 3 again, if only 3 has an opponent in the next group: type d before c.
    apart = replace(state, forbidden=(ForbiddenGroup(frozenset((1, 5))),))
    assert chosen(Cards(apart), [1, 2, 3], 1 << 5)[0] == 3


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
    assert [option.name for option in SYSTEM.format.options] == ["maxi", "protect_bye"]


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
    assert [(fact.code, fact.players) for fact in violations(state, made)] == [
        (Broken.PAIRED_TWICE, (13,)),
        (Broken.NOT_PAIRED, (4,)),
        (Broken.MET_BEFORE, (8, 9)),
        (Broken.MET_BEFORE, (3, 14)),
        (Broken.BYE_AGAIN, (13,)),
        (Broken.OTHER_BYE, (13, 4)),
        (Broken.OTHER_PAIR, (8, 9)),
        (Broken.OTHER_PAIR, (3, 14)),
        (Broken.OTHER_COLOURS, (2, 1)),
        (Broken.OTHER_COLOURS, (8, 9)),
    ]


def test_violations_of_the_colour_limits() -> None:
    state = position({1: (10, "BWW"), 2: (10, "WWBW"), 3: (10, "WBWB"), 4: (10, "WBWB")}, total=9)
    made = RoundPairing(5, (Board(1, 3), Board(2, 4)))
    codes = {(f.code, f.article, f.players) for f in violations(state, made)}
    assert (Broken.SAME_COLOUR_THREE_TIMES, "6.1.a", (1,)) in codes
    assert (Broken.COLOUR_DIFFERENCE, "6.1.b", (2,)) in codes


def test_why_not_gives_the_first_reason_in_the_order_of_the_articles() -> None:
    state = event_of_15(3)

    def reason(a: int, b: int) -> str:
        (fact,) = why_not(state, a, b)
        return fact.code.removeprefix("handbook.lim.why_not.")

    assert reason(1, 4) == "bye"
    assert reason(1, 8) == WhyNot.MET_BEFORE
    assert reason(1, 2) == WhyNot.THEY_MEET
    assert reason(1, 5) == "groups"
    assert reason(6, 15) == WhyNot.MET_BEFORE
    assert reason(5, 11) == WhyNot.NO_COMPLETION  # 6 and 15 have met
    assert reason(5, 6) == "order"
    assert reason(9, 13) == "floater_first"
    assert reason(7, 10) == "order"
    assert reason(12, 7) == WhyNot.THEY_MEET
