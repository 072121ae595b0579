"""C.04.3, article by article, on histories small enough to check by hand."""

from dataclasses import replace

import pytest

from pairing.fide2026.dutch import pair, violations, why_not
from pairing.fide2026.dutch.colours import colour_of_higher
from pairing.fide2026.dutch.criteria import (
    mdp_floats_again,
    opponent_floats_again,
    preference_refused,
    resident_floats_again,
    strong_preference_refused,
    third_time_running,
    too_wide_a_difference,
)
from pairing.fide2026.dutch.definitions import (
    ABSOLUTE,
    MILD,
    NONE,
    STRONG,
    Field,
    Member,
    colour_preference,
)
from pairing.fide2026.dutch.model import Bracket, Candidate
from pairing.fide2026.dutch.reasons import quality
from pairing.fide2026.dutch.sequence import MdpOrder, RemainderOrder
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    RoundPairing,
    TournamentState,
)
from pairing.verdicts import Broken, WhyNot

W, B = Colour.WHITE, Colour.BLACK


def state_of(
    players: int, *rounds: str, total: int = 9, away: str = "", **other: object
) -> TournamentState:
    """Rounds as "1-2:10 3:U": White-Black:result, or player:bye."""
    made = []
    for number, text in enumerate(rounds, 1):
        games, byes = [], []
        for item in text.split():
            who, code = item.split(":")
            if "-" in who:
                white, black = map(int, who.split("-"))
                games.append(Game(white, black, RESULTS[code]))
            else:
                byes.append(Bye(int(who), ByeKind(code)))
        made.append(Round(number, tuple(games), tuple(byes)))
    return TournamentState(
        tuple(Player(tpn) for tpn in range(1, players + 1)),
        tuple(made),
        total,
        initial_colour=W,
        byes=tuple(Bye(int(tpn), ByeKind.ZERO_POINT) for tpn in away.split()),
        **other,  # type: ignore[arg-type]
    )


def member(state: TournamentState, tpn: int) -> Member:
    field = Field(state)
    return field.members[field.index[tpn]]


def colours(text: str) -> tuple[Colour, ...]:
    return tuple(W if letter == "W" else B for letter in text)


def someone(history: str = "", **other: object) -> Member:
    due, strength = colour_preference(colours(history))
    made = colours(history)
    return Member(
        tpn=1,
        number=1,
        score=0,
        colours=made,
        difference=2 * made.count(W) - len(made),
        due=due,
        strength=strength,
        repeated=made[-1] if len(made) > 1 and made[-1] is made[-2] else None,
        downfloats=other.get("downfloats", (False, False)),  # type: ignore[arg-type]
        upfloats=other.get("upfloats", (False, False)),  # type: ignore[arg-type]
        may_have_bye=True,
        unplayed=0,
        topscorer=bool(other.get("topscorer", False)),
    )


def legal(state: TournamentState, a: int, b: int) -> bool:
    field = Field(state)
    return bool(field.legal[field.index[a]] >> field.index[b] & 1)


# Art. 1.2  Order


def test_art_1_2_score_first_then_pairing_number() -> None:
    state = state_of(4, "1-3:01 2-4:==")
    assert [m.tpn for m in Field(state).members] == [3, 2, 4, 1]


# Art. 1.4  Floats


def test_art_1_4_2_floats_follow_the_scores_of_that_round_not_those_of_today() -> None:
    # Round 2: 1 (one point) meets 4 (none) and loses; today both have one point.
    state = state_of(4, "1-3:10 2-4:10", "4-1:10 3-2:==")
    assert member(state, 1).downfloats == (True, False)
    assert member(state, 4).upfloats == (True, False)


def test_art_1_4_2_equal_scores_give_no_float() -> None:
    state = state_of(4, "1-3:10 2-4:10", "1-2:== 3-4:==")
    assert all(m.downfloats == m.upfloats == (False, False) for m in Field(state).members)


@pytest.mark.parametrize(("code", "down"), [("U", True), ("F", True), ("H", True), ("Z", False)])
def test_art_1_4_3_more_than_a_loss_without_playing_is_a_downfloat(code: str, down: bool) -> None:
    assert member(state_of(3, f"1-2:10 3:{code}"), 3).downfloats == (down, False)


