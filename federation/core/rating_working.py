"""The working of one player in one list: what the core was told, packed small, from which it
shows every step again."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from ratings.change import Rated, change
from ratings.editions import Edition
from ratings.events import Month, PastEvent, PastGame, Player
from ratings.first import Unrated, first_rating
from ratings.games import RatedGame

#: events have numbers outside the core, and names in it
Packed = dict[str, Any]


def packed(player: Player, base: int | None, games: Sequence[RatedGame]) -> Packed:
    return {
        "p": [player.rating, player.k, player.born, player.games, player.peak, base],
        "g": [
            [int(one.event), one.game, one.opponent, one.own, one.opponent_rating, one.halves]
            for one in games
        ],
        "past": [
            [int(event.event), str(event.period), [[g.opponent, g.halves] for g in event.games]]
            for event in player.past
        ],
    }


def games_in(data: Mapping[str, Any]) -> list[RatedGame]:
    return [RatedGame(str(event), *rest) for event, *rest in data["g"]]


def past_of(data: Mapping[str, Any]) -> tuple[PastEvent, ...]:
    """Games before the period."""
    return tuple(
        PastEvent(str(event), month_of(period), tuple(PastGame(*game) for game in games))
        for event, period, games in data["past"]
    )


def as_past(data: Mapping[str, Any], period: Month) -> list[PastEvent]:
    """The games of this period, as a later one asks for them."""
    return [
        PastEvent(event, period, tuple(PastGame(g.opponent_rating, g.halves) for g in games))
        for event, games in groupby(games_in(data), key=lambda game: game.event)
    ]


def shown(data: Mapping[str, Any], number: int, edition: Edition, period: Month) -> Rated | Unrated:
    """By the core, every step again."""
    rating, k, born, games, peak, base = data["p"]
    if base is None:
        events = [*past_of(data), *as_past(data, period)]
        return first_rating(events, edition, period)
    player = Player(number, rating, k, born, games, peak)
    return change(player, base, games_in(data), edition, period)


def month_of(text: str) -> Month:
    year, month = text.split("-")
    return Month(int(year), int(month))
