"""Allocates the prizes: plain arithmetic on a ranked list, in whole cents.

The rules, as they are told to everybody (`wording/prizes.py`):

- A list of prizes is for everybody or for a category. In each list those who belong to it stand in
  the order of the standings; the first of them has place 1 of that list.
- By place: everybody gets the prize of their place. Those who share a place after all tie-breaks
  share the prizes of the places taken together.
- Equally: those with the same points share the prizes of all their places equally.
- Hort: half of the money by place, half of it equally.
- Money is divided to the cent. What is left over goes in cents to the largest fractions, among
  equal fractions in the order of the standings: what is handed out is what was announced.
- A thing cannot be divided. It goes by place; of those who share a place one will get it.
- One prize each, where announced: from the top of the standings down, a player who would get
  prizes of several lists keeps the one with most money (of equal ones that of the list named
  first) and is left out of the other lists, in which everybody behind moves up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby


class Sharing(StrEnum):
    PLACE = "place"
    EQUAL = "equal"
    HORT = "hort"


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for each of the places from `first` to `last` of a list."""

    first: int
    last: int
    cents: int = 0
    thing: str = ""
    category: str = ""  # "" = everybody

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.last or self.cents < 0:
            raise ValueError(f"not a prize: {self}")


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody in the standings; who shares a rank is level on everything."""

    key: int
    rank: int
    score: int
    categories: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Share:
    """The share of one contender, and the reasons for it."""

    key: int
    category: str
    place: int  # in the list of the prize
    cents: int
    things: tuple[str, ...]
    #: the places whose money is shared, all of it, and among how many
    first: int
    last: int
    pool: int
    sharers: int
    #: what the money of their own place, or of those they share it with, would be (Hort)
    by_place: Fraction
    #: so many are level for the things; one of them gets each
    level: int = 1
    #: lists whose prize they leave to the next for this one
    left: tuple[str, ...] = ()

    @property
    def equal(self) -> Fraction:
        return Fraction(self.pool, self.sharers)


@dataclass(frozen=True, slots=True)
class _List:
    category: str
    cents: dict[int, int]  # by place
    things: dict[int, tuple[str, ...]]

    @property
    def places(self) -> int:
        return max([*self.cents, *self.things])

    def money(self, first: int, last: int) -> int:
        return sum(self.cents.get(place, 0) for place in range(first, last + 1))


def allocate(
    prizes: Iterable[Prize],
    contenders: Sequence[Contender],
    *,
    sharing: Sharing = Sharing.PLACE,
    one_each: bool = True,
) -> tuple[Share, ...]:
    """The shares of all lists; `contenders` are in the order of the standings."""
    lists = _lists(prizes)
    out: dict[str, set[int]] = {one.category: set() for one in lists}

    def share(one: _List) -> dict[int, Share]:
        category = one.category
        people = (  # read only as far as the prizes go
            person
            for person in contenders
            if (not category or category in person.categories) and person.key not in out[category]
        )
        return _shares(one, people, sharing)

    shared = {one.category: share(one) for one in lists}
    kept: dict[int, tuple[str, ...]] = {}
    for person in contenders if one_each else ():
        mine = [shared[one.category].get(person.key) for one in lists]
        offered = [each for each in mine if each is not None]
        if len(offered) < 2:
            continue
        best = max(offered, key=lambda each: each.cents)  # the first of equal ones
        kept[person.key] = tuple(each.category for each in offered if each is not best)
        for one in lists:
            if one.category in kept[person.key]:
                # Only places behind change: nobody who was looked at before gains a second prize.
                out[one.category].add(person.key)
                shared[one.category] = share(one)
    return tuple(
        replace(each, left=kept.get(each.key, ()))
        for one in lists
        for each in shared[one.category].values()
    )


def _lists(prizes: Iterable[Prize]) -> list[_List]:
    """One list for each category, in the order in which they are first named."""
    found: dict[str, _List] = {}
    for prize in prizes:
        one = found.setdefault(prize.category, _List(prize.category, {}, {}))
        for place in range(prize.first, prize.last + 1):
            one.cents[place] = one.cents.get(place, 0) + prize.cents
            if prize.thing:
                one.things[place] = (*one.things.get(place, ()), prize.thing)
    return list(found.values())


def _shares(prizes: _List, people: Iterable[Contender], sharing: Sharing) -> dict[int, Share]:
    made: dict[int, Share] = {}
    ahead = 0
    for _score, group in groupby(people, key=lambda person: person.score):
        if ahead >= prizes.places:
            break
        members = list(group)
        count, pool = len(members), prizes.money(ahead + 1, ahead + len(members))
        drafts = _by_place(prizes, members, ahead)
        due = [_due(draft, sharing, Fraction(pool, count)) for draft in drafts]
        for draft, cents in zip(drafts, whole_cents(due, pool), strict=True):
            if not cents and not draft.things:
                continue
            if sharing is Sharing.PLACE:
                made[draft.key] = replace(draft, cents=cents)
            else:
                last = min(ahead + count, prizes.places)
                made[draft.key] = replace(
                    draft, cents=cents, first=ahead + 1, last=last, pool=pool, sharers=count
                )
        ahead += count
    return made


def _by_place(prizes: _List, members: Sequence[Contender], ahead: int) -> list[Share]:
    """Each by place; those who share a place share the prizes of the places it takes."""
    found = []
    for _rank, group in groupby(members, key=lambda person: person.rank):
        level = list(group)
        first, last = ahead + 1, ahead + len(level)
        pool = prizes.money(first, last)
        things = tuple(
            thing for place in range(first, last + 1) for thing in prizes.things.get(place, ())
        )
        last = min(last, max(first, prizes.places))
        part = Fraction(pool, len(level))
        found += [
            Share(
                person.key, prizes.category, first, 0, things, first, last, pool, len(level), part,
                level=len(level) if things else 1,
            )
            for person in level
        ]  # fmt: skip
        ahead += len(level)
    return found


def _due(share: Share, sharing: Sharing, equal: Fraction) -> Fraction:
    if sharing is Sharing.PLACE:
        return share.by_place
    return equal if sharing is Sharing.EQUAL else (share.by_place + equal) / 2


def whole_cents(exact: Sequence[Fraction], total: int) -> list[int]:
    """Rounded so that nothing of the total is lost: the largest remainders get what is left."""
    cents = [int(value) for value in exact]
    over = total - sum(cents)
    order = sorted(range(len(exact)), key=lambda place: cents[place] - exact[place])
    for place in order[:over]:
        cents[place] += 1
    return cents