def test_art_1_4_3_a_forfeit_win_is_a_downfloat_and_a_forfeit_loss_is_no_float() -> None:
    state = state_of(4, "1-3:+- 2-4:10")
    assert member(state, 1).downfloats == (True, False)
    assert member(state, 3).downfloats == member(state, 3).upfloats == (False, False)


def test_art_1_4_3_the_bye_is_a_downfloat_even_when_it_is_worth_nothing() -> None:
    state = state_of(3, "1-2:10 3:U", points=PointSystem.of(pairing_bye=0))
    assert member(state, 3).downfloats == (True, False)


def test_art_1_4_floats_are_looked_up_by_round_of_the_tournament() -> None:
    # 3 had the bye in round 1 and was away in round 2: that is two rounds ago.
    assert member(state_of(3, "1-2:10 3:U", "1-2:== 3:Z"), 3).downfloats == (False, True)


# Art. 1.6, 1.7  Colours


@pytest.mark.parametrize(
    ("history", "due", "strength"),
    [
        ("", None, NONE),
        ("W", B, STRONG),
        ("B", W, STRONG),
        ("WB", W, MILD),
        ("BW", B, MILD),
        ("BWW", B, ABSOLUTE),
        ("WBB", W, ABSOLUTE),
        ("BBWW", B, ABSOLUTE),
        ("WBBWW", B, ABSOLUTE),
        ("BWBWW", B, ABSOLUTE),
        ("BBWBWW", B, ABSOLUTE),  # one Black too many, but White twice running
        ("WWWWBB", B, ABSOLUTE),  # the difference of two decides
        ("WWBW", B, ABSOLUTE),
    ],
)
def test_art_1_7_colour_preferences(history: str, due: Colour | None, strength: int) -> None:
    assert colour_preference(colours(history)) == (due, strength)


def test_art_1_7_a_forfeited_game_gives_no_colour() -> None:
    assert member(state_of(4, "1-3:+- 2-4:10"), 1).colours == ()


def test_art_1_7_1_an_unplayed_round_does_not_part_two_equal_colours() -> None:
    # C.04.2 art. 3.4: unplayed rounds move to the front.
    state = state_of(6, "1-2:10 3-4:== 5-6:==", "1:H 2-3:== 4-5:==", "1-4:10 2-5:== 3-6:==")
    assert (member(state, 1).due, member(state, 1).strength) == (B, ABSOLUTE)
    assert member(state, 1).repeated is W


# Art. 1.8  Topscorers


def test_art_1_8_topscorers_have_more_than_half_and_exist_in_the_final_round_only() -> None:
    rounds = ("1-3:10 2-4:==", "4-1:01 3-2:==")
    assert [m.tpn for m in Field(state_of(4, *rounds, total=3)).members if m.topscorer] == [1]
    assert not any(m.topscorer for m in Field(state_of(4, *rounds, total=4)).members)


# Art. 2.1  Absolute criteria


def test_art_2_1_1_a_played_game_bars_another_one() -> None:
    assert not legal(state_of(4, "1-3:10 2-4:10"), 1, 3)


@pytest.mark.parametrize("code", ["+-", "-+", "--"])
def test_art_2_1_1_a_game_not_played_does_not(code: str) -> None:
    assert legal(state_of(4, f"1-3:{code} 2-4:10"), 1, 3)


@pytest.mark.parametrize(
    ("round_", "may"),
    [("3:U", False), ("3:F", False), ("3:H", True), ("3:Z", True), ("", True)],
)
def test_art_2_1_2_who_may_not_have_the_bye(round_: str, may: bool) -> None:
    assert member(state_of(3, f"1-2:10 {round_}"), 3).may_have_bye is may


def test_art_2_1_2_a_forfeit_win_bars_from_the_bye_and_a_forfeit_loss_does_not() -> None:
    state = state_of(4, "1-3:+- 2-4:10")
    assert not member(state, 1).may_have_bye
    assert member(state, 3).may_have_bye


