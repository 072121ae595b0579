"""The prizes on paper: who gets what and why, and the lists as they were announced."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.documents.knockouts import prize_tables
from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.request import PaperRequest
from tournaments.queries.standings.prizes import (
    Allocation,
    PrizeList,
    PrizePage,
    Winner,
    prize_page,
)
from tournaments.wording.papers import PRIZES

EVERYBODY = _("Everybody")
GIVEN = _("Who gets what")


def prizes(request: PaperRequest) -> Sheet:
    """The prizes by the standings or by the knock-out, and the lists."""
    sections, final = sections_of(request, "")
    shares, over = prize_tables(request)
    if shares:
        sections.append(Section(request.title(GIVEN), tuple(shares), "flow" if sections else ""))
        final = final and over
    if not sections:
        nothing = _("No prizes are announced.")
        block = Fragment(
            "documents/text.html", {"text": nothing}, {"none": request.translator(nothing)}
        )
        sections = [Section(request.title(PRIZES), (block,), "", request.when())]
    return Sheet(tuple(sections), final=final)


def sections_of(request: PaperRequest, css: str) -> tuple[list[Section], bool]:
    """None where no prizes are announced; and whether they are given for good."""
    told = _InEveryLanguage(request)
    words = request.tournament.prize_list
    if not words and not told.page.lists:
        return [], True
    blocks: list[Block] = []
    if words:
        rows = {f"z{place}": line for place, line in enumerate(words)}
        blocks.append(Fragment("documents/lines.html", {"lines": words}, rows, "lines"))
    given = told.page.allocation
    if given is not None:
        blocks.append(_winners(request, told, given))
    blocks += [_list(request, told, number) for number in range(len(told.page.lists))]
    rules = told.join(lambda page: " ".join(page.rules))
    if rules:
        block = Fragment("documents/text.html", {"text": rules}, {"rules": rules})
        blocks.append(block)
    final = given is None or given.final
    note = "" if final else request.translator(_("not final"))
    return [Section(request.title(PRIZES), tuple(blocks), css, note=note)], final


class _InEveryLanguage:
    """The same page in each language of the paper; what differs stands side by side."""

    def __init__(self, request: PaperRequest) -> None:
        self.pages: list[PrizePage] = []
        for language in request.translator.languages:
            with override(language):
                self.pages.append(prize_page(request.tournament, public=request.public))

    @property
    def page(self) -> PrizePage:
        return self.pages[0]

    def join(self, part: Callable[[PrizePage], str]) -> str:
        return " / ".join(dict.fromkeys(filter(None, map(part, self.pages))))


def _winners(request: PaperRequest, told: _InEveryLanguage, given: Allocation) -> Table:
    say = request.translator
    columns = [(say.html(_("Rank")), "w11 n"), (say.html(_("Name")), "w44")]
    columns += [
        (say.html(_("Points")), "w13 n"),
        (say.html(_("Prize")), "w34 b"),
        (say.html(_("Why")), ""),
    ]
    rows = []
    for number, one in enumerate(given.winners):

        def part(page: PrizePage, number: int = number) -> Winner:
            assert page.allocation is not None
            return page.allocation.winners[number]

        category = told.join(lambda page: part(page).category)
        prize = ", ".join(filter(None, [one.amount, *one.things]))
        reason = told.join(lambda page: part(page).reason)
        prize = f"{prize} ({category})" if category else prize
        cells = (str(one.rank), one.entry.name, say.points(one.score), prize, reason)
        rows.append(Row(f"w{one.share.category}.{one.entry.pk}", cells))
    head = _("Who gets what") if given.final else _("As it stands now")
    return table(columns, rows, say.html(head))


def _list(request: PaperRequest, told: _InEveryLanguage, number: int) -> Table:
    say = request.translator

    def part(page: PrizePage) -> PrizeList:
        return page.lists[number]

    columns = [(say.html(_("Place")), "w20 n"), (say.html(_("Prize")), "")]
    rows = [
        Row(f"l{number}.{place}", (line.places, ", ".join(filter(None, [line.amount, line.thing]))))
        for place, line in enumerate(part(told.page).lines)
    ]
    label = told.join(lambda page: part(page).label)
    return table(columns, rows, label or say.html(EVERYBODY))
