"""The evidence of a case for the committee: one PDF, and a ZIP with all that it rests on."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing import VERSION
from tournaments.documents import boards
from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.making import loose_pdf
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Translator
from tournaments.models import Case, Document, LogEntry, Round
from tournaments.queries.hall.published import harmless
from tournaments.queries.reports.trf import record_before
from tournaments.queries.rounds.seals import proposal_of, seal_of
from tournaments.queries.voice.cases import history_of
from tournaments.queries.voice.slips import picture_of, slips_for_paper, slips_of_case
from tournaments.wording.history import line_in_words, value_in_words
from tournaments.wording.papers import CASE, NAMES
from tournaments.wording.systems import name_of_format

#: a sheet has this name within the ZIP
UNSAFE = re.compile(r"[^a-z0-9_-]+")


def case_sheet(case: Case, request: PaperRequest) -> Sheet:
    """The claim, the decisions, the engine and its seal, the proof, the history, the sheets."""
    say = request.translator
    title = say(CASE, number=case.number)
    sections = [Section(title, tuple(_facts(case, request)), "", request.when())]
    if request.round is not None and request.tournament.format.pairs_players:
        sections += boards.reasons(request).sections
    if pictures := list(_slips(case, request)):
        sections.append(Section(say(_("Slips")), tuple(pictures)))
    lines = history_of(case)
    sections.append(Section(say(_("History of the round")), (_history(request, lines),)))
    sections.append(Section(say(_("Sheets of the round")), (_sheets(request, case),)))
    return Sheet(tuple(sections), label=CASE)


def _facts(case: Case, request: PaperRequest) -> Iterator[Block]:
    say, when = request.translator, request.time
    seal = _seal(request.round)
    facts: list[tuple[Any, str]] = [
        (_("Round"), str(case.round_number)),
        (_("Board"), str(case.board)),
        (_("Claim of"), str(case.entry)),
        (_("Opponent"), str(case.opponent or "–")),
        (_("About"), say(Case.About(case.about).label)),
        (_("Result claimed"), request.result(case.claimed) or "–"),
        (_("Time of the claim"), when(case.at)),
        (_("Pairing system"), say(name_of_format(request.tournament.format))),
        (_("Program"), f"Hakem {VERSION}"),
        (_("Second engine"), say(seal)),
    ]
    rows = [Row(f"f{place}", (say(what), value)) for place, (what, value) in enumerate(facts)]
    yield table([("", "w55"), ("", "")], rows)
    for key, heading, text in _words(case, request):
        words = {"heading": heading, "text": text}
        yield Fragment("documents/words.html", words, {f"{key}h": heading, key: text})


def _words(case: Case, request: PaperRequest) -> Iterator[tuple[str, str, str]]:
    say, when = request.translator, request.time
    yield "claim", say(_("The claim")), case.words
    if case.verdict and case.decided_at:
        who = case.decided_by.display_name if case.decided_by else ""
        head = f"{say(_('Decision of the chief arbiter'))}: {say(Case.Verdict(case.verdict).label)}"
        yield "decision", f"{head} · {who} · {when(case.decided_at)}", case.decision
    if case.appealed_at:
        head = f"{say(_('Appeal'))}: {case.appealed_by or ''} · {when(case.appealed_at)}"
        yield "appeal", head, case.appeal
    if case.appeal_verdict and case.appeal_decided_at:
        verdict = say(Case.Verdict(case.appeal_verdict).label)
        head = f"{say(_('Decision of the committee'))}: {verdict} · {when(case.appeal_decided_at)}"
        yield "committee", head, case.appeal_decision


def _slips(case: Case, request: PaperRequest) -> Iterator[Block]:
    for one in slips_for_paper(case):
        slip = one.slip
        who = slip.entry.name if slip.entry else slip.by.display_name if slip.by else ""
        text = " · ".join(
            part for part in (request.result(slip.code), who, request.time(slip.at)) if part
        )
        context = {"picture": one.picture, "text": text}
        yield Fragment("documents/slip.html", context, {f"slip{slip.pk}": text})


SEALS = {
    "agree": _("pairs the same"),
    "differ": _("pairs differently"),
    "too_large": _("not asked: too large"),
    "broken": _("failed"),
    "": _("not asked"),
}


def _seal(round_: Round | None) -> Any:
    seal = seal_of(round_) if round_ is not None else None
    return SEALS[seal["outcome"] if seal else ""]


def _history(request: PaperRequest, lines: list[LogEntry]) -> Table:
    say = request.translator
    columns = [(say(_("Time")), "w34"), (say(_("Who")), "w34"), (say(_("What")), "")]
    columns += [(say(_("Before")), "w34"), (say(_("After")), "w34")]
    rows = [
        Row(
            f"l{one.pk}",
            (
                request.time(one.at),
                one.by.display_name if one.by else "–",
                f"{line_in_words(one)} {one.reason}".strip(),
                value_in_words(one, one.before),
                value_in_words(one, one.after),
            ),
        )
        for one in lines
    ]
    return table(columns, rows)


def _sheets(request: PaperRequest, case: Case) -> Table:
    say = request.translator
    columns = [(say(_("Sheet")), ""), (say(_("Version")), "w20 n"), (say(_("Made")), "w44")]
    columns.append((say(_("Posted")), "w44"))
    rows = [
        Row(
            f"d{one.pk}",
            (
                say(NAMES[one.kind]) if one.kind in NAMES else one.kind,
                str(one.version),
                request.time(one.made_at) if one.made_at else "–",
                request.time(one.posted_at) if one.posted_at else "–",
            ),
        )
        for one in sheets_of(case)
    ]
    return table(columns, rows)


def evidence_pdf(case: Case, language: str) -> bytes:
    tournament = case.tournament
    round_ = tournament.round(case.round_number)
    if round_ is not None:
        round_.tournament = tournament
    request = PaperRequest(
        tournament, round_, Translator(language), {"board": str(case.board)}, public=False
    )
    return loose_pdf(case_sheet(case, request), request, CASE % {"number": case.number})


def sheets_of(case: Case) -> list[Document]:
    """The papers of the round, every version."""
    found = Document.objects.filter(tournament=case.tournament, round_number=case.round_number)
    return list(found.exclude(made_at=None).order_by("kind", "version"))


def evidence_zip(case: Case, language: str, sheets: Iterable[tuple[Document, bytes]]) -> bytes:
    """The PDF, the record from which the round was paired, what the engines said, the history
    and every sheet of the round as it was printed."""
    tournament, number = case.tournament, case.round_number
    round_ = tournament.round(number)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("case.pdf", evidence_pdf(case, language))
        if round_ is not None:
            round_.tournament = tournament
            if tournament.format.pairs_players:
                pack.writestr(f"before-round-{number}.trf", record_before(round_))
            told = {
                "program": f"Hakem {VERSION}",
                "system": tournament.system,
                "seal": seal_of(round_),
                "pairing": proposal_of(round_),
            }
            pack.writestr("pairing.json", json.dumps(told, indent=1, ensure_ascii=False))
        pack.writestr("history.csv", _history_csv(history_of(case)))
        for slip in slips_of_case(case):
            if (picture := picture_of(slip)) is not None:
                name = f"slips/round-{number}-board-{case.board}-{slip.pk}.jpg"
                pack.writestr(name, picture)
        for one, content in sheets:
            kind = UNSAFE.sub("-", one.kind)
            ending = "zip" if content.startswith(b"PK") else "pdf"
            pack.writestr(f"sheets/{kind}-{one.version}-{one.pk}.{ending}", content)
    return out.getvalue()


def _history_csv(lines: list[LogEntry]) -> bytes:
    out = io.StringIO()
    out.write("\ufeff")  # spreadsheets then know the encoding
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for one in lines:
        who = one.by.display_name if one.by else ""
        cells = (one.at.isoformat(), who, one.act, one.label, one.before, one.after, one.reason)
        writer.writerow([harmless("" if cell is None else str(cell)) for cell in cells])
    return out.getvalue().encode()