def test_art_2_1_2_two_half_points_are_no_win() -> None:
    assert member(state_of(3, "1-2:10 3:H", "2-1:10 3:H"), 3).may_have_bye


# 1 has 2 points of 2 with White twice; 5 has 1 of 2 with White twice; 7 too has none.
TWICE_WHITE = ("1-2:10 5-6:10 7-8:01 3-4:==", "1-3:10 5-4:01 7-6:01 2-8:==")


def test_art_2_1_3_equal_absolute_preferences_do_not_meet() -> None:
    assert not legal(state_of(8, *TWICE_WHITE), 1, 5)


def test_art_2_1_3_one_topscorer_is_enough_to_lift_it() -> None:
    state = state_of(8, *TWICE_WHITE, total=3)
    assert member(state, 1).topscorer
    assert not member(state, 5).topscorer
    assert legal(state, 1, 5)
    assert not legal(state, 5, 7)


def test_forbidden_groups_hold_in_their_rounds_only() -> None:
    group = ForbiddenGroup(frozenset({1, 3}), 2, 2)
    assert not legal(state_of(4, "1-2:== 3-4:==", forbidden=(group,)), 1, 3)
    assert legal(state_of(4, forbidden=(group,)), 1, 3)


# Art. 2.3.1 [C5]  The bye


def test_art_2_3_1_the_bye_goes_to_the_lowest_score_that_leaves_a_pairing() -> None:
    state = state_of(5, "1-3:10 2-4:10 5:U")
    assert pair(state).bye in (3, 4)
    assert Field(state).settle_bye()


# Art. 2.4  Quality criteria


def test_art_2_4_4_unplayed_games_count_for_a_player_who_floats_alone() -> None:
    state = state_of(5, "1-2:== 3-4:== 5:Z")
    field = Field(state)
    assert field.settle_bye()
    five = field.index[5]
    last = Bracket((), (five,), five, five + 1, 0, five + 1, True)
    assert quality(field, last, Candidate((), (five,)))["C9"] == 1
    together = Bracket((), (3, five), 3, 5, 0, 5, True)
    assert "C9" not in quality(field, together, Candidate((), (3, five)))


def test_art_2_4_7_and_2_4_8_whose_preference_is_refused() -> None:
    white, whiter = someone("B"), someone("WBB")
    assert preference_refused(white, white) == 1
    assert strong_preference_refused(white, white) == 1
    assert strong_preference_refused(white, whiter) == 1
    # Strong against mild: the mild one is refused. Two absolute ones are not a case of C13.
    assert strong_preference_refused(white, someone("WB")) == 0
    assert strong_preference_refused(whiter, whiter) == 0
    assert preference_refused(white, someone("W")) == 0
    assert preference_refused(white, someone()) == 0


def test_art_2_4_5_and_2_4_6_count_only_where_a_topscorer_plays() -> None:
    top, other = someone("WBWW", topscorer=True), someone("WBWW")
    assert third_time_running(other, other) == 0
    assert third_time_running(top, other) == 1
    assert too_wide_a_difference(top, other) == 1
    # A difference of two without the same colour twice: the third in a row does not come.
    wide = someone("WWBW", topscorer=True)
    assert (too_wide_a_difference(wide, wide), third_time_running(wide, wide)) == (1, 0)
    # Beyond two in either case: both players count, whoever of the two is refused.
    wider = someone("WWWW", topscorer=True)
    assert too_wide_a_difference(wider, wider) == 2
    narrow = someone("BWW", topscorer=True)
    assert (too_wide_a_difference(narrow, wide), third_time_running(narrow, wide)) == (0, 1)


def test_art_2_4_9_only_residents_float_down_again() -> None:
    again = someone(downfloats=(True, False))
    assert resident_floats_again(1)(again, False) == 1
    assert resident_floats_again(1)(again, True) == 0
    assert resident_floats_again(2)(again, False) == 0


def test_art_2_4_10_only_opponents_of_moved_down_players_float_up_again() -> None:
    again = someone(upfloats=(False, True))
    assert opponent_floats_again(2)(someone(), again, True) == 1
    assert opponent_floats_again(2)(someone(), again, False) == 0
    assert opponent_floats_again(1)(someone(), again, True) == 0


