"""Every paper of every format as pictures, to be looked at.

    python -m scripts.looks.papers FOLDER [--format KEY] [--kind KIND] [--language tr+en]
                                          [--until STATE] [--dpi 60]

Takes the events of the truth walk, with long names of several scripts, through their states, to
the end or to the state named, and makes each paper of the format's catalogue. FOLDER then holds
sheets of six papers each, their first and last pages. `--option size=wall` as papers have them.
Works in the database of the settings, in a transaction that is taken back.
"""

import argparse
import logging
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if __name__ == "__main__":
    import django

    from config.local.embedded import ensure_services
    from config.translations import compile_translations

    compile_translations()
    ensure_services()
    django.setup()

from django.db import transaction
from django.utils import timezone, translation
from PIL import Image, ImageDraw

from tests.truth import states, words
from tournaments.documents.catalogue import BUNDLE, PAPERS
from tournaments.documents.making import pdf_of, sheet_of
from tournaments.kernel.errors import Refused
from tournaments.models import Document, Tournament

ACROSS, DOWN, GAP, HEAD = 3, 2, 8, 16

Life = tuple[Tournament, Iterator[str]]


def lives() -> dict[str, Callable[[], Life]]:
    """An event of each format, made when it is called."""
    return {
        "fide2026.dutch": lambda: states.with_prizes(
            states.swiss("fide2026.dutch", players=11), "hort"
        ),
        words.DOUBLE: lambda: states.swiss(words.DOUBLE, tie_breaks=["PS"]),
        "round-robin": lambda: states.with_prizes(states.robin(players=7, cycles=1), "place"),
        "double-round-robin": lambda: states.robin(players=6, cycles=2, edition="handbook"),
        "odd-double-round-robin": lambda: states.robin(players=5, cycles=2),
        "knockout": lambda: states.knockout(9),
        "scheveningen": lambda: states.of_teams("handbook.scheveningen", teams=2, boards=4),
        "skalitzka": lambda: states.of_teams("handbook.skalitzka", teams=3, boards=2),
        "team-swiss": lambda: states.of_teams("fide2026.team", teams=7, boards=4),
        "team-round-robin": lambda: states.of_teams("handbook.team_round_robin", teams=5, boards=4),
        "team-knockout": lambda: states.team_knockout(6),
    }


def pictures(pdf: bytes, dpi: int) -> list[Image.Image]:
    """The first page and the last."""
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "paper.pdf"
        given.write_bytes(pdf)
        subprocess.run(["pdftoppm", "-r", str(dpi), "-png", given, f"{folder}/page"], check=True)
        pages = sorted(Path(folder).glob("page*.png"))
        chosen = pages[:1] + pages[-1:] if len(pages) > 1 else pages
        return [Image.open(page).convert("RGB").copy() for page in chosen]


def papers_of(
    tournament: Tournament, language: str, kinds: list[str], options: dict[str, str]
) -> Iterator[tuple[str, bytes]]:
    number = max((one.number for one in tournament.rounds.all() if one.is_paired), default=None)
    for kind, paper in PAPERS.items():
        if kind == BUNDLE or not paper.fits(tournament.format) or (kinds and kind not in kinds):
            continue
        if paper.per_round and number is None:
            continue  # a knock-out between players
        document = Document(
            pk=1,
            tournament=tournament,
            kind=kind,
            language=language,
            options={"paper": "A4"} | options,
            round_number=number if paper.per_round else None,
            made_at=timezone.now(),
        )
        try:
            yield kind, pdf_of(document, *sheet_of(document))[0]
        except Refused as why:
            print(f"  {kind}: {why.code}", flush=True)


def sheet(shown: list[tuple[str, Image.Image]], file: Path) -> None:
    """Pages side by side, each with the name of its paper."""
    width = max(page.width for _name, page in shown) + GAP
    height = max(page.height for _name, page in shown) + HEAD
    rows = -(-len(shown) // ACROSS)
    whole = Image.new("RGB", (ACROSS * width, rows * height), "#888")
    for place, (name, page) in enumerate(shown):
        left, top = place % ACROSS * width, place // ACROSS * height
        ImageDraw.Draw(whole).text((left + 4, top + 2), name, fill="white")
        whole.paste(page, (left, top + HEAD))
    whole.save(file, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--format", action="append", default=[])
    parser.add_argument("--kind", action="append", default=[])
    parser.add_argument("--language", default="tr+en")
    parser.add_argument("--until", default="")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--dpi", type=int, default=60)
    chosen = parser.parse_args()
    logging.disable(logging.INFO)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    options = dict(one.split("=", 1) for one in chosen.option)
    with transaction.atomic(), translation.override("en"):
        for name, made in lives().items():
            if chosen.format and name not in chosen.format:
                continue
            tournament, steps = made()
            for state in steps:
                if state == chosen.until:
                    break
            tournament = Tournament.objects.get(pk=tournament.pk)
            print(f"{name}: {state}", flush=True)
            shown: list[tuple[str, Image.Image]] = []
            for kind, pdf in papers_of(tournament, chosen.language, chosen.kind, options):
                file = re.sub(r"\W+", "-", f"{name}-{kind}-{chosen.language}")
                (chosen.folder / f"{file}.pdf").write_bytes(pdf)
                shown += [(f"{name} {kind}", page) for page in pictures(pdf, chosen.dpi)]
            each = ACROSS * DOWN
            for place in range(0, len(shown), each):
                file = re.sub(r"\W+", "-", f"{name}-{chosen.language}-{place // each:02}")
                sheet(shown[place : place + each], chosen.folder / f"sheet-{file}.png")
        transaction.set_rollback(True)


if __name__ == "__main__":
    main()
