"""Whole small events with every kind of unplayed round, value by value.

The numbers were computed with FIDE's reference calculator and checked by hand; where it departs
from the regulation both values are given.
"""

from dataclasses import replace

import pytest

from pairing.formats import Family
from pairing.state import Bonus, PointSystem
from tests.tiebreaks.tie_cards import event, exact
from tiebreaks.explain import explain
from tiebreaks.fide2026.modifiers import Part, removals
from tiebreaks.standings import standings


def columns(state, **settings):
    """{code: values by pairing number} for a list of codes."""

    def values(codes, **more):
        found = standings(state, codes, **(settings | more))
        return {
            str(code): [found.row(player.tpn).values[i] for player in state.players]
            for i, code in enumerate(found.codes)
        }

    return values


def numbers(text):
    return [exact(part) for part in text.split()]


def table(text):
    """A printed table: the codes, then one line per player."""
    head, *rows = [line.split() for line in text.strip().splitlines()]
    return {code: [exact(row[i]) for row in rows] for i, code in enumerate(head)}


# Every kind of bye, a forfeit, a withdrawal before the last round

EVENT_1 = event(
    {
        1: "5w1 2b= 3w1 6w+ 4b=",
        2: "6b1 1w= 4b= 3w1 0-Z",
        3: "4w1 0-H 1b0 2b0 5w1",
        4: "3b0 6w1 2w= 5b1 1w=",
        5: "1b0 0-U 6b= 4w0 3b0",
        6: "2w0 4b0 5w= 1b- 0-Z",
    },
    ratings={1: 2210, 2: 2105, 3: 1990, 4: 1940, 5: 1800, 6: 1725},
)

EVENT_1_VALUES = """
ADJ BH   BH/V2024 BH/C1 BH/C2 BH/M1 BH/M2 BH/P BH/C1/P SB    SB/C1 SB/C2 FB   AOB   KS PS
4.0 11.5 14.5     10.5  9.0   7.0   2.5   11.5 10.5    8.25  7.25  5.75  11.5 13.00 2  12.5
3.5 13.0 13.5     10.5  9.5   6.5   2.5   13.0 10.5    7.00  6.00  6.00  12.5 11.88 2  10.5
2.5 14.5 14.5     12.0  10.5  8.0   3.0   14.5 12.0    5.75  4.25  3.00  14.5 12.25 1  8.0
3.0 12.5 12.5     11.5  10.0  7.5   2.5   12.5 11.5    6.25  5.25  3.75  12.5 12.00 1  8.0
1.5 12.0 12.0     11.0  9.5   7.0   2.5   12.0 11.0    2.00  1.50  0.00  12.0 11.88 0  5.5
1.0 9.0  9.0      8.5   8.0   5.0   1.5   12.5 12.0    0.75  0.75  0.75  9.5  12.50 0  1.5
"""

EVENT_1_MORE = """
WIN WON BPG BWG REP STD ARO  ARO/C1 ARO/M1 TPR  PTP  APRO APPO AOB/F
3   2   2   0   5   4.0 1959 2012   1965   2152 2166 1964 1960 12.88
2   2   2   1   4   3.0 1966 2047   1965   2159 2193 1970 1970 12.00
2   2   2   0   4   2.5 2014 2085   2023   2014 2014 1998 1998 12.13
2   2   2   1   5   3.0 1966 2026   1965   2038 2054 1929 1920 12.00
1   0   3   0   5   1.5 1966 2047   1965   1644 1580 1970 1970 12.00
0   0   1   0   3   0.5 1948 2023   1940   1675 1647 1947 1942 12.33
"""


@pytest.mark.parametrize("text", [EVENT_1_VALUES, EVENT_1_MORE], ids=["scores", "others"])
def test_every_code_in_a_swiss_with_every_kind_of_unplayed_round(text):
    expected = table(text)
    assert columns(EVENT_1)(list(expected)) == expected


def test_art_6_3_a_draw_between_two_of_three_resolves_nothing():
    found = standings(EVENT_1, "DE")
    assert [row.values for row in found.rows if row.tpn in (2, 4)] == [(0,), (0,)]
    assert [(row.rank, row.tpn, row.shared) for row in found.rows][1:3] == [
        (2, 2, True),
        (2, 4, True),
    ]


def test_art_16_4_the_2024_edition_has_no_ceiling():
    new = columns(EVENT_1)("BH/V2024")["BH/V2024"]
    old = columns(EVENT_1, edition="fide2024")("BH")["BH"]
    assert old == new != columns(EVENT_1)("BH")["BH"]


# Two voluntarily unplayed rounds

EVENT_2 = event(
    {
        1: "0-H 2b- 3w1 4b1 5w1",
        2: "3w1 1w+ 4b1 5w1 6b=",
        3: "2b0 4w1 1b0 6w1 0-U",
        4: "5w= 3b0 2w0 1w0 0-Z",
        5: "4b= 6w= 0-U 2b0 1b0",
        6: "0-U 5b= 0-H 3b0 2w=",
    }
)


