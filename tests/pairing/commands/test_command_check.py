"""`python -m pairing check`: pairings, points and places of a report, judged.

The checklist's questions are cited as Q and number.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pairing.fide2026 import witness
from pairing.state import Board, RoundPairing, TournamentState
from tests.pairing.commands.command_runner import Runner

CASES = Path(__file__).parents[2] / "cases" / "trf"
OPEN = CASES / "open_19_players.trf"


@pytest.fixture
def event(run: Runner, tmp_path: Path) -> Path:
    """A generated tournament, right in everything."""
    path = tmp_path / "event.trf"
    words = ("--players", 24, "--rounds", 6, "--seed", "event", "--no-baku", "--unrated", 0)
    more = ("--tie-breaks", "BH/C1,BH,SB,DE", "--withdrawals", 1, "--half-byes", 2)
    assert run("generate", *words, *more, "--out", path).code == 0
    return path


def changed(path: Path, *changes: tuple[int, int, str]) -> Path:
    """(player's number, column, new text) in its record 001."""
    lines = path.read_text().splitlines()
    for number, column, text in changes:
        index = next(i for i, line in enumerate(lines) if line.startswith(f"001 {number:4}"))
        line = lines[index]
        lines[index] = line[: column - 1] + text + line[column - 1 + len(text) :]
    path.write_text("\n".join(lines))
    return path


def test_a_tournament_of_the_rules_agrees(run: Runner) -> None:
    ended = run("check", OPEN)
    assert ended == (0, f"{OPEN} rounds 11 agree 11\ntotal rounds 11 agree 11\n", "")


def test_a07_each_round_is_paired_by_a_second_engine_when_asked(
    run: Runner, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = run("check", event, "--second")
    assert ended.lines == [
        f"{event} rounds 6 agree 6 both engines 6",
        "total rounds 6 agree 6",
    ]
    assert ended.code == 0
    listed = json.loads(run("check", event, "--second", "--json").out)["files"][0]
    assert [one["agrees"] for one in listed["second_engine"]] == [True] * 6

    right = witness.pair

    def other_colours(state: TournamentState) -> RoundPairing:
        paired = right(state)
        one, *others = paired.boards
        return replace(paired, boards=(Board(one.black, one.white), *others))

    monkeypatch.setattr(witness, "pair", other_colours)
    ended = run("check", event, "--second")
    assert ended.code == 1
    assert ended.lines[0] == f"{event} rounds 6 agree 6 both engines 0"
    assert [line.split()[:4] for line in ended.lines[1:7]] == [
        ["round", f"{number}:", "first", "engine"] for number in range(1, 7)
    ]

    def too_much(state: TournamentState) -> RoundPairing:
        raise witness.BudgetExhausted

    monkeypatch.setattr(witness, "pair", too_much)
    assert "round 1: the second engine: too much work" in run("check", event, "--second").out


@pytest.mark.parametrize("kind", ["json", "trf"])
def test_the_matches_of_a_team_swiss_are_paired_by_a_second_engine(run: Runner, kind: str) -> None:
    case = CASES.parent / "oracle" / "fide2026" / "team" / f"team-0003.{kind}"
    assert run("check", case, "--second").lines[0] == f"{case} rounds 7 agree 7 both engines 7"


@pytest.mark.parametrize("name", ["lim/lim-0001.json", "lim/lim-0001.trf"])
def test_lim_has_no_second_engine(run: Runner, name: str) -> None:
    ended = run("check", CASES.parent / "oracle" / "fide2026" / name, "--second")
    assert (ended.code, "does not support a second engine." in ended.err) == (2, True)


def test_another_system_has_no_second_engine(run: Runner, event: Path) -> None:
    ended = run("check", event, "--second", "--system", "handbook.lim")
    assert (ended.code, "does not support a second engine." in ended.err) == (2, True)


def test_several_files_are_added_up(run: Runner, event: Path) -> None:
    ended = run("check", OPEN, event)
    assert ended.lines == [
        f"{OPEN} rounds 11 agree 11",
        f"{event} rounds 6 agree 6",
        "total rounds 17 agree 17",
    ]
    assert ended.code == 0


def test_q21_wrong_pairs_are_named_round_by_round(run: Runner) -> None:
    path = CASES / "harbour_trf26.trf"
    ended = run("check", path)
    assert ended.code == 1
    assert ended.lines == [
        f"{path} rounds 3 agree 1",
        "  round 1: file 1-4, 5-2, 3 bye; rules 1-3, 4-2, 5 bye",
        "  round 3: file 1-3, 4-5; rules 1-5, 4-3",
        "total rounds 3 agree 1",
    ]


def test_q21_wrong_colours_are_wrong_pairs(run: Runner, event: Path) -> None:
    first = event.read_text().splitlines()
    line = next(line for line in first if line.startswith("001    1"))
    opponent, colour = int(line[91:95]), line[96]
    other = {"w": "b", "b": "w"}[colour]
    changed(event, (1, 97, other), (opponent, 97, colour))
    ended = run("check", event)
    assert ended.code == 1
    pair = f"1-{opponent}" if colour == "w" else f"{opponent}-1"
    back = f"{opponent}-1" if colour == "w" else f"1-{opponent}"
    assert f"  round 1: file {back}; rules {pair}" in ended.lines


def test_q21_wrong_places_are_named_by_the_list_of_the_file(run: Runner, event: Path) -> None:
    ranks = {
        int(line[4:8]): int(line[85:89])
        for line in event.read_text().splitlines()
        if line.startswith("001")
    }
    last = max(ranks, key=lambda number: ranks[number])
    changed(event, (last, 86, "   1"))
    ended = run("check", event)
    assert ended.code == 1
    assert ended.lines[:2] == [
        f"{event} rounds 6 agree 6",
        f"  rank of {last}: file 1; by PTS,BH/C1,BH,SB,DE {ranks[last]}",
    ]


def test_players_still_tied_may_share_the_place_or_be_put_in_order(
    run: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "tied.trf"

    def written(ranks: tuple[int, int]) -> Path:
        rows = []
        for number, game in ((1, "2 w ="), (2, "1 b =")):
            row = f"001 {number:4}".ljust(80) + f" 0.5 {ranks[number - 1]:4}  "
            rows.append(row.ljust(94) + game)
        path.write_text("\n".join(["142 1", "152 W", "192 FIDE_DUTCH_2025", "212 PTS,BH", *rows]))
        return path

    for ranks in ((1, 1), (1, 2), (2, 1)):
        assert run("check", written(ranks)).code == 0
    assert "  rank of 1: file 2; by PTS,BH 1-2" in run("check", written((2, 2))).lines
    assert "  rank of 2: file 3; by PTS,BH 1-2" in run("check", written((1, 3))).lines


def test_lots_at_the_end_of_the_list_leave_any_order(run: Runner, event: Path) -> None:
    event.write_text(event.read_text().replace("SB,DE", "SB,DE,LOT"))
    assert run("check", event).code == 0


def test_a_list_that_nobody_knows_is_said_and_not_clean(run: Runner, event: Path) -> None:
    event.write_text(event.read_text().replace("SB,DE", "SB,QQ"))
    ended = run("check", event)
    assert ended.code == 1
    assert ended.lines[1].startswith("  ranks not judged: Tie-break 'QQ'")


def test_wrong_points_are_named(run: Runner, event: Path) -> None:
    points = next(line for line in event.read_text().splitlines() if line.startswith("001    1"))[
        80:84
    ]
    event.write_text(event.read_text().replace("192 FIDE", "162  W 1.0\n192 FIDE"))
    changed(event, (1, 81, " 9.9"))
    ended = run("check", event)
    assert ended.code == 1
    shown = points.strip().replace(".5", "½").replace(".0", "")
    assert f"  points of 1: file 9.9; results {shown}" in ended.lines


def test_an_unreadable_file_does_not_keep_the_others_from_being_checked(
    run: Runner, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.trf"
    broken.write_text("001   zz\n")
    ended = run("check", broken, OPEN)
    assert ended.code == 2
    assert ended.err == (
        f"python -m pairing: {broken}: line 1, column 5: expected a starting number,"
        " found '  zz'.\n"
    )
    assert ended.lines[-1] == "total rounds 11 agree 11"


def test_a_team_swiss_is_paired_again(run: Runner) -> None:
    """The matches of the cup were made up, and not by C.04.6."""
    ended = run("check", CASES / "team_cup.trf")
    assert ended.code == 1
    assert "rounds 3 agree 0" in ended.out
    assert "round 1: file 1-2, 3-4; rules 1-3, 4-2" in ended.out


def test_another_event_of_teams_is_refused(run: Runner, tmp_path: Path) -> None:
    custom = tmp_path / "custom.trf"
    cup = (CASES / "team_cup.trf").read_text("utf-8")
    custom.write_text(cup.replace("FIDE_TEAM_TYPEA_MP_GP", "CUSTOM_TEAM_SWISS"), "utf-8")
    ended = run("check", custom)
    assert ended.code == 2
    assert "Of team events only round robins and FIDE's Swiss can be checked" in ended.err


def test_everything_is_there_as_json(run: Runner) -> None:
    ended = run("check", CASES / "harbour_trf26.trf", OPEN, "--json")
    data = json.loads(ended.out)
    assert ended.code == 1
    assert data["total"] == {"rounds": 14, "agree": 12}
    assert data["clean"] is False
    first, second = data["files"]
    assert first["system"] == "fide2026.dutch"
    assert first["ranks_judged"] is True
    assert first["differences"][0] == {
        "round": 1,
        "file": [[1, 4], [5, 2], [3, 0]],
        "rules": [[1, 3], [4, 2], [5, 0]],
        "problem": "",
        "altered": False,
    }
    assert second["clean"] is True
    assert {a["code"] for a in second["adjustments"]} >= {"trf.version", "trf.rounds_assumed"}


def test_what_was_assumed_can_be_asked_for(run: Runner) -> None:
    ended = run("check", OPEN, "--notes")
    assert "  note: The number of rounds is not stated; 11 are assumed." in ended.lines


def test_a_system_that_is_not_available_is_noted(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "old.trf"
    path.write_bytes(OPEN.read_bytes().replace(b"092 FIDE_DUTCH_2025", b"192 CUSTOM_KNOCKOUT"))
    ended = run("check", path)
    assert ended.lines[1] == (
        "  note: CUSTOM_KNOCKOUT is not available; fide2026.dutch is taken instead."
    )


def test_a_round_in_progress_is_checked_too(run: Runner, event: Path) -> None:
    text = event.read_text()
    lines = [
        line[:148].rstrip() + " " if line.startswith("001") else line for line in text.splitlines()
    ]
    event.write_text("\n".join(lines))
    ended = run("check", event, "--json")
    (report,) = json.loads(ended.out)["files"]
    assert (report["rounds"], report["agree"]) == (6, 6)


def test_a_round_robin_is_checked_by_its_table(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "berger.trf"
    words = ("--system", "handbook.round_robin", "--players", 7, "--seed", 3)
    assert run("generate", *words, "--out", path).code == 0
    assert run("check", path).lines == [
        f"{path} rounds 7 agree 7",
        "total rounds 7 agree 7",
    ]
    ended = run("check", path, "--system", "fide2026.dutch")
    assert ended.code == 1


def test_buchholz_in_a_round_robin_is_not_judged(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "berger.trf"
    words = ("--system", "handbook.round_robin", "--players", 6, "--tie-breaks", "SB")
    assert run("generate", *words, "--out", path).code == 0
    path.write_text(path.read_text().replace("PTS,SB", "PTS,BH"))
    ended = run("check", path)
    assert ended.code == 1
    assert "must not be used in a round robin" in ended.lines[1]
