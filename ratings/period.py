"""A whole rating period: every player's new rating with its working."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from ratings.change import Rated, change
from ratings.editions import Edition
from ratings.events import Month, PastEvent, PastGame, Period, Player
from ratings.first import Unrated, first_rating
from ratings.games import NotRated, RatedGame, judged, rating_now


@dataclass(frozen=True, slots=True)
class Answer:
    players: Mapping[int, Rated | Unrated]
    not_rated: tuple[NotRated, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The games of a period: those that are rated, by player, and the others with the article."""

    sides: Mapping[int, list[RatedGame]]
    not_rated: tuple[NotRated, ...]


def rate(period: Period) -> Answer:
    found = judge(period)
    answers = {
        one.id: answer_of(one, found.sides.get(one.id, []), period) for one in period.players
    }
    return Answer(answers, found.not_rated)


def judge(period: Period) -> Judged:
    players = {player.id: player for player in period.players}
    sides: dict[int, list[RatedGame]] = defaultdict(list)
    not_rated = []
    for event in period.events:
        for found in judged(event, players, period.edition):
            if isinstance(found, NotRated):
                not_rated.append(found)
                continue
            for player, side in found:
                sides[player].append(side)
    return Judged(sides, tuple(not_rated))


def answer_of(player: Player, games: list[RatedGame], period: Period) -> Rated | Unrated:
    """The new rating of one player, from their side of the games."""
    base = rating_now(player, period.edition)
    if base is not None:
        return change(player, base, games, period.edition, period.period)
    return first_rating([*player.past, *_as_past(games, period)], period.edition, period.period)


def _as_past(games: list[RatedGame], period: Period) -> Iterator[PastEvent]:
    for event, found in groupby(games, key=lambda game: game.event):
        played = tuple(PastGame(game.opponent_rating, game.halves) for game in found)
        yield PastEvent(event, period.period, played)


def is_inactive(player: Player, found: Rated | Unrated, period: Period) -> bool:
    """Art. 7.2.2: on the list, but without a rated game for so many periods."""
    if not isinstance(found, Rated) or found.games:
        return False
    return has_rested(player.last_game, period.period, period.edition)


def has_rested(last_game: Month | None, now: Month, edition: Edition) -> bool:
    """Art. 7.2.2: so many periods have gone by since the last rated game."""
    months = edition.inactive_after
    return months is not None and last_game is not None and now.index - last_game.index >= months
