"""A club's players in an event, and its invoices."""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from federation.models import Booking, CalendarEvent, Charge, Club, ClubLink
from federation.queries.alphabet import in_turkish
from federation.queries.entries import place_in_line
from federation.queries.entries_links import link_of_club
from federation.queries.entries_money import Due, account_of
from federation.queries.search import find_clubs

#: clubs that a search shows
SHOWN = 20


def players_of(calendar: CalendarEvent, club: Club) -> list[tuple[Booking, int]]:
    """Each with the place on the waiting list, or 0."""
    rows = Booking.objects.filter(calendar=calendar, club=club).exclude(
        state=Booking.State.UNCONFIRMED
    )
    found = rows.select_related("section").order_by("section__position", in_turkish("name"), "pk")
    return [(one, place_in_line(one)) for one in found]


def invoices_of(calendar: CalendarEvent, club: Club) -> list[Due]:
    found = Charge.objects.filter(calendar=calendar, club=club, purpose=Charge.Purpose.CLUB)
    return [Due(one, account_of(one)) for one in found.order_by("pk")]


@dataclass(frozen=True, slots=True)
class SentLink:
    """A club's link, as the organiser sees it: empty where it was withdrawn."""

    row: ClubLink
    address: str
    #: players of the club who are in, wait, or have a place offered
    players: int


def sent_links(calendar: CalendarEvent) -> list[SentLink]:
    """In the order of the clubs' names."""
    entered = (
        Booking.objects.filter(
            calendar=OuterRef("calendar"), club=OuterRef("club"), state__in=Booking.OPEN
        )
        .order_by()
        .values("club")
    )
    counted = Coalesce(Subquery(entered.annotate(n=Count("pk")).values("n")), 0)
    rows = ClubLink.objects.filter(calendar=calendar).annotate(players=counted)
    return [
        SentLink(one, link_of_club(one) if one.token else "", one.players)
        for one in rows.select_related("club").order_by(in_turkish("club__name"), "pk")
    ]


def clubs_called(typed: str) -> tuple[list[Club], bool]:
    """Clubs that are not closed, by name and town, and whether there are more."""
    if not any(map(str.isalnum, typed)):
        return [], False
    found = list(find_clubs(typed).filter(closed_on=None)[: SHOWN + 1])
    return found[:SHOWN], len(found) > SHOWN
