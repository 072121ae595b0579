"""Lists of players: start list, check-in list, absentees and byes."""

from django.utils.translation import gettext_lazy as _

from pairing.state import format_score
from tournaments.documents.ask import Ask, player, rating, tpn
from tournaments.documents.layout import Fragment, Row, Section, Sheet, table
from tournaments.documents.voice import Text
from tournaments.models import ByeKind, ByeRequest, Entry
from tournaments.wording.papers import ABSENTEES, CHECK_IN, START_LIST


def start_list(ask: Ask) -> Sheet:
    say = ask.voice
    columns = [(say.html(_("No.")), "w11 n"), (say.html(_("Name")), "")]
    columns += [(say.html(_("Rating")), "w16 n"), (say.html(_("Fed.")), "w13")]
    if not ask.large:
        columns += [(say.html(_("FIDE ID")), "w20"), (say.html(_("Club")), "w55")]
    rows = []
    for entry in ask.ordered(ask.entries):
        cells = [tpn(entry), player(entry), rating(entry), entry.federation]
        cells += [] if ask.large else [entry.fide_id, entry.club]
        rows.append(Row(f"p{entry.pk}", tuple(cells)))
    note = " · ".join(filter(None, [ask.when(), say(_("%(count)s players"), count=len(rows))]))
    section = Section(ask.title(START_LIST), (table(columns, rows),), _size(ask), note)
    return Sheet((section,))


def check_in(ask: Ask) -> Sheet:
    """With a box to tick, and what is known of each: present already, or away by request."""
    say = ask.voice
    away = dict(
        ByeRequest.objects.filter(entry__tournament=ask.tournament, round_number=1).values_list(
            "entry_id", "kind"
        )
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
    for entry in ask.ordered(ask.entries):
        if entry.gone:
            continue
        status = "" if entry.status == Entry.Status.ENTERED else say(_status(entry))
        if entry.pk in away:
            status = say(ByeKind(away[entry.pk]).label)
        cells = (tpn(entry), player(entry), rating(entry), entry.federation)
        known = (str(entry.birth_year or ""), entry.club, status)
        rows.append(Row(f"p{entry.pk}", ("□", *cells, *known)))
    note = say(_("Tick who is here. %(count)s players."), count=len(rows))
    return Sheet((Section(ask.title(CHECK_IN), (table(columns, rows, css="boards"),), "", note),))


def absentees(ask: Ask) -> Sheet:
    """The players without a game in the round, and why."""
    assert ask.round is not None
    say, number = ask.voice, ask.round.number
    columns = [
        (say.html(_("No.")), "w11 n"),
        (say.html(_("Name")), ""),
        (say.html(_("Rating")), "w16 n"),
        (say.html(_("Fed.")), "w13"),
        (say.html(_("Points")), "w13 n"),
        (say.html(_("Why")), "w55"),
    ]
    rows, listed = [], set()
    for row in ask.sheet.byes:
        entry = row.pairing.white
        listed.add(entry.pk)
        why = say(ByeKind(row.pairing.bye).label)
        if entry.gone:
            why = say(_status(entry))
        rows.append(_away(entry, format_score(row.score), why))
    seated = {pk for row in ask.sheet.boards for pk in (row.pairing.white_id, row.pairing.black_id)}
    others = [one for one in ask.tournament.entries.all() if one.pk not in seated | listed]
    ask.veil(others)
    for entry in others:
        if entry.gone:
            rows.append(_away(entry, "", say(_status(entry))))
        elif entry.first_round > number:
            why = say(_("plays from round %(round)s"), round=entry.first_round)
            rows.append(_away(entry, "", why))
    blocks: tuple = (table(columns, rows),)
    if not rows:
        nobody = {"text": _("Everybody plays in this round.")}
        blocks = (Fragment("documents/text.html", nobody, {"none": say(nobody["text"])}),)
    return Sheet((Section(ask.title(ABSENTEES, number), blocks, "", ask.when()),))


def _away(entry: Entry, points: str, why: str) -> Row:
    cells = (tpn(entry), player(entry), rating(entry), entry.federation, points, why)
    return Row(f"p{entry.pk}", cells)


def _status(entry: Entry) -> Text:
    return Entry.Status(entry.status).label


def _size(ask: Ask) -> str:
    return "large" if ask.large else ""
