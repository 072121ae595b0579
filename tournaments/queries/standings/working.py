"""The working of a player's values in the standings, in words and with names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from django.utils.translation import gettext as _

from pairing.state import Fact
from tiebreaks import registry
from tiebreaks.explain import explain_in, explain_list_in
from tiebreaks.standings import build_field, chosen_codes
from tiebreaks.working import Step, Table, Working
from tournaments.models import Entry, Team, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.standings.table import (
    StandingsRow,
    StandingsTable,
    counted_codes,
    counted_state,
    how_computed,
    missing_results,
    standings_table,
)
from tournaments.snapshot import snapshot
from tournaments.wording.facts import FACTS, fact_sentence
from tournaments.wording.tiebreaks import KINDS, TEAM_FACTS, meaning_of_code, name_of_code

Number = int | Fraction | None
#: by the number under which they stand in the record
People = Mapping[int, Entry] | Mapping[int, Team]


class Ranked(Protocol):
    """A row of the standings, of players or of teams."""

    @property
    def entry(self) -> Entry | Team: ...
    @property
    def score(self) -> int: ...
    @property
    def values(self) -> Sequence[str]: ...


class Ranking(Protocol):
    @property
    def codes(self) -> Sequence[str]: ...
    @property
    def rows(self) -> Sequence[Ranked]: ...


@dataclass(frozen=True, slots=True)
class Said:
    text: str
    article: str


@dataclass(frozen=True, slots=True)
class WorkingStep:
    round: int
    opponent: Entry | Team | None
    kind: str  # "" for a game
    points: str
    score: str  # what stands for the opponent
    contribution: str
    left_out: bool
    notes: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class TableLine:
    entry: Entry | Team
    cells: tuple[str, ...]
    score: str
    place: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A direct encounter among those who were level; or, without heads, what was compared step
    by step: boards, or score groups."""

    heads: tuple[Entry | Team, ...]
    lines: tuple[TableLine, ...]
    article: str
    complete: bool

    @property
    def steps(self) -> range:
        """The numbers of the columns where they are no opponents."""
        most = max((len(line.cells) for line in self.lines), default=0)
        return range(1, 1 if self.heads else most + 1)


