"""C.04.3 as a whole: rounds of an independent engine, paired again."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from pairing.fide2026.dutch import SYSTEM
from pairing.results import ByeKind
from pairing.trf import read
from tests.pairing.invariants import assert_sound

CASES = Path(__file__).parents[3] / "cases" / "oracle"
SAMPLE = sorted((CASES / "sample").glob("*.trf"))
ARCHIVE = CASES / "dutch-2026.zip"


def replay(data: bytes) -> int:
    """Pair every round again; gives the number of rounds, all of which agree."""
    document = read(data)
    for number in range(1, document.begun_rounds + 1):
        state = document.state(after_round=number - 1)
        expected = document.round(number)

        paired = SYSTEM.pair(state)

        assert_sound(state, paired)
        assert {(board.white, board.black) for board in paired.boards} == {
            (game.white, game.black) for game in expected.games
        }, number
        byes = [bye.player for bye in expected.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
        assert ([] if paired.bye is None else [paired.bye]) == byes, number
        assert SYSTEM.violations is not None
        assert SYSTEM.violations(state, paired) == (), number
    return document.begun_rounds


def test_the_sample_has_sixty_tournaments() -> None:
    assert len(SAMPLE) == 60


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_every_round_of_the_sample_is_reproduced(path: Path) -> None:
    assert replay(path.read_bytes()) > 0


@pytest.mark.full
def test_every_round_of_all_384_tournaments_is_reproduced() -> None:
    with ZipFile(ARCHIVE) as archive:
        names = archive.namelist()
        rounds = sum(replay(archive.read(name)) for name in names)
    assert (len(names), rounds) == (384, 2538)
