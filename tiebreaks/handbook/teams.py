"""Handbook, tie-breaks 3 and 5: teams."""

from collections.abc import Sequence

from pairing.results import Outcome
from pairing.state import Fact
from tiebreaks.codes import Code
from tiebreaks.errors import MissingInput
from tiebreaks.fide2026.teams import book
from tiebreaks.fide2026.workings import Explained
from tiebreaks.field import Column, Field, Split, places_by
from tiebreaks.handbook import opponents, own_score
from tiebreaks.ledger import Kind
from tiebreaks.working import Step, Table, TableRow, in_points, step_of

# Olympiad Khanty-Mansiysk, without the lowest (team Swiss)


def lowest(values: Sequence[int], scored: Sequence[int] | None = None) -> int | None:
    """The position of the value left out.

    In the Sonneborn-Berger a round without a board point (`scored`) is never the lowest.
    """
    candidates = [i for i in range(len(values)) if scored is None or scored[i] > 0]
    return min(candidates, key=lambda i: values[i], default=None)


def _match_points(field: Field, team: int) -> list[int]:
    """The final match points of each opponent; 0 for a round without one."""
    ledger = field.ledger("MP")
    return [ledger.score.get(cell.opponent, 0) for cell in ledger.cells[team]]


def okm_match_points(field: Field, code: Code) -> Column:
    values = {}
    for team in field.numbers:
        cells = _match_points(field, team)
        gone = lowest(cells)
        values[team] = sum(cells) - (cells[gone] if gone is not None else 0)
    return Column(values, 10)


def okm_sonneborn_berger(field: Field, code: Code) -> Column:
    """Own game points times the opponent's match points, round by round."""
    values = {}
    for team in field.numbers:
        games = [cell.points for cell in field.ledger("GP").cells[team]]
        products = [g * m for g, m in zip(games, _match_points(field, team), strict=True)]
        gone = lowest(products, games)
        values[team] = sum(products) - (products[gone] if gone is not None else 0)
    return Column(values, 100)


def okm_working(field: Field, code: Code, tpn: int) -> Explained:
    """Both Khanty-Mansiysk values."""
    points = _match_points(field, tpn)
    cells = field.ledger("GP").cells[tpn]
    games = [cell.points for cell in cells]
    if code.name == "OKM":
        values, scale, gone = points, 10, lowest(points)
    else:
        values = [g * m for g, m in zip(games, points, strict=True)]
        scale, gone = 100, lowest(values, games)
    steps = []
    for position, cell in enumerate(cells):
        cut = "least" if position == gone else ""
        steps.append(
            step_of(
                cell,
                in_points(values[position], scale),
                score=in_points(points[position]),
                cut=cut,
                facts=(Fact("tiebreaks.cut.least", "3"),) if cut else (),
            )
        )
    return steps, ()


# Team Berger: Sonneborn-Berger by match points and by real (board) points


def _match_halves(field: Field, team: int, number: int) -> int:
    """2 for a match won, 1 for one drawn."""
    ledger = field.ledger("MP")
    points = ledger.cells[team][number - 1].points
    return 2 if points >= ledger.win else 1 if points >= ledger.draw else 0


def _berger_parts(field: Field, code: Code, team: int) -> list[tuple[int, int]]:
    """(opponent's score, contribution) per match; in hundredths, or twentieths of a point."""
    parts = []
    scores = field.ledger(code.score).score
    for cell in field.ledger("GP").cells[team]:
        if not cell.opponent:
            continue
        score = scores[cell.opponent]
        if code.score == "MP":
            parts.append((score, score * cell.points))
        else:
            parts.append((score, score * _match_halves(field, team, cell.round)))
    return parts


def sonneborn_berger(field: Field, code: Code) -> Column:
    """:MP  own game points times the opponent's match points.
    :GP  game points of the teams beaten, half of those drawn with."""
    if field.teams is None:
        return opponents.sonneborn_berger(field, code)
    code = _with_score(field, code)
    return Column(
        {team: sum(part for _, part in _berger_parts(field, code, team)) for team in field.numbers},
        100 if code.score == "MP" else 20,
    )


