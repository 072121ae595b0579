"""The papers that were posted, as everybody may open them."""

from django.utils.translation import gettext as _

from tournaments.documents.catalogue import PAPERS
from tournaments.models import Document, Tournament
from tournaments.queries.rounds.sheets import PUBLIC


def public_documents(tournament: Tournament) -> list[Document]:
    """The latest of each paper that was posted. None where names are shortened: papers carry
    them in full.

    A paper of a round counts only if it was made after that round was last published: what was
    printed before it was taken back is not handed out. While a round is taken back, neither are
    tables of the whole event that were made when it was out.
    """
    if tournament.event.shorten_minors:
        return []
    rounds = list(tournament.rounds.values("number", "status", "published_at", "under_revision"))
    published = {one["number"]: one["published_at"] for one in rounds if one["status"] in PUBLIC}
    taken_back = [one["published_at"] for one in rounds if one["under_revision"]]

    def may_be_read(document: Document) -> bool:
        number, made = document.round_number, document.made_at
        if made is None:
            return False
        if number is None:
            return not any(out and made >= out for out in taken_back)
        out = published.get(number)
        return number in published and (out is None or made >= out)

    kinds = [kind for kind, paper in PAPERS.items() if paper.public]
    found = Document.objects.filter(
        tournament=tournament, posted_at__isnull=False, kind__in=kinds
    ).defer("content", "rows")
    latest = {
        (
            document.kind,
            document.round_number or 0,
            document.language,
            str(sorted(document.options.items())),  # a category's standings beside the whole
        ): document
        for document in found.order_by("version")
        if may_be_read(document)
    }
    return [latest[key] for key in sorted(latest, key=lambda key: (key[1], key[0], *key[2:]))]


def document_label(document: Document) -> str:
    label = str(PAPERS[document.kind].label) if document.kind in PAPERS else document.kind
    if document.round_number:
        label += " · " + _("round %(number)s") % {"number": document.round_number}
    return label
