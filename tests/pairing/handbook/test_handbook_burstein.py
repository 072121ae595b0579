"""Handbook, Burstein system: the articles, the printed lists, and the chapter taken literally."""

import pytest

from pairing.errors import NoLegalPairing
from pairing.handbook.burstein import pair
from pairing.handbook.burstein.cards import Field, cards_of, upper_half
from pairing.handbook.burstein.colours import colours_of_pair
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bye,
    Colour,
    Game,
    PointSystem,
    Round,
    TournamentState,
)
from tests.pairing.handbook.burstein_made import (
    B,
    W,
    boards,
    entered,
    history_field,
    played,
)

# Art. 1, 2, 3


def test_art_1_due_colour_is_the_one_played_less_often_then_not_the_last() -> None:
    rounds = (
        played(1, (1, "==", 2), (3, "==", 4)),
        played(2, (1, "==", 3), (4, "==", 2)),
        played(3, (4, "==", 1)),
    )
    state = TournamentState(entered(2000, 1900, 1800, 1700, 1600), rounds, 9)

    due = {card.tpn: card.due for card in cards_of(state)}

    # WWB, BB, WB, BWW, no game
    assert due == {1: B, 2: W, 3: W, 4: B, 5: None}


def test_art_2_an_unfinished_game_counts_as_a_draw_whatever_the_points_say() -> None:
    unfinished = TournamentState(
        entered(2000, 1900),
        (played(1, (1, "??", 2)),),
        5,
        points=PointSystem(win=30, draw=10, adjourned=0),
    )

    cards = {card.tpn: card for card in cards_of(unfinished)}

    assert [cards[1].score, cards[2].score] == [10, 10]
    assert [cards[1].sonneborn_berger, cards[1].buchholz] == [10, 10]


def test_art_3_1_nobody_meets_twice_but_a_forfeited_pair_may() -> None:
    met = TournamentState(entered(2000, 1900), (played(1, (1, "==", 2)),), 5)
    forfeited = TournamentState(entered(2000, 1900), (played(1, (1, "+-", 2)),), 5)

    with pytest.raises(NoLegalPairing) as error:
        pair(met)
    assert error.value.players == (1, 2)
    assert error.value.reasons[0].players == (1, 2)
    assert {pair(forfeited).boards[0].white, pair(forfeited).boards[0].black} == {1, 2}


def test_art_3_2_ranking_by_sonneborn_berger_buchholz_median_rating_number() -> None:
    rounds = (
        played(1, (1, "10", 2), (3, "==", 4), (5, "10", 6)),
        played(2, (1, "==", 3), (4, "10", 5), (6, "+-", 2)),
        played(3, (4, "==", 1), (3, "01", 6), bye=2),
    )
    state = TournamentState(entered(2000, 2000, 1900, 1900, 1900, 1800), rounds, 9)

    cards = {card.tpn: card for card in cards_of(state)}

    # Scores: 1 and 4 have 2, 2 has 1 (bye), 3 has 1, 5 has 1, 6 has 2 (one by forfeit).
    assert {tpn: card.score for tpn, card in cards.items()} == {
        1: 20, 2: 10, 3: 10, 4: 20, 5: 10, 6: 20,
    }  # fmt: skip
    # 1 beat 2 and drew with 3 and 4: 10 + 5 + 10, in halves; the forfeit of 6 counts nothing
    assert cards[1].sonneborn_berger == 50
    assert cards[1].buchholz == 10 + 10 + 20
    assert cards[1].median == 10
    assert cards[6].buchholz == 10 + 10
    assert cards[6].median == 0
    assert cards[2].buchholz == 20
    assert [card.tpn for card in cards_of(state)] == [1, 4, 3, 5, 6, 2]


def test_art_3_2_equal_values_fall_back_on_rating_and_starting_number() -> None:
    state = TournamentState(entered(1900, 2000, 1900), (), 9)

    assert [card.tpn for card in cards_of(state)] == [2, 1, 3]


