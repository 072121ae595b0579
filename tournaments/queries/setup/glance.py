"""My desk at a glance: how far each tournament is, what waits there, and the next sensible act."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone

from tournaments.models import (
    Entry,
    Knockout,
    Pairing,
    Role,
    Round,
    StaffMember,
    Team,
    Tournament,
    User,
)
from tournaments.queries.results.corrections import Awaited, awaiting_second_arbiter
from tournaments.queries.setup.events import duties_in_alphabet, duties_of
from tournaments.queries.voice.inbox import waiting_in

#: for so long after its last day an event that is not finished stands among the present ones
PRESENT = timedelta(days=30)
PRESENT_ON_A_PAGE, PAST_ON_A_PAGE = 20, 50
PUBLIC = (Round.Status.PUBLISHED, Round.Status.FINISHED)


class Act(StrEnum):
    """The act that comes next; each has its words in `desk/_glance_act.html`."""

    PLAYERS = "players"
    TEAMS = "teams"
    CHECK_IN = "check_in"
    DRAW = "draw"
    PAIR = "pair"
    PUBLISH = "publish"
    ENTER = "enter"
    FINISH = "finish"
    END = "end"
    REPORT = "report"
    MATCHES = "matches"
    KNOCKOUT = "knockout"


#: who may do it; everybody else only looks
_ROLES = {Act.ENTER: Role.CLERK, Act.END: Role.CHIEF}


@dataclass(frozen=True, slots=True)
class Step:
    act: Act
    number: int  # of the round; 0 where it is of none
    address: str


@dataclass(frozen=True, slots=True)
class Glance:
    """A tournament in a line. `state` has its words in `desk/_glance_state.html`."""

    tournament: Tournament
    players: int
    state: str
    number: int  # of the round it is about
    boards: int
    missing: int
    adjourned: int
    doubted: int  # read differently in the second pass
    #: corrections of others that wait for a second arbiter, the oldest first
    awaited: tuple[Awaited, ...]
    #: of players' calls, claims, requests and reports, as many as wait in the inbox
    inbox: int
    step: Step | None

    @property
    def waits(self) -> bool:
        """Something is to be settled besides the next act."""
        return bool(
            self.adjourned
            or self.doubted
            or self.awaited
            or self.inbox
            or self.tournament.ratings_differing
        )


@dataclass(frozen=True, slots=True)
class EventGlance:
    duty: StaffMember
    lines: tuple[Glance, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """A page of the events of the present with their tournaments, and one of those before."""

    present: Page[StaffMember]
    events: list[EventGlance]
    past: Page[StaffMember]
    earlier: list[StaffMember]


def my_desk(user: User, typed: str = "", page: str = "", earlier: str = "") -> Desk:
    duties = duties_of(user, typed)
    since, today = timezone.localdate() - PRESENT, timezone.localdate()
    own = Tournament.objects.filter(event=OuterRef("event"))
    over = Exists(own) & ~Exists(own.filter(finished_at=None))
    of_now = Q(event__ends_on__gte=since) & ~(over & Q(event__ends_on__lt=today))
    present = Paginator(duties.filter(of_now), PRESENT_ON_A_PAGE).get_page(page)
    past = Paginator(duties.exclude(of_now), PAST_ON_A_PAGE).get_page(earlier)
    shown = duties_in_alphabet(present)
    events = {duty.event_id: duty.event for duty in shown}
    for duty in shown:
        duty.event.my_role = Role(duty.role)
    tournaments = list(Tournament.objects.filter(event__in=events).order_by("name", "pk"))
    for tournament in tournaments:
        tournament.event = events[tournament.event_id]
    lines = glances(tournaments, user)
    return Desk(
        present,
        [EventGlance(duty, tuple(lines[duty.event_id])) for duty in shown],
        past,
        duties_in_alphabet(past),
    )


def glances(tournaments: list[Tournament], user: User) -> dict[int, list[Glance]]:
    """By event; as many queries for one tournament as for many."""
    ids = [one.pk for one in tournaments]
    arbiters = [one.pk for one in tournaments if one.event.my_role.covers(Role.ARBITER)]
    awaited = awaiting_second_arbiter(arbiters, user)
    inboxes = waiting_in(tournaments, user)
    players = dict(
        Entry.objects.filter(tournament__in=ids)
        .exclude(status=Entry.Status.EXPELLED)
        .order_by()
        .values_list("tournament")
        .annotate(Count("pk"))
    )
    drawn = set(
        Entry.objects.filter(tournament__in=ids, drawn_number__isnull=False)
        .order_by()
        .values_list("tournament", flat=True)
        .distinct()
    )
    here = set(
        Entry.objects.filter(tournament__in=ids, status=Entry.Status.PRESENT)
        .order_by()
        .values_list("tournament", flat=True)
        .distinct()
    )
    numbered = set(
        Team.objects.filter(tournament__in=ids, number__isnull=False)
        .order_by()
        .values_list("tournament", flat=True)
        .distinct()
    )
    current: dict[int, Round] = {}
    rounds = Round.objects.filter(tournament__in=ids).exclude(status=Round.Status.PLANNED)
    for round_ in rounds.order_by("number"):
        current[round_.tournament_id] = round_
    knockouts = dict(
        Knockout.objects.filter(tournament__in=ids, kind=Knockout.Kind.KNOCKOUT).values_list(
            "tournament", "pk"
        )
    )
    counts = _counts(current.values())
    adjourned = dict(
        Pairing.objects.games()
        .filter(round__tournament__in=ids, round__status__in=PUBLIC, result="??")
        .order_by()
        .values_list("round__tournament")
        .annotate(Count("pk"))
    )
    found: dict[int, list[Glance]] = defaultdict(list)
    for tournament in tournaments:
        round_now = current.get(tournament.pk)
        boards, missing, doubted = counts.get(round_now.pk, (0, 0, 0)) if round_now else (0, 0, 0)
        count = players.get(tournament.pk, 0)
        state = _state(tournament, round_now, missing)
        step = _next(tournament, round_now, missing)
        if step is Act.PAIR and round_now is None:
            drawn_up = tournament.pk in (numbered if tournament.format.pairs_teams else drawn)
            step = _before_round_1(tournament, count, drawn_up, tournament.pk in here)
        found[tournament.event_id].append(
            Glance(
                tournament,
                count,
                state,
                round_now.number if round_now else 0,
                boards,
                missing,
                adjourned.get(tournament.pk, 0),
                doubted,
                tuple(awaited.get(tournament.pk, ())),
                inboxes.get(tournament.pk, 0),
                _step(tournament, step, round_now, knockouts.get(tournament.pk)),
            )
        )
    return found


def _counts(rounds: Iterable[Round]) -> dict[int, tuple[int, int, int]]:
    """Boards, those without a result, and those in doubt, by round."""
    rows = (
        Pairing.objects.games()
        .filter(round__in=[one.pk for one in rounds])
        .order_by()
        .values("round")
        .annotate(
            boards=Count("pk"),
            missing=Count("pk", filter=Q(result="")),
            doubted=Count("pk", filter=~Q(read_differently="")),
        )
    )
    return {row["round"]: (row["boards"], row["missing"], row["doubted"]) for row in rows}


def _state(tournament: Tournament, now: Round | None, missing: int) -> str:
    if tournament.finished_at:
        return "over"
    if not tournament.format.has_rounds:
        return "knockout"
    if now is None:
        return "before"
    if now.status == Round.Status.FINISHED:
        return "finished"
    if now.status == Round.Status.PUBLISHED:
        return "missing" if missing else "complete"
    return "draft" if now.status == Round.Status.DRAFT else "pairing"


def _next(tournament: Tournament, now: Round | None, missing: int) -> Act | None:
    if tournament.finished_at:
        return Act.REPORT
    between = now is None or now.status == Round.Status.FINISHED
    if tournament.format.eliminates and (between or not tournament.format.has_rounds):
        return Act.KNOCKOUT
    if now is None:
        return Act.PAIR
    if now.status == Round.Status.PUBLISHED:
        return Act.ENTER if missing else Act.FINISH
    if now.status == Round.Status.DRAFT:
        return Act.PUBLISH
    if now.status == Round.Status.FINISHED:
        return Act.END if now.number >= tournament.total_rounds else Act.PAIR
    return None  # being paired


def _before_round_1(tournament: Tournament, players: int, drawn: bool, here: bool) -> Act:
    if tournament.format.pairs_teams:
        return Act.MATCHES if drawn else Act.TEAMS
    if players < 2:
        return Act.PLAYERS
    if tournament.format.table_of_players and not drawn:
        return Act.DRAW
    return Act.CHECK_IN if here and not tournament.checkin_closed_at else Act.PAIR


def _step(
    tournament: Tournament, act: Act | None, now: Round | None, knockout: int | None
) -> Step | None:
    """Only for those who may do it; a round of teams begins with its matches."""
    if act is None or not tournament.event.my_role.covers(_ROLES.get(act, Role.ARBITER)):
        return None
    number = now.number if now else 0
    if act is Act.PAIR:
        number += 1
        if tournament.format.pairs_teams:
            act = Act.MATCHES
    place = (tournament.event.slug, tournament.slug)
    of_round = {
        Act.PAIR: "desk:round",
        Act.PUBLISH: "desk:round",
        Act.ENTER: "desk:round",
        Act.FINISH: "desk:round",
        Act.END: "desk:round",
        Act.MATCHES: "desk:team_round",
    }
    if act in of_round:
        return Step(act, number or 1, reverse(of_round[act], args=[*place, number or 1]))
    if act is Act.KNOCKOUT:
        return Step(act, 0, reverse("desk:knockout", args=[*place, knockout])) if knockout else None
    page = {
        Act.PLAYERS: "desk:players",
        Act.TEAMS: "desk:teams",
        Act.CHECK_IN: "desk:players_checkin",
        Act.DRAW: "desk:player_numbers",
        Act.REPORT: "desk:preflight",
    }[act]
    return Step(act, 0, reverse(page, args=place))
