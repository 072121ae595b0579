"""The incident book: noted on a phone beside the board, put right later, never rubbed out."""

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import changed
from tournaments.models import Entry, Incident, IncidentKind, Pairing, Round, Tournament, User

NOT_SHOWN = "no page for the public shows the incident book"
#: a round that began longer ago tells no minute any more
LONGEST_ROUND = 720
LONGEST_NOTE = 300
#: the same line by the same arbiter within so long is the second press of one button
SAME_PRESS = timedelta(seconds=5)
LONGEST_REPORT = 20_000


def note_incident(
    *,
    tournament: Tournament,
    kind: str,
    by: User | None,
    round_number: int | None = None,
    board: int | None = None,
    side: str = "",
    note: str = "",
) -> Incident:
    """One line. `side`: "w" or "b" of that board, "" where it concerns both or nobody."""
    with act("incident.noted", tournament, by=by, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        if kind not in IncidentKind.values:
            raise Refused("incident.unknown_kind", field="kind")
        round_ = _round(tournament, round_number)
        pairing = _pairing(round_, board)
        same = {
            "kind": kind,
            "round_number": round_number or None,
            "board": board or None,
            "entry": _who(pairing, side),
            "note": note.strip()[:LONGEST_NOTE],
        }
        again = tournament.incidents.filter(
            **same, by=by, taken_back_at=None, at__gt=timezone.now() - SAME_PRESS
        ).first()
        if again is not None:
            return done.nothing(again)
        incident = Incident.objects.create(
            tournament=tournament, by=by, minute=minute_of(round_, timezone.now()), **same
        )
        done.record(
            incident,
            label=_label(incident),
            after={"kind": kind, "minute": incident.minute, "note": incident.note},
            round_number=incident.round_number,
        )
        return incident


def change_incident(
    *, tournament: Tournament, incident: Incident, minute: int | None, note: str, by: User | None
) -> Incident:
    with act("incident.changed", tournament, by=by, quiet=NOT_SHOWN) as done:
        incident = _standing(done.tournament, incident)
        values = {"minute": minute, "note": note.strip()[:LONGEST_NOTE]}
        before, after = changed(incident, values)
        if not after:
            return done.nothing(incident)
        incident.save(update_fields=["minute", "note"])
        done.record(
            incident,
            label=_label(incident),
            before=before,
            after=after,
            round_number=incident.round_number,
        )
        return incident


def take_back_incident(*, tournament: Tournament, incident: Incident, by: User | None) -> Incident:
    """The line leaves the book; the history keeps that it was there."""
    with act("incident.taken_back", tournament, by=by, quiet=NOT_SHOWN) as done:
        incident = done.tournament.incidents.get(pk=incident.pk)
        if incident.taken_back_at is not None:
            return done.nothing(incident)
        incident.taken_back_at = timezone.now()
        incident.save(update_fields=["taken_back_at"])
        done.record(
            incident,
            label=_label(incident),
            before={"kind": incident.kind, "minute": incident.minute, "note": incident.note},
            round_number=incident.round_number,
        )
        return incident


def write_report(*, tournament: Tournament, text: str, by: User | None) -> Tournament:
    """The words on top of the arbiter's report."""
    with act("arbiters_report.written", tournament, by=by, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        text = text.strip()[:LONGEST_REPORT]
        if tournament.arbiters_report == text:
            return done.nothing(tournament)
        tournament.arbiters_report = text
        tournament.save(update_fields=["arbiters_report"])
        done.record(tournament)
        return tournament


def minute_of(round_: Round | None, now: datetime) -> int | None:
    """Whole minutes since the round began, while it may still be played."""
    if round_ is None or round_.starts_at is None:
        return None
    minutes = int((now - round_.starts_at).total_seconds() // 60)
    return minutes if 0 <= minutes <= LONGEST_ROUND else None


def _round(tournament: Tournament, number: int | None) -> Round | None:
    if not number:
        return None
    round_ = tournament.round(number)
    if round_ is None:
        raise Refused("incident.no_such_round", round=number, field="round_number")
    return round_


def _pairing(round_: Round | None, board: int | None) -> Pairing | None:
    if not board or round_ is None:
        return None
    pairing = round_.pairings.games().filter(board=board).first()
    if pairing is None:
        raise Refused("incident.no_such_board", round=round_.number, board=board, field="board")
    return pairing


def _who(pairing: Pairing | None, side: str) -> Entry | None:
    if pairing is None:
        return None
    return {"w": pairing.white, "b": pairing.black}.get(side)


def _standing(tournament: Tournament, incident: Incident) -> Incident:
    found: Incident = tournament.incidents.get(pk=incident.pk)
    if found.taken_back_at is not None:
        raise Refused("incident.taken_back")
    return found


def _label(incident: Incident) -> str:
    return " ".join(filter(None, [incident.place, str(incident.entry or "")]))
