"""Papers at the desk: choose one, look at it, have it made, post it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypedDict

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import F
from django.db.models.functions import Coalesce
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from tournaments.core.text import whole_number
from tournaments.documents.catalogue import (
    BUNDLES,
    PAPERS,
    Needs,
    Paper,
    grouped,
    made_with_a_round,
)
from tournaments.documents.making import preview as preview_of
from tournaments.documents.options import clean, fields
from tournaments.documents.reprint import reprint
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import LANGUAGES, Translator
from tournaments.documents.unprintable import unprintable
from tournaments.documents.validity import sheet_state, told_since
from tournaments.kernel import jobs
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Document, Job, Role, Round, Tournament
from tournaments.queries.results.corrections import corrections_of
from tournaments.services.papers.at_publication import choose_papers
from tournaments.services.papers.documents import (
    note_link,
    post_document,
    request_document,
    round_for,
    take_down_document,
)
from tournaments.services.papers.names import file_name
from tournaments.services.papers.storing import content_of
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.paper_links import HOURS, link_to
from tournaments.web.requests import SignedIn, last_values

PER_PAGE = 50
#: the same as everywhere, but that our own page of options may frame it
PREVIEW_POLICY = settings.CONTENT_SECURITY_POLICY.replace(
    "frame-ancestors 'none'", "frame-ancestors 'self'"
)


@login_required
@require_safe
def index(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    shown = frame(tournament)
    groups = [
        (label, [paper for paper in papers if _offered(paper, shown["rounds"])])
        for label, papers in grouped(tournament.format)
    ]
    found = Document.objects.filter(tournament=tournament)
    found = found.exclude(bundle__isnull=False, made_at=None).order_by(
        # The papers of a bundle stand below it, not among what was made later.
        Coalesce("bundle_id", "id").desc(),
        F("bundle_id").asc(nulls_first=True),
        "id",
    )
    found = found.defer("content", "rows").select_related("created_by")
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    open_jobs = {
        job.target: job
        for job in Job.objects.filter(
            kind=Job.Kind.DOCUMENT, target__in=[d.pk for d in page]
        ).order_by("id")
    }
    latest = _latest(tournament)
    made = [
        Made(
            one,
            PAPERS.get(one.kind),
            job := open_jobs.get(one.pk),
            _state(one, job),
            jobs.progress(job) if job and job.open else 0,
            one.made_at is not None and one.pk not in latest,
            one.made_at is not None
            and one.pk in latest
            and one.kind not in BUNDLES
            and (one.revision != tournament.revision or told_since(one) > 0),
        )
        for one in page
    ]
    context = {
        "groups": [group for group in groups if group[1]],
        "made": made,
        "page": page,
        "bundles": BUNDLES,
        "languages": LANGUAGES,
        "worker": jobs.worker_is_alive(),
        "with_a_round": made_with_a_round(tournament.format),
    }
    return render(request, "desk/documents.html", context | shown)


@dataclass(frozen=True, slots=True)
class Made:
    """A paper on the list of those made so far."""

    document: Document
    paper: Paper | None
    job: Job | None
    state: str
    progress: int  # per cent
    older: bool  # a later version of the same sheet is there
    asks: bool  # something has changed since: whether it still holds is asked for


def _latest(tournament: Tournament) -> set[int]:
    """The newest version of each sheet."""
    found = Document.objects.filter(tournament=tournament, made_at__isnull=False).order_by(
        "kind", "round_number", "language", "-version"
    )
    return set(found.distinct("kind", "round_number", "language").values_list("pk", flat=True))


@login_required
@require_safe
def state(request: SignedIn, event: str, slug: str, document: int) -> HttpResponse:
    """Whether a paper still says what would stand on it now; the list asks for it row by row."""
    tournament = tournament_for(request.user, event, slug)
    found = get_object_or_404(tournament.documents.defer("content"), pk=document)
    if not request.htmx:
        return redirect("desk:documents", event, slug)
    found.tournament = tournament
    context = {
        "document": found,
        "known": found.kind in PAPERS and found.made_at is not None,
        **frame(tournament),
    }
    if context["known"]:
        context["found"] = sheet_state(found)
    return render(request, "desk/_document_validity.html", context)


def _state(one: Document, job: Job | None) -> str:
    """How far a paper is; what to do with it stands in `desk/_document_STATE.html`."""
    if one.made_at:
        return "made"
    if job and job.open:
        return "making"
    return "cancelled" if job and job.status == Job.Status.CANCELLED else "failed"


def _offered(paper: Paper, rounds: list[Round]) -> bool:
    return not paper.per_round or bool(_rounds_for(paper, rounds))


def _rounds_for(paper: Paper, rounds: list[Round]) -> list[Round]:
    """Newest first: that is the one wanted."""
    kinds: dict[Needs, Callable[[Round], bool]] = {
        Needs.MATCHES: lambda round_: round_.matches.exists(),
        Needs.PAIRED: lambda round_: round_.is_paired,
        Needs.PUBLISHED: lambda round_: round_.is_public,
        Needs.ANY_ROUND: lambda round_: True,
    }
    fits = kinds[paper.needs]
    found = [round_ for round_ in reversed(rounds) if fits(round_)]
    if paper.needs is Needs.ANY_ROUND:
        # The round to be paired next stands first, then those behind it, then those ahead.
        paired = [round_.number for round_ in rounds if round_.is_public]
        coming = max(paired, default=0) + 1
        found.sort(key=lambda round_: (round_.number > coming, -round_.number))
    return found


def _meant(paper: Paper, tournament: Tournament, known: list[Round]) -> Round | None:
    """The round that a person means who names none: of results and tables the last complete one,
    of corrections the last with a correction, else the first that is offered."""
    wanted: set[int | None] = set()
    if paper.kind == "corrections":
        wanted = {made.act.round_number for made in corrections_of(tournament)}
    elif paper.needs is Needs.PUBLISHED:
        wanted = {one.number for one in known if one.status == Round.Status.FINISHED}
    return next((one for one in known if one.number in wanted), known[0] if known else None)


def _paper(kind: str) -> Paper:
    if kind not in PAPERS:
        raise Http404
    return PAPERS[kind]


def _asked(
    given: Mapping[str, str],
    paper: Paper,
    tournament: Tournament,
    rounds: list[Round],
    language: str,
) -> tuple[Round | None, str]:
    """The round and the language that the address or the form names, or the usual ones."""
    number = given.get("round", "")
    known = _rounds_for(paper, rounds) if paper.per_round else []
    meant = _meant(paper, tournament, known)
    chosen = next((one for one in known if str(one.number) == number), meant)
    wanted = given.get("language", "")
    return chosen, wanted if wanted in LANGUAGES else language


@login_required
def new(request: SignedIn, event: str, slug: str, kind: str) -> HttpResponse:
    """The options of a paper, with a preview beside them."""
    if request.method == "POST":
        tournament = tournament_for(request.user, event, slug, Role.CLERK)
        paper = _paper(kind)
        number = request.POST.get("round", "")
        given = tournament.papers.get(kind, {}) | request.POST.dict()
        job = request_document(
            tournament=tournament,
            kind=kind,
            number=int(number) if number.isdecimal() and len(number) < 4 else None,
            language=given.get("language", request.LANGUAGE_CODE),
            options={name: given[name] for name in (*paper.options, "paper") if name in given},
            by=request.user,
        )
        return redirect("desk:job", event, slug, job.pk)
    tournament = tournament_for(request.user, event, slug)
    paper = _paper(kind)
    shown = frame(tournament)
    given = tournament.papers.get(kind, {}) | request.GET.dict()
    round_, language_of_paper = _asked(
        given, paper, tournament, shown["rounds"], request.LANGUAGE_CODE
    )
    if paper.per_round and round_ is None:
        messages.error(request, _("There is nothing to print yet. Pair a round first."))
        return redirect("desk:documents", event, slug)
    options = fields(paper, tournament, round_, given)
    query = QueryDict(mutable=True)
    query.update({field.name: field.chosen for field in options})
    query["language"] = language_of_paper
    if round_ is not None:
        query["round"] = str(round_.number)
    context = {
        "paper": paper,
        "choices": _rounds_for(paper, shown["rounds"]) if paper.per_round else [],
        "round": round_,
        "fields": options,
        "languages": LANGUAGES.items(),
        "paper_language": language_of_paper,
        "query": query.urlencode(),
        "has_preview": paper.kind not in BUNDLES,
        "unprintable": unprintable(tournament, kind),
    }
    return render(request, "desk/document_new.html", context | shown)


@login_required
@require_safe
@xframe_options_sameorigin
def preview(request: SignedIn, event: str, slug: str, kind: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    paper = _paper(kind)
    if paper.kind in BUNDLES:
        raise Http404
    rounds = frame(tournament)["rounds"]
    round_, language = _asked(request.GET, paper, tournament, rounds, request.LANGUAGE_CODE)
    round_ = round_for(paper, tournament, round_.number if round_ else None)
    given = {name: value for name, value in last_values(request.GET).items() if value}
    options = clean(paper, tournament, round_, given)
    asked = PaperRequest(tournament, round_, Translator(language), options, paper.public)
    response = HttpResponse(preview_of(paper, asked, static("css/document.css")))
    response["Content-Security-Policy"] = PREVIEW_POLICY
    return response


@login_required
@require_safe
def download(request: SignedIn, event: str, slug: str, document: int) -> HttpResponse:
    """The paper exactly as it was made; or from a page on, or two pages on a sheet."""
    tournament = tournament_for(request.user, event, slug)
    found = get_object_or_404(tournament.documents, pk=document)
    return as_file(found, **_parts(request.GET))


class Parts(TypedDict):
    first: int
    two_up: bool


def _parts(given: Mapping[str, str]) -> Parts:
    return {"first": whole_number(given.get("first")) or 1, "two_up": given.get("two_up") == "1"}


def as_file(found: Document, *, first: int = 1, two_up: bool = False) -> HttpResponse:
    content = content_of(found)
    if content is None:
        raise Http404
    is_zip = found.kind in BUNDLES
    if (first > 1 or two_up) and not is_zip:
        if first > found.pages:
            raise Http404
        content = reprint(content, first=first, two_up=two_up)
    way = "attachment" if is_zip else "inline"
    return HttpResponse(
        content,
        content_type="application/zip" if is_zip else "application/pdf",
        headers={"Content-Disposition": f'{way}; filename="{file_name(found)}"'},
    )


@login_required
def print_document(request: SignedIn, event: str, slug: str, document: int) -> HttpResponse:
    """A paper once more: from a page on, two on a sheet, or by a link for a printer elsewhere."""
    tournament = open_page(request, event, slug, Role.ARBITER).tournament
    found = get_object_or_404(tournament.documents.defer("content"), pk=document)
    if found.made_at is None or found.kind in BUNDLES:
        raise Http404
    context = {
        "document": found,
        "paper": PAPERS.get(found.kind),
        "pages": range(1, found.pages + 1),
        "hours": HOURS,
        **frame(tournament),
    }
    if request.method == "POST":
        parts, hours = _parts(request.POST), whole_number(request.POST.get("hours"))
        if hours not in HOURS:
            raise Refused("document.unknown_hours", field="hours")
        note_link(tournament=tournament, document=found, hours=hours, by=request.user)
        context["link"] = settings.SITE_URL + link_to(found, hours=hours, **parts)
        context["until"] = timezone.now() + timedelta(hours=hours)
        context |= parts
    return render(request, "desk/document_print.html", context)


@button(Role.ARBITER)
def at_publication(press: Press) -> HttpResponse:
    """The papers that a publication makes by itself."""
    choose_papers(kinds=press.request.POST.getlist("kind"), **press.given)
    messages.success(press.request, _("The papers of each publication are noted."))
    return press.back("desk:documents")


@button(Role.ARBITER)
def post(press: Press, document: int) -> HttpResponse:
    found = get_object_or_404(
        Document.objects.defer("content"), tournament=press.tournament, pk=document
    )
    post_document(document=found, **press.given)
    return press.back("desk:documents")


@button(Role.ARBITER)
def take_down(press: Press, document: int) -> HttpResponse:
    found = get_object_or_404(
        Document.objects.defer("content"), tournament=press.tournament, pk=document
    )
    take_down_document(document=found, **press.given)
    return press.back("desk:documents")


@button(Role.CLERK)
def cancel(press: Press, job: int) -> HttpResponse:
    """Give up a document that is waiting or being made."""
    work = get_object_or_404(Job, tournament=press.tournament, pk=job, kind=Job.Kind.DOCUMENT)
    jobs.cancel_job(job=work)
    return press.back("desk:documents")
