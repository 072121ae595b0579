"""Cards, fields and states of the Burstein system, made short."""

import json
from pathlib import Path

from pairing.handbook.burstein.cards import Field
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bye,
    Colour,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
)

W, B = Colour.WHITE, Colour.BLACK
CASES = json.loads((Path(__file__).parents[2] / "cases/handbook/burstein.json").read_text())


def entered(*ratings: int) -> tuple[Player, ...]:
    return tuple(Player(tpn, rating=rating) for tpn, rating in enumerate(ratings, start=1))


def played(number: int, *games: tuple[int, str, int], bye: int = 0) -> Round:
    """Games as (white, result, black)."""
    byes = (Bye(bye, ByeKind.PAIRING_ALLOCATED),) if bye else ()
    return Round(number, tuple(Game(w, b, RESULTS[code]) for w, code, b in games), byes)


def boards(pairing: RoundPairing) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in pairing.boards]


def group_of(dues: dict[int, Colour]) -> Field:
    """Players 1, 2, ... of one score group in this order, with the due colours given.

    Each has drawn once, with somebody who does not take part now.
    """
    size = len(dues)
    games = [
        (tpn, "==", tpn + size) if due is B else (tpn + size, "==", tpn)
        for tpn, due in dues.items()
    ]
    away = tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in range(size + 1, 2 * size + 1))
    ratings = entered(*range(2000 + 2 * size, 2000, -1))
    return Field(TournamentState(ratings, (played(1, *games), Round(2, ())), 9, byes=away))


def history_field(*histories: str) -> Field:
    """Players 1, 2, ... of one score group with these colours, against others who are away."""
    size = len(histories)
    rounds = []
    for number in range(max(map(len, histories))):
        games = []
        for tpn, history in enumerate(histories, start=1):
            if number < len(history):
                other = size + 1 + number * size + tpn - 1
                two = (tpn, other) if history[number] == "w" else (other, tpn)
                games.append(Game(*two, RESULTS["=="]))
        rounds.append(Round(number + 1, tuple(games)))
    total = size + size * len(rounds)
    away = tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in range(size + 1, total + 1))
    state = TournamentState(entered(*[2000] * total), tuple(rounds), 20, byes=away)
    return Field(state)
