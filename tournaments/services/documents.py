"""Documents: asked for on a page, made by a worker, kept with their version."""

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tournaments.documents.catalogue import PAPERS
from tournaments.documents.render import render_pdf
from tournaments.errors import Refused
from tournaments.models import Document, Job, Round, Tournament, User
from tournaments.services.jobs import report_progress, start_job
from tournaments.services.log import record
from tournaments.services.rounds import lock


@transaction.atomic
def request_document(
    *, tournament: Tournament, kind: str, number: int | None, language: str, by: User | None
) -> Job:
    """Begin a new version of a paper."""
    tournament = lock(tournament)
    paper = PAPERS.get(kind)
    if paper is None:
        raise Refused("document.unknown_kind")
    round_ = None
    if paper.per_round:
        round_ = tournament.rounds.filter(number=number).first()
        if round_ is None or not round_.is_paired:
            raise Refused("document.nothing_to_print")
    same = {
        "tournament": tournament,
        "kind": kind,
        "round_number": round_.number if round_ else None,
        "language": language if language in dict(settings.LANGUAGES) else "en",
    }
    last = Document.objects.filter(**same).aggregate(last=Max("version"))["last"] or 0
    document = Document.objects.create(
        **same,
        version=last + 1,
        draft=bool(round_ and not round_.is_public),
        revision=tournament.revision,
        created_by=by,
    )
    return start_job(tournament=tournament, kind=Job.Kind.DOCUMENT, target=document.pk, by=by)


def make_document(job: Job) -> None:
    """Fill and set a document. Stored in one step: there is never half a document."""
    document = Document.objects.get(pk=job.target)
    paper = PAPERS[document.kind]
    tournament = document.tournament
    round_: Round | None = None
    if document.round_number:
        round_ = tournament.rounds.get(number=document.round_number)
        round_.tournament = tournament
    report_progress(job, 10)
    with override(document.language):
        path = reverse("public:tournament", args=[tournament.event.slug, tournament.slug])
        context = {
            "document": document,
            "paper": paper,
            "tournament": tournament,
            "event": tournament.event,
            "round": round_,
            "number": f"{document.pk}/{document.version}",
            "address": f"{settings.SITE_URL}{path}",
            "made_at": timezone.now(),
            "language": document.language,
            **paper.build(tournament, round_, document.options),
        }
    report_progress(job, 30)
    document.content, document.pages = render_pdf(paper.template, context, document.language)
    document.made_at = timezone.now()
    document.save(update_fields=["content", "pages", "made_at"])
    record(
        "document.made",
        by=job.created_by,
        target=document,
        tournament=tournament,
        round_number=document.round_number,
        label=f"{document.kind} v{document.version}",
    )
