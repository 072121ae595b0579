"""Results corrected when others build upon them: in the standings, or in the report alone."""

from typing import Any

from django.utils import timezone

from pairing.results import MATCH_RESULTS, RESULTS
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import GameRow, Irregular, LogEntry, Tournament, User
from tournaments.queries.results.window import Window, counts_no_more, window
from tournaments.services.results.entering import board_of, enter_result, refuse_closed
from tournaments.wording.results import printed_result


def correct_result(
    *,
    tournament: Tournament,
    pairing_id: int,
    code: str,
    version: int | None,
    reason: str,
    by: User | None,
    confirmed: str = "",
) -> GameRow:
    """Set a result right as far as it still counts: in the standings, or in the report alone.

    Without a `version` the report alone is meant, which is refused while the result counts.
    """
    pairing = board_of(tournament, pairing_id)
    given: dict[str, Any] = {
        "tournament": tournament,
        "pairing_id": pairing_id,
        "code": code,
        "reason": reason,
        "by": by,
        "confirmed": confirmed,
    }
    if version is None or counts_no_more(pairing, window(pairing.round)):
        return correct_report(**given)
    return enter_result(**given, version=version)


def correct_report(
    *,
    tournament: Tournament,
    pairing_id: int,
    code: str,
    reason: str,
    by: User | None,
    confirmed: str = "",
) -> GameRow:
    """A mistake of a closed round: right in the rating report, untouched in the standings
    (C.04.2 art. 4.3). The result that counts, given again, takes the correction back."""
    with act("result.report_corrected", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        pairing = board_of(tournament, pairing_id)
        known = RESULTS if tournament.format.games_a_round == 1 else MATCH_RESULTS
        if code not in known:
            raise Refused("result.unknown_code", field="result")
        refuse_closed(pairing.round)
        if window(pairing.round) is not Window.REPORT_ONLY:
            raise Refused("result.not_closed_yet", round=pairing.round.number)
        if pairing.adjourned or "?" in code:
            raise Refused("result.unknown_code", field="result")
        if not reason.strip():
            raise Refused("round.reason_needed", field="reason")
        reported = "" if code == pairing.result else code
        if pairing.reported_result == reported:
            return done.nothing(pairing)
        done.require(
            "result.correct_report",
            level=3,
            reasons=[
                Reason(
                    "result.report_effect",
                    {
                        "round": pairing.round.number,
                        "board": pairing.board,
                        "used": printed_result(pairing.result),
                        "reported": printed_result(code),
                    },
                )
            ],
            subject=f"{pairing.pk}:{code}",
        )
        before = pairing.reported_result
        pairing.reported_result = reported
        pairing.save(update_fields=["reported_result"])
        done.record(
            pairing,
            before=before or pairing.result,
            after=code,
            reason=reason.strip(),
            irregular=Irregular.CORRECTION,
        )
        return pairing


def confirm_correction(*, tournament: Tournament, pairing_id: int, by: User | None) -> GameRow:
    """A second arbiter has looked at what was corrected and agrees; it is in the history."""
    with act("result.confirmed", tournament, by=by) as done:
        tournament = done.tournament
        pairing = board_of(tournament, pairing_id)
        last = LogEntry.objects.filter(
            target=f"pairing:{pairing.pk}", act__startswith="result."
        ).first()
        if last is not None and last.act == "result.confirmed":
            return done.nothing(pairing)
        if last is None or last.irregular != Irregular.CORRECTION:
            raise Refused("result.no_correction", board=pairing.board)
        if by is None or last.by_id == by.pk:
            raise Refused("result.second_arbiter", board=pairing.board)
        pairing.checked_by, pairing.checked_at = by, timezone.now()
        pairing.read_differently = ""
        pairing.save(update_fields=["checked_by", "checked_at", "read_differently"])
        done.record(pairing, before=last.before, after=last.after)
        return pairing
