"""The page behind the QR code of a printed sheet: does it still hold?"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.documents.catalogue import PAPERS
from tournaments.documents.validity import handed_out, newest, sheet_state
from tournaments.kernel.clock import at_the_venue
from tournaments.kernel.permissions import role_in
from tournaments.models import Document
from tournaments.views.documents import as_file
from tournaments.web.paper_links import read


def short(request: HttpRequest, code: str) -> HttpResponse:
    """The address in the QR code, which belongs to no language."""
    return redirect("public:sheet", code)


def sheet(request: HttpRequest, code: str) -> HttpResponse:
    found, is_staff = _found(request, code)
    state = sheet_state(found)
    paper = PAPERS.get(found.kind)
    event = found.tournament.event
    # A stranger reads here no more than on the sheet, and not what only the staff has in hand.
    open_to_all = paper is not None and paper.public and not event.shorten_minors
    later = newest(found)
    context = {
        "document": found,
        "paper": paper,
        "tournament": found.tournament,
        "event": event,
        "state": state,
        "shows_changes": is_staff or open_to_all,
        "is_staff": is_staff,
        "newest": later if later and handed_out(later) else None,
        "posted": handed_out(found),
    }
    response = render(request, "public/sheet.html", context)
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "no-store"
    return response


def pdf(request: HttpRequest, code: str) -> HttpResponse:
    """A posted document, exactly as it was posted."""
    found, _is_staff = _found(request, code)
    if not handed_out(found):
        raise Http404
    return as_file(found)


def printout(request: HttpRequest, token: str) -> HttpResponse:
    """One paper for whoever has its link, until it expires."""
    link = read(token)
    found = (
        Document.objects.select_related("tournament__event")
        .filter(
            pk=link.document,
            tournament__event__removed=False,
            tournament__undone_at=None,
        )
        .first()
        if link
        else None
    )
    if link is None or found is None:
        raise Http404
    if link.expired:
        response = render(request, "public/expired.html", {"until": link.until}, status=410)
    else:
        response = as_file(found, first=link.first, two_up=link.two_up)
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _found(request: HttpRequest, code: str) -> tuple[Document, bool]:
    documents = Document.objects.select_related("tournament__event", "created_by")
    found = get_object_or_404(
        documents.exclude(made_at=None),
        code=code,
        tournament__event__removed=False,
        tournament__undone_at=None,
    )
    is_staff = role_in(request.user, found.tournament.event) is not None
    if not is_staff and (found.draft or not found.tournament.event.public):
        raise Http404
    at_the_venue(found.tournament.event)
    return found, is_staff
