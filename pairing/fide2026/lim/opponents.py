"""FIDE C.04.4.3 (Lim), applied from 1 February 2026. Articles 3.1, 3.6 to 3.8: whom floaters meet.

Incoming floaters are paired before the others. A possible opponent is *available* if everybody
else in the group can still be paired completely.
"""

from dataclasses import dataclass

from pairing.fide2026.lim.definitions import Side
from pairing.matching import Matching, bits


@dataclass(frozen=True, slots=True)
class FloaterPair:
    """A floater with the opponent found, as places of the side."""

    floater: int
    opponent: int
    left: int  # everybody in the group who was not paired yet, these two included
    residents: int  # those of them who have the score of the group


def give_opponents(
    side: Side, matching: Matching, floaters: int, residents: int, *, maxi: bool
) -> list[FloaterPair]:
    """Pair the floaters in their order (Art. 3.6, 3.7) within a perfect matching of the group."""
    made = []
    for v in side.in_order(floaters):
        if not matching.alive >> v & 1:
            continue  # an earlier floater has them as opponent
        left = matching.alive
        _find(side, matching, v, left & residents, maxi=maxi)
        w = matching.mate[v]
        made.append(FloaterPair(v, w, left, left & residents))
        matching.alive &= ~(1 << v | 1 << w)
    return made


def _find(side: Side, matching: Matching, v: int, residents: int, *, maxi: bool) -> None:
    """Art. 3.8: a resident, only if none is available another floater (reading LI-8)."""
    if not _first_of(side, matching, v, residents, maxi=maxi):
        found = _first_of(side, matching, v, ~residents, maxi=maxi)
        assert found, "in a perfect matching everybody has an opponent"


def _first_of(side: Side, matching: Matching, v: int, players: int, *, maxi: bool) -> bool:
    """The first available one who suits, else the first available one.

    Maxi-tournaments: the one who suits counts only if rated about as the first available one.
    """
    suiting = side.suits(v, players)
    if not maxi:
        return matching.rematch(v, suiting) or matching.rematch(v, players)
    if not matching.rematch(v, players):
        return False
    # If nobody else of these is available, nothing changes.
    matching.rematch(v, suiting & side.like_rated(matching.mate[v]))
    return True


def is_available(side: Side, pair: FloaterPair, opponent: int) -> bool:
    """Could the floater have had this opponent, who was not paired yet, and all others one?"""
    if not side.legal[pair.floater] >> opponent & 1:
        return False
    return Matching(side.legal, pair.left & ~(1 << pair.floater | 1 << opponent)).complete()


def first_available(side: Side, pair: FloaterPair) -> int:
    """The opponent by number alone (Art. 3.8, maxi-tournaments)."""
    for players in (pair.residents, pair.left & ~pair.residents):
        for w in bits(players & side.legal[pair.floater]):
            if is_available(side, pair, w):
                return w
    raise AssertionError("the floater has an opponent")
