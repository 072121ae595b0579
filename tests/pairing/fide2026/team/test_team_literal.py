"""The engine against C.04.6 taken literally, on made-up events with every rare step."""

import pytest

from pairing.fide2026.team import pair
from tests.pairing.fide2026.team.team_events import event
from tests.pairing.fide2026.team.team_literal import Literal, matchings

SAMPLE = 60


def judge(seed: int) -> tuple[int, int]:
    """Rounds judged, and how many of them could not be paired."""
    rounds = stopped = 0
    for state, made in event(seed, pair):
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
    rounds = sum(judge(seed)[0] for seed in range(1000 + 300 * part, 1300 + 300 * part))
    assert rounds > 1250


def test_the_order_of_six_teams_is_that_of_the_digest() -> None:
    """3.6.3: the fifteen pairings of six, from 1-4 2-5 3-6 to 1-2 3-4 5-6."""

    def identifier(pairs: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        return tuple(a for a, _ in pairs) + tuple(b for _, b in pairs)

    listed = sorted(matchings((1, 2, 3, 4, 5, 6)), key=identifier)
    assert len(listed) == 15
    assert listed[:3] == [
        ((1, 4), (2, 5), (3, 6)),
        ((1, 4), (2, 6), (3, 5)),
        ((1, 5), (2, 4), (3, 6)),
    ]
    assert listed[-2:] == [((1, 2), (3, 6), (4, 5)), ((1, 2), (3, 4), (5, 6))]
