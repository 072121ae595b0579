"""Handbook, tie-breaks 2: what the workings say about adjusted scores, virtual opponents, cuts."""

from fractions import Fraction

import pytest

from pairing.state import Fact
from tests.tiebreaks.tie_cards import event, team_event
from tiebreaks.explain import explain
from tiebreaks.team_standings import team_standings

#: 3 was absent from round 4, 2 had a half-point bye; 1 won by forfeit and had a half-point bye
OPEN = event(
    {
        1: "2w1 3b= 4w+ 0-H",
        2: "1b0 0-H 3w1 4b0",
        3: "4w1 1w= 2b0 .",
        4: "3b0 . 1b- 2w1",
    }
)
#: 1½ points, and half a point for the round without a game
ADJUSTED = Fact(
    "tiebreaks.score.adjusted_half",
    "2",
    (3,),
    (("score", "1.5"), ("adjusted", "2"), ("rounds", "4")),
)
LEAST, MOST = Fact("tiebreaks.cut.least", "2"), Fact("tiebreaks.cut.most", "2")


def virtual(before: str, result: str, rounds_left: int, score: str) -> Fact:
    values = (
        ("before", before),
        ("result", result),
        ("rounds_left", rounds_left),
        ("score", score),
    )
    return Fact("tiebreaks.score.virtual", "2", (), values)


FORFEIT, BYE = virtual("1.5", "0", 1, "2"), virtual("2.5", "0.5", 0, "3")


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        # opponent 2 keeps the same score, half a point for half a point: nothing is said
        ("BH", [(), (ADJUSTED,), (FORFEIT,), (BYE,)]),
        ("BH/C1", [(LEAST,), (ADJUSTED,), (FORFEIT,), (BYE,)]),
        ("BH/C2", [(LEAST,), (ADJUSTED, LEAST), (FORFEIT,), (BYE,)]),
        ("BH/M1", [(LEAST,), (ADJUSTED,), (FORFEIT,), (BYE, MOST)]),
        ("SB", [(), (ADJUSTED,), (FORFEIT,), (BYE,)]),
    ],
)
def test_each_score_that_is_not_the_opponents_own_is_said_with_its_reason(code, facts) -> None:
    working = explain(OPEN, code, 1, edition="handbook")
    assert [step.facts for step in working.steps] == facts


def test_a_cut_is_marked_on_the_round_that_it_leaves_out() -> None:
    working = explain(OPEN, "BH/M1", 1, edition="handbook")
    assert [step.cut for step in working.steps] == ["least", "", "", "most"]
    assert working.value == sum(step.contribution for step in working.steps if not step.cut)


def test_an_adjusted_score_names_the_rounds_that_count_half() -> None:
    half = (Fact("tiebreaks.adjusted.as_draw", "2"),)
    working = explain(OPEN, "ADJ", 1, edition="handbook")
    assert [(step.contribution, step.facts) for step in working.steps] == [
        (1, ()),
        (Fraction(1, 2), ()),
        (Fraction(1, 2), half),
        (Fraction(1, 2), half),
    ]
    assert working.value == Fraction(5, 2)


#: of `team_event`, by hand: every round without a match counts as a drawn one
MATCH_POINTS = {1: 5, 2: 3, 3: 2, 4: 3, 5: 2}
BOARD_POINTS = {1: 4, 2: 3, 3: Fraction(5, 2), 4: 3, 5: Fraction(5, 2)}
OWN = {"MPTS": MATCH_POINTS, "GPTS": BOARD_POINTS}


@pytest.mark.parametrize("primary", ["MPTS", "GPTS"])
@pytest.mark.parametrize("codes", ["ADJ:MP ADJ:GP ADJ", "ADJ:GP ADJ ADJ:MP", "ADJ ADJ:MP ADJ:GP"])
def test_both_scores_of_one_event_are_adjusted_each_by_itself(primary, codes) -> None:
    found = team_standings(team_event(), f"{primary} {codes}", edition="handbook")
    expected = {"ADJ:MP": MATCH_POINTS, "ADJ:GP": BOARD_POINTS, "ADJ": OWN[primary]}
    for team in MATCH_POINTS:
        assert found.row(team).values == tuple(expected[code][team] for code in codes.split())


def test_buchholz_of_both_scores_in_one_list() -> None:
    alone = [
        team_standings(team_event(), f"MPTS {code}", edition="handbook")
        for code in ("BH:MP", "BH:GP")
    ]
    both = team_standings(team_event(), "MPTS BH:MP BH:GP", edition="handbook")
    for team in MATCH_POINTS:
        assert both.row(team).values == tuple(one.row(team).values[0] for one in alone)
    assert both.row(2).values == (10, Fraction(19, 2))
