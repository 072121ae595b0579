"""`python -m pairing pair`, `bench`, `--list-systems`, and what wrong input gives."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pairing.formats import keys
from tests.pairing.commands.command_runner import Runner

CASES = Path(__file__).parents[2] / "cases" / "trf"
ROOT = Path(__file__).parents[3]
HARBOUR = CASES / "harbour_trf26.trf"
OPEN = CASES / "open_19_players.trf"


def test_the_next_round_is_paired(run: Runner) -> None:
    # Player 2 has a half-point bye, 4 and 5 must not meet.
    ended = run("pair", HARBOUR)
    assert ended == (0, "2\n5 1\n3 4\n", "")


def test_a_bye_is_a_pair_with_nobody_and_comes_last(run: Runner) -> None:
    ended = run("pair", OPEN, "--round", 1)
    assert ended.lines[0] == "10"
    assert ended.lines[1] == "1 10"
    assert ended.lines[-1] == "19 0"
    assert len(ended.lines) == 11


def test_the_answer_can_go_to_a_file(run: Runner, tmp_path: Path) -> None:
    out = tmp_path / "round"
    assert run("pair", HARBOUR, "--out", out) == (0, "", "")
    assert out.read_text() == "2\n5 1\n3 4\n"


def test_reasons_follow_the_pairs(run: Runner) -> None:
    ended = run("pair", HARBOUR, "--explain")
    assert ended.lines[:4] == ["2", "5 1", "3 4", ""]
    assert any(line.startswith("bracket 1, score ") for line in ended.lines)
    assert any(re.fullmatch(r"board 2: 3 - 4  .*\(5\.2\.\d\).*", line) for line in ended.lines)


def test_numbers_of_the_file_are_used_where_it_pairs_by_position(
    run: Runner, tmp_path: Path
) -> None:
    lines = ["XXR 3", "XXC rank white1"]
    lines += [f"001 {number:4}" for number in (40, 30, 20, 10)]
    path = tmp_path / "rank.trf"
    path.write_text("\n".join(lines))
    assert run("pair", path) == (0, "2\n40 20\n10 30\n", "")


def test_every_round_is_measured(run: Runner) -> None:
    ended = run("bench", OPEN)
    assert ended.code == 0
    assert re.fullmatch(r"round 5: \d+\.\d ms", ended.lines[5])
    assert re.fullmatch(r"total: \d+\.\d ms", ended.lines[12])
    assert ended.lines[13].startswith("peak memory: ")


def test_systems_are_listed_with_one_line_each(run: Runner) -> None:
    ended = run("--list-systems")
    assert ended.code == 0
    assert [line.split()[0] for line in ended.lines] == list(keys(pairs_rounds=True))
    assert all(len(line.split()) > 3 for line in ended.lines)


def test_the_version_is_that_of_the_package(run: Runner) -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert run("--version") == (0, f"Hakem {package['version']}\n", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "name a command"),
        (("paar",), "invalid choice: 'paar'"),
        (("pair",), "the following arguments are required: FILE.trf"),
        (("pair", "no-such-file.trf"), "no-such-file.trf cannot be read: No such file"),
        (("pair", ROOT), "cannot be read: Is a directory"),
        (("pair", __file__), "expected at least one player"),
        (("pair", HARBOUR, "--system", "fide1900.dutch"), "There is no system 'fide1900.dutch'"),
        (("pair", HARBOUR, "--round", "0"), "rounds are counted from 1"),
        (("pair", HARBOUR, "--round", "9"), "the file ends with round 3"),
        (("pair", HARBOUR, "--round", "x"), "invalid int value: 'x'"),
        (("pair", HARBOUR, "--option", "x"), "write NAME=VALUE"),
        (("pair", HARBOUR, "--option", "cycles=2"), "has no option 'cycles'"),
        (
            ("pair", HARBOUR, "--system", "handbook.round_robin", "--option", "cycles=two"),
            "Option 'cycles' of handbook.round_robin is a number",
        ),
        (("pair", OPEN), "the number of rounds (record 142 or XXR)"),
        (("pair", OPEN, "--rounds", "0"), "1 to 400 rounds"),
        (("pair", HARBOUR, "--out", "no/such/place"), "no/such/place cannot be written"),
        (("bench", "no-such-file.trf"), "cannot be read"),
    ],
)
def test_wrong_input_gives_one_sentence_and_exit_2(
    run: Runner, words: tuple[object, ...], sentence: str
) -> None:
    ended = run(*words)
    assert (ended.code, ended.out) == (2, "")
    assert sentence in ended.err
    assert ended.err.count("\n") == 1


def test_a_further_round_than_announced_needs_another_number_of_rounds(run: Runner) -> None:
    ended = run("pair", OPEN, "--rounds", 12)
    assert ended.code == 0
    assert ended.lines[0] == "10"


def test_a_finished_tournament_has_no_next_round(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "over.trf"
    path.write_text(
        "142 1\n001    1\n001    2\n".replace("001    1\n", _won(1, "2 w 1")).replace(
            "001    2\n", _won(2, "1 b 0")
        )
    )
    ended = run("pair", path)
    assert (ended.code, ended.out) == (2, "")
    assert "the tournament has 1 rounds" in ended.err


def _won(number: int, game: str) -> str:
    return f"001 {number:4}".ljust(94) + game + "\n"


def test_a_round_in_progress_cannot_be_paired_upon(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "running.trf"
    path.write_text("142 3\n" + _won(1, "2 w  ") + _won(2, "1 b  "))
    ended = run("pair", path)
    assert ended.code == 2
    assert "Round 1: the game 1 - 2 has no result yet" in ended.err


def test_the_commands_need_neither_django_nor_anything_else() -> None:
    program = (
        "import sys\n"
        "sys.modules['django'] = None\n"
        "from pairing.tools.cli import main\n"
        f"code = main(['check', {str(HARBOUR)!r}])\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'numpy', 'openpyxl', 'celery', 'rest_framework', 'weasyprint'}))\n"
        "sys.exit(code)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ended.stderr == ""
    assert ended.returncode == 1  # the example is not paired by the rules
    assert ended.stdout.splitlines()[-1] == "[]"


def test_the_package_runs_as_a_module() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "pairing", "pair", str(HARBOUR)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2\n5 1\n3 4\n", "")


@pytest.mark.parametrize("teams", ["310", "013"])
def test_players_of_a_file_of_teams_are_not_paired_one_by_one(
    run: Runner, tmp_path: Path, teams: str
) -> None:
    cup = (
        (CASES / "team_cup.trf")
        .read_text("utf-8")
        .replace("FIDE_TEAM_TYPEA_MP_GP", "CUSTOM_TEAM_SWISS")
    )
    cup = cup.replace("142 3", "142 4")
    if teams == "013":
        kept = [line for line in cup.splitlines() if line[:3] not in ("310", "240", "320", "330")]
        rosters = [
            f"013 {name:32}{2 * place - 1:4} {2 * place:4}" for place, name in enumerate("ABCDE", 1)
        ]
        cup = "\n".join(kept + rosters)
    path = tmp_path / "teams.trf"
    path.write_text(cup, "utf-8")
    ended = run("pair", path)
    assert ended.code == 2
    assert "not paired one by one" in ended.err


def test_a_file_of_players_with_rosters_is_paired(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "clubs.trf"
    told = HARBOUR.read_text("utf-8") + f"013 {'Harbour':32}{1:4} {2:4}\n"
    path.write_text(told, "utf-8")
    assert run("pair", path) == (0, "2\n5 1\n3 4\n", "")
