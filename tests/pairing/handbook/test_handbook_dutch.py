"""handbook.dutch article by article, on cards small enough to check by hand."""

from dataclasses import replace
from itertools import combinations

import pytest

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.handbook.dutch import (
    absent_without_notice,
    ranked,
)
from pairing.handbook.dutch import pair as pair_state
from pairing.handbook.dutch.criteria import Legal, Rigour, colour_count, rigours
from pairing.handbook.dutch.definitions import (
    Strength,
    field_of,
    preference,
)
from pairing.results import ByeKind
from pairing.state import (
    Baku,
    Board,
    Bye,
    Colour,
    Fact,
    ForbiddenGroup,
    Player,
    Round,
)
from tests.pairing.handbook.dutch_made import (
    CASES,
    LETTERS,
    card,
    codes,
    example,
    field,
    games,
    groups_of,
    pairs,
    state,
)

# The worked example of 17 players, four rounds


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_example_of_17_pairs_colours_boards_and_bye(number: int) -> None:
    case = CASES["rounds"][number - 1]

    paired = pair_state(example(number))

    assert [[board.white, board.black] for board in paired.boards] == case["pairs"]
    assert paired.bye == case["bye"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_example_of_17_standings_between_the_rounds(number: int) -> None:
    before = example(number + 1)
    cards = {c.tpn: c for c in field_of(replace(before, byes=())).cards}

    standing = CASES["rounds"][number - 1]["standing"]
    assert len(standing) == len(cards)
    for tpn, score, colours in standing:
        assert cards[tpn].score == score
        assert cards[tpn].colours == tuple(LETTERS[c] for c in colours if c != "-")


@pytest.mark.parametrize("number", [2, 3, 4])
def test_example_of_17_groups_floats_and_colour_counts(number: int) -> None:
    trace = pair_state(example(number)).trace
    assert trace is not None
    for bracket, case in zip(trace.brackets, CASES["rounds"][number - 1]["brackets"], strict=True):
        assert bracket.score == case["score"]
        assert sorted((*bracket.moved_down, *bracket.residents)) == sorted(case["players"])
        made = [*case["pairs"], *case.get("remainder", [])]
        assert sorted(map(sorted, bracket.pairs)) == sorted(map(sorted, made))
        left = case.get("downfloats") or [case["bye"]] if "bye" in case else case["downfloats"]
        assert list(bracket.floaters) == left
        if "w" in case:
            values = dict(bracket.criteria[0].values)
            assert {k: values[k] for k in "wbq"} == {k: case[k] for k in "wbq"}
            # C-04: with A.7.e in force one mild preference counts against the printed x.
            assert values["x_start"] == case["x"] - values["content"]
            assert values["content"] == (1 if number == 4 and case["x"] else 0)


def test_example_of_17_round_2_exchange_of_6_and_12() -> None:
    trace = pair_state(example(2)).trace
    assert trace is not None

    exchanged = [f for b in trace.brackets for f in b.facts if f.code.endswith(".exchange")]

    assert exchanged == [Fact("handbook.dutch.exchange", "D.2", (6, 12), (("number", 1),))]


def test_example_of_17_round_4_both_of_a_group_without_opponent() -> None:
    """C.1 before B.5: 3 and 16 float down again, since they have met."""
    trace = pair_state(example(4)).trace
    assert trace is not None

    group = trace.brackets[1]

    assert group.floaters == (3, 16)
    assert codes(group.facts)[0] == ("without_opponent", "C.1", (3, 16))


def test_f_8_absent_without_notice_by_the_option() -> None:
    """Round 4 of the example: 9 and 14 did not turn up in round 3."""
    known = replace(example(4), byes=())
    withdrawing = replace(known, options=(("absent_without_notice_withdraws", True),))

    assert absent_without_notice(known) == (9, 14)
    assert pair_state(withdrawing).boards == pair_state(example(4)).boards
    assert len(pair_state(known).boards) == 8
    trace = pair_state(known).trace
    assert trace is not None
    assert codes(trace.facts) == [("absent_without_notice", "F.8", (9, 14))]


# General rules


def test_rule_3_and_f_4_round_1_halves_and_bye_for_the_lowest() -> None:
    paired = pair_state(state(7))

    assert paired.boards == (Board(1, 4), Board(5, 2), Board(3, 6))
    assert paired.bye == 7


def test_rule_4_and_b_1_b_no_bye_after_a_point_without_playing() -> None:
    """Player 5 won by forfeit, 4 is the lowest who may have the bye."""
    after = state(5, ("1-3 10", "2-4 10"))
    after = replace(
        after, rounds=(replace(after.rounds[0], byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)),)
    )
    forfeit = state(5, ("1-3 10", "5-2 +-"))

    assert pair_state(after).bye == 4
    assert pair_state(forfeit).bye == 4