def test_art_16_3_only_the_bye_that_nothing_redeems_counts_as_a_draw():
    assert columns(EVENT_2)("ADJ")["ADJ"] == [
        exact(v) for v in ["3.5", "4.5", "3", "1", "2", "2.5"]
    ]


def test_art_16_5_two_unplayed_rounds():
    expected = table(
        """
        BH   BH/V2024 BH/C1 SB
        12.0 13.0     9.5   7.25
        12.0 13.0     11.0  10.75
        14.0 14.5     13.0  6.00
        13.5 13.5     13.0  1.00
        13.5 13.5     12.5  3.75
        14.5 14.5     12.0  7.00
        """
    )
    assert columns(EVENT_2)(list(expected)) == expected


def test_art_16_5_2_sonneborn_berger_cuts_by_contribution_the_reference_by_score():
    by_rule = columns(EVENT_2)("SB/C1")["SB/C1"]
    reference = columns(EVENT_2, compat="ref")("SB/C1")["SB/C1"]
    assert by_rule[0] == exact("6.25")
    assert reference == numbers("6 9.75 5 1 3.25 5.75")


def test_art_16_4_2_part_way_the_ceiling_counts_the_rounds_so_far():
    found = columns(EVENT_2, after=3)("PTS PTS BH SB")
    assert found["PTS"] == numbers("1.5 3 1 .5 2 2")
    assert found["BH"] == [4, 3, 5, 6, 4, 5]
    assert found["SB"] == numbers("1.75 3 0.5 1 2.75 3.25")


# A requested bye, then a forfeit loss in the last round; Fore Buchholz

EVENT_3 = event(
    {
        1: "0-H 2b- 3w1 4b1 6w+",
        2: "3w1 1w+ 4b1 5w1 0-U",
        3: "2b0 4w1 1b0 0-U 5b=",
        4: "5w= 3b0 2w0 1w0 0-Z",
        5: "4b= 6w= 0-U 2b0 3w=",
        6: "0-U 5b= 0-H 0-Z 1b-",
    }
)

EVENT_3_VALUES = """
BH   BH/C1 SB    AOB   FB   AOB/F
12.0 9.5   7.25  14.25 11.5 13.75
12.0 11.0  12.00 14.00 11.5 13.67
14.5 13.5  4.75  12.88 14.0 12.50
14.0 13.5  1.25  13.00 13.5 12.63
13.5 12.5  5.50  12.75 13.5 13.00
10.5 8.5   4.25  13.50 13.0 13.50
"""


def test_art_16_2_a_forfeit_loss_redeems_no_bye():
    assert columns(EVENT_3)("ADJ")["ADJ"] == [
        exact(v) for v in ["3.5", "5", "2.5", "1", "2.5", "2.5"]
    ]


def test_art_8_3_fore_buchholz_takes_the_last_round_as_drawn():
    expected = table(EVENT_3_VALUES)
    assert columns(EVENT_3)(list(expected)) == expected


def test_a_value_does_not_depend_on_its_neighbours_except_in_the_reference():
    expected = table(EVENT_3_VALUES)
    by_rule = columns(EVENT_3)("FB BH SB")
    assert (by_rule["BH"], by_rule["SB"]) == (expected["BH"], expected["SB"])
    reference = columns(EVENT_3, compat="ref")("FB BH SB")
    assert reference["BH"][0] == exact("11.5") and reference["BH"][4] == 13
    assert reference["SB"][0] == exact("6.75") and reference["SB"][4] == exact("5.25")
    assert columns(EVENT_3, compat="ref")("BH SB FB")["BH"] == expected["BH"]


# A round robin of five with a forfeit

EVENT_4 = event(
    {
        1: ". 2w0 3b= 4w1 5b1",
        2: "5w= 1b1 . 3w- 4b1",
        3: "4w1 5b= 1w= 2b+ .",
        4: "3b0 . 5w1 1b0 2w0",
        5: "2b= 3w= 4b0 . 1w0",
    },
    ratings={1: 2200, 2: 2100, 3: 2150, 4: 2000, 5: 1950},
)


def test_art_15_2_a_round_robin_counts_forfeits_as_games_with_real_scores():
    expected = table(
        """
        DE SB   SB/C1 KS  WIN WON BPG ARO  TPR
        2  3.50 2.50  0.5 2   2   2   2050 2145
        1  4.00 3.50  1.0 2   2   2   2050 2323
        0  5.25 4.75  1.5 2   1   1   2050 2175
        1  1.00 0.00  0.0 1   1   2   2100 1907
        2  2.75 2.75  1.0 0   0   2   2113 1920
        """
    )
    assert columns(EVENT_4, family=Family.ROUND_ROBIN)(list(expected)) == expected


# Points 3 1 0 with a bye worth a draw


