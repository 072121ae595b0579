"""Seats of a team event: who sits at which table when all boards of several teams are mixed.

Skalitzka and Scheveningen pair places in a team ("board 3 of team 2"), never names; the
line-up says later who sits there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairing.errors import InconsistentHistory
from pairing.results import Result
from pairing.state import Fact, PointSystem


@dataclass(frozen=True, slots=True, order=True)
class Seat:
    team: int  # from 1
    board: int  # from 1


@dataclass(frozen=True, slots=True)
class Table:
    number: int
    white: Seat
    black: Seat


@dataclass(frozen=True, slots=True)
class SeatRound:
    number: int
    tables: tuple[Table, ...]
    resting: tuple[Seat, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatResult:
    round: int
    table: int
    result: Result


def team_points(
    rounds: Sequence[SeatRound],
    results: Iterable[SeatResult],
    points: PointSystem | None = None,
) -> dict[int, int]:
    """The sum of the board results is the team's score, in tenths."""
    seats = [
        seat for each in rounds for table in each.tables for seat in (table.white, table.black)
    ]
    scores = {seat.team: 0 for seat in seats}
    for table, result in _played(rounds, results):
        white, black = _gained(result, points)
        scores[table.white.team] += white
        scores[table.black.team] += black
    return scores


def _gained(result: Result, points: PointSystem | None) -> tuple[int, int]:
    system = points or PointSystem()
    return system.for_outcome(result.white), system.for_outcome(result.black)


def _played(
    rounds: Sequence[SeatRound], results: Iterable[SeatResult]
) -> Iterable[tuple[Table, Result]]:
    tables = {(each.number, table.number): table for each in rounds for table in each.tables}
    seen: set[tuple[int, int]] = set()
    for entry in results:
        key = (entry.round, entry.table)
        if key not in tables or key in seen:
            raise InconsistentHistory(
                "teams.table_twice" if key in seen else "teams.no_table",
                in_round=entry.round,
                table=entry.table,
            )
        seen.add(key)
        if entry.result.final:
            yield tables[key], entry.result
