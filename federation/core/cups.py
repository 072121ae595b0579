"""Cups in plain numbers: places in events become points, points a table, each with its working.

Points are hundredths throughout; what does not come out even is rounded half up, once, where the
points of an event are worked out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

#: points of a place where those of several are shared
AVERAGE, FIRST, LAST = "average", "first", "last"
#: the form in which points are a part of the players
SHARE = "share"


@dataclass(frozen=True, slots=True)
class Rule:
    """Points by place. `form` names one of the functions in `FORMS`; the numbers are hundredths."""

    form: str
    table: tuple[int, ...] = ()
    first: int = 0
    step: int = 0
    least: int = 0
    shared: str = AVERAGE


@dataclass(frozen=True, slots=True)
class Result:
    """A player in an event: the place, in tenths of points the score. `sharing`: so many have this
    place there, whoever they are; 0: as many as are told."""

    player: int
    place: int
    score: int = 0
    sharing: int = 0


def _by_table(rule: Rule, place: int, players: int) -> int:
    inside = place <= len(rule.table)
    return max(rule.table[place - 1], rule.least) if inside else rule.least


def _linear(rule: Rule, place: int, players: int) -> int:
    return max(rule.first - rule.step * (place - 1), rule.least)


def _by_share(rule: Rule, place: int, players: int) -> int:
    """The first gets all, the last the share of one player; told times the players."""
    return max(rule.first * (players - place + 1), rule.least * players)


#: whole numbers: a table of hundreds of players is worked out while somebody waits
FORMS: Mapping[str, Callable[[Rule, int, int], int]] = {
    "table": _by_table,
    "linear": _linear,
    SHARE: _by_share,
}
#: the points of the event itself, multiplied; the place does not matter
SCORED = "scored"


@dataclass(frozen=True, slots=True)
class Ages:
    """The people who belong, by the age reached in a year, and by sex. 0 and "" are no limits;
    whose year of birth is not known is in no age group."""

    year: int
    age_from: int = 0
    age_until: int = 0
    sex: str = ""

    def has(self, born: int | None, sex: str) -> bool:
        if self.sex and sex != self.sex:
            return False
        if not self.age_from and not self.age_until:
            return True
        if not born:
            return False
        age = self.year - born
        return age >= self.age_from and (not self.age_until or age <= self.age_until)


def points_of_event(
    rule: Rule, results: Sequence[Result], weight: int = 100, players: int = 0
) -> dict[int, tuple[int, int]]:
    """By player: the points before and after the weight of the event. `players`: how many played
    in all, where the results are not those of all."""
    players = max(players, len(results))
    sharing = sharing_by_place(results)
    found = {}
    for result in results:
        if rule.form == SCORED:
            own, parts = rule.first * result.score + rule.least * 10, 10
        else:
            own, parts = _of_place(rule, result.place, sharing[result.place], players)
        found[result.player] = (_rounded(own, parts), _rounded(own * weight, parts * 100))
    return found


def sharing_by_place(results: Sequence[Result]) -> dict[int, int]:
    """How many have each place: all of the event, where that is known."""
    told = Counter(result.place for result in results)
    return {one.place: max(one.sharing, told[one.place]) for one in results}


def _of_place(rule: Rule, place: int, sharing: int, players: int) -> tuple[int, int]:
    """As a fraction: above the line, below it."""
    form, parts = FORMS[rule.form], players if rule.form == SHARE else 1
    if rule.shared == FIRST or sharing == 1:
        return form(rule, place, players), parts
    if rule.shared == LAST:
        return form(rule, place + sharing - 1, players), parts
    together = sum(form(rule, one, players) for one in range(place, place + sharing))
    return together, parts * sharing


def _rounded(above: int, below: int) -> int:
    return (2 * above + below) // (2 * below)  # never below zero, so this is half up


def places_anew(results: Iterable[Result]) -> list[Result]:
    """The places among these alone; who shared one shares it still."""
    found: list[Result] = []
    before = 0
    for position, result in enumerate(sorted(results, key=lambda one: one.place), start=1):
        shares = bool(found) and result.place == before
        place = found[-1].place if shares else position
        before = result.place
        found.append(Result(result.player, place, result.score))
    return found


@dataclass(frozen=True, slots=True)
class EventPoints:
    """The event `number` of a section, with what it gives to each player. `live`: it is on."""

    number: int
    points: Mapping[int, tuple[int, int]]
    places: Mapping[int, int]
    always: bool = False
    live: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """An event in a player's working."""

    event: int
    place: int
    raw: int
    points: int
    counts: bool
    live: bool


