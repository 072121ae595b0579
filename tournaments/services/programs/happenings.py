"""The meaning of a line of the history for other programs: its happenings, and the message of each.

Webhooks and the event stream tell the same, in the same words.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import (
    Event,
    Happening,
    Irregular,
    KnockoutGame,
    LogEntry,
    Pairing,
    Tournament,
)
from tournaments.queries.reports.irregular import UNDONE

#: the acts after which standings look as before; after every other they may look different
_KEEPS_STANDINGS = frozenset(
    {
        # an event, its people, its papers and its programs
        *("document.made", "document.posted", "document.taken_down", "prizes.changed"),
        *("document.linked", "papers.chosen", "sandbox.made", "sandbox.forgotten"),
        *("report.sent", "screen.added", "screen.announced", "screen.changed", "screen.removed"),
        *("schedule.hidden", "schedule.shown", "staff.changed"),
        *("staff.invitation_withdrawn", "staff.invited", "token.made", "token.withdrawn"),
        *("webhook.made", "webhook.withdrawn", "arbiters_report.written"),
        *("entry.consent", "entry.data_given", "event.people_forgotten"),
        *("event.emblem_added", "event.emblem_removed"),
        *("bank.kept", "bank.handed_over", "bank.forgotten"),
        # said from phones, and answered
        *("call.done", "call.made", "call.taken", "sector.set", "request.made", "request.refused"),
        *("case.appeal_decided", "case.appealed", "case.decided", "case.opened"),
        *("slip.added", "slip.removed", "voice.links_mailed"),
        *("result.reported", "voice.code_renewed", "voice.proved", "voice.withdrawn"),
        *("incident.noted", "incident.changed", "incident.taken_back"),
        # nothing is left that a program could ask for
        *("tournament.import_undone", "tournament.removed"),
        # what is to come
        *("bye.cancelled", "bye.granted", "checkin.absent", "checkin.closed", "checkin.expected"),
        *("checkin.present", "checkin.reopened", "checkin.undone", "forbidden.added"),
        *("bye.several", "bye.several_back", "checkin.several", "checkin.several_back"),
        *("forbidden.removed", "knockout.planned", "lineup.by_rule", "lineup.handed_in"),
        *(
            "groups.made",
            "playoff.conditions",
            "matches.announced",
            "matches.discarded",
            "matches.exchanged",
            "matches.hidden",
            "matches.paired",
            "team.bye_cancelled",
            "team.bye_given",
            "playoff.planned",
            "tournament.created",
            "tournament.reopened",
        ),
        *("team.link_closed", "team.link_not_sent", "team.link_renewed", "team.link_sent"),
        # a round on the way to being published; what was looked at again
        *("boards.ordered", "draft.promoted", "hand.abandoned", "hand.begun", "hand.late_arrival"),
        *("round.draft_discarded", "round.finished", "round.not_sealed", "round.paired"),
        *("round.position_drawn", "round.seal_differs", "round.sealed"),
        *("chairs.noted", "chairs.taken", "ratings.checked", "result.confirmed"),
    }
)
#: a result of a board, of a game of a knock-out or play-off, of a whole match
_RESULTS = frozenset(
    {
        "result.entered",
        "result.changed",
        "result.cleared",
        "game.entered",
        "game.changed",
        "game.cleared",
        "match.forfeited",
        "match.forfeit_undone",
    }
)
#: somebody who plays no more
_LEAVING = frozenset({"entry.withdrawn", "entry.expelled", "team.withdrawn"})
#: what stands on the pages of an event beside its games
_CHANGES_EVENT = frozenset({"event.changed", "tournament.changed", "schedule.changed"})


def told_of(entry: LogEntry) -> list[Happening]:
    """The happenings of an act that programs are told; of a whole event only that it changed."""
    found = happenings_of(entry)
    if entry.tournament is None:
        return [one for one in found if one is Happening.EVENT_CHANGED]
    return found


def happenings_of(entry: LogEntry) -> list[Happening]:
    act = entry.act
    if act == UNDONE:  # what it put back on a board has a line of its own
        undone = _undone(entry).act
        return [
            Happening.RESULT_CORRECTED
            if undone == "result.report_corrected"
            else Happening.STANDINGS_CHANGED
        ]
    if act == "round.published":
        return [Happening.ROUND_PUBLISHED, Happening.STANDINGS_CHANGED]
    if act == "round.unpublished":
        return [Happening.ROUND_TAKEN_BACK, Happening.STANDINGS_CHANGED]
    if act == "round.edited":
        return [Happening.PAIRING_CHANGED] if _is_public(entry) else []
    if act in _LEAVING:
        return [Happening.PLAYER_WITHDRAWN, Happening.STANDINGS_CHANGED]
    if act in _CHANGES_EVENT:
        return [Happening.EVENT_CHANGED] + (
            [Happening.STANDINGS_CHANGED] if act == "tournament.changed" else []
        )
    if act == "tournament.finished":
        return [Happening.TOURNAMENT_FINISHED]
    if act in _RESULTS:
        corrected = entry.irregular in (Irregular.CORRECTION, Irregular.ADJOURNMENT)
        which = Happening.RESULT_CORRECTED if corrected else Happening.RESULT_CHANGED
        return [which, Happening.STANDINGS_CHANGED]
    if act == "result.report_corrected":
        return [Happening.RESULT_CORRECTED]  # in the rating report alone: no standings change
    return [] if act in _KEEPS_STANDINGS else [Happening.STANDINGS_CHANGED]


def _is_public(entry: LogEntry) -> bool:
    assert entry.tournament is not None
    round_ = entry.tournament.round(entry.round_number or 0)
    return round_ is not None and round_.is_public


def _undone(entry: LogEntry) -> LogEntry:
    """The line as if it told of the row that was taken back."""
    line = entry.after or {}
    return LogEntry(
        act=line.get("act", ""),
        target=line.get("about", ""),
        before=entry.before,
        after=line.get("restored"),
    )


def head_of(message: str, kind: str, at: datetime, event: Event) -> dict[str, Any]:
    """The beginning of every message."""
    return {"id": message, "kind": kind, "at": at.isoformat(), "event": event.slug}


def told(
    happening: Happening, entry: LogEntry, event: Event, tournament: Tournament | None
) -> dict[str, Any]:
    """The rest of the message, behind its head. Small, and only what is public anyway: whoever
    hears it asks the API for more."""
    if tournament is None:
        return {"url": f"{settings.SITE_URL}/api/v1/events/{event.slug}/"}
    api = f"{settings.SITE_URL}/api/v1/tournaments/{tournament.pk}/"
    message: dict[str, Any] = {
        "tournament": {"id": tournament.pk, "name": tournament.name, "url": api}
    }
    if happening == Happening.EVENT_CHANGED:
        return {**message, "url": api}
    if happening == Happening.STANDINGS_CHANGED:
        return {**message, "url": f"{api}standings/"}
    if entry.round_number:
        message["round"] = entry.round_number
        message["url"] = f"{api}rounds/{entry.round_number}/"
    line = _undone(entry) if entry.act == UNDONE else entry
    return message | _what(line, f"{settings.SITE_URL}/api/v1/")


def _what(entry: LogEntry, api: str) -> dict[str, Any]:
    """The board, game or match whose result it is, what stood there and what stands there now."""
    kind, _colon, pk = entry.target.partition(":")
    result = {"before": entry.before, "after": entry.after}
    if kind == "pairing":
        board = Pairing.objects.filter(pk=pk).values_list("board", flat=True).first()
        found: dict[str, Any] = {
            "board": {"id": int(pk), "board": board},
            "result": result,
            "url": f"{api}boards/{pk}/",
        }
        if entry.act == "result.report_corrected":
            found["report_only"] = True
        return found
    if kind == "entry":
        return {"player": {"id": int(pk)}, "url": f"{api}players/{pk}/"}
    if kind == "team":
        return {"team": {"id": int(pk)}, "url": f"{api}teams/{pk}/"}
    if kind == "match":
        before = (entry.before or {}).get("forfeit", "")
        return {
            "match": {"id": int(pk)},
            "result": {**result, "before": before},
            "url": f"{api}matches/{pk}/",
        }
    if kind == "knockoutgame":
        game = KnockoutGame.objects.filter(pk=pk).first()
        if game is None:
            return {}  # put away meanwhile
        which = {"tie": game.tie, "phase": game.phase, "number": game.number, "board": game.board}
        return {
            "knockout": game.knockout_id,
            "game": which,
            # Behind the code stands, in the history, whose flag fell later.
            "result": {when: (code or "")[:2] for when, code in result.items()},
            "url": settings.SITE_URL + reverse("api:game", args=[game.knockout_id, game.key]),
        }
    return {}
