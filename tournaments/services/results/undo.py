"""One click back from an irregular act (FIDE's checklist 114): each keeps what was before in its
line of the log, or in the restore point of its session.

An act on which a published round was built stays: taking it back would change the past.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import named_boards
from tournaments.kernel.log import as_data
from tournaments.models import (
    Entry,
    ForbiddenPairing,
    LogEntry,
    Pairing,
    PairingSession,
    Role,
    Round,
    Tournament,
    User,
)
from tournaments.queries.reports.irregular import UNDONE, Acts, acts_of
from tournaments.services.entries.byes import cancel_bye
from tournaments.services.results.entering import put_back
from tournaments.services.rounds.manual_pairing import take_back_session
from tournaments.services.setup.events import plan_rounds
from tournaments.wording.history import line_in_words


def role_to_undo(line: LogEntry) -> Role:
    """Settings are the chief arbiter's; the rest is for every arbiter, as the act itself was."""
    return Role.CHIEF if line.act.startswith(("tournament.", "forbidden.")) else Role.ARBITER


def undoable(tournament: Tournament, lines: list[LogEntry], acts: Acts) -> set[int]:
    """The lines that have a way back, as far as the log tells."""
    public = _public(tournament)
    standing = {act.pk for act in acts.standing}
    return {
        line.pk
        for line in lines
        if line.irregular
        and not way_back(line).refused
        and line.pk in standing
        and (
            bool((line.before or {}).get("session"))  # a round of a whole report has none
            if way_back(line).by_session
            else not public.intersection(acts.settled_after(line))
        )
    }


def undo_act(
    *, tournament: Tournament, line: LogEntry, by: User | None, confirmed: str = ""
) -> None:
    with act(UNDONE, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        acts = acts_of(tournament)
        _guard(tournament, line, acts)
        # Done first, so that what cannot be taken back is refused before anybody is asked; a
        # question that is not answered yet takes all of this transaction with it.
        way_back(line).take(done, line)
        done.require("act.undo", level=3, reasons=[_effect(line)], subject=str(line.pk))
        done.record(
            tournament,
            round_number=line.round_number,
            label=line.label,
            before=line.after,
            after={
                "line": line.pk,
                "act": line.act,
                "about": line.target,
                "restored": line.before,
            },
        )


def _guard(tournament: Tournament, line: LogEntry, acts: Acts) -> None:
    if not line.irregular or line.tournament_id != tournament.pk:
        raise Refused("undo.nothing")
    if tournament.finished_at:
        raise Refused("result.tournament_over")
    way = way_back(line)
    if way.refused:
        raise Refused(way.refused, round=line.round_number)
    if line.pk not in {act.pk for act in acts.standing}:
        raise Refused("undo.already")
    if way.by_session:
        return  # the session knows whether its round may still be changed
    built = sorted(_public(tournament).intersection(acts.settled_after(line)))
    if built:
        raise Refused("undo.paired_since", rounds=named_boards(built))


def _public(tournament: Tournament) -> set[int]:
    rounds = tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
    return set(rounds.values_list("number", flat=True))


def _effect(line: LogEntry) -> Reason:
    values = {"what": line_in_words(line), "round": line.round_number or 0}
    return Reason("undo.effect_round" if line.round_number else "undo.effect", values)


# --- How each is taken back -----------------------------------------------------------------------


def _id(line: LogEntry) -> int:
    return int(line.target.partition(":")[2])


def _result(done: Act[Tournament], line: LogEntry) -> None:
    pairing = Pairing.objects.games().select_related("round").filter(pk=_id(line)).first()
    if pairing is None:
        raise Refused("undo.changed_since")
    if line.act != "result.report_corrected":
        if pairing.result != line.after:
            raise Refused("undo.changed_since")
        put_back(done, pairing, line.before or "")
        return
    if pairing.reported_result != ("" if line.after == pairing.result else line.after):
        raise Refused("undo.changed_since")
    pairing.reported_result = "" if line.before == pairing.result else line.before or ""
    pairing.save(update_fields=["reported_result"])


def _session(done: Act[Tournament], line: LogEntry) -> None:
    session = PairingSession.objects.filter(
        round__tournament=done.tournament, pk=(line.before or {}).get("session", 0)
    ).first()
    if session is None:
        raise Refused("hand.no_restore_point")
    take_back_session(done, session)


def _bye(done: Act[Tournament], line: LogEntry) -> None:
    entry = Entry.objects.get(tournament=done.tournament, pk=_id(line))
    number = line.round_number or 0
    cancel_bye(tournament=done.tournament, entry=entry, round_number=number, by=done.by)


def _numbers(done: Act[Tournament], line: LogEntry) -> None:
    tournament = done.tournament
    entries = {str(entry.pk): entry for entry in tournament.entries.all()}
    before, after = line.before or {}, line.after or {}
    if any(pk not in entries or entries[pk].tpn != number for pk, number in after.items()):
        raise Refused("undo.changed_since")
    moved = [entries[pk] for pk in before]
    for entry in moved:
        entry.tpn = before[str(entry.pk)]
    Entry.objects.bulk_update(moved, ["tpn"], batch_size=500)


def _settings(done: Act[Tournament], line: LogEntry) -> None:
    tournament = done.tournament
    values: dict[str, Any] = line.before or {}
    after: dict[str, Any] = line.after or {}
    if any(as_data(getattr(tournament, name)) != value for name, value in after.items()):
        raise Refused("undo.changed_since")
    paired = tournament.rounds.exclude(status__in=[Round.Status.PLANNED, Round.Status.PAIRING])
    last = max(paired.values_list("number", flat=True), default=0)
    if values.get("total_rounds", last) < last:
        raise Refused("undo.paired_since", rounds=str(last))
    for name, value in values.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(values))
    plan_rounds(tournament)


