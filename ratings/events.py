"""The events, players and games of a rating period. Scores are halves (2 won, 1 drawn, 0 lost)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum

from ratings.editions import Edition, ListKind


@dataclass(frozen=True, slots=True, order=True)
class Month:
    year: int
    month: int

    @property
    def index(self) -> int:
        return 12 * self.year + self.month - 1

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"


@dataclass(frozen=True, slots=True)
class PastGame:
    opponent: int | None  # the rating; None = unrated
    halves: int


@dataclass(frozen=True, slots=True)
class PastEvent:
    """Games of an unrated player before this period."""

    event: str
    period: Month
    games: tuple[PastGame, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """`rating`: on the list of the period; None = unrated. `peak`: the highest ever published."""

    id: int
    rating: int | None
    k: int | None = None  # as published
    born: int | None = None
    games: int = 0  # rated games on this list before the period
    peak: int | None = None
    standard: int | None = None
    past: tuple[PastEvent, ...] = ()
    last_game: Month | None = None  # the period of the last rated game before this one

    @property
    def highest(self) -> int | None:
        known = [one for one in (self.peak, self.rating) if one is not None]
        return max(known, default=None)


@dataclass(frozen=True, slots=True)
class Listed:
    """A player as a list has them."""

    rating: int | None
    standard: int | None


class How(Enum):
    PLAYED = None
    FORFEIT = "forfeit"
    UNRATED = "unrated"  # played, but not to be rated


@dataclass(frozen=True, slots=True)
class Game:
    white: int
    black: int
    halves: tuple[int, int]  # White's, Black's
    how: How = How.PLAYED
    of_match: bool = False  # of a match between these two within the event, as in a knock-out


@dataclass(frozen=True, slots=True)
class Event:
    """`at_start`: where the list at its start said something else than that of the period."""

    id: str
    start: date
    games: tuple[Game, ...]
    at_start: Mapping[int, Listed]
    scheduled: int | None = None  # games of a match between two players


@dataclass(frozen=True, slots=True)
class Period:
    kind: ListKind
    period: Month
    edition: Edition
    players: tuple[Player, ...]
    events: tuple[Event, ...]  # by their start
