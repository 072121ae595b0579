"""An application as the check of the regulations sees it, and its needs in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from federation.core.regulations import (
    Need,
    Plan,
    PlannedArbiter,
    PlannedSection,
    needs_of,
)
from federation.models import Arbiter, CalendarEvent
from tournaments.wording import sentence


@dataclass(frozen=True, slots=True)
class NeedLine:
    """A need as the page lists it."""

    need: Need

    @property
    def words(self) -> str:
        return sentence(self.need.code, self.need.values)

    @property
    def state(self) -> str:
        if self.need.met:
            return "met"
        return "missing" if self.need.must else "advice"


def plan_of(calendar: CalendarEvent) -> Plan:
    sections = [
        {"name": one.name, "system": one.system, "rounds": one.rounds, "fee": one.fee,
         "rating_until": one.rating_until}
        for one in calendar.sections.all()
    ]  # fmt: skip
    values = {name: getattr(calendar, name) for name in FIELDS}
    return plan_from(values, sections, calendar.proposed_arbiters.all())


FIELDS = (
    "starts_on", "ends_on", "city", "venue", "contact_email", "time", "time_control", "teams",
    "fide_rated", "entries_from", "entries_until", "iban",
)  # fmt: skip


def plan_from(
    values: dict[str, Any], sections: Iterable[dict[str, Any]], arbiters: Iterable[Arbiter]
) -> Plan:
    """Of what was typed; a value that could not be read is not there."""
    sections = list(sections)
    return Plan(
        today=timezone.localdate(),
        starts_on=values.get("starts_on"),
        ends_on=values.get("ends_on"),
        city=values.get("city") or "",
        venue=values.get("venue") or "",
        contact=values.get("contact_email") or "",
        time=values.get("time") or "standard",
        time_control=values.get("time_control") or "",
        teams=bool(values.get("teams")),
        fide_rated=bool(values.get("fide_rated")),
        entries_from=_day(values.get("entries_from")),
        entries_until=_day(values.get("entries_until")),
        fee=any(one.get("fee") for one in sections),
        account=values.get("iban") or "",
        sections=tuple(
            PlannedSection(
                one.get("name") or "",
                one.get("system") or "",
                one.get("rounds") or 0,
                one.get("rating_until") or 0,
            )
            for one in sections
        ),
        arbiters=tuple(PlannedArbiter(one.level, one.valid_until) for one in arbiters),
    )


def lines_of(plan: Plan) -> list[NeedLine]:
    """First what is missing, then advice, then what is there."""
    order = {"missing": 0, "advice": 1, "met": 2}
    return sorted(map(NeedLine, needs_of(plan)), key=lambda line: order[line.state])


def _day(at: datetime | None) -> date | None:
    return timezone.localtime(at).date() if at else None
