"""The public list of entries: by section in the order of expected start numbers, with the names as
everybody may read them. Page, CSV and JSON are renderings of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from federation.models import Booking, CalendarEvent, Member, Privacy, Section
from federation.queries.entries import Places, places_of, tournament_like
from tournaments.core.text import fold, sort_key
from tournaments.models import Entry, Event
from tournaments.queries.entries.names import is_minor, shortened
from tournaments.queries.entries.numbering import order_of

State = Booking.State
SORTS = ("number", "name", "rating", "club")


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody who entered."""

    #: expected start number; 0 for those who wait
    number: int
    #: the number in the register, where the page of the person is public
    player: int
    name: str
    title: str
    federation: str
    club: str
    rating: int
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class SectionList:
    places: Places
    rows: list[Listed]
    waiting: list[Listed]

    @property
    def section(self) -> Section:
        return self.places.section

    @property
    def count(self) -> int:
        return len(self.rows)

    @property
    def average(self) -> int:
        """Of those who have a rating."""
        rated = [one.rating for one in self.rows if one.rating]
        return round(sum(rated) / len(rated)) if rated else 0


def entry_list(
    calendar: CalendarEvent, *, section: int = 0, club: str = "", sort: str = "number"
) -> list[SectionList]:
    """Confirmed entries only. An offered place stands with those who wait until it is taken."""
    rows = Booking.objects.filter(
        calendar=calendar, state__in=(State.ACCEPTED, State.WAITING, State.OFFERED)
    )
    found = list(rows.select_related("player").order_by("place_in_line", "pk"))
    members = Member.objects.in_bulk([one.player_id for one in found if one.player_id])
    names = Names(calendar, members)
    by_section: dict[int, list[Booking]] = {}
    for one in found:
        by_section.setdefault(one.section_id, []).append(one)
    lists = []
    for places in places_of(calendar):
        if section and places.section.pk != section:
            continue
        bookings = by_section.get(places.section.pk, [])
        accepted = [one for one in bookings if one.state == State.ACCEPTED]
        numbered = list(enumerate(in_order(calendar, places.section, accepted), start=1))
        waiting = [one for one in bookings if one.state != State.ACCEPTED]
        lists.append(
            SectionList(
                places,
                _sorted([names.row(one, number) for number, one in numbered], club, sort),
                _of_club([names.row(one, 0, place) for place, one in enumerate(waiting, 1)], club),
            )
        )
    return lists


def in_order(
    calendar: CalendarEvent, section: Section, bookings: Iterable[Booking]
) -> list[Booking]:
    """By the very order of the tournament that will be played."""
    like = tournament_like(calendar, section)
    people = {one.pk: one for one in bookings}
    entries = [_as_entry(one, like) for one in people.values()]
    return [people[entry.pk] for entry in sorted(entries, key=order_of(like, entries))]


def _as_entry(booking: Booking, like: Any) -> Entry:
    player = booking.player
    return Entry(
        pk=booking.pk,
        tournament=like,
        player=player,
        name=booking.name,
        title=player.title if player else "",
        sex=booking.sex,
        birth_date=booking.birth_date,
        federation=booking.federation,
        fide_id=player.fide_id if player else "",
        rating=booking.rating,
        fide_rating=booking.rating if player and player.fide_id else 0,
        national_rating=0 if player and player.fide_id else booking.rating,
    )


class Names:
    """The part of a person that the public may read: the strictest of the event and the person."""

    def __init__(self, calendar: CalendarEvent, members: dict[int, Member]) -> None:
        assert calendar.event is not None
        self.event: Event = calendar.event
        self.members = members

    def row(self, booking: Booking, number: int, waiting: int = 0) -> Listed:
        member = self.members.get(booking.player_id or 0)
        private = member is not None and member.privacy != Privacy.OPEN
        minor = self.event.shorten_minors and is_minor(
            Entry(birth_date=booking.birth_date), self.event
        )
        short = private or minor
        return Listed(
            number=number,
            player=0 if short or not booking.player_id else booking.player_id,
            name=shortened(booking.name) if short else booking.name,
            title=booking.player.title if booking.player else "",
            federation=booking.federation,
            club=booking.club_name,
            rating=booking.rating,
            waiting=waiting,
        )


def _of_club(rows: list[Listed], club: str) -> list[Listed]:
    return [one for one in rows if not club or fold(one.club) == fold(club)]


def _sorted(rows: list[Listed], club: str, sort: str) -> list[Listed]:
    language = get_language() or "tr"
    keys: dict[str, Any] = {
        "name": lambda one: sort_key(one.name, language),
        "rating": lambda one: (-one.rating, one.number),
        "club": lambda one: (not one.club, sort_key(one.club, language), one.number),
    }
    found = _of_club(rows, club)
    return sorted(found, key=keys[sort]) if sort in keys else found


def clubs_in(lists: Iterable[SectionList]) -> list[str]:
    """Of the filter, by the reader's alphabet."""
    clubs = {one.club for each in lists for one in (*each.rows, *each.waiting) if one.club}
    return sorted(clubs, key=lambda club: sort_key(club, get_language() or "tr"))
