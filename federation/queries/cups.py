"""Cups as everybody may read them: the table of a section, and how each total came about.

Places of finished events are those of `PlayerResult`, places of an event that is on those of its
standings. Somebody who is not in the register cannot be followed from event to event: they keep
their place in the event and get no points.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Max, Q, QuerySet

from federation.core.cups import (
    COUNTS,
    Ages,
    EventPoints,
    Line,
    Result,
    Row,
    Rule,
    places_anew,
    points_of_event,
    ranked,
    sharing_by_place,
)
from federation.models import Cup, CupCategory, CupEvent, CupSection, PlayerResult
from federation.queries.people import ShownName, shown_names
from federation.wording.cups import TIE_BREAK_HEADS, hundredths_text
from pairing.results import KNOWN
from tournaments.models import Pairing, RegisteredPlayer, Round, Tournament
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.standings.table import standings_table


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
    """A player in an event: what it gave and whether it counts. `sharing`: so many had the same
    place; `score`: tenths of points in the event."""

    stop: CupStop
    line: Line
    sharing: int
    score: int

    @property
    def points(self) -> str:
        return hundredths_text(self.line.points)


@dataclass(frozen=True, slots=True)
class CupRow:
    """A player in the table, with a cell for each stop that has begun: None where they did not
    play."""

    row: Row
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
    rows: tuple[CupRow, ...]

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
        return next((row for row in self.rows if row.player.pk == player), None)


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


def cup_table(section: CupSection, category: CupCategory | None = None) -> CupTable:
    """The table as it is now. Three questions for the finished events together, the standings of
    each that is on, the names."""
    cup = section.cup
    stops = stops_of(section)
    results = _results(stops)
    people = _people(
        player for _all, found in results.values() for player in (one.player for one in found)
    )
    members = _members(cup, category, people.values())
    rule, events, shown_stops = rule_of(cup), [], []
    by_number: dict[int, dict[int, Result]] = {}
    for stop in stops:
        players, found = results.get(stop.number, (0, []))
        if members is not None:
            found = [one for one in found if one.player in members]
            if cup.own_places:
                found, players = places_anew(found), len(found)
        points = points_of_event(rule, found, stop.row.weight, players) if found else {}
        places = {one.player: one.place for one in found}
        by_number[stop.number] = {one.player: one for one in found}
        shown_stops.append(_numbered(stop, stop.number, players))
        events.append(EventPoints(stop.number, points, places, stop.row.always, stop.live))
    rows = ranked(events, cup.best, cup.tie_breaks)
    names = shown_names(people[row.player] for row in rows)
    sharing = {number: sharing_by_place(list(own.values())) for number, own in by_number.items()}
    shown = [
        CupRow(
            row, people[row.player], names[row.player],
            _cells(row, shown_stops, by_number, sharing), _values(row, cup.tie_breaks),
        )
        for row in rows
    ]  # fmt: skip
    return CupTable(section, category, tuple(shown_stops), tuple(shown))


def _cells(
    row: Row,
    stops: Sequence[CupStop],
    results: Mapping[int, Mapping[int, Result]],
    sharing: Mapping[int, Mapping[int, int]],
) -> tuple[tuple[CupStop, CupCell | None], ...]:
    lines = {line.event: line for line in row.lines}
    cells: list[tuple[CupStop, CupCell | None]] = []
    for stop in stops:
        if stop.to_come:
            continue
        line = lines.get(stop.number)
        own = results[stop.number].get(row.player)
        if line is None or own is None:
            cells.append((stop, None))
            continue
        shares = sharing[stop.number][own.place]
        cells.append((stop, CupCell(stop, line, shares, own.score)))
    return tuple(cells)


def _values(row: Row, codes: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        str(value) if code in COUNTS else hundredths_text(value)
        for code, value in zip(codes, row.values, strict=True)
    )


def _results(stops: Sequence[CupStop]) -> dict[int, tuple[int, list[Result]]]:
    """By number of the stop: how many played, and the results of those in the register."""
    by_tournament = {
        stop.tournament.pk: stop.number for stop in stops if stop.tournament and stop.finished
    }
    found: dict[int, tuple[int, list[Result]]] = {}
    rows = PlayerResult.objects.filter(
        tournament__in=by_tournament, place__isnull=False, games__gt=0
    ).values_list("tournament", "player", "place", "points", "players", "sharing")
    for tournament, player, place, points, players, sharing in rows.order_by(
        "tournament", "place", "pk"
    ):
        number = by_tournament[tournament]
        _most, own = found.setdefault(number, (players, []))
        own.append(Result(player, place or 0, points, sharing or 0))
    for stop in stops:
        if stop.tournament and stop.after and stop.number not in found:
            found[stop.number] = _of_standings(stop.tournament)
    return found


def _of_standings(tournament: Tournament) -> tuple[int, list[Result]]:
    if not tournament.format.ranks_players or not tournament.format.has_rounds:
        return 0, []
    rows = standings_table(tournament).rows
    sharing = Counter(row.rank for row in rows)
    at_the_board = _at_the_board(tournament)
    found = [
        Result(row.entry.player_id, row.rank, row.score, sharing[row.rank])
        for row in rows
        if row.entry.player_id is not None and row.entry.pk in at_the_board
    ]
    return len(rows), found


def _at_the_board(tournament: Tournament) -> set[int]:
    """Those who have a game of a published round behind them, or before them just now."""
    games = (
        Pairing.objects.games()
        .filter(round__tournament=tournament, round__status__in=PUBLIC)
        .order_by()
        .values_list("white", "black", "result")
    )
    return {
        entry
        for white, black, code in games
        if not code or any(game.played for game in KNOWN[code].single)
        for entry in (white, black)
    }


def _people(players: Iterable[int]) -> dict[int, RegisteredPlayer]:
    found = RegisteredPlayer.objects.filter(pk__in=set(players)).select_related(
        "member__club", "member__province"
    )
    return {one.pk: one for one in found}


def ages_of(of: CupCategory, year: int) -> Ages:
    return Ages(year, of.age_from, of.age_until, of.sex)


def _members(
    cup: Cup, category: CupCategory | None, people: Iterable[RegisteredPlayer]
) -> set[int] | None:
    """Those of the category; None for everybody."""
    if category is None:
        return None
    ages = ages_of(category, cup.year)
    return {one.pk for one in people if ages.has(one.birth_year, one.sex)}


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
