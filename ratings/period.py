"""A whole rating period: every player's new rating with its working."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from ratings.change import Rated, change
from ratings.events import PastEvent, PastGame, Period, Player
from ratings.first import Unrated, first_rating
from ratings.games import NotRated, RatedGame, judged, rating_now


@dataclass(frozen=True, slots=True)
class Answer:
    players: Mapping[int, Rated | Unrated]
    not_rated: tuple[NotRated, ...]


def rate(period: Period) -> Answer:
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
    answers = {one.id: _answer(one, sides[one.id], period) for one in period.players}
    return Answer(answers, tuple(not_rated))


def _answer(player: Player, games: list[RatedGame], period: Period) -> Rated | Unrated:
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
    months = period.edition.inactive_after
    if months is None or not isinstance(found, Rated) or found.games or player.last_game is None:
        return False
    return period.period.index - player.last_game.index >= months
