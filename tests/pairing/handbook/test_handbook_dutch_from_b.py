"""The Dutch system of the handbook, from its criteria (B) on, article by article."""

from dataclasses import replace
from itertools import combinations

import pytest

from pairing.handbook.dutch import pair as pair_state
from pairing.handbook.dutch import (
    violations,
    why_not,
)
from pairing.handbook.dutch.colours import allot
from pairing.handbook.dutch.definitions import (
    Card,
    Field,
    Strength,
    field_of,
)
from pairing.handbook.dutch.publication import published
from pairing.handbook.dutch.sequence import exchanges, transpositions
from pairing.state import (
    Board,
    Colour,
    RoundPairing,
)
from pairing.systems import system
from pairing.verdicts import Broken, WhyNot
from tests.pairing.handbook.dutch_made import (
    CASES,
    LETTERS,
    card,
    codes,
    example,
    field,
    groups_of,
    pairs,
    state,
)

# B  Criteria


def test_b_2_two_absolute_preferences_for_one_colour_never_meet() -> None:
    """2-4 and 1-3 is the only pairing without WW against WW or BB against BB."""
    cards = (card(1, 10, "WW"), card(2, 10, "BB"), card(3, 10, "BB"), card(4, 10, "WW"))

    assert pairs(field(*cards, round=4)) == [(1, 3), (2, 4)]
    assert pairs(field(*cards, round=4, met=((1, 3),))) == [(1, 2), (3, 4)]


def test_b_2_exemption_above_50_percent_in_the_last_round_saves_a_floater() -> None:
    """Both leaders are due Black absolutely: they meet only where one is exempt (H-17)."""

    def leaders(exempt: bool, last: bool) -> Field:
        cards = (
            card(1, 20, "BWW", exempt=exempt),
            card(2, 20, "WBWW"),
            card(3, 10, "BWB"),
            card(4, 10, "WBWB"),
        )
        return field(*cards, round=6, last=last)

    assert pairs(leaders(exempt=True, last=True)) == [(1, 2), (3, 4)]
    assert pairs(leaders(exempt=False, last=True)) == [(1, 3), (2, 4)]
    assert pairs(leaders(exempt=False, last=False)) == [(1, 3), (2, 4)]


@pytest.mark.parametrize(("total", "expected"), [(3, {1, 2}), (4, set())])
def test_general_rule_6_exempt_is_more_than_half_and_only_the_last_round(
    total: int, expected: set[int]
) -> None:
    """C-02: 3 and 4 have exactly half of two points and are not exempt."""
    event = state(6, ("1-4 10", "5-2 01", "3-6 10"), ("2-3 10", "4-5 10", "6-1 01"), total=total)

    assert {c.tpn for c in field_of(event).cards if c.exempt} == expected


def test_b_3_the_nearest_score_is_the_opponent() -> None:
    cards = (card(1, 30), card(2, 20), card(3, 10), card(4, 0))

    assert pairs(field(*cards)) == [(1, 2), (3, 4)]


def test_b_4_transpositions_and_exchanges_for_colours() -> None:
    """1-3 and 2-4 clash; the first transposition helps."""
    cards = (card(1, 10, "W"), card(2, 10, "B"), card(3, 10, "W"), card(4, 10, "B"))

    assert pairs(field(*cards, round=2)) == [(1, 4), (2, 3)]


def test_b_4_nobody_floats_for_a_colour() -> None:
    """Two leaders, both due Black strongly: they meet all the same."""
    cards = (card(1, 20, "W"), card(2, 20, "W"), card(3, 10, "B"), card(4, 10, "B"))

    assert pairs(field(*cards, round=2)) == [(1, 2), (3, 4)]


def test_b_5_no_second_upfloat_running() -> None:
    cards = (card(1, 20), card(2, 10, floats=("up", None)), card(3, 10), card(4, 10))

    assert pairs(field(*cards)) == [(1, 3), (2, 4)]


def test_b_6_no_upfloat_as_two_rounds_before() -> None:
    cards = (card(1, 20), card(2, 10, floats=(None, "up")), card(3, 10), card(4, 10))

    assert pairs(field(*cards)) == [(1, 3), (2, 4)]


