"""FIDE C.07 from 1 March 2026, art. 14 and 16.5: what a cut or a median leaves out."""

from collections.abc import Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """One addend: the score that makes it significant, and what it contributes."""

    score: int
    contribution: int
    voluntary: bool


class Removal(NamedTuple):
    position: int
    reason: str  # "least", "voluntary" or "most"


def removals(parts: Sequence[Part], *, low: int, high: int, reference: bool) -> list[Removal]:
    """The parts that the modifiers remove, in order.

    16.5.1, 16.5.2: as long as voluntarily unplayed rounds are left, a cut takes the one that
    contributes least, unless the least significant value of all contributes more than it.
    The reference calculator picks that round by score, and only then by contribution.
    """
    left = list(range(len(parts)))
    gone = []
    for _ in range(min(low, len(parts))):
        least = min(left, key=lambda i: (parts[i].score, parts[i].contribution))
        voluntary = [i for i in left if parts[i].voluntary]
        reason = "least"
        if voluntary:
            if reference:
                first = min(voluntary, key=lambda i: (parts[i].score, parts[i].contribution))
            else:
                first = min(voluntary, key=lambda i: (parts[i].contribution, parts[i].score))
            if parts[least].contribution <= parts[first].contribution:
                least, reason = first, "voluntary"
        left.remove(least)
        gone.append(Removal(least, reason))
    for _ in range(min(high, len(left))):  # 14.2: the high side knows no exception
        most = max(left, key=lambda i: (parts[i].score, parts[i].contribution))
        left.remove(most)
        gone.append(Removal(most, "most"))
    return gone


def total_without(parts: Sequence[Part], *, low: int, high: int, reference: bool) -> int:
    total = sum(part.contribution for part in parts)
    for removal in removals(parts, low=low, high=high, reference=reference):
        total -= parts[removal.position].contribution
    return total
