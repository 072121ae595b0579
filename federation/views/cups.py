"""The public pages of cups: the list, a table, the working of a total, the paper."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.models import Cup, CupCategory, CupSection
from federation.queries.cup_working import ages_in_words, how, rules_of, whether
from federation.queries.cups import CupTable, cup_table, shown_cups
from federation.web.cup_papers import cup_pdf
from federation.web.papers import kept, made_of
from federation.wording.cups import TIE_BREAK_NAMES
from tournaments.views.public.embed import framed

#: rows of a table on one page of the site; the rest is a press away
ON_A_PAGE = 100


@public
@require_safe
def cups(request: HttpRequest) -> HttpResponse:
    found = shown_cups().prefetch_related("sections")
    return render(request, "federation/cups/cups.html", {"cups": found})


def find(cup: str, section: str = "") -> CupSection:
    """A section of a cup that everybody may see; the first one where none is named."""
    found = get_object_or_404(shown_cups(), slug=cup)
    sections = [one for one in found.sections.all() if not section or one.slug == section]
    if not sections:
        raise Http404
    sections[0].cup = found
    return sections[0]


def category_of(request: HttpRequest, cup: Cup) -> CupCategory | None:
    key = request.GET.get("category", "")
    return get_object_or_404(cup.categories, slug=key) if key else None


def around(table: CupTable) -> dict[str, Any]:
    """Everything that the page, its frame and its paper show."""
    cup = table.cup
    return {
        "table": table,
        "cup": cup,
        "section": table.section,
        "category": table.category,
        "sections": cup.sections.all(),
        "categories": [(one, ages_in_words(one)) for one in cup.categories.all()],
        "rules": rules_of(cup),
        "query": f"?category={table.category.slug}" if table.category else "",
    }


def _part(table: CupTable, *, everybody: bool = False) -> dict[str, Any]:
    """The rows that are shown. `written` names every number and word in them, so that who has a new
    name or wish is never shown as it was kept."""
    rows = table.rows[:] if everybody else table.rows[:ON_A_PAGE]
    place = (table.cup.slug, table.section.slug, table.category and table.category.slug)
    stops = [(stop.number, stop.name) for stop in table.stops]
    people = [(row.player.pk, row.player.title, row.shown, row.club) for row in rows]
    written = made_of("cup", get_language(), table.stamp, place, stops, people)
    return {"rows": rows, "written": written, "more": len(table.rows) - len(rows)}


@public
@require_safe
def cup(request: HttpRequest, cup: str, section: str = "") -> HttpResponse:
    found = find(cup, section)
    table = cup_table(found, category_of(request, found.cup))
    context = {**around(table), **_part(table, everybody="all" in request.GET)}
    return render(request, "federation/cups/cup.html", context)


@public
@require_safe
def working(request: HttpRequest, cup: str, section: str, player: int) -> HttpResponse:
    """How a total came about: which events counted, which did not, and why."""
    found = find(cup, section)
    table = cup_table(found, category_of(request, found.cup))
    row = table.of(player)
    if row is None:
        raise Http404
    lines = [(cell, how(found.cup, cell), whether(found.cup, row, cell)) for cell in row.played]
    names = [TIE_BREAK_NAMES[code] for code in found.cup.tie_breaks]
    tie_breaks = list(zip(names, row.values, strict=True))
    context = {**around(table), "row": row, "lines": lines, "tie_breaks": tie_breaks}
    return render(request, "federation/cups/working.html", context)


@public
@require_safe
def paper(request: HttpRequest, cup: str, section: str) -> HttpResponse:
    found = find(cup, section)
    table = cup_table(found, category_of(request, found.cup))
    name = "-".join(filter(None, (found.cup.slug, found.slug, request.GET.get("category", ""))))
    own = found.cup
    written = made_of(
        _part(table, everybody=True)["written"], own.name, own.state, found.name,
        table.category and table.category.name, rules_of(own),
        [(stop.starts_on, stop.row.weight, stop.after) for stop in table.stops],
    )  # fmt: skip
    return HttpResponse(
        kept(written, lambda: cup_pdf(table, get_language() or "en")),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )


@public
@framed
def embedded(request: HttpRequest, cup: str, section: str) -> HttpResponse:
    found = find(cup, section)
    table = cup_table(found, category_of(request, found.cup))
    context = {**around(table), **_part(table)}
    return render(request, "federation/cups/embed.html", context)
