"""Cups as everybody may read them: the table of a section, and how each total came about.

Places of finished events are those of `PlayerResult`, places of an event that is on those of its
standings. Somebody who is not in the register cannot be followed from event to event: they keep
their place in the event and get no points.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import overload

from django.db.models import Max, Q, QuerySet

from federation.core.cups import COUNTS, Ages, Rule
from federation.models import Cup, CupCategory, CupEvent, CupSection
from federation.queries.cup_numbers import Asked, KeptLine, KeptRow, Stop, numbers
from federation.queries.people import ShownName, shown_names
from federation.wording.cups import TIE_BREAK_HEADS, hundredths_text
from tournaments.models import RegisteredPlayer, Round, Tournament
from tournaments.queries.rounds.sheets import PUBLIC


@dataclass(frozen=True, slots=True)
class CupStop:
    """An event of a section as the table shows it. `after`: the last round that counts while it
    is on; 0 before the first."""

    number: int
    row: CupEvent
    name: str
    starts_on: date
    tournament: Tournament | None
    finished: bool
    after: int
    players: int

    @property
    def live(self) -> bool:
        return bool(self.after) and not self.finished

    @property
    def to_come(self) -> bool:
        return not self.finished and not self.after


@dataclass(frozen=True, slots=True)
class CupCell:
    """A player in an event: what it gave and whether it counts."""

    stop: CupStop
    line: KeptLine

    @property
    def sharing(self) -> int:
        return self.line.sharing

    @property
    def score(self) -> int:
        return self.line.score

    @property
    def points(self) -> str:
        return hundredths_text(self.line.points)


@dataclass(frozen=True, slots=True)
class CupRow:
    """A player in the table, with a cell for each stop that has begun: None where they did not
    play."""

    row: KeptRow
    player: RegisteredPlayer
    shown: ShownName
    cells: tuple[tuple[CupStop, CupCell | None], ...]
    values: tuple[str, ...]

    @property
    def place(self) -> int:
        return self.row.place

    @property
    def name(self) -> str:
        return self.shown.name

    @property
    def points(self) -> str:
        return hundredths_text(self.row.points)

    @property
    def played(self) -> list[CupCell]:
        return [cell for _stop, cell in self.cells if cell is not None]

    @property
    def club(self) -> str:
        member = getattr(self.player, "member", None)
        return member.club.name if member is not None and member.club else ""


@dataclass(frozen=True)
class CupTable:
    section: CupSection
    category: CupCategory | None
    stops: tuple[CupStop, ...]
    rows: "CupRows"
    #: differs when any number of it does
    stamp: str

    @property
    def cup(self) -> Cup:
        return self.section.cup

    @property
    def live(self) -> bool:
        return any(stop.live for stop in self.stops)

    @property
    def heads(self) -> list[str]:
        """The tie-breaks above their columns."""
        return [str(TIE_BREAK_HEADS[code]) for code in self.cup.tie_breaks]

    @property
    def final(self) -> bool:
        return self.cup.state == Cup.State.CLOSED

    def of(self, player: int) -> CupRow | None:
        return self.rows.of(player)


def shown_cups() -> QuerySet[Cup]:
    return Cup.objects.exclude(state=Cup.State.DRAFT)


def rule_of(cup: Cup) -> Rule:
    return Rule(
        cup.rule,
        table=tuple(int(points * 100) for points in cup.table),
        first=int(cup.first * 100),
        step=int(cup.step * 100),
        least=int(cup.least * 100),
        shared=cup.shared,
    )


def stops_of(section: CupSection) -> list[CupStop]:
    """Its events by date, those that everybody may see."""
    found = list(
        section.events.select_related(
            "tournament__event", "part__calendar__event", "part__tournament__event"
        )
    )
    playing = [_tournament_of(event) for event in found]
    latest = dict(
        Round.objects.filter(tournament__in=filter(None, playing), status__in=PUBLIC)
        .order_by()
        .values_list("tournament")
        .annotate(Max("number"))
    )
    shown = [one for event in found if (one := _stop(event, latest)) is not None]
    shown.sort(key=lambda one: (one.starts_on, one.row.position, one.row.pk))
    return [_numbered(one, number) for number, one in enumerate(shown, start=1)]


def _tournament_of(event: CupEvent) -> Tournament | None:
    return event.tournament or (event.part.tournament if event.part else None)


def _stop(event: CupEvent, latest: Mapping[int, int]) -> CupStop | None:
    """`latest`: the last round that everybody may see, by tournament."""
    tournament = _tournament_of(event)
    if tournament is None:
        assert event.part is not None, "a constraint of the database"
        calendar = event.part.calendar
        if calendar.event is None or calendar.event.removed or not calendar.event.public:
            return None
        return CupStop(0, event, calendar.name, calendar.starts_on, None, False, 0, 0)
    own = tournament.event
    if own.removed or not own.public or tournament.undone_at is not None:
        return None
    finished = tournament.finished_at is not None
    after = latest.get(tournament.pk, 0)
    return CupStop(0, event, tournament.full_name, own.starts_on, tournament, finished, after, 0)


def _numbered(stop: CupStop, number: int, players: int = 0) -> CupStop:
    return CupStop(
        number, stop.row, stop.name, stop.starts_on, stop.tournament, stop.finished, stop.after,
        players,
    )  # fmt: skip


class CupRows(Sequence[CupRow]):
    """The rows of a table. Names are put to those that are read: a page asks for a hundred."""

    def __init__(self, cup: Cup, stops: Sequence[CupStop], kept: Sequence[KeptRow]) -> None:
        self._codes, self._kept = cup.tie_breaks, kept
        self._stops = [stop for stop in stops if not stop.to_come]

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, which: int) -> CupRow: ...
    @overload
    def __getitem__(self, which: slice) -> list[CupRow]: ...
    def __getitem__(self, which: int | slice) -> CupRow | list[CupRow]:
        if isinstance(which, slice):
            return self._dressed(self._kept[which])
        return self._dressed([self._kept[which]])[0]

    def __iter__(self) -> Iterator[CupRow]:
        return iter(self[:])

    def of(self, player: int) -> CupRow | None:
        return next(iter(self._dressed([one for one in self._kept if one.player == player])), None)

    def _dressed(self, kept: Sequence[KeptRow]) -> list[CupRow]:
        people = _people(row.player for row in kept)
        names = shown_names(people.values())
        return [
            CupRow(row, people[row.player], names[row.player],
                   _cells(row, self._stops), _values(row, self._codes))
            for row in kept
        ]  # fmt: skip


def cup_table(section: CupSection, category: CupCategory | None = None) -> CupTable:
    """The table as it is now."""
    cup = section.cup
    stops = stops_of(section)
    asked = Asked(
        rule_of(cup), cup.best, tuple(cup.tie_breaks), cup.own_places,
        ages_of(category, cup.year) if category else None,
    )  # fmt: skip
    found = numbers(
        [
            Stop(one.number, one.tournament, one.finished, one.after, one.row.weight,
                 one.row.always)
            for one in stops
        ],
        asked,
    )  # fmt: skip
    shown = tuple(_numbered(stop, stop.number, found.players[stop.number]) for stop in stops)
    return CupTable(section, category, shown, CupRows(cup, shown, found.rows), found.stamp)


def _cells(row: KeptRow, stops: Sequence[CupStop]) -> tuple[tuple[CupStop, CupCell | None], ...]:
    lines = {line[0]: KeptLine(*line) for line in row.lines}
    return tuple(
        (stop, CupCell(stop, lines[stop.number]) if stop.number in lines else None)
        for stop in stops
    )


def _values(row: KeptRow, codes: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        str(value) if code in COUNTS else hundredths_text(value)
        for code, value in zip(codes, row.values, strict=True)
    )


def _people(players: Iterable[int]) -> dict[int, RegisteredPlayer]:
    found = RegisteredPlayer.objects.filter(pk__in=set(players)).select_related(
        "member__club", "member__province"
    )
    return {one.pk: one for one in found}


def ages_of(of: CupCategory, year: int) -> Ages:
    return Ages(year, of.age_from, of.age_until, of.sex)


def cups_of(tournament: Tournament) -> QuerySet[CupSection]:
    """The sections of cups in which it counts, for its own pages."""
    return (
        CupSection.objects.filter(
            Q(events__tournament=tournament) | Q(events__part__tournament=tournament)
        )
        .exclude(cup__state=Cup.State.DRAFT)
        .select_related("cup")
        .distinct()
    )
