"""The cross-test itself: it counts, keeps what differs, and goes on where it ended."""

import json
import sys
from pathlib import Path

import pytest

from scripts.cross import main

SMALL = "--players 8 --rounds 3"


def checker(tmp_path: Path, program: str) -> str:
    path = tmp_path / "checker.py"
    path.write_text(program)
    return f"{sys.executable} {path} {{file}}"


def test_our_checker_agrees_with_our_generator(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["--count", "3", "--out", str(out), "--settings", SMALL]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ours judged by them: 3 tournaments, 9 rounds, 0 differences",
        "theirs judged by us: 0 tournaments, 0 rounds, 0 differences",
    ]
    assert not list(out.glob("*.trf"))


def test_what_another_checker_finds_is_kept_with_its_seed(tmp_path: Path) -> None:
    program = "import sys\nprint('round 2 does not match' if 'seed-2' in sys.argv[1] else 'fine')\n"
    out = tmp_path / "out"
    words = ["--count", "3", "--out", str(out), "--settings", SMALL, "--name", "Other 1"]
    words += ["--checker", checker(tmp_path, program), "--differs", "does not match"]
    assert main(words) == 1
    data = json.loads((out / "report.json").read_text())
    assert data["ours"]["tournaments"] == 3
    assert [each["name"] for each in data["ours"]["differences"]] == ["2"]
    assert [path.name for path in (out / "differ").iterdir()] == ["seed-2.trf"]
    assert "round 2 does not match" in (out / "report.md").read_text()


def test_a_second_run_goes_on_where_the_first_one_ended(tmp_path: Path) -> None:
    words = ["--count", "2", "--out", str(tmp_path), "--settings", SMALL, "--first-seed", "10"]
    assert main(words) == main(words) == 0
    data = json.loads((tmp_path / "report.json").read_text())
    assert (data["ours"]["tournaments"], data["next_seed"]) == (4, 14)
    with pytest.raises(SystemExit, match="another comparison"):
        main([*words[:-3], "--players 10 --rounds 3"])


def test_their_tournaments_are_judged_by_our_checker(tmp_path: Path) -> None:
    cases = Path(__file__).parents[1] / "cases" / "trf"
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    for name in ("open_19_players", "harbour_trf26"):
        (theirs / f"{name}.trf").write_bytes((cases / f"{name}.trf").read_bytes())
    out = tmp_path / "out"
    assert main(["--theirs", str(theirs), "--out", str(out)]) == 1
    data = json.loads((out / "report.json").read_text())["theirs"]
    assert (data["tournaments"], data["rounds"]) == (2, 14)
    assert [each["name"] for each in data["differences"]] == ["harbour_trf26.trf"]
    assert data["differences"][0]["said"].startswith("round 1: file 1-4")


def test_their_generator_is_asked_seed_by_seed(tmp_path: Path) -> None:
    cases = Path(__file__).parents[1] / "cases" / "trf" / "open_19_players.trf"
    program = f"import shutil, sys\nshutil.copy({str(cases)!r}, sys.argv[1])\n"
    out = tmp_path / "out"
    words = ["--count", "2", "--out", str(out), "--settings", SMALL]
    assert main([*words, "--generator", checker(tmp_path, program)]) == 0
    assert json.loads((out / "report.json").read_text())["theirs"]["tournaments"] == 2
