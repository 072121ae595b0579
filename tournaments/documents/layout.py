"""The parts of a paper before it is set: sections, tables, and the text of their rows.

Tables are laid out with fixed columns; the class of a column is its width (`document.css`).
Their markup is kept to the cells themselves: every further box costs time on a thousand rows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe

from tournaments.documents.translator import Text, Translator


@dataclass(frozen=True, slots=True)
class Column:
    head: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table. Its key says what it is about, so that two versions can be compared."""

    key: str
    cells: tuple[str, ...]
    css: str = ""

    @property
    def text(self) -> str:
        return " · ".join(_words(cell) for cell in self.cells if cell not in ("", None))


def _words(cell: str) -> str:
    """Without the markup that a cell may have."""
    return strip_tags(cell) if isinstance(cell, SafeString) else str(cell)


#: a part of a long paper holds about so many cells, 30 kB each
CELLS_OF_A_PART = 4_000
#: so many rows stay on one page: a match, a round of a small event; unless one is a paragraph
FEW_ROWS, LONG_CELL = 12, 150
#: from so many rows on, columns that may be joined are: a cell costs 30 kB until all is written
MANY_ROWS = 300


@dataclass(frozen=True, slots=True)
class Table:
    """`joins` are runs of columns (first, end, width of each as a class of `document.css`) that
    a very long table sets as one cell with tab stops. `repeats`: the title stands in its head, and
    so on every page that it takes."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    css: str = ""
    joins: tuple[tuple[int, int, str], ...] = ()
    repeats: bool = False

    def _joined(self) -> "Table":
        columns, rows = list(self.columns), [list(row.cells) for row in self.rows]
        for first, end, css in sorted(self.joins, reverse=True):
            head = "\t".join(column.head for column in columns[first:end])
            columns[first:end] = [Column(head, f"tabs {css} of{end - first}")]
            for cells in rows:
                cells[first:end] = ["\t".join(cells[first:end])]
        made = zip(self.rows, rows, strict=True)
        return replace(
            self,
            columns=tuple(columns),
            rows=tuple(replace(row, cells=tuple(cells)) for row, cells in made),
            joins=(),
        )

    def html(self, translator: Translator) -> SafeString:
        if not self.rows:
            return mark_safe("")
        if self.joins and len(self.rows) >= MANY_ROWS:
            return self._joined().html(translator)
        styles = [f' class="{column.css}"' if column.css else "" for column in self.columns]
        heads = "".join(
            f'<th scope="col"{style}>{conditional_escape(column.head)}</th>'
            for column, style in zip(self.columns, styles, strict=True)
        )
        css = f"{self.css} together".strip() if self._is_small else self.css
        title, above, mark = conditional_escape(self.title), "", ""
        if self.repeats:
            mark = f' data-group="{title}"'
            span = f'scope="colgroup" colspan="{len(styles)}"'
            above = f'<tr><th class="group" {span}>{title}</th></tr>'
            # Widths are taken from the first row, which has one cell here.
            mark += f"><colgroup>{''.join(f'<col{style}>' for style in styles)}</colgroup"
        lines = [
            f"<h2>{title}</h2>" if title and not self.repeats else "",
            f'<table class="{css}"{mark}><thead>{above}<tr>{heads}</tr></thead><tbody>',
        ]
        for row in self.rows:
            cells = zip(row.cells, styles, strict=True)
            line = "".join(f"<td{style}>{conditional_escape(cell)}</td>" for cell, style in cells)
            lines.append(f'<tr class="{row.css}">{line}</tr>' if row.css else f"<tr>{line}</tr>")
        lines.append("</tbody></table>")
        return mark_safe("\n".join(lines))  # heads, titles and cells are escaped above

    @property
    def _is_small(self) -> bool:
        return len(self.rows) <= FEW_ROWS and all(
            len(cell) <= LONG_CELL for row in self.rows for cell in row.cells
        )

    def first(self, count: int) -> "Table":
        return replace(self, rows=self.rows[:count])

    @property
    def cells(self) -> int:
        joined = self._joined() if self.joins and len(self.rows) >= MANY_ROWS else self
        return len(joined.columns) * len(self.rows)

    def keyed(self) -> dict[str, str]:
        return {row.key: row.text for row in self.rows}


@dataclass(frozen=True, slots=True)
class Fragment:
    """Anything that is not a table: a template, what fills it, and its text by key.

    `items` is the list in the context that a preview may cut short; each of them takes as much as
    so many cells.
    """

    template: str
    context: Mapping[str, Any]
    rows: Mapping[str, str] = field(default_factory=dict)
    items: str = ""
    cells_each: int = 10

    def html(self, translator: Translator) -> SafeString:
        return render_to_string(self.template, {**self.context, "translator": translator})

    def first(self, count: int) -> "Fragment":
        if not self.items:
            return self
        cut = {self.items: self.context[self.items][:count]}
        return replace(self, context={**self.context, **cut})

    @property
    def cells(self) -> int:
        return self.cells_each * (len(self.context[self.items]) if self.items else 1)

    def keyed(self) -> dict[str, str]:
        return dict(self.rows)


Block = Table | Fragment


@dataclass(frozen=True, slots=True)
class Section:
    """A part that begins with a title; `css` may be "wide" (landscape), "large" or "bare". Below
    the title stands where and when it is played, which belongs to what the sheet says, and a
    note."""

    title: str
    blocks: tuple[Block, ...]
    css: str = ""
    when: str = ""
    note: str = ""

    def html(self, translator: Translator) -> SafeString:
        body = mark_safe(
            "".join(block.html(translator) for block in self.blocks)
        )  # escaped by blocks
        below = " · ".join(filter(None, [self.when, self.note]))
        note = format_html('<p class="sub">{}</p>', below) if below else ""
        return format_html(
            '<section class="{}"><h1>{}</h1>{}{}</section>', self.css, self.title, note, body
        )


@dataclass(frozen=True, slots=True)
class Sheet:
    sections: tuple[Section, ...]
    final: bool = True  # False: the numbers can still change
    #: result slips, plates and badges carry no head and foot
    bare: bool = False
    #: what the paper is called while it is not yet what the catalogue calls it
    label: Text | None = None

    def rows(self) -> dict[str, str]:
        """The text of every row; keys are made unique across sections."""
        found: dict[str, str] = {}
        for number, section in enumerate(self.sections, start=1):
            for block in section.blocks:
                for key, text in block.keyed().items():
                    found[f"{number}.{key}"] = text
            if section.when:
                found[f"{number}.when"] = section.when
        return found

    def parts(self) -> "list[Sheet]":
        """Sections that are set together: a part is as much as fits into memory (`binding.py`)."""
        found: list[list[Section]] = []
        cells = 0
        for section in self.sections:
            more = sum(block.cells for block in section.blocks)
            if not found or cells + more > CELLS_OF_A_PART:
                # A section that would flow on begins a page of its own where a part begins.
                found.append([])
                section, cells = replace(section, css=section.css.removeprefix("flow")), 0
            found[-1].append(section)
            cells += more
        return [replace(self, sections=tuple(sections)) for sections in found]

    def first(self, count: int) -> "Sheet":
        """The beginning of every section, for a preview."""
        sections = tuple(
            replace(section, blocks=tuple(block.first(count) for block in section.blocks[:6]))
            for section in self.sections[:8]
        )
        return replace(self, sections=sections)


def table(
    columns: Iterable[tuple[str, str]],
    rows: Iterable[Row],
    title: str = "",
    css: str = "",
    joins: Iterable[tuple[int, int, str]] = (),
) -> Table:
    heads = tuple(Column(*column) for column in columns)
    kept = tuple(join for join in joins if join[1] - join[0] > 1)
    return Table(heads, tuple(rows), title, css, kept)
