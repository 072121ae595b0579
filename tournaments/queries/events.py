"""Events and tournaments for lists."""

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.models import Entry, Event, StaffMember, Tournament, User


def public_events() -> QuerySet[Event]:
    return Event.objects.filter(public=True, archived=False).annotate(sections=Count("tournaments"))


def current_and_past_events() -> tuple[list[Event], list[Event]]:
    today = timezone.localdate()
    events = list(public_events())
    return (
        [event for event in reversed(events) if event.ends_on >= today],
        [event for event in events if event.ends_on < today],
    )


def duties_of(user: User) -> QuerySet[StaffMember]:
    return (
        StaffMember.objects.filter(user=user, event__archived=False)
        .select_related("event")
        .order_by("-event__starts_on", "event__name")
    )


def tournaments_of(event: Event) -> QuerySet[Tournament]:
    return event.tournaments.annotate(
        players=Count("entries", filter=~Q(entries__status=Entry.Status.EXPELLED), distinct=True)
    )
