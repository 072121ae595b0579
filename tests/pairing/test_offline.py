"""A round away from the site (A46): results typed by board, boards with names, a report to take
back."""

from dataclasses import replace

import pytest

from pairing.tools import offline
from pairing.tools.cli import main
from pairing.trf import read, write
from pairing.trf.contents import Entry, TrfPlayer
from pairing.trf.document import TrfDocument


def player(number, *rounds, points=0):
    return TrfPlayer(number, f"Player {number}", rating=2400 - number, points=points, rounds=rounds)


@pytest.fixture
def document():
    """Round 1 of three is played by 2 and 5, and open on the other board; 5 has table 3."""
    return TrfDocument(
        players=(
            player(1, Entry(4, "w", " ")), player(2, Entry(5, "b", "0")),
            player(3, Entry(0, "-", "U"), points=10), player(4, Entry(1, "b", " ")),
            player(5, Entry(2, "w", "1"), points=10),
        ),
        total_rounds=3,
        type_code="FIDE_DUTCH_2026",
        comments=(
            "### System: fide2026.dutch",
            "### Board @ Round 1: 1 = 1-4", "### Board @ Round 1: 3 = 5-2",
            "### Table of player 5: 3",
        ),
    )  # fmt: skip


def test_tables_and_boards_travel_in_comments_of_our_own(document):
    again = read(write(document))
    assert offline.tables_of(again) == {5: 3}
    assert offline.boards_told(again, 1) == {(1, 4): 1, (5, 2): 3}
    assert offline.seats_of(again, 1) == {1: (1, 4), 3: (5, 2)}


@pytest.mark.parametrize(("typed", "symbols"), [
    ("1 1-0", ("1", "0")), ("1: 0-1", ("0", "1")), ("1. ½", ("=", "=")), ("1 =", ("=", "=")),
    ("1 +--", ("+", "-")), ("# first\n\n1 1/2", ("=", "=")),
])  # fmt: skip
def test_results_are_typed_by_board(document, typed, symbols):
    found = offline.with_results(document, typed.split("\n"))
    one, four = (next(p for p in found.players if p.number == n) for n in (1, 4))
    assert (one.entry(1).symbol, four.entry(1).symbol) == symbols
    assert one.points == {"1": 10, "=": 5, "0": 0, "+": 10}[symbols[0]]
    assert offline.open_games(found, 1) == []


def test_a_file_without_numbers_of_boards_is_answered_by_its_players(document):
    plain = replace(document, comments=("### System: fide2026.dutch",))
    with pytest.raises(offline.OfflineError, match="does not say the numbers of the boards"):
        offline.with_results(plain, ["1 1-0"])
    found = offline.with_results(plain, ["1-4 1-0"])
    assert offline.open_games(found, 1) == []
    assert {one.number: one.points for one in found.players}[1] == 10


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("2 1-0", "round 1 has no board 2"),
        ("4-1 1-0", "round 1 has no game 4-1"),
        ("1 won", "is no board with a result"),
        ("hello", "is no board with a result"),
    ],
)
def test_what_does_not_fit_is_said_with_its_line(document, line, says):
    with pytest.raises(offline.OfflineError, match=says):
        offline.with_results(document, ["", line])


def test_a_result_typed_again_corrects_the_points(document):
    once = offline.with_results(document, ["3 1-0"])
    twice = offline.with_results(once, ["3 0-1"])
    points = {one.number: one.points for one in twice.players}
    assert (points[5], points[2]) == (0, 10)


def test_a_player_keeps_their_table_and_the_others_go_around_it():
    pairs = [(3, 1), (5, 4), (2, 0)]
    seats = offline.numbered(pairs, {5: 1})
    assert [(seat.board, seat.white) for seat in seats] == [(1, 5), (2, 3)]
    assert [seat.board for seat in offline.numbered(pairs, {5: 9})] == [1, 9]


def test_a46_the_command_prints_boards_with_names_and_writes_the_report(document, tmp_path, capsys):
    (tmp_path / "in.trf").write_bytes(write(document))
    (tmp_path / "results.txt").write_text("1 ½-½\n")
    command = ["pair", str(tmp_path / "in.trf"), "--boards", "--trf", str(tmp_path / "next.trf")]
    assert main(command) == 2  # board 1 is open
    assert "give --results" in capsys.readouterr().err
    assert main([*command, "--results", str(tmp_path / "results.txt")]) == 0
    printed = capsys.readouterr().out
    assert "Player 5" in printed and "bye" in printed
    new = read((tmp_path / "next.trf").read_bytes())
    assert new.begun_rounds == 2
    told = offline.boards_told(new, 2)
    assert len(told) == 2
    assert {code for _white, _black, code in new.games(2)} == {""}
    fives = [board for pair, board in told.items() if 5 in pair]
    assert fives in ([3], [])  # at their table, unless they have the bye
