"""The month's reports for FIDE: one package of TRF files, each with the checker's verdict. What was
packed once is not packed again unless FIDE refused it."""

import hashlib
import io
import zipfile
from datetime import date

from django.db import transaction
from django.utils import timezone

from federation.models import FideFile, FidePackage, RatingReport
from federation.queries.ratings_reports import for_fide
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import User
from tournaments.queries.reports.preflight import can_be_judged, judged
from tournaments.queries.reports.trf import report as trf

State = FideFile.State
QUIET = "no public page shows what was sent to FIDE"
#: so many events of a month are one package
MOST = 500


def waiting() -> list[RatingReport]:
    """List what the next package would hold."""
    return list(for_fide()[:MOST])


def pack(*, month: date, by: User | None) -> FidePackage:
    with transaction.atomic():
        reports = list(
            RatingReport.objects.select_for_update(of=("self",))
            .filter(pk__in=[one.pk for one in waiting()])
            .select_related("tournament__event")
            .order_by("ended_on", "pk")
        )
        if not reports:
            raise Refused("ratings.nothing_for_fide")
        package = FidePackage.objects.create(month=month.replace(day=1), content=b"", made_by=by)
        with act("ratings.fide_packed", package, by=by, quiet=QUIET) as done:
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                lines = [_put(archive, package, report) for report in reports]
                archive.writestr("verdicts.txt", "".join(lines))
            package.content = out.getvalue()
            package.save(update_fields=["content"])
            done.record(package, label=f"{package}", after={"reports": len(reports)})
    return package


def _put(archive: zipfile.ZipFile, package: FidePackage, report: RatingReport) -> str:
    tournament = report.tournament
    data = trf(tournament, "trf16", final=True)
    name = f"{report.ended_on:%Y%m%d}-{tournament.event.slug}-{tournament.slug}.txt"[-160:]
    verdict = list(judged(tournament)) if can_be_judged(tournament) else []
    FideFile.objects.create(
        package=package,
        report=report,
        name=name,
        fingerprint=hashlib.sha256(data).hexdigest(),
        verdict=verdict,
    )
    archive.writestr(name, data)
    return f"{name}: {'; '.join(verdict) or 'OK'}\n"


def note_sent(*, package: FidePackage, by: User | None) -> FidePackage:
    """It went to FIDE's server."""
    with act("ratings.fide_sent", package, by=by, quiet=QUIET) as done:
        package = done.row
        if package.sent_at:
            return done.nothing(package)
        package.sent_at = timezone.now()
        package.save(update_fields=["sent_at"])
        package.files.filter(state=State.PACKED).update(state=State.SENT)
        done.record(package, label=f"{package}", after={"reports": package.files.count()})
        return package


def note_answer(
    *, file: FideFile, state: str, on: date | None, answer: str, by: User | None
) -> FideFile:
    """Note what FIDE said to one report; a refused one waits for the next package."""
    if state not in (State.ACCEPTED, State.REFUSED) or on is None:
        raise Refused("ratings.fide_answer_unknown")
    with act("ratings.fide_answered", file.package, by=by, quiet=QUIET) as done:
        if not done.row.sent_at:
            raise Refused("ratings.fide_not_sent")
        file = FideFile.objects.select_for_update().get(pk=file.pk)
        again = FideFile.objects.filter(report=file.report).exclude(pk=file.pk)
        if state == State.ACCEPTED and again.exclude(state=State.REFUSED).exists():
            raise Refused("ratings.fide_packed_again")
        before = {"state": file.state}
        file.state, file.answered_on = State(state), on
        file.answer = " ".join(answer.split())[:300]
        file.save()
        done.record(
            file, label=file.name, before=before, after={"state": state}, reason=file.answer
        )
        return file
