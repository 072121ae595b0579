"""Rating lists from their own addresses: asked, and downloaded only if there is something newer.

Somebody may press a button; and once a day the lists in use are asked by themselves. Without a
network that is tried again later, without a word beyond "the address has not answered since".
"""

import hashlib
import logging
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import Request, urlopen

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import cancel_job, queue_again, start_job
from tournaments.kernel.log import record
from tournaments.models import Job, ListImport, RatingList, User
from tournaments.register.files import keep
from tournaments.register.layouts import PIECE

logger = logging.getLogger("hakem.lists")
#: a list is asked for by itself when this has passed: at most a day old, whenever the clock ticks
ASKED_EVERY = timedelta(hours=23)
#: an address that did not answer is tried again after this
TRIED_AGAIN = timedelta(minutes=55)
#: nobody asks the same address more often than this by a button
ASKED_AGAIN_AFTER = timedelta(minutes=2)
PATIENCE = 30  # seconds without a byte
#: the next month's list is often there a day before the month begins
EARLY = timedelta(days=2)


class NothingNewer(Exception):
    """The address has what we have."""


def address_of(rating_list: RatingList) -> str:
    """From the settings, never from what somebody typed; "" for a list that has none."""
    if rating_list.kind == RatingList.Kind.FIDE:
        return settings.FIDE_LIST_URL
    if rating_list.kind == RatingList.Kind.NATIONAL:
        return settings.NATIONAL_LIST_URLS.get(rating_list.federation, "")
    return ""


def lists_with_an_address() -> list[RatingList]:
    """FIDE's and those of the federations whose address is known, loaded or not."""
    wanted = [(RatingList.Kind.FIDE, "")] if settings.FIDE_LIST_URL else []
    wanted += [(RatingList.Kind.NATIONAL, fed) for fed in sorted(settings.NATIONAL_LIST_URLS)]
    return [
        RatingList.objects.get_or_create(kind=kind, federation=federation, name="")[0]
        for kind, federation in wanted
    ]


# --- By a button ----------------------------------------------------------------------------------


@transaction.atomic
def ask_for_lists(*, by: User | None) -> list[Job]:
    """Ask every address, and fetch what is newer; a worker does it. One asked just now rests."""
    jobs = []
    for rating_list in lists_with_an_address():
        rating_list = RatingList.objects.select_for_update().get(pk=rating_list.pk)
        if rating_list.asked_at and timezone.now() - rating_list.asked_at < ASKED_AGAIN_AFTER:
            continue
        rating_list.asked_at = timezone.now()
        rating_list.save(update_fields=["asked_at"])
        jobs.append(start_import(_work(rating_list, by=by), by=by))
    return jobs


def start_import(work: ListImport, *, by: User | None) -> Job:
    return start_job(tournament=None, kind=Job.Kind.REGISTER, target=work.pk, by=by)


@transaction.atomic
def give_up(*, work: ListImport, by: User | None) -> None:
    """End an import that waits or is at work: nothing of it comes into the register. Its file is
    kept until the list's next one, so that it can be loaded after all."""
    open_ = [Job.Status.WAITING, Job.Status.RUNNING]
    for job in Job.objects.filter(kind=Job.Kind.REGISTER, target=work.pk, status__in=open_):
        cancel_job(job=job)
        record("register.list_given_up", by=by, target=work.list, label=work.said)


def _work(rating_list: RatingList, *, by: User | None, quiet: bool = False) -> ListImport:
    name = unquote(urlsplit(address_of(rating_list)).path.rsplit("/", 1)[-1])
    return ListImport.objects.create(
        list=rating_list,
        month=timezone.localdate().replace(day=1),
        file_name=name[:120],
        fetched=True,
        quiet=quiet,
        created_by=by,
    )


# --- By itself, once a day ------------------------------------------------------------------------


def ask_quietly() -> list[Job]:
    """The lists in use that were not asked for a day. Nothing newer, or nobody there: no trace.

    And what a dead worker left of an import, if nobody looked at the page since.
    """
    open_ = [Job.Status.WAITING, Job.Status.RUNNING]
    for left in Job.objects.filter(kind=Job.Kind.REGISTER, status__in=open_):
        queue_again(left)
    return [job for rating_list in _due() if (job := _ask_quietly(rating_list)) is not None]


