"""The calendar: a filter as it stands in the address, what it finds, and how many each choice
would find.

Pages, subscriptions and programs read the same `find`. It takes two queries, however many years
there are: the facts of one year's events, light, from which the choices are counted; and the
events of one page.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils import timezone

from federation.core.beginnings import in_order
from federation.models import CalendarEvent, Province
from federation.queries.alphabet import in_turkish
from tournaments.models.tournament import RatingType

State = CalendarEvent.State
#: events on one page
ON_A_PAGE = 40
#: no subscription or file is longer than this
MOST_AT_ONCE = 2_000
#: years that an address may name
YEARS = range(1990, 2100)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter. `month`: 2026-11, or a whole year, 2026; "" for what is on and what comes."""

    month: str = ""
    province: str = ""
    time: str = ""
    age: str = ""
    kind: str = ""
    fide: bool = False
    open: bool = False

    @classmethod
    def of(cls, sent: Mapping[str, str]) -> "Wanted":
        """As the address says; what is no choice counts as not chosen."""
        time, kind, age = sent.get("time", ""), sent.get("kind", ""), sent.get("age", "")
        return cls(
            month=_month(sent.get("month", "")),
            province=sent.get("province", "")[:60],
            time=time if time in RatingType.values else "",
            age=age if age == "open" or in_order(age)[0] else "",
            kind=kind if kind in ("individual", "team") else "",
            fide=sent.get("fide") == "1",
            open=sent.get("open") == "1",
        )

    def as_values(self) -> dict[str, str]:
        told = {"month": self.month, "province": self.province, "time": self.time}
        told |= {"age": self.age, "kind": self.kind}
        told |= {"fide": "1" if self.fide else "", "open": "1" if self.open else ""}
        return {name: value for name, value in told.items() if value}

    @property
    def address(self) -> str:
        """The end of the calendar's address, for this very filter."""
        values = self.as_values()
        return f"?{urlencode(values)}" if values else ""

    @property
    def year(self) -> int:
        return int(self.month[:4]) if self.month else timezone.localdate().year


def _month(text: str) -> str:
    year, dash, month = text.partition("-")
    if not (year.isascii() and year.isdigit() and int(year) in YEARS):
        return ""
    if not dash:
        return year
    right = month.isascii() and month.isdigit() and len(month) == 2 and 1 <= int(month) <= 12
    return text if right else ""


