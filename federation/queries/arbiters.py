"""Arbiters: the public list, their load, and what speaks against an appointment."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from federation.models import Appointment, Arbiter, CalendarEvent, Member, Privacy, Province
from federation.queries.alphabet import in_turkish
from federation.wording.entries import amount_text
from tournaments.core.text import fold
from tournaments.models import RegisteredPlayer, User

State = Appointment.State
MOST_WORDS = 4


def arbiters(
    *, level: str = "", province: str = "", typed: str = "", provinces: list[Province] | None = None
) -> QuerySet[Arbiter]:
    """All of them, by name; `provinces` are those of a delegate. They are some hundreds: names are
    looked up one by one, since with a join the register would be read from end to end."""
    player = RegisteredPlayer.objects.filter(pk=OuterRef("player"))
    found = Arbiter.objects.annotate(
        listed_name=Subquery(player.values("name")), called=Subquery(player.values("search_key"))
    ).prefetch_related("player", "province", "user")
    if provinces is not None:
        found = found.filter(province__in=provinces)
    if level:
        found = found.filter(level=level)
    if province:
        found = found.filter(province__code=province)
    for word in fold(typed).split()[:MOST_WORDS]:
        found = found.filter(called__contains=word)
    return found.order_by(in_turkish("listed_name"), "pk")


def listed_arbiters(**wanted: str) -> QuerySet[Arbiter]:
    """Those that everybody may see: active, and not hidden by their own wish."""
    wish = Member.objects.filter(player=OuterRef("player")).values("privacy")
    found = arbiters(**wanted).annotate(wish=Coalesce(Subquery(wish), Value("")))  # type: ignore[arg-type]
    return found.filter(active=True).exclude(wish=Privacy.HIDDEN)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An arbiter who could be appointed, and what speaks against it."""

    arbiter: Arbiter
    clashes: list[Appointment]
    days: int  # of work in the month of the event
    runs_out: bool


def candidates(calendar: CalendarEvent, found: Iterable[Arbiter]) -> list[Candidate]:
    """The free ones first, then those with the least work in that month."""
    people = list(found)
    busy: dict[int, list[Appointment]] = defaultdict(list)
    first = calendar.starts_on.replace(day=1)
    last = (first + timedelta(days=40)).replace(day=1) - timedelta(days=1)
    work: dict[int, int] = defaultdict(int)
    rows = (
        Appointment.objects.filter(
            arbiter__in=people,
            starts_on__lte=max(last, calendar.ends_on),
            ends_on__gte=first,
        )
        .exclude(state=State.DECLINED)
        .select_related("calendar")
    )
    for row in rows:
        work[row.arbiter_id] += days_within(row, first, last)
        meets = row.starts_on <= calendar.ends_on and calendar.starts_on <= row.ends_on
        if meets and row.calendar_id != calendar.pk:
            busy[row.arbiter_id].append(row)
    made = [
        Candidate(
            one,
            busy[one.pk],
            work[one.pk],
            bool(one.valid_until and one.valid_until < calendar.ends_on),
        )
        for one in people
    ]
    return sorted(made, key=lambda one: (bool(one.clashes), one.runs_out, one.days))


def days_within(row: Appointment, first: date, last: date) -> int:
    return max((min(row.ends_on, last) - max(row.starts_on, first)).days + 1, 0)


@dataclass(frozen=True, slots=True)
class Load:
    """How many days an arbiter works in each month."""

    arbiter: Arbiter
    months: list[int]

    @property
    def total(self) -> int:
        return sum(self.months)


def months_around(today: date, count: int = 6) -> list[date]:
    """Two months back, this one, and the next ones."""
    found = []
    for ahead in range(-2, count - 2):
        number = today.year * 12 + today.month - 1 + ahead
        found.append(date(number // 12, number % 12 + 1, 1))
    return found


def load(found: Iterable[Arbiter], months: list[date]) -> list[Load]:
    """In one question for all of them."""
    people = list(found)
    ends = [(month + timedelta(days=40)).replace(day=1) - timedelta(days=1) for month in months]
    rows = Appointment.objects.filter(
        arbiter__in=people, starts_on__lte=ends[-1], ends_on__gte=months[0]
    ).exclude(state=State.DECLINED)
    work: dict[int, list[int]] = defaultdict(lambda: [0] * len(months))
    for row in rows:
        for place, (first, last) in enumerate(zip(months, ends, strict=True)):
            work[row.arbiter_id][place] += days_within(row, first, last)
    return [Load(one, work[one.pk]) for one in people]


def appointments_of(calendar: CalendarEvent) -> QuerySet[Appointment]:
    found = Appointment.objects.filter(calendar=calendar)
    return found.select_related("arbiter__player", "arbiter__user", "calendar").order_by(
        "role", "pk"
    )


def appointments_for(user: User) -> QuerySet[Appointment]:
    """Of an arbiter who is signed in; the next ones first."""
    found = Appointment.objects.filter(arbiter__user_id=user.pk, calendar__state="approved")
    return found.select_related("calendar__event", "calendar__province").order_by("-starts_on")


def with_fees(found: Iterable[Appointment]) -> list[tuple[Appointment, str]]:
    """Each with its fee in words, in the currency of its event."""
    return [(one, amount_text(one.fee, one.calendar.currency)) for one in found]


def upcoming_events(provinces: list[Province] | None) -> QuerySet[CalendarEvent]:
    """Events that are not over, with their appointments counted."""
    found = CalendarEvent.objects.filter(
        state=CalendarEvent.State.APPROVED, ends_on__gte=timezone.localdate()
    )
    if provinces is not None:
        found = found.filter(province__in=provinces)
    return (
        found.annotate(
            asked=Count("appointments", filter=Q(appointments__state=State.ASKED)),
            confirmed=Count("appointments", filter=Q(appointments__state=State.CONFIRMED)),
        )
        .select_related("province", "event")
        .order_by("starts_on", "pk")
    )
