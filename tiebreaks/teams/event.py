"""A team event as data: teams, rounds of matches, and what a match and a bye are worth."""

from dataclasses import dataclass, field

from pairing.results import ByeKind, Outcome
from pairing.state import Bonus, PointSystem


@dataclass(frozen=True, slots=True)
class Team:
    number: int
    name: str = ""
    players: tuple[int, ...] = ()  # in board order


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """Match points, in tenths, for everything a round can give to a team."""

    win: int = 20
    draw: int = 10
    loss: int = 0
    forfeit_win: int = 20
    forfeit_loss: int = 0
    pairing_bye: int = 10
    full_bye: int = 20
    half_bye: int = 10
    zero_bye: int = 0

    @classmethod
    def of(cls, win: int = 20, draw: int = 10, loss: int = 0, **other: int) -> "MatchPoints":
        """A system from its three main values; what is not given follows from them."""
        values = {
            "forfeit_win": win,
            "pairing_bye": draw,
            "full_bye": win,
            "half_bye": draw,
        }
        return cls(win=win, draw=draw, loss=loss, **(values | other))

    def for_bye(self, kind: ByeKind) -> int:
        return {
            ByeKind.PAIRING_ALLOCATED: self.pairing_bye,
            ByeKind.FULL_POINT: self.full_bye,
            ByeKind.HALF_POINT: self.half_bye,
            ByeKind.ZERO_POINT: self.zero_bye,
        }[kind]


@dataclass(frozen=True, slots=True)
class BoardGame:
    """One board of a match, from both sides; a player 0 was not there."""

    board: int
    first: Outcome
    second: Outcome
    first_player: int = 0
    second_player: int = 0

    @property
    def played(self) -> bool:
        return self.first not in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


@dataclass(frozen=True, slots=True)
class Match:
    """`first` against `second`.

    Either its boards are known, or only the game points of both sides in `points` (tenths).
    `forfeit` is "+-", "-+" or "--" where the whole match was forfeited.
    """

    first: int
    second: int
    boards: tuple[BoardGame, ...] = ()
    points: tuple[int, int] | None = None
    forfeit: str = ""


@dataclass(frozen=True, slots=True)
class TeamBye:
    team: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A round of matches. A team in neither list was absent."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[TeamBye, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamEvent:
    teams: tuple[Team, ...]
    rounds: tuple[TeamRound, ...]
    total_rounds: int
    boards: int
    primary: str = "MP"
    points: PointSystem = field(default_factory=PointSystem)  # of a board
    match_points: MatchPoints = field(default_factory=MatchPoints)
    #: game points of the pairing-allocated bye; None = a draw on every board
    bye_game_points: int | None = None
    bonuses: tuple[tuple[str, Bonus], ...] = ()  # ("MP" or "GP", bonus of a team)
