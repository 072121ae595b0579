"""The tables of any public page as a spreadsheet: the same figures, whatever the page."""

import re
from html.parser import HTMLParser

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import resolve

from tournaments.queries.hall.published import rows_as_csv
from tournaments.views.public.about import file_answer
from tournaments.wording.numbers import for_programs

OWN = "table.csv"
#: whose pages stand below e/; an event on a federation's calendar has the federation's page
SHOWN_BY = ("public", "federation")


def table_csv(request: HttpRequest, page: str) -> HttpResponse:
    match = resolve(request.path_info.removesuffix(OWN))
    if match.namespace not in SHOWN_BY or match.func is table_csv:
        raise Http404
    request.resolver_match = match
    shown = match.func(request, *match.args, **match.kwargs)
    if shown.status_code != 200 or not shown["Content-Type"].startswith("text/html"):
        raise Http404
    tables = _Tables()
    tables.feed(shown.content.decode())
    name = re.sub(r"[^\w-]+", "-", page).strip("-").lower()
    return file_answer(rows_as_csv(tables.rows).encode(), "text/csv", f"{name}.csv")


class _Tables(HTMLParser):
    """Every table below its heading. A cell is its words; what is there to press is left out."""

    SILENT = frozenset({"button", "script", "style", "template", "nav", "form"})

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._heading = ""
        self._row: list[str] | None = None
        self._words: list[str] | None = None
        self._silent = self._span = self._tables = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in self.SILENT:
            self._silent += 1
        elif tag == "table":
            self._tables += 1
            if self._tables > 1:
                self.rows.append([])
            if self._heading:
                self.rows.append([self._heading])
        elif tag == "tr":
            self._row = []
        elif tag in ("td", "th", "h2", "h3"):
            self._words = []
            self._span = int(dict(attributes).get("colspan") or 1)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.SILENT:
            self._silent -= 1
        elif tag == "table":
            self._heading = ""
        elif tag == "tr" and self._row is not None:
            if any(self._row):  # a line of links has no words
                self.rows.append(self._row)
            self._row = None
        elif tag in ("td", "th", "h2", "h3") and self._words is not None:
            text = for_programs(" ".join(" ".join(self._words).split()))
            self._words = None
            if self._row is None:
                self._heading = text
            else:
                self._row += [text, *[""] * (self._span - 1)]

    def handle_data(self, data: str) -> None:
        if self._words is not None and not self._silent:
            self._words.append(data)
