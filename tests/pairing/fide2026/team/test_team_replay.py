"""Fifteen tournaments paired by an independent, literal implementation, round by round."""

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026 import team
from pairing.state import TournamentState
from pairing.tools import cli
from pairing.tools.oracle import read_case
from pairing.tools.second import pairs_of
from pairing.trf.types import Options

FOLDER = Path(__file__).parents[3] / "cases" / "oracle" / "fide2026" / "team"
FILES = sorted(FOLDER.glob("*.json"))


def test_all_cases_are_there() -> None:
    cases = [read_case(path.read_bytes()) for path in FILES]
    assert len(cases) == 15
    assert sum(len(case.rounds) for case in cases) == 76


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_is_paired_the_same(path: Path) -> None:
    case = read_case(path.read_bytes())
    assert case.system == "fide2026.team"
    for each in case.rounds:
        if each.pairs is None:
            with pytest.raises(NoLegalPairing):
                team.pair(each.state)
            continue
        paired = team.pair(each.state)
        assert pairs_of(paired) == each.pairs
        assert team.violations(each.state, paired) == ()


@pytest.mark.parametrize("suffix", [".json", ".trf"])
def test_the_command_checks_cases_and_reports(
    suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same tournaments as JSON, and as TRF, whose record 192 names the system."""
    assert cli.main(["check", *(str(path.with_suffix(suffix)) for path in FILES)]) == 0
    assert "total rounds 76 agree 76" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "at_least"),
    [
        ({"top_member": "higher_score"}, 5),  # reading LX-2
        ({"preferences": "no_preferences"}, 5),  # art. 1.7
    ],
)
def test_options_change_pairings(option: dict[str, str], at_least: int) -> None:
    rounds = [each for path in FILES for each in read_case(path.read_bytes()).rounds]
    changed = [
        each
        for each in rounds
        if pairs_of(team.pair(replace(each.state, options=_with(each.state, option)))) != each.pairs
    ]
    assert len(changed) >= at_least


def _with(state: TournamentState, option: dict[str, str]) -> Options:
    return tuple((dict(state.options) | option).items())


def test_a_generated_event_agrees_with_its_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Generated, paired again, timed, and a round of it paired: all by teams."""
    file = str(tmp_path / "made.trf")
    wanted = ["--system", "fide2026.team", "--seed", "5", "--players", "9", "--rounds", "4"]
    option = ["--option", "preferences=type_b"]
    assert cli.main(["generate", *wanted, *option, "--out", file]) == 0
    assert cli.main(["check", file]) == 0
    assert cli.main(["bench", file]) == 0
    capsys.readouterr()
    assert cli.main(["pair", file, "--round", "2"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "5" and len(lines[1:-1]) == 5