def test_rule_2_and_b_1_a_nobody_meets_twice_but_an_unplayed_game_does_not_count() -> None:
    played = state(4, ("1-3 10", "4-2 01"), ("1-2 ==", "3-4 =="))
    forfeited = state(4, ("1-3 +-", "4-2 -+"))

    assert {frozenset((b.white, b.black)) for b in pair_state(played).boards} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }
    # F.2: what was not played may come again.
    assert field_of(forfeited).met == frozenset()


def test_forbidden_pairs_are_kept_apart_like_players_who_have_met() -> None:
    kept = replace(state(4), forbidden=(ForbiddenGroup(frozenset({1, 3})),))

    assert {frozenset((b.white, b.black)) for b in pair_state(kept).boards} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }


def test_no_acceleration() -> None:
    with pytest.raises(UnsupportedRule):
        pair_state(replace(state(4), acceleration=Baku()))


def test_nobody_left_to_meet_is_a_stated_reason() -> None:
    met = tuple(combinations(range(1, 5), 2))

    with pytest.raises(NoLegalPairing) as refused:
        pairs(field(*(card(tpn, 0) for tpn in range(1, 5)), met=met))

    assert refused.value.players == (1, 2, 3, 4)


# A.2  Order


def players(*rows: tuple[str, int, str, int]) -> list[Player]:
    return [
        Player(0, name=name, rating=rating, title=title, national_rating=national)
        for name, rating, title, national in rows
    ]


def names(order: tuple[Player, ...]) -> list[str]:
    return [player.name for player in order]


def test_a_2_example_of_17_is_numbered_as_printed() -> None:
    known = {tpn: Player(tpn, name, title, rating=r) for tpn, title, name, r in CASES["players"]}

    order = ranked(list(known.values())[::-1])

    assert [player.tpn for player in order] == CASES["order"]


def test_a_2_c_the_titles_in_order() -> None:
    titles = ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", ""]
    rows = [(f"{title}", 2200, title, 0) for title in titles]

    assert names(ranked(players(*reversed(rows)))) == titles


def test_a_2_c_wim_before_fm_in_the_other_copy() -> None:
    rows = players(("Fm", 2200, "FM", 0), ("Wim", 2200, "WIM", 0))

    assert names(ranked(rows)) == ["Fm", "Wim"]
    assert names(ranked(rows, "wim_before_fm")) == ["Wim", "Fm"]


def test_a_2_d_the_turkish_alphabet() -> None:
    rows = players(
        *((name, 2000, "", 0) for name in ["Şule", "Cem", "Zeki", "Çınar", "Sena", "Işık", "İnci"])
    )

    assert names(ranked(rows)) == ["Cem", "Çınar", "Işık", "İnci", "Sena", "Şule", "Zeki"]


def test_a_2_box_national_rating_after_rating_and_title() -> None:
    rows = players(
        ("a", 0, "", 1500),
        ("b", 2000, "", 1700),
        ("c", 2000, "", 1900),
        ("d", 2000, "FM", 0),
        ("e", 0, "", 2400),
        ("f", 1400, "", 0),
        ("g", 0, "", 0),
    )

    assert names(ranked(rows)) == ["d", "c", "b", "f", "e", "a", "g"]


# A.3-A.6  Groups, floats, bye


def test_a_4_and_a_5_marks_of_the_last_two_rounds() -> None:
    """Round 3 marks by the scores before it; a forfeited game marks, an absence does not."""
    event = state(6, ("1-4 10", "2-5 10", "3-6 +-"), ("1-2 10", "4-3 -+", "5-6 =="))
    rounds = (*event.rounds, Round(3, games("3-1 ==", "2-6 -+"), (Bye(5, ByeKind("U")),)))
    cards = {c.tpn: c for c in field_of(replace(event, rounds=rounds)).cards}

    assert {tpn: c.floats for tpn, c in cards.items()} == {
        1: (None, None),
        2: ("down", None),
        3: (None, "down"),
        4: (None, "up"),
        5: ("down", None),
        6: ("up", None),
    }


def test_a_3_half_of_the_group_moved_down_counts_as_homogeneous() -> None:
    """1 and 2 cannot meet and move down; of four players two came from above."""
    cards = (card(1, 20), card(2, 20), card(3, 10), card(4, 10))
    of = field(*cards, met=((1, 2),))

    groups = groups_of(of)

    assert groups[1].stage is not None and groups[1].stage.top == 0
    assert pairs(of) == [(1, 3), (2, 4)]


