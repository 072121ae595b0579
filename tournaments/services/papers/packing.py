"""Everything that lies in a bundle beside its papers: in the pack for the hour in which everything
fails, and in the package of the report."""

import io
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import override
from pypdf import PdfWriter

from tournaments.documents.catalogue import FALLBACK, PACKAGE
from tournaments.models import Document, Tournament
from tournaments.queries.reports.fallback import fallback_report
from tournaments.queries.reports.package import package_files
from tournaments.services.papers.storing import content_of

ALL, REPORT, HOW = "all.pdf", "report.trf", "how.txt"


def extras(bundle: Document, papers: Sequence[Document]) -> Iterator[tuple[str, bytes]]:
    """The files of a bundle beside its papers."""
    if bundle.kind == FALLBACK:
        yield from _to_go_on(bundle.tournament, papers)
    elif bundle.kind == PACKAGE:
        main = bundle.language.partition("+")[0]
        with override(main):
            yield from package_files(bundle.tournament)


def _to_go_on(tournament: Tournament, papers: Sequence[Document]) -> Iterator[tuple[str, bytes]]:
    yield ALL, one_pdf(papers)
    yield REPORT, fallback_report(tournament)
    texts, chosen = [], tournament.format
    for language in ("tr", "en"):
        with override(language):
            texts.append(_how_in_teams(chosen.swiss) if chosen.pairs_teams else _how())
    yield HOW, "\n\n".join(texts).encode()


def _how() -> str:
    steps = [
        _("Without the site:"),
        _("1. Print all.pdf: boards, slips, cards, check list, standings."),
        _("2. On a computer with Hakem, type the results into results.txt, a board a line: 12 1-0"),
        _(
            "3. python -m pairing pair report.trf --results results.txt --boards --out boards.txt "
            "--trf next.trf"
        ),
        _("4. Hang up boards.txt and play. next.trf has the new round."),
        _(
            "5. When the site is back: enter the results there, then take next.trf over on the "
            "page of the round."
        ),
    ]
    return "\n".join(steps)


def _how_in_teams(swiss: bool) -> str:
    steps = [
        _("Without the site:"),
        _("1. Print all.pdf: matches, sheets, slips, blank line-ups, standings."),
        _("2. Captains hand in the line-ups on paper; write the results on the sheets."),
        _(
            "3. On a computer with Hakem, type the results into results.txt, a board a line: "
            "12 1-0. python -m pairing pair report.trf --results results.txt names the next "
            "matches by the numbers of the teams"
        )
        if swiss
        else _("3. The next matches follow from the plan, or from the bracket."),
        _("4. When the site is back: enter line-ups and results, then pair the next round there."),
    ]
    return "\n".join(steps)


def one_pdf(papers: Sequence[Document]) -> bytes:
    """All papers one behind the other, each with a bookmark."""
    writer = PdfWriter()
    for paper in papers:
        content = content_of(paper)
        if content:
            writer.append(io.BytesIO(content), outline_item=paper.kind.replace("_", " "))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
