"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 5: colour allocation."""

from pairing.fide2026.dutch.definitions import ABSOLUTE, Member
from pairing.state import Colour


def white_of(a: Member, b: Member, initial: Colour) -> tuple[Member, str]:
    """The player with White, and the article that decides; `a` is the higher ranked (Art. 1.2)."""
    colour, article = colour_of_higher(a, b, initial)
    return (a if colour is Colour.WHITE else b), article


def colour_of_higher(a: Member, b: Member, initial: Colour) -> tuple[Colour, str]:
    # Art. 5.2.1  Grant both preferences
    if a.due is not b.due:
        if a.due is not None:
            return a.due, "5.2.1"
        assert b.due is not None
        return b.due.opposite, "5.2.1"
    if a.due is not None:
        # Art. 5.2.2  Grant the stronger; of two absolute ones, the wider colour difference
        if a.strength != b.strength:
            return (a.due if a.strength > b.strength else a.due.opposite), "5.2.2"
        if a.strength == ABSOLUTE and abs(a.difference) != abs(b.difference):
            wider = abs(a.difference) > abs(b.difference)
            return (a.due if wider else a.due.opposite), "5.2.2"
        # Art. 5.2.3  Alternate from the latest time when one had White and the other Black
        for mine, other in zip(reversed(a.colours), reversed(b.colours), strict=False):
            if mine is not other:
                return other, "5.2.3"
        # Art. 5.2.4  Grant the preference of the higher ranked
        return a.due, "5.2.4"
    # Art. 5.2.5  Neither has a preference: by the number of the higher ranked
    return (initial if a.number % 2 else initial.opposite), "5.2.5"
