"""The pack for the hour in which everything fails: made by itself after each publication.

Every worker looks for published rounds that have none. The pack is a bundle of papers, with the
report for pairing without the site, a page that says how, and all papers as one PDF.
"""

import io
import logging
import zipfile
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from pairing import formats
from tournaments.documents.catalogue import FALLBACK
from tournaments.documents.translator import LANGUAGES
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Document, Round, Tournament
from tournaments.services.papers.documents import NOT_KEPT, request_document
from tournaments.services.papers.storing import content_of

#: a round published longer ago is being played without it
RECENT = timedelta(hours=12)
#: so many packs are asked for in one look
AT_ONCE = 20

logger = logging.getLogger("hakem.fallback")


def due() -> list[tuple[int, int]]:
    """Rounds that were published lately and have no pack since, by tournament and number."""
    made = Document.objects.filter(
        kind=FALLBACK,
        tournament=OuterRef("tournament"),
        round_number=OuterRef("number"),
        created_at__gte=OuterRef("published_at"),
    )
    found = Round.objects.filter(
        Q(tournament__system__in=formats.keys(has_rounds=True)),
        ~Exists(made),
        status=Round.Status.PUBLISHED,
        published_at__gt=timezone.now() - RECENT,
        tournament__undone_at=None,
        tournament__finished_at=None,
        tournament__event__removed=False,
    )
    return list(found.order_by("published_at").values_list("tournament", "number")[:AT_ONCE])


def make_due() -> int:
    """Ask for what is due; how many packs were asked for."""
    asked = 0
    for pk, number in due():
        tournament = Tournament.objects.select_related("event").get(pk=pk)
        try:
            asked += _ask(tournament, number)
        except Refused as error:
            logger.info("No pack for round %s of %s: %s", number, pk, error.code)
    return asked


def _ask(tournament: Tournament, number: int) -> bool:
    with act("document.requested", tournament, by=None, quiet=NOT_KEPT) as done:
        tournament = done.tournament  # locked: two workers make one pack
        if (tournament.pk, number) not in due():
            return done.nothing(False)
        language = tournament.papers.get("pairings", {}).get("language", "")
        request_document(
            tournament=tournament,
            kind=FALLBACK,
            number=number,
            language=language if language in LANGUAGES else "tr",
            by=None,
        )
        done.changed()
        return True


def latest_pack(tournament: Tournament) -> Document | None:
    """The newest pack that is made."""
    made = tournament.documents.filter(kind=FALLBACK).exclude(made_at=None)
    return made.defer("content").order_by("-id").first()


def file_of_pack(pack: Document, name: str) -> bytes | None:
    """A file out of the pack; None where it has none of this name."""
    data = content_of(pack)
    if data is None:
        return None
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name) if name in archive.namelist() else None