def test_art_2_4_13_a_moved_down_player_left_in_the_limbo_counts() -> None:
    again = someone(downfloats=(True, False))
    assert mdp_floats_again(1)(again, True) == 1
    assert mdp_floats_again(1)(again, False) == 0


# Art. 4  Sequence


def order_of_pairs(pairs: list[tuple[int, int]], size: int) -> int:
    order = RemainderOrder(size, len(pairs))
    return sum(order(i - 1, j - 1) for i, j in pairs)


def test_art_4_the_fifteen_pairings_of_six_players_stand_in_their_order() -> None:
    text = (
        "14 25 36 | 14 26 35 | 15 24 36 | 15 26 34 | 16 24 35 | 16 25 34 | 13 25 46 | 13 26 45 |"
        "15 23 46 | 16 23 45 | 13 24 56 | 14 23 56 | 12 35 46 | 12 36 45 | 12 34 56"
    )
    numbers = [
        order_of_pairs([(int(pair[0]), int(pair[1])) for pair in candidate.split()], 6)
        for candidate in text.split("|")
    ]
    assert numbers == sorted(set(numbers))


def test_art_4_the_fifteen_pairings_of_five_players_stand_in_their_order() -> None:
    text = (
        "13 24 | 13 25 | 14 23 | 14 25 | 15 23 | 15 24 | 12 34 | 12 35 | 14 35 | 15 34 |"
        "12 45 | 13 45 | 24 35 | 25 34 | 23 45"
    )
    numbers = [
        order_of_pairs([(int(pair[0]), int(pair[1])) for pair in candidate.split()], 5)
        for candidate in text.split("|")
    ]
    assert numbers == sorted(set(numbers))


def test_art_4_3_2_single_exchanges_of_eight_players_stand_in_their_order() -> None:
    text = "45 46 35 47 36 25 48 37 26 15 38 27 16 28 17 18"
    keys = []
    for pair_ in text.split():
        leaving, entering = int(pair_[0]), int(pair_[1])
        chosen = ({1, 2, 3, 4} - {leaving}) | {entering}
        order = RemainderOrder(8, 4)
        keys.append(sum(order.exchange(number - 1) for number in chosen))
    assert keys == sorted(set(keys))


def test_art_4_4_2_sets_of_moved_down_players_stand_in_their_order() -> None:
    order = MdpOrder(4, 4)
    sets = [{1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}]
    keys = [sum(order.unpaired(i - 1) for i in {1, 2, 3, 4} - chosen) for chosen in sets]
    assert keys == sorted(set(keys))


# Art. 5  Colours


def test_art_5_the_first_round_of_eight() -> None:
    boards = [(board.white, board.black) for board in pair(state_of(8)).boards]
    assert boards == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_art_5_1_the_lot_may_fall_on_black() -> None:
    state = replace(state_of(4), initial_colour=B)
    assert pair(state).boards == (Board(3, 1), Board(2, 4))


@pytest.mark.parametrize(
    ("higher", "lower", "colour", "article"),
    [
        ("W", "B", B, "5.2.1"),
        ("", "B", B, "5.2.1"),
        ("B", "", W, "5.2.1"),
        ("B", "BW", W, "5.2.1"),
        ("WB", "B", B, "5.2.2"),
        ("B", "WB", W, "5.2.2"),
        ("BWW", "WWBW", W, "5.2.2"),  # both absolute: the wider difference
        ("BWBWB", "WBWBB", B, "5.2.2"),
        ("BWWB", "WBWB", B, "5.2.3"),  # differ three games ago: White had the second then
        ("WB", "WB", W, "5.2.4"),
        ("", "", W, "5.2.5"),
    ],
)
def test_art_5_2_the_first_rule_that_decides(
    higher: str, lower: str, colour: Colour, article: str
) -> None:
    assert colour_of_higher(someone(higher), someone(lower), W) == (colour, article)


