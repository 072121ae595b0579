"""The package of the report goes to its targets: a worker sends it, once, and the history keeps
what was sent where. A target that is away is tried again for days."""

import logging
import urllib.error
import urllib.request
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, override

from tournaments.documents.catalogue import PACKAGE
from tournaments.documents.translator import LANGUAGES
from tournaments.documents.validity import told_since
from tournaments.kernel import stores
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import refuse_in_a_sandbox
from tournaments.kernel.jobs import hand_over
from tournaments.kernel.mail import HANDED_OVER, Away, NotTaken, next_try, send_text
from tournaments.models import Document, Job, ReportSending, Tournament, User
from tournaments.queries.reports.preflight import preflight
from tournaments.queries.reports.trf import report
from tournaments.services.papers.documents import NOT_KEPT, request_document
from tournaments.services.papers.names import file_name
from tournaments.services.papers.storing import content_of
from tournaments.services.reports.sending import ACT, file_fingerprint

TASK = "tournaments.tasks.send_report"
#: nobody waits longer for an address
SECONDS = 30
Target: TypeAlias = ReportSending.Target
State: TypeAlias = ReportSending.State

logger = logging.getLogger("hakem.reports")


def targets() -> list[Target]:
    """Those that this site has."""
    has = {
        Target.OFFICE: bool(settings.FEDERATION),
        Target.FOLDER: bool(settings.REPORT_FOLDER),
        Target.ADDRESS: bool(settings.REPORT_ADDRESS),
    }
    return [target for target in Target if has.get(target, True)]


def make_package(*, tournament: Tournament, by: User | None) -> Job:
    """All that belongs to the report, in one file, by a worker."""
    language = get_language() or ""
    return request_document(
        tournament=tournament,
        kind=PACKAGE,
        number=None,
        language=language if language in LANGUAGES else "tr",
        by=by,
    )


def package_of(tournament: Tournament) -> Document | None:
    """The newest package that is made."""
    made = tournament.documents.filter(kind=PACKAGE).exclude(made_at=None)
    return made.defer("content").order_by("-id").first()


def is_of_today(package: Document) -> bool:
    """Nothing was changed, written or noted since it was made."""
    return package.revision == package.tournament.revision and not told_since(package)


def sendings_of(tournament: Tournament) -> list[ReportSending]:
    return list(tournament.report_sendings.select_related("by", "package"))


def send_package(
    *, tournament: Tournament, target: str, to: str = "", by: User | None, confirmed: str = ""
) -> ReportSending:
    """On its way; the same games to the same target once, changed ones only after a question."""
    with act("report.send", tournament, by=by, confirmed=confirmed, quiet=NOT_KEPT) as done:
        tournament = done.tournament
        refuse_in_a_sandbox(tournament.event)
        if target not in targets():
            raise Refused("report.unknown_target", field="target")
        to = to.strip().lower() if target == Target.MAIL else ""
        if target == Target.MAIL:
            _guard_mail(to)
        found = preflight(tournament)
        if not found.ready:
            raise Refused("report.not_ready")
        package = package_of(tournament)
        if package is None or not is_of_today(package):
            raise Refused("report.no_package")
        fingerprint = file_fingerprint(report(tournament, "trf26", final=True))
        same = tournament.report_sendings.filter(target=target, to=to).exclude(state=State.FAILED)
        named = to or str(Target(target).label)
        if twin := same.filter(fingerprint=fingerprint).first():
            raise Refused("report.sent_already", number=twin.pk, to=named)
        earlier = same.first()
        values = {"number": earlier.pk, "to": named, "games": earlier.games} if earlier else {}
        done.require(
            "report.send_again",
            level=3,
            reasons=[Reason("report.replaces", values)] if earlier else [],
            subject=f"{target}:{to}:{fingerprint}",
        )
        sending = ReportSending.objects.create(
            tournament=tournament,
            target=target,
            to=to,
            package=package,
            fingerprint=fingerprint,
            games=found.rated,
            by=by,
            due_at=timezone.now() + HANDED_OVER,
        )
        done.changed()
        if target in (Target.OFFICE, Target.BY_HAND):  # it lies here, or somebody did it
            _sent(sending)
        else:
            transaction.on_commit(lambda: hand_over(TASK, sending.pk))
        return sending


