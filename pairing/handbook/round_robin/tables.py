"""Handbook, round robin, 1 and 2: the Berger tables, and the schedule made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pairing.errors import UnsupportedRule
from pairing.state import Board, Colour, RoundPairing

# 2  The tables


@cache
def berger(players: int) -> tuple[tuple[Board, ...], ...]:
    """The Berger table, round by round, White first. An odd number uses the next even table.

    The last number stays; each round the others move on by half the table. In odd rounds the
    opponent of the last number has White, in even rounds Black. All other pairs of a round lie
    evenly around that opponent, and the one after it has White.
    """
    if players < 2:
        raise UnsupportedRule("round_robin.players")
    last = players + players % 2
    circle = last - 1
    table = []
    for number in range(1, last):
        if number % 2:
            middle = (number + 1) // 2
            boards = [Board(middle, last)]
        else:
            middle = (last + number) // 2
            boards = [Board(last, middle)]
        for step in range(1, last // 2):
            after = (middle + step - 1) % circle + 1
            before = (middle - step - 1) % circle + 1
            boards.append(Board(after, before))
        table.append(tuple(boards))
    return tuple(table)


@cache
def schedule(
    players: int, *, double: bool = False, cycles: int = 1, swap_last_two: bool = False
) -> tuple[RoundPairing, ...]:
    """Every round of the event. `double` means two cycles.

    In every even cycle the table is repeated with colours reversed. `swap_last_two` exchanges
    the last two rounds of each cycle but the last; the handbook does not ask for it, but it
    spares players 1 and N/2+1 three games running with one colour.
    """
    cycles = max(cycles, 2 if double else 1)
    if cycles < 1:
        raise UnsupportedRule("round_robin.cycles")
    table = berger(players)
    found: list[RoundPairing] = []
    for cycle in range(cycles):
        order = list(table)
        if swap_last_two and cycle < cycles - 1 and len(order) > 1:
            order[-2:] = reversed(order[-2:])
        for row in order:
            boards = []
            bye = None
            for board in row:
                if cycle % 2:
                    board = Board(board.black, board.white)
                # Odd number of players: whoever is to meet the last number has the bye.
                if max(board.white, board.black) > players:
                    bye = min(board.white, board.black)
                else:
                    boards.append(board)
            found.append(RoundPairing(len(found) + 1, tuple(boards), bye))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One cell of the opponent table; opponent 0 and no colour is the bye."""

    opponent: int
    colour: Colour | None


def opponent_table(rounds: Sequence[RoundPairing]) -> dict[int, tuple[Meeting, ...]]:
    """Row = player, column = round: the sheet that hangs on the wall."""
    rows: dict[int, list[Meeting]] = {}
    for pairing in rounds:
        for board in pairing.boards:
            rows.setdefault(board.white, []).append(Meeting(board.black, Colour.WHITE))
            rows.setdefault(board.black, []).append(Meeting(board.white, Colour.BLACK))
        if pairing.bye is not None:
            rows.setdefault(pairing.bye, []).append(Meeting(0, None))
    return {number: tuple(rows[number]) for number in sorted(rows)}
