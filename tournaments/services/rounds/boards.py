"""The order of the boards (C.04.2 art. 3.6), and tables that follow a player."""

from collections.abc import Mapping
from typing import Any

from pairing.fide2026.acceleration import Acceleration
from pairing.state import Record
from tournaments.models import Pairing, Round, Tournament
from tournaments.snapshot import Snapshot, snapshot


def number_boards(rows: list[Pairing]) -> None:
    """Number games that are in order. A game with a player who needs a certain table gets that
    number; the others keep their order around it. What is stored already has another version
    at another table."""
    before = {id(row): row.board for row in rows}
    taken: dict[int, Pairing] = {}
    for row in rows:
        wanted = row.white.fixed_board or (row.black.fixed_board if row.black else None)
        if wanted and wanted not in taken:
            taken[wanted] = row
    held = {id(row) for row in taken.values()}
    for number, row in taken.items():
        row.board = number
    number = 0
    for row in rows:
        if id(row) in held:
            continue
        number += 1
        while number in taken:
            number += 1
        row.board = number
    for row in rows:
        if row.pk and row.board != before[id(row)]:
            row.version += 1


def number_again(tournament: Tournament) -> None:
    """A player needs another table now: the boards of a draft follow, its pairs stay."""
    for round_ in tournament.rounds.filter(status=Round.Status.DRAFT):
        rows = list(
            round_.pairings.exclude(black=None).select_related("white", "black").order_by("board")
        )
        number_boards(rule_order(rows, snapshot(tournament, before_round=round_.number)))
        Pairing.objects.bulk_update(rows, ["board", "version"])


def rule_order(rows: list[Pairing], before: Snapshot) -> list[Pairing]:
    """By the pairing score of the higher ranked player, the sum of both, the higher's number."""
    scores = pairing_scores(before)
    numbers = before.numbers

    def place(row: Pairing) -> tuple[int, int, int]:
        one, two = numbers[row.white_id], numbers[row.black_id]
        higher = min((-scores[one], one), (-scores[two], two))
        return higher[0], -(scores[one] + scores[two]), higher[1]

    return sorted(rows, key=place)


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
