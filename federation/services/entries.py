"""Entering an event: asked on a phone, confirmed by the link of a mail, withdrawn, moved.

Nothing is public, holds a place or costs anything before somebody who reads the address has
confirmed it. Each act holds the lock of the event, so that places are given one after the other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from federation.core.entries import Player, Told
from federation.models import Booking, CalendarEvent, Charge, Section
from federation.queries.entries import (
    birth_date_of,
    closes_at,
    entered_already,
    licence_missing,
    needs_parent,
    player_of,
    rating_in,
    together_with,
    why_closed,
    why_not_in,
)
from federation.queries.entries_links import digest_of, token_of
from federation.services import entries_mails as mails
from federation.services.entries_line import Line, admit, count_again, end, expire, move_up
from federation.services.entries_line import accept as give_place
from federation.services.entries_money import settle
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.sweeping import forget
from tournaments.models import RegisteredPlayer, User

State = Booking.State
QUIET = "no page of a tournament shows who wants to come"
#: a link that was not used is forgotten after
UNCONFIRMED = timedelta(hours=48)
#: entries of one address in one event that nobody has confirmed
MOST_UNCONFIRMED = 12


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who wants to play: of the register, or not found in it."""

    player: RegisteredPlayer | None = None
    name: str = ""
    birth_date: str = ""
    sex: str = ""
    federation: str = ""
    club_name: str = ""
    rating: int = 0

    @classmethod
    def of_register(cls, player: RegisteredPlayer, calendar: CalendarEvent) -> "Applicant":
        return cls(
            player=player,
            name=player.name,
            birth_date=birth_date_of(player),
            sex=player.sex,
            federation=player.federation,
            club_name=player.club,
            rating=rating_in(calendar, player),
        )

    @property
    def facts(self) -> Player:
        title = self.player.title if self.player else ""
        return Player(self.birth_date, self.sex, self.rating, title)


@dataclass(frozen=True, slots=True)
class Contact:
    """The person who answers for an entry."""

    email: str
    language: str = "tr"
    parent_name: str = ""
    parent_agreed: bool = False


@contextmanager
def booking_act(
    name: str, calendar: CalendarEvent, by: User | None, confirmed: str = ""
) -> Iterator[tuple[Act[CalendarEvent], Line]]:
    """An act on the places of an event; what the calendar says of them follows at its end."""
    with act(name, calendar, by=by, confirmed=confirmed, quiet=QUIET) as done:
        line = Line(done.row, timezone.now())
        yield done, line
        count_again(line)


def ask_entry(
    *,
    calendar: CalendarEvent,
    section: Section,
    applicant: Applicant,
    contact: Contact,
    group: str = "",
    together: bool = False,
) -> Booking:
    """An entry that waits for its mail to be answered. Those of one `group` are one family."""
    with act("booking.asked", calendar, by=None, quiet=QUIET) as done:
        calendar, now = done.row, timezone.now()
        guard_open(calendar, now)
        section = section_of(calendar, section.pk)
        guard_allowed(calendar, section, applicant)
        if needs_parent(applicant.birth_date) and not (
            contact.parent_name and contact.parent_agreed
        ):
            raise Refused("entering.parent_needed", field="parent_name")
        waiting = Booking.objects.filter(
            calendar=calendar, email=contact.email, state=State.UNCONFIRMED
        )
        if waiting.count() >= MOST_UNCONFIRMED:
            raise Refused("entering.too_many", field="email")
        if applicant.player is not None:  # asked again: the last one counts
            waiting.filter(player=applicant.player).delete()
        booking = new_booking(calendar, section, applicant, contact, now)
        booking.group = group
        booking.save()
        if together and group:
            family = Booking.objects.filter(calendar=calendar, group=group, email=contact.email)
            family.filter(state=State.UNCONFIRMED).update(together=True)
            booking.together = True
        give_link(booking, now + UNCONFIRMED)
        mails.ask(
            [one for one in together_with(booking) if one.state == State.UNCONFIRMED] or [booking]
        )
        done.changed()
        return booking


