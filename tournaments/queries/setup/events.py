"""Events and tournaments for lists."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypedDict

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
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
    Role,
    Round,
    StaffMember,
    Tournament,
    User,
)
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.standings.categories import NamedCategory, categories_in_short

#: as many people as a search by name answers with
MOST_FOUND = 12
#: as many words of a search count
MOST_WORDS = 6


def public_events(typed: str = "") -> QuerySet[Event]:
    """The latest first; with words typed, those that have all of them. The tournaments of an
    event are counted only where it is shown."""
    own = Tournament.objects.filter(event=OuterRef("pk")).order_by().values("event")
    found = Event.objects.filter(public=True, removed=False)
    return (
        with_words(found, typed)
        .annotate(sections=Coalesce(Subquery(own.annotate(n=Count("pk")).values("n")), 0))
        .order_by("-starts_on", "name", "pk")
    )


def with_words(events: QuerySet[Event], typed: str) -> QuerySet[Event]:
    """Those in whose name, town or organiser every word typed begins a word."""
    return having_words(events, "search_key", typed)


def having_words(rows: QuerySet[Any], key: str, typed: str) -> QuerySet[Any]:
    if not (words := fold(typed).split()[:MOST_WORDS]):
        return rows
    query = SearchQuery(
        " & ".join(f"{word}:*" for word in words), config="simple", search_type="raw"
    )
    having: QuerySet[Any] = rows.annotate(words=SearchVector(key, config="simple"))
    return having.filter(words=query)


def coming_events() -> QuerySet[Event]:
    """Under way or still to come: the next ones first."""
    found = public_events().filter(ends_on__gte=timezone.localdate())
    return found.order_by("starts_on", "name", "pk")


def past_events() -> QuerySet[Event]:
    return public_events().filter(ends_on__lt=timezone.localdate())


def in_alphabet(events: Iterable[Event]) -> list[Event]:
    """Those of one day in the alphabet of the reader; the days stay in their order."""
    alphabet = get_language() or "en"
    found: list[Event] = []
    for _day, of_day in groupby(events, key=lambda event: event.starts_on):
        found += sorted(of_day, key=lambda event: sort_key(event.name, alphabet))
    return found


def has_plan(event: Event) -> bool:
    return HallPlan.objects.filter(event=event).exclude(words="", digest="").exists()


def duties_of(user: User, typed: str = "") -> QuerySet[StaffMember]:
    """The latest event first."""
    found = StaffMember.objects.filter(user=user, event__removed=False).select_related("event")
    found = having_words(found, "event__search_key", typed)
    return found.order_by("-event__starts_on", "event__name", "pk")


def duties_in_alphabet(duties: Iterable[StaffMember]) -> list[StaffMember]:
    """Those of one day in the alphabet of the reader; the days stay in their order."""
    alphabet = get_language() or "en"
    found: list[StaffMember] = []
    for _day, of_day in groupby(duties, key=lambda duty: duty.event.starts_on):
        found += sorted(of_day, key=lambda duty: sort_key(duty.event.name, alphabet))
    return found


def events_to_copy(user: User) -> QuerySet[Event]:
    """Those whose chief arbiter may make another one after them; the latest first."""
    mine = Event.objects.filter(staff__user=user, staff__role=Role.CHIEF, removed=False)
    return mine.order_by("-starts_on", "name", "pk")


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
    found = Round.objects.filter(tournament__event=event).annotate(open=open_games)
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
