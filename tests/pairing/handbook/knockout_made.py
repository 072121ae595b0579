"""Plans, games and results of a knock-out, made short."""

import json
from pathlib import Path

from pairing.handbook.knockout import (
    DueGame,
    TieFormat,
    TieGame,
    TieState,
    follow_tie,
)
from pairing.handbook.lots import Lots
from tests.pairing.handbook.knockout_desk import entered

CASES = json.loads(
    (Path(__file__).parents[2] / "cases" / "handbook" / "knockout.json").read_text("utf-8")
)
PRINTED = ["knockout-9-2", "knockout-5-3", "knockout-11-4", "knockout-14-3", "knockout-8-6"]

#: 1 against 2, colours typed in: 1 has White in the first game and in the golden point
TYPED = Lots("", (("t", (1, 2)), ("t golden", (1, 2)), ("t 2 golden", (2, 1))))


def favourite(due: DueGame) -> str:
    return "10" if due.white < due.black else "01"


def tie(*codes: str, format_: TieFormat | None = None, lots: Lots = TYPED) -> TieState:
    """A tie between 1 and 2 with these results, entered as the games fall due."""
    games: list[TieGame] = []
    for code in codes:
        state = follow_tie("t", 1, 2, format_ or TieFormat(), lots, games)
        games.append(entered(state.due[0], code))
    return follow_tie("t", 1, 2, format_ or TieFormat(), lots, games)
