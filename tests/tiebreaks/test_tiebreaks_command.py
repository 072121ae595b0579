"""`python -m tiebreaks FILE.trf`: the command, without Django."""

import subprocess
import sys
from pathlib import Path

import pytest

from pairing import VERSION
from tests.tiebreaks.test_c07_teams import REPORT
from tiebreaks.__main__ import main

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "cases" / "tiebreaks" / "reference"
SMALL = str(FOLDER / "small-0071-005p-03r.trf")


def printed(capsys, *arguments):
    assert main(arguments) == 0
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


def test_start_number_order_with_a_header(capsys):
    lines = printed(capsys, SMALL, "--list", "PTS BH/C1, SB")
    assert lines[0] == ["StartNo", "Rank", "PTS", "BH/C1", "SB"]
    assert [line[0] for line in lines[1:]] == ["1", "2", "3", "4", "5"]
    assert lines[2] == ["2", "1", "3.0", "3.0", "4.00"]


def test_after_a_round(capsys):
    lines = printed(capsys, SMALL, "--list", "BH", "--after", "1")
    assert {line[2] for line in lines[1:]} <= {"0.0", "0.5", "1.0"}


def test_the_list_of_the_file_is_the_default(capsys, tmp_path):
    file = tmp_path / "own.trf"
    file.write_text("212 PTS,BH,SB\n" + Path(SMALL).read_text())
    assert printed(capsys, str(file))[0] == ["StartNo", "Rank", "PTS", "BH", "SB"]


def test_the_edition_follows_the_start_date(capsys, tmp_path):
    name = "small-0181-019p-09r.trf"
    text = (FOLDER / name).read_text()
    values = {}
    for date in ("2026/02/28", "2026/03/01"):
        file = tmp_path / name
        file.write_text(f"042 {date}\n{text}")
        values[date] = printed(capsys, str(file), "--list", "BH")
    assert values["2026/02/28"] != values["2026/03/01"]
    assert values["2026/03/01"] == printed(capsys, str(FOLDER / name), "--list", "BH")
    old = printed(capsys, str(FOLDER / name), "--list", "BH", "--edition", "fide2024")
    assert values["2026/02/28"] == old


def test_a_round_robin_refuses_buchholz(capsys):
    arguments = [SMALL, "--list", "BH", "--system", "round-robin"]
    assert main(arguments) == 1
    assert "must not be used in a round robin" in capsys.readouterr().err
    assert main([*arguments, "--compat", "ref"]) == 0


def test_the_handbook(capsys):
    lines = printed(capsys, SMALL, "--list", "KASH DE ARO", "--edition", "handbook")
    assert lines[0] == ["StartNo", "Rank", "PTS", "KASH", "DE", "ARO"]


def test_the_working_of_one_player(capsys):
    lines = printed(capsys, SMALL, "--list", "BH/C1 SB", "--explain", "2")
    assert lines[0] == ["BH/C1", "3.0", "C.07 8.1"]
    rounds = [line[1:] for line in lines if len(line) == 8]
    assert rounds[0] == ["Round", "Opponent", "Kind", "Points", "Score", "Adds", "Cut"]
    assert sum(1 for line in rounds if line[-1] in ("least", "voluntary")) == 1
    assert ["SB", "4.00", "C.07 9.1"] in lines


@pytest.fixture
def team_file(tmp_path):
    file = tmp_path / "teams.trf"
    file.write_text(REPORT)
    return str(file)


def test_teams(capsys, team_file):
    lines = printed(capsys, team_file, "--teams", "--list", "EDE BH:MP MPvGP")
    assert lines == [
        ["StartNo", "Rank", "PTS", "EDE", "BH:MP", "MPvGP"],
        ["1", "1", "6.0", "0", "6.0", "5.0"],
        ["2", "2", "3.0", "0", "11.0", "3.0"],
        ["3", "4", "2.0", "0", "12.0", "2.5"],
        ["4", "3", "3.0", "0", "6.0", "3.0"],
        ["5", "5", "1.0", "0", "5.0", "1.5"],
    ]
    explained = printed(capsys, team_file, "--teams", "--list", "EDE BC", "--explain", "2")
    assert explained[0] == ["EDE", "0", "C.07 13.3"]
    # Two boards with two points each.
    assert ["BC", "6.0", "C.07 12.1"] in explained


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--list", "BH XX"], "there is no tie-break 'XX' in this edition"),
        (["--list", "LOT"], "needs 'seed'"),
        (["--explain", "77"], "Nobody has number 77"),
        (["--after", "9"], "the file has no round 9"),
    ],
)
def test_errors_say_what_is_wrong(capsys, arguments, message):
    assert main([SMALL, *arguments]) == 1
    assert message in capsys.readouterr().err


def test_a_missing_file(capsys):
    assert main(["nowhere.trf"]) == 2
    assert "nowhere.trf: No such file or directory" in capsys.readouterr().err


def test_lots_and_a_rating_for_the_unrated(capsys):
    lines = printed(capsys, SMALL, "--list", "LOT", "--seed", "7", "--unrated", "1400")
    assert sorted(line[3] for line in lines[1:]) == ["1", "2", "3", "4", "5"]


def test_it_runs_without_django():
    code = (
        "import sys; sys.modules['django'] = None; "
        "from tiebreaks.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, SMALL, "--list", "BH/C1 DE"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("StartNo\tRank\tPTS\tBH/C1\tDE\n")


def test_somebody_who_has_read_enough_is_no_error():
    words = f"{sys.executable} -m tiebreaks {SMALL} | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_version_is_that_of_the_package(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Hakem {VERSION}\n"
