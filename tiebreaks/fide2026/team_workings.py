"""FIDE C.07 from 1 March 2026, art. 12 and 13: how the values of teams were made."""

from pairing.state import Fact
from tiebreaks.codes import Code
from tiebreaks.fide2026 import teams
from tiebreaks.fide2026.workings import (
    Explained,
    element_steps,
    encounter_tables,
    score_facts,
)
from tiebreaks.field import Field
from tiebreaks.working import Step, Table, TableRow, in_points, step_of, text

# Art. 12


def board_count(field: Field, code: Code, tpn: int) -> Explained:
    """One step per board: `round` is the board, `points` what was scored on it."""
    totals = teams.book(field).board_totals(code, tpn)
    return [
        Step(board, 0, "board", in_points(points), board, in_points(board * points))
        for board, points in enumerate(totals, start=1)
    ], ()


def board_tables(field: Field, code: Code, group: tuple[int, ...]) -> list[Table]:
    """The compared points: `cells` board by board, or all but the last, all but two, ..."""
    book = teams.book(field)
    order = tuple(sorted(group))
    rows = []
    place = 1
    for subgroup in teams.split_by_boards(field, code, group, code.name):
        for team in subgroup:
            totals = book.board_totals(code, team)
            key = teams.KEYS[code.name](totals)
            cells = tuple(in_points(points) for points in key)
            rows.append(TableRow(team, cells, in_points(sum(totals)), 0, None, place))
        place += len(subgroup)
    article = "12.2" if code.name == "TBR" else "12.3"
    return [Table(order, tuple(rows), article, complete=True)]


# Art. 13


def other_score(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(field.secondary)
    return [step_of(cell, in_points(cell.points)) for cell in ledger.cells[tpn]], ()


def extended_sonneborn_berger(field: Field, code: Code, tpn: int) -> Explained:
    score, _ = teams.letters(code)
    elements = field.elements(score, forfeits=code.forfeits)[tpn]
    parts = teams.extended_parts(field, code, tpn, elements)
    return element_steps(field, code, tpn, elements, parts, 100, score=score), ()


def extended_tables(field: Field, code: Code, group: tuple[int, ...]) -> list[Table]:
    """Every application in turn: primary, secondary, and again for the subgroups."""
    tables: list[Table] = []
    waiting = [group]
    while waiting:
        current = waiting.pop(0)
        if len(current) == 1:
            continue
        for score in (field.primary, field.secondary):
            ledger = field.ledger(score)
            found = encounter_tables(
                ledger,
                current,
                forfeits=code.forfeits,
                win=ledger.win,
                score=score,
            )
            tables.append(found[0])
            subgroups = teams.apply_encounter(field, code, current, score)
            if len(subgroups) > 1:
                waiting = [*subgroups, *waiting]
                break
        else:
            if len(current) == 2 and teams.CHAINS[code.name]:
                tables += _chain_tables(field, code, current)
    return tables


def _chain_tables(field: Field, code: Code, pair: tuple[int, ...]) -> list[Table]:
    """13.3.2  The boards of the two, with the places they lead to."""
    settled = teams.settle_two(field, code, pair)
    book = teams.book(field)
    rows = []
    for place, subgroup in enumerate(settled, start=1):
        for team in subgroup:
            other = pair[0] if team == pair[1] else pair[1]
            totals = book.board_totals(code, team, other if field.rules.reference else 0)
            rows.append(
                TableRow(
                    team,
                    tuple(in_points(points) for points in totals),
                    in_points(teams.weighted(totals)),
                    0,
                    None,
                    place,
                )
            )
    return [Table(tuple(sorted(pair)), tuple(rows), "13.3.2", complete=True, score="boards")]


def schedule_strength(field: Field, code: Code, tpn: int) -> Explained:
    elements = field.elements(field.primary, forfeits=code.forfeits, fore=code.fore)[tpn]
    ledger = field.ledger(field.primary)
    steps = [
        Step(
            element.round,
            element.opponent,
            ledger.cells[tpn][element.round - 1].kind.value,
            in_points(element.points),
            in_points(element.score),
            in_points(element.score),
            facts=score_facts(field, field.primary, tpn, element, fore=code.fore),
        )
        for element in elements
    ]
    fact = Fact(
        "tiebreaks.teams.schedule_strength",
        "13.4",
        (),
        (
            ("secondary", text(field.ledger(field.secondary).score[tpn])),
            ("buchholz", text(sum(element.score for element in elements))),
            ("divisor", teams.divisor(field, code)),
        ),
    )
    return steps, (fact,)
