"""FIDE C.04.4.3 (Lim), applied from 1 February 2026. Articles 5.1 to 5.6, 7.2: who gets White."""

from pairing.fide2026.lim.definitions import Direction, Member
from pairing.state import Colour


def in_rank(a: Member, b: Member) -> tuple[Member, Member]:
    """The higher ranked first: more points, then the higher number (reading LI-15)."""
    return (a, b) if a.rank < b.rank else (b, a)


def white_of(a: Member, b: Member, direction: Direction, initial: Colour) -> tuple[Member, str]:
    """The player with White, and what decides.

    `direction`: of the group in which the pair was made; undone pairs belong to the median
    (reading LI-16).
    """
    higher, lower = in_rank(a, b)
    # Art. 5.1.1, 5.1.2, 5.3  The limits, if they leave one distribution only (reading LI-17)
    possible = [
        (white, black)
        for white, black in ((higher, lower), (lower, higher))
        if Colour.WHITE in white.may and Colour.BLACK in black.may
    ]
    if len(possible) == 1:
        white, black = possible[0]
        as_due = white.due is not Colour.BLACK and black.due is not Colour.WHITE
        return white, "due" if as_due else "limits"
    # Art. 5.1, 5.2  Both colours due
    if higher.due is not lower.due:
        is_white = higher.due is Colour.WHITE or lower.due is Colour.BLACK
        return (higher if is_white else lower), "due"
    # Art. 7.2  Nobody has played: by the number of the higher ranked (reading G-1)
    if higher.due is None:
        return (higher if (higher.number % 2 == 1) == (initial is Colour.WHITE) else lower), "lot"
    claim, rule = _claim(higher, lower, direction)
    other = lower if claim is higher else higher
    return (claim if claim.due is Colour.WHITE else other), rule


def _claim(higher: Member, lower: Member, direction: Direction) -> tuple[Member, str]:
    """Both are due the same colour: the one who gets it."""
    # Art. 5.5, 5.6  Who needs it more (reading LI-23)
    if abs(higher.difference) != abs(lower.difference):
        more = abs(higher.difference) > abs(lower.difference)
        return (higher if more else lower), "need"
    # Art. 5.4  Back to the latest difference; each gets the colour that the other had then:
    # played games only, to the end of the shorter history (reading G-4)
    for mine, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine is not other:
            return (higher if other is higher.due else lower), "history"
    # Art. 5.4  Identical histories: by the side of the median
    return (lower, "lower") if direction is Direction.UP else (higher, "higher")


#: the article of each rule
ARTICLES = {
    "due": "5.2",
    "limits": "5.3",
    "lot": "7.2",
    "need": "5.6",
    "history": "5.4",
    "higher": "5.4",
    "lower": "5.4",
}