def _due() -> list[RatingList]:
    now = timezone.now()
    return [
        one
        for one in RatingList.objects.exclude(month=None)
        if address_of(one)
        and (
            one.asked_at is None
            or now - one.asked_at >= (TRIED_AGAIN if one.silent_since else ASKED_EVERY)
        )
    ]


def _ask_quietly(rating_list: RatingList) -> Job | None:
    mine = RatingList.objects.filter(pk=rating_list.pk, asked_at=rating_list.asked_at)
    if not mine.update(asked_at=timezone.now()):
        return None  # somebody else asks already
    # What a dead worker began to fetch.
    ListImport.objects.filter(list=rating_list, quiet=True, size=0, finished_at=None).delete()
    work = _work(rating_list, by=None, quiet=True)
    try:
        fetch(work)
    except NothingNewer:
        work.delete()
        return None
    except Refused as error:
        work.delete()
        logger.info("The address of %s: %s", rating_list, error.values.get("detail", error.code))
        return None
    return start_import(work, by=None)


# --- Ask and fetch --------------------------------------------------------------------------------


def fetch(work: ListImport) -> None:
    """Keep the file if it is newer than what we have, else `NothingNewer`."""
    rating_list = work.list
    try:
        with transaction.atomic():
            _fetch(work, rating_list)
    except NothingNewer:
        _note_answer(rating_list)
        raise
    except (OSError, HTTPException, ValueError) as error:
        RatingList.objects.filter(pk=rating_list.pk, silent_since=None).update(
            silent_since=timezone.now()
        )
        raise Refused("register.unreachable", detail=_detail(error)) from error
    _note_answer(rating_list)


def _fetch(work: ListImport, rating_list: RatingList) -> None:
    request = Request(address_of(rating_list), headers={"User-Agent": "Hakem"})
    if rating_list.month:
        if rating_list.etag:
            request.add_header("If-None-Match", rating_list.etag)
        if rating_list.last_modified:
            request.add_header("If-Modified-Since", rating_list.last_modified)
    try:
        answer = urlopen(request, timeout=PATIENCE)
    except HTTPError as error:
        if error.code == 304:
            raise NothingNewer from error
        raise
    with answer:
        modified = answer.headers.get("Last-Modified", "")[:60]
        work.month = month_of(modified, timezone.localdate())
        if rating_list.month and work.month < rating_list.month:
            raise NothingNewer
        digest = hashlib.sha256()
        keep(work, _pieces(answer, digest))
    if rating_list.month and digest.hexdigest() == rating_list.digest:
        raise NothingNewer  # rolled back with the pieces
    work.save(update_fields=["month"])
    rating_list.etag = answer.headers.get("ETag", "")[:200]
    rating_list.last_modified = modified
    rating_list.digest = digest.hexdigest()
    rating_list.save(update_fields=["etag", "last_modified", "digest"])


def _pieces(answer: HTTPResponse, digest: "hashlib._Hash") -> Iterator[bytes]:
    """The body, which must be as long as it was said to be."""
    length = answer.headers.get("Content-Length", "")
    seen = 0
    while piece := answer.read(PIECE):
        seen += len(piece)
        digest.update(piece)
        yield piece
    if length.isdecimal() and seen != int(length):
        raise OSError("the line broke off")


def month_of(modified: str, today: date) -> date:
    """The month of a list by the day on which its file was made."""
    try:
        made: datetime | None = parsedate_to_datetime(modified)
    except ValueError:
        made = None
    day = min(made.date() + EARLY, today) if made else today
    return day.replace(day=1)


def forget_what_was_fetched(rating_list: RatingList) -> None:
    """A file that could not be used: the address is asked again as if it were new."""
    RatingList.objects.filter(pk=rating_list.pk).update(etag="", last_modified="", digest="")


def _note_answer(rating_list: RatingList) -> None:
    RatingList.objects.filter(pk=rating_list.pk).update(silent_since=None)


def _detail(error: Exception) -> str:
    return str(getattr(error, "reason", error))[:120] or type(error).__name__
