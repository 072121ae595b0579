"""The contents of the records of a report, record by record, as data."""

from dataclasses import dataclass
from typing import NamedTuple

from pairing.results import ByeKind
from pairing.state import PointSystem

BYE_SYMBOLS = {kind.value: kind for kind in ByeKind}
PENDING = " "  # a game whose result is not known yet

#: points of each symbol, by the name of the field of the point system
VALUES = {
    "1": "win",
    "W": "win",
    "=": "draw",
    "D": "draw",
    "0": "loss",
    "L": "loss",
    "+": "forfeit_win",
    "-": "forfeit_loss",
    "?": "adjourned",
    "U": "pairing_bye",
    "F": "full_bye",
    "H": "half_bye",
    "Z": "zero_bye",
}


#: symbols of a round with an opponent
_OF_GAMES = "1W=D0L+-?"


def symbol_values(points: PointSystem) -> dict[str, int]:
    values = {symbol: int(getattr(points, name)) for symbol, name in VALUES.items()}
    values[PENDING] = 0
    if points.games == 2:
        # The symbols of a match, both games together
        games = {symbol: values[symbol] for symbol in (*_OF_GAMES, PENDING)}
        values |= {a + b: games[a] + games[b] for a in games for b in games}
    return values


@dataclass(frozen=True, slots=True)
class Source:
    """The file as it came."""

    data: bytes
    encoding: str
    line_end: str


class Entry(NamedTuple):
    """One player's columns of one round."""

    opponent: int = 0
    colour: str = "-"  # "w", "b" or "-"
    symbol: str = " "  # of a match of two games both symbols


NOTHING = Entry()


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """Record 001."""

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide_id: str = ""
    birth_date: str = ""
    points: int = 0
    rank: int = 0  # 0 = not given
    rounds: tuple[Entry, ...] = ()

    def entry(self, number: int) -> Entry:
        return self.rounds[number - 1] if number <= len(self.rounds) else NOTHING


@dataclass(frozen=True, slots=True)
class NationalRecord:
    """Record NRS: the code is the federation that gives the rating."""

    federation: str
    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int = 0
    origin: str = ""
    national_id: str = ""
    birth_date: str = ""


@dataclass(frozen=True, slots=True)
class RequestedBye:
    """Record 240, or XXZ for the round to pair."""

    kind: ByeKind
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Record 250, or a run of equal points in XXA: virtual points for a range of numbers."""

    points: int
    first_round: int
    last_round: int
    first: int
    last: int
    match_points: int = 0


@dataclass(frozen=True, slots=True)
class SpecialPoints:
    """Record 299. A blank kind is a bonus or a penalty; round 0 means every round."""

    kind: str
    points: int
    round: int
    players: tuple[int, ...]
    match_points: int = 0


@dataclass(frozen=True, slots=True)
class TrfTeam:
    """Record 310."""

    number: int
    name: str
    players: tuple[int, ...] = ()
    nickname: str = ""
    strength: int = 0
    match_points: int = 0
    game_points: int = 0
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Roster:
    """Record 013: a team of TRF16."""

    name: str
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LineUp:
    """Record 300: a team out of its board order, or with an empty board (0)."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamByes:
    """Record 320: the team with the pairing-allocated bye of each round, 0 = none."""

    match_points: int
    game_points: int
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ForfeitedMatch:
    """Record 330. `kind` is "+-", "-+" or "--" from the white team's side."""

    kind: str
    round: int
    white: int
    black: int