def test_a_3_moved_down_players_are_paired_first() -> None:
    cards = (card(1, 20), card(2, 20), card(3, 20), *(card(tpn, 10) for tpn in range(4, 9)))

    assert pairs(field(*cards)) == [(1, 2), (3, 4), (5, 7), (6, 8)]


# A.7, A.8


@pytest.mark.parametrize(
    ("colours", "colour", "strength"),
    [
        ("", None, Strength.NONE),
        ("W", "B", Strength.STRONG),
        ("WB", "W", Strength.MILD),
        ("BW", "B", Strength.MILD),
        ("BB", "W", Strength.ABSOLUTE),
        ("BWW", "B", Strength.ABSOLUTE),
        ("WBW", "B", Strength.STRONG),
        ("WWBW", "B", Strength.ABSOLUTE),
        ("WWBB", "W", Strength.ABSOLUTE),
    ],
)
def test_a_7_a_to_c_preferences(colours: str, colour: str | None, strength: Strength) -> None:
    wish = LETTERS[colour] if colour else None

    assert preference(tuple(LETTERS[c] for c in colours)) == (wish, strength)


def test_a_7_d_odd_rounds_try_strong_as_absolute_first() -> None:
    """1-3 and 2-4 would clash; in an even round x is zero as well, but A.7.d is no longer asked."""
    cards = (card(1, 10, "W"), card(2, 10, "B"), card(3, 10, "W"), card(4, 10, "B"))
    odd, even = field(*cards, round=3), field(*cards, round=4)

    assert rigours(odd) == (Rigour.STRICT, Rigour.PLAIN)
    assert rigours(even) == (Rigour.PLAIN,)
    assert not Legal(odd).rows[Rigour.STRICT][0] >> 2 & 1
    assert Legal(odd).rows[Rigour.PLAIN][0] >> 2 & 1
    attempt = groups_of(odd)[0].attempt
    assert attempt is not None and attempt.rigour is Rigour.STRICT
    assert pairs(odd) == [(1, 4), (2, 3)]


def test_a_7_d_gives_way_before_a_player_has_to_float() -> None:
    """Four of four due Black: strict pairs none, so the rule is dropped and x does its work."""
    of = field(*(card(tpn, 10, "W") for tpn in range(1, 5)), round=3)

    attempt = groups_of(of)[0].attempt

    assert attempt is not None and attempt.rigour is Rigour.PLAIN
    assert pairs(of) == [(1, 3), (2, 4)]


def test_a_7_d_comes_before_x_and_floats() -> None:
    """A strict pairing with a repeated upfloat is taken before a plain one without (H-3)."""
    cards = (
        card(1, 20, "W"),
        card(2, 10, "W"),
        card(3, 10, "B", floats=("up", None)),
        card(4, 10, "B"),
    )
    of = field(*cards, round=3, met=((1, 4), (2, 3)))

    assert pairs(of) == [(1, 3), (2, 4)]


def test_a_7_e_mild_preferences_of_the_majority_are_content_in_even_rounds() -> None:
    cards = (card(1, 10, "WB"), card(2, 10, "WB"), card(3, 10, "BWB"), card(4, 10, "BWB"))
    even = colour_count(field(*cards, round=4), range(4))
    odd = colour_count(field(*cards, round=5), range(4))

    assert (even.white, even.black, even.q, even.x, even.content) == (4, 0, 2, 0, 2)
    assert even.colours == (None, None, Colour.WHITE, Colour.WHITE)
    assert (odd.x, odd.content) == (2, 0)
    # The two who insist are kept from each other; the mild ones give way.
    assert pairs(field(*cards, round=4)) == [(1, 3), (2, 4)]


def test_a_7_e_changes_nothing_where_x_is_zero() -> None:
    cards = (card(1, 10, "WB"), card(2, 10, "BW"))

    count = colour_count(field(*cards, round=4), range(2))

    assert count.content == 0 and count.colours == (Colour.WHITE, Colour.BLACK)


@pytest.mark.parametrize(
    ("histories", "expected"),
    [
        (["W", "W", "W", "W", "W", ""], (0, 5, 3, 2)),
        (["W", "W", "W", "B", "B"], (2, 3, 3, 0)),
        (["B", "B", "B", "B", "B"], (5, 0, 3, 2)),
        (["W", "B"], (1, 1, 1, 0)),
        (["", "", ""], (0, 0, 2, 0)),
    ],
)
def test_a_8_w_b_q_and_x(histories: list[str], expected: tuple[int, int, int, int]) -> None:
    of = field(*(card(tpn, 10, h) for tpn, h in enumerate(histories, start=1)))

    count = colour_count(of, range(len(histories)))

    assert (count.white, count.black, count.q, count.x) == expected
