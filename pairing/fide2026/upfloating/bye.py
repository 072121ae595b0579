"""C.04.5 and C.04.6 (FIDE, 1 February 2026), article 3.4: the pairing-allocated bye."""

from pairing.fide2026.field import leaves_pairing
from pairing.fide2026.upfloating.definitions import M, UpfloatingField


def bye_order(field: UpfloatingField[M]) -> list[int]:
    """Those whom [C2] does not bar, as art. 3.4.2 to 3.4.4 rank them.

    The lowest score, then the most matches played (not those forfeited), then the largest TPN.
    """
    members = field.members
    allowed = [x for x in range(field.n) if members[x].may_have_bye]
    allowed.sort(key=lambda x: (members[x].score, -members[x].matches, -members[x].tpn))
    return allowed


def bye_of(field: UpfloatingField[M], players: int | None = None) -> int | None:
    """The one with the bye among an odd number; None if no pairing is legal with any (3.4.1)."""
    possible = leaves_pairing(field, field.everybody if players is None else players)
    return next((x for x in bye_order(field) if possible >> x & 1), None)
