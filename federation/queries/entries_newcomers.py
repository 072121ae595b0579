"""Newcomers: people who entered and were not found in the register; and who they may be."""

from dataclasses import dataclass

from django.db.models import QuerySet

from federation.models import Booking
from tournaments.models import RegisteredPlayer
from tournaments.register.search import players_named, search_register

#: as many as a registrar looks at
SHOWN = 6


@dataclass(frozen=True, slots=True)
class Newcomer:
    booking: Booking
    candidates: list[RegisteredPlayer]


def newcomers() -> QuerySet[Booking]:
    """Those with a confirmed address, the first come first."""
    states = (Booking.State.ACCEPTED, Booking.State.WAITING, Booking.State.OFFERED)
    found = Booking.objects.filter(player=None, state__in=states, calendar__event__isnull=False)
    found = found.filter(calendar__event__forgotten_at=None)
    return found.select_related("calendar__event", "section", "club").order_by("confirmed_at", "pk")


def with_candidates(bookings: list[Booking]) -> list[Newcomer]:
    return [Newcomer(one, _candidates(one)) for one in bookings]


def _candidates(booking: Booking) -> list[RegisteredPlayer]:
    """Those of the very name first; then those whom the search finds, of the same year of birth."""
    found = {one.pk: one for one in players_named(booking.name)}
    year = booking.birth_date[:4]
    for one in search_register(f"{booking.name} {year}", federation=booking.federation):
        found.setdefault(one.pk, one)
    return list(found.values())[:SHOWN]
