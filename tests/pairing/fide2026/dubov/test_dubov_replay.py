"""C.04.4.1 as a whole: reference tournaments of a literal implementation, paired again."""

from pathlib import Path

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026.dubov import SYSTEM
from pairing.tools.oracle import read_case
from pairing.tools.second import pairs_of

CASES = Path(__file__).parents[3] / "cases" / "oracle" / "fide2026" / "dubov"
FILES = sorted(CASES.glob("*.json"))


def test_there_are_fifteen_tournaments() -> None:
    assert len(FILES) == 15


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_is_reproduced(path: Path) -> None:
    case = read_case(path.read_bytes())
    assert case.rounds
    for each in case.rounds:
        if each.pairs is None:
            with pytest.raises(NoLegalPairing):
                SYSTEM.pair(each.state)
            continue
        paired = SYSTEM.pair(each.state)
        assert pairs_of(paired) == each.pairs, each.state.next_round
        assert SYSTEM.violations is not None
        assert SYSTEM.violations(each.state, paired) == ()
