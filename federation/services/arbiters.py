"""Arbiters of the federation, and their appointments to events.

An appointment by itself gives no right. When the arbiter confirms it, the event's staff gets a
line as if its chief had named them; where it is taken back that line goes, too.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from federation.models import Appointment, Arbiter, CalendarEvent
from federation.services import messages
from federation.services.people import QUIET
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.log import changed
from tournaments.models import RegisteredPlayer, Role, StaffMember, User

FIELDS = ("level", "licence", "valid_until", "languages", "province", "active", "user")
State = Appointment.State
#: what a duty may do at the event's desk
ROLES = {
    Appointment.Role.CHIEF: Role.CHIEF,
    Appointment.Role.DEPUTY: Role.ARBITER,
    Appointment.Role.SECTOR: Role.ARBITER,
    Appointment.Role.PAIRINGS: Role.ARBITER,
}


def name_arbiter(*, player: RegisteredPlayer, values: Mapping[str, Any], by: User) -> Arbiter:
    with act("arbiter.named", player, by=by, quiet=QUIET) as done:
        if Arbiter.objects.filter(player=done.row).exists():
            raise Refused("arbiter.already")
        made = Arbiter(player=done.row)
        for name in FIELDS:
            if name in values:
                setattr(made, name, values[name])
        _save(made)
        done.record(done.row, label=done.row.name, after={"level": str(made.level)})
        return made


def change_arbiter(*, arbiter: Arbiter, values: Mapping[str, Any], by: User) -> None:
    with act("arbiter.changed", arbiter.player, by=by, quiet=QUIET) as done:
        found = Arbiter.objects.select_for_update(of=("self",)).get(pk=arbiter.pk)
        before, after = changed(found, {name: values[name] for name in FIELDS if name in values})
        if not after:
            return done.nothing()
        _save(found)
        done.record(done.row, label=done.row.name, before=before, after=after)


def _save(arbiter: Arbiter) -> None:
    try:
        with transaction.atomic():
            arbiter.save()
    except IntegrityError as error:
        raise Refused("arbiter.user_taken", field="user") from error


# --- Appointments ---------------------------------------------------------------------------------


def appoint(
    *, calendar: CalendarEvent, arbiter: Arbiter, role: str, fee: Decimal, by: User | None
) -> Appointment:
    """Ask an arbiter; they answer on a page of their own."""
    if role not in Appointment.Role.values:
        raise Refused("appointment.unknown_duty", field="role")
    with act("appointment.asked", calendar, by=by, quiet=QUIET) as done:
        calendar = done.row
        if calendar.state != CalendarEvent.State.APPROVED:
            raise Refused("calendar.not_approved")
        if not arbiter.active:
            raise Refused("appointment.not_active", name=arbiter.player.name)
        if arbiter.valid_until and arbiter.valid_until < calendar.ends_on:
            raise Refused(
                "appointment.licence_runs_out",
                name=arbiter.player.name,
                day=str(arbiter.valid_until),
            )
        made, new = Appointment.objects.get_or_create(
            calendar=calendar,
            arbiter=arbiter,
            defaults={
                "role": role,
                "fee": fee,
                "starts_on": calendar.starts_on,
                "ends_on": calendar.ends_on,
            },
        )
        if not new:
            raise Refused("appointment.asked_already", name=arbiter.player.name)
        done.record(calendar, label=calendar.name, after=_said(made))
        _tell(made, "appointment")
        return made


def answer_appointment(
    *, appointment: Appointment, confirm: bool, by: User, confirmed: str = ""
) -> None:
    """The arbiter's own answer; with a yes they stand among the event's staff."""
    name = "appointment.confirmed" if confirm else "appointment.declined"
    with act(name, appointment.calendar, by=by, confirmed=confirmed, quiet=QUIET) as done:
        found = _fresh(appointment)
        if found.arbiter.user_id != by.pk:
            raise Refused("appointment.not_yours")
        state = State.CONFIRMED if confirm else State.DECLINED
        if found.state == state:
            return done.nothing()
        if found.state != State.ASKED:
            raise Refused("appointment.answered_already")
        if not confirm:
            reasons = [Reason("appointment.decline_effect", {"event": done.row.name})]
            done.require(name, level=3, reasons=reasons, subject=str(found.pk))
        found.state, found.answered_at = state, timezone.now()
        found.save(update_fields=["state", "answered_at"])
        if confirm:
            _join_staff(found)
        done.record(done.row, label=done.row.name, after=_said(found))


def withdraw_appointment(*, appointment: Appointment, by: User, confirmed: str = "") -> None:
    """The office thinks again; the place among the staff that came with it goes along."""
    calendar = appointment.calendar
    with act("appointment.withdrawn", calendar, by=by, confirmed=confirmed, quiet=QUIET) as done:
        found = Appointment.objects.select_related(
            "arbiter__player", "arbiter__user", "calendar__event"
        ).filter(pk=appointment.pk)
        if (one := found.first()) is None:
            return done.nothing()
        reasons = [Reason("appointment.withdraw_effect", {"name": one.arbiter.player.name})]
        done.require("appointment.withdrawn", level=3, reasons=reasons, subject=str(one.pk))
        if one.state == State.CONFIRMED:
            _leave_staff(one)
        said = _said(one)
        _tell(one, "appointment_withdrawn")
        one.delete()
        done.record(done.row, label=done.row.name, before=said)


def _join_staff(appointment: Appointment) -> None:
    """Never less than they had there before."""
    event, user = appointment.calendar.event, appointment.arbiter.user
    if event is None or user is None:
        return
    role = ROLES[Appointment.Role(appointment.role)]
    there = StaffMember.objects.filter(event=event, user=user).first()
    if there is None:
        StaffMember.objects.create(event=event, user=user, role=role)
    elif not Role(there.role).covers(role):
        there.role = role
        there.save(update_fields=["role"])


def _leave_staff(appointment: Appointment) -> None:
    """An event is never left without a chief arbiter."""
    event, user = appointment.calendar.event, appointment.arbiter.user
    if event is None or user is None:
        return
    staff = StaffMember.objects.filter(event=event)
    others = staff.filter(role=Role.CHIEF).exclude(user=user)
    mine = staff.filter(user=user, role=ROLES[Appointment.Role(appointment.role)]).first()
    if mine is None:
        return
    if mine.role == Role.CHIEF and not others.exists():
        raise Refused("appointment.last_chief")
    mine.delete()


def _fresh(appointment: Appointment) -> Appointment:
    found = Appointment.objects.select_related(
        "arbiter__player", "arbiter__user", "calendar__event"
    )
    return found.select_for_update(of=("self",)).get(pk=appointment.pk)


def _tell(appointment: Appointment, template: str) -> None:
    """By mail, where there is an address."""
    user = appointment.arbiter.user
    if user is None or not user.email:
        return
    language = user.language or settings.LANGUAGE_CODE
    with override(language):
        path = reverse("federation:my_appointments")
    messages.post(
        user.email,
        template,
        language=language,
        about=f"calendarevent:{appointment.calendar_id}",
        appointment=appointment,
        path=path,
    )


def _said(appointment: Appointment) -> dict[str, str]:
    return {
        "arbiter": appointment.arbiter.player.name,
        "duty": str(appointment.role),
        "fee": str(appointment.fee),
    }
