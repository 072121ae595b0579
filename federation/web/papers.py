"""Papers of the federation: a sheet becomes a PDF that is handed out at once."""

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.documents.layout import Block, Section, Sheet
from tournaments.documents.render import margins, page, to_pdf
from tournaments.documents.translator import Translator


def pdf(
    blocks: list[Block], *, title: str, kind: str, when: str, address: str, language: str,
    draft: bool = False,
) -> bytes:  # fmt: skip
    """`kind` is what the paper is called, `address` the page on which the latest is."""
    with override(language):
        made = date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
        style = margins(
            size="A4",
            header=f"{settings.FEDERATION} · {title}",
            number=kind,
            made=_("made %(time)s") % {"time": made},
            address=settings.SITE_URL + address,
            draft=_("DRAFT") if draft else "",
            bare=False,
        )
        context = {
            "margins": style,
            "event": {"name": title},
            "tournament": {"full_name": title},
            "title": kind,
            "subject": when,
            "made": timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
        sheet = Sheet((Section(title, tuple(blocks), when=when),))
        return to_pdf(page(sheet, Translator(language), context))[0]