@dataclass(frozen=True, slots=True)
class Fact:
    """The facts of an event that are counted."""

    pk: int
    starts_on: date
    ends_on: date
    province: int
    time: str
    ages: tuple[str, ...]
    teams: bool
    fide: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a filter: its words, how many events it leaves, and the address with it taken,
    or without it where it is taken already."""

    name: str
    value: Any
    words: str
    count: int
    chosen: bool
    wanted: Wanted

    @property
    def address(self) -> str:
        return self.wanted.address


@dataclass(frozen=True)
class Found:
    """The events of a filter, in the order of the first days."""

    wanted: Wanted
    facts: list[Fact]  # of the year, and of what is on or comes
    today: date

    @cached_property
    def keys(self) -> list[int]:
        return [one.pk for one in self.facts if self.fits(one)]

    @property
    def count(self) -> int:
        return len(self.keys)

    def fits(self, one: Fact, *, without: str = "") -> bool:
        """Whether an event is in the filter, or would be without one of its choices."""
        wanted = self.wanted
        return (
            (without == "month" or self._in_time(one))
            and (without == "province" or not wanted.province or one.province == self.province)
            and (without == "time" or not wanted.time or one.time == wanted.time)
            and (without == "age" or not wanted.age or wanted.age in one.ages)
            and (without == "kind" or not wanted.kind or one.teams == (wanted.kind == "team"))
            and (without == "fide" or not wanted.fide or one.fide)
            and (without == "open" or not wanted.open or one.open)
        )

    def _in_time(self, one: Fact) -> bool:
        if not self.wanted.month:
            return one.ends_on >= self.today
        return f"{one.starts_on:%Y-%m}".startswith(self.wanted.month)

    @cached_property
    def provinces(self) -> list[Province]:
        return list(Province.objects.order_by("code"))

    @cached_property
    def province(self) -> int:
        """The key of the one wanted; 0 finds nothing."""
        slug = self.wanted.province
        return next((one.pk for one in self.provinces if one.slug == slug), 0)

    def counted(self, what: str, of: Callable[[Fact], Iterable[Any]]) -> Counter[Any]:
        """How many events each value of this choice has, the other choices as they are."""
        return Counter(
            value for one in self.facts if self.fits(one, without=what) for value in of(one)
        )

    def months(self) -> list[tuple[str, int]]:
        """The twelve months of the year, with their events."""
        year = self.wanted.year
        counted = self.counted("month", lambda one: [f"{one.starts_on:%Y-%m}"])
        return [(name, counted[name]) for name in (f"{year}-{n:02}" for n in range(1, 13))]

    def choice(self, name: str, value: Any, words: str, count: int) -> Choice:
        chosen = getattr(self.wanted, name) == value
        other: Any = (False if isinstance(value, bool) else "") if chosen else value
        return Choice(name, value, words, count, chosen, replace(self.wanted, **{name: other}))

    def page(self, number: int, size: int = ON_A_PAGE) -> list[CalendarEvent]:
        begin = max(number - 1, 0) * size
        return events(self.keys[begin : begin + size])

    @property
    def pages(self) -> int:
        return max(1, -(-self.count // ON_A_PAGE))


def published() -> QuerySet[CalendarEvent]:
    """The calendar as everybody sees it: approved, or cancelled afterwards."""
    return CalendarEvent.objects.filter(
        state__in=(State.APPROVED, State.CANCELLED), event__public=True, event__removed=False
    )


def find(wanted: Wanted) -> Found:
    today = timezone.localdate()
    first = date(min(wanted.year, today.year) if not wanted.month else wanted.year, 1, 1)
    rows = published().filter(starts_on__gte=first)
    if wanted.month:
        rows = rows.filter(starts_on__lt=date(wanted.year + 1, 1, 1))
    elif today.month == 1:  # what began before New Year and goes on
        rows = published().filter(starts_on__gte=first - timedelta(days=31))
    return Found(wanted, _facts(rows), today)


def chosen(wanted: Wanted) -> QuerySet[CalendarEvent]:
    """The same choice for readers of all years, page by page; without a month from the first."""
    found = published()
    if wanted.month:
        year, dash, month = wanted.month.partition("-")
        found = found.filter(starts_on__year=int(year))
        found = found.filter(starts_on__month=int(month)) if dash else found
    if wanted.province:
        found = found.filter(province__slug=wanted.province)
    if wanted.time:
        found = found.filter(time=wanted.time)
    if wanted.age:
        found = found.filter(age_groups__contains=[wanted.age])
    if wanted.kind:
        found = found.filter(teams=wanted.kind == "team")
    if wanted.fide:
        found = found.filter(fide_rated=True)
    return _open(found) if wanted.open else found


def _open(found: QuerySet[CalendarEvent]) -> QuerySet[CalendarEvent]:
    now = timezone.now()
    found = found.filter(state=State.APPROVED, entries_until__gte=now)
    return found.exclude(entries_from__gt=now)


def _facts(rows: QuerySet[CalendarEvent]) -> list[Fact]:
    now = timezone.now()
    listed = rows.order_by("starts_on", in_turkish("name"), "pk").values_list(
        "pk", "starts_on", "ends_on", "province", "time", "age_groups", "teams", "fide_rated",
        "state", "entries_from", "entries_until",
    )  # fmt: skip
    return [
        Fact(
            pk, starts_on, ends_on, province, time, tuple(ages), teams, fide,
            state == State.APPROVED and is_open(begin, end, now),
        )
        for pk, starts_on, ends_on, province, time, ages, teams, fide, state, begin, end
        in listed.iterator(chunk_size=5000)
    ]  # fmt: skip


def is_open(begin: datetime | None, end: datetime | None, now: datetime) -> bool:
    return end is not None and now <= end and (begin is None or begin <= now)


def events(keys: list[int]) -> list[CalendarEvent]:
    """These events with what a line of them says, in this order."""
    rows = (
        CalendarEvent.objects.filter(pk__in=keys)
        .select_related("event", "province", "club")
        .defer("regulations", "schedule", "prizes", "event__search_key", "event__emblems")
    )
    known = {one.pk: one for one in rows}
    return [known[key] for key in keys if key in known]


def open_for_entries(most: int) -> tuple[list[CalendarEvent], int]:
    """Those that can be entered, the next one first; and how many there are."""
    keys = list(
        _open(published())
        .order_by("starts_on", in_turkish("name"), "pk")
        .values_list("pk", flat=True)
    )
    return events(keys[:most]), len(keys)
