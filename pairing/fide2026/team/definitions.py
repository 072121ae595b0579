"""FIDE C.04.6 (Swiss Team Pairing System), applied from 1 February 2026. Article 1: definitions.

A team is a `Player` of the common state, a match a `Game` of it, and `points` are match points;
`game_points` stand beside them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.state import Colour

# Art. 1.7  The types of preferences
NONE, TYPE_A, TYPE_B = "no_preferences", "type_a", "type_b"

# Art. 1.7.2  Strength of a preference; those of type A are all alike
MILD, STRONG = range(2)


@dataclass(frozen=True, slots=True)
class Member:
    """One team to be paired, with what the rules ask about it."""

    tpn: int
    number: int  # the number whose parity art. 4.3.1 reads (reading G-1)
    # Art. 1.2
    score: int  # the primary score with virtual points, in tenths
    second: int  # the secondary score, 0 if it is not used
    # Art. 1.6, 1.7
    colours: tuple[Colour, ...]  # of board 1 in the matches played, oldest first
    due: Colour | None
    strength: int
    # Art. 1.5
    floated_last: bool
    # Art. 2.1.2
    may_have_bye: bool

    @property
    def matches(self) -> int:
        return len(self.colours)

    @property
    def difference(self) -> int:
        """Art. 1.6.2: CD, matches with White less matches with Black."""
        return 2 * self.colours.count(Colour.WHITE) - len(self.colours)


# Art. 1.7  Colour preferences


def colour_preference(
    colours: Sequence[Colour], kind: str, *, last_round: bool
) -> tuple[Colour | None, int]:
    """The colour preferred after these played matches, and how strongly.

    Art. 1.7.1 by the letter: a difference of one beside two matches of the other colour gives
    no preference of type A (reading TM-4).
    """
    if kind == NONE or not colours:
        return None, MILD
    difference = 2 * colours.count(Colour.WHITE) - len(colours)
    running = colours[-1] if len(colours) > 1 and colours[-2] is colours[-1] else None
    if difference <= -2 or (difference in (0, -1) and running is Colour.BLACK):
        return Colour.WHITE, STRONG
    if difference >= 2 or (difference in (0, 1) and running is Colour.WHITE):
        return Colour.BLACK, STRONG
    if kind == TYPE_A:
        return None, MILD
    if difference:
        return (Colour.WHITE if difference < 0 else Colour.BLACK), MILD
    # Only the mild preference ends before the last round (reading TM-2).
    return (None if last_round else colours[-1].opposite), MILD
