"""The incident book as arbiters read it, counted; and what next year may do otherwise."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import ngettext

from pairing.results import KNOWN
from tournaments.models import (
    UNFINISHED,
    Entry,
    Incident,
    IncidentKind,
    LogEntry,
    Pairing,
    Tournament,
)
from tournaments.queries.knockout.course import announced_knockout, course_of
from tournaments.queries.reports.games_beside import games_beside
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.wording.incidents import (
    ARTICLES,
    FIRST_ILLEGAL_MOVE,
    PHONE,
    SECOND_ILLEGAL_MOVE,
)


@dataclass(frozen=True, slots=True)
class BookLine:
    incident: Incident
    article: str
    #: what the Laws ask for; "" where the arbiter decides
    advice: str


@dataclass(frozen=True, slots=True)
class KindCount:
    kind: IncidentKind
    article: str
    by_round: tuple[int, ...]  # round 1, 2, …
    elsewhere: int  # of no round

    @property
    def total(self) -> int:
        return sum(self.by_round) + self.elsewhere


@dataclass(frozen=True, slots=True)
class Book:
    lines: tuple[BookLine, ...]  # the newest first
    counts: tuple[KindCount, ...]
    rounds: tuple[int, ...]


def incident_book(tournament: Tournament) -> Book:
    found = list(
        tournament.incidents.filter(taken_back_at=None).select_related("entry", "by").order_by("pk")
    )
    illegal: Counter[tuple[int | None, int | None]] = Counter()
    lines = []
    for one in found:
        again = False
        if one.kind == IncidentKind.ILLEGAL_MOVE and one.entry_id:
            illegal[one.round_number, one.entry_id] += 1
            again = illegal[one.round_number, one.entry_id] > 1
        lines.append(BookLine(one, ARTICLES[IncidentKind(one.kind)], _advice(one, again=again)))
    numbers = tuple(sorted({one.round_number for one in found if one.round_number}))
    return Book(tuple(reversed(lines)), tuple(_counts(found, numbers)), numbers)


def _advice(one: Incident, *, again: bool) -> str:
    if one.kind == IncidentKind.ILLEGAL_MOVE:
        return str(SECOND_ILLEGAL_MOVE if again else FIRST_ILLEGAL_MOVE)
    return str(PHONE) if one.kind == IncidentKind.PHONE else ""


def _counts(found: list[Incident], numbers: tuple[int, ...]) -> Iterator[KindCount]:
    for kind in IncidentKind:
        own = Counter(one.round_number for one in found if one.kind == kind)
        if own:
            by_round = tuple(own[number] for number in numbers)
            yield KindCount(kind, ARTICLES[kind], by_round, own[None])


@dataclass(frozen=True, slots=True)
class Happened:
    """The event in numbers, beside the incidents."""

    games: int
    forfeits: int
    byes: int
    late_entries: int
    withdrawn: int
    corrections: int
    by_hand: int  # rounds whose pairings an arbiter changed


def happened(tournament: Tournament) -> Happened:
    public = Pairing.objects.filter(round__tournament=tournament, round__status__in=PUBLIC)
    codes = [
        game
        for code in public.games().exclude(result="").values_list("result", flat=True)
        for game in KNOWN[code].single
    ]
    codes += [KNOWN[game.result] for game in games_beside(tournament)]
    log: list[tuple[str, str]] = list(
        LogEntry.objects.filter(tournament=tournament).values_list("act", "irregular")
    )
    entries = tournament.entries
    left = Q(status__in=[Entry.Status.WITHDRAWN, Entry.Status.EXPELLED])
    return Happened(
        games=sum(one.played for one in codes),
        forfeits=sum(not one.played for one in codes),
        byes=public.filter(black=None).exclude(bye="").count(),
        late_entries=entries.filter(first_round__gt=1).count(),
        withdrawn=entries.filter(left).count(),
        corrections=sum(irregular == "Correction" for _act, irregular in log),
        by_hand=sum(irregular == "MPA" for _act, irregular in log),
    )


def all_is_played(tournament: Tournament) -> bool:
    """Whether the tournament is ended, its last round is public and every result is in, or its
    knock-out is decided."""
    if tournament.finished_at:
        return True
    if tournament.format.eliminates:
        knockout = announced_knockout(tournament)
        return knockout is not None and course_of(knockout).progress.finished
    public = tournament.rounds.filter(status__in=PUBLIC)
    if public.count() < tournament.total_rounds:
        return False
    games = Pairing.objects.games().filter(round__in=public)
    return not games.filter(UNFINISHED).exists()


def suggestions(tournament: Tournament) -> list[str]:
    """The lessons of this event for the next one, a sentence each."""
    told, kinds = (
        happened(tournament),
        Counter(tournament.incidents.filter(taken_back_at=None).values_list("kind", flat=True)),
    )
    found = [
        _late_entries(told.late_entries),
        _absent(told.forfeits),
        _late(kinds[IncidentKind.LATE]),
        _phones(kinds[IncidentKind.PHONE]),
        _illegal(kinds[IncidentKind.ILLEGAL_MOVE]),
        _corrections(told.corrections),
        _withdrawn(told.withdrawn, tournament.entries.count()),
    ]
    return [one for one in found if one]


def _late_entries(count: int) -> str:
    return (
        count
        and ngettext(
            "%(count)s late entry: consider an earlier deadline.",
            "%(count)s late entries: consider an earlier deadline.",
            count,
        )
        % {"count": count}
    ) or ""


def _absent(count: int) -> str:
    if count < 2:
        return ""
    return ngettext(
        "%(count)s game was forfeited: ask who plays on before each round.",
        "%(count)s games were forfeited: ask who plays on before each round.",
        count,
    ) % {"count": count}


def _late(count: int) -> str:
    if count < 2:
        return ""
    return ngettext(
        "%(count)s late arrival: publish the pairings earlier, or begin later.",
        "%(count)s late arrivals: publish the pairings earlier, or begin later.",
        count,
    ) % {"count": count}


def _phones(count: int) -> str:
    if not count:
        return ""
    return ngettext(
        "%(count)s phone in the hall: offer a place where they are kept.",
        "%(count)s phones in the hall: offer a place where they are kept.",
        count,
    ) % {"count": count}


def _illegal(count: int) -> str:
    if count < 3:
        return ""
    return ngettext(
        "%(count)s illegal move: speak of the rules before round 1.",
        "%(count)s illegal moves: speak of the rules before round 1.",
        count,
    ) % {"count": count}


def _corrections(count: int) -> str:
    if not count:
        return ""
    return ngettext(
        "%(count)s correction of a result: read the slips a second time.",
        "%(count)s corrections of results: read the slips a second time.",
        count,
    ) % {"count": count}


def _withdrawn(count: int, players: int) -> str:
    if count < 3 or 20 * count < players:
        return ""
    return ngettext(
        "%(count)s player left early: ask why, and look at the schedule.",
        "%(count)s players left early: ask why, and look at the schedule.",
        count,
    ) % {"count": count}
