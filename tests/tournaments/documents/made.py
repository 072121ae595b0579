"""Documents as a worker makes them, and what a reader finds in them."""

import io

from pypdf import PdfReader

from tests import factories
from tournaments.kernel import jobs
from tournaments.models import Document, Tournament
from tournaments.services.papers.documents import make_document, request_document


def document(
    tournament: Tournament,
    kind: str,
    number: int | None = None,
    language: str = "en",
    **options: str,
) -> Document:
    job = request_document(
        tournament=tournament,
        kind=kind,
        number=number,
        language=language,
        options=options,
        by=factories.chief_of(tournament),
    )
    jobs.run_in_stages(job.pk, make_document)
    job.refresh_from_db()
    assert job.status == "done", job.error
    return Document.objects.get(pk=job.target)


def reader(found: Document) -> PdfReader:
    return PdfReader(io.BytesIO(bytes(found.content)))


def words(found: Document) -> str:
    """The text of all pages, spaces and line ends made equal."""
    return " ".join(" ".join(page.extract_text() for page in reader(found).pages).split())
