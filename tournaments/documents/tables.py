"""Standings, cross table, and the schedule of a round robin."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, override

from tournaments.documents.boards import marks_key
from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.request import PaperRequest, player, rating, tpn
from tournaments.models import Entry
from tournaments.queries.rounds.schedule import PlannedRound, whole_schedule
from tournaments.queries.standings.categories import find_category
from tournaments.queries.standings.crosstable import Cell, CrossTable, cross_table
from tournaments.queries.standings.table import StandingsTable, standings_table
from tournaments.wording.papers import CROSS_TABLE, SCHEDULE, STANDINGS
from tournaments.wording.round_robin import NOT_RANKED

MISSING = ngettext_lazy(
    "not final: %(count)s result is missing", "not final: %(count)s results are missing", "count"
)


#: what a cross table may take upright and across, in mm; and what its columns do
UPRIGHT, ACROSS, PEOPLE, TIE_BREAK = 178, 265, 91, 11
#: the columns of the standings but for those of tie-breaks, with a name of 34 mm
FIXED = 87
#: a game of a round robin without a result, as on the page
OPEN = "·"
#: so many tie-breaks fit beside a name in large print
LARGE_TIE_BREAKS = 2
NUMBERED_HEADS = _("Heads of the columns: the numbers of the opponents.")


def standings(request: PaperRequest) -> Sheet:
    found = standings_table(
        request.tournament, request.round.number if request.round else None, public=request.public
    )
    section = standings_section(request, found, request.options.get("category", ""))
    return Sheet((section,), final=found.final)


def standings_section(request: PaperRequest, found: StandingsTable, key: str = "") -> Section:
    say, notes = request.translator, []
    belongs: Callable[[Entry], bool] | None = None
    if key:
        labels = []
        for language in say.languages:
            with override(language):
                category = find_category(key, request.tournament, request.entries)
                if category is not None:
                    labels.append(category.label)
                    belongs = category.has
        notes.append(" / ".join(dict.fromkeys(labels)))
    shown = found.only(belongs) if belongs else found
    if found.missing:
        notes.append(say(MISSING, count=found.missing))
    elif not found.final:
        notes.append(say(_("not final")))
    if found.unusable:
        notes.append(say(_("Cannot be used here: %(codes)s"), codes=", ".join(found.unusable)))
    notes += _unranked(request, found)
    title = request.title(STANDINGS, found.after)
    names = legend(request, found.heads, lambda: found.columns)
    blocks = (_standings(request, shown, overall=bool(belongs)), names)
    width = FIXED + TIE_BREAK * (len(found.heads) + bool(belongs))
    across = width > UPRIGHT and not request.large
    return Section(title, blocks, "wide" if across else request.print, note=" · ".join(notes))


def _unranked(request: PaperRequest, found: StandingsTable) -> list[str]:
    """The sentence of each who left a round robin below half of their games."""
    return [request.translator(NOT_RANKED, **one.values) for one in found.unranked]


def _standings(request: PaperRequest, found: StandingsTable, *, overall: bool) -> Table:
    say = request.translator
    # In large print the name needs the room of the rest.
    shown = found.heads[:LARGE_TIE_BREAKS] if request.large else found.heads
    number = [] if request.large else [(say.html(_("No.")), "w9 n")]
    elo = [] if request.large else [(say.html(_("Rating")), "w11 n")]
    columns: list[tuple[str, str]] = [(say.html(_("Rank")), "w11 n b")]
    columns += [(say.html(_("Overall")), "w11 n")] if overall else []
    columns += [*number, (say.html(_("Name")), ""), *elo, (say.html(_("Fed.")), "w11")]
    columns += [(say.html(_("Points")), "w11 n b")]
    columns += [(head, "w11 n") for head in shown]
    rows = []
    for row in found.rows:
        entry = row.entry
        name = request.listed(entry)
        cells = [f"{row.rank}{'=' if row.shared else ''}"]
        cells += [str(row.overall)] if overall else []
        cells += [name] if request.large else [tpn(entry), name, rating(entry)]
        cells += [entry.federation, say.points(row.score)]
        cells += map(say.number, row.values[: len(shown)])
        rows.append(Row(f"p{entry.pk}", tuple(cells)))
    ends = len(columns)
    joins = [] if request.large else [(ends - len(shown), ends, "t11")]
    css = "boards dense" if len(found.codes) > 7 else "boards"
    return table(columns, rows, css=css, joins=joins)


def legend(
    request: PaperRequest, heads: list[str], columns: Callable[[], list[tuple[str, str]]]
) -> Fragment:
    """Each tie-break by its name, which is asked for in each language of the paper."""
    named: dict[str, list[str]] = {head: [] for head in heads}
    for language in request.translator.languages:
        with override(language):
            for code, name in columns():
                if str(name) not in named[code]:
                    named[code].append(str(name))
    names = [(code, " / ".join(words)) for code, words in named.items()]
    return Fragment("documents/legend.html", {"names": names})


# --- Cross table ---------------------------------------------------------------------------------


def crosstable(request: PaperRequest) -> Sheet:
    found = cross_table(
        request.tournament, request.round.number if request.round else None, public=request.public
    )
    return Sheet((crosstable_section(request, found),), final=found.table.final)


def crosstable_section(request: PaperRequest, found: CrossTable) -> Section:
    """By rank; the numbers in the cells are the start numbers of the opponents."""
    say, codes = request.translator, found.table.codes
    # A field holds "×", or "½ 1" of two cycles, or "28w½", or of a hundred players "128w½".
    most = max((len(cells) for line in found.rows for cells in line.cells), default=1)
    field = 1 + 5 * most if found.grid else 10 if len(found.rows) < 100 else 11
    width = PEOPLE + TIE_BREAK * len(codes) + field * len(found.heads)
    name = "w34" if width > ACROSS else "w44"
    columns: list[tuple[str, str]] = [(say.html(_("Rank")), "w9 n b"), (say.html(_("No.")), "w9 n")]
    columns += [(say.html(_("Name")), name), (say.html(_("Rating")), "w9 n")]
    columns += [(say.html(_("Fed.")), "w9")]
    columns += [(str(head), "c") for head in found.heads]
    columns += [(say.html(_("Points")), "w11 n b")]
    columns += [(head, "w11 n") for head in found.table.heads]
    rows = []
    for place, line in enumerate(found.rows):
        entry = line.row.entry
        cells = [
            " ".join(_mark(request, cell, found.grid) for cell in cells) for cells in line.cells
        ]
        if found.grid:
            cells[place] = "×"
        rank = f"{line.row.rank or '–'}{'=' if line.row.shared else ''}"
        head = [rank, tpn(entry), player(entry)]
        head += [rating(entry), entry.federation]
        points = say.points(line.row.score)
        rows.append(Row(f"p{entry.pk}", (*head, *cells, points, *map(say.number, line.row.values))))
    css = "tight dense" if len(found.heads) > 14 or width > ACROSS else "tight"
    notes = [] if found.table.final else [say(_("not final"))]
    notes += _unranked(request, found.table)
    rounds, ends = 5 + len(found.heads), len(columns)
    joins = [] if found.grid else [(5, rounds, "t12"), (ends - len(codes), ends, "t11")]
    blocks: list[Block] = [table(columns, rows, css=css, joins=joins)]
    if found.grid:
        blocks.append(Fragment("documents/key.html", {"text": NUMBERED_HEADS}))
    else:
        white, black = (say.colour(letter) for letter in "wb")
        text = _(
            "12%(white)s1: against number 12 with White, won; %(black)s: with Black; "
            "– ½: half a point without a game."
        )
        if request.tournament.format.games_a_round == 2:
            text = _(
                "12%(white)s1½: the match against number 12 with White in game 1, 1½ points; "
                "%(black)s: with Black in game 1; – 1: a point without a match."
            )
        key = {"text": text, "white": white, "black": black}
        blocks.append(Fragment("documents/key.html", key))
    marks = (cell.mark for line in found.rows for cells in line.cells for cell in cells)
    blocks += marks_key(request, marks)
    title = request.title(CROSS_TABLE, found.table.after)
    return Section(title, tuple(blocks), "wide" if width > UPRIGHT else "", note=" · ".join(notes))


def _mark(request: PaperRequest, cell: Cell, grid: bool) -> str:
    if cell.opponent is None:
        return f"– {request.translator.number(cell.mark)}"
    if grid:
        return cell.mark or OPEN
    return f"{cell.number}{request.translator.colour(cell.colour)}{cell.mark}"


# --- Round robin ---------------------------------------------------------------------------------


def berger(request: PaperRequest) -> Sheet:
    """Every round by the tables, then each player's opponents in a row."""
    if not request.tournament.format.table_of_players:
        return Sheet(())
    planned = whole_schedule(request.tournament)
    for each in planned:
        request.shorten_names([*(entry for pair in each.pairs for entry in pair), each.resting])
    rounds = Fragment(
        "documents/berger.html",
        {"rounds": [_planned(request, each) for each in planned]},
        {f"r{each.number}": _said(request, each) for each in planned},
        "rounds",
    )
    section = Section(
        request.title(SCHEDULE), (rounds, _opponents(request, planned)), "", request.when()
    )
    return Sheet((section,))


