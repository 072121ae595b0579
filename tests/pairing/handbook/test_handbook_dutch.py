"""handbook.dutch article by article, on cards small enough to check by hand."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.handbook.dutch import (
    absent_without_notice,
    late_correction,
    ranked,
    violations,
    why_not,
)
from pairing.handbook.dutch import pair as pair_state
from pairing.handbook.dutch.colours import allot
from pairing.handbook.dutch.criteria import Legal, Rigour, colour_count, rigours
from pairing.handbook.dutch.definitions import (
    Card,
    Field,
    Strength,
    aligned,
    field_of,
    preference,
)
from pairing.handbook.dutch.procedure import Paired, Procedure
from pairing.handbook.dutch.sequence import exchanges, transpositions
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Baku,
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
)
from pairing.systems import system

CASES = json.loads(
    (Path(__file__).parents[2] / "cases" / "handbook" / "dutch.json").read_text(encoding="utf-8")
)
LETTERS = {"W": Colour.WHITE, "B": Colour.BLACK}


def card(
    tpn: int,
    score: int,
    colours: str = "",
    *,
    floats: tuple[str | None, str | None] = (None, None),
    barred: bool = False,
    exempt: bool = False,
) -> Card:
    return Card(tpn, score, tuple(LETTERS[c] for c in colours), floats, barred, exempt)


def field(
    *cards: Card, met: tuple[tuple[int, int], ...] = (), round: int = 3, last: bool = False
) -> Field:
    """`met` by pairing numbers."""
    order = sorted(cards, key=lambda c: (-c.score, c.tpn))
    place = {c.tpn: i for i, c in enumerate(order)}
    pairs = frozenset((min(place[a], place[b]), max(place[a], place[b])) for a, b in met)
    return Field(tuple(order), pairs, round, last)


def pairs(of: Field) -> list[tuple[int, ...]]:
    """All pairs by numbers, the higher first, and the bye alone at the end."""
    groups = Procedure(of).pair()
    made: list[tuple[int, ...]] = [
        (of.cards[min(pair)].tpn, of.cards[max(pair)].tpn)
        for group in groups
        if group.attempt
        for pair in group.attempt.pairs
    ]
    return sorted(made) + [(of.cards[place].tpn,) for place in groups[-1].floaters]


def groups_of(of: Field) -> tuple[Paired, ...]:
    return Procedure(of).pair()


def games(*played: str) -> tuple[Game, ...]:
    """ "1-2 10": white, black and result code."""
    return tuple(
        Game(*map(int, text.split()[0].split("-")), RESULTS[text.split()[1]]) for text in played
    )


def state(
    size: int, *rounds: tuple[str, ...], total: int = 9, byes: tuple[int, ...] = ()
) -> TournamentState:
    return TournamentState(
        players=tuple(Player(tpn, rating=2500 - 10 * tpn) for tpn in range(1, size + 1)),
        rounds=tuple(Round(i, games(*played)) for i, played in enumerate(rounds, start=1)),
        total_rounds=total,
        initial_colour=Colour.WHITE,
        byes=tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in byes),
    )


def codes(facts: tuple[Fact, ...]) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(f.code.removeprefix("handbook.dutch."), f.article, f.players) for f in facts]


# The worked example of 17 players, four rounds


def example(number: int) -> TournamentState:
    """The state before round `number` of the example."""
    rounds = []
    for index, case in enumerate(CASES["rounds"][: number - 1], start=1):
        played = tuple(
            Game(white, black, RESULTS[result], board)
            for board, ((white, black), result) in enumerate(
                zip(case["pairs"], case["results"], strict=True), start=1
            )
        )
        byes = (Bye(case["bye"], ByeKind.PAIRING_ALLOCATED),)
        rounds.append(Round(index, played, byes))
    return TournamentState(
        players=tuple(
            Player(tpn, name, title, rating=rating) for tpn, title, name, rating in CASES["players"]
        ),
        rounds=tuple(rounds),
        total_rounds=9,
        initial_colour=Colour.WHITE,
        byes=tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in CASES["rounds"][number - 1]["absent"]),
    )


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

    for tpn, score, colours in CASES["rounds"][number - 1]["standing"]:
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
    """3 has met 4 and 5; 2 takes his place."""
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


def test_c_14_fewer_pairs() -> None:
    """1 has met 2, 3 has met 1 and 2, everybody has met 4: one pair of 2 and 4 ... none better."""
    cards = (*(card(tpn, 20) for tpn in (1, 2, 3, 4)), *(card(tpn, 10) for tpn in (5, 6, 7, 8)))
    of = field(*cards, met=((1, 2), (1, 3), (2, 3)))

    groups = groups_of(of)

    assert groups[0].stage is not None and groups[0].stage.pairs == 1
    assert [of.cards[place].tpn for place in groups[0].floaters] == [2, 3]
    assert pairs(of) == [(1, 4), (2, 5), (3, 6), (7, 8)]


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
    found = aligned([LETTERS.get(letter) for letter in history])

    assert "".join({None: "-", Colour.WHITE: "W", Colour.BLACK: "B"}[c] for c in found) == expected


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
    published = RoundPairing(2, (Board(3, 1), Board(4, 2)))

    assert codes(late_correction(corrected, published)) == [
        ("violation.met_before", "B.1.a", (3, 1)),
        ("violation.met_before", "B.1.a", (4, 2)),
    ]


def test_f_7_otherwise_the_arbiter_decides_and_only_where_it_matters() -> None:
    wrong = state(4, ("1-3 10", "4-2 01"))
    published = pair_state(wrong)
    corrected = state(4, ("1-3 10", "4-2 10"))

    assert late_correction(wrong, published) == ()
    assert codes(late_correction(corrected, published)) == [
        ("correction.arbiter_decides", "F.7", (1, 2, 3, 4))
    ]


# What is said about pairings


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
        ("violation.paired_twice", "C", (17,)),
        ("violation.not_paired", "C", (14,)),
        ("violation.met_before", "B.1.a", (1, 9)),
        ("violation.second_bye", "B.1.b", (17,)),
        ("violation.colour_difference", "B.2.a", (9,)),
        ("violation.three_running", "B.2.b", (9,)),
        ("violation.colour_difference", "B.2.a", (10,)),
    ]
    assert ("violation.procedure", "C", (17, 4)) in found
    assert ("violation.score_difference", "B.3", (17, 4)) in found


def test_violations_colours_and_order_of_the_boards() -> None:
    proper = pair_state(example(2))
    first, second, *others = proper.boards
    turned = replace(proper, boards=(Board(first.black, first.white), second, *others))
    swapped = replace(proper, boards=(second, first, *others))

    assert codes(violations(example(2), turned)) == [("violation.colours", "E.4", (1, 10))]
    assert codes(violations(example(2), swapped)) == [("violation.board_order", "F.1", ())]


@pytest.mark.parametrize(
    ("number", "a", "b", "expected"),
    [
        (2, 1, 9, ("why_not.met_before", "B.1.a", (1, 9))),
        (2, 1, 10, ("why_not.they_are_paired", "C.6", (1, 10))),
        (2, 1, 4, ("why_not.other_group", "B.3", (1, 4))),
        (3, 10, 16, ("why_not.same_absolute", "B.2", (10, 16))),
        (2, 1, 16, ("why_not.later_in_order", "D.1, D.2", (1, 16))),
        (2, 4, 13, ("why_not.more_clashes", "B.4", (4, 13))),
        (4, 9, 1, ("why_not.not_in_round", "F.5", (9,))),
    ],
)
def test_why_not(number: int, a: int, b: int, expected: tuple[str, str, tuple[int, ...]]) -> None:
    assert codes(why_not(example(number), a, b)) == [expected]


def test_the_system_is_registered_with_its_options() -> None:
    found = system("handbook.dutch")

    assert found.pair is pair_state
    assert [option.name for option in found.options] == [
        "title_order",
        "absent_without_notice_withdraws",
        "postponed_is_draw",
    ]
