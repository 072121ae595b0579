"""The people of the invented year: who they are, how strong they play, what the lists say."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import accumulate, islice
from random import Random

from federation.core.rating_rules import DEFAULT
from federation.management.year.plan import OF_THE_CUP, Planned, Size
from federation.management.year.words import FAMILY, GIVEN_M, GIVEN_W

#: the kinds of FIDE's list, in the order of their columns
KINDS = ("standard", "rapid", "blitz")
#: who falls below it stands in no list
FLOOR: int = DEFAULT["floor"]


@dataclass(slots=True)
class Human:
    """A licensed player. Ratings are those of the list that is valid at the time."""

    name: str
    sex: str
    born: date
    province: int
    club: int
    strength: int
    #: how often they play, against others
    eager: float
    fide: bool
    title: str = ""
    national: int = 0
    ratings: list[int] = field(default_factory=lambda: [0, 0, 0])
    #: the month since which the lists say this: of the national one, of FIDE's
    since: list[date] = field(default_factory=list)
    busy_until: date = date.min
    #: hundredths won and lost in the events of this month: national, then by kind of FIDE's list
    moved: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    #: games of somebody whom the national list does not have yet
    played: int = 0

    def rating(self, time: str, *, fide: bool) -> int:
        """The rating that ranks them in an event."""
        own = self.ratings[KINDS.index(time)] or self.ratings[0] if fide else 0
        return own or self.national

    def k(self, today: date) -> int:
        """FIDE's development coefficient."""
        if today.year - self.born.year <= 18 and self.ratings[0] < 2300:
            return 40
        return 10 if self.ratings[0] >= 2400 else 20


def homes(size: Size, dice: Random) -> list[int]:
    """The province of each club; every province has one."""
    return [
        n if n < size.provinces else min(dice.randrange(size.provinces) for _ in "ab")
        for n in range(size.clubs)
    ]


def invented(size: Size, clubs: list[int], today: date, dice: Random) -> list[Human]:
    """Everybody, with the ratings of the oldest list."""
    shares = list(accumulate(dice.uniform(0.3, 2.5) for _ in clubs))
    found = [_human(clubs, shares, today, dice) for _ in range(size.players)]
    for one in found:
        _rate(one, dice)
    return found


def _human(clubs: list[int], shares: list[float], today: date, dice: Random) -> Human:
    club = bisect(shares, dice.random() * shares[-1])
    woman = dice.random() < 0.31
    given = dice.choice(GIVEN_W if woman else GIVEN_M)
    if dice.random() < 0.2:
        given += " " + dice.choice(GIVEN_W if woman else GIVEN_M)
    age = dice.choices((8, 11, 14, 17, 25, 40, 58, 72), (14, 22, 16, 10, 12, 14, 8, 4))[0]
    born = today - timedelta(days=365 * age + dice.randrange(-900, 700))
    grown = today.year - born.year
    usual = 1130 + min(grown, 20) * 32
    strength = int(min(2640, max(850, dice.gauss(usual, 210) + max(0, dice.gauss(-150, 300)))))
    return Human(
        name=f"{dice.choice(FAMILY)}, {given}",
        sex="w" if woman else "m",
        born=born,
        province=clubs[club],
        club=club,
        strength=strength,
        eager=dice.expovariate(1) ** 2 + 0.05,
        fide=strength > 1380 and dice.random() < 0.45,
    )


def in_list(rating: int) -> int:
    """As a list has it; 0: not at all."""
    return rating if rating >= FLOOR else 0


def _rate(one: Human, dice: Random) -> None:
    if dice.random() < 0.12:
        return  # nobody has rated them yet
    one.national = in_list(one.strength + dice.randrange(-90, 91))
    if one.fide:
        for kind in range(3):
            if not kind or dice.random() < 0.6:
                one.ratings[kind] = max(FLOOR, one.strength + dice.randrange(-60, 61))
    best = one.ratings[0] + (200 if one.sex == "w" else 0)
    prefix = "W" if one.sex == "w" else ""
    for least, title in ((2490, "GM"), (2390, "IM"), (2290, "FM"), (2190, "CM")):
        if best >= least:
            one.title = prefix + title
            break


class Field:
    """Finds those who play in an event: from its province, or from everywhere."""

    def __init__(self, people: Sequence[Human], size: Size, dice: Random) -> None:
        self.people, self.dice = people, dice
        self.near = [
            self._drawn(n for n, one in enumerate(people) if one.province == province)
            for province in range(size.provinces)
        ]
        self.everybody = self._drawn(range(len(people)))
        #: those who have played in the cup, in their order
        self.of_the_cup: dict[int, None] = {}

    def _drawn(self, numbers: Iterable[int]) -> tuple[list[int], list[float]]:
        listed = list(numbers)
        return listed, list(accumulate(self.people[n].eager for n in listed))

    def some(self, event: Planned, count: int, age_until: int) -> list[int]:
        """So many who have time, the eager ones more often; fewer where there are too few."""
        found: dict[int, None] = {}
        if event.kind is OF_THE_CUP:
            found = self._again(event, count)
        near = (self.near[event.province], self.everybody)
        for listed, shares in near[1:] if event.kind.everywhere else near:
            for _try in range(count * 12):
                if len(found) == count:
                    break
                if not listed:
                    continue
                number = listed[bisect(shares, self.dice.random() * shares[-1])]
                if self._may(number, event, age_until):
                    found[number] = None
        for number in found:
            self.people[number].busy_until = event.ends_on
        if event.kind is OF_THE_CUP:
            self.of_the_cup |= found
        return list(found)

    def _again(self, event: Planned, count: int) -> dict[int, None]:
        """Three of four come to the next event of the cup, too, the first ones first."""
        come = (
            number
            for number in self.of_the_cup
            if self._may(number, event, 0) and self.dice.random() < 0.75
        )
        return dict.fromkeys(islice(come, count * 4 // 5))

    def _may(self, number: int, event: Planned, age_until: int) -> bool:
        one = self.people[number]
        if one.busy_until >= event.starts_on:
            return False
        age = event.starts_on.year - one.born.year
        return age <= age_until if age_until else age >= 9
