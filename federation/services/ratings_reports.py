"""The report of an event goes to the rating officer by itself when the chief arbiter ends it: it
is looked through, answered, accepted or sent back."""

import logging

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from federation.models import RatedEvent, RatingReport
from federation.queries import ratings_reports as queries
from federation.queries.ratings_lists import counted_in
from federation.services.messages import post
from federation.services.ratings_runs import new_version
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import hand_over
from tournaments.models import Entry, LogEntry, RegisteredPlayer, Role, Tournament, User
from tournaments.models.tournament import RatingType

logger = logging.getLogger("hakem.ratings")

State = RatingReport.State
TASK = "federation.tasks.look_at_reports"
QUIET = "no page of the event shows where its report is"
#: the acts of an event upon which its report comes, or goes
_ENDED, _SENT, _REOPENED = "tournament.finished", "report.sent", "tournament.reopened"


# --- It comes by itself ------------------------------------------------------------------------


def hear(line: LogEntry) -> None:
    """Of every act: the end of a tournament, its reopening, a package sent to the office."""
    if not settings.FEDERATION or line.tournament is None:
        return
    if line.act == _ENDED or (line.act == _SENT and _to_the_office(line)):
        receive(line.tournament)
    elif line.act == _REOPENED:
        withdraw(line.tournament)


def _to_the_office(line: LogEntry) -> bool:
    return bool(line.tournament and queries.packages_of(line.tournament))


def receive(tournament: Tournament) -> RatingReport | None:
    """The report is in the queue; the same one is there once. What is red in it is looked for by
    a worker: the arbiter does not wait for that."""
    if tournament.event.sandbox_until or not tournament.finished_at:
        return None
    national, fide = queries.is_rated(tournament)
    if not (national or fide):
        return None
    values = {
        "ended_on": tournament.event.ends_on,
        "for_national": national,
        "for_fide": fide,
    }
    report, made = RatingReport.objects.get_or_create(tournament=tournament, defaults=values)
    if not made:
        if report.state not in (State.WITHDRAWN, State.SENT_BACK, State.ASKED):
            return report
        report.state = State.NEW
        report.ended_on = tournament.event.ends_on
        report.save(update_fields=["state", "ended_on"])
    transaction.on_commit(lambda: hand_over(TASK, report.pk))
    return report


def withdraw(tournament: Tournament) -> None:
    """It was opened again: nothing of it is counted until it ends once more."""
    RatingReport.objects.filter(tournament=tournament).update(state=State.WITHDRAWN)


def receive_earlier(*, by: User | None, most: int = 2000) -> int:
    """Tournaments that had ended before there was an office."""
    found = [one for one in queries.not_reported()[:most] if receive(one)]
    return len(found)


