"""C.04.4.3 as a whole: reference tournaments of a literal implementation, paired again."""

from pathlib import Path

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026.lim import pair, violations
from pairing.tools import cli
from pairing.tools.oracle import read_case
from pairing.tools.second import pairs_of

FOLDER = Path(__file__).parents[3] / "cases" / "oracle" / "fide2026" / "lim"
FILES = sorted(FOLDER.glob("*.json"))


def test_there_are_fifteen_tournaments() -> None:
    assert len(FILES) == 15


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_is_paired_the_same(path: Path) -> None:
    case = read_case(path.read_bytes())
    assert case.rounds
    for each in case.rounds:
        if each.pairs is None:
            with pytest.raises(NoLegalPairing):
                pair(each.state)
        else:
            paired = pair(each.state)
            assert pairs_of(paired) == each.pairs, each.state.next_round
            assert violations(each.state, paired) == ()


def test_the_command_checks_cases_and_reports(capsys: pytest.CaptureFixture[str]) -> None:
    """The same tournaments as JSON, and as TRF, where record 092 names the system."""
    for suffix in ("json", "trf"):
        assert cli.main(["check", *(str(path.with_suffix(f".{suffix}")) for path in FILES)]) == 0
        assert "file " not in capsys.readouterr().out


@pytest.mark.parametrize("option", [[], ["--option", "maxi=yes"], ["--baku"]])
def test_a_made_up_event_is_its_own_pairing(option: list[str], tmp_path: Path) -> None:
    made = str(tmp_path / "made.trf")
    asked = ["generate", "--system", "fide2026.lim", "--players", "30", "--rounds", "7"]
    assert cli.main([*asked, "--seed", "9", *option, "--out", made]) == 0
    assert cli.main(["check", made]) == 0