def new_booking(
    calendar: CalendarEvent,
    section: Section,
    applicant: Applicant,
    contact: Contact,
    now: datetime,
) -> Booking:
    under_age = needs_parent(applicant.birth_date)
    return Booking(
        calendar=calendar,
        section=section,
        player=applicant.player,
        name=applicant.name[:120],
        birth_date=applicant.birth_date,
        sex=applicant.sex,
        federation=applicant.federation,
        club_name=applicant.club_name,
        rating=applicant.rating,
        email=contact.email,
        language=contact.language,
        parent_name=contact.parent_name if under_age else "",
        parent_agreed_at=now if under_age and contact.parent_agreed else None,
    )


def give_link(booking: Booking, until: datetime) -> None:
    booking.token = digest_of(token_of(booking))
    booking.token_until = until
    booking.save(update_fields=["token", "token_until", "together"])


def confirm_entry(*, booking: Booking, by: User | None = None) -> list[Booking]:
    """Somebody reads the address: the entry, and those entered with it, get places or wait."""
    with booking_act("booking.confirmed", booking.calendar, by) as (done, line):
        found = [one for one in together_with(booking) if one.state == State.UNCONFIRMED]
        if not found:
            if Booking.objects.filter(pk=booking.pk, state__in=Booking.HOLDING).exists():
                return done.nothing([booking])
            raise Refused("entering.nothing_to_confirm")
        guard_open(line.calendar, line.now)
        allowed, problems = _allowed(line, found)
        if not allowed:
            raise problems[0]
        admit(line, allowed)
        for one in allowed:
            record(done, one)
        mails.tell(found)
        return allowed


def _allowed(line: Line, found: list[Booking]) -> tuple[list[Booking], list[Refused]]:
    """Those who may still enter; a brother who may not keeps nobody out."""
    allowed, problems = [], []
    for one in found:
        one.calendar = line.calendar
        try:
            guard_allowed(line.calendar, line.sections[one.section_id], _applicant_of(one))
        except Refused as error:
            problems.append(error)
            end(line, one, State.REFUSED, str(error))
        else:
            allowed.append(one)
    return allowed, problems


def take_place(*, booking: Booking) -> list[Booking]:
    """Yes to a place that was offered; a family answers at once."""
    with booking_act("booking.taken", booking.calendar, None) as (done, line):
        found = [one for one in together_with(booking) if one.state == State.OFFERED]
        if not found:
            if Booking.objects.filter(pk=booking.pk, state=State.ACCEPTED).exists():
                return done.nothing([booking])
            raise Refused("entering.offer_over")
        if any(one.offered_until is None or one.offered_until <= line.now for one in found):
            raise Refused("entering.offer_over")
        for one in found:
            one.calendar = line.calendar
            give_place(line, one)
            record(done, one)
        mails.tell(found)
        return found


def withdraw_entry(
    *,
    booking: Booking,
    by: User | None = None,
    organiser: bool = False,
    of_club: bool = False,
    confirmed: str = "",
) -> Booking:
    """By the player or the club until the deadline, by the organiser at any time; who waits may
    always leave the line. The place goes to the next one. All but the player's own page, which
    does so itself, are asked whether they are sure."""
    with booking_act("booking.withdrawn", booking.calendar, by, confirmed) as (done, line):
        booking = _fresh(line, booking)
        if booking.state not in Booking.OPEN:
            return done.nothing(booking)
        closes = closes_at(line.calendar)
        over = closes is None or line.now >= closes
        if booking.state == State.ACCEPTED and over and not organiser:
            raise Refused("entering.cannot_withdraw")
        if by is not None or of_club:
            values = {"name": booking.name, "section": booking.section.name}
            effect = "booking.withdraw_of_club" if booking.club_id else "booking.withdraw_effect"
            if booking.state == State.WAITING:
                effect = "booking.withdraw_waiting"
            reasons = [Reason(effect, values)]
            done.require("booking.withdrawn", level=3, reasons=reasons, subject=str(booking.pk))
        before = str(booking.state)
        if booking.state in Booking.HOLDING:
            line.give_back(booking)
        end(line, booking, State.WITHDRAWN)
        settle(booking, line.now)
        record(done, booking, before=before)
        mails.tell([booking])
        _offer(done, line)
        return booking


