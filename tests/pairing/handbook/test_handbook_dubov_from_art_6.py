"""The Dubov system of the handbook from article 6 on, the chapter taken literally, whole events."""

import random
from dataclasses import replace
from typing import Any

import pytest

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.handbook.dubov import SYSTEM, aro_list, pair, violations, why_not
from pairing.handbook.dubov.cards import Field, cards_of
from pairing.handbook.dubov.columns import Columns, first_matching
from pairing.handbook.dubov.groups import Group, GroupPairing
from pairing.handbook.dubov.lower import Lower
from pairing.matching import bits
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Baku,
    Board,
    Bonus,
    Bye,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
)
from pairing.systems import system
from pairing.verdicts import Broken, WhyNot
from tests.pairing.handbook.dubov_literal import Literal
from tests.pairing.handbook.dubov_made import (
    CASES,
    boards,
    example,
    facts,
    histories,
)
from tests.pairing.handbook.swiss_events import crowded, event, players

# Art. 6


def test_dubov_6_2_columns() -> None:
    case = CASES["dubov-6.2-columns"]
    aros, ratings = case["input"]["white_due_aro"], case["input"]["black_due_rating"]
    rows = len(aros)
    # Ten games each against opponents whose ratings add up to the average
    tens = [round(10 * aro) for aro in aros]
    entered = [Player(tpn, rating=2000) for tpn in range(1, rows + 1)]
    entered += [
        Player(rows + place, rating=rating) for place, rating in enumerate(ratings, start=1)
    ]
    first_other = len(entered) + 1
    rounds = []
    for number in range(10):
        games = []
        for tpn in range(1, 2 * rows + 1):
            other = len(entered) + 1
            share = 2000
            if tpn <= rows:
                share, rest = divmod(tens[tpn - 1], 10)
                share += number < rest
            entered.append(Player(other, rating=share))
            white = (number % 2 == 0) == (tpn <= rows)
            games.append(
                Game(tpn, other, RESULTS["=="]) if white else Game(other, tpn, RESULTS["=="])
            )
        rounds.append(Round(number + 1, tuple(games)))
    away = tuple(
        Bye(player.tpn, ByeKind.ZERO_POINT) for player in entered if player.tpn >= first_other
    )
    state = TournamentState(tuple(entered), tuple(rounds), 20, byes=away)
    averages = {entry.tpn: entry.tenths for entry in aro_list(state)}

    pairing = pair(state)

    assert [
        [averages[white] / 10, entered[black - 1].rating] for white, black in boards(pairing)
    ] == case["expected"]["pairs_aro_rating"]


def test_dubov_6_3_shift() -> None:
    case = CASES["dubov-6.3-shift"]
    whites, blacks = case["input"]["white_column"], case["input"]["black_column"]
    met = {tuple(two) for two in case["input"]["already_met"]}
    rows = [
        sum(1 << place for place, black in enumerate(blacks) if (white, black) not in met)
        for white in whites
    ]

    of_row, stuck = first_matching(rows, len(blacks))

    assert stuck == -1
    assert [[white, blacks[column]] for white, column in zip(whites, of_row, strict=True)] == case[
        "expected"
    ]["pairs"]


def test_art_6_3_in_the_last_row_the_row_above_is_undone() -> None:
    # Three rows; the last white player can only meet the second black player.
    assert first_matching([0b111, 0b111, 0b010], 3) == ([0, 2, 1], -1)
    # This player can only meet the first: the rows above go one down.
    assert first_matching([0b111, 0b111, 0b001], 3) == ([1, 2, 0], -1)


def test_art_6_3_the_search_stops_in_the_lowest_row_it_can_reach() -> None:
    assert first_matching([0b001, 0b111, 0b001], 3)[1] == 2
    assert first_matching([0b000, 0b111, 0b111], 3)[1] == 0


