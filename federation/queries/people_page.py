"""A player's page: everything that public events and lists say of one person."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.contrib.postgres.aggregates import BoolOr
from django.db.models import Q
from django.utils import timezone

from federation.models import Booking, Licence, Member, MonthList, PlayerResult, Privacy
from federation.queries.people import ShownName, is_minor_now
from federation.queries.people_estimates import estimates, since_when
from federation.queries.people_games import PlayedGame, games_of, public_entries
from federation.queries.people_ratings import Ratings, ratings_of
from federation.queries.people_sums import LATEST, Games
from federation.queries.ratings_lists import explained
from pairing.results import KNOWN, ByeKind
from tournaments.models import Entry, Event, Pairing, RegisteredPlayer, Tournament
from tournaments.queries.entries.names import shortened
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.standings.ratings import signed_tenths

#: events that are seen before all of them are asked for
EVENTS = 15


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event on the player's page; place and the like once it is over."""

    entry: Entry
    outcome: PlayerResult | None
    points: int | None  # in tenths
    games: int
    running: bool

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament

    @property
    def event(self) -> Event:
        return self.entry.tournament.event

    @property
    def change(self) -> str:
        """Of the rating, in the decimals of the reader."""
        if self.outcome is None or self.outcome.change is None:
            return "–"
        return signed_tenths(self.outcome.change)


@dataclass(frozen=True)
class PlayerPage:
    """Each part is asked for when it is shown; the page itself shows the latest of all."""

    player: RegisteredPlayer
    member: Member | None
    shown: ShownName
    #: what would tell who a shortened name is: the year of birth, numbers
    discreet: bool
    noindex: bool

    @cached_property
    def licence(self) -> Licence | None:
        return _licence(self.player) if self.member else None

    @cached_property
    def ratings(self) -> Ratings:
        lines = self._listed.lines
        return self._listed.with_estimates(estimates(self.player, lines, self._outcomes.values()))

    @cached_property
    def _listed(self) -> Ratings:
        return ratings_of(self.player)

    @cached_property
    def games(self) -> Games:
        return Games(self.player.pk, known=self._latest_entries)

    @cached_property
    def coming(self) -> list[Booking]:
        return _coming(self.player)

    @property
    def explained(self) -> list[MonthList]:
        """Rating lists of the federation whose pages say why."""
        return explained(self.player.pk)

    @cached_property
    def events(self) -> list[EventLine]:
        outcomes = PlayerResult.objects.filter(player=self.player)
        return _lines(list(public_entries(self.player)), {row.pk: row for row in outcomes})[0]

    @cached_property
    def event_count(self) -> int:
        return public_entries(self.player).count()

    @property
    def latest_events(self) -> list[EventLine]:
        return self._latest[0][:EVENTS]

    @cached_property
    def _latest(self) -> tuple[list[EventLine], list[PlayedGame]]:
        return _lines(self._latest_entries, self._outcomes)

    @cached_property
    def _outcomes(self) -> dict[int, PlayerResult]:
        """Of the latest events, of those that no list has counted, and every one with a norm."""
        wanted = Q(pk__in=[one.pk for one in self._latest_entries]) | ~Q(norm="")
        if since := since_when(self._listed.lines):
            wanted |= Q(ended_on__gt=since)
        found = PlayerResult.objects.filter(
            wanted,
            player=self.player,
            tournament__undone_at=None,
            event__public=True,
            event__removed=False,
        )
        return {row.pk: row for row in found}

    @cached_property
    def _latest_entries(self) -> list[Entry]:
        today, entries = timezone.localdate(), public_entries(self.player)
        latest = list(entries[:EVENTS])
        if len(latest) == EVENTS and latest[-1].tournament.event.ends_on >= today:
            # What ends later stands before what is being played now.
            latest += entries.filter(
                tournament__event__starts_on__lte=today, tournament__event__ends_on__gte=today
            ).exclude(pk__in=[one.pk for one in latest])[:EVENTS]
        return latest

    @property
    def has_earlier_events(self) -> bool:
        return len(self.latest_events) == EVENTS and self.event_count > EVENTS

    @property
    def playing(self) -> list[EventLine]:
        return [line for line in self.latest_events if line.running]

    @property
    def now(self) -> list[PlayedGame]:
        """Boards at which they sit now, or will when the round begins."""
        running = {line.entry.pk for line in self.playing}
        return [game for game in self._latest[1] if game.waits and game.entry.pk in running]

    @cached_property
    def latest_games(self) -> list[PlayedGame]:
        return self.games[:LATEST]

    @cached_property
    def norms(self) -> list[EventLine]:
        with_norm = [pk for pk, outcome in self._outcomes.items() if outcome.norm]
        if not with_norm:
            return []
        entries = public_entries(self.player).filter(pk__in=with_norm)
        return _lines(list(entries), self._outcomes)[0]


