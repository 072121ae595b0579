"""The table of a cup on paper."""

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from federation.queries.cup_working import rules_of
from federation.queries.cups import CupTable
from federation.web.papers import pdf
from tournaments.documents.layout import Block, Fragment, Row, Table, table
from tournaments.wording.numbers import percent

#: more events have no room beside the names; their points are on the page
MOST_COLUMNS = 8


def cup_pdf(found: CupTable, language: str) -> bytes:
    with override(language):
        cup, section = found.cup, found.section
        title = cup.name if section.name == cup.name else f"{cup.name} · {section.name}"
        if found.category:
            title = f"{title} · {found.category.name}"
        address = reverse("federation:cup_section", args=[cup.slug, section.slug])
        blocks: list[Block] = [_standings(found), _stops(found)]
        blocks.append(
            Fragment("documents/lines.html", {"title": _("Rules"), "lines": rules_of(cup)})
        )
        return pdf(
            blocks,
            title=title,
            kind=_("Standings of the cup"),
            when=_("final") if found.final else _("not final"),
            address=address,
            language=language,
        )


def _standings(found: CupTable) -> Table:
    stops = [stop for stop in found.stops if not stop.to_come][-MOST_COLUMNS:]
    columns = [(_("Rank"), "w9 n"), (_("Name"), "")]
    columns += [(f"{stop.number}.", "w10 n") for stop in stops]
    columns += [(_("Points"), "w13 n b"), *((head, "w13 n") for head in found.heads)]
    rows = []
    for row in found.rows:
        cells = {cell.stop.number: cell for cell in row.played}
        own = [cells.get(stop.number) for stop in stops]
        shown = ["" if one is None else one.points if one.line.counts else f"({one.points})"
                 for one in own]  # fmt: skip
        place = f"{row.place}=" if row.row.shared else str(row.place)
        rows.append(Row(f"p{row.player.pk}", (place, row.name, *shown, row.points, *row.values)))
    return table(columns, rows)


def _stops(found: CupTable) -> Table:
    rows = []
    for stop in found.stops:
        day = date_format(stop.starts_on, "SHORT_DATE_FORMAT")
        state = _("to come") if stop.to_come else ""
        if stop.live:
            state = _("after round %(number)s") % {"number": stop.after}
        weight = percent(stop.row.weight) if stop.row.weight != 100 else ""
        rows.append(Row(f"e{stop.number}", (f"{stop.number}.", day, stop.name, weight, state)))
    columns = [("", "w13 n"), (_("Date"), "w26"), (_("Tournament"), ""), (_("Weight"), "w20 n")]
    return table([*columns, ("", "w34")], rows)
