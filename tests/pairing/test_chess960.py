"""The 960 starting positions (Laws of Chess, guidelines II)."""

import pytest

from pairing.chess960 import COUNT, position


def test_the_usual_position_and_both_ends():
    assert position(518) == "RNBQKBNR"
    assert position(0) == "BBQNNRKR"
    assert position(959) == "RKRNNQBB"


def test_every_position_is_another_one_and_keeps_the_rules():
    positions = [position(number) for number in range(COUNT)]
    assert len(set(positions)) == 960
    for pieces in positions:
        assert sorted(pieces) == sorted("RNBQKBNR")
        one, two = (file for file, piece in enumerate(pieces) if piece == "B")
        assert (one + two) % 2 == 1  # squares of different colours
        assert pieces.index("R") < pieces.index("K") < pieces.rindex("R")


@pytest.mark.parametrize("number", [-1, 960])
def test_there_are_no_others(number):
    with pytest.raises(ValueError, match=str(number)):
        position(number)
