"""Events that a cup could count, found by a few letters."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from federation.models import CalendarEvent, CupSection, Section
from tournaments.models import Event, Tournament
from tournaments.queries.setup.events import with_words

#: so many are offered
MOST = 30


@dataclass(frozen=True, slots=True)
class Choice:
    kind: str  # "part" or "tournament"
    pk: int
    name: str
    starts_on: date
    there: bool


def events_for(section: CupSection, typed: str) -> list[Choice]:
    """Sections of the calendar and tournaments that have these words, the latest first."""
    if not typed.strip():
        return []
    events = with_words(Event.objects.filter(public=True, removed=False), typed)
    found = list(events.order_by("-starts_on", "pk").values_list("pk", flat=True)[:MOST])
    tournaments = list(_tournaments(found))
    with_tournament = {one.pk for one in tournaments}
    parts = (
        Section.objects.filter(
            calendar__event__in=found, calendar__state=CalendarEvent.State.APPROVED,
            calendar__teams=False,
        )
        .exclude(tournament__in=with_tournament)
        .select_related("calendar")
    )  # fmt: skip
    there = section.events.values_list("part", "tournament", "part__tournament")
    own_parts = {part for part, _tournament, _of_part in there}
    own = {one for _part, *both in there for one in both}
    choices = [
        Choice("tournament", one.pk, one.full_name, one.event.starts_on, one.pk in own)
        for one in tournaments
    ]
    choices += [
        Choice(
            "part", one.pk, f"{one.calendar.name} · {one.name}", one.calendar.starts_on,
            one.pk in own_parts,
        )
        for one in parts
    ]  # fmt: skip
    return sorted(choices, key=lambda one: (-one.starts_on.toordinal(), one.name))[:MOST]


def _tournaments(events: list[int]) -> list[Tournament]:
    found = Tournament.objects.filter(event__in=events).select_related("event")
    return [one for one in found if not one.format.pairs_teams]


def find_part(pk: int) -> Section | None:
    approved = Q(calendar__state=CalendarEvent.State.APPROVED, calendar__event__public=True)
    return Section.objects.filter(approved, pk=pk).select_related("calendar").first()


def find_tournament(pk: int) -> Tournament | None:
    shown = Q(event__public=True, event__removed=False)
    return Tournament.objects.filter(shown, pk=pk).select_related("event").first()
