"""FIDE C.04.6 (team Swiss), applied from 1 February 2026. Article 3.4: the bye."""

from pairing.fide2026.team.definitions import Field
from pairing.matching import Matching


def bye_order(field: Field) -> list[int]:
    """The teams that [C2] does not bar, as art. 3.4.2 to 3.4.4 rank them.

    The lowest score, then the most matches played (not those forfeited), then the largest TPN.
    """
    members = field.members
    allowed = [x for x in range(field.n) if members[x].may_have_bye]
    allowed.sort(key=lambda x: (members[x].score, -members[x].matches, -members[x].tpn))
    return allowed


def leaves_pairing(field: Field, teams: int) -> int:
    """Art. 3.4.1: those of an odd number without whom all the others can be paired.

    A greatest matching leaves one of them alone, and an alternating search finds the others.
    """
    matching = Matching(field.legal, teams)
    alone = matching.maximise()
    return matching.reach(alone) if alone.bit_count() == 1 else 0


def bye_of(field: Field, teams: int | None = None) -> int | None:
    """The team with the bye among an odd number; None if no pairing is legal with any."""
    possible = leaves_pairing(field, field.everybody if teams is None else teams)
    return next((x for x in bye_order(field) if possible >> x & 1), None)
