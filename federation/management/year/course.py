"""The course of the invented year, month by month: who plays where, and what the lists say then."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from random import Random

from federation.management.year.people import FLOOR, KINDS, Field, homes, in_list, invented
from federation.management.year.plan import Part, Planned, Size, Stage
from federation.management.year.play import BOARDS, Played, Task
from ratings.tables import expected_score

#: points of White in hundredths; forfeits move no rating
_POINTS = {"10": 100, "==": 50, "01": 0}
#: games after which the national list has somebody
FIRST_RATING = 5

Play = Callable[[Iterable[Task]], Iterable[Played]]


@dataclass(slots=True)
class Seat:
    """A player of a section, with the ratings that were frozen at entry."""

    human: int
    rating: int
    fide: int
    national: int
    k: int
    #: the lists of both, as an entry names them
    sources: tuple[str, str]


@dataclass(slots=True)
class Held:
    """A section with those who play in it, in the order of their numbers."""

    event: Planned
    part: Part
    seats: list[Seat]
    played: Played | None = None
    #: of teams: the club of each, strongest first
    clubs: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Listed:
    """The values of somebody in a list, until another month."""

    human: int
    fide: bool
    month: date
    until: date
    values: tuple[int, ...]


class Course:
    def __init__(self, size: Size, today: date, dice: Random) -> None:
        #: the province of each club
        self.homes = homes(size, dice)
        self.people = people = invented(size, self.homes, today, dice)
        self.size, self.today, self.dice = size, today, dice
        self.field = Field(people, size, dice)
        self.months = months_until(today, size.months)
        self.past: list[Listed] = []
        #: the months whose national lists the federation makes itself
        self.own_months = self.months[-size.lists :]
        #: the last national list before them: each rating, and the month since which it stands
        self.before: list[tuple[int, date]] = []
        self.held: list[Held] = []
        for one in people:
            one.since = [self.months[0], self.months[0]]

    def run(self, events: list[Planned], play: Play) -> None:
        first = min(one.starts_on for one in events if one.starts_on >= self.months[0])
        for index, month in enumerate(self.months):
            if index:
                self._publish(month)
            if month < self.own_months[0]:
                self.before = [(one.national, one.since[0]) for one in self.people]
            after = self.months[index + 1] if index + 1 < len(self.months) else date.max
            here = [
                one
                for one in events
                if (one.starts_on >= month or not index) and one.starts_on < after
            ]
            held = [each for one in here for each in self._enter(one)]
            self._play(held, play)
            self.held += held
            if month < first.replace(day=1):
                self._drift()

    def _enter(self, event: Planned) -> Iterator[Held]:
        for part in event.parts:
            chosen = self.field.some(
                event, part.count * (BOARDS if event.kind.teams else 1), part.age_until
            )
            if event.kind.teams:
                yield self._of_teams(event, part, chosen)
                continue
            if len(chosen) < 4:
                continue
            seats = [self._seat(event, number) for number in chosen]
            seats.sort(key=lambda seat: (-seat.rating, self.people[seat.human].name, seat.human))
            part.rounds = min(part.rounds, len(seats) - 1)
            yield Held(event, part, seats)

    def _of_teams(self, event: Planned, part: Part, chosen: list[int]) -> Held:
        """The strongest four are the first team: as in a league."""
        seats = sorted(
            (self._seat(event, number) for number in chosen),
            key=lambda seat: (-seat.rating, seat.human),
        )
        teams = len(seats) // BOARDS
        part.rounds = min(part.rounds, teams - 1)
        seats = seats[: teams * BOARDS]
        return Held(
            event,
            part,
            seats,
            clubs=[self.people[seats[n * BOARDS].human].club for n in range(teams)],
        )

    def _seat(self, event: Planned, number: int) -> Seat:
        one, kind = self.people[number], event.kind
        own = one.ratings[KINDS.index(kind.time)]
        fide = own or one.ratings[0]
        month = f"{min(event.starts_on, self.months[-1]):%Y-%m}"
        sources = (
            f"{kind.time if own else 'standard'}:{month}" if fide else "",
            f"national:{month}" if one.national else "",
        )
        k = one.k(event.starts_on) if fide else 0
        return Seat(number, fide or one.national, fide, one.national, k, sources)

    def _play(self, held: list[Held], play: Play) -> None:
        tasks: dict[int, tuple[Held, Task]] = {}
        for one in held:
            if one.event.stage is not Stage.OPEN:
                task = self._task(one, len(self.held) + len(tasks) + 1)
                tasks[task.key] = (one, task)
        for played in play([task for _one, task in tasks.values()]):
            one = tasks[played.key][0]
            one.played = played
            self._move(one)

    def _task(self, held: Held, key: int) -> Task:
        complete = held.part.rounds
        if held.event.stage is Stage.PLAYING:
            days = (self.today - held.event.starts_on).days
            complete = max(1, complete * (2 * days + 1) // (2 * held.event.kind.days))
            complete = min(complete, held.part.rounds - 1)
        return Task(
            key,
            held.event.kind.system,
            tuple(seat.rating for seat in held.seats),
            tuple(self.people[seat.human].strength for seat in held.seats),
            held.part.rounds,
            complete,
        )

    def _move(self, held: Held) -> None:
        """Let its games move the ratings of those who played."""
        assert held.played is not None
        if held.event.stage is not Stage.FINISHED or held.event.starts_on < self.months[0]:
            return
        kind = 1 + KINDS.index(held.event.kind.time)
        for round_ in held.played.rounds:
            for white, black, code, _match in round_.games:
                if code in _POINTS:
                    self._moved(held.seats[white - 1], held.seats[black - 1], _POINTS[code], kind)
                    self._moved(
                        held.seats[black - 1], held.seats[white - 1], 100 - _POINTS[code], kind
                    )

    def _moved(self, own: Seat, other: Seat, points: int, kind: int) -> None:
        one = self.people[own.human]
        if not own.national:
            one.played += 1
        elif other.national:
            one.moved[0] += one.k(self.today) * (
                points - expected_score(own.national, other.national)
            )
        if own.fide and other.fide and one.ratings[kind - 1]:
            one.moved[kind] += own.k * (points - expected_score(own.fide, other.fide))

    def _drift(self) -> None:
        """Events of the time before, of which nothing is kept but the ratings."""
        for one in self.people:
            if self.dice.random() < min(0.3, one.eager * 0.08):
                one.moved[0] += 100 * round(self.dice.gauss(4, 14)) if one.national else 0
                if one.ratings[0]:
                    one.moved[1] += 100 * round(self.dice.gauss(2, 11))

    def _publish(self, month: date) -> None:
        """The lists of a new month."""
        for number, one in enumerate(self.people):
            national = one.national + _whole(one.moved[0])
            if not one.national and one.played >= FIRST_RATING:
                national = one.strength + self.dice.randrange(-60, 61)
            national = in_list(national)
            fide = [
                max(FLOOR, own + _whole(moved)) if own else 0
                for own, moved in zip(one.ratings, one.moved[1:], strict=True)
            ]
            if national != one.national:
                if one.national:
                    self.past.append(Listed(number, False, one.since[0], month, (one.national,)))
                one.national, one.since[0] = national, month
            if fide != one.ratings:
                self.past.append(Listed(number, True, one.since[1], month, tuple(one.ratings)))
                one.ratings, one.since[1] = fide, month
            one.moved = [0, 0, 0, 0]


def months_until(today: date, count: int) -> list[date]:
    """First days, the oldest first; the last one is of today's month."""
    last = today.year * 12 + today.month - 1
    return [date(n // 12, n % 12 + 1, 1) for n in range(last - count + 1, last + 1)]


def _whole(hundredths: int) -> int:
    return (abs(hundredths) + 50) // 100 * (1 if hundredths > 0 else -1)
