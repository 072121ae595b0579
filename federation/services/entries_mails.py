"""Mails to players about their entries. One mail tells of all who were entered together."""

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from federation.models import Booking, Charge, ClubLink
from federation.queries.entries import place_in_line
from federation.queries.entries_links import link_of, link_of_club
from federation.queries.entries_money import account_of
from federation.services import messages

#: how it stands, in a sentence
STATES: dict[str, Any] = {
    Booking.State.ACCEPTED: gettext_lazy("The place is yours."),
    Booking.State.WAITING: gettext_lazy(
        "The section is full. Your place on the waiting list: %(place)s."
    ),
    Booking.State.OFFERED: gettext_lazy(
        "A place is free for you. Take it until %(until)s, or it goes to the next one."
    ),
    Booking.State.WITHDRAWN: gettext_lazy("The entry is withdrawn."),
    Booking.State.EXPIRED: gettext_lazy(
        "The offered place was not taken in time and went to the next one."
    ),
    Booking.State.REFUSED: gettext_lazy("The entry could not stay: %(reason)s"),
}


def ask(bookings: list[Booking]) -> None:
    """Is this your address, and do you want this?"""
    _post("entry_ask", bookings)


def tell(bookings: list[Booking]) -> None:
    """How it stands with them now: a place, the waiting list, an offer, the end."""
    _post("entry_state", bookings)


def tell_of_payment(booking: Booking) -> None:
    _post("entry_paid", [booking])


def remind(booking: Booking) -> None:
    _post("entry_due", [booking])


def _post(template: str, bookings: list[Booking], **values: Any) -> None:
    """To the address of the first; those whom a club entered have the club's."""
    first = bookings[0]
    if not first.email:
        return
    with override(first.language), timezone.override(_zone(first)):
        messages.post(
            first.email,
            template,
            language=first.language,
            about=f"booking:{first.pk}",
            calendar=first.calendar,
            players=[(f"{one.name} · {one.section.name}", list(_lines(one))) for one in bookings],
            link=_link(first),
            club=first.club,
            invoice=list(_invoice(bookings)),
            **values,
        )


def _link(booking: Booking) -> str:
    """The club's own page for those whom it entered: by its link, or at its manager's desk."""
    if booking.club is None or booking.calendar.event is None:
        return link_of(booking)
    links = ClubLink.objects.filter(calendar=booking.calendar, club=booking.club)
    if (link := links.exclude(token="").first()) is not None:
        return link_of_club(link)
    place = [booking.club.pk, booking.calendar.event.slug]
    return settings.SITE_URL + reverse("federation:club_event", args=place)


def _invoice(bookings: list[Booking]) -> Iterator[str]:
    """Say how much a club owes for all of them together."""
    invoice = Charge.objects.filter(lines__booking__in=bookings).select_related("calendar").first()
    if invoice is None:
        return
    account = account_of(invoice)
    if account.owed:
        yield _("Invoice %(reference)s, to pay: %(amount)s.") % {
            "reference": invoice.reference,
            "amount": account.owed_text,
        }
        yield from _transfer(invoice)


def _transfer(charge: Charge) -> Iterator[str]:
    if charge.calendar.iban:
        yield _("Account %(iban)s, reference %(reference)s.") % {
            "iban": charge.calendar.iban,
            "reference": charge.reference,
        }


def _zone(booking: Booking) -> ZoneInfo | None:
    return booking.calendar.event.zone if booking.calendar.event else None


def _lines(booking: Booking) -> Iterator[str]:
    """How it stands with one of them, in sentences."""
    if booking.state in STATES:
        until = booking.offered_until and timezone.localtime(booking.offered_until)
        yield STATES[booking.state] % {
            "place": place_in_line(booking),
            "until": formats.date_format(until, "SHORT_DATETIME_FORMAT") if until else "",
            "reason": booking.reason,
        }
    charge = Charge.objects.filter(booking=booking).first()
    if charge is not None:
        yield from _money(booking, charge)


def _money(booking: Booking, charge: Charge) -> Iterator[str]:
    account = account_of(charge)
    if account.paid:
        yield _("Paid: %(amount)s.") % {"amount": account.paid_text}
    if account.to_refund:
        yield _("%(amount)s will be paid back.") % {"amount": account.to_refund_text}
    if not account.owed or booking.state != Booking.State.ACCEPTED:
        return
    yield _("To pay: %(amount)s.") % {"amount": account.owed_text}
    if charge.invoice_id:
        return
    if charge.due_on:
        day = formats.date_format(charge.due_on, "SHORT_DATE_FORMAT")
        yield _("Due on %(day)s.") % {"day": day}
    yield from _transfer(charge)
