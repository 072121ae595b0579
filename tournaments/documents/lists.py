"""Lists of players: start list, check-in list, absentees and byes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.documents.layout import Fragment, Row, Section, Sheet, table
from tournaments.documents.request import PaperRequest, player, rating, tpn
from tournaments.documents.translator import Text
from tournaments.models import ByeKind, ByeRequest, Entry
from tournaments.queries.standings.table import last_public_round
from tournaments.wording.papers import ABSENTEES, CHECK_IN, START_LIST

COUNT = ngettext_lazy("%(count)s player", "%(count)s players", "count")
TICK = ngettext_lazy(
    "Tick who is here. %(count)s player.", "Tick who is here. %(count)s players.", "count"
)


def start_list(request: PaperRequest) -> Sheet:
    say = request.translator
    columns = [(say.html(_("No.")), "w11 n"), (say.html(_("Name")), "who")]
    columns += [(say.html(_("Rating")), "w16 n"), (say.html(_("Fed.")), "w13")]
    if not request.large:
        columns += [(say.html(_("FIDE ID")), "w20"), (say.html(_("Club")), "w55")]
    rows = []
    for entry in request.ordered(request.entries):
        cells = [tpn(entry), request.listed(entry), rating(entry), entry.federation]
        cells += [] if request.large else [entry.fide_id, entry.club]
        rows.append(Row(f"p{entry.pk}", tuple(cells)))
    note = say(COUNT, count=len(rows))
    blocks = (table(columns, rows),)
    section = Section(request.title(START_LIST), blocks, _size(request), request.when(), note)
    return Sheet((section,))


def check_in(request: PaperRequest) -> Sheet:
    """With a box to tick, and what is known of each for the round to come: present already, away
    by request, or not playing yet."""
    say, coming = request.translator, last_public_round(request.tournament) + 1
    away = dict(
        ByeRequest.objects.filter(
            entry__tournament=request.tournament, round_number=coming
        ).values_list("entry_id", "kind")
    )
    columns = [
        ("", "w7"),
        (say.html(_("No.")), "w11 n"),
        (say.html(_("Name")), ""),
        (say.html(_("Rating")), "w16 n"),
        (say.html(_("Fed.")), "w13"),
        (say.html(_("Born")), "w13 n"),
        (say.html(_("Club")), "w34"),
        (say.html(_("Status")), "w26"),
    ]
    rows = []
    for entry in request.ordered(request.entries):
        if entry.gone:
            continue
        status = "" if entry.status == Entry.Status.ENTERED else say(_status(entry))
        if entry.pk in away:
            status = say(ByeKind(away[entry.pk]).label)
        elif entry.first_round > coming:
            status = say(_("plays from round %(round)s"), round=entry.first_round)
        cells = (tpn(entry), player(entry), rating(entry), entry.federation)
        known = (str(entry.birth_year or ""), entry.club, status)
        rows.append(Row(f"p{entry.pk}", ("□", *cells, *known)))
    note = say(TICK, count=len(rows))
    later = 1 < coming <= request.tournament.total_rounds  # behind the last round comes none
    title = request.title(CHECK_IN, coming if later else None)
    return Sheet((Section(title, (table(columns, rows, css="boards"),), note=note),))


def absentees(request: PaperRequest) -> Sheet:
    """The players without a game in the round, and why."""
    assert request.round is not None
    say, number = request.translator, request.round.number
    columns = [
        (say.html(_("No.")), "w11 n"),
        (say.html(_("Name")), ""),
        (say.html(_("Rating")), "w16 n"),
        (say.html(_("Fed.")), "w13"),
        (say.html(_("Points")), "w13 n"),
        (say.html(_("Why")), "w55"),
    ]
    rows, listed = [], set()
    for row in request.sheet.byes:
        entry = row.pairing.white
        listed.add(entry.pk)
        why = say(ByeKind(row.pairing.bye).label)
        if entry.gone:
            why = say(_status(entry))
        rows.append(_away(entry, say.points(row.score), why))
    seated = {
        pk for row in request.sheet.boards for pk in (row.pairing.white_id, row.pairing.black_id)
    }
    others = [one for one in request.tournament.entries.all() if one.pk not in seated | listed]
    request.shorten_names(others)
    for entry in others:
        if entry.gone:
            rows.append(_away(entry, "", say(_status(entry))))
        elif entry.first_round > number:
            why = say(_("plays from round %(round)s"), round=entry.first_round)
            rows.append(_away(entry, "", why))
    blocks: tuple[Any, ...] = (table(columns, rows),)
    if not rows:
        nobody = {"text": _("Everybody plays in this round.")}
        blocks = (Fragment("documents/text.html", nobody, {"none": say(nobody["text"])}),)
    return Sheet((Section(request.title(ABSENTEES, number), blocks, "", request.when()),))


def _away(entry: Entry, points: str, why: str) -> Row:
    cells = (tpn(entry), player(entry), rating(entry), entry.federation, points, why)
    return Row(f"p{entry.pk}", cells)


def _status(entry: Entry) -> Text:
    return Entry.Status(entry.status).label


def _size(request: PaperRequest) -> str:
    letters = "letters" if request.options.get("order") == "name" else ""
    return f"{request.print} {letters}".strip()