def test_art_3_3_the_upper_half_has_an_imaginary_point_in_rounds_1_and_2_only() -> None:
    players = entered(*range(2400, 1700, -100))
    rounds = (
        played(1, (1, "01", 3), (4, "10", 6), (5, "10", 7), bye=2),
        played(2, (1, "10", 2), (3, "10", 4), (6, "==", 7), bye=5),
    )
    states = [TournamentState(players, rounds[:number], 9) for number in range(3)]

    groups = [
        {card.tpn: card.group_score - card.score for card in cards_of(state)} for state in states
    ]

    assert upper_half(states[0]) == {1, 2, 3}  # of seven, rounded down
    assert groups[0] == groups[1] == {tpn: 10 if tpn <= 3 else 0 for tpn in range(1, 8)}
    assert set(groups[2].values()) == {0}


def test_art_3_3_absent_players_count_in_the_list() -> None:
    byes = (Bye(1, ByeKind.HALF_POINT), Bye(2, ByeKind.HALF_POINT))
    state = TournamentState(entered(*range(2400, 1800, -100)), (), 9, byes=byes)

    # 3 alone has the point, floats down, and is the highest there.
    pairing = pair(state)

    assert boards(pairing) == [(3, 6), (5, 4)]
    assert pairing.trace is not None
    assert pairing.trace.brackets[0].floaters == (3,)


# Art. 4


def test_art_4_2_the_lowest_of_the_lowest_group_has_the_bye() -> None:
    rounds = (played(1, (1, "10", 2), (3, "10", 4), bye=5), Round(2, ()))
    state = TournamentState(entered(2000, 1900, 1800, 1700, 1600), rounds, 9)

    # 2 and 4 have nothing; both lost to somebody with one point: equal, so the lower rating.
    pairing = pair(state)

    assert pairing.bye == 4
    assert pairing.trace is not None and pairing.trace.bye is not None
    assert (pairing.trace.bye.code, pairing.trace.bye.article) == (
        "handbook.burstein.bye.lowest",
        "4.2",
    )


def test_art_4_1_a_point_without_playing_bar_from_the_bye() -> None:
    players = entered(2000, 1900, 1800, 1700, 1600)
    for kind in (ByeKind.FULL_POINT, ByeKind.PAIRING_ALLOCATED):
        rounds = (
            Round(1, (Game(1, 5, RESULTS["10"]), Game(2, 3, RESULTS["10"])), (Bye(4, kind),)),
            Round(2, ()),
        )
        state = TournamentState(players, rounds, 9)
        assert pair(state).bye == 5
    lowest_had_it = (played(1, (1, "10", 4), (2, "10", 3), bye=5), Round(2, ()))
    assert pair(TournamentState(players, lowest_had_it, 9)).bye == 4
    zero = (
        Round(1, (Game(1, 4, RESULTS["10"]), Game(2, 3, RESULTS["10"])),
              (Bye(5, ByeKind.ZERO_POINT),)),
        Round(2, ()),
    )  # fmt: skip
    assert pair(TournamentState(players, zero, 9)).bye == 5


def test_art_4_1_nobody_in_the_lowest_group_may_have_it_then_the_group_above() -> None:
    rounds = (
        played(1, (1, "10", 4), (2, "10", 5), bye=3),
        played(2, (5, "01", 1), (4, "01", 2)),
    )
    away = (Bye(4, ByeKind.ZERO_POINT), Bye(5, ByeKind.ZERO_POINT))
    state = TournamentState(entered(2000, 1900, 1800, 1700, 1600), rounds, 9, byes=away)

    # 3 stands lowest with the point of the bye; 1 and 2 have two points.
    assert pair(state).bye == 2


def test_art_4_if_no_pairing_exists_with_this_bye_the_next_player_has_it() -> None:
    rounds = (played(1, (1, "10", 2)), Round(2, ()))
    state = TournamentState(entered(2000, 1900, 1800), rounds, 9)

    # 3 would come first by rating, but 1 and 2 have met.
    assert pair(state).bye == 2


