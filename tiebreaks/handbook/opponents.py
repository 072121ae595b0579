"""Handbook, tie-breaks 2: from the opponents' scores.

In a Swiss event opponents count with their adjusted scores, and an unplayed round of the player
with a virtual opponent. A Berger event knows neither: its forfeits are games.
"""

from collections.abc import Iterable

from pairing.state import Fact
from tiebreaks.codes import Code
from tiebreaks.fide2026.unplayed import Element
from tiebreaks.fide2026.workings import Explained
from tiebreaks.field import Column, Field, Value
from tiebreaks.ledger import Cell, Ledger
from tiebreaks.working import Step, in_points, step_of, text

# Adjusted score


def adjusted_score(ledger: Ledger, tpn: int) -> int:
    """Every point or zero received without play counts half a point; the score itself stays."""
    if ledger.rules.predetermined:
        return ledger.score[tpn]
    awarded = sum(cell.points for cell in ledger.cells[tpn] if not cell.played)
    unplayed = sum(1 for cell in ledger.cells[tpn] if not cell.played)
    return ledger.score[tpn] - awarded + ledger.draw * unplayed


def adjusted_scores(field: Field, score: str = "") -> dict[int, int]:
    name = f"handbook adjusted {score or field.primary}"
    if name not in field.shared:
        ledger = field.ledger(score)
        field.shared[name] = Column({tpn: adjusted_score(ledger, tpn) for tpn in ledger.numbers})
    return field.shared[name].values  # type: ignore[return-value]


def adjusted(field: Field, code: Code) -> Column:
    return Column(adjusted_scores(field, code.score), 10)


