"""FIDE C.07 from 1 March 2026, art. 6: direct encounter (type A)."""

from dataclasses import dataclass
from fractions import Fraction

from tiebreaks.codes import Code
from tiebreaks.field import Field, Split
from tiebreaks.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Encounters:
    """The results of one member of a tied group against the others."""

    scores: dict[int, int | Fraction]  # opponent → points, in tenths
    met: int  # opponents of the group met

    @property
    def score(self) -> int | Fraction:
        return sum(self.scores.values())


def encounters(ledger: Ledger, tpn: int, group: frozenset[int], *, forfeits: bool) -> Encounters:
    """Art. 6.1  Games among the tied; forfeits only with /P or where pairings are fixed (15.2).

    Of several games with one opponent the mean counts (6.1.2); the handbook adds up the points.
    """
    forfeits = forfeits or ledger.rules.predetermined
    found: dict[int, list[int]] = {}
    met = 0
    for cell in ledger.cells[tpn]:
        if cell.opponent in group and (cell.played or forfeits):
            again = cell.opponent in found
            found.setdefault(cell.opponent, []).append(cell.points)
            # The reference calculator forgets the others when two meet again in a Swiss.
            fresh = not (again and ledger.rules.reference and not ledger.rules.predetermined)
            met = met + (not again) if fresh else 1
    added = ledger.rules.edition == "handbook"
    return Encounters(
        {opponent: sum(points) if added else _mean(points) for opponent, points in found.items()},
        met,
    )


def _mean(points: list[int]) -> int | Fraction:
    return points[0] if len(points) == 1 else Fraction(sum(points), len(points))


def order_once(
    ledger: Ledger, group: tuple[int, ...], *, forfeits: bool, win: int
) -> list[tuple[int, ...]]:
    """One application of 6.2 or 6.3: the group in subgroups, best first."""
    everybody = frozenset(group)
    records = {tpn: encounters(ledger, tpn, everybody, forfeits=forfeits) for tpn in group}
    score = {tpn: record.score for tpn, record in records.items()}
    others = len(group) - 1
    if ledger.rules.predetermined or all(r.met == others for r in records.values()):
        # 6.2  All have met all
        by_score: dict[int | Fraction, list[int]] = {}
        for tpn in group:
            by_score.setdefault(score[tpn], []).append(tpn)
        return [tuple(by_score[points]) for points in sorted(by_score, reverse=True)]
    # 6.3  Whoever stays ahead whatever the missing games would bring takes the next place
    best = {tpn: score[tpn] + win * (others - record.met) for tpn, record in records.items()}
    left = sorted(group, key=lambda tpn: (score[tpn], best[tpn]), reverse=True)
    placed: list[tuple[int, ...]] = []
    while len(left) > 1 and score[left[0]] > max(best[tpn] for tpn in left[1:]):
        placed.append((left.pop(0),))
    return [*placed, tuple(left)]


def solve(
    ledger: Ledger, group: tuple[int, ...], *, forfeits: bool, win: int
) -> list[tuple[int, ...]]:
    """Art. 6.2, 6.3  Applied again to every subgroup that arises, until nothing splits."""
    if len(group) == 1:
        return [group]
    subgroups = order_once(ledger, group, forfeits=forfeits, win=win)
    if len(subgroups) == 1:
        return subgroups
    return [
        part
        for subgroup in subgroups
        for part in solve(ledger, subgroup, forfeits=forfeits, win=win)
    ]


def places(subgroups: list[tuple[int, ...]]) -> dict[int, int]:
    """Places inside the original group, shared where still tied; all 0 if nothing was split."""
    if len(subgroups) == 1:
        return dict.fromkeys(subgroups[0], 0)
    found = {}
    place = 1
    for subgroup in subgroups:
        found.update(dict.fromkeys(subgroup, place))
        place += len(subgroup)
    return found


def direct_encounter(field: Field, code: Code, group: tuple[int, ...]) -> Split:
    ledger = field.ledger(code.score)
    return Split(places(solve(ledger, group, forfeits=code.forfeits, win=ledger.win)))
