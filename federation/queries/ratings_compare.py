"""Two players side by side."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from federation.models import ListedRating, RatedEvent, Series, Working
from federation.queries.people import found_by_what_is_shown, shown_names
from federation.queries.ratings_lists import all_holding, history_of
from federation.queries.ratings_people import own_numbers
from tournaments.core.text import fold
from tournaments.models import RegisteredPlayer

#: so many rows of the table of months
MONTHS = 24
#: so many names to choose from
MOST = 12


@dataclass(frozen=True, slots=True)
class Met:
    """A game of the two with each other that a list has counted."""

    event: RatedEvent
    round: int
    white: bool  # the first one had White
    halves: int  # of the first one


@dataclass(frozen=True, slots=True)
class Compared:
    one: RegisteredPlayer
    other: RegisteredPlayer
    #: name of the list, rating of each
    now: list[tuple[str, int | None, int | None]]
    months: list[tuple[date, int | None, int | None]]  # of the national list
    games: list[Met]

    @property
    def score(self) -> tuple[int, int, int]:
        """Games that the first one won, drew and lost."""
        won = sum(game.halves == 2 for game in self.games)
        drawn = sum(game.halves == 1 for game in self.games)
        return won, drawn, len(self.games) - won - drawn


def compare(one: RegisteredPlayer, other: RegisteredPlayer) -> Compared:
    histories = {player.pk: history_of(player.pk) for player in (one, other)}
    now = []
    for series in Series:
        last = [_last(histories[player.pk], series) for player in (one, other)]
        if any(last):
            now.append((str(series.label), last[0], last[1]))
    months = _months(histories[one.pk], histories[other.pk])
    return Compared(one, other, now, months, _games(one.pk, other.pk))


def _last(rows: Iterable[ListedRating], series: str) -> int | None:
    found = [row.rating for row in rows if row.list.series == series]
    return found[-1] if found else None


def _months(
    one: Iterable[ListedRating], other: Iterable[ListedRating]
) -> list[tuple[date, int | None, int | None]]:
    sides = [
        {row.list.month: row.rating for row in rows if row.list.series == Series.NATIONAL}
        for rows in (one, other)
    ]
    months = sorted(sides[0].keys() | sides[1].keys(), reverse=True)[:MONTHS]
    return [(month, sides[0].get(month), sides[1].get(month)) for month in months]


def _games(one: int, other: int) -> list[Met]:
    """From the working of the first one in the lists that hold."""
    numbers, others = own_numbers(one), set(own_numbers(other))
    lists = [held.pk for series in Series for held in all_holding(series)]
    seen: dict[tuple[int, int], int] = {}
    for working in Working.objects.filter(player__in=numbers, list__in=lists):
        for event, game, opponent, *_ratings, halves in working.data["g"]:
            if opponent in others:
                seen[event, game] = halves
    events = RatedEvent.objects.filter(pk__in={event for event, _game in seen})
    found = events.select_related("report__tournament__event").in_bulk()
    games = []
    for (event, game), halves in seen.items():
        row = found[event].games[game - 1]
        games.append(Met(found[event], row[5], row[0] in numbers, halves))
    return sorted(games, key=lambda met: (met.event.starts_on, met.round), reverse=True)


def named(name: str, *, but: int = 0) -> list[RegisteredPlayer]:
    """Players of the last national list whose names have these words."""
    words = fold(name[:60]).split()
    if not words or max(map(len, words)) < 2:
        return []
    found = RegisteredPlayer.objects.exclude(pk=but).filter(national__gt=0)
    for word in words[:4]:
        found = found.filter(search_key__contains=word)
    people = list(found.order_by("-national")[: 4 * MOST])
    shown = shown_names(people)
    told = [one for one in people if found_by_what_is_shown(name, shown[one.pk])]
    for one in told:
        one.name = shown[one.pk].name
    return told[:MOST]
