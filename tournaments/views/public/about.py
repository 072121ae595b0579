"""About a tournament: schedule, regulations, papers, and everything to take home."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.documents.posted import document_label, public_documents
from tournaments.kernel.permissions import public_event
from tournaments.models import Document, Entry
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.hall.published import (
    calendar,
    players_csv,
    public_trf,
    round_csv,
    round_pgn,
    standings_csv,
)
from tournaments.queries.rounds.sheets import round_sheet
from tournaments.queries.setup.events import has_plan
from tournaments.queries.setup.regulations import public_regulations, tie_breaks_in_words
from tournaments.queries.standings.categories import find_category
from tournaments.queries.standings.prizes import prize_lists
from tournaments.queries.standings.table import last_public_round, standings_table
from tournaments.services.papers.storing import content_of
from tournaments.views.public.frame import around, find, show
from tournaments.web.pages import shared


@shared
def about(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    context = {
        "regulations": public_regulations(found),
        "tie_breaks": tie_breaks_in_words(found),
        "latest": last_public_round(found),
        "has_plan": has_plan(found.event),
        "has_prizes": bool(prize_lists(found)),
        **around(found),
    }
    return show(request, "public/about.html", found.event, context)


def documents(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Not kept with the other pages: a paper is made without a new revision."""
    found = find(request, event, slug)
    papers = [(paper, document_label(paper)) for paper in public_documents(found)]
    context = {"papers": papers, **around(found)}
    return show(request, "public/documents.html", found.event, context)


def document(request: HttpRequest, event: str, slug: str, document: int) -> HttpResponse:
    found = find(request, event, slug)
    if document not in {paper.pk for paper in public_documents(found)}:
        raise Http404
    paper = Document.objects.select_related("pack").get(pk=document)
    content = content_of(paper)
    if content is None:
        raise Http404
    return file_answer(
        content,
        "application/pdf",
        f"{slug}-{paper.kind}-{paper.round_number or 0}-v{paper.version}.pdf",
        shown=True,
    )


def round_table(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    found = find(request, event, slug)
    round_ = found.round(number)
    if round_ is None or not round_.is_public:
        raise Http404
    text = round_csv(round_sheet(round_, public=True))
    return file_answer(text.encode(), "text/csv", f"{slug}-round-{number}.csv")


def round_headers(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    found = find(request, event, slug)
    round_ = found.round(number)
    if round_ is None or not round_.is_public:
        raise Http404
    text = round_pgn(round_sheet(round_, public=True))
    return file_answer(text.encode(), "application/x-chess-pgn", f"{slug}-round-{number}.pgn")


def players_as_table(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    entries = list(found.entries.exclude(status=Entry.Status.EXPELLED))
    shorten_names(found.event, entries)
    return file_answer(players_csv(entries).encode(), "text/csv", f"{slug}-players.csv")


def standings_as_table(request: HttpRequest, event: str, slug: str, after: int) -> HttpResponse:
    found = find(request, event, slug)
    if after > last_public_round(found):
        raise Http404
    table, name = standings_table(found, after, public=True), f"{slug}-standings-{after}"
    if key := request.GET.get("category", ""):
        category = find_category(key, found, [row.entry for row in table.rows])
        if category is None:
            raise Http404
        table, name = table.only(category.has), f"{name}-{key}"
    return file_answer(standings_csv(table).encode(), "text/csv", f"{name}.csv")


def report(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    return file_answer(public_trf(found), "text/plain", f"{slug}.trf")


def tournament_calendar(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    return file_answer(calendar(found.event, [found]).encode(), "text/calendar", f"{slug}.ics")


def event_calendar(request: HttpRequest, event: str) -> HttpResponse:
    found = public_event(request.user, event)
    text = calendar(found, found.tournaments.all())
    return file_answer(text.encode(), "text/calendar", f"{event}.ics")


def file_answer(data: bytes, kind: str, name: str, *, shown: bool = False) -> HttpResponse:
    kind = kind if kind == "application/pdf" else f"{kind}; charset=utf-8"
    where = "inline" if shown else "attachment"
    headers = {"Content-Disposition": f'{where}; filename="{name}"', "Cache-Control": "no-cache"}
    return HttpResponse(data, content_type=kind, headers=headers)