def look_through_new(only: int | None = None) -> int:
    """In a worker: what is red in the reports that have just arrived."""
    new = RatingReport.objects.filter(state=State.NEW)
    if only is not None:
        new = new.filter(pk=only)
    seen = 0
    for pk in list(new.values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                report = _locked(pk)
                if report is not None and report.state == State.NEW:
                    _look_through(report)
                    seen += 1
        except Refused as error:  # it stays new, and the others are looked through
            logger.warning("Report %s cannot be looked through: %s", pk, error.code)
    return seen


def _locked(pk: int) -> RatingReport | None:
    return (
        RatingReport.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("tournament__event")
        .filter(pk=pk)
        .first()
    )


def _look_through(report: RatingReport) -> None:
    identify_by_numbers(report.tournament)
    with override("en"):
        found = queries.red(report.tournament)
    report.red = {one.code: one.values for one in found}
    answered = {code: report.answers[code] for code in report.red if report.answers.get(code)}
    report.answers = answered
    report.state = State.ASKED if set(report.red) - set(answered) else State.RECEIVED
    report.save(update_fields=["red", "answers", "state"])
    if report.state == State.ASKED:
        _write_to_the_chief(report, "report_asked")


def identify_by_numbers(tournament: Tournament) -> None:
    """Entries whose FIDE or national number says who they are."""
    for entry in tournament.entries.filter(player=None).exclude(fide_id="", national_id=""):
        found = queries.guesses(entry) if entry.fide_id or entry.national_id else []
        if len(found) == 1 and _says_who(entry, found[0]):
            taken = tournament.entries.filter(player=found[0]).exists()
            if not taken:
                Entry.objects.filter(pk=entry.pk).update(player=found[0])


def _says_who(entry: Entry, player: RegisteredPlayer) -> bool:
    return bool(entry.fide_id and entry.fide_id == player.fide_id) or bool(
        entry.national_id and entry.national_id == player.national_id
    )


def _write_to_the_chief(report: RatingReport, template: str) -> None:
    tournament = report.tournament
    chiefs = tournament.event.staff.filter(role=Role.CHIEF).select_related("user")
    for duty in chiefs.exclude(user__email=""):
        language = duty.user.language or "tr"
        with override(language):
            items = [one.text for one in queries.red_of(report) if not one.answer]
        post(
            duty.user.email,
            template,
            language=language,
            about=f"ratingreport:{report.pk}",
            tournament=tournament,
            reason=report.reason,
            items=items,
            path=f"/{language}/event-report/{tournament.event.slug}/{tournament.slug}/",
        )


# --- The chief arbiter answers -------------------------------------------------------------------


def answer(*, tournament: Tournament, answers: dict[str, str], by: User | None) -> RatingReport:
    """Say that what is red was put right, or is answered; then the report is the officer's."""
    with act("ratings.report_answered", tournament, by=by, quiet=QUIET) as done:
        report = RatingReport.objects.select_for_update().filter(tournament=tournament).first()
        if report is None or report.state not in RatingReport.WITH_ARBITER:
            raise Refused("ratings.not_asked")
        report.tournament = done.tournament
        with override("en"):
            found = {one.code: one.values for one in queries.red(done.tournament)}
        given = {
            code: " ".join(answers.get(code, "").split())[:500] or report.answers.get(code, "")
            for code in found
        }
        report.red, report.answers = found, {c: text for c, text in given.items() if text}
        if left := [code for code in found if not given[code]]:
            raise Refused("ratings.answer_missing", count=len(left), field=left[0])
        report.state, report.reason = State.RECEIVED, ""
        report.save()
        done.record(done.tournament, after={"answers": report.answers})
        return report


# --- The officer decides -------------------------------------------------------------------------


def identify(
    *, report: RatingReport, entry: Entry, player: RegisteredPlayer, by: User | None
) -> None:
    """An entry is this registered player."""
    with act("ratings.identified", report.tournament, by=by) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update(of=("self",)).get(
            pk=entry.pk, tournament=tournament
        )
        if entry.player_id == player.pk:
            return done.nothing()
        if tournament.entries.filter(player=player).exists():
            raise Refused("ratings.plays_already", name=player.name)
        before = entry.player_id
        entry.player = player
        entry.save(update_fields=["player"])
        done.record(
            entry, before={"person": before}, after={"person": player.pk, "name": player.name}
        )


def accept(
    *,
    report: RatingReport,
    kind: str,
    for_national: bool,
    for_fide: bool,
    leave_out: bool = False,
    by: User | None,
) -> RatedEvent | None:
    """Its games are fixed as they are now, and the next list counts them; what is red has been put
    right or answered before. `leave_out`: games of those not identified count for nobody."""
    if kind not in RatingType.values:
        raise Refused("ratings.kind_unknown", field="kind")
    with act("ratings.report_accepted", report.tournament, by=by, quiet=QUIET) as done:
        report = _for_decision(report)
        if not done.tournament.finished_at:
            raise Refused("ratings.not_finished")
        unknown = queries.unidentified(done.tournament)
        if unknown and not leave_out:
            raise Refused("ratings.unidentified", count=len(unknown))
        if left := queries.unanswered(report, without="unknown"):
            items = " ".join(one.text for one in left)
            raise Refused("ratings.red_unanswered", items=items)
        report.for_national, report.for_fide = for_national, for_fide
        version = None
        if not counted_in(report):
            version = new_version(report, kind=kind, by=by)
        _decide(report, State.ACCEPTED, by=by)
        done.record(
            done.tournament,
            after={"kind": kind, "national": for_national, "fide": for_fide},
        )
        return version


def send_back(*, report: RatingReport, reason: str, by: User | None) -> RatingReport:
    """To the chief arbiter, who hears why."""
    return _turn_down(report, State.SENT_BACK, reason, by, "ratings.report_sent_back")


def leave_unrated(*, report: RatingReport, reason: str, by: User | None) -> RatingReport:
    """It counts in no list; the chief arbiter hears why."""
    return _turn_down(report, State.NOT_RATED, reason, by, "ratings.report_not_rated")


def _turn_down(
    report: RatingReport, state: State, reason: str, by: User | None, name: str
) -> RatingReport:
    reason = " ".join(reason.split())[:500]
    if not reason:
        raise Refused("ratings.reason_needed", field="reason")
    with act(name, report.tournament, by=by, quiet=QUIET) as done:
        report = _for_decision(report)
        if counted_in(report):
            raise Refused("ratings.counted_already")
        _decide(report, state, reason=reason, by=by)
        done.record(done.tournament, reason=reason)
        template = "report_back" if state == State.SENT_BACK else "report_not_rated"
        _write_to_the_chief(report, template)
        return report


def _for_decision(report: RatingReport) -> RatingReport:
    report = (
        RatingReport.objects.select_for_update(of=("self",))
        .select_related("tournament__event")
        .get(pk=report.pk)
    )
    if report.state == State.WITHDRAWN:
        raise Refused("ratings.not_finished")
    return report


def _decide(report: RatingReport, state: State, *, by: User | None, reason: str = "") -> None:
    report.state, report.reason = state, reason
    report.decided_at, report.decided_by = timezone.now(), by
    report.save()
