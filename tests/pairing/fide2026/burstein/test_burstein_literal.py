"""The engine against C.04.4.2 taken literally, on made-up events with every rare step."""

import pytest

from pairing.fide2026.burstein import pair
from pairing.fide2026.burstein.definitions import is_seeding_round
from tests.pairing.fide2026.burstein.burstein_events import event
from tests.pairing.fide2026.burstein.burstein_literal import Literal, pairings

#: made up without an end: every event gives two or three rounds after the seeding ones
SAMPLE = 100


def judge(seed: int) -> tuple[int, int]:
    """Rounds judged, and how many of them could not be paired."""
    rounds = stopped = 0
    for state, made in event(seed, pair):
        if is_seeding_round(state):
            continue
        found = None
        if made is not None:
            found = frozenset((board.white, board.black) for board in made.boards), made.bye
        assert found == Literal(state).round(), (seed, state.next_round)
        rounds += 1
        stopped += made is None
    return rounds, stopped


def test_pairs_colours_and_bye_are_those_of_the_text() -> None:
    judged = [judge(seed) for seed in range(SAMPLE)]
    assert sum(rounds for rounds, _ in judged) > 200
    assert sum(stopped for _, stopped in judged) > 5


@pytest.mark.full
@pytest.mark.parametrize("part", range(16))
def test_twenty_thousand_rounds(part: int) -> None:
    rounds = sum(judge(seed)[0] for seed in range(1000 + 600 * part, 1600 + 600 * part))
    assert rounds > 1250


def test_the_judge_writes_the_list_of_the_handbook() -> None:
    """The worked example of the note under 4.3: six players, two of them float."""

    def everybody(_a: int, _b: int) -> bool:
        return True

    listed = list(pairings((1, 2, 3, 4, 5, 6), 2, everybody))
    assert len(listed) == 45
    assert listed[:3] == [
        (((1, 6), (2, 5)), (3, 4)),
        (((1, 6), (2, 4)), (3, 5)),
        (((1, 6), (2, 3)), (4, 5)),
    ]
    assert listed[3:6] == [
        (((1, 6), (3, 5)), (2, 4)),
        (((1, 6), (3, 4)), (2, 5)),
        (((1, 6), (4, 5)), (2, 3)),
    ]
    assert listed[-1] == (((3, 4), (5, 6)), (1, 2))
