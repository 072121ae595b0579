"""A document's row becomes a sheet, and a sheet its pages."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.documents.ask import ROUND, Ask
from tournaments.documents.catalogue import PAPERS, Paper
from tournaments.documents.layout import Sheet
from tournaments.documents.render import Tell, bound, margins, page, to_pdf
from tournaments.documents.voice import Voice
from tournaments.kernel.errors import Refused
from tournaments.models import Document, Round, Tournament
from tournaments.queries.rounds.rounds import still_open

#: a preview shows the beginning of each part
PREVIEW_ROWS = 30
DRAFT = _("DRAFT")


def ask_for(document: Document) -> Ask:
    tournament = document.tournament
    round_: Round | None = None
    if document.round_number:
        round_ = tournament.rounds.get(number=document.round_number)
        round_.tournament = tournament
    public = PAPERS[document.kind].public
    return Ask(tournament, round_, Voice(document.language), document.options, public)


def sheet_of(document: Document) -> tuple[Sheet, Ask]:
    """The document with the data of today."""
    ask = ask_for(document)
    sheet = PAPERS[document.kind].build(ask)
    if not any(section.blocks for section in sheet.sections):
        raise Refused("document.nothing_to_print")
    return sheet, ask


def press(
    document: Document, sheet: Sheet, ask: Ask, tell: Tell | None = None
) -> tuple[bytes, int]:
    parts = sheet.parts()
    if len(parts) > 1:
        return bound((html_of(document, part, ask) for part in parts), tell)
    return to_pdf(html_of(document, sheet, ask), tell)


def html_of(document: Document, sheet: Sheet, ask: Ask) -> str:
    """The paper with its head and foot, as WeasyPrint gets it."""
    say, tournament = ask.voice, document.tournament
    number = say(_("Document %(number)s, version %(version)s"), **_numbers(document))
    if not sheet.final or still_open(tournament):
        number += f" · {say(_('not final'))}"
    style = margins(
        size=document.options.get("paper", "A4"),
        header=tournament.full_name,
        number=number,
        made=say(_("made %(time)s"), time=ask.time(document.made_at or timezone.now())),
        address=f"{settings.SITE_URL}{reverse('sheet', args=[document.code])}",
        draft=say(DRAFT) if document.draft else "",
        bare=sheet.bare,
    )
    return page(sheet, say, {"margins": style, **_frame(PAPERS[document.kind], ask, number)})


def preview(paper: Paper, ask: Ask, stylesheet: str) -> str:
    """The beginning of every part, for the page on which the options are chosen."""
    sheet = paper.build(ask).first(PREVIEW_ROWS)
    return page(
        sheet, ask.voice, {"preview": True, "stylesheet": stylesheet, **_frame(paper, ask, "")}
    )


def _frame(paper: Paper, ask: Ask, number: str) -> dict[str, Any]:
    tournament: Tournament = ask.tournament
    title = ask.voice(paper.label)
    if ask.round is not None:
        title += f" · {ask.voice(ROUND, number=ask.round.number)}"
    return {
        "tournament": tournament,
        "event": tournament.event,
        "title": title,
        "subject": number,
    }


def _numbers(document: Document) -> dict[str, int]:
    return {"number": document.pk, "version": document.version}
