"""The events that are being played: the round, its open games, who leads."""

from dataclasses import dataclass, field
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from federation.models import CalendarEvent
from tournaments.core.text import sort_key
from tournaments.models import Event, Round, Tournament
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.standings import team_table

#: of one view
MOST_EVENTS = 24
PUBLIC = (Round.Status.PUBLISHED, Round.Status.FINISHED)
#: so long a leader is kept at most
KEPT = 3600


@dataclass(frozen=True, slots=True)
class Leader:
    """The first of the standings; how many others have as many points."""

    name: str
    score: int
    beside: int = 0


@dataclass(slots=True)
class Playing:
    """A tournament on its way."""

    tournament: Tournament
    players: int
    round: Round | None = None
    games: int = 0
    missing: int = 0
    leader: Leader | None = None

    @property
    def percent(self) -> int:
        return 100 * (self.games - self.missing) // self.games if self.games else 0


@dataclass(slots=True)
class Live:
    event: Event
    playing: list[Playing] = field(default_factory=list)

    @property
    def calendar(self) -> int:
        """The key of its row of the calendar; 0 without one."""
        row: CalendarEvent | None = getattr(self.event, "calendar", None)
        return row.pk if row else 0

    @property
    def players(self) -> int:
        return sum(one.players for one in self.playing)

    @property
    def latest(self) -> Playing | None:
        """The first of its tournaments that plays a round, else one that has ended."""
        begun = [one for one in self.playing if one.round]
        return next(
            (one for one in begun if not one.tournament.finished_at), begun[0] if begun else None
        )

    @property
    def over(self) -> bool:
        """All of it has ended, before the day has."""
        return bool(self.playing) and all(one.tournament.finished_at for one in self.playing)


def playing_now(now: datetime | None = None) -> tuple[list[Live], int]:
    """The events of today, the largest first; and how many there are."""
    today = timezone.localdate(now)
    events = list(
        Event.objects.filter(public=True, removed=False, starts_on__lte=today, ends_on__gte=today)
        .exclude(calendar__state="cancelled")
        .select_related("calendar__province")
        .defer("search_key")
    )
    found = {event.pk: Live(event) for event in events}
    lines = _lines(tournaments_of_events(list(found)))
    for line in lines:
        line.tournament.event = found[line.tournament.event_id].event
        found[line.tournament.event_id].playing.append(line)
    under_way = [one for one in found.values() if not one.over]
    ordered = sorted(under_way, key=lambda one: (-one.players, sort_key(one.event.name, "tr")))
    shown = ordered[:MOST_EVENTS]
    for one in shown:
        if (first := one.latest) is not None:
            first.leader = leader_of(first.tournament)
    return shown, len(ordered)


def tournaments_of_events(events: list[int]) -> QuerySet[Tournament]:
    found = Tournament.objects.filter(event__in=events)
    return found.annotate(
        players=Count("entries", filter=~Q(entries__status="expelled"), distinct=True)
    ).order_by("position", "pk")


def _lines(tournaments: QuerySet[Tournament]) -> list[Playing]:
    lines = {one.pk: Playing(one, one.players) for one in tournaments}  # type: ignore[attr-defined]
    latest: dict[int, Round] = {}
    public = Round.objects.filter(tournament__in=lines, status__in=PUBLIC)
    for round_ in public.order_by("number"):
        latest[round_.tournament_id] = round_
    games = {
        pk: (games, missing)
        for pk, games, missing in Round.objects.filter(pk__in=[one.pk for one in latest.values()])
        .annotate(
            games=Count("pairings", filter=Q(pairings__black__isnull=False)),
            missing=Count(
                "pairings",
                filter=Q(pairings__black__isnull=False)
                & (Q(pairings__result="") | Q(pairings__result__contains="?")),
            ),
        )
        .values_list("pk", "games", "missing")
    }
    for pk, round_ in latest.items():
        lines[pk].round = round_
        lines[pk].games, lines[pk].missing = games[round_.pk]
    return list(lines.values())


def leader_of(tournament: Tournament) -> Leader | None:
    """The leader after the last complete round; nobody before there is one. Worked out once for
    all the results that come in while a round is played."""
    key = f"leader:{tournament.pk}:{tournament.settled_revision}"
    if (known := cache.get(key)) is not None:
        return Leader(*known) if known else None
    found = leader_now(tournament)
    cache.set(key, (found.name, found.score, found.beside) if found else (), KEPT)
    return found


def leader_now(tournament: Tournament) -> Leader | None:
    if not tournament.format.has_standings:
        return None
    if tournament.format.pairs_teams:
        teams = team_table(tournament)
        return _first(teams.after, [(row.entry.name, row.score) for row in teams.rows])
    table = standings_table(tournament, public=True)
    return _first(table.after, [(row.entry.name, row.score) for row in table.rows])


def _first(after: int, rows: list[tuple[str, int]]) -> Leader | None:
    if not after or not rows:
        return None
    name, score = rows[0]
    return Leader(name, score, sum(other == score for _name, other in rows[1:]))
