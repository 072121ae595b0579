"""B.02 art. 5, 6 and 7: which games are rated, and with which ratings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ratings.editions import Edition, Forfeits
from ratings.events import Event, Game, How, Player


class Why(StrEnum):
    """Why a game is not rated."""

    UNPLAYED = "5.1"
    UNRATED = "unrated"
    MATCH_OF_UNRATED = "6.1"
    MATCH_DECIDED = "6.2"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class NotRated:
    event: str
    game: int
    why: Why


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One side of a game that is rated: ratings as the list at the event's start had them."""

    event: str
    game: int
    opponent: int
    own: int | None
    opponent_rating: int | None
    halves: int


def rating_now(player: Player, edition: Edition) -> int | None:
    """Rapid and blitz 7.2.1: who has no rating of this kind starts with the standard one."""
    if player.rating is None and edition.standard_stands_in:
        return player.standard
    return player.rating


def rating_at(event: Event, player: Player, edition: Edition) -> int | None:
    """8.3.1 as FIDE practises it: of the list in force when the event began."""
    listed = event.at_start.get(player.id)
    if listed is None:
        return rating_now(player, edition)
    if listed.rating is None and edition.standard_stands_in:
        return listed.standard
    return listed.rating


def judged(
    event: Event, players: Mapping[int, Player], edition: Edition
) -> Iterator[NotRated | tuple[tuple[int, RatedGame], ...]]:
    """Each game of an event: why it is not rated, or its sides that are, with their players."""
    ratings = {
        one: rating_at(event, players[one], edition)
        for game in event.games
        for one in (game.white, game.black)
    }
    points: dict[int, int] = {}
    for number, game in enumerate(event.games, 1):
        white, black = ratings[game.white], ratings[game.black]
        is_match = edition.matches and (event.scheduled is not None or game.of_match)
        decided = (
            edition.matches
            and event.scheduled is not None
            and any(half > event.scheduled for half in points.values())
        )
        for one, halves in zip((game.white, game.black), game.halves, strict=True):
            points[one] = points.get(one, 0) + halves
        why = _why_not(game, white, black, edition, is_match=is_match, decided=decided)
        if why:
            yield NotRated(event.id, number, why)
            continue
        sides = (
            (game.white, RatedGame(event.id, number, game.black, white, black, game.halves[0])),
            (game.black, RatedGame(event.id, number, game.white, black, white, game.halves[1])),
        )
        if game.how is How.FORFEIT and edition.forfeits is Forfeits.LOSER:
            yield tuple(side for side in sides if side[1].halves == 0)
        else:
            yield sides


def _why_not(
    game: Game,
    white: int | None,
    black: int | None,
    edition: Edition,
    *,
    is_match: bool,
    decided: bool,
) -> Why | None:
    if game.how is How.FORFEIT and edition.forfeits is Forfeits.IGNORED:  # Art. 5.1
        return Why.UNPLAYED
    if game.how is How.UNRATED:
        return Why.UNRATED
    if is_match and (white is None or black is None):  # Art. 6.1
        return Why.MATCH_OF_UNRATED
    if decided:  # Art. 6.2  more than half of the points, forfeits included
        return Why.MATCH_DECIDED
    if white is None or black is None:
        return None
    if edition.unrated_gap and edition.unrated_gap.parts(white, black):  # rapid, blitz 7.3.1
        return Why.GAP
    return None
