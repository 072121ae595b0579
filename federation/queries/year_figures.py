"""The games of a year, counted by the database for a worker: events, players, games.

An event counts in the month in which its tournament ended; games are those at the board, without
forfeits. A player counts once in each line, however often they played.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.postgres.aggregates import BitXor
from django.db.models import (
    BigIntegerField,
    Count,
    F,
    Func,
    Max,
    Min,
    QuerySet,
    Sum,
    TextField,
    Value,
)
from django.db.models.functions import ExtractMonth, Substr
from django.utils import timezone

from federation.models import PlayerResult, Province
from pairing.results import KNOWN
from tournaments.models import Pairing, Tournament
from tournaments.models.tournament import RatingType

#: raised when other things are counted, so that nothing kept is read as something else
SHAPE = 1
#: the ages reached in the year, up to each; the last group has no end
AGES = (8, 10, 12, 14, 16, 18, 20, 30, 40, 50, 65)
#: tables of a year, in the order of the page
TABLES = ("months", "provinces", "ages", "sexes", "kinds")


@dataclass(frozen=True, slots=True)
class Line:
    """`key` names it to programs: "2026-03", "35", "12", "w", "rapid"; empty: not known. Games of
    persons (by age, by sex) are counted for each of the two who played."""

    key: str
    events: int
    players: int
    games: int


@dataclass(frozen=True, slots=True)
class YearReport:
    year: int
    events: int
    tournaments: int
    players: int
    games: int
    tables: Mapping[str, tuple[Line, ...]]


def results_of(year: int) -> QuerySet[PlayerResult]:
    """All outcomes of events that stand, whether everybody may see them or not."""
    return PlayerResult.objects.filter(
        ended_on__range=(date(year, 1, 1), date(year, 12, 31)),
        event__removed=False,
        event__sandbox_until=None,
        tournament__undone_at=None,
    )


def years() -> list[int]:
    """Those in which something ended, the latest first."""
    found = PlayerResult.objects.aggregate(first=Min("ended_on"), last=Max("ended_on"))
    if found["first"] is None:
        return []
    return list(range(found["last"].year, found["first"].year - 1, -1))


def stamp_of(year: int) -> str:
    """It differs when what is counted does: a result, whose it is, an event that was taken away or
    put elsewhere. What the register says of sexes and births is at most a day old."""
    days = (date(year, 1, 1), date(year, 12, 31))
    of_person = Func(
        F("pk"), F("player") * 1024 + F("games"),
        function="hashint8extended", output_field=BigIntegerField(),
    )  # fmt: skip
    results = PlayerResult.objects.filter(ended_on__range=days).aggregate(
        rows=Count("pk"), all=BitXor(of_person)
    )
    facts = Func(
        Value(":"), "pk", "revision", "undone_at", "rating_type", "event__removed",
        "event__sandbox_until", "event__ends_on", "event__calendar__province",
        function="concat_ws", output_field=TextField(),
    )  # fmt: skip
    played = Tournament.all_objects.filter(finished_at__isnull=False, event__ends_on__range=days)
    of_event = Func(facts, Value(0), function="hashtextextended", output_field=BigIntegerField())
    events = played.aggregate(all=BitXor(of_event))
    found = (SHAPE, timezone.localdate().toordinal(), *results.values(), *events.values())
    return ":".join(str(value or 0) for value in found)


def count_year(year: int) -> YearReport:
    results = results_of(year)
    games = _games_by_tournament(results)
    places = results.annotate(
        month=ExtractMonth("ended_on"), province=F("event__calendar__province__code")
    ).values_list("tournament", "event", "kind", "month", "province")
    tournaments = [
        _Tournament(event, kind, month, province, games[pk])
        for pk, event, kind, month, province in places.order_by().distinct()
    ]
    total = results.aggregate(players=Count("player", distinct=True))
    return YearReport(
        year,
        events=len({one.event for one in tournaments}),
        tournaments=len(tournaments),
        players=total["players"],
        games=sum(one.games for one in tournaments),
        tables={
            "months": _months(year, tournaments, results),
            "provinces": _provinces(tournaments, results),
            "ages": _ages(year, results),
            "sexes": _sexes(results),
            "kinds": _kinds(tournaments, results),
        },
    )


@dataclass(frozen=True, slots=True)
class _Tournament:
    event: int
    kind: str
    month: int
    province: str | None
    games: int


def _games_by_tournament(results: QuerySet[PlayerResult]) -> Counter[int]:
    """At the board, also against somebody who is not in the register."""
    rows = (
        Pairing.objects.games()
        .filter(round__tournament__in=results.values("tournament"))
        .order_by()
        .values_list("round__tournament", "result")
        .annotate(count=Count("pk"))
    )
    found: Counter[int] = Counter()
    for tournament, code, count in rows:
        if code:
            found[tournament] += count * sum(game.played for game in KNOWN[code].single)
    return found


def _players_by(results: QuerySet[PlayerResult], by: Any) -> dict[Any, int]:
    rows = results.order_by().values_list(by).annotate(players=Count("player", distinct=True))
    return dict(rows)


def _table(
    keys: Iterable[Any], tournaments: Iterable[_Tournament], of: Any, players: Mapping[Any, int]
) -> dict[Any, tuple[int, int, int]]:
    events, games = defaultdict(set), Counter[Any]()
    for one in tournaments:
        events[of(one)].add(one.event)
        games[of(one)] += one.games
    return {key: (len(events[key]), players.get(key, 0), games[key]) for key in keys}


def _months(
    year: int, tournaments: list[_Tournament], results: QuerySet[PlayerResult]
) -> tuple[Line, ...]:
    by_month = results.annotate(month=ExtractMonth("ended_on"))
    players = _players_by(by_month, "month")
    found = _table(range(1, 13), tournaments, lambda one: one.month, players)
    return tuple(Line(f"{year}-{month:02}", *counts) for month, counts in found.items())


def _provinces(tournaments: list[_Tournament], results: QuerySet[PlayerResult]) -> tuple[Line, ...]:
    players = _players_by(results, "event__calendar__province__code")
    keys = [*Province.objects.values_list("code", flat=True), None]
    found = _table(keys, tournaments, lambda one: one.province, players)
    lines = [Line(code or "", *counts) for code, counts in found.items() if any(counts)]
    return tuple(sorted(lines, key=lambda line: (-line.games, line.key)))


def _kinds(tournaments: list[_Tournament], results: QuerySet[PlayerResult]) -> tuple[Line, ...]:
    found = _table(
        RatingType.values, tournaments, lambda one: one.kind, _players_by(results, "kind")
    )
    return tuple(Line(kind, *counts) for kind, counts in found.items())


def _by_person(results: QuerySet[PlayerResult], by: Any) -> list[tuple[Any, int, int, int]]:
    rows = (
        results.order_by()
        .annotate(group=by)
        .values_list("group")
        .annotate(
            events=Count("event", distinct=True),
            players=Count("player", distinct=True),
            seats=Sum("games"),
        )
    )
    return list(rows)


def _sexes(results: QuerySet[PlayerResult]) -> tuple[Line, ...]:
    found = {key: Line(key, *rest) for key, *rest in _by_person(results, F("player__sex"))}
    return tuple(found[key] for key in ("w", "m", "") if key in found)


def age_group(year: int, born: str) -> str:
    """ "12" for those who reach 11 or 12 in the year, "66+" behind the last; "" without a year."""
    if not (len(born) == 4 and born.isascii() and born.isdigit()):
        return ""
    age = year - int(born)
    return next((str(until) for until in AGES if age <= until), f"{AGES[-1] + 1}+")


def _ages(year: int, results: QuerySet[PlayerResult]) -> tuple[Line, ...]:
    """By groups of years of birth. Each player has one, so players may be added; events may not,
    and are counted by group."""
    groups: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for born, _events, players, seats in _by_person(results, Substr("player__birth_date", 1, 4)):
        group = age_group(year, born)
        groups[group][0] += players
        groups[group][1] += seats
    pairs = (
        results.order_by()
        .annotate(group=Substr("player__birth_date", 1, 4))
        .values_list("group", "event")
        .distinct()
    )
    events: defaultdict[str, set[int]] = defaultdict(set)
    for born, event in pairs:
        events[age_group(year, born)].add(event)
    keys = [*map(str, AGES), f"{AGES[-1] + 1}+", ""]
    return tuple(Line(key, len(events[key]), *groups[key]) for key in keys if key in groups)
