"""Measures the room that an event's papers take: `python -m scripts.bench.stored_papers`.

Makes the papers that an event of nine rounds prints (pairings by board and by name, results and
standings of each round, the start list, the cross table, the bulletin, and two of them again), in
a transaction that is taken back, and packs them as `services.papers.storing` does: bytes as they
are made, bytes of fonts among them, bytes in the store, and what packing and reading cost.
"""

import argparse
import os
import re
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if __name__ == "__main__":
    import django

    from config.local.embedded import ensure_services

    ensure_services()
    django.setup()

from django.db import transaction
from django.utils import timezone, translation

from scripts.bench import events
from tournaments.core import packs
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.making import pdf_of, sheet_of
from tournaments.models import Document, Tournament

#: events of a federation's years
EVENTS = 66_000
OF_A_ROUND = ("pairings", "pairings_by_name", "results", "standings")
AT_THE_END = ("players", "crosstable", "bulletin", "standings", "pairings")


def papers_of(tournament: Tournament) -> list[tuple[str, bytes]]:
    plan = [(kind, number) for number in range(1, events.ROUNDS + 1) for kind in OF_A_ROUND]
    plan += [(kind, events.ROUNDS) for kind in AT_THE_END]
    found: list[tuple[str, bytes]] = []
    for kind, number in plan:
        document = Document(
            pk=1000 + len(found),
            tournament=tournament,
            kind=kind,
            language="tr",
            options={},
            round_number=number if PAPERS[kind].per_round else None,
            made_at=timezone.now(),
        )
        sheet, request = sheet_of(document)
        found.append((str(document.pk), pdf_of(document, sheet, request)[0]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[50, 200])
    for players in parser.parse_args().players:
        with transaction.atomic(), translation.override("en"):
            papers = papers_of(events.swiss(players))
            transaction.set_rollback(True)
        before = sum(len(paper) for _name, paper in papers)
        fonts = sum(
            len(found[0])
            for _name, paper in papers
            for found in re.finditer(rb"/Length1 [^>]*>>\s*stream\r?\n.*?\nendstream", paper, re.S)
        )
        begun = time.process_time()
        made = list(packs.packs(papers))
        packing = time.process_time() - begun
        after = sum(len(data) for _names, data in made)
        begun = time.process_time()
        wanted = dict(papers)
        for names, data in made:
            assert packs.paper_of(data, names[-1]) == (wanted[names[-1]], True)
        reading = (time.process_time() - begun) / len(made)
        print(
            f"{players} players, {len(papers)} papers: {before:,} bytes, of which fonts {fonts:,}; "
            f"packed {after:,} in {len(made)} pieces, {before / after:.1f} times less; "
            f"{EVENTS:,} such events {EVENTS * before / 1e9:.0f} GB and "
            f"{EVENTS * after / 1e9:.0f} GB; packing {packing:.1f} s, reading one {reading:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
