"""The order of the boards (C.04.2 art. 3.6), and the boards as the history keeps them."""

from collections.abc import Mapping
from typing import Any

from pairing.fide2026.acceleration import Acceleration
from pairing.state import Record
from tournaments.models import GameRow, Round
from tournaments.snapshot import Snapshot


def rule_order(rows: list[GameRow], before: Snapshot) -> list[GameRow]:
    """By the pairing score of the higher ranked player, the sum of both, the higher's number."""
    scores = pairing_scores(before)
    numbers = before.numbers

    def place(row: GameRow) -> tuple[int, int, int]:
        one, two = numbers[row.white_id], numbers[row.black_id]
        higher = min((-scores[one], one), (-scores[two], two))
        return higher[0], -(scores[one] + scores[two]), higher[1]

    return sorted(rows, key=place)


def proper_order(round_: Round, rows: list[GameRow], before: Snapshot) -> list[GameRow]:
    """The games as the rules number them; by a table, as the table names them."""
    if round_.tournament.format.swiss:
        return rule_order(rows, before)
    made = round_.trace or {}
    people = made.get("numbers", {})
    places = {
        (people[str(white)], people[str(black)]): place
        for place, (white, black) in enumerate(made.get("boards", ()))
    }
    last = len(places)
    return sorted(rows, key=lambda row: places.get((row.white_id, row.black_id), last))


def pairing_scores(before: Snapshot) -> Mapping[int, int]:
    """Score by TPN, with virtual points where the tournament is accelerated."""
    state = before.state
    virtual = Acceleration(state)
    return {
        tpn: points + virtual.points(tpn, state.next_round)
        for tpn, points in Record(state).score.items()
    }


def boards_as_data(round_: Round) -> list[list[Any]]:
    """As the history keeps them."""
    return [
        list(row)
        for row in round_.pairings.order_by("board", "id").values_list(
            "board", "white_id", "black_id", "bye", "result"
        )
    ]