def test_art_6_3_who_has_met_all_black_players_meets_the_next_white_one() -> None:
    # 1, 2 due white and 3, 4 due black; 1 may meet neither 3 nor 4.
    state = replace(
        histories("wb", "wb", "bw", "bw"),
        forbidden=(ForbiddenGroup(frozenset({1, 3})), ForbiddenGroup(frozenset({1, 4}))),
    )
    pairing = pair(state)

    assert {frozenset(two) for two in boards(pairing)} == {frozenset({1, 2}), frozenset({3, 4})}
    assert pairing.trace is not None
    shared = [two.facts for two in pairing.trace.pairs if {two.white, two.black} == {1, 2}]
    assert [fact.code for fact in shared[0]] == ["handbook.dubov.same_column"]
    assert facts(pairing, "colour_changed") == [(3,)]


def two_groups(top: int, low: int, *apart: set[int], **more: Any) -> TournamentState:
    """Players 1 … top with a point more than the next; colours alternate; nobody has met."""
    size = top + low
    state = histories(*["w" if tpn % 2 else "b" for tpn in range(1, size + 1)])
    bonuses = tuple(Bonus(tpn, 1, 10) for tpn in range(1, top + 1))
    entered = tuple(
        replace(player, rating=2500 - 10 * player.tpn) if player.tpn <= size else player
        for player in state.players
    )
    forbidden = tuple(ForbiddenGroup(frozenset(two)) for two in apart)
    return replace(state, players=entered, bonuses=bonuses, forbidden=forbidden, **more)


def test_art_6_4_floaters_first_who_can_be_paired_below_then_the_lowest_rated() -> None:
    # Nobody comes up (2.5), so one of 1, 2, 3 goes down; 3 has nobody there.
    state = two_groups(3, 3, {3, 4}, {3, 5}, {3, 6})
    field = Field(state)
    lower = Lower(field, 0, 0b111000)
    top = 0b000111

    assert lower.take(top) is None
    assert GroupPairing(field)._who_goes_down(top, lower) == [1]


def test_art_7_1_a_player_who_has_met_everybody_gets_one_from_below() -> None:
    # 1 has met 2; both lead. Opposite colour first, then the higher rating.
    state = two_groups(2, 4, {1, 2})
    pairing = pair(state)

    # 2 is due white and goes first: of 3, 5 (due black) the higher rated comes; then the group
    # of three has black and white due twice and once: 4 is due white.
    assert facts(pairing, "taken_met_all") == [(3, 2)]
    assert facts(pairing, "taken_odd") == [(4,)]
    assert {frozenset(two) for two in boards(pairing)[:2]} == {
        frozenset({2, 3}),
        frozenset({1, 4}),
    }


def test_art_7_2_an_odd_group_takes_the_opposite_of_its_majority() -> None:
    # 1 and 3 are due black, 2 white: of 4, 5, 6 those due white, the highest rated: 4.
    pairing = pair(two_groups(3, 3))
    assert facts(pairing, "taken_odd") == [(4,)]
    # 4 may meet nobody above: 6 is due white as well.
    pairing = pair(two_groups(3, 3, {4, 1}, {4, 2}, {4, 3}))
    assert facts(pairing, "taken_odd") == [(6,)]


def test_art_7_2_who_would_leave_two_who_have_met_comes_last() -> None:
    # Taking 4 would leave 5 and 6, who have met; 6 is due white like 4.
    pairing = pair(two_groups(3, 3, {5, 6}))
    assert facts(pairing, "taken_odd") == [(6,)]


def test_art_7_3_and_7_4_equal_aro_the_one_higher_in_his_own_column() -> None:
    whites = Field(histories("b", "b", "b", "b", ratings=(1700, 1600, 1500, 1650)))
    columns = Columns(whites)
    columns.pair(whites.everybody)
    assert [fact.players for fact in columns.facts] == [(3,), (2,)]
    assert {fact.article for fact in columns.facts} == {"7.3"}

    blacks = Field(histories("w", "w", "w", "w", ratings=(1700, 1600, 1500, 1650)))
    columns = Columns(blacks)
    columns.pair(blacks.everybody)
    assert [fact.players for fact in columns.facts] == [(1,), (4,)]
    assert {fact.article for fact in columns.facts} == {"7.4"}