def registered(number: int) -> RegisteredPlayer | None:
    found = RegisteredPlayer.objects.select_related("member__club", "member__province")
    return found.filter(pk=number).first()


def player_page(player: RegisteredPlayer) -> PlayerPage:
    """The name as they wished it; of somebody under 18 as the strictest of their events has it."""
    member, minor = getattr(player, "member", None), is_minor_now(player)
    name, noindex = ShownName(player.name), False
    if member is not None and member.privacy != Privacy.OPEN:
        name = ShownName(shortened(player.name), True, member.privacy == Privacy.HIDDEN)
        noindex = True
    elif minor:
        wishes = (
            public_entries(player)
            .order_by()
            .aggregate(
                short=BoolOr("tournament__event__shorten_minors"),
                noindex=BoolOr("tournament__event__noindex"),
            )
        )
        if wishes["short"]:
            name = ShownName(shortened(player.name), True)
        noindex = bool(wishes["short"] or wishes["noindex"])
    return PlayerPage(
        player=player,
        member=member,
        shown=name,
        discreet=name.short or minor,
        noindex=noindex or (member is not None and member.noindex),
    )


def _licence(player: RegisteredPlayer) -> Licence | None:
    """The right to play that counts today, or the last one; not the next season's."""
    found = Licence.objects.filter(
        player=player,
        category=Licence.Category.PLAYER,
        withdrawn_at=None,
        valid_from__lte=timezone.localdate(),
    )
    return found.order_by("-valid_until").first()


def is_valid(licence: Licence, day: date) -> bool:
    return licence.withdrawn_at is None and licence.valid_from <= day <= licence.valid_until


def _lines(
    entries: list[Entry], outcomes: dict[int, PlayerResult]
) -> tuple[list[EventLine], list[PlayedGame]]:
    """The events, those that are being played first, whenever they began; and the games of those
    that have no result in the books yet."""
    today = timezone.localdate()
    open_ = [one for one in entries if one.pk not in outcomes]
    games = games_of(open_)
    points, counted = _points_so_far(open_, games)
    found = []
    for entry in entries:
        tournament, outcome = entry.tournament, outcomes.get(entry.pk)
        found.append(
            EventLine(
                entry=entry,
                outcome=outcome,
                points=outcome.points if outcome else points.get(entry.pk),
                games=outcome.games if outcome else counted.get(entry.pk, 0),
                running=tournament.finished_at is None
                and not entry.gone
                and tournament.event.starts_on <= today <= tournament.event.ends_on,
            )
        )
    return sorted(found, key=lambda line: not line.running), games


def _points_so_far(
    entries: list[Entry], games: list[PlayedGame]
) -> tuple[dict[int, int], dict[int, int]]:
    """Points and games of tournaments that have no result in the books yet."""
    points: dict[int, int] = {}
    counted: dict[int, int] = {}
    open_ = {entry.pk: entry for entry in entries}
    for game in games:
        if not game.code or len(game.code) < 2:
            continue
        system = game.entry.tournament.point_system
        white, black = system.for_result(KNOWN[game.code])
        own = white if game.colour == "w" else black
        points[game.entry.pk] = points.get(game.entry.pk, 0) + own
        counted[game.entry.pk] = counted.get(game.entry.pk, 0) + len(game.played())
    byes = Pairing.objects.byes().filter(white_id__in=open_, round__status__in=PUBLIC)
    for pk, kind in byes.order_by().values_list("white_id", "bye") if open_ else ():
        system = open_[pk].tournament.point_system
        points[pk] = points.get(pk, 0) + system.for_bye(ByeKind(kind))
    return points, counted


def _coming(player: RegisteredPlayer) -> list[Booking]:
    """Events on the calendar that they have entered and that have not begun to be played."""
    found = Booking.objects.filter(
        player=player,
        entry=None,
        state__in=[Booking.State.ACCEPTED, Booking.State.WAITING, Booking.State.OFFERED],
        calendar__ends_on__gte=timezone.localdate(),
        calendar__event__public=True,
        calendar__event__removed=False,
        calendar__state="approved",
    )
    return list(
        found.select_related("calendar__event", "section").order_by("calendar__starts_on")[:20]
    )
