"""Fifteen tournaments paired by an independent, literal implementation, round by round."""

from pathlib import Path

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026 import burstein
from pairing.tools import cli
from pairing.tools.oracle import check_case, read_case
from pairing.tools.second import pairs_of

FOLDER = Path(__file__).parents[3] / "cases" / "oracle" / "fide2026" / "burstein"
FILES = sorted(FOLDER.glob("*.json"))


def test_all_cases_are_there() -> None:
    cases = [read_case(path.read_bytes()) for path in FILES]
    assert len(cases) == 15
    assert sum(len(case.rounds) for case in cases) == 82
    assert sum(each.pairs is None for case in cases for each in case.rounds) == 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_is_paired_the_same(path: Path) -> None:
    case = read_case(path.read_bytes())
    assert case.system == "fide2026.burstein"
    for each in case.rounds:
        if each.pairs is None:
            with pytest.raises(NoLegalPairing):
                burstein.pair(each.state)
        else:
            assert pairs_of(burstein.pair(each.state)) == each.pairs


def test_the_command_checks_cases_and_reports(capsys: pytest.CaptureFixture[str]) -> None:
    """The same tournaments as JSON, and as TRF, whose record 192 names the system."""
    for suffix in ("json", "trf"):
        assert cli.main(["check", *(str(path.with_suffix(f".{suffix}")) for path in FILES)]) == 0
        assert "note:" not in capsys.readouterr().out


def test_another_pairing_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = read_case(FILES[0].read_bytes())
    assert check_case(case, "handbook.dutch").agreed < len(case.rounds)
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    assert cli.main(["check", str(wrong)]) == 2
    assert "no reference tournament" in capsys.readouterr().err
