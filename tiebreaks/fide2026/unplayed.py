"""FIDE C.07 from 1 March 2026, art. 15 and 16: rounds without a game over the board.

Buchholz, Fore Buchholz and Sonneborn-Berger are all made of the same elements: one per round,
with the score that stands for the opponent. This file makes them.
"""

from typing import NamedTuple

from tiebreaks.ledger import Cell, Ledger


class Element(NamedTuple):
    """One round as a Buchholz-like tie-break sees it."""

    round: int
    opponent: int  # 0 = none
    score: int  # of the opponent, or of the dummy, in tenths
    points: int  # scored by the participant in this round
    voluntary: bool  # may be cut first (art. 16.5)
    dummy: bool


# Art. 16.2, 16.3  How a participant counts as an opponent


def adjusted_score(ledger: Ledger, tpn: int, *, fore: bool = False, stained: bool = False) -> int:
    """The score with every requested bye that no later round redeems counted as a draw (16.2.5).

    `fore` (8.3): the final round, if the participant was paired in it, ended in a draw.
    `stained`: the reference calculator, after any Fore Buchholz, takes a forfeit loss in the
    final round for one that redeems the byes before it.
    """
    score = ledger.score[tpn]
    if ledger.rules.predetermined:
        return score  # 15.2
    draw = ledger.draw
    row = ledger.cells[tpn]
    fore = fore and ledger.finished
    for cell in reversed(row):
        if cell.round == ledger.total and cell.opponent:
            if fore:
                return score - cell.points + draw
            if stained and ledger.finished:
                return score
        if cell.requested:
            score += draw - cell.points
        elif not cell.voluntary:
            break
    return score


def adjusted_scores(ledger: Ledger, *, fore: bool = False, stained: bool = False) -> dict[int, int]:
    return {tpn: adjusted_score(ledger, tpn, fore=fore, stained=stained) for tpn in ledger.numbers}


# Art. 16.4  The participant's own unplayed rounds: the dummy


def own_score(ledger: Ledger, tpn: int, *, fore: bool = False) -> int:
    """The score that a dummy starts from: the participant's own, not adjusted."""
    score = ledger.score[tpn]
    row = ledger.cells[tpn]
    if fore and ledger.finished and row and row[-1].opponent:
        return score - row[-1].points + ledger.draw
    return score


def dummy_score(ledger: Ledger, cell: Cell, own: int, adjusted: dict[int, int]) -> int:
    if not ledger.rules.capped:
        return own
    if cell.opponent:
        return min(own, adjusted[cell.opponent])  # 16.4.1
    return min(own, ledger.draw * ledger.counted)  # 16.4.2


def elements_of(
    ledger: Ledger,
    tpn: int,
    adjusted: dict[int, int],
    *,
    forfeits: bool = False,
    fore: bool = False,
) -> list[Element]:
    """The rounds of one participant as elements.

    `forfeits` (variant /P): a forfeit is a game against the scheduled opponent, and no
    unplayed round that a cut takes first.
    """
    made = []
    own = None
    predetermined = ledger.rules.predetermined
    last = ledger.total if fore and ledger.finished else 0
    for cell in ledger.cells[tpn]:
        opponent = cell.opponent
        if cell.played or (opponent and (forfeits or predetermined or cell.round == last)):
            made.append(
                Element(cell.round, opponent, adjusted[opponent], cell.points, False, False)
            )
        elif not predetermined:  # 15.2: a free round of a round robin is nothing at all
            if own is None:
                own = own_score(ledger, tpn, fore=fore)
            score = dummy_score(ledger, cell, own, adjusted)
            made.append(Element(cell.round, opponent, score, cell.points, cell.voluntary, True))
    return made
