"""The engine against C.04.4.3 taken literally."""

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026.lim import pair
from tests.pairing.fide2026.lim.lim_literal import Literal
from tests.pairing.fide2026.lim.lim_made import event


def compare_with_the_letter(seed: int, least: int = 5, most: int = 10) -> int:
    """The number of rounds in which pairs, colours and the bye are the same."""
    judged = 0
    for state in event(seed, least, most):
        expected = Literal(state).round()
        if expected is None:
            with pytest.raises(NoLegalPairing):
                pair(state)
        else:
            made = pair(state)
            found = frozenset((board.white, board.black) for board in made.boards), made.bye
            assert found == expected, (seed, state.next_round)
        judged += 1
    return judged


@pytest.mark.parametrize("seed", range(0, 300, 10))
def test_the_chapter_taken_literally_gives_the_same_round(seed: int) -> None:
    assert sum(compare_with_the_letter(seed + i) for i in range(10)) > 20


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10_000, 16_000, 60))
def test_the_chapter_taken_literally_gives_the_same_round_at_length(seed: int) -> None:
    """More than 20,000 rounds in all."""
    assert sum(compare_with_the_letter(seed + i, 5, 11) for i in range(60)) > 200
