"""An entry as its owner sees it: where it stands, what is to pay, what can still be done."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.utils import timezone

from federation.core.entries import kept_of
from federation.models import Booking, CalendarEvent, Charge
from federation.queries.entries import (
    Offer,
    closes_at,
    offers_for,
    place_in_line,
    player_of,
    together_with,
)
from federation.queries.entries_money import Account, account_of
from federation.wording.entries import amount_text

State = Booking.State


@dataclass(frozen=True, slots=True)
class Mine:
    """One player of the family."""

    booking: Booking
    place: int
    charge: Charge | None
    account: Account | None
    sections: list[Offer]
    may_withdraw: bool
    #: what would be paid back if they withdrew now
    back: Decimal

    @property
    def back_text(self) -> str:
        return amount_text(self.back, self.booking.calendar.currency)


@dataclass(frozen=True, slots=True)
class MyPage:
    rows: list[Mine]
    closes: datetime | None
    over: bool
    now: datetime
    #: a provider takes payments here
    online: bool = False

    def _any(self, state: Booking.State) -> bool:
        return any(one.booking.state == state for one in self.rows)

    @property
    def changeable(self) -> bool:
        """Somebody of them has not left yet and still can."""
        return any(one.may_withdraw for one in self.rows)

    @property
    def too_late(self) -> bool:
        """Somebody of them is entered, and only the organiser can change that now."""
        return self.over and self._any(State.ACCEPTED)

    @property
    def to_confirm(self) -> bool:
        return self._any(State.UNCONFIRMED) and not self.over

    @property
    def offered(self) -> bool:
        """A place that they may still take."""
        return any(
            one.booking.offered_until is not None and one.booking.offered_until > self.now
            for one in self.rows
        )

    @property
    def waiting(self) -> bool:
        """A place may come free for one of them."""
        return self._any(State.WAITING) or self.offered

    @property
    def owed(self) -> bool:
        return any(one.account and one.account.owed for one in self.rows)


def mine(booking: Booking) -> MyPage:
    calendar, now = booking.calendar, timezone.now()
    closes = closes_at(calendar)
    over = closes is None or now >= closes
    family = together_with(booking)
    rows = [_of(calendar, one, over, now) for one in family]
    return MyPage(rows, closes, over, now, bool(settings.PAYMENT_ADDRESS))


def _of(calendar: CalendarEvent, booking: Booking, over: bool, now: datetime) -> Mine:
    charge = Charge.objects.filter(booking=booking).first()
    account = account_of(charge) if charge else None
    movable = booking.state in (State.ACCEPTED, State.WAITING) and not over
    return Mine(
        booking=booking,
        place=place_in_line(booking),
        charge=charge,
        account=account,
        sections=_others(calendar, booking) if movable else [],
        may_withdraw=booking.state in (State.WAITING, State.OFFERED)
        or (booking.state == State.ACCEPTED and not over),
        back=_back(calendar, charge, account, now),
    )


def _others(calendar: CalendarEvent, booking: Booking) -> list[Offer]:
    """Sections they may change into; a place is only given up for a place."""
    offers, _kept = offers_for(calendar, player_of(booking))
    return [
        one
        for one in offers
        if one.section.pk != booking.section_id
        and not (one.places.full and booking.state == State.ACCEPTED)
    ]


def _back(
    calendar: CalendarEvent, charge: Charge | None, account: Account | None, now: datetime
) -> Decimal:
    if charge is None or account is None:
        return Decimal(0)
    until = calendar.refund_until or closes_at(calendar)
    paid = account.paid - account.refunded
    in_time = until is None or now <= until
    return paid - kept_of(charge.amount, paid, calendar.refund_percent, in_time=in_time)
