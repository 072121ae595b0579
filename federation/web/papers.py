"""Papers of the federation: a sheet becomes a PDF that is handed out at once."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.documents.layout import Block, Section, Sheet
from tournaments.documents.render import margins, page, to_pdf
from tournaments.documents.translator import Translator
from tournaments.web.pages import release

#: a paper says when it was made, so the same one is handed out for so long
KEPT_SECONDS = 24 * 3600


def made_of(*facts: Any) -> str:
    """A name for what is made from these alone, by this release."""
    return blake2b(repr((release(), facts)).encode(), digest_size=16).hexdigest()


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """The paper that was made of the same, or a new one."""
    found: bytes | None = cache.get(f"paper:{name}")
    if found is None:
        found = make()
        cache.set(f"paper:{name}", found, KEPT_SECONDS)
    return found


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