@dataclass(slots=True)
class Row:
    player: int
    points: int
    lines: tuple[Line, ...]
    place: int = 0
    shared: bool = False
    #: the values of the tie-breaks, in their order
    values: tuple[int, ...] = field(default=())


def counted(
    results: Sequence[tuple[EventPoints, int, tuple[int, int]]], best: int
) -> tuple[Line, ...]:
    """The working: the events that always count, then the best of the others until `best` are
    together. Of equal ones the earlier counts."""
    order = sorted(results, key=lambda one: (not one[0].always, -one[2][1], one[0].number))
    kept = {one[0].number for one in (order[:best] if best else order)}
    kept |= {one[0].number for one in results if one[0].always}
    return tuple(
        Line(event.number, place, raw, points, event.number in kept, event.live)
        for event, place, (raw, points) in sorted(results, key=lambda one: one[0].number)
    )


# --- Tie-breaks: of two values the higher is ahead ------------------------------------------------


def _best_results(row: Row, _last: int) -> tuple[int, ...]:
    return tuple(sorted((line.points for line in row.lines if line.counts), reverse=True))


def _firsts(row: Row, _last: int) -> tuple[int, ...]:
    return (sum(line.place == 1 for line in row.lines),)


def _events(row: Row, _last: int) -> tuple[int, ...]:
    return (len(row.lines),)


def _all(row: Row, _last: int) -> tuple[int, ...]:
    return (sum(line.points for line in row.lines),)


def _last(row: Row, last: int) -> tuple[int, ...]:
    return (next((line.points for line in row.lines if line.event == last), 0),)


#: code → the value that is compared; longer ones number by number
TIE_BREAKS: Mapping[str, Callable[[Row, int], tuple[int, ...]]] = {
    "best": _best_results,
    "firsts": _firsts,
    "events": _events,
    "all": _all,
    "last": _last,
}
#: of these a column shows the value; the others are points
COUNTS = frozenset({"firsts", "events"})


def ranked(events: Sequence[EventPoints], best: int, tie_breaks: Sequence[str]) -> list[Row]:
    """The table of those who played in at least one of the events. Who is level in everything
    shares the place."""
    by_player: dict[int, list[tuple[EventPoints, int, tuple[int, int]]]] = {}
    for event in events:
        for player, points in event.points.items():
            by_player.setdefault(player, []).append((event, event.places[player], points))
    rows = []
    for player, results in by_player.items():
        lines = counted(results, best)
        rows.append(Row(player, sum(line.points for line in lines if line.counts), lines))
    last = max((event.number for event in events if event.points), default=0)
    keys: dict[int, tuple[Any, ...]] = {
        row.player: (row.points, *(TIE_BREAKS[code](row, last) for code in tie_breaks))
        for row in rows
    }
    rows.sort(key=lambda row: keys[row.player], reverse=True)
    for position, row in enumerate(rows, start=1):
        before = rows[position - 2] if position > 1 else None
        level = before is not None and keys[before.player] == keys[row.player]
        row.place = before.place if before is not None and level else position
        row.values = tuple(value[0] if value else 0 for value in keys[row.player][1:])
        if before is not None and level:
            before.shared = row.shared = True
    return rows
