"""FIDE C.04.4.1 (Dubov), applied from 1 February 2026. Article 5: colour allocation."""

from pairing.fide2026.dubov.definitions import Member
from pairing.state import Colour


def in_rank(a: Member, b: Member) -> tuple[Member, Member]:
    """The higher ranked first: more points, then the smaller TPN."""
    return (a, b) if (-a.score, a.tpn) < (-b.score, b.tpn) else (b, a)


def colour_of_higher(a: Member, b: Member, initial: Colour) -> tuple[Colour, str]:
    """The colour of the higher ranked player, and the article that decides."""
    # Art. 5.2.1  Neither has played: by the number of the higher ranked (reading G-1)
    if not a.colours and not b.colours:
        return (initial if a.number % 2 else initial.opposite), "5.2.1"
    # Art. 5.2.2  Grant both preferences
    if a.due is not b.due:
        return a.due, "5.2.2"
    # Art. 5.2.3  Grant the stronger
    if a.strength != b.strength:
        return (a.due if a.strength > b.strength else a.due.opposite), "5.2.3"
    # Art. 5.2.4  Alternate from the latest time when one had White and the other Black:
    # played games only, last with last, to the end of the shorter history (reading G-4)
    for mine, other in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if mine is not other:
            return other, "5.2.4"
    # Art. 5.2.5  Grant the preference of the higher ranked
    return a.due, "5.2.5"
