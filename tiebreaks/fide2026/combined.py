"""FIDE C.07 from 1 March 2026, art. 9: own results against the opponents' scores (type BC)."""

from pairing.state import Fact
from tiebreaks.codes import Code
from tiebreaks.fide2026.modifiers import Part, total_without
from tiebreaks.fide2026.unplayed import Element
from tiebreaks.field import Column, Field
from tiebreaks.ledger import Ledger

# Art. 9.1  Sonneborn-Berger


def parts(elements: list[Element]) -> list[Part]:
    """The opponents' scores times the points scored against them, in hundredths."""
    return [Part(e.score, e.score * e.points, e.voluntary) for e in elements]


def sonneborn_berger(field: Field, code: Code) -> Column:
    elements = field.elements(code.score, forfeits=code.forfeits)
    if not code.cut:
        return Column(
            {
                tpn: sum(score * points for _, _, score, points, _, _ in made)
                for tpn, made in elements.items()
            },
            100,
        )
    reference = field.rules.reference
    return Column(
        {
            tpn: total_without(parts(made), low=code.cut, high=0, reference=reference)
            for tpn, made in elements.items()
        },
        100,
    )


# Art. 9.2, 14.5  Koya


def koya_limit_doubled(ledger: Ledger, code: Code) -> int:
    """Twice the score, in tenths, from which an opponent counts: half of the maximum."""
    most = ledger.win * ledger.games()
    if code.limit is None:
        return most
    unit, amount = code.limit
    if unit == "half":
        return most + 2 * 5 * amount
    if unit == "percent":
        return -(-2 * most * amount // 100)
    return most + 2 * amount


def free_rounds(ledger: Ledger, article: str) -> tuple[Fact, ...]:
    """Said where points of free rounds are not among those that are compared."""
    if ledger.scores_of_games() == ledger.score:
        return ()
    return (Fact("tiebreaks.koya.free_rounds", article),)


def koya(field: Field, code: Code) -> Column:
    """The points against scheduled opponents whose real score reaches the limit."""
    ledger = field.ledger(code.score)
    limit = koya_limit_doubled(ledger, code)
    enough = {tpn for tpn, score in ledger.scores_of_games().items() if 2 * score >= limit}
    return Column(
        {
            tpn: sum(c.points for c in ledger.cells[tpn] if c.opponent in enough)
            for tpn in ledger.numbers
        },
        10,
    )