def sonneborn_berger_working(field: Field, code: Code, tpn: int) -> Explained:
    if field.teams is None:
        return opponents.sonneborn_berger_working(field, code, tpn)
    code = _with_score(field, code)
    cells = [cell for cell in field.ledger("GP").cells[tpn] if cell.opponent]
    scale = 100 if code.score == "MP" else 20
    return [
        step_of(cell, in_points(part, scale), score=in_points(score))
        for cell, (score, part) in zip(cells, _berger_parts(field, code, tpn), strict=True)
    ], ()


def _with_score(field: Field, code: Code) -> Code:
    return code if code.score else Code("SB", field.primary)


# The match between the tied teams


def direct_encounter(field: Field, code: Code, group: tuple[int, ...]) -> Split:
    """Teams: match points of the matches among the tied, unless :GP asks for game points."""
    return own_score.direct_encounter(field, _encounter(field, code), group)


def direct_encounter_tables(field: Field, code: Code, group: tuple[int, ...]) -> list[Table]:
    return own_score.direct_encounter_tables(field, _encounter(field, code), group)


def _encounter(field: Field, code: Code) -> Code:
    if field.teams is None or code.score:
        return code
    return Code("DE", "MP", forfeits=True)


# Win on the top board of that match


def top_board_wins(field: Field, code: Code, group: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Wins on board 1 of the matches among the tied; with /D also on board 2, 3, ..."""
    teams = book(field)
    boards = teams.boards if code.downwards else 1
    wins = {team: [0] * boards for team in group}
    for team in group:
        for other in group:
            for _, match in teams.matches.get(frozenset((team, other)), []) if other > team else []:
                if not match.boards:
                    if match.forfeit:
                        continue
                    raise MissingInput("tiebreaks.needs", code=str(code), needed="boards")
                for board in match.boards:
                    if board.board > boards:
                        continue
                    for side, outcome in ((match.first, board.first), (match.second, board.second)):
                        if outcome in (Outcome.WIN, Outcome.FORFEIT_WIN):
                            wins[side][board.board - 1] += 1
    return {team: tuple(counts) for team, counts in wins.items()}


def top_board(field: Field, code: Code, group: tuple[int, ...]) -> Split:
    wins = top_board_wins(field, code, group)
    values = None if code.downwards else {team: counts[0] for team, counts in wins.items()}
    return Split(places_by(wins), values)


def top_board_tables(field: Field, code: Code, group: tuple[int, ...]) -> list[Table]:
    if len(group) < 2:
        return []
    wins = top_board_wins(field, code, group)
    places = places_by(wins)
    rows = [
        TableRow(team, wins[team], sum(wins[team]), 0, None, places[team])
        for team in sorted(group, key=lambda member: (places[member], member))
    ]
    return [Table(tuple(sorted(group)), tuple(rows), "5", complete=True, score="boards")]


# Fewer forfeit wins in the event


def forfeit_wins(field: Field, code: Code) -> Column:
    """Matches won by forfeit; with /B single boards."""
    return Column({team: sum(_forfeits(field, code, team)) for team in field.numbers})


def _forfeits(field: Field, code: Code, team: int) -> list[int]:
    teams = book(field)
    counts = [int(side.kind is Kind.FORFEIT_WIN) for side in teams.sides[team]]
    if not code.boards:
        return counts
    counts = [teams.boards * count for count in counts]
    for pair, matches in teams.matches.items():
        if team not in pair:
            continue
        for number, match in matches:
            if match.boards:
                counts[number - 1] = sum(
                    (board.first if match.first == team else board.second) is Outcome.FORFEIT_WIN
                    for board in match.boards
                )
    return counts


def forfeit_wins_working(field: Field, code: Code, tpn: int) -> Explained:
    counts = _forfeits(field, code, tpn)
    return [
        Step(cell.round, cell.opponent, cell.kind.value, in_points(cell.points), None, count)
        for cell, count in zip(field.ledger("GP").cells[tpn], counts, strict=True)
    ], ()
