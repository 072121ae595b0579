"""Money of entries: owed, received, paid back. Rows of payments are added, never changed, and each
leaves a line in the history."""

import uuid
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone

from federation.core.entries import kept_of
from federation.core.entries_money import reference_of
from federation.models import Booking, CalendarEvent, Charge, Payment
from federation.queries.entries import closes_at, fee_in, player_of
from federation.queries.entries_money import account_of, dues, paid_in
from federation.services import entries_mails as mails
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Refused
from tournaments.models import User

QUIET = "no page of a tournament shows money"
#: days until a fee is due, within the time of entries
TO_PAY = timedelta(days=7)
#: nobody is reminded twice within
PAUSE = timedelta(days=3)
#: no payment of an entry is larger
MOST = Decimal(1_000_000)


def charge_for(booking: Booking, now: datetime) -> Charge | None:
    """The fee of somebody who has a place; as their section has it now."""
    fee = fee_in(booking.calendar, booking.section, player_of(booking))
    charge = Charge.objects.filter(booking=booking).first()
    if charge is None:
        if not fee:
            return None
        invoice = _invoice_of_club(booking, now)
        charge = new_charge(booking.calendar, amount=fee, now=now, booking=booking, invoice=invoice)
    elif charge.amount != fee:
        charge.amount = fee
        charge.save(update_fields=["amount"])
    return charge


def _invoice_of_club(booking: Booking, now: datetime) -> Charge | None:
    """On which the fee of a club's player stands; the club's invoice of an event grows until
    something of it is paid."""
    if booking.club_id is None:
        return None
    values: dict[str, Any] = {"club": booking.club, "purpose": Charge.Purpose.CLUB}
    found = Charge.objects.filter(calendar=booking.calendar, lines__payments=None, **values)
    return found.first() or new_charge(booking.calendar, now=now, amount=0, **values)


def new_charge(calendar: CalendarEvent, *, now: datetime, **values: Any) -> Charge:
    """With its own reference, which follows from its number."""
    charge = Charge(
        calendar=calendar,
        currency=calendar.currency,
        due_on=_due_on(calendar, now),
        reference=f"-{uuid.uuid4().hex[:18]}",
        **values,
    )
    charge.save()
    charge.reference = reference_of(charge.pk)
    charge.save(update_fields=["reference"])
    return charge


def settle(booking: Booking, now: datetime) -> None:
    """Of somebody who withdraws: the refund rule of the event says what is kept."""
    charge = Charge.objects.filter(booking=booking).first()
    if charge is None:
        return
    calendar = booking.calendar
    until = calendar.refund_until or closes_at(calendar)
    charge.amount = kept_of(
        charge.amount,
        paid_in(charge),
        calendar.refund_percent,
        in_time=until is None or now <= until,
    )
    charge.save(update_fields=["amount"])


def receive(
    *,
    charge: Charge,
    amount: Decimal,
    method: str,
    by: User | None,
    provider_ref: str = "",
    note: str = "",
) -> None:
    """Money came in. An invoice of a club pays its players one after the other; what is more than
    is owed stands with the last, to be paid back."""
    with act("payment.received", charge.calendar, by=by, quiet=_quiet(charge)) as done:
        if provider_ref and Payment.objects.filter(provider_ref=provider_ref).exists():
            return done.nothing()  # the same message again
        if not 0 < amount <= MOST:
            raise Refused("payment.amount", field="amount")
        charge = Charge.objects.select_for_update().get(pk=charge.pk)
        for line, part in _parts(charge, amount):
            Payment.objects.create(
                charge=line, amount=part, method=method, provider_ref=provider_ref,
                note=note[:200], by=by,
            )  # fmt: skip
            provider_ref = ""  # one row has it
        _record(done, charge, amount, str(method))
        if charge.booking is not None:
            mails.tell_of_payment(charge.booking)


def pay_back(*, charge: Charge, amount: Decimal, method: str, by: User, note: str = "") -> None:
    """Money went back: never more than stands above the fee. What goes back of an invoice goes
    back to its players one after the other."""
    with act("payment.returned", charge.calendar, by=by, quiet=QUIET) as done:
        charge = Charge.objects.select_for_update().get(pk=charge.pk)
        account = account_of(charge)
        if not 0 < amount <= account.to_refund:
            raise Refused("payment.too_much_back", field="amount", most=account.to_refund_text)
        for line, part in _parts_back(charge, amount):
            Payment.objects.create(charge=line, amount=-part, method=method, note=note[:200], by=by)
        _record(done, charge, -amount, str(method))