def test_a_player_without_due_colour_joins_the_shorter_column() -> None:
    field = Field(histories("b", "w", "w", ""))
    pairs = Columns(field).pair(field.everybody)
    assert 4 in [field.tpn(two.white) for two in pairs]


# Art. 8


def test_art_8_1_floaters_one_white_one_black_and_so_on() -> None:
    field = Field(histories("b", "b", "b", "w", "w", ratings=(1500, 1400, 1600, 1700, 1900)))
    order = GroupPairing(field).floater_order([0, 1, 2, 3, 4])
    assert list(field.tpns(order)) == [2, 5, 1, 4, 3]


def test_art_8_2_opposite_due_colour_then_the_highest_rated_then_the_lowest_aro() -> None:
    state = histories("b", "b", "w", "w", "w", ratings=(1500, 2000, 1700, 1900, 1900))
    stronger = replace(
        state,
        players=tuple(
            replace(player, rating=1600) if player.tpn == 9 else player for player in state.players
        ),
    )
    field = Field(stronger)
    # 4 met number 9, so its ARO is higher than that of 5
    assert list(field.tpns(GroupPairing(field).opponents(0, 0b11110))) == [5, 4, 3, 2]


def test_art_8_2_looks_ahead_with_all_of_art_7_for_a_floater_who_is_not_the_last() -> None:
    # 2 and 1 float into 3-6. With 2-3 and 1-4, 5 and 6 are left, who have met: 7.1 brings up two.
    state = two_groups(6, 4, {5, 6}, {2, 4}, {2, 6}, {1, 5}, {1, 6})
    field = Field(state)
    pairing = GroupPairing(field)
    group = Group(10, 0b111100, (0, 1))

    lower = Lower(field, pairing.may_move_up, 0b1111000000)

    left, down = pairing._pair_floaters(group, group.residents, lower)

    assert [field.tpns(bits(two.players)) for two in group.pairs] == [(2, 3), (1, 4)]
    assert (left, down) == (0b110000, [])


def test_art_7_1_an_open_question_is_said_and_not_called_impossible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    field = Field(two_groups(6, 4, {5, 6}, {2, 4}, {2, 6}, {1, 5}, {1, 6}))

    def codes() -> list[str]:
        group = Group(10, 0b111100, (0, 1))
        GroupPairing(field)._pair(group, 0b1111000000)
        return [fact.code.removeprefix("handbook.dubov.") for fact in group.facts]

    assert codes() == ["taken_met_all", "taken_odd"]
    monkeypatch.setattr("pairing.handbook.dubov.lower.MOST_QUESTIONS", 0)
    assert "not_decided" in codes()


def test_art_6_4_of_several_floaters_none_goes_down_while_a_resident_can() -> None:
    # 3-5 are an odd group from which nobody is helped (2.5). 2 takes 4, not 3 with the opposite
    # due colour, so that 5 (a) goes down and not 1 (c), who can meet 3 alone.
    state = two_groups(5, 3, {2, 5}, {1, 4}, {1, 5})
    field = Field(state)
    group = Group(10, 0b11100, (0, 1))
    lower = Lower(field, 0, 0b11100000)

    left, down = GroupPairing(field)._pair_floaters(group, group.residents, lower)

    assert [field.tpns(bits(two.players)) for two in group.pairs] == [(2, 4), (1, 3)]
    assert (left, down) == (0b10000, [])


def test_when_the_last_group_cannot_be_paired_the_nearest_pair_above_is_undone() -> None:
    # 5 and 6 may not meet; of the pairs above, the last one gives them opponents.
    state = two_groups(4, 2, {5, 6})
    first, second = boards(pair(replace(state, forbidden=())))[:2]

    pairing = pair(state)

    assert facts(pairing, "pair_undone") == [second]
    assert boards(pairing)[0] == first
    assert all(len({*second} & {*two}) == len({5, 6} & {*two}) == 1 for two in boards(pairing)[1:])


