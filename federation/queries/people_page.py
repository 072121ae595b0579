"""A player's page: everything that public events and lists say of one person."""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils import timezone

from federation.models import Booking, Licence, Member, MonthList, PlayerResult, Privacy
from federation.queries.people import ShownName, is_minor_now
from federation.queries.people_estimates import estimates
from federation.queries.people_games import Games, PlayedGame, games_of
from federation.queries.people_ratings import Ratings, ratings_of
from federation.queries.ratings_lists import explained
from pairing.results import KNOWN, ByeKind
from tournaments.models import Entry, Event, Pairing, RegisteredPlayer, Tournament
from tournaments.queries.entries.names import shortened
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.standings.ratings import signed_tenths

#: games on the page itself; all of them have a page of their own
LATEST = 10
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


@dataclass(frozen=True, slots=True)
class PlayerPage:
    player: RegisteredPlayer
    member: Member | None
    shown: ShownName
    #: what would tell who a shortened name is: the year of birth, numbers
    discreet: bool
    noindex: bool
    licence: Licence | None
    ratings: Ratings
    events: list[EventLine]
    games: Games
    coming: list[Booking]

    @property
    def explained(self) -> list[MonthList]:
        """Rating lists of the federation whose pages say why."""
        return explained(self.player.pk)

    @property
    def playing(self) -> list[EventLine]:
        return [line for line in self.events if line.running]

    @property
    def now(self) -> list[PlayedGame]:
        """Boards at which they sit now, or will when the round begins."""
        running = {line.entry.pk for line in self.playing}
        return [game for game in self.games.games if game.waits and game.entry.pk in running]

    @property
    def latest_events(self) -> list[EventLine]:
        return self.events[:EVENTS]

    @property
    def has_earlier_events(self) -> bool:
        return len(self.events) > EVENTS

    @property
    def latest_games(self) -> list[PlayedGame]:
        return list(self.games.games[:LATEST])

    @property
    def norms(self) -> list[EventLine]:
        return [line for line in self.events if line.outcome and line.outcome.norm]


def registered(number: int) -> RegisteredPlayer | None:
    found = RegisteredPlayer.objects.select_related("member__club", "member__province")
    return found.filter(pk=number).first()


def public_entries(player: RegisteredPlayer) -> QuerySet[Entry]:
    """Their places in tournaments that everybody may see, the latest first."""
    return (
        Entry.objects.filter(
            player=player,
            tournament__undone_at=None,
            tournament__event__public=True,
            tournament__event__removed=False,
        )
        .select_related("tournament__event")
        .defer("tournament__regulations", "tournament__prizes", "tournament__arbiters_report")
        .order_by("-tournament__event__ends_on", "-tournament__position", "-pk")
    )


def strictest(player: RegisteredPlayer, entries: list[Entry]) -> ShownName:
    """The name as they wished it; of somebody under 18 as the strictest of these events has it."""
    member = getattr(player, "member", None)
    if member is not None and member.privacy != Privacy.OPEN:
        return ShownName(shortened(player.name), True, member.privacy == Privacy.HIDDEN)
    if is_minor_now(player) and any(one.tournament.event.shorten_minors for one in entries):
        return ShownName(shortened(player.name), True)
    return ShownName(player.name)


def kept_from_search_engines(player: RegisteredPlayer, entries: list[Entry]) -> bool:
    member = getattr(player, "member", None)
    if member is not None and (member.noindex or member.privacy != Privacy.OPEN):
        return True
    return is_minor_now(player) and any(
        one.tournament.event.noindex or one.tournament.event.shorten_minors for one in entries
    )


def player_page(player: RegisteredPlayer) -> PlayerPage:
    entries = list(public_entries(player))
    shown = strictest(player, entries)
    games = games_of(entries)
    member = getattr(player, "member", None)
    ratings = ratings_of(player)
    events = _events(player, entries, games)
    outcomes = [line.outcome for line in events if line.outcome]
    return PlayerPage(
        player=player,
        member=member,
        shown=shown,
        discreet=shown.short or is_minor_now(player),
        noindex=kept_from_search_engines(player, entries),
        licence=_licence(player) if member else None,
        ratings=ratings.with_estimates(estimates(player, ratings.lines, outcomes, games.games)),
        events=events,
        games=games,
        coming=_coming(player),
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


def _events(player: RegisteredPlayer, entries: list[Entry], games: Games) -> list[EventLine]:
    outcomes = {row.pk: row for row in PlayerResult.objects.filter(player=player)}
    today = timezone.localdate()
    points, counted = _points_so_far([one for one in entries if one.pk not in outcomes], games)
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
    # What is being played stands first, whenever it began.
    return sorted(found, key=lambda line: not line.running)


def _points_so_far(entries: list[Entry], games: Games) -> tuple[dict[int, int], dict[int, int]]:
    """Points and games of tournaments that have no result in the books yet."""
    points: dict[int, int] = {}
    counted: dict[int, int] = {}
    open_ = {entry.pk: entry for entry in entries}
    for game in games.games:
        if game.entry.pk not in open_ or not game.code or len(game.code) < 2:
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
