"""Data protection: on the date of an event contacts, birth dates, links and notes are removed, with
one line in the history. Names and results stay, and of the birth date the year, on which the
categories of the results rest.
"""

import logging
import re
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Length, Substr
from django.utils import timezone

from tournaments.kernel import stores
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import (
    BankDetail,
    CaptainMail,
    Document,
    Entry,
    Event,
    Follow,
    Follower,
    Incident,
    Invitation,
    LogEntry,
    PaperPack,
    ReportImport,
    Team,
    User,
)
from tournaments.models.team import new_key
from tournaments.services.papers.storing import content_of
from tournaments.services.voice.proving import forget_event

#: so many events in one run of the scheduler
AT_ONCE = 50
#: papers for the staff that have birth dates
_PAPERS = ("it1", "report_package")
#: what stands under these names in the history was somebody's own
_OWN = {"phone", "note", "email", "captain_email", "to"}
_MAIL = re.compile(r"[^\s@,;:]+@[^\s@,;:]+")
GONE = "…"

logger = logging.getLogger("hakem.privacy")


def kept_until(event: Event) -> date:
    return event.kept_until or event.ends_on + timedelta(days=settings.PERSONAL_DATA_DAYS)


def due() -> QuerySet[Event]:
    today = timezone.localdate()
    usual = today - timedelta(days=settings.PERSONAL_DATA_DAYS)
    over = Q(kept_until__lt=today) | Q(kept_until=None, ends_on__lt=usual)
    return Event.objects.filter(over, forgotten_at=None, ends_on__lt=today).order_by("ends_on")


def forget_due() -> None:
    """By the scheduler: each event for itself; one that fails keeps none of the others."""
    for event in due()[:AT_ONCE]:
        try:
            forget_people(event=event, by=None)
        except (Refused, stores.Away) as error:
            logger.warning("Event %s keeps its data for now: %s", event.pk, error)


def forget_people(*, event: Event, by: User | None) -> dict[str, int]:
    """Everything that was removed, counted. Once an event is over, and only once."""
    name = "event.people_forgotten"
    with act(name, event, by=by, removed=event.removed) as done:
        event = done.row
        if event.forgotten_at is not None:
            return done.nothing({})
        if event.ends_on >= timezone.localdate():
            raise Refused("forgetting.not_over")
        counted = {kind: forget(event) for kind, forget in KINDS.items()}
        event.forgotten_at = timezone.now()
        event.announcement, event.announced_at = "", None
        event.save(update_fields=["forgotten_at", "announcement", "announced_at"])
        done.record(event, before={kind: count for kind, count in counted.items() if count})
        transaction.on_commit(_forget_followers)
        return counted


def _players(event: Event) -> int:
    rows = Entry.objects.filter(tournament__event=event)
    of_day = Q(born__gt=4)
    found = rows.annotate(born=Length("birth_date")).filter(of_day | ~Q(phone="") | ~Q(note=""))
    keys = list(found.values_list("pk", flat=True))
    rows.filter(pk__in=keys).update(phone="", note="", birth_date=Substr("birth_date", 1, 4))
    return len(keys)


def _captains(event: Event) -> int:
    CaptainMail.objects.filter(team__tournament__event=event).delete()
    teams = list(Team.objects.filter(tournament__event=event))
    told = sum(1 for team in teams if team.captain_email)
    for team in teams:
        team.captain_email, team.link_key = "", new_key()  # the old links open nothing
    Team.objects.bulk_update(teams, ["captain_email", "link_key"])
    return told


def _invitations(event: Event) -> int:
    return Invitation.objects.filter(event=event).delete()[0]


def _follows(event: Event) -> int:
    return Follow.objects.filter(tournament__event=event).delete()[0]


def _forget_followers() -> None:
    """Forget those: who follows nothing any more is nobody's business."""
    Follower.objects.filter(
        follows=None, user=None, created_at__lt=timezone.now() - timedelta(days=1)
    ).delete()


def _accounts(event: Event) -> int:
    return BankDetail.objects.filter(tournament__event=event).delete()[0]


def _notes(event: Event) -> int:
    return Incident.objects.filter(tournament__event=event).exclude(note="").update(note="")


def _files(event: Event) -> int:
    """Reports from which tournaments were made, and papers of the staff with birth dates."""
    ReportImport.objects.filter(event=event).update(data=b"", summary=None)
    papers = Document.objects.filter(tournament__event=event, kind__in=_PAPERS)
    packs = list(PaperPack.objects.filter(papers__in=papers).distinct())
    for pack in packs:
        for other in pack.papers.exclude(kind__in=_PAPERS):
            Document.objects.filter(pk=other.pk).update(content=content_of(other), pack=None)
    count = papers.update(content=None, pack=None, rows={})
    for pack in packs:
        store, key = stores.store_of(pack.store), pack.key
        pack.delete()
        if store is not None:
            transaction.on_commit(partial(store.delete, key))
    return count


def _history(event: Event) -> int:
    """Lines stay, with what was done by whom; only what was somebody's own goes out of them."""
    lines = LogEntry.objects.filter(Q(event=event) | Q(tournament__event=event)).distinct()
    changed = 0
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL hakem.forgetting = 'on'")
    for line in lines.iterator(chunk_size=500):
        before, after = without_own(line.before), without_own(line.after)
        label, reason = _MAIL.sub(GONE, line.label), _MAIL.sub(GONE, line.reason)
        if (before, after, label, reason) != (line.before, line.after, line.label, line.reason):
            mine = LogEntry.objects.filter(pk=line.pk)
            mine.update(before=before, after=after, label=label, reason=reason)
            changed += 1
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL hakem.forgetting = 'off'")
    return changed


def without_own(data: Any) -> Any:
    """The same without contacts and notes, and of birth dates the year."""
    if isinstance(data, dict):
        return {name: _of(name, value) for name, value in data.items()}
    if isinstance(data, list):
        return [without_own(one) for one in data]
    return _MAIL.sub(GONE, data) if isinstance(data, str) else data


def _of(name: str, value: Any) -> Any:
    if isinstance(value, str):
        if name == "birth_date":
            return value[:4]
        if name in _OWN:
            return "" if name != "to" else _MAIL.sub(GONE, value)
    return without_own(value)


#: each forgets one kind of an event and counts it; others add their own (its name in
#: `wording.keys.KEYS`)
KINDS: dict[str, Callable[[Event], int]] = {
    "players": _players,
    "captains": _captains,
    "invitations": _invitations,
    "follows": _follows,
    "voices": forget_event,
    "accounts": _accounts,
    "notes": _notes,
    "files": _files,
    "history": _history,
}
