"""Names of files under which papers are handed out."""

from tournaments.documents.catalogue import BUNDLES
from tournaments.models import Document


def file_name(document: Document) -> str:
    tournament = document.tournament
    parts = (tournament.event.slug, tournament.slug, document.kind.replace("_", "-"))
    number = f"r{document.round_number}" if document.round_number else ""
    ending = "zip" if document.kind in BUNDLES else "pdf"
    return "-".join(filter(None, (*parts, number, f"v{document.version}"))) + f".{ending}"
