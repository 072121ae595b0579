"""The arbiter's report: their own words on top, then the event in figures, the incidents with their
articles, the corrections, and what the next event may do otherwise."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Text
from tournaments.models import IncidentKind, Role
from tournaments.queries.reports.incidents import (
    Happened,
    all_is_played,
    happened,
    incident_book,
    suggestions,
)
from tournaments.queries.results.corrections import corrections_of
from tournaments.queries.standings.norm_forms import EventFigures, event_figures
from tournaments.queries.voice.calls import call_times
from tournaments.wording.papers import ARBITERS_REPORT
from tournaments.wording.systems import name_of_format


def sheet(request: PaperRequest) -> Sheet:
    tournament = request.tournament
    figures, told = event_figures(tournament), happened(tournament)
    blocks: list[Block] = [_event(request, figures), *_words(request)]
    blocks += [_figures(request, figures, told), *_incidents(request), *_corrections(request)]
    blocks += [*_suggestions(request), _hands(request)]
    final = all_is_played(tournament)
    note = "" if final else request.translator(_("not final"))
    section = Section(request.title(ARBITERS_REPORT), tuple(blocks), "", request.when(), note)
    return Sheet((section,), final=final)


def _event(request: PaperRequest, figures: EventFigures) -> Table:
    say, tournament = request.translator, request.tournament
    event = tournament.event
    days = " / ".join(dict.fromkeys(map(request.days, say.languages)))
    staff = event.staff.exclude(role=Role.READER).select_related("user")
    people = sorted(staff, key=lambda one: (-Role(one.role).power, one.pk))
    facts = [
        (_("Event"), tournament.full_name),
        (_("Federation"), event.federation),
        (_("Days"), days),
        (_("Organiser"), event.organiser),
        (_("Pairing system"), say(name_of_format(tournament.format))),
        *([] if tournament.format.eliminates else [(_("Rounds"), str(tournament.total_rounds))]),
        (_("Time control"), tournament.time_control),
        (_("Players"), f"{figures.players}, {say(_('rated'))}: {figures.rated}"),
        (_("Federations"), str(figures.federations)),
        *(
            (Role(one.role).label, f"{one.user.display_name} {one.user.licence}".strip())
            for one in people
        ),
    ]
    rows = [
        Row(f"e{place}", (say(what), value or "–")) for place, (what, value) in enumerate(facts)
    ]
    return table([("", "w55"), ("", "b")], rows)


def _words(request: PaperRequest) -> Iterator[Block]:
    words = request.tournament.arbiters_report.split("\n\n")
    for place, part in enumerate(filter(None, map(str.strip, words))):
        yield Fragment("documents/text.html", {"text": part}, {f"w{place}": part})


def _figures(request: PaperRequest, figures: EventFigures, told: Happened) -> Table:
    say = request.translator
    facts = [
        (_("Games played"), told.games),
        (_("Games forfeited"), told.forfeits),
        (_("Byes"), told.byes),
        (_("Late entries"), told.late_entries),
        (_("Players who left"), told.withdrawn),
        (_("Results corrected"), told.corrections),
        (_("Pairings changed by hand"), told.by_hand),
        *_calls(request),
    ]
    rows = [Row(f"h{place}", (say(what), str(count))) for place, (what, count) in enumerate(facts)]
    return table([("", "w55"), ("", "b")], rows, say(_("The event in figures")))


def _calls(request: PaperRequest) -> Iterator[tuple[Text, int]]:
    """How often players called an arbiter by phone, and how soon one went; nothing without."""
    calls = call_times(request.tournament)
    if calls.count:
        yield _("Arbiters called by phone"), calls.count
        yield _("Minutes until an arbiter went: usually"), calls.median
        yield _("Minutes until an arbiter went: at most"), calls.longest


def _incidents(request: PaperRequest) -> Iterator[Block]:
    say, lines = request.translator, incident_book(request.tournament).lines
    if not lines:
        nothing = _("No incident was noted.")
        yield Fragment("documents/text.html", {"text": nothing}, {"none": say(nothing)})
        return
    columns: list[tuple[str, str]] = [
        (say.html(_("Round")), "w13 n"),
        (say.html(_("Board")), "w13 n"),
    ]
    columns += [(say.html(_("Minute")), "w13 n"), (say.html(_("Player")), "w44")]
    columns += [(say.html(_("What happened")), ""), (say.html(_("Article")), "w26")]
    rows = []
    for line in reversed(lines):
        one = line.incident
        what = say(IncidentKind(one.kind).label)
        cells = (
            str(one.round_number or ""), str(one.board or ""),
            "" if one.minute is None else str(one.minute), one.entry.name if one.entry else "",
            f"{what}: {one.note}" if one.note else what, line.article,
        )  # fmt: skip
        rows.append(Row(f"i{one.pk}", cells))
    yield table(columns, rows, say(_("Incidents, by the Laws of Chess")))


def _corrections(request: PaperRequest) -> Iterator[Block]:
    say = request.translator
    made = [one for one in corrections_of(request.tournament) if not one.undone]
    if not made:
        return
    columns: list[tuple[str, str]] = [
        (say.html(_("Round")), "w13 n"),
        (say.html(_("Board")), "w13 n"),
    ]
    columns += [(say.html(_("Result so far")), "w26"), (say.html(_("Right result")), "w26")]
    columns.append((say.html(_("Reason")), ""))
    rows = [
        Row(
            f"c{one.number}",
            (
                str(one.act.round_number or ""), str(one.pairing.board if one.pairing else ""),
                request.result(one.act.before or "") or "–",
                request.result(one.act.after or "") or "–", one.act.reason,
            ),
        )
        for one in made
    ]  # fmt: skip
    yield table(columns, rows, say(_("Corrections")))


def _suggestions(request: PaperRequest) -> Iterator[Block]:
    """Of the next event, each in the languages of the paper."""
    found = []
    for language in request.translator.languages:
        with override(language):
            found.append(suggestions(request.tournament))
    lines = [" / ".join(dict.fromkeys(each)) for each in zip(*found, strict=True)]
    if not lines:
        return
    title = _("For the next event")
    rows = {f"s{place}": line for place, line in enumerate(lines)}
    rows = {"next": request.translator(title), **rows}
    yield Fragment("documents/lines.html", {"title": title, "lines": lines}, rows, "lines")


def _hands(request: PaperRequest) -> Fragment:
    names = [request.translator(_("Chief arbiter")), request.translator(_("Place and date"))]
    return Fragment("documents/hands.html", {"names": names}, {"hands": " · ".join(names)})


def _heads(request: PaperRequest, *labels: Text) -> list[tuple[str, str]]:
    """Narrow columns of numbers."""
    return [(request.translator.html(label), "w13 n") for label in labels]
