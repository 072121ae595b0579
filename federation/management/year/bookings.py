"""Everything that people have sent for the events that are open: entries, waiting lists, fees."""

from datetime import datetime, timedelta
from random import Random

from django.utils import timezone

from federation.management.year.course import Course, Held
from federation.management.year.register import FEDERATION, Ground
from federation.management.year.tables import Rows
from federation.models import Booking, Charge, Payment
from tournaments.core.text import given_first


class Desk:
    """Takes the entries of one section after the other, the first come first."""

    def __init__(self, course: Course, ground: Ground, dice: Random) -> None:
        self.course, self.ground, self.dice = course, ground, dice
        self.bookings, self.charges, self.payments = Rows(Booking), Rows(Charge), Rows(Payment)
        self.now = timezone.now()

    def take(self, section: int, calendar: int, held: Held) -> None:
        wishes = list(held.seats)
        self.dice.shuffle(wishes)
        for place, seat in enumerate(wishes, start=1):
            waits = 0 < held.part.places < place
            at = self.now - timedelta(minutes=47 * (len(wishes) - place) + 5)
            booking = self._booking(section, calendar, seat.human, seat.rating, waits, place, at)
            if not waits and held.event.kind.fee:
                self._charge(calendar, booking, held, seat.human, at)

    def store(self) -> None:
        self.ground.store(self.bookings, self.charges, self.payments)

    def _booking(
        self,
        section: int,
        calendar: int,
        human: int,
        rating: int,
        waits: bool,
        place: int,
        at: datetime,
    ) -> int:
        one = self.course.people[human]
        parent = f"Veli {given_first(one.name).split()[-1]}" if self._is_minor(human) else ""
        return self.bookings.add(
            calendar_id=calendar,
            section_id=section,
            player_id=self.ground.players[human],
            name=one.name,
            birth_date=one.born.isoformat(),
            sex=one.sex,
            federation=FEDERATION,
            club_name=self.ground.club_names[one.club],
            rating=rating,
            email=f"oyuncu-{human}@example.org",
            parent_name=parent,
            parent_agreed_at=at if parent else None,
            state=Booking.State.WAITING if waits else Booking.State.ACCEPTED,
            confirmed_at=at,
            place_in_line=place,
            created_at=at,
        )

    def _charge(self, calendar: int, booking: int, held: Held, human: int, at: datetime) -> None:
        fee = held.event.kind.fee // (2 if self._is_minor(human) else 1)
        free = held.event.kind.fide and self.course.people[human].title
        amount = 0 if free else fee
        charge = self.charges.add(
            calendar_id=calendar,
            booking_id=booking,
            reference=f"YEAR-{booking}",
            amount=amount,
            currency="TRY",
            due_on=held.event.starts_on - timedelta(days=2),
            created_at=at,
        )
        if amount and self.dice.random() < 0.6:
            self.payments.add(
                charge_id=charge, amount=amount, method=Payment.Method.TRANSFER, at=at
            )

    def _is_minor(self, human: int) -> bool:
        return self.course.today.year - self.course.people[human].born.year < 18
