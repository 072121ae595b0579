"""Owed, paid and paid back; by charge, by section and by day.

A charge holds what is due now. Somebody who withdraws, or pays less in another section, has a
smaller one; what was paid above it goes back to them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.models import Booking, CalendarEvent, Charge, Payment, Section
from federation.wording.entries import amount_text
from tournaments.models import Tournament

NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class Account:
    """Of one charge, or of several together."""

    due: Decimal
    paid: Decimal
    refunded: Decimal
    currency: str = ""

    @property
    def owed(self) -> Decimal:
        return max(NOTHING, self.due - self.paid + self.refunded)

    @property
    def to_refund(self) -> Decimal:
        return max(NOTHING, self.paid - self.refunded - self.due)

    @property
    def settled(self) -> bool:
        return not self.owed and not self.to_refund

    # As it is read.
    @property
    def due_text(self) -> str:
        return amount_text(self.due, self.currency)

    @property
    def paid_text(self) -> str:
        return amount_text(self.paid, self.currency)

    @property
    def refunded_text(self) -> str:
        return amount_text(self.refunded, self.currency)

    @property
    def owed_text(self) -> str:
        return amount_text(self.owed, self.currency)

    @property
    def to_refund_text(self) -> str:
        return amount_text(self.to_refund, self.currency)


@dataclass(frozen=True, slots=True)
class Due:
    """A charge of one player with its account."""

    charge: Charge
    account: Account

    @property
    def booking(self) -> Booking:
        assert self.charge.booking is not None
        return self.charge.booking


def account_of(charge: Charge) -> Account:
    """Of a player's charge; of a club's invoice, all its lines together."""
    lines = [charge] if charge.purpose == Charge.Purpose.ENTRY else list(charge.lines.all())
    return together((one.account for one in dues(lines)), charge.currency)


def dues(charges: Iterable[Charge]) -> list[Due]:
    """With one question for all of them."""
    charges = list(charges)
    sums: dict[int, list[Decimal]] = {one.pk: [NOTHING, NOTHING] for one in charges}
    moved = Payment.objects.filter(charge__in=[one.pk for one in charges])
    for key, amount in moved.values_list("charge", "amount"):
        sums[key][amount < 0] += abs(amount)
    return [
        Due(one, Account(one.amount, sums[one.pk][0], sums[one.pk][1], one.currency))
        for one in charges
    ]


def together(accounts: Iterable[Account], currency: str) -> Account:
    """Their sums. What one owes is not paid by what goes back to another: so each keeps its own,
    and the whole is what they owe together less what goes back."""
    found = list(accounts)
    return Account(
        sum((one.due for one in found), NOTHING),
        sum((one.paid for one in found), NOTHING),
        sum((one.refunded for one in found), NOTHING),
        currency,
    )


def charges_of(calendar: CalendarEvent) -> QuerySet[Charge]:
    """Of players, by name; a club's invoice is the sum of those of its players."""
    found = Charge.objects.filter(calendar=calendar, purpose=Charge.Purpose.ENTRY)
    return found.select_related("booking__section", "invoice", "club").order_by(
        "booking__section__position", "booking__name", "pk"
    )


@dataclass(frozen=True, slots=True)
class Sums:
    """A line of the organiser's page: what is owed and to be paid back is summed player by
    player."""

    label: Any
    count: int
    due: Decimal
    paid: Decimal
    refunded: Decimal
    owed: Decimal
    to_refund: Decimal
    currency: str

    @property
    def texts(self) -> list[str]:
        amounts = (self.due, self.paid, self.refunded, self.owed, self.to_refund)
        return [amount_text(one, self.currency) for one in amounts]


def sums_of(label: Any, rows: list[Due], currency: str) -> Sums:
    def sum_of(name: str) -> Decimal:
        return sum((getattr(one.account, name) for one in rows), NOTHING)

    return Sums(
        label=label,
        count=len(rows),
        due=sum_of("due"),
        paid=sum_of("paid"),
        refunded=sum_of("refunded"),
        owed=sum_of("owed"),
        to_refund=sum_of("to_refund"),
        currency=currency,
    )


@dataclass(frozen=True, slots=True)
class DaySums:
    day: date
    paid: Decimal
    refunded: Decimal
    currency: str

    @property
    def texts(self) -> list[str]:
        return [amount_text(one, self.currency) for one in (self.paid, self.refunded)]


@dataclass(frozen=True, slots=True)
class MoneyPage:
    rows: list[Due]
    sections: list[Sums]
    total: Sums
    days: list[DaySums]


def money_of(calendar: CalendarEvent) -> MoneyPage:
    rows = dues(charges_of(calendar))
    sections: dict[Section, list[Due]] = {one: [] for one in calendar.sections.all()}
    for row in rows:
        sections[row.booking.section].append(row)
    return MoneyPage(
        rows,
        [sums_of(one, found, calendar.currency) for one, found in sections.items()],
        sums_of("", rows, calendar.currency),
        days_of(calendar),
    )


def days_of(calendar: CalendarEvent) -> list[DaySums]:
    """Money that came in and went back, day by day."""
    days: dict[date, list[Decimal]] = {}
    moved = Payment.objects.filter(charge__calendar=calendar).order_by("at")
    for at, amount in moved.values_list("at", "amount"):
        days.setdefault(timezone.localdate(at), [NOTHING, NOTHING])[amount < 0] += abs(amount)
    return [DaySums(day, came, went, calendar.currency) for day, (came, went) in days.items()]


def owing_in(tournament: Tournament) -> dict[int, str]:
    """For the check-in: players who have not paid, with what they owe."""
    if not settings.FEDERATION:  # nobody enters by a calendar
        return {}
    charges = Charge.objects.filter(
        booking__entry__tournament=tournament, booking__state=Booking.State.ACCEPTED
    ).select_related("booking")
    return {
        one.booking.entry_id: _("owes %(amount)s") % {"amount": one.account.owed_text}
        for one in dues(charges)
        if one.account.owed and one.booking.entry_id
    }


def paid_in(charge: Charge) -> Decimal:
    """The money that came in and was not paid back."""
    return Payment.objects.filter(charge=charge).aggregate(sum=Sum("amount"))["sum"] or NOTHING


def moved_in(calendar: CalendarEvent) -> QuerySet[Payment]:
    """All payments of an event in the order of time."""
    found = Payment.objects.filter(charge__calendar=calendar)
    return found.select_related("charge__booking__section", "charge__club", "by").order_by("id")


def invoices_of(calendar: CalendarEvent) -> list[Due]:
    """Of clubs, each the sum of its lines."""
    found = Charge.objects.filter(calendar=calendar, purpose=Charge.Purpose.CLUB)
    found = found.select_related("club").prefetch_related("lines").order_by("pk")
    return [Due(one, account_of(one)) for one in found]
