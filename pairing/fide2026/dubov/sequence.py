"""FIDE C.04.4.1 (Dubov), applied from 1 February 2026. Article 4: the orders of the sets."""

from collections.abc import Sequence

from pairing.fide2026.dubov.definitions import Field
from pairing.matching import bits

# Art. 4.2  Upfloaters


def upfloater_order(field: Field, players: int) -> list[int]:
    """Art. 4.2.2: by score descending, then TPN ascending."""
    return [x for _, group in field.scoregroups for x in bits(group & players)]


# Art. 4.3  Shifters


def shifter_order(field: Field, players: int) -> list[int]:
    """White seekers by ARO and TPN, Black seekers by TPN, from the middle of the list.

    The players of a subgroup: all of them prefer the same colour (art. 4.3.1).
    """
    found = list(bits(players))
    if players & field.white_seekers:
        found.sort(key=lambda x: field.members[x].by_aro)
    return from_the_middle(found)


def from_the_middle(players: Sequence[int]) -> list[int]:
    """Art. 4.3.3: the middle of what remains, of two in the middle the higher placed."""
    remaining = list(players)
    found = []
    while remaining:
        found.append(remaining.pop((len(remaining) - 1) // 2))
    return found
