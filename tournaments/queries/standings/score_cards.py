"""The pairing cards of the handbook as they are at the end: points, running total, and what every
opponent adds to median, Solkoff and Berger (tie-breaks 2); and the list of adjusted scores."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pairing.state import format_score
from tiebreaks import registry
from tiebreaks.codes import Code
from tiebreaks.explain import explain_in
from tiebreaks.field import Field
from tiebreaks.standings import build_field
from tiebreaks.working import Step, Working
from tournaments.models import Entry, Tournament
from tournaments.queries.standings.crosstable import Cell, CrossRow, cross_table
from tournaments.queries.standings.table import (
    StandingsTable,
    counted_state,
    how_computed,
    missing_results,
)
from tournaments.queries.standings.working import number
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.tiebreaks import name_of_code


class Values(NamedTuple):
    """One of each column "Med.", "Sol." and "Ber."."""

    median: str
    solkoff: str
    berger: str


@dataclass(frozen=True, slots=True)
class CardRound:
    number: int
    cell: Cell | None  # None: not in the round at all
    total: str
    values: Values  # brackets around what the median leaves out


@dataclass(frozen=True, slots=True)
class ScoreCard:
    entry: Entry
    rank: int
    level: bool  # on points with somebody else
    rounds: tuple[CardRound, ...]
    points: str
    adjusted: str
    sums: Values
    #: rounds that count half a point in the adjusted score
    as_half: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoreCards:
    table: StandingsTable
    codes: tuple[Code, Code, Code]
    cards: tuple[ScoreCard, ...]

    @property
    def names(self) -> list[tuple[str, str]]:
        """Each code with its name, in the reader's language."""
        edition = self.table.tournament.tie_break_edition
        return [(str(code), str(name_of_code(code, edition))) for code in self.codes]


def score_cards(
    tournament: Tournament, after: int | None = None, *, public: bool = False
) -> ScoreCards:
    """The cards after a published round, in the order of the standings."""
    cross = cross_table(tournament, after, public=public)
    table = cross.table
    before = snapshot(tournament, before_round=table.after + 1, pairing=False)
    field = build_field(
        counted_state(before, missing_results(tournament, table.after)),
        after=table.after,
        **how_computed(tournament, before),
    )
    codes = _codes(tournament)
    level = Counter(row.score for row in table.rows)
    cards = tuple(
        _card(field, before, codes, row, level=level[row.row.score] > 1) for row in cross.rows
    )
    return ScoreCards(table, codes, cards)


def _codes(tournament: Tournament) -> tuple[Code, Code, Code]:
    """Median, Solkoff and Berger. The column of the median takes the first median or cut of the
    regulations, and median 1 where they name none."""
    edition = tournament.tie_break_edition
    median, solkoff, berger = (
        registry.parse(text, edition=edition) for text in ("BH/M1", "BH", "SB")
    )
    listed = (registry.parse(text, edition=edition) for text in tournament.tie_breaks)
    found = next((one for one in listed if one.name == "BH" and (one.median or one.cut)), median)
    return found, solkoff, berger


def _card(
    field: Field,
    before: Snapshot,
    codes: tuple[Code, Code, Code],
    row: CrossRow,
    *,
    level: bool,
) -> ScoreCard:
    tpn = before.numbers[row.row.entry.pk]
    edition = field.rules.edition
    workings = [explain_in(field, code, tpn) for code in codes]
    adjusted = explain_in(field, registry.parse("ADJ", edition=edition), tpn)
    return ScoreCard(
        entry=row.row.entry,
        rank=row.row.rank,
        level=level,
        rounds=tuple(_rounds(field, tpn, row, workings)),
        points=format_score(row.row.score),
        adjusted=adjusted.text,
        sums=Values(*(working.text for working in workings)),
        as_half=tuple(step.round for step in adjusted.steps if step.facts),
    )


def _rounds(field: Field, tpn: int, row: CrossRow, workings: list[Working]) -> Iterator[CardRound]:
    steps = [{step.round: step for step in working.steps} for working in workings]
    total = 0
    for own in field.ledger().cells[tpn]:
        total += own.points
        cells = row.cells[own.round - 1]
        yield CardRound(
            own.round,
            cells[0] if cells else None,
            format_score(total),
            Values(
                _shown(steps[0], own.round, "score"),
                _shown(steps[1], own.round, "score"),
                _shown(steps[2], own.round, "contribution"),
            ),
        )


def _shown(steps: Mapping[int, Step], number_of_round: int, what: str) -> str:
    step = steps.get(number_of_round)
    if step is None:
        return ""
    text = number(getattr(step, what))
    return f"({text})" if step.cut and text else text
