"""Qualification: quotas are filled from rankings, in their order; who declines makes room.

A quota has its places in all, or in each province. Whoever has a place by an earlier quota does
not take one by a later one: the next in that ranking moves up. So does the next when somebody
declines, as far down as the quota allows; beyond that a place stays empty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody in a ranking; `value` is what put them there, in words, `province` its code."""

    player: int
    place: int
    value: str = ""
    province: str = ""


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a quota: `each` names the provinces with their number; else `count` in all."""

    ranking: tuple[Candidate, ...]
    count: int
    each: Mapping[str, int] | None = None
    until_place: int = 0


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody before them in the ranking who has no place by it: they declined, or have one."""

    candidate: Candidate
    declined: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A place: who has it, and whom they came past; nobody when it stays empty. `rank`: among
    those of the province, or the place in the ranking; `moved_up`: they would have none if
    nobody had declined."""

    quota: int
    province: str
    number: int
    candidate: Candidate | None
    passed: tuple[Passed, ...] = ()
    rank: int = 0
    moved_up: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    slots: tuple[Slot, ...]
    #: by quota and province: who is the next, with the place among those of the province
    reserves: Mapping[tuple[int, str], Candidate]


def fill(quotas: Sequence[Places], declined: frozenset[int]) -> Filled:
    """All places, quota by quota."""
    filled = _fill(quotas, declined)
    if not declined:
        return filled
    first = {one.candidate.player for one in _fill(quotas, frozenset()).slots if one.candidate}
    slots = (
        replace(one, moved_up=one.candidate is not None and one.candidate.player not in first)
        for one in filled.slots
    )
    return replace(filled, slots=tuple(slots))


def _fill(quotas: Sequence[Places], declined: frozenset[int]) -> Filled:
    slots: list[Slot] = []
    reserves: dict[tuple[int, str], Candidate] = {}
    taken: set[int] = set()
    for number, quota in enumerate(quotas):
        for province, count in _parts(quota):
            ranking = [
                one for one in quota.ranking if quota.each is None or one.province == province
            ]
            found, following = _of_part(number, province, count, ranking, quota, taken, declined)
            slots += found
            if following is not None:
                reserves[number, province] = following
    return Filled(tuple(slots), reserves)


def _parts(quota: Places) -> list[tuple[str, int]]:
    return [("", quota.count)] if quota.each is None else sorted(quota.each.items())


def _of_part(
    number: int,
    province: str,
    count: int,
    ranking: list[Candidate],
    quota: Places,
    taken: set[int],
    declined: frozenset[int],
) -> tuple[list[Slot], Candidate | None]:
    slots: list[Slot] = []
    passed: list[Passed] = []
    for rank, candidate in enumerate(ranking, start=1):
        place = rank if quota.each is not None else candidate.place
        beyond = quota.until_place and place > quota.until_place
        if candidate.player in declined or candidate.player in taken:
            passed.append(Passed(candidate, candidate.player in declined))
        elif beyond:
            break
        elif len(slots) == count:
            return slots, replace(candidate, place=place)
        else:
            taken.add(candidate.player)
            slots.append(Slot(number, province, len(slots) + 1, candidate, tuple(passed), place))
    empty = range(len(slots) + 1, count + 1)
    return [*slots, *(Slot(number, province, one, None, tuple(passed)) for one in empty)], None
