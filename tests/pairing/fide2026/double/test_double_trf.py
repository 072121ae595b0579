"""Matches of two games in a report: two rounds of one game each."""

import re

import pytest

from pairing.errors import FileError
from pairing.results import KNOWN, ByeKind
from pairing.state import (
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    TournamentState,
    VirtualPoints,
)
from pairing.tools import cli
from pairing.trf import from_state, read, write
from pairing.trf.types import choice_of, code_of_text

KEY = "fide2026.double"
CODE = "CUSTOM_DOUBLESWISS"


def state(points: PointSystem | None = None) -> TournamentState:
    rounds = (
        Round(
            1,
            (Game(1, 3, KNOWN["10=="]), Game(4, 2, KNOWN["0101"])),
            (Bye(5, ByeKind.PAIRING_ALLOCATED),),
        ),
        Round(2, (Game(2, 1, KNOWN["+-+-"]), Game(5, 4, KNOWN["+-=0"])), (Bye(3, ByeKind("H")),)),
    )
    return TournamentState(
        tuple(Player(tpn, f"Player {tpn}", rating=2000 - tpn) for tpn in range(1, 6)),
        rounds,
        5,
        points or PointSystem.of_matches(),
        Colour.WHITE,
        (Bye(2, ByeKind.FULL_POINT),),
        (ForbiddenGroup(frozenset((1, 5)), 2, 3),),
        VirtualPoints(((1, (20, 10)), (2, (20, 10)))),
    )


def as_text(given: TournamentState) -> str:
    return write(from_state(given, type_code=CODE, name="Made")).decode()


def test_a_match_is_two_rounds_of_the_report() -> None:
    lines = as_text(state()).splitlines()
    assert "142 10" in lines
    one = next(line for line in lines if line.startswith("001    1"))
    assert one[91:].rstrip() == "   3 w 1     3 b =     2 b -     2 w -"
    five = next(line for line in lines if line.startswith("001    5"))
    assert five[91:].rstrip() == "0000 - U  0000 - H     4 w +     4 b ="
    three = next(line for line in lines if line.startswith("001    3"))
    assert three[91:].rstrip() == "   1 b 0     1 w =  0000 - H  0000 - H"
    assert [line for line in lines if line[:3] == "240"] == ["240 F 005    2", "240 F 006    2"]
    assert [line[13:21] for line in lines if line[:3] == "250"] == [" 001 002", " 003 004"]
    assert [line[:12] for line in lines if line[:3] == "260"] == ["260 003 006 "]


@pytest.mark.parametrize("bye", [0, 10, 15, 20, 13])
def test_what_was_written_is_read(bye: int) -> None:
    given = state(PointSystem.of_matches(pairing_bye=bye))
    found = read(as_text(given))
    assert choice_of(found).system == KEY
    assert found.state().points == given.points
    assert [round_.byes for round_ in found.state().rounds] == [r.byes for r in given.rounds]
    assert [
        {(game.white, game.black, game.result.code) for game in round_.games}
        for round_ in found.state().rounds
    ] == [{(g.white, g.black, g.result.code) for g in round_.games} for round_ in given.rounds]
    assert found.state().byes == given.byes
    assert found.state().forbidden == given.forbidden
    assert found.state().total_rounds == 5
    assert read(write(found, "trf26", line_end="\n")).state() == found.state()


def test_a_match_can_be_half_played() -> None:
    text = as_text(state())
    # Game 2 of the last match is still to come.
    text = re.sub("4 w \\+ {5}4 b =", "4 w +", text)
    text = re.sub("5 b - {5}5 w 0", "5 b -", text)
    found = read(text)
    assert found.begun_rounds == 2 and found.pending(2) == ((5, 4),)


def test_both_games_are_against_the_same_opponent() -> None:
    text = as_text(state()).replace("   3 w 1     3 b =", "   3 w 1     2 b =")
    text = text.replace("   1 b 0     1 w =", "   1 b 0  0000 - Z")
    text = text.replace("   4 b 1     4 w 1", "   4 b 1     1 w =").replace(
        "   2 w 0     2 b 0", "   2 w 0  0000 - Z"
    )
    with pytest.raises(FileError, match="match 1"):
        read(text)


@pytest.mark.parametrize(
    "code", ["FIDE_DOUBLESWISS", "FIDE_DOUBLESWISS_BAKU", "CUSTOM_DOUBLESWISS"]
)
def test_every_type_of_double_swiss_is_read_alike(code: str) -> None:
    found = read(as_text(state()).replace(CODE, code))
    assert choice_of(found).system == KEY and choice_of(found).note is None
    assert found.begun_rounds == 2


def test_the_words_of_record_092_name_it() -> None:
    assert code_of_text("Individual: Double-Swiss System") == CODE


def test_a_generated_tournament_agrees_with_its_system(
    tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "made.trf")
    wanted = ["--system", KEY, "--seed", "5", "--players", "13", "--rounds", "5", "--baku"]
    assert cli.main(["generate", *wanted, "--out", file]) == 0
    assert cli.main(["check", file]) == 0
    assert "rounds 5 agree 5" in capsys.readouterr().out
    assert cli.main(["bench", file]) == 0
    capsys.readouterr()
    assert cli.main(["pair", file, "--round", "2", "--explain"]) == 0
    out = capsys.readouterr().out
    assert "double_swiss.colour." in out and "bracket 1" in out


def test_the_system_asked_for_reads_the_file_as_matches(
    tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "silent.trf"
    file.write_text(as_text(state()).replace(f"192 {CODE}", "192 CUSTOM_SWISS"))
    assert cli.main(["pair", str(file), "--system", KEY]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "2"