def adjusted_working(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(code.score)
    steps = []
    for cell in ledger.cells[tpn]:
        half = not cell.played and not ledger.rules.predetermined
        facts = (Fact("tiebreaks.adjusted.as_draw", "2"),) if half else ()
        points = in_points(ledger.draw if half else cell.points)
        steps.append(step_of(cell, points, facts=facts))
    return steps, ()


# Unplayed games of the player: the virtual opponent


def virtual_opponent(ledger: Ledger, tpn: int, cell: Cell) -> int:
    """The player's score before the round, the opponent's result in it, and a draw in each of
    the rounds left."""
    before = sum(c.points for c in ledger.cells[tpn][: cell.round - 1])
    return before + (ledger.win - cell.points) + ledger.draw * (ledger.counted - cell.round)


def elements(ledger: Ledger, tpn: int, values: dict[int, int], *, forfeits: bool) -> list[Element]:
    """The opponent, real or virtual, of each round; /P takes forfeits as games against them."""
    made = []
    predetermined = ledger.rules.predetermined
    for cell in ledger.cells[tpn]:
        if cell.played or (cell.opponent and (forfeits or predetermined)):
            score = values[cell.opponent]
            made.append(Element(cell.round, cell.opponent, score, cell.points, False, False))
        elif not predetermined:
            score = virtual_opponent(ledger, tpn, cell)
            made.append(Element(cell.round, cell.opponent, score, cell.points, False, True))
    return made


def all_elements(field: Field, code: Code) -> dict[int, list[Element]]:
    key = (code.score or field.primary, code.forfeits)
    if key not in field.opponents:
        ledger = field.ledger(code.score)
        values = adjusted_scores(field, code.score)
        field.opponents[key] = {
            tpn: elements(ledger, tpn, values, forfeits=code.forfeits) for tpn in ledger.numbers
        }
    return field.opponents[key]


# Buchholz (Solkoff), median, cut


def left_out(scores: list[int], low: int, high: int) -> dict[int, str]:
    """Positions of the lowest and the highest values, with the reason."""
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    gone = dict.fromkeys(order[:low], "least")
    rest = order[low:]
    gone.update(dict.fromkeys(rest[max(len(rest) - high, 0) :] if high else (), "most"))
    return gone


def sum_without(scores: Iterable[int], low: int, high: int) -> int:
    ordered = sorted(scores)
    return sum(ordered[low : max(len(ordered) - high, low)])


def buchholz(field: Field, code: Code) -> Column:
    low, high = code.cut + code.median, code.median
    return Column(
        {
            tpn: sum_without((e.score for e in made), low, high)
            for tpn, made in all_elements(field, code).items()
        },
        10,
    )


def buchholz_working(field: Field, code: Code, tpn: int) -> Explained:
    made = all_elements(field, code)[tpn]
    gone = left_out([e.score for e in made], code.cut + code.median, code.median)
    return [
        _element_step(field, code, tpn, element, in_points(element.score), gone.get(position, ""))
        for position, element in enumerate(made)
    ], ()


# Buchholz of Buchholz


def buchholz_of_buchholz(field: Field, code: Code) -> Column:
    """The sum of the scheduled opponents' Buchholz; a round without opponent adds nothing."""
    ledger = field.ledger(code.score)
    totals = {tpn: sum(e.score for e in made) for tpn, made in all_elements(field, code).items()}
    return Column(
        {
            tpn: sum(totals[cell.opponent] for cell in ledger.cells[tpn] if cell.opponent)
            for tpn in ledger.numbers
        },
        10,
    )


def buchholz_of_buchholz_working(field: Field, code: Code, tpn: int) -> Explained:
    totals = {other: sum(e.score for e in m) for other, m in all_elements(field, code).items()}
    steps = []
    for cell in field.ledger(code.score).cells[tpn]:
        if cell.opponent:
            value = in_points(totals[cell.opponent])
            steps.append(step_of(cell, value, score=value))
        else:
            steps.append(step_of(cell, 0, cut="not_counted"))
    return steps, ()


# Sonneborn-Berger, individual


def result_halves(ledger: Ledger, cell: Cell) -> int:
    """Full for opponents beaten, half for those drawn with, also without play."""
    if cell.played:
        return cell.halves
    return 2 if cell.points >= ledger.win else 1 if cell.points > ledger.loss else 0


def sonneborn_berger(field: Field, code: Code) -> Column:
    ledger = field.ledger()
    return Column(
        {
            tpn: sum(e.score * result_halves(ledger, ledger.cells[tpn][e.round - 1]) for e in made)
            for tpn, made in all_elements(field, code).items()
        },
        20,
    )


def sonneborn_berger_working(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger()
    steps = []
    for element in all_elements(field, code)[tpn]:
        halves = result_halves(ledger, ledger.cells[tpn][element.round - 1])
        adds = in_points(element.score * halves, 20)
        steps.append(_element_step(field, code, tpn, element, adds, ""))
    return steps, ()


# Shared


def _element_step(
    field: Field, code: Code, tpn: int, element: Element, adds: Value, cut: str
) -> Step:
    ledger = field.ledger(code.score)
    cell = ledger.cells[tpn][element.round - 1]
    facts: tuple[Fact, ...] = ()
    if element.dummy:
        before = sum(c.points for c in ledger.cells[tpn][: cell.round - 1])
        facts = (
            Fact(
                "tiebreaks.score.virtual",
                "2",
                (),
                (
                    ("before", text(before)),
                    ("result", text(ledger.win - cell.points)),
                    ("rounds_left", ledger.counted - cell.round),
                    ("score", text(element.score)),
                ),
            ),
        )
    elif element.score != ledger.score[element.opponent]:
        rounds = [c.round for c in ledger.cells[element.opponent] if not c.played]
        facts = (
            Fact(
                "tiebreaks.score.adjusted_half",
                "2",
                (element.opponent,),
                (
                    ("score", text(ledger.score[element.opponent])),
                    ("adjusted", text(element.score)),
                    ("rounds", ",".join(map(str, rounds))),
                ),
            ),
        )
    if cut:
        facts = (*facts, Fact(f"tiebreaks.cut.{cut}", "2"))
    return step_of(cell, adds, score=in_points(element.score), cut=cut, facts=facts)