def _prohibition(done: Act[Tournament], line: LogEntry) -> None:
    rule = ForbiddenPairing.objects.filter(tournament=done.tournament, pk=_id(line)).first()
    if rule is None:
        raise Refused("undo.changed_since")
    if line.act == "forbidden.added":
        rule.delete()
    else:
        rule.last_round = (line.before or {}).get("until", 0)
        rule.save(update_fields=["last_round"])


def _nothing(done: Act[Tournament], line: LogEntry) -> None:
    raise Refused("undo.nothing")


@dataclass(frozen=True, slots=True)
class WayBack:
    """How an irregular act is taken back, or the code of why it never is."""

    take: Callable[[Act[Tournament], LogEntry], None] = _nothing
    refused: str = ""
    #: its restore point knows whether its round may still be changed
    by_session: bool = False


_RESULT, _NUMBERS, _PROHIBITION = WayBack(_result), WayBack(_numbers), WayBack(_prohibition)
_SESSION = WayBack(_session, by_session=True)
#: irregular act → its way back; one that is not here has none
WAYS_BACK = {
    "bye.granted": WayBack(_bye),
    "forbidden.added": _PROHIBITION,
    "forbidden.removed": _PROHIBITION,
    "matches.exchanged": WayBack(refused="undo.exchange_again"),
    "team.bye_given": WayBack(refused="undo.team_plays"),
    "teams.rules_changed": WayBack(refused="undo.set_again"),
    "numbers.exchanged": _NUMBERS,
    "numbers.renumbered": _NUMBERS,
    "result.changed": _RESULT,
    "result.cleared": _RESULT,
    "result.entered": _RESULT,
    "result.report_corrected": _RESULT,
    "round.edited": _SESSION,
    "round.imported": _SESSION,
    "round.unpublished": WayBack(refused="undo.publish_again"),
    "tournament.changed": WayBack(_settings),
    "tournament.configured_elsewhere": WayBack(refused="undo.elsewhere"),
    "tournament.left_fide_mode": WayBack(refused="undo.fide_mode"),
}
NO_WAY_BACK = WayBack(refused="undo.nothing")


def way_back(line: LogEntry) -> WayBack:
    if line.act == "round.imported" and line.tournament and line.tournament.format.pairs_teams:
        return WayBack(refused="undo.discard_instead")
    return WAYS_BACK.get(line.act, NO_WAY_BACK)
