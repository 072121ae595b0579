"""C.04.4.1, article by article: examples worked out by hand."""

import pytest

from pairing.errors import UnsupportedRule
from pairing.fide2026.dubov import pair
from pairing.fide2026.dubov.definitions import (
    ABSOLUTE,
    MILD,
    STRONG,
    average_rating,
    colour_preference,
    most_upfloats,
)
from pairing.fide2026.dubov.sequence import from_the_middle
from pairing.state import Colour, Player, TournamentState

W, B = Colour.WHITE, Colour.BLACK


def test_art_1_1_a_player_without_rating_is_refused() -> None:
    players = (Player(1, rating=2000), Player(2, rating=0))
    with pytest.raises(UnsupportedRule, match="2"):
        pair(TournamentState(players, (), 3))


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        ((), (B, MILD)),
        ((W,), (B, STRONG)),
        ((W, B), (W, MILD)),
        ((B, W, W), (B, ABSOLUTE)),
        ((W, B, B, W, B), (W, STRONG)),
        ((W, B, W, B, B, W, W), (B, ABSOLUTE)),
    ],
)
def test_art_1_6_colour_preference(
    colours: tuple[Colour, ...], expected: tuple[Colour, int]
) -> None:
    assert colour_preference(colours) == expected


def test_art_1_7_the_average_is_rounded_half_up() -> None:
    assert average_rating(()) == 0
    assert average_rating((2000, 2001)) == 2001
    assert average_rating((2000, 2000, 2001)) == 2000


def test_art_1_8_how_often_a_player_may_float_up() -> None:
    assert [most_upfloats(rounds) for rounds in (4, 5, 9, 10, 11)] == [2, 3, 3, 4, 4]


def test_art_3_2_3_round_1_upper_half_meets_lower_half() -> None:
    players = tuple(Player(tpn, rating=2400 - tpn) for tpn in range(1, 8))
    paired = pair(TournamentState(players, (), 5, initial_colour=W))
    assert [(board.white, board.black) for board in paired.boards] == [(1, 4), (5, 2), (3, 6)]
    assert paired.bye == 7


def test_art_4_3_from_the_middle() -> None:
    assert "".join(from_the_middle("ABCDEFG")) == "DCEBFAG"
    assert "".join(from_the_middle("ABCDEF")) == "CDBEAF"
