"""FIDE C.04.5 (Double-Swiss), applied from 1 February 2026. Article 4: who has White in game 1.

Art. 4.4: that player has Black in game 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.fide2026.upfloating.definitions import Seats
from pairing.state import Colour, Fact

COLOUR_CODES = {
    "4.3.1": "double_swiss.colour.initial",
    "4.3.2": "double_swiss.colour.fewer_whites",
    "4.3.3": "double_swiss.colour.alternate",
    "4.3.4": "double_swiss.colour.higher_alternates",
    "4.3.5": "double_swiss.colour.other_alternates",
}


@dataclass(frozen=True, slots=True)
class Member:
    """One player to be paired, with what the rules ask about them."""

    tpn: int
    number: int  # the number whose parity art. 4.3.1 reads (reading G-1)
    score: int  # Art. 1.2: the pairing score, in tenths
    # Art. 1.6: of game 1 of the matches in which a game was played, oldest first (DS-3, DS-4)
    colours: tuple[Colour, ...]
    matches: int  # Art. 3.4.3: not forfeited (reading DS-5)
    floated_last: bool  # Art. 1.5
    may_have_bye: bool  # Art. 2.1.2

    @property
    def whites(self) -> int:
        """Art. 4.3.2: matches with White, not a difference (reading DS-7)."""
        return self.colours.count(Colour.WHITE)


def in_rank(a: Member, b: Member) -> tuple[Member, Member]:
    """Art. 4.2: the HRP, with the higher score or the smaller TPN, before the other."""
    return (a, b) if (-a.score, a.tpn) < (-b.score, b.tpn) else (b, a)


def colour_of_higher(higher: Member, other: Member, initial: Colour) -> tuple[Colour, str]:
    """The colour of the HRP in game 1, and the article that decides."""
    # Art. 4.3.1  Neither has had a colour (readings DS-9, G-1)
    if not higher.colours and not other.colours:
        return (initial if higher.number % 2 else initial.opposite), "4.3.1"
    # Art. 4.3.2  White to who had White less often
    if higher.whites != other.whites:
        return (Colour.WHITE if higher.whites < other.whites else Colour.BLACK), "4.3.2"
    # Art. 4.3.3  Alternate from the latest time when one had White and the other Black
    ago = last_difference(higher.colours, other.colours)
    if ago:
        return other.colours[-ago], "4.3.3"
    # Art. 4.3.4  The HRP's last colour, then 4.3.5 the opponent's
    if higher.colours:
        return higher.colours[-1].opposite, "4.3.4"
    return other.colours[-1], "4.3.5"


def last_difference(mine: Sequence[Colour], theirs: Sequence[Colour]) -> int:
    """So many matches ago one had White and the other Black; 0: never.

    Last with last, to the end of the shorter history (reading G-4).
    """
    histories = zip(reversed(mine), reversed(theirs), strict=False)
    return next((ago for ago, (one, two) in enumerate(histories, 1) if one is not two), 0)


# The reason, as data


def colour_fact(seats: Seats[Member], initial: Colour) -> Fact:
    """The rule that decided, with the numbers it read."""
    white, black, article = seats.white, seats.black, seats.article
    code = COLOUR_CODES[article]
    values: tuple[tuple[str, int | str], ...]
    if article == "4.3.1":
        values = (("number", seats.first.number), ("initial", initial.value))
    elif article == "4.3.2":
        values = (("white_whites", white.whites), ("black_whites", black.whites))
    elif article == "4.3.3":
        values = (("matches_ago", last_difference(white.colours, black.colours)),)
    else:
        values = (("first", "w" if seats.first is white else "b"),)
    return Fact(code, article, (), values)
