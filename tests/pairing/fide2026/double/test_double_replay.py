"""Fifteen tournaments paired by an independent, literal implementation, round by round."""

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026 import double
from pairing.state import TournamentState
from pairing.tools import cli
from pairing.tools.oracle import read_case
from pairing.tools.second import pairs_of
from pairing.trf.types import Options

FOLDER = Path(__file__).parents[3] / "cases" / "oracle" / "fide2026" / "double"
FILES = sorted(FOLDER.glob("*.json"))


def test_all_cases_are_there() -> None:
    cases = [read_case(path.read_bytes()) for path in FILES]
    assert len(cases) == 15
    assert sum(len(case.rounds) for case in cases) == 78


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_is_paired_the_same(path: Path) -> None:
    case = read_case(path.read_bytes())
    assert case.system == "fide2026.double"
    for each in case.rounds:
        if each.pairs is None:
            with pytest.raises(NoLegalPairing):
                double.pair(each.state)
            continue
        paired = double.pair(each.state)
        assert pairs_of(paired) == each.pairs
        assert double.violations(each.state, paired) == ()


def test_the_command_checks_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", *map(str, FILES)]) == 0
    assert "total rounds 78 agree 78" in capsys.readouterr().out


def test_the_option_about_top_members_changes_pairings() -> None:
    """Reading LX-2, and what FIDE's own engine does instead."""
    rounds = [each for path in FILES for each in read_case(path.read_bytes()).rounds if each.pairs]
    option = {"top_member": "higher_score"}
    changed = [
        each
        for each in rounds
        if pairs_of(double.pair(replace(each.state, options=_with(each.state, option))))
        != each.pairs
    ]
    assert len(changed) >= 5


def _with(state: TournamentState, option: dict[str, str]) -> Options:
    return tuple((dict(state.options) | option).items())
