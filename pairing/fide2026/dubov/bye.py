"""FIDE C.04.4.1 (Dubov), applied from 1 February 2026. Article 3.1: the pairing-allocated bye."""

from pairing.fide2026.dubov.definitions import Field
from pairing.fide2026.field import leaves_pairing


def bye_order(field: Field) -> list[int]:
    """The players whom art. 3.1.1 does not bar, as art. 3.1.3 to 3.1.5 rank them.

    Barred by any pairing-allocated bye, and by the points of a win without playing (C.04.1
    art. 4, reading G-3). Games are those over the board (reading G-7).
    """
    members = field.members
    allowed = [x for x in range(field.n) if members[x].may_have_bye]
    allowed.sort(key=lambda x: (members[x].score, -members[x].games, -members[x].tpn))
    return allowed


def bye_of(field: Field) -> int | None:
    """The player with the bye in an odd field; None if no pairing is legal with any (3.1.2)."""
    possible = leaves_pairing(field, field.everybody)
    return next((x for x in bye_order(field) if possible >> x & 1), None)
