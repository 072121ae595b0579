"""Measures the papers: `python -m scripts.bench.documents [--players 200] [--keep FOLDER]`.

Works in the database of the settings, in a transaction that is taken back. Every paper is made in
a process of its own, as by a fresh worker whose fonts are loaded: seconds of one core until it is
filled, seconds to set it, pages, the most memory; and what WeasyPrint alone needs for the same
HTML in one run (`--alone`), with the whole time as a multiple of that.
"""

import argparse
import gc
import os
import pickle
import resource
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if __name__ == "__main__":
    import django

    from config.local.embedded import ensure_services

    ensure_services()
    django.setup()

from django.db import connection, transaction
from django.utils import timezone, translation

from scripts.bench import events
from scripts.looks.around import emblems
from tournaments.documents.catalogue import BUNDLE, BUNDLES, PAPERS, bundled
from tournaments.documents.making import html_of, pdf_of, sheet_of
from tournaments.documents.render import to_pdf
from tournaments.kernel.errors import Refused
from tournaments.models import Document, Tournament


def make(
    tournament: Tournament, kind: str, language: str, options: dict[str, str], *, alone: bool
) -> tuple[dict[str, Any], bytes]:
    """The cost, and the PDF; `alone`: only WeasyPrint, and everything in one run."""
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
    if alone:
        html = html_of(document, *sheet_of(document))
        begun = time.process_time()
        to_pdf(html)
        return {"alone": time.process_time() - begun}, b""
    begun = time.process_time()
    sheet, request = sheet_of(document)
    sheet.rows()
    filled = time.process_time()
    pdf, pages = pdf_of(document, sheet, request)
    done = time.process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    cost = {"filled": filled - begun, "set": done - filled, "pages": pages, "memory": memory}
    return cost, pdf


def in_child_process(
    work: Callable[[], tuple[dict[str, Any], bytes]],
) -> tuple[dict[str, Any], bytes] | None:
    """In a child process, so that memory and garbage of one paper are not those of another."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            with os.fdopen(writing, "wb") as out:
                try:
                    pickle.dump(work(), out)
                except Refused:
                    pickle.dump(None, out)  # a paper of teams, or of another system
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        found: tuple[dict[str, Any], bytes] | None = pickle.load(answer)
    os.waitpid(child, 0)
    return found


def warm(tournament: Tournament) -> None:
    """Programs, templates and fonts are loaded, as in any worker but the newest."""
    document = Document(
        pk=1, tournament=tournament, kind="players", language="en", made_at=timezone.now()
    )
    to_pdf(html_of(document, *sheet_of(document)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--language", default="tr")
    parser.add_argument("--only", default="", help="kinds, separated by commas")
    parser.add_argument("--paper", default="A4", help="or Letter")
    parser.add_argument("--alone", action="store_true", help="WeasyPrint alone, too")
    parser.add_argument("--logos", action="store_true", help="the event has a logo and sponsors")
    parser.add_argument("--keep", type=Path, help="folder for the PDFs")
    arguments = parser.parse_args()
    with transaction.atomic(), translation.override("en"):
        players = arguments.players
        tournament = events.round_robin(players) if players < 20 else events.swiss(players)
        if arguments.logos:
            chief = tournament.event.staff.get().user
            tournament.event = emblems(tournament.event, chief)
        kinds = [kind for kind in PAPERS if kind not in BUNDLES]
        if arguments.only:
            kinds = arguments.only.split(",")
        warm(tournament)
        gc.freeze()
        # The children ask on our connection: none may prepare statements the others do not know.
        connection.connection.prepare_threshold = None
        whole = 0.0
        in_zip = [
            paper.kind for paper in bundled(BUNDLE, tournament, tournament.rounds.latest("number"))
        ]
        options = {"paper": arguments.paper}
        for kind in kinds:
            work = partial(make, tournament, kind, arguments.language, options)
            made = in_child_process(partial(work, alone=False))
            if made is None:
                continue
            cost, pdf = made
            if arguments.alone:
                again = in_child_process(partial(work, alone=True))
                cost |= again[0] if again else {}
            total = cost["filled"] + cost["set"]
            whole += total if kind in in_zip else 0
            ratio = ""
            if "alone" in cost:
                ratio = f"  alone {cost['alone']:6.2f} s  x {total / cost['alone']:.2f}"
            print(
                f"{kind:24}{cost['filled']:6.2f} +{cost['set']:6.2f} s {cost['pages']:5} pages "
                f"{len(pdf) // 1024:6} kB {cost['memory']:5} MB{ratio}",
                flush=True,
            )
            if arguments.keep:
                name = f"{players}-{kind}-{arguments.language.replace('+', '-')}.pdf"
                (arguments.keep / name).write_bytes(pdf)
        print(f"all papers of a round: {whole:.1f} s")
        transaction.set_rollback(True)


if __name__ == "__main__":
    main()