def remind_those_who_owe(*, calendar: CalendarEvent, by: User) -> int:
    """Those who were not reminded just now; how many."""
    with act("payment.reminded", calendar, by=by, quiet=QUIET) as done:
        count = _remind(done.row, timezone.now())
        if not count:
            return done.nothing(0)
        done.record(done.row, label=str(count))
        return count


def remind_due() -> None:
    """By the scheduler: two days before the fee is due, and when the day is over."""
    today = timezone.localdate()
    soon = Charge.objects.filter(
        calendar__state=CalendarEvent.State.APPROVED,
        calendar__ends_on__gte=today,
        due_on__lte=today + timedelta(days=2),
        reminded_at=None,
        booking__state=Booking.State.ACCEPTED,
    )
    for calendar in CalendarEvent.objects.filter(pk__in=soon.values("calendar")):
        with act("payment.reminded", calendar, by=None, quiet=QUIET) as done:
            count = _remind(done.row, timezone.now(), until=today + timedelta(days=2))
            if count:
                done.record(done.row, label=str(count))
            else:
                done.changed()


def _remind(calendar: CalendarEvent, now: datetime, until: date | None = None) -> int:
    charges = Charge.objects.filter(
        calendar=calendar,
        purpose=Charge.Purpose.ENTRY,
        invoice=None,
        booking__state=Booking.State.ACCEPTED,
    ).exclude(reminded_at__gt=now - PAUSE)
    if until is not None:
        charges = charges.filter(due_on__lte=until, reminded_at=None)
    count = 0
    for row in dues(charges.select_related("booking__section", "booking__calendar__event")):
        row.charge.reminded_at = now
        row.charge.save(update_fields=["reminded_at"])
        if row.account.owed:
            mails.remind(row.booking)
            count += 1
    return count


def _quiet(charge: Charge) -> str:
    """The check-in shows who has not paid: it is told of the money of its players."""
    bookings = Booking.objects.filter(entry__isnull=False)
    own = bookings.filter(charge=charge) | bookings.filter(charge__invoice=charge)
    return "" if own.exists() else QUIET


def _parts(charge: Charge, amount: Decimal) -> list[tuple[Charge, Decimal]]:
    if charge.purpose == Charge.Purpose.ENTRY:
        return [(charge, amount)]
    lines = dues(charge.lines.order_by("pk"))
    if not lines:
        raise Refused("payment.empty_invoice")
    parts = _shared([(line.charge, line.account.owed) for line in lines], amount)
    over = amount - sum(part for _line, part in parts)
    return [*parts, (lines[-1].charge, over)] if over else parts


def _parts_back(charge: Charge, amount: Decimal) -> list[tuple[Charge, Decimal]]:
    if charge.purpose == Charge.Purpose.ENTRY:
        return [(charge, amount)]
    lines = dues(charge.lines.order_by("pk"))
    return _shared([(line.charge, line.account.to_refund) for line in lines], amount)


def _shared(wanted: list[tuple[Charge, Decimal]], amount: Decimal) -> list[tuple[Charge, Decimal]]:
    """An amount among those that want some of it, in their order, as far as it goes."""
    parts: list[tuple[Charge, Decimal]] = []
    for line, most in wanted:
        if part := min(amount, most):
            parts.append((line, part))
            amount -= part
    return parts


def _record(done: Act[CalendarEvent], charge: Charge, amount: Decimal, method: str) -> None:
    account = account_of(charge)
    done.record(
        charge,
        label=charge.booking.name if charge.booking else str(charge.club or charge.reference),
        after={
            "reference": charge.reference,
            "amount": str(amount),
            "method": method,
            "owed": str(account.owed),
        },
    )


def _due_on(calendar: CalendarEvent, now: datetime) -> date:
    closes = closes_at(calendar)
    usual = timezone.localdate(now + TO_PAY)
    return min(usual, timezone.localdate(closes)) if closes else usual