def test_b_6_gives_way_before_b_5_for_upfloats() -> None:
    """C.9: all three have floated up; only one of them two rounds ago."""
    cards = (
        card(1, 20),
        card(2, 10, floats=("up", None)),
        card(3, 10, floats=("up", "up")),
        card(4, 10, floats=(None, "up")),
    )

    assert pairs(field(*cards)) == [(1, 4), (2, 3)]


def test_b_5_and_b_6_no_second_downfloat() -> None:
    """C.10, C-15: the lowest floated down last round, the next one the round before."""
    upper = (card(1, 20), card(2, 20))
    lower = tuple(card(tpn, 10) for tpn in (4, 5, 6))
    both = (card(3, 20, floats=("down", None)), *upper, *lower)
    before = (card(3, 20, floats=("down", None)), card(1, 20), card(2, 20, floats=(None, "down")))
    all_three = (
        card(1, 20, floats=("down", None)),
        card(2, 20, floats=(None, "down")),
        card(3, 20, floats=("down", None)),
    )

    assert pairs(field(*both)) == [(1, 3), (2, 4), (5, 6)]
    assert pairs(field(*before, *lower)) == [(1, 4), (2, 3), (5, 6)]
    assert pairs(field(*all_three, *lower)) == [(1, 3), (2, 4), (5, 6)]


def test_b_5_counts_the_bye_as_a_downfloat() -> None:
    """H-18: 3 floated down last round, so 2 has the bye."""
    cards = (card(1, 10), card(2, 10), card(3, 10, floats=("down", None)))

    assert pairs(field(*cards)) == [(1, 3), (2,)]


# C  Procedure


def test_c_1_without_opponent_moves_on() -> None:
    cards = (card(1, 20), card(2, 20), card(3, 20), card(4, 10), card(5, 10), card(6, 10))
    of = field(*cards, met=((1, 2), (1, 3)))

    groups = groups_of(of)

    assert [of.cards[place].tpn for place in groups[0].without_opponent] == [1]
    assert pairs(of) == [(1, 4), (2, 3), (5, 6)]


def test_c_9_another_opponent_for_the_moved_down_player() -> None:
    """3-4 would leave 5, 6 and 7, 8 who have all met; 3-5 lets the remainder be paired."""
    cards = (card(1, 20), card(2, 20), card(3, 20), *(card(tpn, 10) for tpn in range(4, 9)))
    met = tuple(combinations((5, 6, 7, 8), 2))

    assert pairs(field(*cards, met=met[1:])) == [(1, 2), (3, 7), (4, 8), (5, 6)]


def test_c_11_x_rises_where_colours_do_not_come_out() -> None:
    """x starts at 0, but 1-2 and 3-4 have met their matching colours."""
    cards = (card(1, 10, "W"), card(2, 10, "B"), card(3, 10, "W"), card(4, 10, "B"))
    of = field(*cards, round=2, met=((1, 2), (1, 4), (2, 3), (3, 4)))

    attempt = groups_of(of)[0].attempt

    assert attempt is not None and attempt.x == 2
    assert pairs(of) == [(1, 3), (2, 4)]


def test_c_12_another_player_moves_down_from_the_previous_group() -> None:
    """3 has met 4 and 5; 2 takes the place of 3."""
    cards = (
        card(1, 20),
        card(2, 20),
        card(3, 20),
        card(4, 10),
        card(5, 10),
        card(6, 0),
        card(7, 0),
    )
    of = field(*cards, met=((3, 4), (3, 5)))

    groups = groups_of(of)

    assert pairs(of) == [(1, 3), (2, 4), (5, 6), (7,)]
    assert "C.12" in groups[0].reasons


def test_c_12_without_another_floater_the_player_moves_on() -> None:
    cards = (
        card(1, 20),
        card(2, 20),
        card(3, 20),
        card(4, 10),
        card(5, 10),
        card(6, 0),
        card(7, 0),
    )
    met = tuple((a, b) for a in (1, 2, 3) for b in (4, 5))
    of = field(*cards, met=met)

    groups = groups_of(of)

    assert groups[0].reasons == ()
    assert pairs(of) == [(1, 2), (3, 6), (4, 5), (7,)]


def test_c_13_the_last_but_one_group_serves_the_lowest() -> None:
    """5 and 6 have met: two of the group above come down instead of none."""
    cards = (*(card(tpn, 10) for tpn in (1, 2, 3, 4)), card(5, 0), card(6, 0))
    of = field(*cards, met=((5, 6),))

    groups = groups_of(of)

    assert pairs(of) == [(1, 2), (3, 5), (4, 6)]
    assert groups[0].reasons == ("C.13",)


