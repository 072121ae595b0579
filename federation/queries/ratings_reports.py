"""Reports of events at the rating officer's: the queue, what is red in one, and what would not
count in it and why."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils import timezone

from federation.core.rating_times import kind_of, minutes_for_sixty
from federation.models import FideFile, MonthList, RatedEvent, RatingReport, Series
from federation.queries import ratings_lists
from federation.queries.ratings_games import Told, told
from federation.queries.ratings_inputs import inputs
from federation.queries.ratings_people import by_name, names_of
from pairing.trf.time_controls import encoded
from ratings.period import judge
from tournaments.models import (
    Entry,
    RegisteredPlayer,
    ReportSending,
    Role,
    Tournament,
)
from tournaments.queries.reports.preflight import can_be_judged, judged, preflight
from tournaments.register.search import players_named, search_register
from tournaments.wording import sentence

State = RatingReport.State
#: of many players or boards, so many are named
MOST = 8


# --- The queue -------------------------------------------------------------------------------


def queue(state: str = "") -> QuerySet[RatingReport]:
    """The officer's reports; without a state those that wait for a look, the oldest first."""
    states = [state] if state in State.values else list(RatingReport.WITH_OFFICER)
    found = RatingReport.objects.filter(state__in=states).select_related("tournament__event")
    waiting = set(states) <= {*RatingReport.WITH_OFFICER, *RatingReport.WITH_ARBITER}
    return found.order_by("arrived_at", "pk") if waiting else found.order_by("-decided_at", "-pk")


def counts() -> dict[str, int]:
    rows = RatingReport.objects.order_by().values("state").annotate(number=Count("pk"))
    return {row["state"]: row["number"] for row in rows}


def not_reported() -> QuerySet[Tournament]:
    """Finished tournaments of which no report came: they ended before there was an office."""
    return Tournament.objects.filter(
        finished_at__isnull=False,
        rating_report=None,
        event__removed=False,
        event__sandbox_until=None,
    ).select_related("event")


def for_fide() -> QuerySet[RatingReport]:
    """Accepted for FIDE's rating, and in no package that FIDE did not refuse."""
    packed = FideFile.objects.exclude(state=FideFile.State.REFUSED).values("report")
    accepted = RatingReport.objects.filter(state=State.ACCEPTED, for_fide=True)
    return (
        accepted.exclude(pk__in=packed)
        .select_related("tournament__event")
        .order_by("ended_on", "pk")
    )


def packages_of(tournament: Tournament) -> list[ReportSending]:
    """List what the chief arbiter sent to the office, the newest first."""
    return list(
        tournament.report_sendings.filter(
            target=ReportSending.Target.OFFICE, state=ReportSending.State.SENT
        ).select_related("by", "package")
    )


def is_rated(tournament: Tournament) -> tuple[bool, bool]:
    """Whether it is rated nationally and by FIDE, as its calendar said; else as it was played."""
    section = getattr(tournament, "section", None)
    calendar = section.calendar if section else getattr(tournament.event, "calendar", None)
    if calendar is None:
        return True, tournament.fide_mode and not tournament.chess960
    return calendar.national_rated, calendar.fide_rated


# --- What is red -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Red:
    """Something that the chief arbiter puts right or answers. `mended`: it is not so any more."""

    code: str
    values: dict[str, Any]
    link: str = ""
    answer: str = ""
    mended: bool = False

    @property
    def text(self) -> str:
        return sentence(f"ratings.red.{self.code}", self.values)


def red(tournament: Tournament) -> list[Red]:
    """Of the preflight, the checker and the register."""
    inside = [tournament.event.slug, tournament.slug]
    check = reverse("desk:preflight", args=inside)
    settings_page = f"{reverse('desk:settings', args=inside)}#id_time_control"
    staff = reverse("desk:staff", args=[tournament.event.slug])
    found = []
    if not preflight(tournament).ready:
        found.append(Red("not_ready", {}, check))
    elif can_be_judged(tournament) and (objections := judged(tournament)):
        found.append(Red("checker", {"objections": "; ".join(objections)[:400]}, f"{check}?check"))
    if unknown := unidentified(tournament):
        names = ", ".join(entry.name for entry in unknown[:MOST])
        more = " …" if len(unknown) > MOST else ""
        found.append(Red("unknown", {"count": len(unknown), "names": names + more}, check))
    minutes = minutes_for_sixty(encoded(tournament.time_control))
    if minutes is None:
        found.append(Red("no_time", {}, settings_page))
    elif kind_of(minutes) != tournament.rating_type:
        found.append(Red("other_kind", {"minutes": minutes}, settings_page))
    if tournament.chess960:
        found.append(Red("chess960", {}))
    chiefs = tournament.event.staff.filter(role=Role.CHIEF).select_related("user")
    if not any(one.user.licence for one in chiefs):
        found.append(Red("no_licence", {}, staff))
    return found


def red_of(report: RatingReport) -> list[Red]:
    """As it was found when the report was looked through, with the answers given; what is still so
    in today's words."""
    now = {one.code: one for one in red(report.tournament)} if report.red else {}
    return [
        replace(
            now.get(code) or Red(code, values, mended=True), answer=report.answers.get(code, "")
        )
        for code, values in report.red.items()
    ]


