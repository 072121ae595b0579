"""How long the papers take: `python -m tests.bench.documents [--players 200] [--keep FOLDER]`.

Works in the database of the settings, in a transaction that is taken back. For every paper: the
whole time, what WeasyPrint alone needs of it, pages, and the most memory so far.
"""

import argparse
import os
import resource
import time
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if __name__ == "__main__":
    import django

    from config.embedded import ensure_services

    ensure_services()
    django.setup()

from django.db import transaction
from django.utils import timezone, translation

from tests.bench import events
from tournaments.documents.catalogue import BUNDLE, BUNDLED, PAPERS
from tournaments.documents.press import html_of, sheet_of
from tournaments.documents.render import to_pdf
from tournaments.errors import Refused
from tournaments.models import Document, Tournament


def make(tournament: Tournament, kind: str, language: str, **options: str):
    """(seconds to fill it, seconds of WeasyPrint, pages, the PDF)"""
    paper = PAPERS[kind]
    last = tournament.rounds.count()
    document = Document(
        pk=1,
        tournament=tournament,
        kind=kind,
        language=language,
        options=options,
        round_number=last if paper.per_round else None,
        made_at=timezone.now(),
    )
    begun = time.process_time()
    sheet, ask = sheet_of(document)
    html = html_of(document, sheet, ask)
    filled = time.process_time()
    pdf, pages = to_pdf(html)
    return filled - begun, time.process_time() - filled, pages, pdf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--language", default="tr")
    parser.add_argument("--only", default="", help="kinds, separated by commas")
    parser.add_argument("--keep", type=Path, help="folder for the PDFs")
    arguments = parser.parse_args()
    with transaction.atomic(), translation.override("en"):
        players = arguments.players
        tournament = events.round_robin(players) if players < 20 else events.swiss(players)
        kinds = [kind for kind in PAPERS if kind != BUNDLE]
        if arguments.only:
            kinds = arguments.only.split(",")
        of_a_round, whole = 0.0, time.process_time()
        to_pdf("<html lang=en><title>warm</title>")
        print(f"start of WeasyPrint with its fonts: {time.process_time() - whole:.2f} s")
        for kind in kinds:
            try:
                filled, pressed, pages, pdf = make(tournament, kind, arguments.language)
            except Refused:
                continue  # a paper of teams, or of another system
            of_a_round += filled + pressed if kind in BUNDLED else 0
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(
                f"{kind:24}{filled + pressed:7.2f} s  WeasyPrint {pressed:6.2f} s  "
                f"{pages:4} pages {len(pdf) // 1024:6} kB  {memory} MB"
            )
            if arguments.keep:
                name = f"{players}-{kind}-{arguments.language.replace('+', '-')}.pdf"
                (arguments.keep / name).write_bytes(pdf)
        print(f"all papers of a round: {of_a_round:.1f} s")
        transaction.set_rollback(True)


if __name__ == "__main__":
    main()
