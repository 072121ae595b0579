"""FIDE C.07 from 1 March 2026, art. 8: Buchholz and what is built on it (type C, D)."""

from tiebreaks.codes import Code
from tiebreaks.fide2026.modifiers import Part, total_without
from tiebreaks.fide2026.unplayed import Element
from tiebreaks.field import Column, Field, Value, half_up


def parts(elements: list[Element]) -> list[Part]:
    return [Part(e.score, e.score, e.voluntary) for e in elements]


def _total(elements: list[Element], low: int, high: int) -> int:
    """The sum after the cuts of art. 14 and 16.5.

    A value's significance is the value itself here, so the order of removal is plain:
    voluntarily unplayed rounds from below, then all others from below.
    """
    if not low and not high:
        return sum(element.score for element in elements)
    if any(element.voluntary for element in elements):
        return total_without(parts(elements), low=low, high=high, reference=False)
    scores = sorted(element.score for element in elements)
    return sum(scores[low : max(len(scores) - high, low)])


# Art. 8.1, 8.3  Buchholz, Fore Buchholz


def buchholz(field: Field, code: Code) -> Column:
    """The sum of the scores of the opponents; FB takes paired games of the last round as drawn."""
    low, high = code.cut + code.median, code.median
    elements = field.elements(code.score, forfeits=code.forfeits, fore=code.name == "FB")
    return Column({tpn: _total(made, low, high) for tpn, made in elements.items()}, 10)


# Art. 8.2  Average of opponents' Buchholz


def average_of_buchholz(field: Field, code: Code) -> Column:
    """The mean over the games played, in hundredths; without games undefined."""
    ledger = field.ledger(code.score)
    elements = field.elements(code.score, fore=code.fore)
    of_opponent = {tpn: sum(e.score for e in made) for tpn, made in elements.items()}
    values: dict[int, Value] = {}
    for tpn in ledger.numbers:
        met = [of_opponent[cell.opponent] for cell in ledger.cells[tpn] if cell.played]
        values[tpn] = half_up(10 * sum(met), len(met)) if met else None
    return Column(values, 100)
