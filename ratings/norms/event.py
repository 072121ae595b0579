"""The event and the games by which a norm is judged. Scores are halves (2 won, 1 drawn, 0 lost)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum


class EventSystem(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "roundrobin"
    DOUBLE_ROUND_ROBIN = "doubleroundrobin"
    KNOCKOUT = "knockout"

    @property
    def all_play_all(self) -> bool:
        return self in (EventSystem.ROUND_ROBIN, EventSystem.DOUBLE_ROUND_ROBIN)


class EventKind(Enum):
    NONE = None
    NATIONAL_CHAMPIONSHIP = "national-championship"
    NATIONAL_TEAM = "national-team"
    ZONAL = "zonal"
    WORLD_TEAM = "world-team"
    WORLD_CUP = "world-cup"


class How(Enum):
    PLAYED = None
    FORFEIT = "forfeit"
    ADJUDICATED = "adjudicated"


class ByeKind(StrEnum):
    PAIRING = "pab"
    HALF = "half"
    ZERO = "zero"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class NormPlayer:
    id: int
    federation: str
    title: str = ""
    rating: int | None = None  # at the start of the event
    woman: bool = False


@dataclass(frozen=True, slots=True)
class NormGame:
    """`ratings`: of the day, in an event of more than 30 days (1.4.6 a)."""

    round: int
    white: int
    black: int
    halves: tuple[int, int]
    how: How = How.PLAYED
    ratings: tuple[int | None, int | None] | None = None


@dataclass(frozen=True, slots=True)
class NormBye:
    round: int
    player: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class NormEvent:
    """`host`: the federation that registers the event."""

    system: EventSystem
    kind: EventKind
    rounds: int
    host: str
    players: Mapping[int, NormPlayer]
    games: tuple[NormGame, ...]
    byes: tuple[NormBye, ...] = ()


@dataclass(frozen=True, slots=True)
class CardGame:
    """A game as its player's card has it; `rating`: the opponent's, None = unrated."""

    round: int
    opponent: NormPlayer
    rating: int | None
    halves: int
    how: How = How.PLAYED


@dataclass(frozen=True, slots=True)
class Card:
    """A player's event, round by round."""

    player: NormPlayer
    games: tuple[CardGame, ...]
    byes: tuple[NormBye, ...]


def card_of(event: NormEvent, player: int) -> Card:
    games = []
    for game in event.games:
        if player in (game.white, game.black):
            side = 0 if game.white == player else 1
            opponent = event.players[game.black if side == 0 else game.white]
            rating = game.ratings[1 - side] if game.ratings else opponent.rating
            games.append(CardGame(game.round, opponent, rating, game.halves[side], game.how))
    games.sort(key=lambda game: game.round)
    byes = tuple(bye for bye in event.byes if bye.player == player)
    return Card(event.players[player], tuple(games), byes)