def test_art_5_2_3_histories_are_compared_game_by_game_from_the_end() -> None:
    # C.04.2 art. 3.4: BuuW is read as uuBW and equals BWBW on the two common places.
    assert colour_of_higher(someone("BW"), someone("BWBW"), W) == (B, "5.2.4")


def test_art_5_2_5_counts_only_those_who_have_arrived() -> None:
    # 1 has not arrived, so 2 is the first and 3 the second.
    state = state_of(5, away="1")
    assert [(board.white, board.black) for board in pair(state).boards] == [(2, 4), (5, 3)]
    printed = replace(state, options=(("parity_numbering", "tpn"),))
    assert [(board.white, board.black) for board in pair(printed).boards] == [(4, 2), (3, 5)]


# The trace, and what a pairing made by hand breaks


def test_the_trace_names_the_bye_and_the_colour_rule() -> None:
    trace = pair(state_of(5)).trace
    assert trace is not None
    assert trace.bye is not None
    assert trace.bye.players == (5,)
    assert [pair_.colour.code for pair_ in trace.pairs] == ["dutch.colour.initial"] * 2
    assert trace.brackets[0].floaters == (5,)


def codes(state: TournamentState, *boards: tuple[int, int], bye: int | None = None) -> list[str]:
    made = RoundPairing(state.next_round, tuple(Board(*board) for board in boards), bye)
    return [fact.code for fact in violations(state, made)]


def test_every_broken_rule_of_a_pairing_made_by_hand_is_named() -> None:
    state = state_of(5, "1-3:10 2-4:10 5:U")
    best = pair(state)
    assert violations(state, best) == ()
    assert codes(state, (1, 3), (2, 4), bye=5)[:3] == [
        Broken.MET_BEFORE,
        Broken.MET_BEFORE,
        Broken.BYE_AGAIN,
    ]
    assert codes(state, (1, 2))[0] == Broken.NOT_PAIRED
    assert codes(state, (1, 2), (1, 4), (3, 5))[0] == Broken.PAIRED_TWICE
    assert codes(state, (1, 2), (3, 9), bye=4)[:2] == [
        Broken.UNKNOWN_PLAYER,
        Broken.NOT_PAIRED,
    ]
    turned = tuple((board.black, board.white) for board in best.boards)
    assert set(codes(state, *turned, bye=best.bye)) == {Broken.OTHER_COLOURS}


def test_a_legal_but_worse_pairing_names_the_first_criterion() -> None:
    state = state_of(4, "1-3:10 2-4:10")
    assert codes(state, (4, 1), (3, 2)) == ["dutch.violation.worse"]
    made = RoundPairing(2, (Board(4, 1), Board(3, 2)))
    assert dict(violations(state, made)[0].values)["criterion"] == "C6"


def test_absolute_colours_and_forbidden_pairs_of_a_pairing_made_by_hand() -> None:
    state = state_of(8, *TWICE_WHITE, forbidden=(ForbiddenGroup(frozenset({2, 6})),))
    found = codes(state, (1, 5), (2, 6), (3, 7), (4, 8))
    assert "dutch.violation.same_absolute_colour" in found
    assert Broken.FORBIDDEN_PAIR in found
    assert "dutch.violation.absolute_colour" in codes(state, (1, 6), (5, 2), (3, 7), (4, 8))


def test_why_not_names_the_absolute_criterion() -> None:
    state = state_of(8, *TWICE_WHITE)
    assert [fact.code for fact in why_not(state, 1, 2)] == [WhyNot.MET_BEFORE]
    assert dict(why_not(state, 1, 2)[0].values) == {"round": 1}
    assert [fact.article for fact in why_not(state, 1, 5)] == ["2.1.3"]


def test_why_not_names_the_place_where_an_equal_pairing_comes_later() -> None:
    (fact,) = why_not(state_of(8), 1, 6)
    assert (fact.code, fact.article) == ("dutch.why_not.generated_later", "4.2.2")
    assert dict(fact.values) == {"score": "0", "player": 1, "made": 5, "instead": 6}
    (fact,) = why_not(state_of(8), 1, 2)
    assert (fact.code, fact.article) == ("dutch.why_not.generated_later", "4.3.2")
