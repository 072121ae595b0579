"""Handbook, Dubov system: the articles, the worked example, and the chapter taken literally."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairing.errors import NoLegalPairing
from pairing.handbook.dubov import aro_list, pair
from pairing.handbook.dubov.cards import Field, alphabetical, cards_of, due_colour
from pairing.handbook.dubov.colours import colours_of_pair
from pairing.handbook.dubov.columns import Columns
from pairing.handbook.limits import forbidden_colours, last_difference
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bonus,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    TournamentState,
)
from tests.pairing.handbook.dubov_made import (
    CASES,
    B,
    W,
    boards,
    colours,
    example,
    facts,
    histories,
    printed,
)

# The worked example


def test_dubov_21_r1() -> None:
    case = CASES["dubov-21-r1"]

    pairing = pair(example("dubov-21-r1"))

    assert boards(pairing) == printed(case["expected"]["pairs"])
    assert pairing.bye == case["expected"]["bye"]


def test_dubov_21_r2_with_the_bye_of_the_example() -> None:
    case = CASES["dubov-21-r2"]

    pairing = pair(example("dubov-21-r2", **case["options_for_test"]))

    assert boards(pairing) == printed(case["expected"]["pairs"])
    assert pairing.bye == case["expected"]["bye"]
    groups = case["expected"]["groups"]
    assert pairing.trace is not None
    assert [bracket.score for bracket in pairing.trace.brackets] == [
        10 * row["score"] for row in groups
    ]
    for bracket, row in zip(pairing.trace.brackets, groups, strict=True):
        assert [white for white, _ in bracket.pairs] == row["white_column"]
        assert [black for _, black in bracket.pairs] == row["black_column"]
    assert facts(pairing, "colour_changed") == [(16,), (10,), (6,)]


def test_dubov_21_r2_the_rule_gives_the_bye_by_the_dominating_colour() -> None:
    # 17 to 20 have the lowest rating; white is due to six of the group, black to three.
    state = example("dubov-21-r2")

    pairing = pair(state)

    assert pairing.bye == 19
    assert pairing.trace is not None and pairing.trace.bye is not None
    assert pairing.trace.bye.article == "4"


def test_dubov_21_r2_without_colour_priority_the_printed_bye_comes_out() -> None:
    state = example("dubov-21-r2", bye_colour_priority="none")

    assert pair(state).bye == 20
    assert boards(pair(state)) == printed(CASES["dubov-21-r2"]["expected"]["pairs"])


def test_dubov_21_r3_by_the_rule() -> None:
    case = CASES["dubov-21-r3"]["as_computed"]

    pairing = pair(example("dubov-21-r3", forced_bye=19))

    assert boards(pairing) == printed(case["pairs"])
    assert pairing.bye == case["bye"]
    # 9 and 18 change by 7.3, since 10 has had black twice (2.6); 21 and 11 by 7.4
    assert facts(pairing, "colour_changed") == [(9,), (21,), (11,), (18,)]
    # 6 comes up, and 12 instead of the higher rated 5
    assert facts(pairing, "taken_odd") == [(6,), (12,)]
    for row in case["groups"]:
        assert pairing.trace is not None
        bracket = next(b for b in pairing.trace.brackets if b.score == 10 * row["score"])
        assert [white for white, _ in bracket.pairs] == row["white_column"]
        assert [black for _, black in bracket.pairs] == row["black_column"]


def test_dubov_21_r3_as_printed_with_taken_and_changed_players_at_the_foot() -> None:
    case = CASES["dubov-21-r3"]["as_printed"]
    state = example(
        "dubov-21-r3",
        bye_colour_priority="none",
        foot_of_column=True,
        forced_colour_changes="21,20",
    )

    pairing = pair(state)

    assert boards(pairing) == printed(case["pairs"])
    assert pairing.bye == case["bye"]


def test_dubov_21_r3_the_rule_gives_the_bye_to_18() -> None:
    assert pair(example("dubov-21-r3")).bye == 18


@pytest.mark.parametrize("name", ["dubov-21-r1", "dubov-21-r2"])
def test_art_1_cards_after_each_round_of_the_example(name: str) -> None:
    following = example("dubov-21-r2" if name == "dubov-21-r1" else "dubov-21-r3")
    cards = {card.tpn: card for card in cards_of(following)}

    rows = CASES[name]["standing_after_round"]
    assert len(rows) == len(cards)
    for row in rows:
        card = cards[row["number"]]
        assert card.score == 10 * row["score"]
        assert card.aro == row["aro"]
        assert card.colours == colours(row["colours"].replace("-", ""))
        assert card.due == (Colour(row["due"].lower()) if row["due"] else None)


# Art. 1, 9


def test_dubov_aro_after_r2() -> None:
    expected = CASES["dubov-aro-after-r2"]["expected"]["aro"]

    entries = aro_list(example("dubov-21-r3"))

    assert {str(entry.tpn): entry.aro for entry in entries} == expected
    # The order of the printed list: by score, then falling ARO
    assert [entry.tpn for entry in entries] == [int(tpn) for tpn in expected]


def test_art_1_unplayed_rounds_do_not_count_for_the_aro() -> None:
    entered = (Player(1, rating=2000), Player(2, rating=1900), Player(3, rating=1801))
    rounds = (
        Round(1, (Game(1, 2, RESULTS["10"]),), (Bye(3, ByeKind.PAIRING_ALLOCATED),)),
        Round(2, (Game(3, 1, RESULTS["-+"]),)),
        Round(3, (Game(3, 1, RESULTS["=="]),)),
    )
    entries = {e.tpn: e for e in aro_list(TournamentState(entered, rounds, 9))}

    assert entries[1].aro == Fraction(3701, 2)
    assert (entries[1].tenths, entries[1].games) == (18505, 2)
    assert entries[3].aro == 2000
    assert entries[2].due is W


def test_art_1_the_aro_is_compared_exactly() -> None:
    # 2000⅓ and 2000 + 3/10: the same when rounded to a tenth
    third, tenths = [2000, 2000, 2001], [2000] * 7 + [2001] * 3
    size = 2
    entered = [Player(1, rating=1500), Player(2, rating=1500)]
    rounds = []
    for number in range(10):
        games = []
        for tpn, row in ((1, third), (2, tenths)):
            if number < len(row):
                size += 1
                entered.append(Player(size, rating=row[number]))
                two = (tpn, size) if number % 2 else (size, tpn)
                games.append(Game(*two, RESULTS["=="]))
        rounds.append(Round(number + 1, tuple(games)))
    entries = {e.tpn: e for e in aro_list(TournamentState(tuple(entered), tuple(rounds), 11))}

    assert entries[1].tenths == entries[2].tenths == 20003
    assert entries[1].aro > entries[2].aro


def test_art_9_the_list_is_ordered_by_score_then_aro() -> None:
    entries = aro_list(example("dubov-21-r2"))
    assert [entry.tpn for entry in entries][:8] == [16, 1, 2, 3, 7, 8, 9, 21]
    assert [entry.score for entry in entries] == sorted((e.score for e in entries), reverse=True)


def test_equal_players_by_the_turkish_alphabet() -> None:
    names = ["Zeki", "İnci", "Çınar", "Şule", "Cem", "Işık", "Ada", "Deniz", "Ömer", "Oya", "Sena"]
    assert sorted(names, key=alphabetical) == [
        "Ada", "Cem", "Çınar", "Deniz", "Işık", "İnci", "Oya", "Ömer", "Sena", "Şule", "Zeki",
    ]  # fmt: skip


# Art. 1, 2.3, 2.4


@pytest.mark.parametrize(
    ("history", "due", "barred"),
    [
        ("", None, ""),
        ("w", B, ""),
        ("wb", W, ""),
        ("bw", B, ""),
        ("bwb", W, ""),
        ("ww", B, "w"),
        ("wbb", W, "b"),
        ("wbww", B, "w"),
        ("bbwbbww", B, "w"),  # more blacks so far, but white would come three times running
        ("wwbwbw", B, "w"),
    ],
)
def test_art_1_and_2_due_and_forbidden_colours(
    history: str, due: Colour | None, barred: str
) -> None:
    assert due_colour(colours(history)) is due
    assert forbidden_colours(colours(history)) == frozenset(colours(barred))


def test_art_2_1_a_forfeited_pair_may_meet_a_played_one_not() -> None:
    entered = (Player(1, rating=2000), Player(2, rating=1900))
    forfeited = TournamentState(entered, (Round(1, (Game(1, 2, RESULTS["+-"]),)),), 5)
    met = TournamentState(entered, (Round(1, (Game(1, 2, RESULTS["??"]),)),), 5)

    assert {*boards(pair(forfeited))[0]} == {1, 2}
    with pytest.raises(NoLegalPairing) as error:
        pair(met)
    assert error.value.players == (1, 2)
    assert error.value.reasons[0].players == (1, 2)


@pytest.mark.parametrize("kind", [ByeKind.FULL_POINT, ByeKind.PAIRING_ALLOCATED])
def test_art_2_2_a_point_without_playing_bar_from_the_bye(kind: ByeKind) -> None:
    entered = tuple(Player(tpn, rating=2000 - tpn) for tpn in (1, 2, 3))
    rounds = (Round(1, (Game(1, 2, RESULTS["-+"]),), (Bye(3, kind),)),)
    assert pair(TournamentState(entered, rounds, 5)).bye == 1
    nothing = (Round(1, (Game(1, 2, RESULTS["-+"]),), (Bye(3, ByeKind.ZERO_POINT),)),)
    assert pair(TournamentState(entered, nothing, 5)).bye == 3
    half = (Round(1, (Game(1, 2, RESULTS["+-"]),), (Bye(3, ByeKind.HALF_POINT),)),)
    assert pair(TournamentState(entered, half, 5)).bye == 2
    alone = (*half, Round(2, (), (Bye(2, ByeKind.FULL_POINT),)))
    assert pair(TournamentState(entered, alone, 5)).bye == 3


def test_art_2_2_nobody_may_have_the_bye() -> None:
    entered = tuple(Player(tpn, rating=2000 - tpn) for tpn in (1, 2, 3))
    byes = tuple(Bye(tpn, ByeKind.FULL_POINT) for tpn in (1, 2, 3))
    with pytest.raises(NoLegalPairing) as error:
        pair(TournamentState(entered, (Round(1, (), byes),), 5))
    assert error.value.reasons[0].code == "handbook.dubov.nobody_may_have_bye"


def up_twice(total_rounds: int, ups: str) -> bool:
    """True if player 1 may be moved up; a `u` in `ups` is a round against somebody above."""
    entered = tuple(Player(tpn, rating=2000) for tpn in range(1, len(ups) + 2))
    rounds = []
    for number, up in enumerate(ups, start=1):
        result = "+-" if up == "-" else "=="
        rounds.append(Round(number, (Game(1, number + 1, RESULTS[result]),)))
    # Opponents stand a point above before the game when it was upwards, else below.
    bonuses = tuple(
        Bonus(number + 1, 1, 50 if up == "u" else -50) for number, up in enumerate(ups, start=1)
    )
    start = (Round(1, ()),)
    rounds = [replace(row, number=row.number + 1) for row in rounds]
    state = TournamentState(entered, (*start, *rounds), total_rounds, bonuses=bonuses)
    return cards_of(state)[0].may_be_moved_up(state)


def test_art_2_5_not_moved_up_twice_running_nor_more_than_three_times() -> None:
    assert up_twice(9, "d")
    assert not up_twice(9, "u")
    assert up_twice(9, "ud")
    assert up_twice(9, "udud")
    assert not up_twice(9, "ududud")
    assert up_twice(10, "ududud")
    assert not up_twice(12, "udududud")


def test_art_2_5_does_not_hold_in_the_last_round() -> None:
    assert up_twice(3, "u")
    assert up_twice(8, "ududud")


def test_art_2_6_who_may_not_have_the_other_colour_is_passed_over() -> None:
    # All due white; 1 and 2 may not have black again.
    field = Field(histories("bb", "wbb", "b", "wb", ratings=(1500, 1500, 1500, 1500)))
    columns = Columns(field)

    pairs = columns.pair(field.everybody)

    assert sorted(field.tpn(two.black) for two in pairs) == [3, 4]


# Art. 3


@pytest.mark.parametrize("name", ["dubov-3c-history-1", "dubov-3c-history-2"])
def test_dubov_3c_history(name: str) -> None:
    given, expected = CASES[name]["input"], CASES[name]["expected"]
    state = histories(given["history_a"], given["history_b"], ratings=(1600, 1700))
    field = Field(state)

    white, black, fact = colours_of_pair(field, 0, 1)

    if expected.get("decided_by"):
        assert last_difference(field.cards[0].colours, field.cards[1].colours) is None
        # Equal AROs here: the lower rating has White.
        assert (field.tpn(white), fact.code) == (1, "handbook.dubov.colour.lower_rating")
        assert fact.article == expected["decided_by"]
    else:
        back = last_difference(field.cards[0].colours, field.cards[1].colours)
        assert back is not None
        assert len(given["history_a"]) - back + 1 == expected["decided_in_round"]
        assert (field.tpn(white), field.tpn(black)) == (2, 1)
        assert (expected["next_a"], expected["next_b"]) == ("b", "w")
        assert fact.code == "handbook.dubov.colour.alternate"


@pytest.mark.parametrize(
    ("first", "second", "white", "reason"),
    [
        ("wb", "bw", 1, "both_due"),
        ("b", "", 1, "only_due"),
        ("", "w", 1, "only_due"),
        ("wb", "b", 2, "equalise"),
        ("wbwb", "bwwb", 1, "alternate"),
        ("wbb", "bwb", 1, "limit"),
        ("wwb", "wwbwb", 2, "alternate"),
        ("wb", "wb", 2, "larger_number"),
    ],
)
def test_art_3_priorities(first: str, second: str, white: int, reason: str) -> None:
    field = Field(histories(first, second))
    chosen, _, fact = colours_of_pair(field, 0, 1)
    assert (field.tpn(chosen), fact.code) == (white, f"handbook.dubov.colour.{reason}")


def test_art_3_then_white_to_the_higher_aro() -> None:
    entered = (
        Player(1, rating=1500), Player(2, rating=1600),
        Player(3, rating=1900), Player(4, rating=1800),
    )  # fmt: skip
    rounds = (Round(1, (Game(1, 3, RESULTS["=="]), Game(2, 4, RESULTS["=="]))),)
    away = (Bye(3, ByeKind.ZERO_POINT), Bye(4, ByeKind.ZERO_POINT))
    field = Field(TournamentState(entered, rounds, 9, byes=away))

    white, _, fact = colours_of_pair(field, 0, 1)

    assert (field.tpn(white), fact.code) == (1, "handbook.dubov.colour.higher_aro")


# Art. 4


def test_art_4_lowest_rating_then_colour_then_highest_aro_then_largest_number() -> None:
    # One group of nine, five due white and four due black; lowest rating: 2, 3, 5, 6.
    state = histories(
        "b", "w", "b", "b", "b", "w", "b", "w", "w",
        ratings=(1700, 1600, 1600, 1800, 1600, 1600, 1900, 1900, 1900),
    )  # fmt: skip
    assert pair(state).bye == 5  # due white like the majority: 3 and 5, equal ARO
    stronger = replace(
        state,
        players=tuple(
            replace(player, rating=1650) if player.tpn == 12 else player for player in state.players
        ),
    )
    # 12 is the opponent of 3
    assert pair(stronger).bye == 3
    assert pair(replace(stronger, options=(("bye_colour_priority", "none"),))).bye == 3
    assert pair(replace(state, options=(("bye_colour_priority", "none"),))).bye == 6


def test_art_4_nobody_allowed_in_the_lowest_group_then_the_next_group_up() -> None:
    entered = tuple(Player(tpn, rating=2000 - tpn) for tpn in range(1, 6))
    rounds = (
        Round(1, (Game(1, 3, RESULTS["10"]), Game(2, 4, RESULTS["10"])),
              (Bye(5, ByeKind.PAIRING_ALLOCATED),)),
        Round(2, (Game(3, 2, RESULTS["01"]), Game(5, 1, RESULTS["01"])),
              (Bye(4, ByeKind.PAIRING_ALLOCATED),)),
        Round(3, (), (Bye(3, ByeKind.PAIRING_ALLOCATED),)),
    )  # fmt: skip
    # 3, 4 and 5 have a point each without playing; 1 and 2 have two points.
    assert pair(TournamentState(entered, rounds, 9)).bye == 2


def test_art_4_if_the_round_cannot_be_paired_with_this_bye_the_next_player() -> None:
    entered = tuple(Player(tpn, rating=2000 - tpn) for tpn in (1, 2, 3))
    rounds = (Round(1, (Game(1, 2, RESULTS["=="]),), (Bye(3, ByeKind.ZERO_POINT),)),)
    assert pair(TournamentState(entered, rounds, 9)).bye == 2


# Art. 5


def test_art_5_round_1_with_absent_players_and_black_drawn() -> None:
    entered = tuple(Player(tpn, rating=2000 - tpn) for tpn in range(1, 9))
    state = TournamentState(entered, (), 9, initial_colour=B, byes=(Bye(2, ByeKind.HALF_POINT),))
    pairing = pair(state)
    assert boards(pairing) == [(5, 1), (3, 6), (7, 4)]
    assert pairing.bye == 8


def test_art_5_a_forbidden_pair_is_avoided_by_a_shift() -> None:
    entered = tuple(Player(tpn, rating=2000 - tpn) for tpn in range(1, 7))
    state = TournamentState(entered, (), 9, forbidden=(ForbiddenGroup(frozenset({1, 4})),))
    assert boards(pair(state)) == [(1, 5), (4, 2), (3, 6)]
