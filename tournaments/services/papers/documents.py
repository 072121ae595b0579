"""Documents: asked for on a page, made by a worker, kept as they were made, and posted."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.documents.catalogue import AHEAD, BUNDLES, FALLBACK, PAPERS, Needs, Paper, bundled
from tournaments.documents.making import pdf_of, sheet_of
from tournaments.documents.options import LASTING, clean
from tournaments.documents.translator import LANGUAGES
from tournaments.documents.validity import told_since
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import keep_going, report_progress, start_job
from tournaments.kernel.log import MOMENT, record
from tournaments.models import Document, Job, Round, Tournament, User
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.services.papers.packing import extras
from tournaments.services.papers.storing import zipped

#: why no page is touched
NOT_KEPT = "the pages with a tournament's papers are made anew each time"
Progress = Callable[[int], None]


def request_document(
    *,
    tournament: Tournament,
    kind: str,
    number: int | None,
    language: str,
    by: User | None,
    options: Mapping[str, str] | None = None,
) -> Job:
    """Begin a new version of a paper."""
    with act("document.requested", tournament, by=by, quiet=NOT_KEPT) as done:
        tournament = done.tournament
        paper = PAPERS.get(kind)
        if paper is None:
            raise Refused("document.unknown_kind")
        if language not in LANGUAGES:
            raise Refused("document.unknown_language")
        round_ = round_for(paper, tournament, number)
        chosen = clean(paper, tournament, round_, options or {})
        remembered = {"language": language} | {
            name: chosen[name] for name in LASTING & chosen.keys()
        }
        if tournament.papers.get(kind) != remembered:
            tournament.papers[kind] = remembered
            tournament.save(update_fields=["papers"])
        if job := _asked_just_now(tournament, paper, round_, language, chosen, by):
            return done.nothing(job)
        document = _new_version(tournament, paper, round_, language, chosen, by)
        done.changed()
        return start_job(tournament=tournament, kind=Job.Kind.DOCUMENT, target=document.pk, by=by)


def _sheet(
    tournament: Tournament, paper: Paper, round_: Round | None, language: str
) -> dict[str, Any]:
    """The fields that all versions of one sheet share."""
    return {
        "tournament": tournament,
        "kind": paper.kind,
        "round_number": round_.number if round_ else None,
        "language": language,
    }


def _asked_just_now(
    tournament: Tournament,
    paper: Paper,
    round_: Round | None,
    language: str,
    options: dict[str, str],
    by: User | None,
) -> Job | None:
    """The work on the very same sheet of the same state that this user asked for a moment ago,
    unless it failed or was given up: the second press of the same button."""
    found = Document.objects.filter(
        **_sheet(tournament, paper, round_, language),
        options=options,
        created_by=by,
        bundle=None,
        revision=tournament.revision,
        created_at__gt=timezone.now() - MOMENT,
    )
    same = [one.pk for one in found.defer("content", "rows") if not told_since(one)]
    jobs = Job.objects.filter(kind=Job.Kind.DOCUMENT, target__in=same)
    usable = [Job.Status.WAITING, Job.Status.RUNNING, Job.Status.DONE]
    return jobs.filter(status__in=usable).order_by("-id").first()


def round_for(paper: Paper, tournament: Tournament, number: int | None) -> Round | None:
    """The round of a paper, if it is far enough for it."""
    if not paper.fits(tournament.format):
        raise Refused("document.unknown_kind")
    if not paper.per_round:
        return None
    round_ = tournament.round(number or 0)
    if round_ is None:
        raise Refused("document.no_such_round")
    if paper.needs is Needs.MATCHES and not round_.matches.exists():
        raise Refused("matches.not_paired", round=round_.number)
    if paper.needs is Needs.PAIRED and not round_.is_paired:
        raise Refused("document.nothing_to_print")
    if paper.needs is Needs.PUBLISHED and not round_.is_public:
        raise Refused("document.not_published")
    return round_


def _new_version(
    tournament: Tournament,
    paper: Paper,
    round_: Round | None,
    language: str,
    options: dict[str, str],
    by: User | None,
    bundle: Document | None = None,
) -> Document:
    same = _sheet(tournament, paper, round_, language)
    last = Document.objects.filter(**same).aggregate(last=Max("version"))["last"] or 0
    return Document.objects.create(
        **same,
        version=last + 1,
        options=options,
        draft=is_draft(paper, tournament, round_),
        revision=tournament.revision,
        created_by=by,
        bundle=bundle,
    )


def is_draft(paper: Paper, tournament: Tournament, round_: Round | None) -> bool:
    """True if a paper is not for the public yet: it is marked on every page and stays with the
    staff."""
    if paper.needs is Needs.SCHEDULE:
        # Once every round is out, everybody has it anyway.
        out = tournament.rounds.filter(status__in=PUBLIC).count()
        return not tournament.schedule_public and out < tournament.total_rounds
    if paper.needs is Needs.MATCHES and tournament.schedule_public:
        return False
    return (
        paper.needs in (Needs.MATCHES, Needs.PAIRED) and round_ is not None and not round_.is_public
    )


# --- In the worker -------------------------------------------------------------------------------


def make_document(job: Job) -> None:
    """Set a document. Stored in one step: there is never half a document."""
    document = _fetch(job.target)
    if document.made_at is not None:
        return  # delivered twice
    if document.kind in BUNDLES:
        _make_bundle(job, document)
        return
    progress = _Progress(job, 0, 100)
    _make(job, document, progress)


def _make(job: Job, document: Document, progress: "_Progress") -> None:
    progress(3)
    with _one_moment():
        # The sheet and the revision of which it speaks are read together.
        document.tournament.refresh_from_db()
        sheet, request = sheet_of(document)
        document.revision = document.tournament.revision
        document.draft = is_draft(PAPERS[document.kind], document.tournament, request.round)
    document.rows = sheet.rows()
    document.made_at = timezone.now()
    progress(12)
    expected = 1 + len(document.rows) // 30
    document.content, document.pages = pdf_of(
        document, sheet, request, lambda page: progress(15 + min(60, 60 * page // expected))
    )
    progress(95)
    _store(job, document)


def _fetch(pk: int) -> Document:
    found = Document.objects.select_related("tournament__event", "created_by")
    return found.defer("content").get(pk=pk)


@contextmanager
def _one_moment() -> Iterator[None]:
    """A transaction that sees the tournament as it is at one moment."""
    within = connection.in_atomic_block
    with transaction.atomic():
        if not within:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _store(job: Job, document: Document) -> None:
    with transaction.atomic():
        keep_going(job)
        document.save(update_fields=["content", "pages", "rows", "made_at", "revision", "draft"])
        record(
            "document.made",
            by=job.created_by,
            target=document,
            tournament=document.tournament,
            round_number=document.round_number,
            label=f"{document.kind} v{document.version}",
        )


def _make_bundle(job: Job, bundle: Document) -> None:
    """Every paper of the round, each a document of its own, and all of them in one ZIP.

    Papers made before a worker died are not made again.
    """
    tournament = bundle.tournament
    round_ = tournament.round(bundle.round_number) if bundle.round_number else None
    done = {paper.kind: paper for paper in bundle.papers.exclude(made_at=None)}
    kinds = [paper.kind for paper in bundled(bundle.kind, tournament, round_)]
    for place, kind in enumerate(kinds):
        if kind not in done:
            document = bundle.papers.filter(kind=kind).first() or _part(bundle, kind)
            document = _fetch(document.pk)
            _make(job, document, _Progress(job, 98 * place // len(kinds), 98 // len(kinds)))
            done[kind] = document
    papers = [done[kind] for kind in kinds]
    bundle.content = zipped(papers, extras(bundle, papers))
    bundle.pages = sum(paper.pages for paper in done.values())
    bundle.draft = any(paper.draft for paper in done.values())
    bundle.made_at = timezone.now()
    _store(job, bundle)


def _part(bundle: Document, kind: str) -> Document:
    by, language = bundle.created_by, bundle.language
    with act("document.requested", bundle.tournament, by=by, quiet=NOT_KEPT) as done:
        tournament, paper = done.tournament, PAPERS[kind]
        round_ = round_for(paper, tournament, _round_within(bundle, kind, tournament))
        options = {"paper": bundle.options["paper"]} if "paper" in bundle.options else {}
        done.changed()
        return _new_version(tournament, paper, round_, language, options, by, bundle)


def _round_within(bundle: Document, kind: str, tournament: Tournament) -> int | None:
    """Whoever goes on by hand pairs the next round: the cards are those before it, the line-ups
    those for it."""
    number = bundle.round_number or 0
    ahead = bundle.kind == FALLBACK and kind in AHEAD
    return number + 1 if ahead and number < tournament.total_rounds else bundle.round_number


class _Progress:
    """Tells the page how far we are, a few times a second, and learns there that nobody wants
    the work any more."""

    def __init__(self, job: Job, begin: int, share: int) -> None:
        self.job, self.begin, self.share = job, begin, share
        self.told = 0.0

    def __call__(self, per_cent: int) -> None:
        if time.monotonic() - self.told < 0.25:
            return
        self.told = time.monotonic()
        keep_going(self.job)
        report_progress(self.job, self.begin + self.share * per_cent // 100)


# --- Posting -------------------------------------------------------------------------------------


def post_document(*, tournament: Tournament, document: Document, by: User | None) -> Document:
    """Hand a document to everybody, exactly as it is."""
    with act("document.posted", tournament, by=by, quiet=NOT_KEPT) as done:
        tournament = done.tournament
        document = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
        paper = PAPERS.get(document.kind)
        if document.made_at is None:
            raise Refused("document.not_made")
        if paper is None or not paper.public:
            raise Refused("document.for_staff")
        if document.draft:
            raise Refused("document.is_draft")
        if paper.per_round:
            round_for_public = tournament.round(document.round_number or 0)
            if round_for_public is None or not round_for_public.is_public:
                raise Refused("document.not_published")
        if document.posted_at is not None:
            return done.nothing(document)
        return _post(done, document, timezone.now())


def take_down_document(*, tournament: Tournament, document: Document, by: User | None) -> Document:
    """No longer handed to everybody; kept all the same."""
    with act("document.taken_down", tournament, by=by, quiet=NOT_KEPT) as done:
        document = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
        if document.posted_at is None:
            return done.nothing(document)
        return _post(done, document, None)


def note_link(*, tournament: Tournament, document: Document, hours: int, by: User | None) -> None:
    """A link to a paper goes out of the house: it is in the history. Whoever has it may open the
    paper until it expires."""
    with act("document.linked", tournament, by=by, quiet=NOT_KEPT) as done:
        if document.made_at is None:
            raise Refused("document.not_made")
        if not 1 <= hours <= 24:
            raise Refused("document.unknown_hours", field="hours")
        done.record(
            document,
            round_number=document.round_number,
            label=f"{document.kind} v{document.version}",
            after={"hours": hours},
        )


def _post(done: Act[Tournament], document: Document, at: datetime | None) -> Document:
    document.posted_at = at
    document.save(update_fields=["posted_at"])
    done.record(
        document,
        round_number=document.round_number,
        label=f"{document.kind} v{document.version}",
    )
    return document
