"""A club's players in an event, and its invoices."""

from dataclasses import dataclass

from federation.models import Booking, CalendarEvent, Charge, Club
from federation.queries.alphabet import in_turkish
from federation.queries.entries import place_in_line
from federation.queries.entries_money import Due, account_of


@dataclass(frozen=True, slots=True)
class ClubDesk:
    #: each with the place on the waiting list, or 0
    players: list[tuple[Booking, int]]
    invoices: list[Due]


def club_desk(calendar: CalendarEvent, club: Club) -> ClubDesk:
    rows = Booking.objects.filter(calendar=calendar, club=club).exclude(
        state=Booking.State.UNCONFIRMED
    )
    found = rows.select_related("section").order_by("section__position", in_turkish("name"), "pk")
    invoices = Charge.objects.filter(
        calendar=calendar, club=club, purpose=Charge.Purpose.CLUB
    ).order_by("pk")
    return ClubDesk(
        [(one, place_in_line(one)) for one in found],
        [Due(one, account_of(one)) for one in invoices],
    )
