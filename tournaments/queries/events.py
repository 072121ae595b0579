"""Events and tournaments for lists."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.models import (
    Entry,
    Event,
    HallPlan,
    Knockout,
    Round,
    StaffMember,
    Tournament,
    User,
)


def public_events() -> QuerySet[Event]:
    return Event.objects.filter(public=True, archived=False).annotate(sections=Count("tournaments"))


def current_and_past_events() -> tuple[list[Event], list[Event]]:
    today = timezone.localdate()
    events = list(public_events())
    return (
        [event for event in reversed(events) if event.ends_on >= today],
        [event for event in events if event.ends_on < today],
    )


def has_plan(event: Event) -> bool:
    return HallPlan.objects.filter(event=event).exclude(words="", digest="").exists()


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


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament on its event's page: how far it is."""

    tournament: Tournament
    players: int
    latest: Round | None  # the latest published round
    missing: int  # its open results
    coming: Round | None  # the next one, if its time is known
    knockout: Knockout | None = None  # in place of rounds, once announced


def tournaments_in_public(event: Event) -> list[TournamentLine]:
    public = (Round.Status.PUBLISHED, Round.Status.FINISHED)
    rounds: dict[int, list[Round]] = defaultdict(list)
    open_games = Count("pairings", filter=Q(pairings__black__isnull=False, pairings__result=""))
    found = Round.objects.filter(tournament__event=event).defer("trace").annotate(open=open_games)
    for round_ in found.order_by("number"):
        rounds[round_.tournament_id].append(round_)
    announced = {
        one.tournament_id: one
        for one in Knockout.objects.filter(
            tournament__event=event, kind=Knockout.Kind.KNOCKOUT, announced_at__isnull=False
        )
    }
    lines = []
    for tournament in tournaments_of(event):
        knockout = announced.get(tournament.pk)
        known = rounds[tournament.pk]
        latest = next((one for one in reversed(known) if one.status in public), None)
        after = latest.number if latest else 0
        coming = next((one for one in known if one.number > after and one.starts_at), None)
        missing = latest.open if latest else 0
        lines.append(
            TournamentLine(tournament, tournament.players, latest, missing, coming, knockout)
        )
    return lines
