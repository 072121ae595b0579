"""FIDE C.07 from 1 March 2026, art. 7: the participant's own record (type B)."""

from tiebreaks.codes import Code
from tiebreaks.fide2026.unplayed import adjusted_scores
from tiebreaks.field import Column, Field
from tiebreaks.ledger import Cell, Ledger

# Each count is a question to one round; the working of a value asks the same questions.


def is_win(ledger: Ledger, cell: Cell) -> bool:
    """Art. 7.1  As many points as for a win, with or without play."""
    return cell.points == ledger.win


def is_win_over_board(ledger: Ledger, cell: Cell) -> bool:
    """Art. 7.2"""
    return cell.played and cell.points == ledger.win


def is_black(ledger: Ledger, cell: Cell) -> bool:
    """Art. 7.3"""
    return cell.played and cell.black


def is_black_win(ledger: Ledger, cell: Cell) -> bool:
    """Art. 7.4"""
    return cell.played and cell.black and cell.points == ledger.win


def is_elected(ledger: Ledger, cell: Cell) -> bool:
    """Art. 7.6  Neither a requested bye nor a forfeit loss.

    A free round of a round robin is nobody's wish; the reference calculator does not count it.
    15.2: a forfeit loss of a round robin is not played either; the edition of 2024 counted it.
    """
    rules = ledger.rules
    if rules.predetermined and not cell.opponent:
        return not rules.reference
    if rules.predetermined and rules.edition == "fide2024":
        return True
    return not cell.voluntary


QUESTIONS = {
    "WIN": is_win,
    "WON": is_win_over_board,
    "BPG": is_black,
    "BWG": is_black_win,
    "REP": is_elected,
}


def count(field: Field, code: Code) -> Column:
    """Art. 7.1 to 7.4, 7.6  How many rounds answer the question."""
    ledger = field.ledger(code.score)
    question = QUESTIONS[code.name]
    return Column(
        {
            tpn: sum(1 for cell in ledger.cells[tpn] if question(ledger, cell))
            for tpn in ledger.numbers
        }
    )


# Art. 7.5  Progressive score


def progressive(field: Field, code: Code) -> Column:
    """The sum of the scores after each round; a cut leaves out the first ones (14.3)."""
    ledger = field.ledger(code.score)
    return Column({tpn: sum(ledger.running(tpn)[code.cut :]) for tpn in ledger.numbers}, 10)


# Art. 7.7  Standard points


def standard_halves(ledger: Ledger, cell: Cell) -> int:
    """Two for more points than the opponent, one for as many; without opponent, than a draw.

    The reference calculator compares with a draw in either case.
    """
    against = ledger.draw
    if cell.opponent and not ledger.rules.reference:
        against = ledger.cells[cell.opponent][cell.round - 1].points
    if cell.points > against:
        return 2
    return 1 if cell.points == against else 0


def standard(field: Field, code: Code) -> Column:
    ledger = field.ledger(code.score)
    return Column(
        {
            tpn: sum(standard_halves(ledger, cell) for cell in ledger.cells[tpn])
            for tpn in ledger.numbers
        },
        2,
    )


# Art. 7.8  Pairing number


def pairing_number(field: Field, code: Code) -> Column:
    return Column({tpn: tpn for tpn in field.numbers})


# The score itself, and as it counts for opponents (16.3): no tie-breaks, but shown beside them


def score(field: Field, code: Code) -> Column:
    return Column(field.ledger(code.score).score, 10)


def adjusted(field: Field, code: Code) -> Column:
    ledger = field.ledger(code.score)
    return Column(adjusted_scores(ledger, fore=code.fore, stained=field.stained), 10)
