"""`python -m pairing schedule`: plans as a table or as data."""

import json

import pytest

from tests.pairing.commands.command_runner import Runner


def test_a_berger_table(run: Runner) -> None:
    ended = run("schedule", "berger", "--players", 4)
    assert ended.lines == [
        "Berger table for 4 players, 3 rounds",
        "round 1:  1-4  2-3",
        "round 2:  4-3  1-2",
        "round 3:  2-4  3-1",
    ]


def test_a_berger_table_as_data_with_a_free_player(run: Runner) -> None:
    data = json.loads(run("schedule", "round_robin", "--players", 3, "--json").out)
    assert data["rounds"] == [
        {"round": 1, "pairs": [[2, 3]], "free": 1},
        {"round": 2, "pairs": [[1, 2]], "free": 3},
        {"round": 3, "pairs": [[3, 1]], "free": 2},
    ]


def test_the_last_two_rounds_of_the_first_cycle_can_be_exchanged(run: Runner) -> None:
    words = ("schedule", "berger", "--players", 4, "--cycles", 2)
    plain, swapped = run(*words), run(*words, "--swap-last-two")
    assert [line[10:] for line in swapped.lines[1:4]] == [
        plain.lines[index][10:] for index in (1, 3, 2)
    ]
    assert swapped.lines[4:] == plain.lines[4:]


def test_skalitzka(run: Runner) -> None:
    ended = run("schedule", "skalitzka", "--boards", 2)
    assert ended.lines[1:] == ["round 1:  A-a  b-1  2-B", "round 2:  1-A  a-2  B-b"]
    assert len(run("schedule", "skalitzka", "--boards", 3).lines) == 4
    assert len(run("schedule", "skalitzka", "--boards", 3, "--two-rounds").lines) == 3


def test_scheveningen(run: Runner) -> None:
    ended = run("schedule", "scheveningen", "--players", 2)
    assert ended.lines[1:] == ["round 1:  A1-B1  A2-B2", "round 2:  B2-A1  B1-A2"]
    data = json.loads(
        run("schedule", "scheveningen", "--players", 4, "--colours", "balanced", "--json").out
    )
    (match,) = data["matches"]
    pairs = [frozenset(pair) for each in match["rounds"] for pair in each["pairs"]]
    assert len(set(pairs)) == len(pairs) == 16
    assert (
        "match 1: A is free" in run("schedule", "scheveningen", "--players", 2, "--teams", 3).lines
    )


def test_knockout(run: Runner) -> None:
    ended = run("schedule", "knockout", "--players", 14, "--winners", 3)
    assert ended.lines[0] == "Knock-out, 14 players, 3 winners: 14 - 12 - 6 - 3"
    assert ended.lines[1] == "stage 1, preliminary round:  11-14  12-13"
    data = json.loads(run("schedule", "knockout", "--players", 8, "--json").out)
    assert data["counts"] == [8, 4, 2, 1]
    assert data["stages"][0]["pairs"] == [[1, 8], [2, 7], [3, 6], [4, 5]]


def test_a_knockout_by_lot_can_be_drawn_again(run: Runner) -> None:
    words = ("schedule", "knockout", "--players", 8, "--by-lot", "--seed")
    assert run(*words, "a") == run(*words, "a")
    assert run(*words, "a") != run(*words, "b")


def test_playoff(run: Runner) -> None:
    ended = run("schedule", "play-off", "--players", 5)
    assert "choice five: best_four (of best_four, berger; C.4)" in ended.lines
    other = run("schedule", "playoff", "--players", 5, "--choice", "five=berger", "--json")
    assert json.loads(other.out)["choices"]["five"] == "berger"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "the following arguments are required: SYSTEM"),
        (("pyramid",), "invalid choice: 'pyramid'"),
        (("berger",), "the following arguments are required: --players"),
        (("berger", "--players", "0"), "a number from 1 to 500, not '0'"),
        (("berger", "--players", "1"), "at least two players"),
        (("knockout", "--players", "3", "--winners", "5"), "5 of 3 players"),
        (("playoff", "--players", "1"), "at least two tied players"),
        (("playoff", "--players", "5", "--choice", "five=six"), "no choice five = six"),
        (("playoff", "--players", "5", "--choice", "five"), "write NAME=VALUE"),
        (("scheveningen", "--players", "3", "--teams", "1"), "at least two teams"),
    ],
)
def test_wrong_input_gives_one_sentence_and_exit_2(
    run: Runner, words: tuple[str, ...], sentence: str
) -> None:
    ended = run("schedule", *words)
    assert (ended.code, ended.out) == (2, "")
    assert sentence in ended.err
    assert ended.err.count("\n") == 1
