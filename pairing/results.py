"""The one table of result codes.

Entry, points, tie-breaks, engines, import and export all read this table. A result belongs to
the game: its code is White's TRF symbol followed by Black's, so `"10"` is a win for White and
`"+-"` a forfeit by Black. What is not in the table cannot be recorded.

A match of two games (C.04.5) has both codes one after the other, each with the symbol of the
player who was White in game 1 before that of the opponent: `"10=="` is 1½-½ for that player.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import product


class Outcome(StrEnum):
    """The outcome of a game for one of its two players."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    ADJOURNED = "adjourned"


class ByeKind(StrEnum):
    """A round without an opponent, by its TRF symbol."""

    PAIRING_ALLOCATED = "U"
    FULL_POINT = "F"
    HALF_POINT = "H"
    ZERO_POINT = "Z"


@dataclass(frozen=True, slots=True)
class Result:
    code: str
    white: Outcome
    black: Outcome
    played: bool = True
    rated: bool = True
    #: of a match: both games, from the side of the player who was White in game 1
    games: "tuple[Result, ...]" = ()

    @property
    def single(self) -> "tuple[Result, ...]":
        """The games one by one."""
        return self.games or (self,)

    @property
    def at_the_board(self) -> bool:
        """A game was really played, so that both had a colour."""
        return any(game.played for game in self.single)

    @property
    def white_symbol(self) -> str:
        """White's symbol, or the symbols of the player who was White in game 1."""
        return self.code[::2]

    @property
    def black_symbol(self) -> str:
        return self.code[1::2]

    @property
    def final(self) -> bool:
        """An adjourned game still waits for its result."""
        return all(game.white is not Outcome.ADJOURNED for game in self.single)

    @property
    def reversed(self) -> "Result":
        """The same result with the colours exchanged."""
        return KNOWN["".join(game.code[::-1] for game in self.single)]


_TABLE = (
    Result("10", Outcome.WIN, Outcome.LOSS),
    Result("==", Outcome.DRAW, Outcome.DRAW),
    Result("01", Outcome.LOSS, Outcome.WIN),
    # Played, but the arbiter gave less than a full point in all.
    Result("=0", Outcome.DRAW, Outcome.LOSS),
    Result("0=", Outcome.LOSS, Outcome.DRAW),
    Result("00", Outcome.LOSS, Outcome.LOSS),
    # Less than one move each: counts, but is not rated.
    Result("WL", Outcome.WIN, Outcome.LOSS, rated=False),
    Result("DD", Outcome.DRAW, Outcome.DRAW, rated=False),
    Result("LW", Outcome.LOSS, Outcome.WIN, rated=False),
    # Not played.
    Result("+-", Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, played=False, rated=False),
    Result("-+", Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN, played=False, rated=False),
    Result("--", Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS, played=False, rated=False),
    # Adjourned: half a point for pairing until the result is known (C.04.2 art. 3.1).
    Result("??", Outcome.ADJOURNED, Outcome.ADJOURNED),
)

RESULTS: dict[str, Result] = {result.code: result for result in _TABLE}


# Matches of two games

#: what each symbol is worth in half points; an adjourned game is no match won or lost
_HALVES = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1, "?": 1, "0": 0, "L": 0, "-": 0}


def match_of(first: Result, second: Result) -> Result:
    """C.04.5, preface: the match of two games, both from the side of White in game 1.

    It is forfeited only if one of the two forfeited both games; then nothing of it was played.
    """
    games = (first, second)
    white, black = ("".join(game.code[side] for game in games) for side in (0, 1))
    played = white != "--" and black != "--"
    if "??" in (first.code, second.code):
        outcomes = (Outcome.ADJOURNED, Outcome.ADJOURNED)
    else:
        own, other = (sum(_HALVES[symbol] for symbol in symbols) for symbols in (white, black))
        outcomes = _outcome(own, other, played), _outcome(other, own, played)
    return Result(
        first.code + second.code,
        *outcomes,
        played=played,
        rated=any(game.rated for game in games),
        games=games,
    )


def _outcome(own: int, other: int, played: bool) -> Outcome:
    if own > other:
        return Outcome.WIN if played else Outcome.FORFEIT_WIN
    if own < other or not own:
        return Outcome.LOSS if played else Outcome.FORFEIT_LOSS
    return Outcome.DRAW


MATCH_RESULTS: dict[str, Result] = {
    first.code + second.code: match_of(first, second) for first, second in product(_TABLE, repeat=2)
}
#: results of games and of matches
KNOWN: dict[str, Result] = RESULTS | MATCH_RESULTS

WHITE_WINS = RESULTS["10"]
DRAW = RESULTS["=="]
BLACK_WINS = RESULTS["01"]
ADJOURNED = RESULTS["??"]