# The chapter taken literally


def same(state: TournamentState, pairing: RoundPairing | NoLegalPairing) -> bool:
    """Agrees with the literal chapter; whether there was a pairing."""
    literal = Literal(state).round()
    if isinstance(pairing, NoLegalPairing):
        assert literal is None
        return False
    assert literal == (boards(pairing), pairing.bye)
    return True


def agree(seed: int, sizes: tuple[int, int]) -> int:
    return sum(
        same(state, pairing)
        for state, pairing in event(seed, pair, sizes, most_rounds=9)
        if state.next_round > 1
    )


def agree_crowded(seed: int, sizes: tuple[int, int]) -> bool:
    state = crowded(seed, sizes)
    try:
        pairing: RoundPairing | NoLegalPairing = pair(state)
    except NoLegalPairing as error:
        pairing = error
    return same(state, pairing)


def test_the_literal_chapter_agrees_on_small_events() -> None:
    assert sum(agree(seed, (3, 9)) for seed in range(300)) > 500


def test_the_literal_chapter_agrees_on_crowded_groups() -> None:
    assert sum(agree_crowded(seed, (4, 10)) for seed in range(700)) > 350


@pytest.mark.full
def test_the_literal_chapter_agrees_on_thousands_of_small_events() -> None:
    assert sum(agree(seed, (3, 9)) for seed in range(1000, 4000)) > 5000
    assert sum(agree(seed, (10, 13)) for seed in range(5000, 5150)) > 500


@pytest.mark.full
def test_the_literal_chapter_agrees_on_thousands_of_crowded_groups() -> None:
    assert sum(agree_crowded(seed, (4, 10)) for seed in range(10_000, 15_000)) > 2500
    assert sum(agree_crowded(seed, (11, 14)) for seed in range(20_000, 20_500)) > 300


def judge_large_group(seed: int) -> int:
    """6.4 in a group of nine to eleven of which a club keeps apart: how many go down."""
    rng = random.Random(seed)
    top, low = rng.randint(9, 11), rng.randint(1, 5)
    order = rng.sample(range(1, top + low + 1), top + low)
    group, lower = order[:top], order[top:]
    club = group[: rng.randint(5, top)]
    apart = [ForbiddenGroup(frozenset(club))]
    apart += [
        ForbiddenGroup(frozenset((a, b)))
        for a in club
        for b in order
        if b not in club and rng.random() < 0.6
    ]
    games = tuple(Game(a, b, RESULTS["=="]) for a, b in zip(order[::2], order[1::2], strict=False))
    state = TournamentState(
        players(rng, top + low),
        (Round(1, games),),
        9,
        forbidden=tuple(apart),
        bonuses=tuple(Bonus(tpn, 1, 10) for tpn in group),
    )
    engine = GroupPairing(Field(state))
    above = sum(1 << tpn - 1 for tpn in group)
    below = sum(1 << tpn - 1 for tpn in lower)
    lower_group = Lower(engine.field, engine.may_move_up, below)
    if lower_group.take(above) is not None:
        return 0
    going = [i + 1 for i in engine._who_goes_down(above, lower_group)]
    assert going == Literal(state).down(group, lower)
    rest = above & ~sum(1 << tpn - 1 for tpn in going)
    assert lower_group.take(rest) is not None
    return len(going)


def test_art_6_4_as_few_as_possible_go_down_from_a_large_group() -> None:
    assert sum(judge_large_group(seed) > 1 for seed in range(12)) > 5


@pytest.mark.full
def test_art_6_4_as_few_as_possible_go_down_from_hundreds_of_large_groups() -> None:
    assert sum(judge_large_group(seed) > 1 for seed in range(100, 400)) > 150


# Whole events


