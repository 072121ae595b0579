"""A document's row becomes a sheet, and a sheet its pages."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.documents.catalogue import PAPERS, Paper
from tournaments.documents.layout import Sheet
from tournaments.documents.render import Progress, bound, margins, page, to_pdf
from tournaments.documents.request import ROUND, PaperRequest
from tournaments.documents.translator import Text, Translator
from tournaments.kernel.errors import Refused
from tournaments.models import Document, Round, Tournament
from tournaments.queries.rounds.sheets import still_open

#: a preview shows the beginning of each part
PREVIEW_ROWS = 30
DRAFT = _("DRAFT")


def request_of(document: Document) -> PaperRequest:
    tournament = document.tournament
    round_: Round | None = None
    if document.round_number:
        round_ = tournament.rounds.get(number=document.round_number)
    public = PAPERS[document.kind].public
    return PaperRequest(tournament, round_, Translator(document.language), document.options, public)


def sheet_of(document: Document) -> tuple[Sheet, PaperRequest]:
    """The document with the data of today."""
    request = request_of(document)
    with override(request.translator.main):  # not in that of the worker, or of whoever looks
        sheet = PAPERS[document.kind].build(request)
    if not any(section.blocks for section in sheet.sections):
        raise Refused("document.nothing_to_print")
    return sheet, request


def pdf_of(
    document: Document, sheet: Sheet, request: PaperRequest, tell: Progress | None = None
) -> tuple[bytes, int]:
    parts = sheet.parts()
    if len(parts) > 1:
        return bound((html_of(document, part, request) for part in parts), tell)
    return to_pdf(html_of(document, sheet, request), tell)


def html_of(document: Document, sheet: Sheet, request: PaperRequest) -> str:
    """The paper with its head and foot, as WeasyPrint gets it."""
    with override(request.translator.main):
        return _html_of(document, sheet, request)


def _html_of(document: Document, sheet: Sheet, request: PaperRequest) -> str:
    say, tournament = request.translator, document.tournament
    number = say(_("Document %(number)s, version %(version)s"), **_numbers(document))
    header = tournament.full_name
    if not sheet.final or still_open(tournament):
        number += f" · {say(_('not final'))}"
        header += f" · {say(_('not final'))}"
    made = document.made_at or timezone.now()
    style = margins(
        size=document.options.get("paper", "A4"),
        header=header,
        number=number,
        made=say(_("made %(time)s"), time=request.time(made)),
        address=f"{settings.SITE_URL}{reverse('sheet', args=[document.code])}",
        draft=say(DRAFT) if document.draft else "",
        bare=sheet.bare,
        corner=_corner(request),
        emblems=request.emblems,
    )
    frame = _frame(sheet.label or PAPERS[document.kind].label, request, number, made)
    return page(sheet, say, {"margins": style, **frame})


def _corner(request: PaperRequest) -> list[str]:
    if not request.for_wall or request.round is None:
        return []
    return [words for _lang, words in request.translator.each(ROUND, number=request.round.number)]


def preview(paper: Paper, request: PaperRequest, stylesheet: str) -> str:
    """The beginning of every part, for the page on which the options are chosen."""
    with override(request.translator.main):
        sheet = paper.build(request).first(PREVIEW_ROWS)
        return page(
            sheet,
            request.translator,
            {
                "preview": True,
                "stylesheet": stylesheet,
                **_frame(sheet.label or paper.label, request, ""),
            },
        )


def loose_pdf(sheet: Sheet, request: PaperRequest, label: Text) -> bytes:
    """A paper that is handed out at once and not kept, without a number of its own."""
    say, tournament = request.translator, request.tournament
    style = margins(
        size="A4",
        header=tournament.full_name,
        number=say(label),
        made=say(_("made %(time)s"), time=request.time(timezone.now())),
        address=settings.SITE_URL,
        draft="",
        bare=False,
        emblems=request.emblems,
    )
    frame = _frame(label, request, "", timezone.now())
    return to_pdf(page(sheet, say, {"margins": style, **frame}))[0]


def _frame(
    label: Text, request: PaperRequest, number: str, made: datetime | None = None
) -> dict[str, Any]:
    tournament: Tournament = request.tournament
    title = request.translator(label)
    if request.round is not None:
        title += f" · {request.translator(ROUND, number=request.round.number)}"
    return {
        "tournament": tournament,
        "event": tournament.event,
        "title": title,
        "subject": number,
        "made": made.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if made else "",
    }


def _numbers(document: Document) -> dict[str, int]:
    return {"number": document.pk, "version": document.version}
