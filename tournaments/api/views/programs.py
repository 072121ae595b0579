"""Webhooks of an event and what was sent to them; papers, made and fetched."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404
from django.utils import timezone
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import programs
from tournaments.api.access import (
    SignedRequest,
    readable,
    readable_event_to_write,
    writable_event,
)
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import PageQuery, page, page_of
from tournaments.api.serializers import JobSerializer
from tournaments.api.views.rounds import described
from tournaments.documents.catalogue import BUNDLES
from tournaments.models import Document, Event, Role, Scope, Tournament, Webhook
from tournaments.services.papers.at_publication import choose_papers
from tournaments.services.papers.documents import (
    note_link,
    post_document,
    request_document,
    take_down_document,
)
from tournaments.services.programs import webhooks
from tournaments.web.paper_links import link_to

WebhookPage = page_of(programs.WebhookSerializer)
DeliveryPage = page_of(programs.DeliverySerializer)


class _ForChief(WriteView):
    tag = "webhooks"
    scope, role = Scope.EVENTS, Role.CHIEF

    def event(self, slug: str) -> Event:
        return writable_event(self.request, slug, self.scope, self.role)


class Webhooks(ReadView, _ForChief):
    """The addresses that are told what happens in an event; for its chief arbiter."""

    shape = WebhookPage
    made_in = ("api:webhooks", "slug")  # `url` is the address that is told
    read_permissions = [permissions.IsAuthenticated]

    @read("listWebhooks", WebhookPage, SparseQuery, cached=False)
    def get(self, request: Request, slug: str) -> Response:
        event = readable_event_to_write(request, slug, self.scope, self.role)
        found = event.webhooks.filter(withdrawn_at=None)
        return self.answer(request, {"next": None, "results": found})

    @write(
        "addWebhook",
        programs.WebhookRequestSerializer,
        {201: programs.NewWebhookSerializer},
        "Tell an address what happens. Scope: events.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        event = self.event(slug)
        given = self.checked(programs.WebhookRequestSerializer)
        made = webhooks.make_webhook(event=event, by=request.user, **given)
        return Response(programs.NewWebhookSerializer(made).data, status=201)


def _webhook(event: Event, pk: int) -> Webhook:
    found = event.webhooks.filter(pk=pk, withdrawn_at=None).first()
    if found is None:
        raise Http404
    return found


class OneWebhook(_ForChief):
    """An address that is told what happens."""

    @write("removeWebhook", None, {204: None}, "Tell an address no more. Scope: events.")
    @writes
    def delete(self, request: SignedRequest, slug: str, webhook: int) -> Response:
        event = self.event(slug)
        found = _webhook(event, webhook)
        webhooks.withdraw_webhook(event=event, webhook_id=found.pk, by=request.user)
        return Response(status=204)


class Ping(_ForChief):
    """A message of the kind `ping`, to try whether the address hears."""

    @write(
        "pingWebhook",
        None,
        {200: programs.DeliverySerializer},
        "Send a test message to a webhook. Scope: events.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str, webhook: int) -> Response:
        event = self.event(slug)
        sent = webhooks.ping(event=event, webhook_id=_webhook(event, webhook).pk)
        return Response(programs.DeliverySerializer(sent).data)


class Deliveries(ReadView, _ForChief):
    """The messages to a webhook, the latest first; for the chief arbiter."""

    query = PageQuery
    shape = DeliveryPage
    read_permissions = [permissions.IsAuthenticated]

    @read("listDeliveries", DeliveryPage, PageQuery, cached=False)
    def get(self, request: Request, slug: str, webhook: int) -> Response:
        event = readable_event_to_write(request, slug, self.scope, self.role)
        rows = _webhook(event, webhook).deliveries.defer("body")
        return self.answer(request, page(request, self.params, rows, ("-id",)))


class Resend(_ForChief):
    """The same message again, with the same id."""

    @write("resendDelivery", None, {204: None}, "Send a message again. Scope: events.")
    @writes
    def post(self, request: SignedRequest, slug: str, delivery: int) -> Response:
        webhooks.resend(event=self.event(slug), delivery_id=delivery)
        return Response(status=204)


# --- Papers ---------------------------------------------------------------------------------------


class MakePaper(WriteView):
    """A worker makes the paper; its job says when it is there."""

    tag = "papers"
    scope, role = Scope.PAPERS, Role.CLERK

    @write(
        "makePaper",
        programs.PaperRequestSerializer,
        {202: JobSerializer},
        "Make a paper (PDF). Scope: papers.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(programs.PaperRequestSerializer)
        job = request_document(
            tournament=tournament,
            kind=given["kind"],
            number=given.get("round"),
            language=given["language"],
            options=given.get("options"),
            by=request.user,
        )
        shape = JobSerializer(described(job), context={"request": request})
        return Response(shape.data, status=202)


class OnePaper(ReadView):
    """A paper with its content; for the staff."""

    tag = "papers"
    shape = programs.MadePaperSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("getPaper", programs.MadePaperSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int, paper: int) -> Response:
        tournament, inside = readable(request, pk)
        if not inside:
            raise Http404
        return self.answer(request, _paper(tournament, paper))


class PostPaper(WriteView):
    """Everybody may read it, exactly as it is."""

    tag = "papers"
    scope, role = Scope.PAPERS, Role.ARBITER

    @write("postPaper", None, {204: None}, "Publish a paper. Scope: papers.")
    @writes
    def put(self, request: SignedRequest, pk: int, paper: int) -> Response:
        tournament = self.tournament(pk)
        post_document(tournament=tournament, document=_paper(tournament, paper), by=request.user)
        return Response(status=204)

    @write("takePaperDown", None, {204: None}, "Publish a paper no more. Scope: papers.")
    @writes
    def delete(self, request: SignedRequest, pk: int, paper: int) -> Response:
        tournament = self.tournament(pk)
        take_down_document(
            tournament=tournament, document=_paper(tournament, paper), by=request.user
        )
        return Response(status=204)


class PrinterLink(WriteView):
    """A link to a paper for a printer that has no login; it expires by itself."""

    tag = "papers"
    scope, role = Scope.PAPERS, Role.ARBITER

    @write(
        "linkPaper",
        programs.PrinterLinkRequestSerializer,
        {201: programs.PrinterLinkSerializer},
        "Make a link to a paper for a printer. Scope: papers.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, paper: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(programs.PrinterLinkRequestSerializer)
        found, hours = _paper(tournament, paper), given.pop("hours")
        if found.kind in BUNDLES:
            raise Http404
        note_link(tournament=tournament, document=found, hours=hours, by=request.user)
        link = {
            "url": settings.SITE_URL + link_to(found, hours=hours, **given),
            "until": timezone.now() + timedelta(hours=hours),
        }
        return Response(programs.PrinterLinkSerializer(link).data, status=201)


class AtPublication(ReadView, WriteView):
    """The papers that each publication of a round makes by itself; for the staff."""

    tag = "papers"
    shape = programs.AtPublicationSerializer
    read_permissions = [permissions.IsAuthenticated]
    scope, role = Scope.PAPERS, Role.ARBITER

    @read("getPapersAtPublication", programs.AtPublicationSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)
        if not inside:
            raise Http404
        return self.answer(request, {"kinds": tournament.papers_at_publication})

    @write(
        "choosePapersAtPublication",
        programs.AtPublicationSerializer,
        {200: programs.AtPublicationSerializer},
        "Choose the papers that each publication makes. Scope: papers.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(programs.AtPublicationSerializer)
        chosen = choose_papers(tournament=tournament, by=request.user, **given)
        return Response({"kinds": chosen.papers_at_publication})


def _paper(tournament: Tournament, pk: int) -> Document:
    found = tournament.documents.filter(pk=pk).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found