def test_c_13_the_two_lowest_groups_become_one() -> None:
    """2 and 3 have met and both 4 and 5 have met; no pair of the middle group can stand."""
    cards = (card(1, 20), card(6, 20), card(2, 10), card(3, 10), card(4, 0), card(5, 0))
    of = field(*cards, met=((4, 5),))

    groups = groups_of(of)

    assert pairs(of) == [(1, 6), (2, 4), (3, 5)]
    assert groups[-1].reasons == ("merged",)


def test_c_13_the_bye_decides_too() -> None:
    """Neither 4 nor 5 may have the bye; 3 is the lowest who may."""
    cards = (
        card(1, 10),
        card(2, 10),
        card(3, 10),
        card(4, 0, barred=True),
        card(5, 0, barred=True),
    )

    assert pairs(field(*cards)) == [(1, 4), (2, 5), (3,)]


def test_c_13_undoes_the_last_but_one_group_and_no_accepted_c_12_above_it() -> None:
    """3 has met 4, so C.12 takes 1 down and is accepted; 5 may not have the bye.

    C.13 leaves 1-4 or nothing to the group of 4, joins 1, 4 and 5, and does not touch 2-3.
    """
    cards = (*(card(tpn, 20) for tpn in (1, 2, 3)), card(4, 10), card(5, 0, barred=True))
    of = field(*cards, met=((1, 3), (2, 5), (3, 4)))

    assert pairs(of) == [(1, 5), (2, 3), (4,)]
    assert groups_of(of)[0].reasons == ("C.12",)


def test_c_14_fewer_pairs() -> None:
    """1 has met 2, 3 has met 1 and 2, everybody has met 4: one pair of 2 and 4 ... none better."""
    cards = (*(card(tpn, 20) for tpn in (1, 2, 3, 4)), *(card(tpn, 10) for tpn in (5, 6, 7, 8)))
    of = field(*cards, met=((1, 2), (1, 3), (2, 3)))

    groups = groups_of(of)

    assert groups[0].stage is not None and groups[0].stage.pairs == 1
    assert [of.cards[place].tpn for place in groups[0].floaters] == [2, 3]
    assert pairs(of) == [(1, 4), (2, 5), (3, 6), (7, 8)]


@pytest.mark.parametrize(
    ("met", "kind"),
    [
        (((2, 4), (3, 4)), "homogeneous"),  # C.14: 2-3 without 1, who alone can meet 4
        (((1, 2), (1, 3)), "homogeneous"),  # C.1: 1 is not in the group that is paired
        (((1, 2), (3, 4)), "heterogeneous"),
    ],
)
def test_a_3_the_trace_says_half_moved_down_only_of_such_a_group(
    met: tuple[tuple[int, int], ...], kind: str
) -> None:
    of = field(card(1, 20), card(2, 10), card(3, 10), card(4, 0), met=met)

    trace = published(of, groups_of(of)).trace

    assert trace is not None
    kinds = [dict(f.values)["kind"] for f in trace.brackets[1].facts if f.code.endswith(".kind")]
    assert kinds == [kind]


def test_c_14_p_zero_moves_the_whole_group() -> None:
    cards = (card(1, 20), card(2, 20), card(3, 10), card(4, 10), card(5, 10), card(6, 10))
    of = field(*cards, met=((1, 2),))

    groups = groups_of(of)

    assert groups[0].attempt is None and len(groups[0].floaters) == 2
    assert pairs(of) == [(1, 3), (2, 4), (5, 6)]


# D  Sequence


def test_d_1_transpositions() -> None:
    assert [list(s2) for s2 in transpositions([5, 6, 7, 8])] == CASES["transpositions"]


@pytest.mark.parametrize(
    ("name", "size", "pairs_", "number"),
    [("one", 8, 4, 1), ("two", 8, 4, 2), ("odd_one", 7, 3, 1), ("odd_two", 7, 3, 2)],
)
def test_d_2_exchanges(name: str, size: int, pairs_: int, number: int) -> None:
    order = [[list(a), list(b)] for a, b in exchanges(size, pairs_, number)]

    assert order == CASES["exchanges"][name]


# E  Colours


