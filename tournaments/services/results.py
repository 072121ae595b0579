"""Entering results, and what may still be changed when."""

from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from pairing.results import RESULTS
from tournaments.confirm import require
from tournaments.errors import Conflict, Reason, Refused
from tournaments.models import Irregular, LogEntry, Pairing, Round, Tournament, User
from tournaments.services.log import record
from tournaments.services.rounds import lock, touch


class Window(StrEnum):
    """What a change of a result may still do (C.04.2 art. 4.3)."""

    OPEN = "open"  # the next round is not published: an ordinary entry
    CORRECTION = "correction"  # the next round is being played: counts from the one after it
    REPORT_ONLY = "report_only"  # later: the rating report alone
    CLOSED = "closed"  # not published, or the tournament is over


def window(round_: Round) -> Window:
    if not round_.is_public:
        return Window.CLOSED
    later = dict(
        Round.objects.filter(
            tournament_id=round_.tournament_id, number__gt=round_.number
        ).values_list("number", "status")
    )
    public = {Round.Status.PUBLISHED, Round.Status.FINISHED}
    following = later.get(round_.number + 1)
    if following not in public:
        return Window.OPEN
    if following == Round.Status.PUBLISHED:
        return Window.CORRECTION
    return Window.REPORT_ONLY


@transaction.atomic
def enter_result(
    *,
    tournament: Tournament,
    pairing_id: int,
    code: str,
    version: int,
    by: User | None,
    confirmed: str = "",
    reason: str = "",
) -> Pairing:
    """Set, change or (with an empty code) clear the result of a board.

    `version` is the row as the arbiter saw it: when somebody else has changed it since, nothing
    is written and both results are shown.
    """
    tournament = lock(tournament)
    pairing = (
        Pairing.objects.select_related("round", "white", "black")
        .filter(round__tournament=tournament, pk=pairing_id)
        .first()
    )
    if pairing is None or pairing.black_id is None:
        raise Refused("result.no_such_board")
    if code and code not in RESULTS:
        raise Refused("result.unknown_code", field="result")
    if pairing.result == code:
        return pairing  # sent twice, or two arbiters agree
    if pairing.version != version:
        raise Conflict(
            "result.changed_meanwhile",
            current=pairing,
            board=pairing.board,
            theirs=pairing.result,
            yours=code,
        )
    irregular = _guard_change(tournament, pairing, code, by, confirmed)
    before = pairing.result
    pairing.result = code
    pairing.version += 1
    pairing.entered_by = by
    pairing.entered_at = timezone.now()
    pairing.save(update_fields=["result", "version", "entered_by", "entered_at"])
    if not code and pairing.round.status == Round.Status.FINISHED:
        pairing.round.status = Round.Status.PUBLISHED
        pairing.round.save(update_fields=["status"])
    touch(tournament)
    record(
        "result.entered" if not before else "result.changed" if code else "result.cleared",
        by=by,
        target=pairing,
        tournament=tournament,
        round_number=pairing.round.number,
        label=f"{pairing.round.number}/{pairing.board}",
        before=before,
        after=code,
        reason=reason,
        irregular=irregular,
    )
    return pairing


def _guard_change(
    tournament: Tournament, pairing: Pairing, code: str, by: User | None, confirmed: str
) -> Irregular:
    """Refuse or ask as the rules want it; the kind of irregular act that the change is."""
    round_ = pairing.round
    adjourned = pairing.result == "??"
    allowed = window(round_)
    values = {"round": round_.number, "next": round_.number + 1, "board": pairing.board}
    if allowed is Window.CLOSED:
        raise Refused("result.round_not_published", **values)
    if allowed is Window.OPEN:
        return Irregular.NO
    if adjourned and code:
        if code == "==":
            return Irregular.NO
        require(
            "result.adjournment",
            level=3,
            reasons=[Reason("result.adjournment_effect", values)],
            tournament=tournament,
            by=by,
            subject=f"{pairing.pk}:{code}",
            confirmed=confirmed,
        )
        return Irregular.ADJOURNMENT
    if allowed is Window.REPORT_ONLY:
        raise Refused("result.report_only", **values)
    if not code:
        raise Refused("result.cannot_clear", **values)
    require(
        "result.correct",
        level=3,
        reasons=[Reason("result.correction_effect", values)],
        tournament=tournament,
        by=by,
        subject=f"{pairing.pk}:{code}",
        confirmed=confirmed,
    )
    return Irregular.CORRECTION


def undo_last(*, tournament: Tournament, log_id: int, by: User | None) -> Pairing:
    """Put a board back to what it was before an entry of the "last entered" list."""
    entry = LogEntry.objects.filter(
        tournament=tournament, pk=log_id, act__startswith="result."
    ).first()
    if entry is None:
        raise Refused("result.nothing_to_undo")
    pairing = Pairing.objects.select_related("round").get(pk=int(entry.target.split(":")[1]))
    if pairing.result != entry.after:
        raise Refused("result.undo_too_late", board=pairing.board)
    return enter_result(
        tournament=tournament,
        pairing_id=pairing.pk,
        code=entry.before or "",
        version=pairing.version,
        by=by,
    )
