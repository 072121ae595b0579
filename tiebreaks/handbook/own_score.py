"""Handbook, tie-breaks 1: from the player's own score."""

from fractions import Fraction

from pairing.state import Fact
from tiebreaks.codes import Code
from tiebreaks.fide2026.combined import free_rounds, koya_limit_doubled
from tiebreaks.fide2026.direct_encounter import Encounters, encounters
from tiebreaks.fide2026.own_results import is_win, is_win_over_board
from tiebreaks.fide2026.workings import Explained
from tiebreaks.field import Column, Field, Split, places_by
from tiebreaks.ledger import Cell, Ledger
from tiebreaks.working import Table, TableRow, in_points, step_of, text

# Number of wins


def counts_as_win(ledger: Ledger, cell: Cell, code: Code) -> bool:
    """A win over the board; with /P also a full point without play."""
    return is_win(ledger, cell) if code.forfeits else is_win_over_board(ledger, cell)


def wins(field: Field, code: Code) -> Column:
    ledger = field.ledger(code.score)
    return Column(
        {
            tpn: sum(1 for cell in ledger.cells[tpn] if counts_as_win(ledger, cell, code))
            for tpn in ledger.numbers
        }
    )


def wins_working(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(code.score)
    return [step_of(cell, int(counts_as_win(ledger, cell, code))) for cell in ledger.cells[tpn]], ()


# Kashdan


def kashdan_points(cell: Cell) -> int:
    """4 for a win, 2 for a draw, 1 for a loss; 2 for points received without play."""
    if cell.played:
        return (1, 2, 4)[cell.halves]
    return 2 if cell.points > 0 else 0


def kashdan(field: Field, code: Code) -> Column:
    ledger = field.ledger()
    return Column({tpn: sum(map(kashdan_points, ledger.cells[tpn])) for tpn in ledger.numbers})


def kashdan_working(field: Field, code: Code, tpn: int) -> Explained:
    return [step_of(cell, kashdan_points(cell)) for cell in field.ledger().cells[tpn]], ()


# Direct encounter


def _records(field: Field, code: Code, group: tuple[int, ...]) -> dict[int, Encounters] | None:
    """The encounters of the tied, or None unless everybody has met everybody."""
    members = frozenset(group)
    ledger = field.ledger(code.score)
    records = {tpn: encounters(ledger, tpn, members, forfeits=code.forfeits) for tpn in group}
    complete = all(len(record.scores) == len(group) - 1 for record in records.values())
    return records if complete else None


def direct_encounter(field: Field, code: Code, group: tuple[int, ...]) -> Split:
    """Only if all the tied have met one another: the points of these games, added up."""
    records = _records(field, code, group)
    if records is None:
        return Split(dict.fromkeys(group, 0), dict.fromkeys(group))
    points: dict[int, int | Fraction] = {tpn: record.score for tpn, record in records.items()}
    return Split(places_by(points), points, 10)


def direct_encounter_tables(field: Field, code: Code, group: tuple[int, ...]) -> list[Table]:
    if len(group) < 2:
        return []
    members = frozenset(group)
    ledger = field.ledger(code.score)
    order = tuple(sorted(group))
    complete = _records(field, code, group) is not None
    places = direct_encounter(field, code, group).places
    rows = []
    for tpn in sorted(group, key=lambda member: (places[member], member)):
        record = encounters(ledger, tpn, members, forfeits=code.forfeits)
        cells = tuple(in_points(record.scores.get(other)) for other in order)
        met = len(record.scores)
        rows.append(TableRow(tpn, cells, in_points(record.score), met, None, places[tpn]))
    return [Table(order, tuple(rows), "1", complete, code.score)]


# Koya, extended Koya


def koya_scores(ledger: Ledger, code: Code) -> list[int]:
    """The scores below the limit, best first: the groups by which Koya can be extended."""
    limit = koya_limit_doubled(ledger, code)
    return sorted({s for s in ledger.scores_of_games().values() if 2 * s < limit}, reverse=True)


def koya_points(ledger: Ledger, code: Code, extended: int) -> dict[int, int]:
    """Points against opponents with half of the points or more, and the next score groups."""
    limit = koya_limit_doubled(ledger, code)
    more = koya_scores(ledger, code)[:extended]
    lowest_doubled = 2 * more[-1] if more else limit
    scores = ledger.scores_of_games()
    enough = {tpn for tpn, score in scores.items() if 2 * score >= lowest_doubled}
    return {
        tpn: sum(cell.points for cell in ledger.cells[tpn] if cell.opponent in enough)
        for tpn in ledger.numbers
    }


def koya(field: Field, code: Code) -> Column:
    ledger = field.ledger(code.score)
    return Column(koya_points(ledger, code, code.extended), 10)


def koya_working(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(code.score)
    limit = koya_limit_doubled(ledger, code)
    more = koya_scores(ledger, code)[: code.extended]
    lowest_doubled = 2 * more[-1] if more else limit
    scores = ledger.scores_of_games()
    steps = []
    for cell in ledger.cells[tpn]:
        if not cell.opponent:
            steps.append(step_of(cell, 0, cut="not_counted"))
            continue
        score = scores[cell.opponent]
        reached = 2 * score >= lowest_doubled
        steps.append(
            step_of(
                cell,
                in_points(cell.points) if reached else 0,
                score=in_points(score),
                cut="" if reached else "not_counted",
            )
        )
    values = (("limit", text(limit, 20)), ("games", ledger.games()))
    lowered = (("lowered_to", text(more[-1])),) if more else ()
    limits = Fact("tiebreaks.koya.limit", "1", (), (*values, *lowered))
    return steps, (limits, *free_rounds(ledger, "1"))


def _koya_steps(ledger: Ledger, code: Code, group: tuple[int, ...]) -> dict[int, list[int]]:
    """Koya, then extended by one score group after the other."""
    found: dict[int, list[int]] = {tpn: [] for tpn in group}
    for extended in range(len(koya_scores(ledger, code)) + 1):
        points = koya_points(ledger, code, extended)
        for tpn in group:
            found[tpn].append(points[tpn])
    return found


def extended_koya(field: Field, code: Code, group: tuple[int, ...]) -> Split:
    """Koya extended group by group for as long as somebody is tied.

    Shown is the sum that settled a player's place.
    """
    ledger = field.ledger(code.score)
    steps = _koya_steps(ledger, code, group)
    values = {}
    for tpn, own in steps.items():
        for count in range(1, len(own) + 1):
            values[tpn] = own[count - 1]
            level = [other for other in group if steps[other][:count] == own[:count]]
            if all(steps[other] == own for other in level):
                break
    return Split(places_by({tpn: tuple(own) for tpn, own in steps.items()}), values, 10)


def extended_koya_tables(field: Field, code: Code, group: tuple[int, ...]) -> list[Table]:
    """One row per player: Koya, then each extension."""
    if len(group) < 2:
        return []
    ledger = field.ledger(code.score)
    steps = _koya_steps(ledger, code, group)
    places = extended_koya(field, code, group).places
    rows = [
        TableRow(tpn, tuple(map(in_points, steps[tpn])), in_points(steps[tpn][-1]), 0, None, place)
        for tpn, place in sorted(places.items(), key=lambda item: (item[1], item[0]))
    ]
    return [Table(tuple(sorted(group)), tuple(rows), "1", complete=True, score="koya")]


# Shared
