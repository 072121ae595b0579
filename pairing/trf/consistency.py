"""The agreement between the lines of a report: opponents, colours, results, points.

A game stands in the file twice, once on each player's line. The two sides must be one result of
the table; where one side is silent the other one speaks for both, and that is told.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from pairing.errors import FileError
from pairing.results import RESULTS
from pairing.sentences import Value
from pairing.state import PointSystem
from pairing.trf.contents import BYE_SYMBOLS, PENDING, Entry, symbol_values
from pairing.trf.document import TrfDocument

Adjust = Callable[..., None]

#: the other side of a result, where it follows
_OTHER_SIDE = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-"}
_UNKNOWN = frozenset("?X")
_KNOWN = frozenset("10=WDL+-FHUZA") | {PENDING}
#: results without an opponent that older programs write, and the bye they mean
_LONE = {"+": "F", "1": "F", "=": "H", "-": "Z", "0": "Z", "A": "Z", "W": "F", "D": "H", "L": "Z"}


@dataclass(slots=True)
class Row:
    """A record 001 as it stands in the file, while its rounds are being settled."""

    line: int
    number: int
    entries: list[Entry]
    points: int | None
    fields: dict[str, Any]
    raw: list[Entry] = field(default_factory=list)

    def error(self, code: str, round_: int, offset: int, found: str, **values: Value) -> FileError:
        column = 92 + 10 * (round_ - 1) + offset
        return FileError(code, at=(self.line, column), found=found, **values)


def settle_rounds(rows: dict[int, Row], adjust: Adjust) -> int:
    """Every row as long as the longest, every game agreed. Returns the last round begun."""
    count = max(len(row.entries) for row in rows.values())
    ordered = sorted(rows.values(), key=lambda row: row.number)
    for row in ordered:
        row.raw = list(row.entries)
        row.entries += [Entry()] * (count - len(row.entries))
    for number in range(1, count + 1):
        _settle_round(number, rows, ordered, adjust)
    used = max(
        (
            index
            for row in ordered
            for index, entry in enumerate(row.entries, 1)
            if entry.opponent or entry.symbol != PENDING
        ),
        default=0,
    )
    for row in ordered:
        del row.entries[used:]
    begun = max(
        (
            index
            for row in ordered
            for index, entry in enumerate(row.entries, 1)
            if entry.opponent or entry.symbol == "U"
        ),
        default=0,
    )
    _settle_pending(begun, ordered, rows, adjust)
    return begun


def _settle_round(number: int, rows: dict[int, Row], ordered: list[Row], adjust: Adjust) -> None:
    index = number - 1
    allocated = 0
    for row in ordered:
        entry = row.entries[index]
        if not entry.opponent:
            if entry.symbol != PENDING or entry.colour != "-":
                # A mirror below may have given this row its opponent meanwhile.
                _settle_lone(number, row, adjust)
                allocated += row.entries[index].symbol == "U"
            continue
        other = rows.get(entry.opponent)
        if other is None:
            raise row.error("expected.known_player", number, 0, str(entry.opponent))
        if other is row:
            raise row.error("expected.other_opponent", number, 0, str(entry.opponent))
        mirrored = other.entries[index]
        if mirrored.opponent != row.number:
            if mirrored.opponent or (mirrored.symbol != PENDING):
                raise row.error(
                    "expected.mirror",
                    number,
                    0,
                    str(entry.opponent),
                    player=row.number,
                    round=number,
                )
            adjust(
                "mirror",
                row.line,
                round=number,
                player=row.number,
                opponent=other.number,
            )
            opposite = {"w": "b", "b": "w", "-": "-"}[entry.colour]
            mirrored = other.entries[index] = Entry(row.number, opposite, PENDING)
        white_first = entry.colour == "w" and mirrored.colour == "b"
        black_first = entry.colour == "b" and mirrored.colour == "w"
        if white_first or black_first:
            code = entry.symbol + mirrored.symbol if white_first else mirrored.symbol + entry.symbol
            if code in RESULTS:
                continue
        _settle_game(number, row, other, adjust)
    if allocated > 1:
        adjust(
            "several_pairing_byes",
            round=number,
            count=allocated,
        )


def _settle_lone(number: int, row: Row, adjust: Adjust) -> None:
    entry = row.entries[number - 1]
    symbol = entry.symbol
    if entry.colour != "-":
        adjust(
            "colour_without_opponent",
            row.line,
            round=number,
            player=row.number,
        )
    if symbol not in BYE_SYMBOLS and symbol != PENDING:
        # What cannot be read and has no opponent gave no points that anybody could check.
        meant = _LONE.get(symbol, "Z")
        adjust(
            "lone_result",
            row.line,
            round=number,
            player=row.number,
            symbol=symbol,
            bye=meant,
        )
        symbol = meant
    row.entries[number - 1] = Entry(0, "-", symbol)


def _settle_game(number: int, row: Row, other: Row, adjust: Adjust) -> None:
    """Two lines that are not yet a result of the table."""
    index = number - 1
    one, two = row.entries[index], other.entries[index]
    symbols = _agree(number, row, other, one.symbol, two.symbol, adjust)
    colours = one.colour + two.colour
    if colours not in ("wb", "bw"):
        if "-" not in colours:
            raise other.error("expected.opposite_colour", number, 5, two.colour)
        if colours == "--":
            if symbols[0] not in "+-" and symbols[0] not in ("?", PENDING):
                raise row.error("expected.colour", number, 5, one.colour)
            colours = "wb" if row.number < other.number else "bw"
        else:
            colours = {"w-": "wb", "-b": "wb", "b-": "bw", "-w": "bw"}[colours]
        white = row.number if colours == "wb" else other.number
        adjust(
            "colour",
            row.line,
            round=number,
            player=row.number,
            opponent=other.number,
            white=white,
        )
    row.entries[index] = Entry(other.number, colours[0], symbols[0])
    other.entries[index] = Entry(row.number, colours[1], symbols[1])


def _agree(
    number: int, row: Row, other: Row, one: str, two: str, adjust: Adjust
) -> tuple[str, str]:
    if one + two in RESULTS or (one == PENDING and two == PENDING):
        return one, two
    for line, symbol in ((row, one), (other, two)):
        if symbol in BYE_SYMBOLS or symbol == "A":
            raise line.error("expected.result", number, 7, symbol)
    told = {
        "round": number,
        "player": row.number,
        "opponent": other.number,
        "symbols": one + two,
    }
    unknown = {one, two} - _KNOWN
    if unknown:
        if unknown - _UNKNOWN or one not in _UNKNOWN or two not in _UNKNOWN:
            adjust(
                "result_unknown",
                row.line,
                **told,
            )
        return "?", "?"
    if PENDING in (one, two):
        known = two if one == PENDING else one
        if known in _OTHER_SIDE:
            adjust(
                "result_one_sided",
                row.line,
                **told,
            )
            missing = _OTHER_SIDE[known]
            return (missing, two) if one == PENDING else (one, missing)
    raise other.error("expected.agreeing_result", number, 7, two, result=one, player=row.number)


def _settle_pending(begun: int, ordered: list[Row], rows: dict[int, Row], adjust: Adjust) -> None:
    """A game without a result in a round that has a later one can only be adjourned."""
    for number in range(1, begun):
        for row in ordered:
            entry = row.entries[number - 1]
            if entry.opponent and entry.symbol == PENDING:
                adjust_once = row.number < entry.opponent
                row.entries[number - 1] = entry._replace(symbol="?")
                if adjust_once:
                    adjust(
                        "result_missing",
                        row.line,
                        round=number,
                        player=row.number,
                        opponent=entry.opponent,
                    )


# Points


def check_points(
    document: TrfDocument, rows: list[Row], adjust: Adjust
) -> tuple[dict[int, int], PointSystem | None]:
    """The points of every number, and the point system: stated, default, or found in the sums."""
    stated = document.points
    system = stated or PointSystem()
    wrong = _disagreements(document, rows, system)
    if wrong and stated is None:
        found = next(
            (
                candidate
                for candidate in _candidates()
                if not _disagreements(document, rows, candidate)
            ),
            None,
        )
        if found is not None:
            adjust(
                "points_inferred",
                win=found.win,
                draw=found.draw,
                loss=found.loss,
                pairing_bye=found.pairing_bye,
            )
            stated = system = found
            wrong = {}
    values = symbol_values(system)
    begun = document.begun_rounds
    points = {}
    for row in rows:
        counted = sum(values[entry.symbol] for entry in row.entries[:begun])
        if row.points is None:
            points[row.number] = counted
            adjust(
                "points_missing",
                row.line,
                player=row.number,
                counted=counted,
            )
        elif row.number in wrong:
            counted = wrong[row.number]
            points[row.number] = counted
            adjust(
                "points",
                row.line,
                player=row.number,
                stated=row.points,
                counted=counted,
            )
        else:
            points[row.number] = row.points
        if not -1000 < points[row.number] < 10_000:
            # The columns have no room for more, and no tournament has so many.
            raise FileError("expected.points_below_1000", at=(row.line, 81))
    return points, stated


def _disagreements(document: TrfDocument, rows: list[Row], system: PointSystem) -> dict[int, int]:
    """Number → what the results give, where the file says something else.

    Files differ in whether they include byes of the round to pair, virtual points and special
    points (record 299); each of these readings is accepted.
    """
    values = symbol_values(system)
    begun = document.begun_rounds
    extra: dict[int, int] = {}
    if document.special_points:
        # The bonuses depend on the system under examination.
        for bonus in _with_system(document, system).bonuses():
            extra[bonus.player] = extra.get(bonus.player, 0) + bonus.points
    virtual = document.virtual_points()
    wrong = {}
    for row in rows:
        if row.points is None:
            continue
        counted = sum(values[entry.symbol] for entry in row.entries[:begun])
        added = extra.get(row.number, 0)
        if row.points in (counted + added, counted):
            continue
        ahead = sum(values[entry.symbol] for entry in row.entries[begun:])
        accepted = {counted + ahead, counted + ahead + added}
        row_virtual = virtual.get(row.number, [])
        for index in (begun - 1, begun):
            if 0 <= index < len(row_virtual):
                accepted |= {total + row_virtual[index] for total in (counted, *accepted)}
        if row.points not in accepted:
            wrong[row.number] = counted + added
    return wrong


def _with_system(document: TrfDocument, system: PointSystem) -> TrfDocument:
    return replace(document, points=system)


def _candidates() -> list[PointSystem]:
    found = []
    for win, draw, loss in ((10, 5, 0), (30, 10, 0), (20, 10, 0), (30, 20, 10), (30, 20, 0)):
        for bye in dict.fromkeys((win, draw, loss, 0, 20, 10)):
            if bye <= win:
                for absence in dict.fromkeys((0, loss)):
                    found.append(
                        PointSystem.of(
                            win,
                            draw,
                            loss,
                            pairing_bye=bye,
                            zero_bye=absence,
                            forfeit_loss=absence,
                        )
                    )
    return found
