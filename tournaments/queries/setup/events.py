"""Events and tournaments for lists."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.core.text import fold, sort_key
from tournaments.models import (
    Entry,
    Event,
    HallPlan,
    Knockout,
    Prize,
    Round,
    StaffMember,
    Tournament,
    User,
)
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.standings.categories import NamedCategory, categories_in_short

#: as many people as a search by name answers with
MOST_FOUND = 12


def public_events() -> QuerySet[Event]:
    """The latest first. What is counted is grouped, and a group forgets the order of its model."""
    found = Event.objects.filter(public=True, removed=False)
    return found.annotate(sections=Count("tournaments")).order_by("-starts_on", "name", "pk")


def current_and_past_events() -> tuple[list[Event], list[Event]]:
    """The next ones first, then the latest; those of one day in the alphabet of the reader."""
    today, alphabet = timezone.localdate(), get_language() or "en"
    events = sorted(public_events(), key=lambda event: sort_key(event.name, alphabet))
    current = [event for event in events if event.ends_on >= today]
    past = [event for event in events if event.ends_on < today]
    return (
        sorted(current, key=lambda event: event.starts_on),
        sorted(past, key=lambda event: event.starts_on, reverse=True),
    )


def has_plan(event: Event) -> bool:
    return HallPlan.objects.filter(event=event).exclude(words="", digest="").exists()


def duties_of(user: User) -> list[StaffMember]:
    """The latest event first; those of one day in the alphabet of the reader."""
    alphabet = get_language() or "en"
    found = sorted(
        StaffMember.objects.filter(user=user, event__removed=False).select_related("event"),
        key=lambda duty: sort_key(duty.event.name, alphabet),
    )
    return sorted(found, key=lambda duty: duty.event.starts_on, reverse=True)


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Players(TypedDict):
        players: int

    Counted = WithAnnotations[Tournament, Players]


def tournaments_of(event: Event) -> "QuerySet[Counted]":
    return event.tournaments.annotate(
        players=Count("entries", filter=~Q(entries__status=Entry.Status.EXPELLED), distinct=True)
    ).order_by("position", "pk")


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament on its event's page: how far it is."""

    tournament: Tournament
    players: int
    latest: Round | None  # the latest published round
    missing: int  # its open results
    coming: Round | None  # the next one, if its time is known
    knockout: Knockout | None = None  # in place of rounds, once announced
    categories: list[NamedCategory] = field(default_factory=list)
    has_prizes: bool = False

    @property
    def state(self) -> str:
        """How far it is; each state has its words in `public/_event_STATE.html`."""
        if self.knockout:
            return "knockout"
        if self.latest:
            return "round"
        return "coming" if self.coming else "planned"

    @property
    def now(self) -> str:
        """The page on which players find their seats; "" before there is one."""
        place = (self.tournament.event.slug, self.tournament.slug)
        if self.knockout and (not self.tournament.format.has_rounds or not self.latest):
            return reverse("public:knockout", args=(*place, self.knockout.pk))
        if not self.latest:
            return ""
        page = "public:team_round" if self.tournament.format.pairs_teams else "public:round"
        return reverse(page, args=(*place, self.latest.number))


def tournaments_in_public(event: Event) -> list[TournamentLine]:
    public = (Round.Status.PUBLISHED, Round.Status.FINISHED)
    rounds: dict[int, list[Round]] = defaultdict(list)
    open_games = Count(
        "pairings",
        filter=Q(pairings__black__isnull=False)
        & (Q(pairings__result="") | Q(pairings__result__contains="?")),
    )
    found = Round.objects.filter(tournament__event=event).defer("trace").annotate(open=open_games)
    missing: dict[int, int] = {}
    for round_ in found.order_by("number"):
        rounds[round_.tournament_id].append(round_)
        missing[round_.pk] = round_.open
    announced = {
        one.tournament_id: one
        for one in Knockout.objects.filter(
            tournament__event=event, kind=Knockout.Kind.KNOCKOUT, announced_at__isnull=False
        )
    }
    people: dict[int, list[Entry]] = defaultdict(list)
    for entry in _people_of(event):
        people[entry.tournament_id].append(entry)
    prizes: dict[int, list[str]] = defaultdict(list)
    for owner, category in Prize.objects.filter(tournament__event=event).values_list(
        "tournament_id", "category"
    ):
        prizes[owner].append(category)
    lines = []
    for tournament in tournaments_of(event):
        tournament.event = event
        named = prizes[tournament.pk]
        knockout = announced.get(tournament.pk)
        known = rounds[tournament.pk]
        latest = next((one for one in reversed(known) if one.status in public), None)
        after = latest.number if latest else 0
        coming = next((one for one in known if one.number > after and one.starts_at), None)
        ranked = latest and tournament.format.ranks_players
        lines.append(
            TournamentLine(
                tournament,
                tournament.players,
                latest,
                missing[latest.pk] if latest else 0,
                coming,
                knockout,
                categories_in_short(tournament, people[tournament.pk], named) if ranked else [],
                bool(named or tournament.prize_list),
            )
        )
    return lines


def _people_of(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament__event=event).exclude(status=Entry.Status.EXPELLED)


def people_called(event: Event, typed: str, language: str) -> list[Entry]:
    """The people meant by a few letters of a name, in any tournament of the event."""
    wanted = fold(typed)
    if len(wanted) < 2:
        return []
    people = list(_people_of(event).select_related("tournament"))
    shorten_names(event, people)
    found = [one for one in people if wanted in fold(one.name)]
    return sorted(found, key=lambda one: sort_key(one.name, language))[:MOST_FOUND]


#: a round that everybody has seen, taken back since or not
WAS_PUBLISHED = Q(published_at__isnull=False) | Q(
    status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED]
)


def is_fixed(tournament: Tournament) -> bool:
    """The rules, the points and the prohibitions hold: round 1 is paired, or was published once.
    Taking it back does not open them again."""
    return is_under_way(tournament) or tournament.rounds.filter(WAS_PUBLISHED).exists()


def is_under_way(tournament: Tournament) -> bool:
    """Round 1 is paired: the numbers are fixed."""
    if tournament.knockouts.filter(
        kind=Knockout.Kind.KNOCKOUT, announced_at__isnull=False
    ).exists():
        return True  # it has no rounds: its plan is announced
    return tournament.rounds.exclude(
        status__in=[Round.Status.PLANNED, Round.Status.PAIRING]
    ).exists()