def check_event(seed: int, sizes: tuple[int, int]) -> int:
    rounds = 0
    for state, pairing in event(seed, pair, sizes):
        if isinstance(pairing, NoLegalPairing):
            continue
        rounds += 1
        assert [fact.code for fact in violations(state, pairing)] == []
        assert pairing.trace is not None
        assert [(two.white, two.black) for two in pairing.trace.pairs] == boards(pairing)
        for bracket in pairing.trace.brackets:
            for fact in bracket.facts:
                if fact.code.startswith("handbook.dubov.taken"):
                    card = next(c for c in cards_of(state) if c.tpn == fact.players[0])
                    assert card.may_be_moved_up(state)
        assert pair(state) == pairing
    return rounds


def test_limits_hold_in_whole_events_of_8_to_60_players() -> None:
    assert sum(check_event(seed, (8, 60)) for seed in range(40)) > 200


@pytest.mark.full
def test_limits_hold_in_many_whole_events_of_8_to_60_players() -> None:
    assert sum(check_event(seed, (8, 60)) for seed in range(100, 1100)) > 5000


def test_200_players_9_rounds_keep_the_rules() -> None:
    rounds = event(1, pair, (200, 200), 9, unplayed=0.03, fewest_rounds=9)
    found = [[fact.code for fact in violations(state, pairing)] for state, pairing in rounds]
    assert found == [[]] * 9


def test_violations_name_what_a_hand_made_pairing_breaks() -> None:
    state = example("dubov-21-r3")
    pairing = RoundPairing(
        3,
        (Board(1, 11), Board(16, 3), Board(6, 10), Board(6, 12), Board(2, 7), Board(99, 4)),
        bye=21,
    )
    found = {(fact.code, fact.players) for fact in violations(state, pairing)}

    assert {
        (Broken.UNKNOWN_PLAYER, (99,)),
        (Broken.PAIRED_TWICE, (6,)),
        (Broken.NOT_PAIRED, (5,)),
        (Broken.MET_BEFORE, (1, 11)),
        (Broken.BYE_AGAIN, (21,)),
        (Broken.SAME_COLOUR_THREE_TIMES, (16,)),
        (Broken.COLOUR_DIFFERENCE, (10,)),
        (Broken.OTHER_BYE, (21, 18)),
    } <= found


def test_violations_name_exchanged_colours() -> None:
    state = example("dubov-21-r3", forced_bye=18)
    pairing = pair(example("dubov-21-r3"))
    board = next(b for b in pairing.boards if (b.white, b.black) == (3, 4))
    turned = tuple(Board(b.black, b.white) if b == board else b for b in pairing.boards)

    found = violations(state, replace(pairing, boards=turned))

    assert [(fact.code, fact.players) for fact in found] == [(Broken.BOTH_AGAINST_DUE, (4, 3))]


def test_why_not() -> None:
    state = example("dubov-21-r3")

    def codes(a: int, b: int) -> list[str]:
        return [fact.code for fact in why_not(state, a, b)]

    assert codes(1, 1) == [WhyNot.SAME_PLAYER]
    assert codes(1, 11) == [WhyNot.MET_BEFORE]
    assert codes(6, 10) == [WhyNot.BOTH_BARRED]
    assert codes(1, 9) == [WhyNot.THEY_MEET]
    assert codes(1, 3)[0] == WhyNot.OTHER_GROUP
    assert codes(18, 5)[0].startswith("handbook.dubov.bye.")
    assert codes(3, 2) == [WhyNot.MEETS_ANOTHER, WhyNot.MEETS_ANOTHER]
    meets = [fact.players for fact in why_not(state, 3, 2)]
    assert meets == [(3, 4), (2, 6)]


def test_the_system_is_registered_and_has_no_acceleration() -> None:
    assert system("handbook.dubov") is SYSTEM
    assert [option.name for option in SYSTEM.format.options] == ["bye_colour_priority"]
    state = TournamentState((Player(1), Player(2)), (), 5, acceleration=Baku())
    with pytest.raises(UnsupportedRule):
        pair(state)


def test_nobody_to_be_paired_gives_an_empty_round() -> None:
    state = TournamentState((Player(1),), (), 5, byes=(Bye(1, ByeKind.ZERO_POINT),))
    assert (pair(state).boards, pair(state).bye) == ((), None)