def change_section(*, booking: Booking, section: Section, by: User | None = None) -> Booking:
    """Into another section that is allowed, until the deadline. A place is only given up for a
    place; who waits goes to the end of the other line."""
    with booking_act("booking.moved", booking.calendar, by) as (done, line):
        booking = _fresh(line, booking)
        guard_open(line.calendar, line.now)
        wanted = section_of(line.calendar, section.pk)
        if booking.state not in (State.ACCEPTED, State.WAITING):
            raise Refused("entering.nothing_to_confirm")
        if booking.section_id == wanted.pk:
            raise Refused("entering.same_section", field="section")
        rule = why_not_in(player_of(booking), wanted)
        if rule is not None:
            raise refused(rule)
        held, old = booking.state == State.ACCEPTED, booking.section
        if held:
            line.give_back(booking)
        booking.section = wanted
        if line.fit([booking]):
            line.take(booking)
            give_place(line, booking)
        elif held:
            raise Refused("entering.section_is_full", section=wanted.name)
        else:
            line.number(booking)
            booking.save()
        record(done, booking, before=old.name)
        mails.tell([booking])
        _offer(done, line)
        return booking


def look_after_lines() -> None:
    """By the scheduler: offers whose time is over go to the next one, free places are offered."""
    now = timezone.now()
    over = Booking.objects.filter(state=State.OFFERED, offered_until__lte=now)
    waiting = CalendarEvent.objects.filter(
        state=CalendarEvent.State.APPROVED, waiting__gt=0, entries_until__gt=now
    )
    keys = {*over.values_list("calendar", flat=True), *waiting.values_list("pk", flat=True)}
    for calendar in CalendarEvent.objects.filter(pk__in=keys).order_by("pk"):
        with booking_act("booking.expired", calendar, None) as (done, line):
            for one in expire(line):
                record(done, one)
            _offer(done, line)
            done.changed()


def forget_unconfirmed() -> None:
    """By the scheduler: entries that nobody confirmed; a link that has run out opens nothing, and
    its digest goes."""
    over = Booking.objects.filter(token_until__lte=timezone.now())
    forget(over.filter(state=State.UNCONFIRMED))
    over.exclude(token="").update(token="", token_until=None)


def _offer(done: Act[CalendarEvent], line: Line) -> None:
    for one in move_up(line):
        record(done, one, act="booking.offered")


# --- Guards ---------------------------------------------------------------------------------------


def refused(told: Told, field: str = "") -> Refused:
    return Refused(told.code, field=field, **told.values)


def guard_open(calendar: CalendarEvent, now: datetime) -> None:
    if (closed := why_closed(calendar, now)) is not None:
        raise refused(closed)


def guard_allowed(calendar: CalendarEvent, section: Section, applicant: Applicant) -> None:
    """Asked at every step: nobody twice, and nobody whom the regulations keep out."""
    if entered_already(calendar, applicant.player, applicant.name, applicant.birth_date):
        raise Refused("entering.already", name=applicant.name)
    rule = why_not_in(applicant.facts, section) or licence_missing(calendar, applicant.player)
    if rule is not None:
        raise refused(rule)


def section_of(calendar: CalendarEvent, key: int) -> Section:
    found = calendar.sections.filter(pk=key).first()
    if found is None:
        raise Refused("entering.no_section")
    found.calendar = calendar
    return found


def record(done: Act[CalendarEvent], booking: Booking, *, act: str = "", before: str = "") -> None:
    charge = Charge.objects.filter(booking=booking).first()
    after = {"section": booking.section.name, "state": str(booking.state)}
    if charge is not None:
        after["amount"] = str(charge.amount)
    done.record(
        booking,
        act,
        label=booking.name,
        before={"state": before} if before else None,
        after=after,
    )


def _fresh(line: Line, booking: Booking) -> Booking:
    found = Booking.objects.select_related("section", "player").get(pk=booking.pk)
    found.calendar = line.calendar
    return found


def _applicant_of(booking: Booking) -> Applicant:
    return Applicant(
        player=booking.player,
        name=booking.name,
        birth_date=booking.birth_date,
        sex=booking.sex,
        federation=booking.federation,
        club_name=booking.club_name,
        rating=booking.rating,
    )