@dataclass(frozen=True, slots=True)
class ValueView:
    code: str
    name: str
    meaning: str
    article: str
    text: str
    steps: tuple[WorkingStep, ...]
    shows_scores: bool
    shows_points: bool
    tables: tuple[TableView, ...]
    facts: tuple[Said, ...]
    total: str  # "12 + 11½ + …", where the parts add up to the value
    by_board: bool = False  # the steps are boards, not rounds


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The player or team next above or below, and the first value in which the two differ."""

    entry: Entry | Team
    above: bool
    code: str  # "" where they share the place
    own: str
    other: str


@dataclass(frozen=True, slots=True)
class WorkingPage:
    table: StandingsTable
    row: StandingsRow
    values: tuple[ValueView, ...]
    neighbours: tuple[Neighbour, ...]


def working_of(
    tournament: Tournament, entry: Entry, after: int, *, public: bool = False
) -> WorkingPage | None:
    """None where the player does not stand in these standings."""
    table = standings_table(tournament, after, public=public)
    row = next((row for row in table.rows if row.entry.pk == entry.pk), None)
    before = snapshot(tournament, before_round=table.after + 1, pairing=False)
    tpn = before.numbers.get(entry.pk)
    if row is None or tpn is None:
        return None
    if public:
        shorten_names(tournament.event, before.entries.values())
    field = build_field(
        counted_state(before, missing_results(tournament, table.after)),
        after=table.after,
        **how_computed(tournament, before),
    )
    edition = tournament.tie_break_edition
    codes = counted_codes(tournament, table.after)
    chosen = chosen_codes(codes, edition=edition, compat="")
    points = explain_in(field, registry.parse("PTS", edition=edition), tpn)
    workings = (points, *explain_list_in(field, chosen, tpn))
    return WorkingPage(
        table,
        row,
        tuple(value_view(working, before.entries) for working in workings),
        tuple(neighbours_of(table, row)),
    )


def value_view(working: Working, people: People, *, of_teams: bool = False) -> ValueView:
    sentences = FACTS | TEAM_FACTS if of_teams else FACTS

    def say(fact: Fact) -> Said:
        return Said(fact_sentence(fact, lambda tpn: people[tpn].name, sentences), fact.article)

    steps = tuple(_step(step, people, say) for step in working.steps)
    return ValueView(
        code=str(working.code),
        name=name_of_code(working.code, working.edition),
        meaning=meaning_of_code(working.code, working.edition, of_teams=of_teams),
        article=working.article,
        text=_text(working),
        steps=steps,
        shows_scores=any(step.score != "" for step in steps),
        shows_points=working.code.name != "PTS",
        tables=tuple(_table(table, people) for table in working.tables),
        facts=tuple(map(say, working.facts)),
        total=_total(working),
        by_board=any(step.kind == "board" for step in working.steps),
    )


def _step(step: Step, people: People, say: Callable[[Fact], Said]) -> WorkingStep:
    notes = tuple(map(say, step.facts))
    if step.cut and not notes:
        notes = (Said(_cut_words(step.cut), ""),)
    return WorkingStep(
        round=step.round,
        opponent=people.get(step.opponent),
        kind="" if step.kind == "game" else str(KINDS[step.kind]),
        points=number(step.points),
        score=number(step.score),
        contribution=number(step.contribution) or "–",
        left_out=bool(step.cut),
        notes=notes,
    )


def _cut_words(cut: str) -> str:
    return {
        "first": _("Left out: one of the first rounds."),
        "not_counted": _("Does not count here."),
        "most": _("Left out: the highest value."),
    }.get(cut, _("Left out: the lowest value."))


def _table(table: Table, people: People) -> TableView:
    among = _is_among_the_group(table)
    return TableView(
        heads=tuple(people[tpn] for tpn in table.group) if among else (),
        lines=tuple(
            TableLine(
                people[row.tpn],
                tuple(
                    "×" if among and table.group[index] == row.tpn else number(cell)
                    for index, cell in enumerate(row.cells)
                ),
                number(row.score),
                row.place,
            )
            for row in table.rows
        ),
        article=table.article,
        complete=table.complete,
    )


def _is_among_the_group(table: Table) -> bool:
    """Opponent by opponent: everybody's own cell is empty."""
    size = len(table.group)
    return all(
        len(row.cells) == size and row.cells[table.group.index(row.tpn)] is None
        for row in table.rows
    )


def _total(working: Working) -> str:
    """The sum in figures, where what is left adds up to the value."""
    left = [step.contribution for step in working.steps if not step.cut]
    parts = [part for part in left if part is not None]
    if len(parts) < 2 or len(parts) != len(left) or sum(parts) != working.value:
        return ""
    return f"{' + '.join(map(number, parts))} = {_text(working)}"


def _text(working: Working) -> str:
    """As the standings print it: points with ½, tie-breaks with decimals."""
    return number(working.value) if working.code.name == "PTS" else working.text


def neighbours_of(table: Ranking, row: Ranked) -> list[Neighbour]:
    place = table.rows.index(row)
    found = []
    for index, above in ((place - 1, True), (place + 1, False)):
        if 0 <= index < len(table.rows):
            found.append(_compare(table, row, table.rows[index], above=above))
    return found


def _compare(table: Ranking, row: Ranked, other: Ranked, *, above: bool) -> Neighbour:
    if row.score != other.score:
        own, theirs = (number(Fraction(one.score, 10)) for one in (row, other))
        return Neighbour(other.entry, above, _("Points"), own, theirs)
    for code, own, theirs in zip(table.codes, row.values, other.values, strict=True):
        if own != theirs:
            return Neighbour(other.entry, above, code, own, theirs)
    return Neighbour(other.entry, above, "", "", "")


def number(value: Any) -> str:
    """3 → "3", 7/2 → "3½", 49/4 → "12.25", 37/3 → "12.33"; nothing for None."""
    if value is None:
        return ""
    exact = Fraction(value)
    sign = "−" if exact < 0 else ""
    whole, rest = divmod(abs(exact), 1)
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    hundredths = int((200 * rest + 1) // 2)
    if not hundredths:
        return f"{sign}{whole}"
    if hundredths == 100:
        return f"{sign}{whole + 1}"
    return f"{sign}{whole}.{hundredths:02}".rstrip("0")
