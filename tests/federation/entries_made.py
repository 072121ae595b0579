"""An event that takes entries, people of the register, and entries of them; in a line each."""

from datetime import date, timedelta
from decimal import Decimal
from itertools import count

from django.utils import timezone

from federation.models import (
    Booking,
    CalendarEvent,
    Club,
    Licence,
    Member,
    Province,
    Section,
)
from federation.services.entries import Applicant, Contact, ask_entry, confirm_entry
from tests import factories
from tournaments.core.text import fold
from tournaments.models import RegisteredPlayer

_numbers = count(1)


def province() -> Province:
    found, _made = Province.objects.get_or_create(
        code="35", defaults={"name": "İzmir", "slug": "izmir"}
    )
    return found


def club(name: str = "Karşıyaka SK") -> Club:
    number = next(_numbers)
    return Club.objects.create(
        code=f"35-{number}", name=name, slug=f"club-{number}", province=province()
    )


def calendar(*, chief=None, sections=({"name": "A"},), **values) -> CalendarEvent:
    """An approved event in 30 days; entries close two days before."""
    first = timezone.localdate() + timedelta(days=30)
    public = {name: values.pop(name) for name in ("shorten_minors", "public") if name in values}
    event = factories.event(chief, starts_on=first, ends_on=first + timedelta(days=2), **public)
    defaults = {
        "name": event.name,
        "starts_on": first,
        "ends_on": first + timedelta(days=2),
        "province": province(),
        "licence_needed": False,
        "entries_until": timezone.now() + timedelta(days=28),
        "contact_email": "desk@example.org",
        "iban": "TR330006100519786457841326",
    }
    made = CalendarEvent.objects.create(
        event=event,
        state=CalendarEvent.State.APPROVED,
        sent_at=timezone.now(),
        **(defaults | values),
    )
    for position, section in enumerate(sections):
        Section.objects.create(calendar=made, position=position, **section)
    return made


def player(name: str = "", born: date | None = date(1990, 5, 31), **values) -> RegisteredPlayer:
    number = next(_numbers)
    name = name or f"Oyuncu, {chr(65 + number % 26)}{number}"
    licensed = values.pop("licensed", False)
    made = RegisteredPlayer.objects.create(
        **{
            "name": name,
            "search_key": fold(name),
            "federation": "TUR",
            "birth_date": str(born.year) if born else "",
            "national_id": str(100_000 + number),
        }
        | values
    )
    Member.objects.create(player=made, born_on=born)
    if licensed:
        Licence.objects.create(
            player=made,
            number=f"L{number}",
            category=Licence.Category.PLAYER,
            valid_from=date(2026, 1, 1),
            valid_until=date(2027, 12, 31),
        )
    return made


def asked(event: CalendarEvent, person=None, section: str = "A", **values) -> Booking:
    person = person or player()
    applicant = person if isinstance(person, Applicant) else Applicant.of_register(person, event)
    contact = Contact(
        email=values.pop("email", f"p{next(_numbers)}@example.org"),
        language="en",
        parent_name=values.pop("parent", ""),
        parent_agreed=values.pop("agreed", True),
    )
    return ask_entry(
        calendar=event,
        section=event.sections.get(name=section),
        applicant=applicant,
        contact=contact,
        **values,
    )


def entered(event: CalendarEvent, person=None, section: str = "A", **values) -> Booking:
    """Asked and confirmed: on the list, or on the waiting list."""
    booking = asked(event, person, section, **values)
    confirm_entry(booking=booking)
    booking.refresh_from_db()
    return booking


def fee(amount: int | str) -> Decimal:
    return Decimal(amount)
