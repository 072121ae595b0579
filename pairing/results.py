"""The one table of result codes.

Entry, points, tie-breaks, engines, import and export all read this table. A result belongs to
the game: its code is White's TRF symbol followed by Black's, so `"10"` is a win for White and
`"+-"` a forfeit by Black. What is not in the table cannot be recorded.
"""

from dataclasses import dataclass
from enum import StrEnum


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

    @property
    def white_symbol(self) -> str:
        return self.code[0]

    @property
    def black_symbol(self) -> str:
        return self.code[1]

    @property
    def final(self) -> bool:
        """An adjourned game still waits for its result."""
        return self.white is not Outcome.ADJOURNED

    @property
    def reversed(self) -> "Result":
        """The same result with the colours exchanged."""
        return RESULTS[self.code[::-1]]


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

WHITE_WINS = RESULTS["10"]
DRAW = RESULTS["=="]
BLACK_WINS = RESULTS["01"]
ADJOURNED = RESULTS["??"]
