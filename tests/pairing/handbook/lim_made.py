"""Cards, fields and states of the Lim system, made short."""

import json
from pathlib import Path
from typing import Any

from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bye,
    Colour,
    Fact,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
)

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "cases/handbook/lim.json").read_text(encoding="utf-8")
)
CODES = {"1-0": "10", "0-1": "01", "1/2-1/2": "=="}


def players_of_15() -> tuple[Player, ...]:
    return tuple(
        Player(number, name, title, rating=rating)
        for number, title, name, rating in CASES["lim-15-players"]
    )


def event_of_15(before_round: int, **options: bool | int) -> TournamentState:
    rounds = tuple(
        Round(
            number,
            tuple(Game(white, black, RESULTS[CODES[code]]) for white, black, code in each["games"]),
            (Bye(each["bye"], ByeKind.PAIRING_ALLOCATED),),
        )
        for number, each in enumerate(CASES[f"lim-15-r{before_round}"]["rounds"], 1)
    )
    return TournamentState(
        players_of_15(),
        rounds,
        total_rounds=9,
        initial_colour=Colour.WHITE,
        options=tuple(options.items()),
    )


def boards(pairing: RoundPairing) -> list[list[int]]:
    return [[board.white, board.black] for board in pairing.boards]


def couples(pairing: RoundPairing) -> set[frozenset[int]]:
    return {frozenset((board.white, board.black)) for board in pairing.boards}


def pairs(*couples_: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(couple) for couple in couples_}


def facts(pairing: RoundPairing, code: str) -> list[Fact]:
    assert pairing.trace is not None
    every = [fact for bracket in pairing.trace.brackets for fact in bracket.facts]
    return [fact for fact in every if fact.code == f"handbook.lim.{code}"]


def value(fact: Fact, name: str) -> int | str:
    return dict(fact.values)[name]
