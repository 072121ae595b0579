"""Entering an event: who may, when, which section, which fee, and which places are left.
Pages, mails and programs ask here, and the services ask again under the lock of the event."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, time
from decimal import Decimal

from django.db.models import Count, Q, QuerySet
from django.utils import formats, timezone

from federation.core.entries import (
    Limits,
    Player,
    Told,
    chosen,
    fee_of,
    is_under_age,
    why,
    why_not,
)
from federation.models import Booking, CalendarEvent, Licence, Section
from federation.wording.entries import amount_text
from tournaments.core.text import same_name
from tournaments.models import Entry, RatingMethod, RegisteredPlayer, Tournament
from tournaments.queries.entries.numbering import tournament_rating
from tournaments.queries.entries.ratings import values_for
from tournaments.wording import sentence

#: as many as come
UNLIMITED = 10**9
#: states that stand on the list
LISTED = (Booking.State.ACCEPTED, Booking.State.WAITING, Booking.State.OFFERED)


# --- Times ----------------------------------------------------------------------------------------


def closes_at(calendar: CalendarEvent) -> datetime | None:
    """The last moment of entries; none where nobody enters through the site."""
    if calendar.entries_until is None or calendar.event is None:
        return None
    begins = datetime.combine(calendar.starts_on, time.max, calendar.event.zone)
    return min(calendar.entries_until, begins)


def why_closed(calendar: CalendarEvent, now: datetime) -> Told | None:
    """Why nobody can enter now."""
    until = closes_at(calendar)
    if calendar.state == CalendarEvent.State.CANCELLED:
        return Told("entering.cancelled")
    if calendar.state != CalendarEvent.State.APPROVED or until is None:
        return Told("entering.not_here")
    if calendar.entries_from is not None and now < calendar.entries_from:
        return Told("entering.not_yet", {"time": _time(calendar, calendar.entries_from)})
    if now >= until:
        return Told("entering.over", {"time": _time(calendar, until)})
    return None


def _time(calendar: CalendarEvent, moment: datetime) -> str:
    """By the clock of the venue."""
    zone = calendar.event.zone if calendar.event else None
    return formats.date_format(timezone.localtime(moment, zone), "SHORT_DATETIME_FORMAT")


def open_events(now: datetime | None = None) -> QuerySet[CalendarEvent]:
    """Events that can be entered now, those that close first before the others."""
    now = now or timezone.now()
    begun = Q(entries_from=None) | Q(entries_from__lte=now)
    found = CalendarEvent.objects.filter(
        begun,
        state=CalendarEvent.State.APPROVED,
        entries_until__gt=now,
        starts_on__gte=timezone.localdate(now),
        event__public=True,
        event__removed=False,
    )
    return found.select_related("event").order_by("entries_until", "pk")


# --- Places ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Places:
    """Of one section."""

    section: Section
    held: int
    waiting: int

    @property
    def limited(self) -> bool:
        return self.section.places > 0

    @property
    def left(self) -> int:
        return max(0, self.section.places - self.held) if self.limited else UNLIMITED

    @property
    def full(self) -> bool:
        return self.left == 0


def places_of(calendar: CalendarEvent) -> list[Places]:
    held: Counter[int] = Counter()
    waiting: Counter[int] = Counter()
    rows = Booking.objects.filter(calendar=calendar, state__in=LISTED)
    for section, state, count in rows.values_list("section", "state").annotate(n=Count("pk")):
        if state == Booking.State.WAITING:
            waiting[section] += count
        else:
            held[section] += count
    return [Places(one, held[one.pk], waiting[one.pk]) for one in calendar.sections.all()]


def place_in_line(booking: Booking) -> int:
    """1 for whoever is the next of the section; 0 for those who do not wait."""
    if booking.state != Booking.State.WAITING or booking.place_in_line is None:
        return 0
    before = Booking.objects.filter(
        section=booking.section_id,
        state=Booking.State.WAITING,
        place_in_line__lt=booking.place_in_line,
    )
    return before.count() + 1


# --- Rules ----------------------------------------------------------------------------------------


def limits_of(section: Section) -> Limits:
    return Limits(
        key=section.pk,
        age_until=section.age_until,
        age_from=section.age_from,
        rating_from=section.rating_from,
        rating_until=section.rating_until,
        sex=section.sex,
    )


def tournament_like(calendar: CalendarEvent, section: Section | None = None) -> Tournament:
    """The tournament of a section, or one as it will be: ratings and start numbers follow from
    its settings."""
    if section is not None and section.tournament is not None:
        return section.tournament
    method = RatingMethod.FIDON if calendar.fide_rated else RatingMethod.NIDOF
    made = Tournament(event=calendar.event, rating_type=calendar.time, rating_method=method)
    if section is not None:
        made.system, made.total_rounds = section.system, section.rounds
    return made


def rating_in(calendar: CalendarEvent, player: RegisteredPlayer | None) -> int:
    """The rating by which the event ranks a player of the register."""
    if player is None:
        return 0
    like = tournament_like(calendar)
    known = values_for(player, like)
    entry = Entry(
        fide_rating=known["fide_rating"], national_rating=known["national_rating"], rating=0
    )
    return tournament_rating(entry, like.rating_method)


def birth_date_of(player: RegisteredPlayer) -> str:
    """The whole date where the federation knows it, else what the lists say."""
    member = getattr(player, "member", None)
    return str(member.born_on) if member and member.born_on else player.birth_date


def player_of(booking: Booking) -> Player:
    title = booking.player.title if booking.player else ""
    return Player(booking.birth_date, booking.sex, booking.rating, title)


def why_not_in(player: Player, section: Section) -> Told | None:
    return why_not(player, limits_of(section), section.calendar.starts_on.year)


def licence_missing(calendar: CalendarEvent, player: RegisteredPlayer | None) -> Told | None:
    """Players of the own federation need a licence for the days of the event, where it asks for
    one. Of newcomers the registrar sees to it."""
    if not calendar.licence_needed or player is None or calendar.event is None:
        return None
    if player.federation not in ("", calendar.event.federation):
        return None
    valid = Licence.objects.filter(
        player=player,
        category=Licence.Category.PLAYER,
        withdrawn_at=None,
        valid_from__lte=calendar.starts_on,
        valid_until__gte=calendar.starts_on,
    )
    return None if valid.exists() else Told("entering.no_licence", {"name": player.name})


@dataclass(frozen=True, slots=True)
class Offer:
    """A section that a player may enter: why, for how much, and whether there is a place."""

    places: Places
    reasons: list[Told]
    fee: Decimal

    @property
    def section(self) -> Section:
        return self.places.section

    @property
    def texts(self) -> list[str]:
        return [sentence(one.code, one.values) for one in self.reasons]

    @property
    def fee_text(self) -> str:
        return amount_text(self.fee, self.section.calendar.currency)


@dataclass(frozen=True, slots=True)
class Kept:
    """A section that a player may not enter, and the sentence of the regulations."""

    section: Section
    rule: Told

    @property
    def text(self) -> str:
        return sentence(self.rule.code, self.rule.values)


def offers_for(calendar: CalendarEvent, player: Player) -> tuple[list[Offer], list[Kept]]:
    """The sections for a player, the one made for them first; and the others with the rule."""
    year = calendar.starts_on.year
    places = {one.section.pk: one for one in places_of(calendar)}
    limits = {key: limits_of(one.section) for key, one in places.items()}
    offers = [
        Offer(
            places[one.key],
            why(player, one, year),
            fee_in(calendar, places[one.key].section, player),
        )
        for one in chosen(player, limits.values(), year)
    ]
    fit = {one.section.pk for one in offers}
    kept = [
        Kept(places[key].section, rule)
        for key, one in limits.items()
        if key not in fit and (rule := why_not(player, one, year)) is not None
    ]
    return offers, kept


def fee_in(calendar: CalendarEvent, section: Section, player: Player) -> Decimal:
    return fee_of(
        player,
        fee=section.fee,
        fee_minors=section.fee_minors,
        titled_free=section.titled_free,
        day=calendar.starts_on,
    )


def needs_parent(birth_date: str) -> bool:
    return is_under_age(birth_date, timezone.localdate())


def entered_already(
    calendar: CalendarEvent, player: RegisteredPlayer | None, name: str, birth_date: str
) -> bool:
    """True if this person stands on the list, or on the waiting list, of the event."""
    listed = Booking.objects.filter(calendar=calendar, state__in=LISTED)
    if player is not None:
        return listed.filter(player=player).exists()
    born = listed.filter(birth_date=birth_date).values_list("name", flat=True)
    return any(same_name(one) == same_name(name) for one in born)


def together_with(booking: Booking) -> list[Booking]:
    """The booking and those that were entered with it, from one address."""
    rows = Booking.objects.filter(calendar=booking.calendar_id)
    if booking.group:
        rows = rows.filter(group=booking.group, email=booking.email)
    else:
        rows = rows.filter(pk=booking.pk)
    return list(rows.select_related("section", "player", "calendar__event").order_by("pk"))
