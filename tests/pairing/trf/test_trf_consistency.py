"""Both sides of every game, and the sums. The checklist's questions are cited as Q and number."""

import pytest

from pairing.errors import FileError
from pairing.results import RESULTS
from pairing.state import PointSystem
from pairing.trf import Adjustment, Entry, TrfDocument, read
from tests.pairing.trf.trf_lines import player, report


def game(white: str, black: str, *, points: tuple[str, str] = ("", "")) -> TrfDocument:
    return read(
        report("142 3", player(1, white, points=points[0]), player(2, black, points=points[1]))
    )


def found(document: TrfDocument, code: str) -> list[Adjustment]:
    return [adjustment for adjustment in document.adjustments if adjustment.code == code]


@pytest.mark.parametrize("code", list(RESULTS))
def test_q186_every_result_of_the_table_is_read(code: str) -> None:
    document = game(f"2 w {code[0]}", f"1 b {code[1]}")
    assert list(document.games(1)) == [(1, 2, code)]
    assert [p.entry(1).symbol for p in document.players] == list(code)


@pytest.mark.parametrize(
    ("white", "black"),
    [("1", "1"), ("1", "="), ("=", "1"), ("+", "+"), ("+", "0"), ("1", "D"), ("W", "0")],
)
def test_q181_results_that_do_not_exist_are_refused(white: str, black: str) -> None:
    with pytest.raises(FileError) as caught:
        game(f"2 w {white}", f"1 b {black}")
    assert (caught.value.line, caught.value.column) == (3, 99)


@pytest.mark.parametrize(("white", "black"), [("1", "-"), ("+", "0"), ("=", "-"), ("-", "1")])
def test_q184_a_played_result_against_a_forfeit_is_refused(white: str, black: str) -> None:
    with pytest.raises(FileError, match="a result that agrees with"):
        game(f"2 w {white}", f"1 b {black}")


@pytest.mark.parametrize(("white", "black"), [("*", "*"), ("?", "1"), ("1", "Q"), ("k", "?")])
def test_q166_unknown_results_are_adjourned_on_both_sides_and_told(white: str, black: str) -> None:
    document = game(f"2 w {white}", f"1 b {black}")
    assert list(document.games(1)) == [(1, 2, "??")]
    (adjustment,) = found(document, "trf.result_unknown")
    assert dict(adjustment.values)["symbols"] == (white + black).upper()


@pytest.mark.parametrize("symbol", ["?", "X", "x"])
def test_the_marks_of_an_adjourned_game_need_no_adjustment(symbol: str) -> None:
    document = game(f"2 w {symbol}", f"1 b {symbol}")
    assert list(document.games(1)) == [(1, 2, "??")]
    assert not found(document, "trf.result_unknown")


@pytest.mark.parametrize(
    ("symbol", "code"),
    [("1", "10"), ("0", "01"), ("=", "=="), ("+", "+-"), ("W", "WL"), ("L", "LW"), ("D", "DD")],
)
def test_a_result_on_one_side_only_speaks_for_both_and_is_told(symbol: str, code: str) -> None:
    document = game(f"2 w {symbol}", "1 b ")
    assert list(document.games(1)) == [(1, 2, code)]
    assert len(found(document, "trf.result_one_sided")) == 1


def test_a_forfeit_loss_alone_is_ambiguous_and_refused() -> None:
    with pytest.raises(FileError, match="a result that agrees"):
        game("2 w -", "1 b ")


def test_an_opponent_named_on_one_line_only_is_repaired_and_told() -> None:
    document = game("2 w 1", "")
    assert list(document.games(1)) == [(1, 2, "10")]
    assert [a.code for a in document.adjustments if "round" in dict(a.values)] == [
        "trf.mirror",
        "trf.result_one_sided",
    ]
    assert list(game("", "1 b 0").games(1)) == [(1, 2, "10")]


def test_opponents_that_contradict_each_other_are_refused() -> None:
    rows = (player(1, "2 w 1"), player(2, "3 b 0"), player(3, "2 w 1"))
    with pytest.raises(FileError, match="an opponent who has 1 as opponent in round 1"):
        read(report(*rows))
    with pytest.raises(FileError, match="an opponent who has 1 as opponent"):
        game("2 w 1", "0000 - U")


def test_nobody_plays_himself_or_a_stranger() -> None:
    with pytest.raises(FileError, match="another player as opponent"):
        game("1 w 1", "")
    with pytest.raises(FileError, match="the number of a player"):
        game("9 w 1", "")


def test_equal_colours_are_refused() -> None:
    with pytest.raises(FileError) as caught:
        game("2 w 1", "1 w 0")
    assert (caught.value.line, caught.value.column) == (3, 97)


