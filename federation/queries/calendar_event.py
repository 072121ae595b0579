"""The front page of an event of the calendar: before, while and after it is played."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_plus

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import get_language

from federation.models import Appointment, CalendarChange, CalendarEvent, PlayerResult, Section
from federation.queries.calendar import published
from tournaments.documents.posted import document_label, public_documents
from tournaments.models import Document, Event, Round, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.standings.pictures import LEADERS, Picture, leaders
from tournaments.queries.standings.table import (
    StandingsRow,
    StandingsTable,
    last_public_round,
    missing_results,
    standings_table,
)
from tournaments.queries.teams.standings import team_table
from tournaments.wording import SYSTEM_NAMES

State = CalendarEvent.State
#: of one tournament
WINNERS = 3
#: how long the winners of a revision are kept
ENDED_SECONDS = 3600
#: tournaments with a picture and papers of their own on the page
MOST_PICTURES = 3
MAP = "https://www.openstreetmap.org/search?query="


@dataclass(frozen=True, slots=True)
class Winner:
    place: int
    name: str
    club: str
    score: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A tournament that is over: who won, how it came, and its papers."""

    tournament: Tournament
    winners: list[Winner]
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class SectionLine:
    """A section as it was announced."""

    section: Section
    system: str

    @property
    def ages(self) -> tuple[int, int]:
        return self.section.age_from, self.section.age_until


@dataclass(slots=True)
class Front:
    calendar: CalendarEvent
    sections: list[SectionLine] = field(default_factory=list)
    changes: list[CalendarChange] = field(default_factory=list)
    arbiters: list[Appointment] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)
    papers: list[tuple[Document, str]] = field(default_factory=list)

    @property
    def ahead(self) -> bool:
        """It is not over, and not cancelled."""
        on = self.calendar.ends_on >= timezone.localdate()
        return self.calendar.state == State.APPROVED and on

    @property
    def coming(self) -> bool:
        """Its first day is still to come: how to get in stands above everything else."""
        return self.calendar.starts_on > timezone.localdate()

    @property
    def cancelled(self) -> CalendarChange | None:
        if self.calendar.state != State.CANCELLED:
            return None
        kind = CalendarChange.Kind.CANCELLED
        return next((one for one in self.changes if one.kind == kind), None)

    @property
    def prizes(self) -> list[str]:
        return _lines(self.calendar.prizes)

    @property
    def schedule(self) -> list[str]:
        return _lines(self.calendar.schedule)

    @property
    def map(self) -> str:
        """A search for the address on a map, as a link: nothing of it is put into the page."""
        one = self.calendar
        place = [one.address or one.venue, one.city, one.province.name]
        told = ", ".join(dict.fromkeys(filter(None, place)))
        return MAP + quote_plus(told) if one.address or one.venue else ""

    @property
    def has_fees(self) -> bool:
        return any(line.section.fee or line.section.fee_minors for line in self.sections)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def calendar_of(event: Event) -> CalendarEvent | None:
    """Its row of the calendar, if it has one."""
    related = ("province", "club", "previous__event")
    return CalendarEvent.objects.filter(event=event).select_related(*related).first()


def announced(calendar: CalendarEvent) -> Front:
    """An application as it stands, before it has an event and after."""
    lines = [
        SectionLine(one, str(SYSTEM_NAMES.get(one.system, one.system)))
        for one in calendar.sections.select_related("tournament")
    ]
    return Front(calendar, sections=lines)


def front_of(calendar: CalendarEvent) -> Front:
    event = calendar.event
    assert event is not None
    confirmed = Appointment.objects.filter(
        calendar=calendar, state=Appointment.State.CONFIRMED
    ).select_related("arbiter__player")
    front = announced(calendar)
    front.changes = list(calendar.changes.all())
    front.arbiters = sorted(confirmed, key=_rank)
    front.rounds = _timed_rounds(event)
    over = [one for one in event.tournaments.all() if one.finished_at]
    for place, tournament in enumerate(over):
        tournament.event = event
        front.ended.append(_ended(tournament, place < MOST_PICTURES))
        papers = public_documents(tournament) if place < MOST_PICTURES else []
        front.papers += [(paper, document_label(paper)) for paper in papers]
    return front


def _rank(one: Appointment) -> tuple[int, str]:
    order = list(Appointment.Role)
    return order.index(Appointment.Role(one.role)), one.arbiter.player.name


def _timed_rounds(event: Event) -> list[Round]:
    """Of the first tournament whose rounds have their times."""
    timed = Round.objects.filter(
        tournament__event=event, tournament__undone_at=None, starts_at__isnull=False
    )
    rounds = list(timed.select_related("tournament").order_by("starts_at", "tournament_id"))
    first = {one.tournament_id for one in rounds[:1]}
    return [one for one in rounds if one.tournament_id in first]


def _ended(tournament: Tournament, drawn: bool) -> Ended:
    """Worked out once per revision and language, as a picture has words."""
    key = f"ended:{tournament.pk}:{tournament.revision}:{drawn}:{get_language()}"
    known: tuple[list[Winner], Picture | None] | None = cache.get(key)
    if known is None:
        made = _work_out(tournament, drawn)
        known = made.winners, made.picture
        cache.set(key, known, ENDED_SECONDS)
    return Ended(tournament, *known)


def _work_out(tournament: Tournament, drawn: bool) -> Ended:
    if not tournament.format.has_standings:
        return Ended(tournament, [])
    if tournament.format.pairs_teams:
        teams = team_table(tournament)
        told: Iterable[Any] = ((row.rank, row.entry.name, "", row.score) for row in teams.rows)
        return Ended(tournament, _winners(told))
    table = _first_of(tournament) or standings_table(tournament, public=True)
    told = ((row.rank, row.entry.name, row.entry.club, row.score) for row in table.rows)
    return Ended(tournament, _winners(told), leaders(table) if drawn and table.after else None)


def _first_of(tournament: Tournament) -> StandingsTable | None:
    """The head of the table from the outcomes that were kept when it ended, without counting it
    again; None where somebody of the first is not in the register, or a game is still open."""
    rows: list[StandingsRow] = []
    place = there = sharing = 0
    kept = PlayerResult.objects.filter(tournament=tournament, place__lte=LEADERS)
    for one in kept.select_related("entry").order_by("place", "entry__tpn"):
        if there == sharing:
            place, there, sharing = len(rows) + 1, 0, one.sharing or 0
        if one.place != place or there == sharing:
            return None
        there += 1
        rows.append(StandingsRow(place, sharing > 1, one.entry, one.points, ()))
    if not rows or there < sharing or len(rows) < min(LEADERS, one.players):
        return None
    after = last_public_round(tournament)
    if missing_results(tournament, after):
        return None
    shorten_names(tournament.event, [row.entry for row in rows])
    return StandingsTable(tournament, after, (), tuple(rows), final=True, missing=0)


def _winners(rows: Iterable[tuple[int, str, str, int]]) -> list[Winner]:
    found: list[Winner] = []
    for rank, name, club, score in rows:
        if rank > WINNERS or len(found) >= 2 * WINNERS:
            break
        found.append(Winner(rank, name, club, score))
    return found


def one_published(slug: str) -> CalendarEvent | None:
    related = ("event", "province", "club")
    return published().filter(event__slug=slug).select_related(*related).first()