def test_art_4_forced_bye() -> None:
    state = TournamentState(
        entered(2000, 1900, 1800, 1700, 1600), (), 9, options=(("forced_bye", 1),)
    )
    assert pair(state).bye == 1


# Art. 5


@pytest.mark.parametrize("drawn", [None, W, B])
def test_art_5_1_odd_numbers_of_the_upper_half_have_the_colour_of_number_1(
    drawn: Colour | None,
) -> None:
    state = TournamentState(entered(*range(2800, 1200, -100)), (), 9, initial_colour=drawn)
    pairing = pair(state)

    like_number_1 = {board.black if drawn is B else board.white for board in pairing.boards}

    assert {frozenset((b.white, b.black)) for b in pairing.boards} == {
        frozenset(two)
        for two in ((1, 8), (2, 7), (3, 6), (4, 5), (9, 16), (10, 15), (11, 14), (12, 13))
    }
    assert like_number_1 == {1, 3, 9, 11, 7, 5, 15, 13}


def test_art_5_2_and_5_3_bar_a_colour() -> None:
    # 1 has had white twice running, 2 and 3 only once more than black
    rounds = (
        played(1, (1, "==", 4), (2, "==", 5), (6, "==", 3)),
        played(2, (1, "==", 5), (4, "==", 2), (3, "==", 6)),
        played(3, (2, "==", 6)),
    )
    state = TournamentState(entered(*range(2600, 2000, -100)), rounds, 9)
    field = Field(state)
    index = {card.tpn: i for i, card in enumerate(field.cards)}

    white, black, fact = colours_of_pair(field, index[1], index[2])

    assert (field.tpn(white), field.tpn(black)) == (2, 1)
    assert (fact.code, fact.article) == ("handbook.burstein.colour.limit", "5.2-5.3")


@pytest.mark.parametrize(
    ("first", "second", "white", "reason"),
    [
        ("wb", "bw", 1, "both_due"),
        ("w", "", 2, "only_due"),
        ("", "b", 2, "only_due"),
        ("bwb", "bwwbb", 1, "limit"),
        ("wbbwb", "bwbwb", 1, "alternate"),
        ("wbbwwbwb", "bwwbwbwb", 2, "alternate"),
        ("bwbwb", "bwbwb", 1, "higher_rank"),
        ("wbw", "wbw", 2, "higher_rank"),
    ],
)
def test_art_5_4_priorities(first: str, second: str, white: int, reason: str) -> None:
    field = history_field(first, second)
    index = {card.tpn: i for i, card in enumerate(field.cards)}
    if reason == "higher_rank":
        assert index[1] < index[2]

    chosen, _, fact = colours_of_pair(field, index[1], index[2])

    if reason == "limit":
        # due white both, but the second may not have black a third time
        assert (field.tpn(chosen), fact.code) == (2, "handbook.burstein.colour.limit")
    else:
        assert (field.tpn(chosen), fact.code) == (white, f"handbook.burstein.colour.{reason}")


def test_art_5_4_same_due_colour_the_larger_difference_goes_first() -> None:
    # Both due white: one more black (last white), and two more blacks, which also bars black.
    field = history_field("bbwbw", "bwbwbb"[:5] + "b")
    index = {card.tpn: i for i, card in enumerate(field.cards)}
    white, _, fact = colours_of_pair(field, index[1], index[2])
    assert (field.tpn(white), fact.code) == (2, "handbook.burstein.colour.limit")

    # Equal numbers and the last black, against one more black.
    field = history_field("wbwb", "wbbwb")
    index = {card.tpn: i for i, card in enumerate(field.cards)}
    white, _, fact = colours_of_pair(field, index[1], index[2])
    assert (field.tpn(white), fact.code) == (2, "handbook.burstein.colour.equalise")