def _guard_mail(to: str) -> None:
    try:
        validate_email(to)
    except ValidationError as error:
        raise Refused("report.no_address", field="to") from error


def send_report(pk: int) -> None:
    """In a worker: the file, unless it was sent; tried again while the target is away."""
    with transaction.atomic():
        sending = (
            ReportSending.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("tournament__event", "package__tournament__event", "by")
            .filter(pk=pk, due_at__isnull=False, state=State.WAITING)
            .first()
        )
        if sending is None:
            return
        sending.tries += 1
        try:
            _deliver(sending)
        except (Away, stores.Away):
            sending.due_at = next_try(sending.tries, sending.created_at)
            if sending.due_at is None:
                sending.state = State.FAILED
        except NotTaken:
            sending.due_at, sending.state = None, State.FAILED
        else:
            _sent(sending)
        sending.save(update_fields=["tries", "due_at", "state", "sent_at"])


def enqueue_due() -> None:
    """Hand to a worker what is to be tried again, or what a lost queue had."""
    now = timezone.now()
    for sending in ReportSending.objects.filter(due_at__lte=now).order_by("due_at")[:100]:
        mine = ReportSending.objects.filter(pk=sending.pk, due_at=sending.due_at)
        if mine.update(due_at=now + HANDED_OVER):
            hand_over(TASK, sending.pk)


def _name_of(target: str) -> str:
    """A name that is the same in every language, for the history."""
    if target == Target.BY_HAND:
        return "Chess-Results"
    if target == Target.ADDRESS:
        return urlsplit(settings.REPORT_ADDRESS).netloc
    return settings.FEDERATION or "FOLDER"


def _sent(sending: ReportSending) -> None:
    """The receipt: state and time beside the target, and a line in the history."""
    sending.state, sending.sent_at, sending.due_at = State.SENT, timezone.now(), None
    sending.save(update_fields=["state", "sent_at", "due_at"])
    named = sending.to or _name_of(sending.target)
    try:
        with act(ACT, sending.tournament, by=sending.by, quiet=NOT_KEPT) as done:
            done.record(
                done.tournament,
                label=f"ZIP: {named}"[:160],
                after={
                    "to": named[:120],
                    "profile": "trf26",
                    "file": sending.fingerprint,
                    "games": sending.games,
                    "players": sending.tournament.entries.count(),
                },
            )
    except Refused:  # it was removed meanwhile: what is sent is sent
        logger.warning("Report %s was sent for a tournament that was removed.", sending.pk)


def _deliver(sending: ReportSending) -> None:
    package, tournament = sending.package, sending.tournament
    data, name = content_of(package) or b"", file_name(package)
    match sending.target:
        case Target.FOLDER:
            key = f"{tournament.event.slug}/{tournament.slug}-{sending.fingerprint[:16]}.zip"
            stores.Folder(Path(settings.REPORT_FOLDER)).put(key, data)
        case Target.ADDRESS:
            _post(settings.REPORT_ADDRESS, name, data, sending.fingerprint)
        case Target.MAIL:
            language = package.language if package.language in ("tr", "en") else "tr"
            with override(language):
                text = render_to_string("mail/report.txt", {"tournament": tournament})
            send_text(text, sending.to, files=[(name, data, "application/zip")])


def _post(address: str, name: str, data: bytes, key: str) -> None:
    """To an address that only the settings name. The key lets the office drop a second copy."""
    headers = {
        "Content-Type": "application/zip",
        "Content-Disposition": f'attachment; filename="{name}"',
        "Idempotency-Key": key,
    }
    if settings.REPORT_TOKEN:
        headers["Authorization"] = f"Bearer {settings.REPORT_TOKEN}"
    request = urllib.request.Request(address, data=data, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=SECONDS):
            return
    except urllib.error.HTTPError as error:
        logger.warning("The address of the federation answers %s", error.code)
        # What it does not understand today it will not understand tomorrow.
        later = error.code >= 500 or error.code in (408, 409, 425, 429)
        raise (Away if later else NotTaken) from error
    except OSError as error:
        logger.warning("The address of the federation is away: %s", type(error).__name__)
        raise Away from error
