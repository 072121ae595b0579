"""The events of the invented year with their days, their sections and their size."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum
from random import Random

from django.utils.text import slugify

from federation.management.year.words import LARGE, PROVINCES, SCHOOLS
from pairing.formats import DEFAULT
from tournaments.core.text import fold

ROUND_ROBIN, OF_TEAMS, BURSTEIN = "handbook.round_robin", "fide2026.team", "fide2026.burstein"
#: the eight events of the cup; each has a number behind
CUP = "Anadolu Kupası"
CUP_EVENTS = 8


@dataclass(frozen=True, slots=True)
class Size:
    provinces: int = 81
    clubs: int = 620
    players: int = 60_000
    arbiters: int = 900
    finished: int = 1_150
    playing: int = 12
    open: int = 38
    #: of the largest open
    largest: int = 400
    #: years of finished events; those before the last one have as many again
    seasons: int = 1
    #: months of rating lists
    months: int = 24
    #: the last of them: those of the national list that the federation makes itself
    lists: int = 3

    @property
    def events(self) -> int:
        return self.finished * self.seasons + self.playing + self.open


YEAR = Size()
SMALL = Size(8, 20, 600, 30, 33, 2, 5, largest=60, lists=8)


class Stage(Enum):
    FINISHED, PLAYING, OPEN = range(3)


@dataclass(frozen=True, slots=True)
class Kind:
    """A way of holding an event; {} in the name is its province, or its school."""

    name: str
    weight: int
    time: str
    control: str
    days: int
    rounds: tuple[int, int]
    #: at least and at most so many players, or teams, in each section
    players: tuple[int, int]
    #: the sections' names with the age until which one may play there; 0: any
    sections: tuple[tuple[str, int], ...] = (("Açık", 0),)
    system: str = DEFAULT
    teams: bool = False
    fide: bool = False
    everywhere: bool = False
    fee: int = 0


SCHOOL = Kind("{} Turnuvası", 22, "rapid", "15' + 5\"", 1, (5, 5), (14, 36), (("Okul", 14),))
RAPID = Kind("{} Hafta Sonu Hızlı", 24, "rapid", "15' + 10\"", 2, (7, 7), (22, 60), fee=150)
OPEN = Kind(
    "{} Açık", 11, "standard", "90' + 30\"", 7, (9, 9), (50, 170), fide=True, everywhere=True,
    fee=900,
)  # fmt: skip
KINDS = (
    SCHOOL,
    RAPID,
    OPEN,
    Kind("{} Yıldırım Gecesi", 14, "blitz", "3' + 2\"", 1, (9, 9), (20, 40), fee=100),
    Kind(
        "{} Yaş Grupları", 12, "standard", "60' + 30\"", 3, (6, 6), (14, 36),
        (("U10", 10), ("U12", 12), ("U14", 14), ("U16", 16)), fee=250,
    ),
    Kind(
        "{} Ustalar Turnuvası", 5, "standard", "90' + 30\"", 6, (5, 9), (6, 10),
        system=ROUND_ROBIN, fide=True, fee=500,
    ),
    Kind(
        "{} Kulüpler Ligi", 6, "rapid", "25' + 10\"", 2, (5, 7), (8, 16), (("Takımlar", 0),),
        system=OF_TEAMS, teams=True, fee=1200,
    ),
    Kind(
        "{} Okullar Arası", 4, "rapid", "15' + 10\"", 2, (5, 5), (8, 18), (("Okullar", 14),),
        system=OF_TEAMS, teams=True,
    ),
    Kind(
        "{} Kış Turnuvası", 2, "standard", "60' + 30\"", 3, (6, 7), (20, 44), system=BURSTEIN,
        fee=300,
    ),
)  # fmt: skip
LARGEST = Kind(
    "Cumhuriyet Açık Satranç Turnuvası", 0, "standard", "90' + 30\"", 8, (9, 9), (400, 400),
    fide=True, everywhere=True, fee=1500,
)  # fmt: skip
OF_THE_CUP = Kind(
    CUP + " {}", 0, "rapid", "15' + 10\"", 2, (7, 7), (30, 60), everywhere=True, fee=300
)


@dataclass(slots=True)
class Part:
    """A section of an event."""

    name: str
    age_until: int
    rounds: int
    #: players, or teams
    count: int
    #: 0: as many as come
    places: int = 0


@dataclass(slots=True)
class Planned:
    number: int
    name: str
    slug: str
    kind: Kind
    province: int
    starts_on: date
    stage: Stage
    parts: list[Part] = field(default_factory=list)

    @property
    def ends_on(self) -> date:
        return self.starts_on + timedelta(days=self.kind.days - 1)


def provinces(size: Size) -> list[str]:
    """Their names, where most people live first."""
    return [*LARGE, *(name for name in PROVINCES if name not in LARGE)][: size.provinces]


def season(size: Size, today: date, dice: Random) -> list[Planned]:
    """Every event, the first one first."""
    found: list[Planned] = []
    for years_ago in range(size.seasons):
        last = today - timedelta(days=364 * years_ago)
        found += _finished(size, last, dice, with_cup=not years_ago)
    found += _playing(size, today, dice)
    found += _open(size, today, dice)
    found.sort(key=lambda one: (one.starts_on, one.name))
    for number, one in enumerate(found, start=1):
        one.number = number
        one.slug = one.slug or f"{slugify(fold(one.name))[:45]}-{number}"
    return found


def _finished(size: Size, last: date, dice: Random, *, with_cup: bool) -> list[Planned]:
    found = []
    if with_cup:
        for number in range(1, CUP_EVENTS - 1):
            starts = _saturday(last - timedelta(days=34 * (CUP_EVENTS - 1 - number)))
            found.append(_cup(number, size, starts, Stage.FINISHED, dice))
    largest = _event(LARGEST, size, last - timedelta(days=110), Stage.FINISHED, dice)
    largest.parts[0].count = size.largest  # in a small year more than in any other
    smallest = _event(SCHOOL, size, last - timedelta(days=60), Stage.FINISHED, dice)
    smallest.parts[0].count = SCHOOL.players[0]
    found += [largest, smallest]
    while len(found) < size.finished:
        kind = _kind(dice)
        starts = last - timedelta(days=kind.days + 2 + dice.randrange(330))
        found.append(_event(kind, size, _usual_day(kind, starts), Stage.FINISHED, dice))
    return found


def _playing(size: Size, today: date, dice: Random) -> list[Planned]:
    """The seventh event of the cup is one of them."""
    found = [_cup(CUP_EVENTS - 1, size, today, Stage.PLAYING, dice)]
    while len(found) < size.playing:
        kind = OPEN if len(found) == 1 else _kind(dice)
        starts = today - timedelta(days=dice.randrange(kind.days))
        found.append(_event(kind, size, starts, Stage.PLAYING, dice))
    return found


def _open(size: Size, today: date, dice: Random) -> list[Planned]:
    """The eighth event of the cup is one of them; every fifth one has fewer places than wishes."""
    first = _saturday(today + timedelta(days=32))
    found = [_cup(CUP_EVENTS, size, first, Stage.OPEN, dice)]
    while len(found) < size.open:
        kind = OPEN if len(found) == 1 else _kind(dice)
        if kind.teams:
            continue  # people enter one by one
        starts = _usual_day(kind, today + timedelta(days=10 + dice.randrange(60)))
        one = _event(kind, size, starts, Stage.OPEN, dice)
        full = len(found) % 5 == 1
        for part in one.parts:
            part.places = max(4, part.count * 3 // 4) if full else part.count * 2
        found.append(one)
    return found


def _cup(number: int, size: Size, starts: date, stage: Stage, dice: Random) -> Planned:
    found = _event(OF_THE_CUP, size, starts, stage, dice)
    found.name = f"{CUP} {number}. Etap"
    found.slug = f"{slugify(fold(CUP))}-{number}"
    return found


def cup_slugs() -> list[str]:
    """The addresses of the eight events of the cup, the first one first."""
    return [f"{slugify(fold(CUP))}-{number}" for number in range(1, CUP_EVENTS + 1)]


def _event(kind: Kind, size: Size, starts: date, stage: Stage, dice: Random) -> Planned:
    most = size.players // 12
    parts = []
    for name, age in kind.sections:
        count = min(dice.randint(*kind.players), most // 4 if kind.teams else most)
        rounds = min(dice.randint(*kind.rounds), count - 1)
        if kind.teams:  # few teams that have met almost all others cannot always be paired
            rounds = min(rounds, count // 2 + 1)
        if kind.system == ROUND_ROBIN:
            rounds = count - 1 + count % 2
        parts.append(Part(name, age, rounds, count))
    # Most events are where most people are.
    province = min(dice.randrange(size.provinces), dice.randrange(size.provinces))
    place = provinces(size)[province]
    name = kind.name.format(f"{place} {dice.choice(SCHOOLS)}" if kind is SCHOOL else place)
    return Planned(0, name, "", kind, province, starts, stage, parts)


def _kind(dice: Random) -> Kind:
    return dice.choices(KINDS, [kind.weight for kind in KINDS])[0]


def _usual_day(kind: Kind, day: date) -> date:
    """Short events begin on a Saturday."""
    return _saturday(day) if kind.days <= 2 else day


def _saturday(day: date) -> date:
    return day - timedelta(days=(day.weekday() - 5) % 7)
