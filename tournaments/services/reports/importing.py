"""A whole tournament from a report file: sent, read and judged, shown, made, and perhaps undone.

Reading a large event pairs all its rounds again, and making it stores thousands of games: both are
a worker's, with their progress. Small files are done at once. Each step is one transaction, so
that there is never half a tournament.
"""

import zlib
from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.jobs import report_progress, run_job, start_job
from tournaments.models import (
    Document,
    Entry,
    Event,
    Job,
    LogEntry,
    ReportImport,
    User,
)
from tournaments.services.reports.event_import import store_event
from tournaments.services.reports.event_preview import (
    in_every_language,
    in_ones_language,
    reasons_to_ask,
)
from tournaments.services.reports.event_reading import read_event
from tournaments.services.reports.files import guard_size, hash_of

Stage = ReportImport.Stage
#: a file of up to so many bytes is read before anybody would look at a progress bar
AT_ONCE = 12_000
#: a file from which nothing was made is forgotten then
KEPT = timedelta(days=7)
#: judging the rounds takes most of the time
JUDGED = 90


def send_report(*, event: Event, data: bytes, by: User | None) -> ReportImport:
    """Keep the file and begin to read it."""
    if not data.strip():
        raise Refused("import.no_file", field="file")
    guard_size(len(data))
    with transaction.atomic():
        work = ReportImport.objects.create(
            event=event, data=zlib.compress(data, 1), fingerprint=hash_of(data), created_by=by
        )
        return _begin(work, len(data), by)


def make_tournament(
    *, work: ReportImport, name: str, by: User | None, confirmed: str = ""
) -> ReportImport:
    """Begin to make the tournament that was shown."""
    with act(
        "tournament.import",
        work.event,
        by=by,
        confirmed=confirmed,
        quiet="the tournament that comes of it is what pages show",
    ) as done:
        event = done.row
        work = _locked(work)
        if work.stage in (Stage.MAKING, Stage.MADE):
            return done.nothing(work)  # the second press of the same button
        if work.stage != Stage.SEEN:
            raise Refused("import.not_read")
        name = " ".join(name.split())[:80]
        if not name:
            raise Refused("import.name_needed", field="name")
        preview = in_ones_language(work.summary or {})
        done.require(
            "tournament.import",
            level=3 if preview["fide_mode"] else 4,
            reasons=reasons_to_ask(preview),
            subject=f"{event.pk}:{event.tournaments.count()}:{work.fingerprint}:{name}",
        )
        work.name, work.stage = name, Stage.MAKING
        work.save(update_fields=["name", "stage"])
        done.changed()
        return _begin(work, len(zlib.decompress(work.data)), by)


def _begin(work: ReportImport, size: int, by: User | None) -> ReportImport:
    """By a worker, unless it is done sooner than said."""
    if size > AT_ONCE:
        start_job(tournament=None, kind=Job.Kind.IMPORT, target=work.pk, by=by)
        return work
    run_now(Job.objects.create(kind=Job.Kind.IMPORT, target=work.pk, created_by=by))
    work.refresh_from_db()
    return work


def run_now(job: Job) -> None:
    run_job(job.pk, import_report, on_failure=go_back)
    job.refresh_from_db()
    if job.status == Job.Status.FAILED and job.error:
        raise Refused(job.error["code"], **job.error["values"])


# --- What a worker does ---------------------------------------------------------------------------


def import_report(job: Job) -> None:
    work = _locked(ReportImport(pk=job.target))
    event = Event.objects.select_for_update().get(pk=work.event_id)
    if work.stage == Stage.READING:
        seen = read_event(event, zlib.decompress(work.data), _told(job))
        work.summary, work.stage = in_every_language(seen), Stage.SEEN
        work.save(update_fields=["summary", "stage"])
    elif work.stage == Stage.MAKING:
        seen = read_event(event, zlib.decompress(work.data), _told(job))
        tournament = store_event(event=event, seen=seen, name=work.name, by=job.created_by)
        work.tournament, work.revision = tournament, tournament.revision
        work.stage, work.data, work.made_at = Stage.MADE, b"", timezone.now()
        work.save()


def go_back(job: Job) -> None:
    """Return to the preview, from which the tournament can be made once nothing is in its way."""
    ReportImport.objects.filter(pk=job.target, stage=Stage.MAKING).update(stage=Stage.SEEN)


def _told(job: Job) -> Callable[[int, int], None]:
    report_progress(job, 5)
    return lambda done, of: report_progress(job, 5 + JUDGED * done // max(of, 1))


def _locked(work: ReportImport) -> ReportImport:
    return ReportImport.objects.select_for_update(of=("self",)).get(pk=work.pk)


def job_of(work: ReportImport) -> Job | None:
    """The last piece of background work for it."""
    return Job.objects.filter(kind=Job.Kind.IMPORT, target=work.pk).first()


def forget_old() -> None:
    """Files from which nothing was made hold names: they are not kept."""
    limit = timezone.now() - KEPT
    ReportImport.objects.filter(tournament=None, created_at__lt=limit).delete()


# --- Undo -----------------------------------------------------------------------------------------


def untouched(work: ReportImport) -> bool:
    """Nothing was done in the tournament since it was made."""
    tournament = work.tournament
    return (
        work.stage == Stage.MADE
        and tournament is not None
        and tournament.revision == work.revision
        and not Document.objects.filter(tournament=tournament).exists()
        and not LogEntry.objects.filter(tournament=tournament, at__gt=work.made_at).exists()
    )


@transaction.atomic
def undo_import(*, work: ReportImport, by: User | None, confirmed: str = "") -> ReportImport:
    """Everything that the import made is gone; the history says that it was there."""
    work = _locked(work)
    if work.stage != Stage.MADE or work.tournament is None:
        raise Refused("import.nothing_made")
    with act("tournament.import_undone", work.tournament, by=by, confirmed=confirmed) as done:
        work.tournament = tournament = done.tournament
        if not untouched(work):
            raise Refused("import.changed_since", name=tournament.name)
        entries = Entry.objects.filter(tournament=tournament)
        done.require(
            "tournament.undo_import",
            level=3,
            reasons=[
                Reason("import.undo_effect", {"name": tournament.name, "players": entries.count()})
            ],
            subject=str(work.pk),
        )
        done.record(tournament, before={"file": work.fingerprint, "players": entries.count()})
        tournament.rounds.all().delete()
        tournament.forbidden_pairings.all().delete()
        tournament.teams.all().delete()
        entries.delete()
        tournament.undone_at = timezone.now()
        done.save("undone_at")
        work.stage, work.summary = Stage.UNDONE, None
        work.save(update_fields=["stage", "summary"])
        return work
