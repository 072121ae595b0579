"""Papers that are seldom read: those of events that are over, and old versions, move into a store.

They lie there packed together, many of one tournament in a piece (`core.packs`), and are handed
out as before. What is taken out of the database was read back from the store and compared first.
A bundle is made of its papers, so it is put together again from them.
"""

import io
import logging
import time
import zipfile
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.core import packs
from tournaments.core.pdf_streams import Damaged
from tournaments.documents.catalogue import BUNDLE, BUNDLES
from tournaments.kernel import stores
from tournaments.kernel.errors import Refused
from tournaments.models import Document, PaperPack
from tournaments.services.papers.names import file_name

#: so long one run goes on; the next one goes on from there
SECONDS = 240
#: papers of one tournament that one step takes: in memory together
AT_ONCE = 60

logger = logging.getLogger("hakem.papers")


def content_of(document: Document) -> bytes | None:
    """The paper as it was made, wherever it lies; None while it is not made."""
    if document.content is not None:
        return bytes(document.content)
    if document.made_at is None:
        return None
    if document.pack is not None:
        return _out_of(document.pack, str(document.pk))
    return zipped(_papers_of(document)) if document.kind == BUNDLE else None


def _papers_of(bundle: Document) -> list[Document]:
    """In the order in which they were made."""
    return list(bundle.papers.exclude(made_at=None).select_related("pack").order_by("pk"))


def zipped(papers: Iterable[Document], more: Iterable[tuple[str, bytes]] = ()) -> bytes:
    """All papers of a bundle in one file, and what else belongs to it; the same papers make the
    same file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for place, paper in enumerate(papers, start=1):
            entry = zipfile.ZipInfo(f"{place:02}-{file_name(paper)}")
            archive.writestr(entry, content_of(paper) or b"")
        for name, data in more:
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def _out_of(pack: PaperPack, name: str) -> bytes:
    try:
        data = _read(pack)
        if packs.digest(data) != pack.digest:
            raise Damaged("The checksum differs.")
        paper, same = packs.paper_of(data, name)
    except stores.Away as error:
        logger.error("The store of papers does not answer: %s", error)
        raise Refused("document.store_away") from error
    except (stores.Missing, Damaged) as error:
        logger.error("Paper %s of piece %s cannot be read: %s", name, pack.key, error)
        raise Refused("document.damaged") from error
    if not same:
        logger.info("Paper %s is compressed by another zlib than it was made by.", name)
    return paper


def _read(pack: PaperPack) -> bytes:
    if pack.data is not None:
        return bytes(pack.data)
    store = stores.store_of(pack.store)
    if store is None:
        raise stores.Missing(pack.key)
    return store.get(pack.key)


# --- The scheduled work ---------------------------------------------------------------------------


def seldom_read() -> QuerySet[Document]:
    """Whole in the database, and of an event that is over, or a version with a newer one."""
    now = timezone.now()
    settled = now - timedelta(days=settings.PAPERS_OLD_DAYS)
    same_sheet = {name: OuterRef(name) for name in ("tournament", "kind", "language")}
    newer = Document.objects.annotate(of=Coalesce("round_number", 0)).filter(
        **same_sheet,
        of=Coalesce(OuterRef("round_number"), 0),
        version__gt=OuterRef("version"),
        made_at__lt=settled,
    )
    closed = timezone.localdate() - timedelta(days=settings.PAPERS_CLOSED_DAYS)
    over = Q(tournament__event__ends_on__lt=closed)
    whole = Document.objects.filter(content__isnull=False, made_at__isnull=False)
    # What is made today for an event of long ago is looked at today.
    return whole.filter(made_at__lt=settled).filter(over | Q(Exists(newer)))


def put_away(seconds: float = SECONDS) -> int:
    """Move what is seldom read; the number of papers moved. A store that is away ends the run;
    a tournament whose papers do not come back as they were is left as it is."""
    until, moved = time.monotonic() + seconds, 0
    left: set[int] = set()
    while time.monotonic() < until:
        due = seldom_read().exclude(tournament__in=left).order_by("tournament")
        if (found := due.values_list("tournament", flat=True).first()) is None:
            break
        left.add(found)
        try:
            while time.monotonic() < until and (count := _put_away_of(found)):
                moved += count
        except stores.Away as error:
            logger.error("The store of papers does not answer: %s", error)
            break
        except (stores.Missing, Damaged) as error:
            logger.error("Papers of tournament %s stay in the database: %s", found, error)
    return moved


def _put_away_of(tournament: int) -> int:
    with transaction.atomic():
        due = seldom_read().filter(tournament=tournament).order_by("pk")
        taken = list(due.select_for_update(skip_locked=True, of=("self",))[:AT_ONCE])
        papers = [paper for paper in taken if paper.kind not in BUNDLES]
        by_name = {str(paper.pk): paper for paper in papers}
        whole = ((name, bytes(paper.content or b"")) for name, paper in by_name.items())
        for names, data in packs.packs(whole):
            pack = _keep(tournament, data)
            for name in names:
                paper, same = packs.paper_of(_read(pack), name)
                if not same or paper != bytes(by_name[name].content or b""):
                    raise Damaged(f"Paper {name} did not come back as it was.")
            Document.objects.filter(pk__in=names).update(content=None, pack=pack)
        for bundle in taken:
            if bundle.kind in BUNDLES:
                _let_go(bundle)
    return len(taken)


def _keep(tournament: int, data: bytes) -> PaperPack:
    """A piece in the store of today's settings, read back by whoever uses it."""
    found = packs.digest(data)
    store = stores.store_of(settings.PAPERS_STORE)
    pack = PaperPack(
        tournament_id=tournament,
        store=settings.PAPERS_STORE,
        key=f"papers/{tournament}/{found[:32]}.pack",
        digest=found,
        size=len(data),
        data=data if store is None else None,
    )
    if store is not None:
        store.put(pack.key, data)
    pack.save()
    return pack


def _let_go(bundle: Document) -> None:
    """Store a second time only what its papers do not make again, as a paper of its own."""
    data = bytes(bundle.content or b"")
    if zipped(_papers_of(bundle)) == data:
        Document.objects.filter(pk=bundle.pk).update(content=None)
        return
    ((_names, packed),) = packs.packs([(str(bundle.pk), data)])
    pack = _keep(bundle.tournament_id, packed)
    if packs.paper_of(_read(pack), str(bundle.pk)) != (data, True):
        raise Damaged(f"Bundle {bundle.pk} did not come back as it was.")
    Document.objects.filter(pk=bundle.pk).update(content=None, pack=pack)