def unanswered(report: RatingReport, *, without: str = "") -> list[Red]:
    """List what is red now and has no answer. `without`: a code that the officer answers."""
    return [
        one
        for one in red(report.tournament)
        if one.code != without and not report.answers.get(one.code)
    ]


def unidentified(tournament: Tournament) -> list[Entry]:
    """Players who played and of whom nobody knows who they are in the register."""
    games = told(tournament).games
    if all(row[0] and row[1] for row in games):
        return []
    return by_name(
        entry for entry in tournament.entries.filter(player=None) if entry.tpn is not None
    )


def guesses(entry: Entry) -> list[RegisteredPlayer]:
    """Guess who an entry may be: by number, else by name."""
    if entry.fide_id:
        found = RegisteredPlayer.objects.filter(fide_id=entry.fide_id)
        if found:
            return list(found)
    if entry.national_id:
        national = RegisteredPlayer.objects.filter(
            federation=entry.federation or settings.FEDERATION_CODE, national_id=entry.national_id
        )
        if national:
            return list(national)
    return (
        players_named(entry.name, most=5)
        or search_register(entry.name, federation=entry.federation or settings.FEDERATION_CODE)[:5]
    )


# --- One report ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NotCounted:
    """A game that is in no list, and why."""

    round: int
    white: str
    black: str
    article: str
    lists: tuple[str, ...]

    @property
    def why(self) -> str:
        return sentence(f"ratings.why.{self.article}", {})


@dataclass(frozen=True, slots=True)
class Look:
    report: RatingReport
    told: Told
    red: list[Red]
    unidentified: list[tuple[Entry, list[RegisteredPlayer]]]
    not_counted: list[NotCounted]
    fits: str  # the kind that the time control is of; "" where it does not say it
    players: int
    #: the lists that have counted it, with the version that they counted
    counted: list[tuple[MonthList, RatedEvent]]
    differs: bool  # its games now are others than those that were counted
    versions: list[RatedEvent]

    @property
    def open(self) -> bool:
        return self.report.state in (
            *RatingReport.WITH_OFFICER,
            *RatingReport.WITH_ARBITER,
        )


def look(report: RatingReport) -> Look:
    tournament = report.tournament
    now = told(tournament)
    event = _as_event(report, now)
    counted = _counted(report)
    held = ratings_lists.counted_in(report)
    differs = any([list(row) for row in now.games] != one.games for _list, one in held)
    unknown = unidentified(tournament)
    return Look(
        report=report,
        told=now,
        red=red_of(report),
        unidentified=[(entry, guesses(entry)) for entry in unknown[:40]],
        not_counted=_not_counted(report, event),
        fits=kind_of(now.minutes) if now.minutes is not None else "",
        players=len({one for row in now.games for one in row[:2] if one}) + len(unknown),
        counted=counted,
        differs=differs,
        versions=list(report.versions.select_related("by").order_by("-version")),
    )


def _counted(report: RatingReport) -> list[tuple[MonthList, RatedEvent]]:
    lists = ratings_lists.published().filter(events__report=report)
    return [
        (one, one.events.get(report=report))
        for one in lists.order_by("month", "series", "-version")
    ]


def _as_event(report: RatingReport, now: Told) -> RatedEvent:
    tournament = report.tournament
    return RatedEvent(
        report=report,
        kind=tournament.rating_type,
        starts_on=tournament.event.starts_on,
        ended_on=report.ended_on,
        minutes=now.minutes,
        scheduled=now.scheduled,
        games=[list(row) for row in now.games],
        rated=now.rated,
    )


def series_of(report: RatingReport, kind: str) -> list[str]:
    """The lists in which a report of this kind counts."""
    found = []
    if report.for_national and kind in ratings_lists.rules().kinds:
        found.append(Series.NATIONAL.value)
    if report.for_fide:
        found.append(kind)
    return found


def _not_counted(report: RatingReport, event: RatedEvent) -> list[NotCounted]:
    """Every game that the lists would leave out, as they stand today."""
    found: dict[tuple[int, str], list[str]] = {}
    for series in series_of(report, event.kind):
        for game, article in left_out(series, event):
            found.setdefault((game, article), []).append(str(Series(series).label))
    names = names_of({one for row in event.games for one in row[:2] if one}, public=False)
    rows = []
    for (game, article), lists in sorted(found.items()):
        white, black, _own, _other, _how, number = event.games[game - 1]
        rows.append(
            NotCounted(number, names.get(white, "?"), names.get(black, "?"), article, tuple(lists))
        )
    return rows


def left_out(series: str, event: RatedEvent) -> Iterable[tuple[int, str]]:
    of = MonthList(series=series, month=_next_month(), base=ratings_lists.holding(series))
    if series == Series.NATIONAL:
        rules = ratings_lists.rules()
        of.constants, of.minimum_times = rules.constants, rules.minimum_times
    found = inputs(of, only=event)
    own = next(iter(found.left_out.values()), {})
    judged_out = {one.game: one.why.value for one in judge(found.period).not_rated}
    return (judged_out | own).items()


def _next_month() -> date:
    today = timezone.localdate()
    return date(today.year + today.month // 12, today.month % 12 + 1, 1)