def test_points_other_than_one_half_nothing():
    state = event(
        {1: "4w1 3b= 0-H", 2: "5w= 0-U 3w1", 3: "0-U 1w= 2b0", 4: "1b0 5b1 0-Z", 5: "2b= 4w0 0-Z"},
        points=PointSystem.of(30, 10, 0, pairing_bye=10),
    )
    assert columns(state)("BH SB STD WIN REP PS") == {
        "BH": [9, 7, 12, 10, 10],
        "SB": [17, 11, 7, 6, 5],
        "STD": [2, 2, 1, 1, exact("0.5")],
        "WIN": [1, 1, 0, 1, 0],
        "REP": [2, 3, 3, 2, 2],
        "PS": [12, 8, 5, 6, 3],
    }


# Direct encounter with a second game between the same two

EVENT_7 = event(
    {
        1: "3w= 2w1 4b= 2b1 0-Z",
        2: "4w1 1b0 3w1 1w0 0-F",
        3: "1b= 4w1 2b0 4b1 0-H",
        4: "2b0 3b0 1w= 3w0 0-U",
    }
)


def test_art_6_1_2_two_games_against_the_same_opponent_count_as_their_mean():
    assert columns(EVENT_7)("DE")["DE"] == [1, 2, 3, 0]


def test_art_6_1_2_the_reference_forgets_the_other_opponents():
    assert columns(EVENT_7, compat="ref")("DE")["DE"] == [0, 0, 0, 0]


def test_art_7_7_compares_with_the_opponent_the_reference_with_a_draw():
    state = event(
        {1: "2w= 3w0 4b- 0-H", 2: "1b0 4w1 3b0 0-F", 3: "4b0 1b0 2w1 .", 4: "3w1 2b0 1w- ."}
    )
    assert columns(state)("STD")["STD"] == numbers("2.5 2 1.5 1.5")
    assert columns(state, compat="ref")("STD")["STD"] == [1, 2, 1, 1]


def test_art_7_6_a_free_round_is_nobodys_wish_but_not_counted_by_the_reference():
    robin = {"family": Family.ROUND_ROBIN}
    assert columns(EVENT_4, **robin)("REP")["REP"] == [5, 4, 5, 5, 5]
    assert columns(EVENT_4, compat="ref", **robin)("REP")["REP"] == [4, 3, 4, 4, 4]


def test_art_9_2_free_rounds_do_not_raise_the_limit():
    """Three players, two games each, one point each: everybody has half of what was possible."""
    state = event({1: ". 3w1 2b0", 2: "3b0 . 1w1", 3: "2w1 1b0 ."})
    assert columns(state, family=Family.ROUND_ROBIN)("KS")["KS"] == [1, 1, 1]
    limit = explain(state, "KS/L+1", 1, family=Family.ROUND_ROBIN).facts[0]
    assert (limit.article, dict(limit.values)) == ("14.5", {"limit": "1.5", "games": 2})
    assert explain(state, "KS", 1, family=Family.ROUND_ROBIN).facts[0].article == "9.2"


def test_art_14_5_the_limit_in_half_points_points_or_per_cent():
    """Scores 4, 3, 2½, 3, 1½, ½ of 5."""
    found = columns(EVENT_1)("KS KS/L+1 KS/L-2 KS/L-0.9 KS/L-1.1 KS/L60 KS/L61")
    assert [found[code][0] for code in found] == [2, 1, 3, 2, 3, 1, 0]


def test_art_16_5_1_at_equal_values_the_unplayed_round_goes_first():
    parts = [Part(10, 10, False), Part(10, 10, True), Part(20, 20, False)]
    assert removals(parts, low=2, high=0, reference=False) == [
        (1, "voluntary"),
        (0, "least"),
    ]
    # 16.5.2: unless the least significant value of all contributes more.
    parts = [Part(10, 10, False), Part(30, 0, True), Part(20, 20, False)]
    assert removals(parts, low=2, high=0, reference=False) == [(0, "least"), (2, "least")]
    assert removals(parts, low=1, high=1, reference=False) == [(0, "least"), (1, "most")]


def test_art_6_2_a_subgroup_is_solved_again_from_scratch():
    """Points 2, 2, 1, 1 in the group, made level by bonuses; 1 beat 2, and 4 beat 3."""
    state = event(
        {
            1: "2w1 3w0 4w1",
            2: "1b0 4w1 3b1",
            3: "4b0 1b1 2w0",
            4: "3w1 2b0 1b0",
        }
    )
    state = replace(state, bonuses=(Bonus(3, 1, 10), Bonus(4, 1, 10)))
    assert columns(state)("DE")["DE"] == [1, 2, 4, 3]


def test_art_10_performances_of_a_perfect_score():
    state = event(
        {1: "2w1 3b1 4w1", 2: "1b0 4w= 3b=", 3: "4b= 1w0 2w=", 4: "3w= 2b= 1b0"},
        ratings={1: 2000, 2: 1850, 3: 1705, 4: 1600},
    )
    found = columns(state)("ARO TPR PTP")
    assert [found[code][0] for code in ("ARO", "TPR", "PTP")] == [1718, 2518, 2586]