def test_a_missing_colour_follows_from_the_other_side() -> None:
    document = game("2 - 0", "1 w 1")
    assert list(document.games(1)) == [(2, 1, "10")]
    assert len(found(document, "trf.colour")) == 1


def test_a_forfeit_without_colours_gets_some_but_a_game_must_have_them() -> None:
    document = game("2 - +", "1 - -")
    assert list(document.games(1)) == [(1, 2, "+-")]
    assert len(found(document, "trf.colour")) == 1
    with pytest.raises(FileError, match="the colour w or b"):
        game("2 - 1", "1 - 0")


@pytest.mark.parametrize(
    ("symbol", "bye"), [("+", "F"), ("-", "Z"), ("=", "H"), ("1", "F"), ("A", "Z"), ("?", "Z")]
)
def test_a_result_without_an_opponent_is_read_as_a_bye_and_told(symbol: str, bye: str) -> None:
    rows = (player(1, f"0000 - {symbol}"), player(2, "3 w 1"), player(3, "2 b 0"))
    document = read(report(*rows))
    assert document.players[0].entry(1) == Entry(0, "-", bye)
    (adjustment,) = found(document, "trf.lone_result")
    assert dict(adjustment.values)["bye"] == bye


def test_a_bye_with_an_opponent_is_refused() -> None:
    with pytest.raises(FileError, match="a result with an opponent"):
        game("2 w U", "1 b 0")


def test_two_pairing_allocated_byes_in_a_round_are_told() -> None:
    rows = (player(1, "0000 - U"), player(2, "0000 - U"))
    assert len(found(read(report(*rows)), "trf.several_pairing_byes")) == 1


def test_a_round_being_played_has_games_without_results() -> None:
    document = game("2 w ", "1 b ")
    assert document.pending(1) == ((1, 2),)
    assert list(document.games(1)) == [(1, 2, "")]


def test_a_missing_result_before_a_later_round_is_an_adjourned_game() -> None:
    rows = (player(1, "2 w ", "3 b 1"), player(2, "1 b "), player(3, "", "1 w 0"))
    document = read(report(*rows))
    assert list(document.games(1)) == [(1, 2, "??")]
    assert len(found(document, "trf.result_missing")) == 1


# Points


def test_points_that_are_not_stated_are_counted_and_told() -> None:
    document = game("2 w 1", "1 b 0")
    assert [p.points for p in document.players] == [10, 0]
    assert len(found(document, "trf.points_missing")) == 2


def test_points_that_do_not_follow_from_the_results_are_counted_anew_and_told() -> None:
    document = read(
        report(
            "162  W 1.0",
            player(1, "2 w 1", points="1.5"),
            player(2, "1 b 0", points="0.0"),
        )
    )
    assert document.players[0].points == 10
    (adjustment,) = found(document, "trf.points")
    assert dict(adjustment.values) == {"player": 1, "stated": 15, "counted": 10}
    assert adjustment.line == 2


def test_a_point_system_that_is_not_stated_is_found_in_the_sums_and_told() -> None:
    document = read(
        report(
            player(1, "2 w 1", "3 b =", points="4.0"),
            player(2, "1 b 0", "0000 - U", points="3.0"),
            player(3, "", "1 w =", points="1.0"),
        )
    )
    assert document.points == PointSystem.of(30, 10)
    assert len(found(document, "trf.points_inferred")) == 1
    half = read(
        report(
            player(1, "2 w 1", points="1.0"),
            player(2, "1 b 0", points="0.0"),
            player(3, "0000 - U", points="0.5"),
        )
    )
    assert half.points == PointSystem.of(pairing_bye=5)


@pytest.mark.parametrize("points", ["1.0", "1.5"])
def test_points_may_include_the_bye_of_the_round_to_pair(points: str) -> None:
    rows = (player(1, "2 w 1", "0000 - H", points=points), player(2, "1 b 0", points="0.0"))
    document = read(report("142 3", *rows))
    assert document.begun_rounds == 1
    assert not found(document, "trf.points")


def test_special_points_of_299_count_in_the_sums() -> None:
    rows = (player(1, "2 w 1", points="0.5"), player(2, "1 b 0", points="0.0"))
    document = read(report("142 3", "162  W 1.0", *rows, "299          -0.5  001    1"))
    assert not found(document, "trf.points")
    assert [(b.player, b.round, b.points) for b in document.state().bonuses] == [(1, 1, -5)]


def test_a_redefined_result_of_299_counts_in_the_sums() -> None:
    rows = (player(1, "2 w 1", points="0.5"), player(2, "1 b 0", points="0.0"))
    document = read(report("142 3", "162  W 1.0", *rows, "299 W         0.5  000    1    2"))
    assert not found(document, "trf.points")
    assert [(b.player, b.round, b.points) for b in document.state().bonuses] == [(1, 1, -5)]
