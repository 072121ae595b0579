"""The table of a cup in numbers, kept by a stamp of all that it is made from.

The stamp is worked out from the rows themselves at each request, whoever changed them: a
correction, an event taken back or two people who were one are right at once. Names are no part of
it; they are put to the numbers when somebody reads them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from django.contrib.postgres.aggregates import StringAgg
from django.core.cache import cache
from django.db.models import Func, QuerySet, TextField, Value
from django.db.models.functions import MD5

from federation.core.cups import (
    Ages,
    EventPoints,
    Result,
    Rule,
    places_anew,
    points_of_event,
    ranked,
    sharing_by_place,
)
from federation.models import PlayerResult
from pairing.results import KNOWN
from tournaments.models import Pairing, RegisteredPlayer, Tournament
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.standings.table import standings_table

KEPT_SECONDS = 24 * 3600
#: raised when what is kept changes: a new release must not read what the old one kept
SHAPE = 1


class Stop(NamedTuple):
    """An event of a section: what of it counts. `after`: its last round, while it is on."""

    number: int
    tournament: Tournament | None
    finished: bool
    after: int
    weight: int
    always: bool

    @property
    def live(self) -> bool:
        return bool(self.after) and not self.finished


class Asked(NamedTuple):
    """The rules by which a table is counted; `ages`: those of the category."""

    rule: Rule
    best: int
    tie_breaks: tuple[str, ...]
    own_places: bool
    ages: Ages | None


class KeptLine(NamedTuple):
    """A player in an event. `sharing`: so many had the place; `score`: tenths in the event."""

    event: int
    place: int
    raw: int
    points: int
    counts: bool
    sharing: int
    score: int


class KeptRow(NamedTuple):
    player: int
    place: int
    shared: bool
    points: int
    values: tuple[int, ...]
    lines: tuple[tuple[int, int, int, int, bool, int, int], ...]


class Numbers(NamedTuple):
    """`players`: by number of the stop, how many played there. `stamp` names all of it."""

    stamp: str
    players: Mapping[int, int]
    rows: Sequence[KeptRow]


def numbers(stops: Sequence[Stop], asked: Asked) -> Numbers:
    """As they are now: counted, or as they were counted from the same."""
    finished = _finished(stops)
    results = _digests(finished)
    # without a row written down, those of its standings count
    live = {
        one.number: _of_standings(one.tournament, one.after)
        for one in stops
        if one.tournament and one.after and one.tournament.pk not in results
    }
    members = _members(asked.ages, finished, live.values()) if asked.ages else None
    stamp = _stamp(stops, asked, results, live, members)
    key = f"cup:{stamp}"
    if (found := cache.get(key)) is None:
        found = _counted(stops, asked, _results(stops, finished) | live, members)
        cache.set(key, found, KEPT_SECONDS)
    players, rows = found
    return Numbers(stamp, players, [KeptRow(*row) for row in rows])


# --- What it is made from -------------------------------------------------------------------------


def _finished(stops: Sequence[Stop]) -> QuerySet[PlayerResult]:
    return PlayerResult.objects.filter(
        tournament__in=[one.tournament.pk for one in stops if one.tournament and one.finished],
        place__isnull=False,
        games__gt=0,
    ).order_by()


def _digests(finished: QuerySet[PlayerResult]) -> dict[int, str]:
    """By tournament, of all that counts in its results."""
    facts = Func(
        Value(":"), "pk", "player", "place", "points", "players", "sharing",
        function="concat_ws", output_field=TextField(),
    )  # fmt: skip
    rows = finished.values_list("tournament").annotate(
        all=MD5(StringAgg(facts, ";", order_by="pk"))
    )
    return dict(rows)


def _stamp(
    stops: Sequence[Stop],
    asked: Asked,
    results: Mapping[int, str],
    live: Mapping[int, tuple[int, list[Result]]],
    members: set[int] | None,
) -> str:
    played = [
        (one.number, one.finished, one.after, one.weight, one.always,
         results.get(one.tournament.pk, "") if one.tournament else "")
        for one in stops
    ]  # fmt: skip
    ours = None if members is None else sorted(members)
    told = repr((SHAPE, played, asked, sorted(live.items()), ours))
    return blake2b(told.encode(), digest_size=16).hexdigest()


def _results(
    stops: Sequence[Stop], finished: QuerySet[PlayerResult]
) -> dict[int, tuple[int, list[Result]]]:
    """By number of the stop: how many played, and the results of those in the register."""
    by_tournament = {one.tournament.pk: one.number for one in stops if one.tournament}
    found: dict[int, tuple[int, list[Result]]] = {}
    rows = finished.values_list("tournament", "player", "place", "points", "players", "sharing")
    for tournament, player, place, points, players, sharing in rows.order_by(
        "tournament", "place", "pk"
    ):
        _most, own = found.setdefault(by_tournament[tournament], (players, []))
        own.append(Result(player, place or 0, points, sharing or 0))
    return found


def _of_standings(tournament: Tournament, after: int) -> tuple[int, list[Result]]:
    """Of an event that is on. Who is who is asked each time: two people may have become one."""
    if not tournament.format.ranks_players or not tournament.format.has_rounds:
        return 0, []
    key = f"cup-live:{SHAPE}:{tournament.pk}:{tournament.revision}:{after}"
    if (known := cache.get(key)) is None:
        rows = standings_table(tournament).rows
        sharing = Counter(row.rank for row in rows)
        here = _at_the_board(tournament)
        known = (
            len(rows),
            [
                (row.entry.pk, row.rank, row.score, sharing[row.rank])
                for row in rows
                if row.entry.pk in here
            ],
        )
        cache.set(key, known, KEPT_SECONDS)
    players, places = known
    registered = dict(
        tournament.entries.filter(player__isnull=False).order_by().values_list("pk", "player")
    )
    return players, [
        Result(registered[entry], rank, score, sharing)
        for entry, rank, score, sharing in places
        if entry in registered
    ]


def _at_the_board(tournament: Tournament) -> set[int]:
    """Those who have a game of a published round behind them, or before them just now."""
    games = (
        Pairing.objects.games()
        .filter(round__tournament=tournament, round__status__in=PUBLIC)
        .order_by()
        .values_list("white", "black", "result")
    )
    return {
        entry
        for white, black, code in games
        if not code or any(game.played for game in KNOWN[code].single)
        for entry in (white, black)
    }


def _members(
    ages: Ages, finished: QuerySet[PlayerResult], live: Iterable[tuple[int, list[Result]]]
) -> set[int]:
    """Those of the category who played."""
    people = set(finished.values_list("player", flat=True))
    people |= {one.player for _players, found in live for one in found}
    found = RegisteredPlayer.objects.filter(pk__in=people).only("birth_date", "sex")
    return {one.pk for one in found if ages.has(one.birth_year, one.sex)}


# --- The counting ---------------------------------------------------------------------------------


def _counted(
    stops: Sequence[Stop],
    asked: Asked,
    results: Mapping[int, tuple[int, list[Result]]],
    members: set[int] | None,
) -> tuple[dict[int, int], list[tuple[Any, ...]]]:
    """In plain tuples, which are quickly read again."""
    events, in_all = [], {}
    own: dict[int, dict[int, Result]] = {}
    sharing: dict[int, dict[int, int]] = {}
    for stop in stops:
        players, found = results.get(stop.number, (0, []))
        if members is not None:
            found = [one for one in found if one.player in members]
            if asked.own_places:
                found, players = places_anew(found), len(found)
        points = points_of_event(asked.rule, found, stop.weight, players) if found else {}
        places = {one.player: one.place for one in found}
        own[stop.number] = {one.player: one for one in found}
        sharing[stop.number] = sharing_by_place(found)
        in_all[stop.number] = players
        events.append(EventPoints(stop.number, points, places, stop.always, stop.live))
    rows = []
    for row in ranked(events, asked.best, asked.tie_breaks):
        lines = tuple(
            (
                line.event, line.place, line.raw, line.points, line.counts,
                sharing[line.event][line.place], own[line.event][row.player].score,
            )
            for line in row.lines
        )  # fmt: skip
        rows.append((row.player, row.place, row.shared, row.points, row.values, lines))
    return in_all, rows
