"""The cross table: in a Swiss event each player's rounds, in a round robin everybody against
everybody."""

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from pairing.results import ByeKind as CoreByeKind
from pairing.state import format_score
from tournaments.models import Entry, Pairing, Tournament
from tournaments.queries.rounds.sheets import short_mark_of
from tournaments.queries.standings.table import (
    StandingsRow,
    StandingsTable,
    standings_table,
)


class Cell(NamedTuple):
    """A round (Swiss) or an opponent (round robin): "14w1", or "½" in a grid. Opponents are named
    by their numbers: places are shared."""

    opponent: Entry | None
    rank: int  # of the opponent in this table
    colour: str
    mark: str
    bye: str = ""  # its kind, for a round without a game

    @property
    def number(self) -> int:
        """The start number of the opponent; 0 without one."""
        return (self.opponent.tpn or 0) if self.opponent else 0


@dataclass(frozen=True, slots=True)
class CrossRow:
    row: StandingsRow
    cells: tuple[tuple[Cell, ...], ...]  # several where players meet more than once


@dataclass(frozen=True, slots=True)
class CrossTable:
    table: StandingsTable
    grid: bool
    heads: tuple[int, ...]  # rounds, or the numbers of the opponents
    rows: tuple[CrossRow, ...]


def cross_table(
    tournament: Tournament, after: int | None = None, *, public: bool = False
) -> CrossTable:
    table = standings_table(tournament, after, public=public)
    # Whoever left below half stays in the table, without a place (handbook, round robin 3).
    empty = ("",) * len(table.codes)
    listed = (
        *table.rows,
        *(StandingsRow(0, False, one.entry, one.score, empty) for one in table.unranked),
    )
    people = {row.entry.pk: row for row in listed}
    cells = _cells(tournament, table, people)
    grid = tournament.format.table_of_players
    if not grid:
        heads = tuple(range(1, table.after + 1))
        rows = tuple(
            CrossRow(row, _by_round(cells[row.entry.pk], table.after)) for row in table.rows
        )
        return CrossTable(table, False, heads, rows)
    heads = tuple(row.entry.tpn or place for place, row in enumerate(listed, start=1))
    rows = tuple(
        CrossRow(
            row,
            tuple(
                tuple(cell for _number, cell in cells[row.entry.pk] if cell.opponent == one.entry)
                for one in listed
            ),
        )
        for row in listed
    )
    return CrossTable(table, True, heads, rows)


def _by_round(cells: list[tuple[int, Cell]], rounds: int) -> tuple[tuple[Cell, ...], ...]:
    found: tuple[list[Cell], ...] = tuple([] for _round in range(rounds))
    for number, cell in cells:
        found[number - 1].append(cell)
    return tuple(map(tuple, found))


def _cells(
    tournament: Tournament, table: StandingsTable, people: dict[int, StandingsRow]
) -> dict[int, list[tuple[int, Cell]]]:
    found: dict[int, list[tuple[int, Cell]]] = defaultdict(list)
    points = tournament.point_system
    rows = (
        Pairing.objects.filter(round__tournament=tournament, round__number__lte=table.after)
        .order_by("round__number")
        .values_list("round__number", "white_id", "black_id", "result", "bye")
    )
    for number, white, black, code, bye in rows:
        if black is None:
            mark = format_score(points.for_bye(CoreByeKind(bye)))
            found[white].append((number, Cell(None, 0, "", mark, bye)))
            continue
        for own, other, colour, symbol in (
            (white, black, "w", code[::2]),
            (black, white, "b", code[1::2]),
        ):
            row = people.get(other)
            cell = Cell(
                row.entry if row else None, row.rank if row else 0, colour, short_mark_of(symbol)
            )
            found[own].append((number, cell))
    return found
