"""FIDE C.04.4.3 (Lim), applied from 1 February 2026. Articles 1 and 7.1: the bye."""

from pairing.fide2026.field import leaves_pairing
from pairing.fide2026.lim.definitions import Field


def bye_order(field: Field) -> list[int]:
    """The players who may have the bye, the first choice first.

    Art. 1.1: the lowest score, then the largest TPN (reading LI-19). Art. 7.1: in round 1 the
    lowest rated, where an unrated player counts as the lowest, then the largest TPN (LI-20).
    Barred as in C.04.1 art. 4 (reading G-3).
    """
    members = field.members
    allowed = [x for x in range(field.n) if members[x].may_have_bye]
    if field.state.rounds:
        return sorted(allowed, key=lambda x: (members[x].score, -x))
    return sorted(allowed, key=lambda x: (members[x].rating, -x))


def bye_of(field: Field) -> int | None:
    """The player with the bye in an odd field; None if no pairing is possible with any."""
    possible = leaves_pairing(field, field.everybody)
    return next((x for x in bye_order(field) if possible >> x & 1), None)
