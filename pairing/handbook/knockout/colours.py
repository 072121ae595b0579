"""Handbook, knock-out, A.28-A.30: colours by lot."""

from dataclasses import dataclass

from pairing.handbook.lots import Lots
from pairing.state import Fact

# A.28-A.30  Colours by lot


@dataclass(frozen=True, slots=True)
class ColourDraw:
    """The player with White in the first game; nobody (0) while the winner still chooses."""

    white: int
    black: int
    winner: int  # of the lot; 0 when the colours were typed in
    fact: Fact


def draw_colours(tie: str, first: int, second: int, lots: Lots, boards: int = 1) -> ColourDraw:
    """A.29: the higher placed chooses first; the winner of the lot draws a colour with the pieces.

    In team events the captain draws, and all boards of the team have that colour (A.30).
    """
    article = "A.30" if boards > 1 else "A.29"
    typed = lots.as_typed(tie)
    if typed is not None:
        white, black = lots.order(tie, (first, second))
        fact = Fact("knockout.colours.typed", article, (white, black))
        return ColourDraw(white, black, 0, fact)
    winner, loser = lots.order(f"{tie} lot", (first, second))
    takes_white = lots.order(f"{tie} colour", (0, 1))[0] == 0
    white, black = (winner, loser) if takes_white else (loser, winner)
    values = (("winner", winner), ("seed", lots.seed))
    return ColourDraw(
        white, black, winner, Fact("knockout.colours.lot", article, (white, black), values)
    )


def draw_golden(tie: str, first: int, second: int, lots: Lots) -> ColourDraw:
    """A.29: for the golden point one lot; its winner chooses the colour.

    The choice is typed in as the order (White, Black) of the draw "<tie> golden".
    """
    draw = f"{tie} golden"
    winner = lots.order(f"{draw} lot", (first, second))[0]
    values = (("winner", winner), ("seed", lots.seed), ("draw", draw))
    if lots.as_typed(draw) is None:
        return ColourDraw(
            0, 0, winner, Fact("knockout.golden.choose", "A.29", (first, second), values)
        )
    white, black = lots.order(draw, (first, second))
    fact = Fact("knockout.golden.chosen", "A.29", (white, black), values)
    return ColourDraw(white, black, winner, fact)