def colours(high: Card, low: Card, round: int = 5) -> tuple[str, str]:
    """The colour of the first and the article."""
    of = Field((high, low), frozenset(), round, False)
    white, _black, fact = allot(of, 0, 1)
    return ("W" if white == 0 else "B"), fact.article


@pytest.mark.parametrize(
    ("high", "low", "expected"),
    [
        ("WB", "BW", ("W", "E.1")),
        ("", "BW", ("W", "E.1")),
        ("BWB", "WBB", ("B", "E.2")),
        ("WB", "WBB", ("B", "E.2")),
        ("WBB", "WB", ("W", "E.2")),
        ("BWWB", "WBWB", ("B", "E.3")),
        ("WB", "WBWB", ("W", "E.4")),
        ("WBWB", "WBWB", ("W", "E.4")),
    ],
)
def test_e_1_to_e_4(high: str, low: str, expected: tuple[str, str]) -> None:
    """The first is ranked higher; E.3 looks at the last game in which the colours differ."""
    assert colours(card(1, 20, high), card(2, 20, low)) == expected


def test_e_4_the_higher_score_comes_before_the_number() -> None:
    assert colours(card(9, 30, "WB"), card(2, 20, "WB")) == ("W", "E.4")


def test_e_2_two_absolute_preferences_the_exempt_player_yields() -> None:
    assert colours(card(1, 40, "BWW", exempt=True), card(2, 40, "BWW")) == ("W", "E.2")
    assert colours(card(1, 40, "WBWW", exempt=True), card(2, 40, "BWWBB"))[1] == "E.1"


@pytest.mark.parametrize("drawn", list(Colour))
def test_e_5_round_1_by_the_number_of_the_higher_player(drawn: Colour) -> None:
    paired = pair_state(replace(state(8), initial_colour=drawn))
    colour_of_first = [
        (drawn if tpn % 2 else drawn.opposite) is Colour.WHITE for tpn in (1, 2, 3, 4)
    ]

    assert [board.white < board.black for board in paired.boards] == colour_of_first


# F  Final remarks


def test_f_1_boards_by_higher_score_then_sum_then_higher_player() -> None:
    """1 and 2 lead; 2 floats down; the pair of 20 and 10 stands before those of 10 and 10."""
    event = state(6, ("1-4 10", "5-2 01", "3-6 =="), ("2-1 ==", "4-3 10", "6-5 10"), total=9)
    paired = pair_state(event)
    score = {c.tpn: c.score for c in field_of(event).cards}
    keys = [
        (-max(score[b.white], score[b.black]), -score[b.white] - score[b.black])
        for b in paired.boards
    ]

    assert keys == sorted(keys)
    assert len(set(keys)) > 1


@pytest.mark.parametrize(("history", "expected"), CASES["histories"])
def test_f_3_unplayed_rounds_move_to_the_front(history: str, expected: str) -> None:
    seats = {"W": "1-{0} ==", "B": "{0}-1 ==", "-": "1-{0} +-"}
    rounds = [(seats[letter].format(number),) for number, letter in enumerate(history, start=2)]
    first = next(c for c in field_of(state(9, *rounds)).cards if c.tpn == 1)

    assert first.colours == tuple(LETTERS[letter] for letter in expected.lstrip("-"))


def test_f_2_and_f_3_unplayed_rounds_do_not_break_a_run_of_colours() -> None:
    """H-14: W, no game, W are two Whites running."""
    event = state(4, ("1-3 10", "2-4 10"), ("1-2 +-", "3-4 10"), ("1-4 10", "2-3 10"))
    first = next(c for c in field_of(event).cards if c.tpn == 1)

    assert first.colours == (Colour.WHITE, Colour.WHITE)
    assert first.preference == (Colour.BLACK, Strength.ABSOLUTE)


def test_f_5_absent_players_are_not_paired() -> None:
    paired = pair_state(state(6, byes=(2, 5)))

    assert {tpn for b in paired.boards for tpn in (b.white, b.black)} == {1, 3, 4, 6}
    assert paired.bye is None


def test_f_9_a_postponed_game_counts_as_a_draw_for_pairing() -> None:
    event = state(4, ("1-3 ??", "2-4 10"))
    generous = replace(event, points=replace(event.points, adjourned=10))
    by_points = replace(generous, options=(("postponed_is_draw", False),))

    assert [c.score for c in field_of(event).cards] == [10, 5, 5, 0]
    assert [c.score for c in field_of(generous).cards] == [10, 5, 5, 0]
    assert [c.score for c in field_of(by_points).cards] == [10, 10, 10, 0]