def _planned(request: PaperRequest, each: PlannedRound) -> dict[str, Any]:
    starts = each.round.starts_at if each.round else None
    return {
        "number": each.number,
        "starts": request.time(starts) if starts else "",
        "pairs": each.pairs,
        "resting": each.resting,
    }


def _said(request: PaperRequest, each: PlannedRound) -> str:
    one = _planned(request, each)
    pairs = (f"{white.tpn}–{black.tpn}" for white, black in each.pairs)
    return " · ".join(filter(None, [str(each.number), one["starts"], *pairs]))


def _opponents(request: PaperRequest, planned: list[PlannedRound]) -> Table:
    say = request.translator
    meets: dict[int, dict[int, str]] = {}
    people: dict[int, Entry] = {}
    for each in planned:
        for white, black in each.pairs:
            for own, other, letter in ((white, black, "w"), (black, white, "b")):
                people[own.pk] = own
                meeting = f"{other.tpn}{say.colour(letter)}"
                meets.setdefault(own.pk, {})[each.number] = meeting
        if each.resting:
            people[each.resting.pk] = each.resting
            meets.setdefault(each.resting.pk, {})[each.number] = "–"
    columns: list[tuple[str, str]] = [(say.html(_("No.")), "w9 n b"), (say.html(_("Name")), "w44")]
    columns += [(str(each.number), "c") for each in planned]
    rows = [
        Row(
            f"p{entry.pk}",
            (
                tpn(entry),
                player(entry),
                *(meets[entry.pk].get(each.number, "") for each in planned),
            ),
        )
        for entry in sorted(people.values(), key=lambda entry: entry.tpn or 0)
    ]
    return table(columns, rows, say(_("Opponents by round")), "tight")
