"""Applications for events: begun, written, sent, answered. With the approval the event is made."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from federation.core.beginnings import BEGINNINGS, age_group, in_order
from federation.core.regulations import missing
from federation.models import (
    Appointment,
    Arbiter,
    ArbiterLevel,
    CalendarEvent,
    Club,
    Province,
    Section,
)
from federation.queries.calendar_plan import NeedLine, plan_of
from federation.services.arbiters import appoint
from federation.services.messages import post
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Conflict, Reason, Refused
from tournaments.kernel.log import changed, made_just_now
from tournaments.models import Role, User
from tournaments.models.event import Event
from tournaments.services.setup.events import create_event, create_tournament, set_role

State = CalendarEvent.State
#: why no page that is kept shows anything of it
QUIET = "an application is on no public page before its approval"
#: the applicant may change what is in one of these
WRITABLE = (State.DRAFT, State.ASKED_BACK)
#: what last year's event hands on
HANDED_ON = (
    "province", "city", "venue", "address", "teams", "time", "time_control", "fide_rated",
    "national_rated", "licence_needed", "prizes", "regulations", "contact_name", "contact_email",
    "contact_phone", "currency", "iban", "refund_percent", "hours_to_confirm",
)  # fmt: skip
#: the duty at the desk that an appointment stands for
DESK_ROLES = {
    Appointment.Role.CHIEF: Role.CHIEF,
    Appointment.Role.DEPUTY: Role.ARBITER,
    Appointment.Role.SECTOR: Role.ARBITER,
    Appointment.Role.PAIRINGS: Role.ARBITER,
}
#: the entries of a new application close so long before its first day
ENTRIES_CLOSE = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Begun:
    """The start of an application: from an earlier one, a template, or nothing."""

    name: str
    starts_on: date
    province: Province
    club: Club | None = None
    previous: CalendarEvent | None = None
    template: str = ""


def draft_event(*, begun: Begun, by: User) -> CalendarEvent:
    with act("calendar.drafted", by, by=by, quiet=QUIET) as done:
        made = made_just_now("calendar.drafted", by=by, label=begun.name)
        twin = CalendarEvent.objects.filter(
            pk__in=made, state=State.DRAFT, name=begun.name, starts_on=begun.starts_on
        ).first()
        if twin is not None:
            return done.nothing(twin)  # the second press of the same button
        calendar = CalendarEvent(
            applicant_id=by.pk,
            club=begun.club,
            name=begun.name,
            starts_on=begun.starts_on,
            ends_on=begun.starts_on,
            contact_name=by.get_full_name(),
            contact_email=by.email or (begun.club.email if begun.club else ""),
        )
        sections = _after(calendar, begun)
        calendar.province = begun.province
        calendar.entries_until = _closing(calendar)
        calendar.save()
        _save_sections(calendar, sections)
        if begun.previous:
            working = begun.previous.proposed_arbiters.filter(active=True)
            calendar.proposed_arbiters.set(working)
        done.record(calendar, label=calendar.name)
        return calendar


def _closing(calendar: CalendarEvent) -> datetime:
    """In the evening, two days before."""
    day = calendar.starts_on - ENTRIES_CLOSE
    return datetime.combine(day, time(23, 59), timezone.get_default_timezone())


def _after(calendar: CalendarEvent, begun: Begun) -> list[dict[str, Any]]:
    """Fill in what the earlier event or the template says; its sections."""
    source, template = begun.previous, BEGINNINGS.get(begun.template)
    if source is not None:
        calendar.previous = source
        for name in HANDED_ON:
            if value := getattr(source, name):
                setattr(calendar, name, value)
        calendar.ends_on = begun.starts_on + (source.ends_on - source.starts_on)
        return [
            {name: getattr(section, name) for name in SECTION_FIELDS}
            for section in source.sections.all()
        ]
    if template is not None:
        calendar.time, calendar.time_control = template.time, template.time_control
        calendar.teams, calendar.fide_rated = template.teams, template.fide_rated
        calendar.ends_on = begun.starts_on + timedelta(days=template.days - 1)
        return [
            {
                "name": one.name,
                "rounds": one.rounds,
                "system": one.system,
                "age_until": one.age_until,
                "rating_until": one.rating_until,
            }
            for one in template.sections
        ]
    return [{"name": "A"}]


SECTION_FIELDS = (
    "name", "system", "rounds", "age_until", "age_from", "rating_from", "rating_until", "sex",
    "places", "fee", "fee_minors", "titled_free",
)  # fmt: skip


def change_application(
    *,
    calendar: CalendarEvent,
    by: User,
    values: dict[str, Any],
    sections: list[dict[str, Any]] | None = None,
    arbiters: Iterable[Arbiter] | None = None,
    version: int | None = None,
) -> CalendarEvent:
    """Keep what was typed. In another tab it may have been changed meanwhile: then nothing is."""
    with act("calendar.changed", calendar, by=by, quiet=QUIET) as done:
        calendar = done.row
        _guard_writable(calendar)
        if version is not None and version != calendar.version:
            raise Conflict("calendar.changed_meanwhile", current=calendar)
        before, after = changed(calendar, values)
        if calendar.ends_on < calendar.starts_on:
            raise Refused("calendar.ends_before_start", field="ends_on")
        others = sections is not None and _sections_differ(calendar, sections)
        chosen = None if arbiters is None else {one.pk for one in arbiters}
        known = set(calendar.proposed_arbiters.values_list("pk", flat=True))
        if not after and not others and (chosen is None or chosen == known):
            return done.nothing(calendar)
        if sections is not None and others:
            _save_sections(calendar, sections)
            after["sections"] = ", ".join(one["name"] for one in sections)
        if chosen is not None and chosen != known:
            calendar.proposed_arbiters.set(chosen)
            after["proposed_arbiters"] = len(chosen)
        calendar.version += 1
        calendar.save()
        done.record(calendar, label=calendar.name, before=before or None, after=after)
        return calendar


def _sections_differ(calendar: CalendarEvent, wanted: list[dict[str, Any]]) -> bool:
    blank = Section()
    known = [[getattr(one, name) for name in SECTION_FIELDS] for one in calendar.sections.all()]
    return known != [
        [one.get(name, getattr(blank, name)) for name in SECTION_FIELDS] for one in wanted
    ]


def _save_sections(calendar: CalendarEvent, sections: list[dict[str, Any]]) -> None:
    """Those there stay rows as long as there are as many: nothing hangs on them before approval."""
    calendar.sections.all().delete()
    made = [
        Section(calendar=calendar, position=place, **values)
        for place, values in enumerate(sections)
    ]
    Section.objects.bulk_create(made)
    groups = {age_group(one.age_from, one.age_until) for one in made}
    ordered: list[str] = sorted(groups, key=in_order)
    calendar.age_groups = [*ordered]
    full = all(one.places for one in made)
    calendar.places = sum(one.places for one in made) if full else 0
    calendar.save(update_fields=["age_groups", "places"])


def send_application(*, calendar: CalendarEvent, by: User) -> CalendarEvent:
    """To the office, which hears in its queue; the applicant gets a receipt."""
    with act("calendar.sent", calendar, by=by, quiet=QUIET) as done:
        calendar = done.row
        if calendar.state == State.SENT:
            return done.nothing(calendar)  # the second press
        _guard_writable(calendar)
        if lacking := missing(plan_of(calendar)):
            words = "; ".join(NeedLine(one).words.rstrip(".") for one in lacking)
            raise Refused("calendar.incomplete", missing=words)
        _go(calendar, State.SENT)
        # Asked back and sent again, it keeps its place in the queue.
        calendar.sent_at = calendar.sent_at or timezone.now()
        calendar.save()
        done.record(calendar, label=calendar.name)
        tell_applicant(calendar, "calendar_receipt")
        return calendar


def withdraw_application(
    *, calendar: CalendarEvent, by: User, confirmed: str = ""
) -> CalendarEvent:
    with act("calendar.withdrawn", calendar, by=by, confirmed=confirmed, quiet=QUIET) as done:
        calendar = done.row
        if calendar.state == State.WITHDRAWN:
            return done.nothing(calendar)
        if calendar.state not in (State.SENT, State.ASKED_BACK):
            raise Refused("calendar.already_answered")
        reasons = [Reason("calendar.withdraw_effect", {"name": calendar.name})]
        done.require("calendar.withdrawn", level=3, reasons=reasons)
        _go(calendar, State.WITHDRAWN)
        calendar.save()
        done.record(calendar, label=calendar.name)
        return calendar


def remove_draft(*, calendar: CalendarEvent, by: User, confirmed: str = "") -> None:
    """A draft that was never sent leaves nothing but a line in the history."""
    with act("calendar.draft_removed", calendar, by=by, confirmed=confirmed, quiet=QUIET) as done:
        calendar = done.row
        if calendar.state != State.DRAFT:
            raise Refused("calendar.not_to_be_changed")
        reasons = [Reason("calendar.remove_draft_effect", {"name": calendar.name})]
        done.require("calendar.draft_removed", level=3, reasons=reasons)
        done.record(calendar, label=calendar.name)
        calendar.delete()


def ask_back(*, calendar: CalendarEvent, by: User, answer: str) -> CalendarEvent:
    return _answer("calendar.asked", State.ASKED_BACK, calendar, by, answer)


def refuse(*, calendar: CalendarEvent, by: User, answer: str, confirmed: str = "") -> CalendarEvent:
    return _answer("calendar.refused", State.REFUSED, calendar, by, answer, confirmed)


def _answer(
    name: str,
    state: CalendarEvent.State,
    calendar: CalendarEvent,
    by: User,
    answer: str,
    confirmed: str = "",
) -> CalendarEvent:
    with act(name, calendar, by=by, confirmed=confirmed, quiet=QUIET) as done:
        calendar = done.row
        if calendar.state == state and calendar.answer == answer.strip():
            return done.nothing(calendar)  # the second press
        _guard_waiting(calendar)
        if not answer.strip():
            raise Refused("calendar.reason_needed", field="answer")
        if state == State.REFUSED:
            reasons = [Reason("calendar.refuse_effect", {"name": calendar.name})]
            done.require(name, level=3, reasons=reasons, subject=answer)
        _decide(calendar, state, by, answer)
        done.record(calendar, label=calendar.name, reason=calendar.answer)
        tell_applicant(calendar, f"calendar_{calendar.state}")
        return calendar


def approve(*, calendar: CalendarEvent, by: User, answer: str = "") -> CalendarEvent:
    """It comes onto the calendar: its event is made, with those on the staff who confirmed."""
    with act("calendar.approved", calendar, by=by) as done:
        calendar = done.row
        if calendar.state == State.APPROVED:
            return done.nothing(calendar)  # the second press
        _guard_waiting(calendar)
        calendar.event = _make_event(calendar, by)
        _decide(calendar, State.APPROVED, by, answer)
        asked, left_out = _ask_proposed(calendar, by)
        after = {"asked": ", ".join(asked), "not_asked": "; ".join(left_out)}
        after = {name: value for name, value in after.items() if value}
        done.record(calendar, label=calendar.name, reason=calendar.answer, after=after or None)
        tell_applicant(calendar, f"calendar_{calendar.state}")
        return calendar


def _ask_proposed(calendar: CalendarEvent, by: User) -> tuple[list[str], list[str]]:
    """The arbiters whom the applicant proposed are asked, the one of the highest level as chief.
    Whom the federation does not appoint any more is left out, and why stands in the history."""
    asked: list[str] = []
    left_out: list[str] = []
    known = list(calendar.appointments.values_list("arbiter", flat=True))
    proposed = calendar.proposed_arbiters.exclude(pk__in=known).select_related("player", "user")
    levels = ArbiterLevel.values
    for one in sorted(proposed, key=lambda each: (levels.index(each.level), each.pk)):
        chief = not calendar.appointments.filter(role=Appointment.Role.CHIEF).exists()
        role = Appointment.Role.CHIEF if chief else Appointment.Role.DEPUTY
        try:
            appoint(calendar=calendar, arbiter=one, role=role, fee=Decimal(0), by=by)
        except Refused as error:
            left_out.append(str(error))
        else:
            asked.append(one.player.name)
    return asked, left_out


def _make_event(calendar: CalendarEvent, by: User) -> Event:
    event = create_event(
        by=by,
        name=calendar.name,
        starts_on=calendar.starts_on,
        ends_on=calendar.ends_on,
        city=calendar.city,
        venue=calendar.venue,
        organiser=calendar.club.name if calendar.club else calendar.contact_name,
        time_zone=settings.TIME_ZONE,
        shorten_minors=any(group.startswith("U") for group in calendar.age_groups),
    )
    if CalendarEvent.objects.filter(event=event).exists():
        raise Refused("calendar.twin_approved")  # of the same name, days and place, a moment ago
    _give_duties(calendar, event, by)
    return event


def _give_duties(calendar: CalendarEvent, event: Event, by: User) -> None:
    """Confirmed arbiters; where none of them is in charge, the applicant. The office, who made the
    event, leaves its desk again."""
    confirmed = calendar.appointments.filter(state=Appointment.State.CONFIRMED)
    chief = None
    for one in confirmed.select_related("arbiter__user"):
        if (user := one.arbiter.user) is not None:
            role = DESK_ROLES[Appointment.Role(one.role)]
            set_role(event=event, user=user, role=role, by=by)
            chief = user if role == Role.CHIEF else chief
    if (applicant := calendar.applicant) is not None and applicant != chief:
        duty = Role.READER if chief else Role.CHIEF
        if not event.staff.filter(user=applicant).exclude(user_id=by.pk).exists():
            set_role(event=event, user=applicant, role=duty, by=by)
        chief = chief or applicant
    if chief is not None and chief.pk != by.pk:
        set_role(event=event, user=by, role=None, by=by)


def set_up_sections(*, calendar: CalendarEvent, by: User) -> int:
    """A tournament for each section that has none yet; how many were made."""
    with act("calendar.set_up", calendar, by=by) as done:
        calendar = done.row
        if calendar.state != State.APPROVED or calendar.event is None:
            raise Refused("calendar.not_approved")
        sections = list(calendar.sections.filter(tournament=None))
        if not sections:
            return done.nothing(0)
        for section in sections:
            section.tournament = create_tournament(
                event=calendar.event,
                by=by,
                name=section.name,
                system=section.system,
                total_rounds=section.rounds,
                rating_type=calendar.time,
                time_control=calendar.time_control,
                regulations=calendar.regulations,
                prizes=calendar.prizes,
            )
            section.save(update_fields=["tournament"])
        done.record(calendar, label=calendar.name, after={"sections": len(sections)})
        return len(sections)


# --- What the acts share --------------------------------------------------------------------------


def _guard_writable(calendar: CalendarEvent) -> None:
    if calendar.state not in WRITABLE:
        raise Refused("calendar.not_to_be_changed")


def _guard_waiting(calendar: CalendarEvent) -> None:
    if calendar.state != State.SENT:
        raise Refused("calendar.already_answered")


def _go(calendar: CalendarEvent, state: CalendarEvent.State) -> None:
    calendar.state = state
    calendar.version += 1


def _decide(calendar: CalendarEvent, state: CalendarEvent.State, by: User, answer: str) -> None:
    _go(calendar, state)
    calendar.answer = answer.strip()[:2000]
    calendar.decided_at, calendar.decided_by_id = timezone.now(), by.pk
    calendar.changed_at = calendar.decided_at
    calendar.save()


def tell_applicant(calendar: CalendarEvent, template: str) -> None:
    """By mail, in their language; to the contact and to who applied, where these differ."""
    applicant = calendar.applicant
    language = (applicant.language if applicant else "") or settings.LANGUAGE_CODE
    addresses = {calendar.contact_email.lower(): calendar.contact_email}
    if applicant and applicant.email:
        addresses.setdefault(applicant.email.lower(), applicant.email)
    with override(language):
        path = reverse("federation:application", args=[calendar.pk])
        public = calendar.event and reverse("public:event", args=[calendar.event.slug])
    for address in filter(None, addresses.values()):
        post(
            address,
            template,
            language=language,
            about=f"calendarevent:{calendar.pk}",
            calendar=calendar,
            link=f"{settings.SITE_URL}{path}",
            page=f"{settings.SITE_URL}{public}" if public else "",
        )
