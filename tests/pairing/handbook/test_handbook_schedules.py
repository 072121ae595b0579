"""The printed schedules: text, JSON, and one sentence for wrong input."""

import json

import pytest

from pairing.schedules import run


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_round_robin_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "round_robin", "5").splitlines() == [
        "Round  Boards, White first",
        "1      2-5  3-4  bye 1",
        "2      5-3  1-2  bye 4",
        "3      3-1  4-5  bye 2",
        "4      1-4  2-3  bye 5",
        "5      4-2  5-1  bye 3",
    ]


def test_systems_are_known_by_their_full_keys_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "handbook.skalitzka", "4") == printed(capsys, "skalitzka", "4")


def test_round_robin_opponents_with_colours(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "round_robin", "4", "--double", "--opponents").splitlines()
    assert lines[0].split() == ["Player", "1", "2", "3", "4", "5", "6"]
    assert lines[1].split() == ["1", "4w", "2w", "3b", "4b", "2b", "3w"]


def test_round_robin_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "round_robin", "3", "--json"))
    assert found["rounds"] == [
        {"number": 1, "boards": [[2, 3]], "bye": 1},
        {"number": 2, "boards": [[1, 2]], "bye": 3},
        {"number": 3, "boards": [[3, 1]], "bye": 2},
    ]
    assert found["opponents"]["1"][0] == {"opponent": 0, "colour": None}


def test_skalitzka(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "skalitzka", "2").splitlines() == [
        "Table  Round 1  Round 2",
        "1      A - a    1 - A",
        "2      b - 1    a - 2",
        "3      2 - B    B - b",
    ]
    found = json.loads(printed(capsys, "skalitzka", "3", "--json"))
    assert [len(each["tables"]) for each in found["rounds"]] == [4, 4, 1]
    found = json.loads(printed(capsys, "skalitzka", "3", "--no-third-game", "--json"))
    assert [each["resting"] for each in found["rounds"]] == [["3"], ["c"]]


def test_scheveningen(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "scheveningen", "2").splitlines() == [
        "Table  Round 1  Round 2",
        "1      A1 - B1  B2 - A1",
        "2      A2 - B2  B1 - A2",
    ]
    lines = printed(capsys, "scheveningen", "2", "--teams", "3", "--colours", "balanced")
    assert "Match round 1: B - C" in lines
    assert "Team A rests." in lines
    found = json.loads(printed(capsys, "scheveningen", "3", "--double", "--json"))
    assert len(found["rounds"][0]["matches"][0]["rounds"]) == 6


def test_knockout(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "knockout", "14", "3", "--seed", "7").splitlines()
    assert lines[0] == "Course: 14 - 12 - 6 - 3 players"
    assert "  free: 1 2 3 4 5 6 7 8 9 10" in lines
    assert "  pairs: 11-14  12-13" in lines
    assert any(line.startswith("  White first, by lot:") for line in lines)
    assert printed(capsys, "knockout", "3", "3") == "Course: 3 players\n"
    found = json.loads(printed(capsys, "knockout", "5", "3", "--golden", "6/5", "--json"))
    assert found["course"]["counts"] == [5, 3]
    assert found["format"]["golden"] == {
        "white_seconds": 360,
        "black_seconds": 300,
        "increment": 0,
    }
    assert found["stages"][0]["pairs"] == [[2, 5], [3, 4]]
    assert found["colours"].keys() == set()


def test_knockout_by_golden_points_alone_after_no_extension(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = json.loads(printed(capsys, "knockout", "8", "--extensions", "0", "--json"))
    assert len(found["format"]["phases"]) == 1
    found = json.loads(
        printed(capsys, "knockout", "8", "--clock", "15+10", "--extension-clock", "5", "--json")
    )
    assert [phase["clock"]["white_seconds"] for phase in found["format"]["phases"]] == [900, 300]


def test_playoff(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "playoff", "6").splitlines()
    assert lines[1].split()[:6] == ["1", "A", "berger", "berger", "C.2", "1"]
    assert "Playing time: 1:05 to 1:52, with breaks" in lines
    found = json.loads(printed(capsys, "playoff", "12", "--choice", "admitted=9", "--json"))
    assert found["recipe"] == 9
    assert found["alternatives"][0]["chosen"] == "9"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "The following arguments are required: SYSTEM."),
        ("round_robin 1", "A round robin needs at least two players."),
        ("round_robin x", "Argument players: 'x' is not a number from 1 to 1000."),
        ("round_robin ½", "Argument players: '½' is not a number from 1 to 1000."),
        ("round_robin 900 --cycles 9", "So many players and rounds make more games than can be "
         "printed."),
        ("skalitzka 0", "Argument boards: '0' is not a number from 1 to 1000."),
        ("knockout 3 5", "5 of 3 players cannot be chosen in a knock-out."),
        ("knockout 8 --games 3", "A tie has at least two games and an even number of them (A.9)."),
        ("knockout 8 --clock 5 --extension-clock 9", "An extension has the time of the match or "
         "less (A.24)."),
        ("playoff 1", "A play-off needs at least two tied players."),
        ("playoff 5 --choice five", "A choice is written as name=value, not 'five'."),
        ("playoff 5 --choice five=x", "The recipes have no choice five = x."),
    ],
)  # fmt: skip
def test_wrong_input_is_one_sentence_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    assert run(arguments.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == sentence + "\n"


def test_unknown_system_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chess960", "8"]) == 2
    assert "'chess960'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "system", ["round_robin", "skalitzka", "scheveningen", "knockout", "playoff"]
)
def test_help_is_not_an_error(capsys: pytest.CaptureFixture[str], system: str) -> None:
    assert run([system, "--help"]) == 0
    assert "--json" in capsys.readouterr().out
