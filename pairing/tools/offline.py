"""A round played and paired away from the site: results typed beside the file by board, the boards
of the next round with names, and the report with that round.

Tables that follow a player and the numbers of boards travel in comment lines of our own, which
other programs pass over: `### Table of player 12: 1` and `### Board @ Round 8: 3 = 5-33`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pairing.results import ByeKind
from pairing.trf import TrfDocument
from pairing.trf.contents import PENDING, Entry, symbol_values
from pairing.trf.history import Pair

_TABLE = re.compile(r"### Table of player (\d{1,4}): (\d{1,4})\s*")
_BOARD = re.compile(r"### Board @ Round (\d{1,2}): (\d{1,4}) = (\d{1,4})-(\d{1,4})\s*")
_TYPED = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?[\s.:]+(\S+)\s*")
_CODES = {
    "1": "10", "1-0": "10", "0": "01", "0-1": "01", "=": "==", "½": "==", "½-½": "==",
    "1/2": "==", "1/2-1/2": "==", "0.5": "==", "+-": "+-", "+--": "+-", "-+": "-+", "--+": "-+",
    "--": "--", "---": "--", "0-0": "00",
}  # fmt: skip


class OfflineError(ValueError):
    """A typed line does not fit the file; the sentence is for the arbiter."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A board by its number, players by their numbers in the file."""

    board: int
    white: int
    black: int


# What travels in comments


def table_line(player: int, table: int) -> str:
    return f"### Table of player {player}: {table}"


def board_line(number: int, seat: Seat) -> str:
    return f"### Board @ Round {number}: {seat.board} = {seat.white}-{seat.black}"


def tables_of(document: TrfDocument) -> dict[int, int]:
    """By player the table that follows them."""
    found = (_TABLE.fullmatch(line) for line in document.comments)
    return {int(one[1]): int(one[2]) for one in found if one}


def boards_told(document: TrfDocument, number: int) -> dict[tuple[int, int], int]:
    """By White and Black the number of the board, as the file says it."""
    found = (_BOARD.fullmatch(line) for line in document.comments)
    return {
        (int(one[3]), int(one[4])): int(one[2]) for one in found if one and int(one[1]) == number
    }


def numbered(pairs: Iterable[Pair], tables: Mapping[int, int]) -> list[Seat]:
    """Boards in order; a player who needs a certain table gets it, the others go around it."""
    games = [pair for pair in pairs if pair[1]]
    taken: dict[int, Pair] = {}
    for pair in games:
        wanted = tables.get(pair[0]) or tables.get(pair[1])
        if wanted and wanted not in taken:
            taken[wanted] = pair
    held = {pair: board for board, pair in taken.items()}
    seats, board = [], 0
    for pair in games:
        if pair in held:
            seats.append(Seat(held[pair], *pair))
            continue
        board += 1
        while board in taken:
            board += 1
        seats.append(Seat(board, *pair))
    return sorted(seats, key=lambda seat: seat.board)


# Results


def open_games(document: TrfDocument, number: int) -> list[Pair]:
    """Games of a round without a result, White first."""
    return [
        (white, black) for white, black, code in document.games(number) if not code or "?" in code
    ]


def seats_of(document: TrfDocument, number: int) -> dict[int, Pair]:
    """By board the pair that sits there; empty where the file does not say it of every game."""
    pairs = [(white, black) for white, black, _code in document.games(number)]
    told = boards_told(document, number)
    return {told[pair]: pair for pair in pairs} if all(pair in told for pair in pairs) else {}


def with_results(document: TrfDocument, lines: Iterable[str]) -> TrfDocument:
    """The file with the results of its last round as typed, a game a line: by its board, `12 1-0`,
    or by the numbers of its players, White first, `5-33 1-0`."""
    number = document.begun_rounds
    if document.point_system.games == 2:
        raise OfflineError("matches of two games are entered on the site.")
    seats = seats_of(document, number)
    pairs = {(white, black) for white, black, _code in document.games(number)}
    symbols: dict[int, str] = {}
    for count, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        typed = _TYPED.fullmatch(line.strip())
        if typed is None or typed[3] not in _CODES:
            raise OfflineError(f"line {count}: {line.strip()[:40]!r} is no board with a result.")
        if typed[2]:
            pair = (int(typed[1]), int(typed[2]))
            if pair not in pairs:
                raise OfflineError(f"line {count}: round {number} has no game {pair[0]}-{pair[1]}.")
        elif not seats:
            raise OfflineError(
                f"line {count}: the file does not say the numbers of the boards. Type the players, "
                "White first: 5-33 1-0."
            )
        elif int(typed[1]) not in seats:
            raise OfflineError(f"line {count}: round {number} has no board {typed[1]}.")
        else:
            pair = seats[int(typed[1])]
        symbols |= zip(pair, _CODES[typed[3]], strict=True)
    return _with_symbols(document, number, symbols)


def _with_symbols(document: TrfDocument, number: int, symbols: Mapping[int, str]) -> TrfDocument:
    players, values = [], symbol_values(document.point_system)
    for player in document.players:
        if player.number in symbols:
            rounds = list(player.rounds)
            old, new = rounds[number - 1], symbols[player.number]
            rounds[number - 1] = old._replace(symbol=new)
            points = player.points - values[old.symbol] + values[new]
            player = replace(player, rounds=tuple(rounds), points=points)
        players.append(player)
    return replace(document, players=tuple(players))


# The next round


def with_round(
    document: TrfDocument, number: int, seats: Sequence[Seat], bye: int | None
) -> TrfDocument:
    """The file with a round that is paired and not played yet."""
    cells = {bye: Entry(0, "-", ByeKind.PAIRING_ALLOCATED.value)} if bye else {}
    for seat in seats:
        cells[seat.white] = Entry(seat.black, "w", PENDING)
        cells[seat.black] = Entry(seat.white, "b", PENDING)
    players = []
    for player in document.players:
        rounds = list(player.rounds) + [Entry()] * (number - len(player.rounds))
        if player.number in cells:
            rounds[number - 1] = cells[player.number]
        gained = document.point_system.pairing_bye if player.number == bye else 0
        points = player.points + gained
        players.append(replace(player, rounds=tuple(rounds), points=points))
    told = tuple(board_line(number, seat) for seat in seats)
    return replace(document, players=tuple(players), comments=(*document.comments, *told))


def listed(document: TrfDocument, seats: Sequence[Seat], bye: int | None) -> Iterator[str]:
    """The boards as a sheet to hang up: number, White, Black, with names and ratings."""
    people = {player.number: player for player in document.players}

    def named(number: int) -> str:
        player = people[number]
        return f"{number:4} {player.title:>3} {player.name[:28]:28} {player.rating or '':>4}"

    for seat in seats:
        yield f"{seat.board:4}  {named(seat.white)}  -  {named(seat.black)}".rstrip()
    if bye:
        yield f" bye  {named(bye)}".rstrip()
