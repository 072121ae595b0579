"""FIDE C.07 from 1 March 2026, art. 11 to 13: teams.

Everything of art. 6 to 9 holds for teams with match or game points; here is what only they have.
"""

from collections.abc import Sequence

from tiebreaks.codes import Code
from tiebreaks.fide2026.direct_encounter import order_once, places
from tiebreaks.fide2026.modifiers import Part, total_without
from tiebreaks.fide2026.unplayed import Element
from tiebreaks.field import Column, Field, Split, half_up
from tiebreaks.teams import TeamBook

Subgroups = list[tuple[int, ...]]


def book(field: Field) -> TeamBook:
    assert field.teams is not None
    return field.teams


# Art. 12.1  Board count: lower is better, and means something at equal game points only


def weighted(totals: Sequence[int]) -> int:
    return sum(board * points for board, points in enumerate(totals, start=1))


def board_count(field: Field, code: Code) -> Column:
    teams = book(field)
    return Column({team: weighted(teams.board_totals(code, team)) for team in field.numbers}, 10)


# Art. 12.2, 12.3  Top board results, bottom board elimination


def top_board_key(totals: Sequence[int]) -> tuple[int, ...]:
    """Board 1, then board 2, ..."""
    return tuple(totals)


def bottom_board_key(totals: Sequence[int]) -> tuple[int, ...]:
    """All boards but the last, all but the last two, ..."""
    return tuple(sum(totals[:boards]) for boards in range(len(totals) - 1, 0, -1))


KEYS = {"TBR": top_board_key, "BBE": bottom_board_key}


def split_by_boards(field: Field, code: Code, group: tuple[int, ...], name: str) -> Subgroups:
    teams = book(field)
    found: dict[tuple[int, ...], list[int]] = {}
    for team in group:
        found.setdefault(KEYS[name](teams.board_totals(code, team)), []).append(team)
    return [tuple(found[key]) for key in sorted(found, reverse=True)]


def by_boards(field: Field, code: Code, group: tuple[int, ...]) -> Split:
    return Split(places(split_by_boards(field, code, group, code.name)))


# Art. 13.1  Match points versus game points


def other_score(field: Field, code: Code) -> Column:
    return Column(field.ledger(field.secondary).score, 10)


# Art. 13.2  Extended Sonneborn-Berger


def letters(code: Code) -> tuple[str, str]:
    """EMGSB: the opponents' match points times the own game points."""
    return f"{code.name[1]}P", f"{code.name[2]}P"


def extended_parts(field: Field, code: Code, team: int, elements: list[Element]) -> list[Part]:
    cells = field.ledger(letters(code)[1]).cells[team]
    return [Part(e.score, e.score * cells[e.round - 1].points, e.voluntary) for e in elements]


def extended_sonneborn_berger(field: Field, code: Code) -> Column:
    elements = field.elements(letters(code)[0], forfeits=code.forfeits)
    return Column(
        {
            team: total_without(
                extended_parts(field, code, team, made),
                low=code.cut,
                high=0,
                reference=field.rules.reference,
            )
            for team, made in elements.items()
        },
        100,
    )


# Art. 13.3  Extended direct encounter


def apply_encounter(field: Field, code: Code, group: tuple[int, ...], score: str) -> Subgroups:
    ledger = field.ledger(score)
    return order_once(ledger, group, forfeits=code.forfeits, win=ledger.win)


def solve(field: Field, code: Code, group: tuple[int, ...], *, second: bool = False) -> Subgroups:
    """13.3.1, 13.3.3  The primary score; if that splits nothing, the secondary score; every new
    subgroup starts again with the primary.

    The reference calculator stays with the secondary score as long as it splits (`second`).
    """
    if len(group) == 1:
        return [group]
    steps = (field.primary, field.secondary)
    if second:
        steps = (field.secondary, field.primary)
    for score in steps:
        subgroups = apply_encounter(field, code, group, score)
        if len(subgroups) > 1:
            stay = field.rules.reference and score == field.secondary
            return [
                part for subgroup in subgroups for part in solve(field, code, subgroup, second=stay)
            ]
    return [group]


#: 13.3.2  what follows where exactly two teams are left
CHAINS: dict[str, tuple[str, ...]] = {
    "EDE": (),
    "EDEC": ("BC",),
    "EDEBT": ("BC", "TBR"),
    "EDEBB": ("BC", "BBE"),
    "EDET": ("TBR",),
    "EDEB": ("BBE",),
}


def settle_two(field: Field, code: Code, pair: tuple[int, ...]) -> Subgroups:
    """13.3.2  Two teams level on match points and game points: their boards over the event.

    The reference calculator takes the boards of their own matches, and for the board count the
    higher sum.
    """
    teams = book(field)
    reference = field.rules.reference
    if not reference and any(
        field.ledger(score).score[pair[0]] != field.ledger(score).score[pair[1]]
        for score in ("MP", "GP")
    ):
        return [pair]
    totals = {
        team: teams.board_totals(code, team, other if reference else 0)
        for team, other in (pair, pair[::-1])
    }
    key: dict[int, tuple[int, ...]]
    for name in CHAINS[code.name]:
        if name == "BC":
            key = {team: (weighted(totals[team]),) for team in pair}
            best_first = reference
        else:
            key = {team: KEYS[name](totals[team]) for team in pair}
            best_first = True
        if key[pair[0]] != key[pair[1]]:
            return [(team,) for team in sorted(pair, key=lambda t: key[t], reverse=best_first)]
    return [pair]


def extended_direct_encounter(field: Field, code: Code, group: tuple[int, ...]) -> Split:
    subgroups = []
    for subgroup in solve(field, code, group):
        if len(subgroup) == 2 and CHAINS[code.name]:
            subgroups += settle_two(field, code, subgroup)
        else:
            subgroups.append(subgroup)
    return Split(places(subgroups))


# Art. 13.4  Scores and schedule strength


def divisor(field: Field, code: Code) -> int:
    """The most primary score of the event over the most secondary score of one match."""
    if code.divisor:
        return code.divisor
    primary, secondary = field.ledger(field.primary), field.ledger(field.secondary)
    return max(primary.win * primary.counted // secondary.win, 1) if secondary.win else 1


def schedule_strength(field: Field, code: Code) -> Column:
    """The secondary score plus a share of Buchholz on the primary, to two decimals."""
    by = divisor(field, code)
    elements = field.elements(field.primary, forfeits=code.forfeits, fore=code.fore)
    score = field.ledger(field.secondary).score
    return Column(
        {
            team: 10 * score[team] + half_up(10 * sum(e.score for e in made), by)
            for team, made in elements.items()
        },
        100,
    )
