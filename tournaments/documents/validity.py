"""The validity of a printed sheet: whether it still holds, and what has changed since."""

from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import or_

from django.core.cache import cache
from django.db.models import Q

from tournaments.documents.catalogue import BUNDLES, PAPERS, Needs
from tournaments.documents.making import sheet_of
from tournaments.kernel.errors import Refused
from tournaments.models import Document
from tournaments.queries.rounds.sheets import PUBLIC

#: more changes than this are counted, not listed
LISTED = 60
CACHE_SECONDS = 24 * 3600


class Validity(StrEnum):
    CURRENT = "current"
    SUPERSEDED = "superseded"
    #: its round is no longer published: nothing that stands there now is anybody's business
    TAKEN_BACK = "taken back"


@dataclass(frozen=True, slots=True)
class Change:
    before: str  # "" = a line that is new
    now: str  # "" = a line that is gone


@dataclass(frozen=True, slots=True)
class SheetState:
    validity: Validity
    changes: tuple[Change, ...] = ()
    more: int = 0


def sheet_state(document: Document) -> SheetState:
    """Compared line by line with the same paper as it would be made now."""
    if not document.draft and not _still_public(document):
        return SheetState(Validity.TAKEN_BACK)
    told = told_since(document)
    if document.revision == document.tournament.revision and not told:
        return SheetState(Validity.CURRENT)
    key = f"sheet:{document.pk}:{document.tournament.revision}:{told}"
    changes = cache.get(key)
    if changes is None:
        changes = _changes(document)
        cache.set(key, changes, CACHE_SECONDS)
    if not changes:
        return SheetState(Validity.CURRENT)
    found = tuple(Change(*change) for change in changes[:LISTED])
    return SheetState(Validity.SUPERSEDED, found, max(0, len(changes) - LISTED))


def told_since(document: Document) -> int:
    """The last line of the history since this version was asked for that may change it and that
    raised no revision; 0 where there is none."""
    paper = PAPERS.get(document.kind)
    if paper is None or not paper.told_by:
        return 0
    acts = reduce(or_, (Q(act__startswith=name) for name in paper.told_by))
    lines = document.tournament.log.filter(acts, at__gte=document.created_at)
    return lines.order_by("-id").values_list("pk", flat=True).first() or 0


def _still_public(document: Document) -> bool:
    """Nothing on it belongs to a round that has been taken back since."""
    paper = PAPERS.get(document.kind)
    if paper is None or paper.needs in (Needs.SCHEDULE, Needs.ANY_ROUND):
        return True
    rounds = document.tournament.rounds.exclude(status__in=PUBLIC)
    own = document.round_number
    if own is not None and rounds.filter(number=own).exists():
        return False
    # A bulletin also shows what was published at its time and came after.
    shown = rounds.filter(under_revision=True, published_at__lte=document.made_at)
    if own is not None:
        shown = shown.filter(number__lte=own + 1)
    return not shown.exists()


def handed_out(document: Document) -> bool:
    """True if everybody may open the posted file; never a round that has been replaced."""
    if document.posted_at is None or document.draft or not _still_public(document):
        return False
    if document.round_number is None or document.made_at is None:
        return document.made_at is not None
    own = document.tournament.rounds.filter(number=document.round_number).first()
    return own is None or own.published_at is None or document.made_at >= own.published_at


def _changes(document: Document) -> list[tuple[str, str]]:
    if document.kind in BUNDLES:
        return _changes_within(document)
    try:
        now = sheet_of(document)[0].rows()
    except Refused:
        now = {}
    before = document.rows  # in no order: the database sorts keys as it likes
    changed = [(before.get(key, ""), text) for key, text in now.items() if before.get(key) != text]
    return changed + [(text, "") for key, text in sorted(before.items()) if key not in now]


def _changes_within(bundle: Document) -> list[tuple[str, str]]:
    """It holds as long as each of its papers does."""
    found = []
    for paper in bundle.papers.defer("content"):
        paper.tournament = bundle.tournament
        found += _changes(paper)
    return found


def newest(document: Document) -> Document | None:
    """A later posted version of the same sheet."""
    later = Document.objects.filter(
        tournament=document.tournament,
        kind=document.kind,
        round_number=document.round_number,
        language=document.language,
        options=document.options,
        version__gt=document.version,
        posted_at__isnull=False,
    )
    return later.defer("content", "rows").order_by("-version").first()
