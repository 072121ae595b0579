"""The working of one value, as data. Words, in both languages, come from outside the core."""

from dataclasses import dataclass
from fractions import Fraction

from pairing.state import Fact
from tiebreaks.codes import Code
from tiebreaks.field import Value
from tiebreaks.ledger import Cell


@dataclass(frozen=True, slots=True)
class Step:
    """One round (or one addend) of a value.

    `score` is what stands for the opponent: their adjusted score, the dummy's, their rating, their
    Buchholz. `contribution` is what the round adds, before any cut; `cut` says why it does not
    add it after all: "least", "voluntary", "most", "first", "highest" or "not_counted".
    """

    round: int
    opponent: int  # 0 = none
    kind: str  # a `ledger.Kind`: "game", "forfeit_win", "half_bye", ...
    points: Value
    score: Value
    contribution: Value
    cut: str = ""
    facts: tuple[Fact, ...] = ()


def step_of(
    cell: Cell,
    contribution: Value,
    *,
    score: Value = None,
    cut: str = "",
    facts: tuple[Fact, ...] = (),
) -> Step:
    """The step of one round of a ledger."""
    points = in_points(cell.points)
    return Step(cell.round, cell.opponent, cell.kind.value, points, score, contribution, cut, facts)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One participant of a little table; `cells` in the order of `Table.group`."""

    tpn: int
    cells: tuple[Value, ...]  # None = have not met; own cell None
    score: Value
    met: int
    best: Value  # if all missing games were won
    place: int  # within this table; equal where still tied


@dataclass(frozen=True, slots=True)
class Table:
    """One application of a direct encounter to a (sub)group."""

    group: tuple[int, ...]
    rows: tuple[TableRow, ...]  # best first
    article: str
    complete: bool  # all have met all
    score: str = ""  # "MP" or "GP" for teams


@dataclass(frozen=True, slots=True)
class Working:
    code: Code
    tpn: int
    value: Value
    text: str
    edition: str
    article: str
    label: str
    steps: tuple[Step, ...] = ()
    tables: tuple[Table, ...] = ()
    group: tuple[int, ...] = ()  # type A: who was tied at this place of the list
    facts: tuple[Fact, ...] = ()


def in_points(tenths: int | Fraction | None, scale: int = 10) -> Value:
    """Tenths (or a finer unit) as points, whole where it is whole."""
    if tenths is None:
        return None
    value = Fraction(tenths, scale)
    return int(value) if value.denominator == 1 else value


def text(tenths: int, scale: int = 10) -> str:
    """A number for the values of a fact: "3", "3.5", "12.25"."""
    value = in_points(tenths, scale)
    if isinstance(value, int) or value is None:
        return str(value)
    digits = f"{abs(tenths) * 100 // scale:03d}"
    sign = "-" if tenths < 0 else ""
    return f"{sign}{digits[:-2]}.{digits[-2:]}".rstrip("0")