def test_f_6_a_published_pairing_is_changed_when_it_breaks_b_1() -> None:
    corrected = state(4, ("1-3 10", "2-4 10"))
    given = RoundPairing(2, (Board(3, 1), Board(4, 2)))

    assert codes(violations(corrected, given))[:2] == [
        (Broken.MET_BEFORE, "B.1.a", (3, 1)),
        (Broken.MET_BEFORE, "B.1.a", (4, 2)),
    ]


def test_f_7_otherwise_the_arbiter_decides_and_only_where_it_matters() -> None:
    wrong = state(4, ("1-3 10", "4-2 01"))
    given = pair_state(wrong)
    corrected = state(4, ("1-3 10", "4-2 10"))

    assert violations(wrong, given) == ()
    found = violations(corrected, given)
    assert {fact.article for fact in found}.isdisjoint({"B.1.a", "B.1.b", "B.2.a", "B.2.b"})
    others = [fact.players for fact in found if fact.code == Broken.OTHER_PAIR]
    assert {tpn for players in others for tpn in players} == {1, 2, 3, 4}


# Sentences about pairings


def test_violations_of_its_own_pairing_are_none() -> None:
    for number in (1, 2, 3, 4):
        assert violations(example(number), pair_state(example(number))) == ()


def test_violations_name_the_absolute_rules_first() -> None:
    before = example(3)
    boards = (
        Board(1, 9),  # have met
        Board(10, 3),  # 10 had White twice
        Board(17, 4),
        Board(2, 13),
        Board(5, 8),
        Board(15, 6),
        Board(7, 11),
        Board(12, 16),
    )
    found = codes(violations(before, RoundPairing(3, boards, bye=17)))

    assert found[:7] == [
        (Broken.PAIRED_TWICE, "C", (17,)),
        (Broken.NOT_PAIRED, "C", (14,)),
        (Broken.MET_BEFORE, "B.1.a", (1, 9)),
        (Broken.BYE_AGAIN, "B.1.b", (17,)),
        (Broken.COLOUR_DIFFERENCE, "B.2.a", (9,)),
        (Broken.SAME_COLOUR_THREE_TIMES, "B.2.b", (9,)),
        (Broken.COLOUR_DIFFERENCE, "B.2.a", (10,)),
    ]
    assert (Broken.OTHER_PAIR, "C", (17, 4)) in found
    assert ("violation.score_difference", "B.3", (17, 4)) in found


def test_violations_colours_and_order_of_the_boards() -> None:
    proper = pair_state(example(2))
    first, second, *others = proper.boards
    turned = replace(proper, boards=(Board(first.black, first.white), second, *others))
    swapped = replace(proper, boards=(second, first, *others))

    assert codes(violations(example(2), turned)) == [(Broken.OTHER_COLOURS, "E.4", (1, 10))]
    assert codes(violations(example(2), swapped)) == [(Broken.BOARD_ORDER, "F.1", ())]


@pytest.mark.parametrize(
    ("number", "a", "b", "expected"),
    [
        (2, 1, 9, (WhyNot.MET_BEFORE, "B.1.a", (1, 9))),
        (2, 1, 10, (WhyNot.THEY_MEET, "C.6", (1, 10))),
        (2, 1, 4, ("why_not.other_group", "B.3", (1, 4))),
        (3, 10, 16, ("why_not.same_absolute", "B.2", (10, 16))),
        (2, 1, 16, ("why_not.later_in_order", "D.1, D.2", (1, 16))),
        (2, 4, 13, ("why_not.more_clashes", "B.4", (4, 13))),
        (4, 9, 1, (WhyNot.NOT_TO_BE_PAIRED, "F.5", (9,))),
    ],
)
def test_why_not(number: int, a: int, b: int, expected: tuple[str, str, tuple[int, ...]]) -> None:
    assert codes(why_not(example(number), a, b)) == [expected]


def test_the_system_is_registered_with_its_options() -> None:
    found = system("handbook.dutch")

    assert found.pair is pair_state
    assert [option.name for option in found.format.options] == [
        "title_order",
        "absent_without_notice_withdraws",
        "postponed_is_draw",
    ]
