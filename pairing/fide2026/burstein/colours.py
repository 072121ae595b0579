"""FIDE C.04.4.2 (Burstein), applied from 1 February 2026. Article 5: colour allocation.

Articles 5.2.2 to 5.2.5 are those of the Dutch System but for "higher ranked", which is the order
of Art. 1.8, whatever the scores (reading BU-10), and for absolute preferences, which no two
opponents share here ([C3]).
"""

from pairing.fide2026.burstein.definitions import Member
from pairing.state import Colour


def colour_of_higher(a: Member, b: Member, initial: Colour) -> tuple[Colour, str]:
    """The colour of `a`, the higher ranked by Art. 1.8, and the article that decides."""
    # Art. 5.2.1  Neither has played: by the number of the higher ranked (reading G-1)
    if not a.colours and not b.colours:
        return (initial if a.number % 2 else initial.opposite), "5.2.1"
    # Art. 5.2.2  Grant both preferences; whoever has none takes what is left (Art. 1.5.4)
    if a.due is not b.due:
        if a.due is not None:
            return a.due, "5.2.2"
        assert b.due is not None
        return b.due.opposite, "5.2.2"
    assert a.due is not None
    # Art. 5.2.3  Grant the stronger
    if a.strength != b.strength:
        return (a.due if a.strength > b.strength else a.due.opposite), "5.2.3"
    # Art. 5.2.4  Alternate from the latest time when one had White and the other Black, counted
    # in games played (C.04.2 art. 3.4, reading G-4)
    for mine, other in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if mine is not other:
            return other, "5.2.4"
    # Art. 5.2.5  Grant the preference of the higher ranked
    return a.due, "5.2.5"
