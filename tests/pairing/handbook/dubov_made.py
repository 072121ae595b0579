"""Cards, fields and states of the Dubov system, made short."""

import json
from pathlib import Path
from typing import Any

from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bonus,
    Bye,
    Colour,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
)

W, B = Colour.WHITE, Colour.BLACK
CASES: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "cases/handbook/dubov.json").read_text()
)
CODES = {"1-0": "10", "0-1": "01", "1/2-1/2": "==", "0-0": "00"}


def colours(text: str) -> tuple[Colour, ...]:
    return tuple(Colour(letter) for letter in text.lower())


def example(name: str, **options: str | int | bool) -> TournamentState:
    """The state before a round of the printed event of 21 players."""
    rounds = tuple(
        Round(
            row["round"],
            tuple(
                Game(game["white"], game["black"], RESULTS[CODES[game["result"]]], game["board"])
                for game in row["games"]
            ),
            (Bye(row["bye"], ByeKind.PAIRING_ALLOCATED),),
        )
        for row in CASES[name]["input"]["rounds"]
    )
    # 17, 19 and 20 are equal in everything but the alphabet, and the example prints no names;
    # it puts 19 before 17 and 17 before 20.
    entered = tuple(
        Player(number, name={17: "B", 19: "A", 20: "C"}.get(number, ""), rating=rating)
        for number, rating in enumerate(CASES["dubov-21-r1"]["ratings"], start=1)
    )
    return TournamentState(entered, rounds, 9, initial_colour=W, options=tuple(options.items()))


def boards(pairing: RoundPairing) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in pairing.boards]


def printed(rows: list[list[int]]) -> list[tuple[int, int]]:
    return [(white, black) for white, black in rows]


def facts(pairing: RoundPairing, code: str) -> list[tuple[int, ...]]:
    assert pairing.trace is not None
    return [
        fact.players
        for bracket in pairing.trace.brackets
        for fact in bracket.facts
        if fact.code == f"handbook.dubov.{code}"
    ]


def histories(*rows: str, ratings: tuple[int, ...] = (), others: int = 1500) -> TournamentState:
    """Players 1, 2, ... of one score group with these colours, against others who are away."""
    size = len(rows)
    rounds = []
    other = size
    for number in range(max(map(len, rows))):
        games = []
        for tpn, row in enumerate(rows, start=1):
            if number < len(row):
                other += 1
                two = (tpn, other) if row[number] == "w" else (other, tpn)
                games.append(Game(*two, RESULTS["=="]))
        rounds.append(Round(number + 1, tuple(games)))
    # Everybody on the same score: what a shorter history lacks is made up for.
    bonuses = tuple(
        Bonus(tpn, 1, 5 * (len(rounds) - len(row))) for tpn, row in enumerate(rows, start=1)
    )
    entered = tuple(
        Player(tpn, rating=ratings[tpn - 1] if tpn <= len(ratings) else others)
        for tpn in range(1, other + 1)
    )
    away = tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in range(size + 1, other + 1))
    return TournamentState(entered, tuple(rounds), 20, byes=away, bonuses=bonuses)
