"""FIDE's list into the register: received, read, merged.

Each stage ends in a commit of its own, so a file whose worker died goes on after the last stage
that was reached. The same file again changes nothing.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import (
    end_if_cancelled,
    got_further,
    keep_going,
    report_progress,
)
from tournaments.kernel.log import record
from tournaments.models import (
    Job,
    ListChunk,
    ListImport,
    RatingList,
    User,
)
from tournaments.register.files import keep_file, pieces_of
from tournaments.register.layouts import ListTooLarge, UnknownLayout, opened
from tournaments.register.merging import (
    ADDED_AT_A_TIME,
    REGISTER,
    add_new,
    change_known,
    find_news,
    learn_words,
    open_staging,
    stage,
)

#: rows that are copied at a time
BLOCK = 20_000
#: the advisory lock under which a list goes into the register
REGISTER_LOCK = 76452


# --- Receive ------------------------------------------------------------------------------------


@transaction.atomic
def receive_fide_list(
    *, pieces: Iterable[bytes], file_name: str, month: date, by: User | None
) -> ListImport:
    """Keep the file; `start_import` or `import_now` does the rest."""
    rating_list = fide_list()
    month = month.replace(day=1)
    if rating_list.month and month < rating_list.month:
        raise Refused("register.older_list", field="month", month=f"{rating_list.month:%Y-%m}")
    return keep_file(rating_list, pieces, file_name, month, by)


def fide_list() -> RatingList:
    return RatingList.objects.get_or_create(kind=RatingList.Kind.FIDE, federation="", name="")[0]


# --- Stages -----------------------------------------------------------------------------------


def import_now(work: ListImport, job: Job | None = None) -> ListImport:
    """Do the stages that are still to be done. One list at a time."""
    with one_list_at_a_time():
        if work.stage == ListImport.Stage.READ and not _is_staged(work):
            work.stage = ListImport.Stage.RECEIVED
        if work.stage == ListImport.Stage.RECEIVED:
            _sweep(work)
            try:
                _read(work, job)
            except UnknownLayout as error:
                raise Refused("register.unknown_layout") from error
            except ListTooLarge as error:
                raise Refused("register.file_too_large") from error
        if work.stage == ListImport.Stage.READ:
            _merge(work, job)
        _tidy(work)
    return work


@contextmanager
def one_list_at_a_time() -> Iterator[None]:
    """The lock is the session's, so that stages may commit; it ends with us, however we end."""
    with connection.cursor() as cursor:
        # The database does not end a long statement of a dead worker's unless told to look.
        cursor.execute("SET client_connection_check_interval = '500ms'")
        cursor.execute("SELECT pg_advisory_lock(%s)", [REGISTER_LOCK])
        try:
            yield
        finally:
            with suppress(DatabaseError):  # of a transaction that failed, or a lost connection
                cursor.execute("SELECT pg_advisory_unlock(%s)", [REGISTER_LOCK])
                cursor.execute("RESET client_connection_check_interval")


def kind_of(file_name: str) -> str:
    """A single list says by its name which rating it holds; the combined list needs no name."""
    return next((kind for kind in ("rapid", "blitz") if kind in file_name.lower()), "standard")


# --- Read -----------------------------------------------------------------------------------------


def _staging(work: ListImport) -> str:
    return f"register_staging_{work.pk:d}"


def _is_staged(work: ListImport) -> bool:
    """True if the rows that were read are still there, and still to be merged.

    A staging table survives a dead worker and is empty after a dead database; and a list that was
    merged meanwhile has changed the ground on which this one was read.
    """
    with connection.cursor() as cursor:
        if not _exists(cursor, _staging(work)):
            return False
        cursor.execute(f"SELECT count(*) FROM {_staging(work)}")
        whole = bool(cursor.fetchone()[0] == work.rows)
    return whole and bool(_last_merged() == work.reading["ground"])


def _last_merged() -> int:
    """The import that changed the register last."""
    merged = ListImport.objects.filter(stage=ListImport.Stage.MERGED).order_by("-finished_at")
    return merged.values_list("pk", flat=True).first() or 0


@transaction.atomic
def _read(work: ListImport, job: Job | None) -> None:
    """The file into a staging table; nothing of the register is touched."""
    progress = 0

    def note_progress(passed: int, size: int) -> None:
        nonlocal progress
        if job is not None and 60 * passed // size > progress:
            progress = 60 * passed // size
            report_progress(job, progress)
            end_if_cancelled(job)

    layout, pieces = opened(pieces_of(work), kind_of(work.file_name), work.size, note_progress)
    work.reading = {"ratings": layout.ratings, "ground": _last_merged()}
    work.rows = work.unreadable = 0
    waiting: list[str] = []
    with connection.cursor() as cursor:
        open_staging(cursor, _staging(work))
        # Block by block: while a COPY goes on, the connection cannot bring the next chunk.
        for records in layout.records(pieces):
            rows = [line for line in layout.read(records) if line is not None]
            work.rows += len(rows)
            work.unreadable += len(records) - len(rows)
            waiting += rows
            if len(waiting) > BLOCK:
                stage(cursor, _staging(work), waiting)
                waiting.clear()
        if not work.rows:
            raise UnknownLayout
        stage(cursor, _staging(work), waiting)
        learn_words(cursor, layout.words)
    work.stage = ListImport.Stage.READ
    work.save(update_fields=["rows", "unreadable", "reading", "stage"])


# --- Merge ----------------------------------------------------------------------------------------


def _merge(work: ListImport, job: Job | None) -> None:
    """New players are added block by block, so that nobody's search waits; what the list says of
    those whom the register has is changed whole or not at all: nobody sees half a month."""
    ratings = tuple(work.reading["ratings"])
    with connection.cursor() as cursor:
        with transaction.atomic():
            _guard_month(work)
            find_news(cursor, _staging(work), ratings)
        cursor.execute("SELECT count(*) FROM register_news WHERE id IS NULL")
        new = cursor.fetchone()[0]
        for after in range(0, new, ADDED_AT_A_TIME):
            if job is not None:
                report_progress(job, 70 + 25 * after // new)
                end_if_cancelled(job)
            with transaction.atomic():
                work.added += add_new(cursor, work.month, ratings, after)
                work.save(update_fields=["added"])
                if job is not None:
                    got_further(job)
        with transaction.atomic():
            _conclude(cursor, work, ratings, job)
        if 10 * (work.added + work.changed) > work.rows:
            cursor.execute(f"ANALYZE {REGISTER}")


def _guard_month(work: ListImport) -> RatingList:
    rating_list = RatingList.objects.select_for_update().get(pk=work.list_id)
    if rating_list.month and work.month < rating_list.month:
        raise Refused("register.older_list", month=f"{rating_list.month:%Y-%m}")
    return rating_list


def _conclude(cursor: Any, work: ListImport, ratings: tuple[str, ...], job: Job | None) -> None:
    if job is not None:
        keep_going(job)
    rating_list = _guard_month(work)
    work.changed = change_known(cursor, work.month, ratings)
    work.stage = ListImport.Stage.MERGED
    work.finished_at = timezone.now()
    work.save(update_fields=["changed", "stage", "finished_at"])
    rating_list.month = work.month
    rating_list.players = work.rows
    rating_list.loaded_at = timezone.now()
    rating_list.save(update_fields=["month", "players", "loaded_at"])
    record(
        "register.list_loaded",
        by=work.created_by,
        target=rating_list,
        label=work.said,
        after={"rows": work.rows, "added": work.added, "changed": work.changed},
    )


def _exists(cursor: Any, table: str) -> bool:
    cursor.execute("SELECT to_regclass(%s)", [table])
    return cursor.fetchone()[0] is not None


def _tidy(work: ListImport) -> None:
    """The file has done its duty."""
    work.chunks.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {_staging(work)}")


def _sweep(work: ListImport) -> None:
    """Remove what imports left behind that nobody will end; and of this one, which begins again."""
    waiting = Job.objects.filter(
        kind=Job.Kind.REGISTER, status__in=[Job.Status.WAITING, Job.Status.RUNNING]
    ).values("target")
    given_up = Job.objects.filter(kind=Job.Kind.REGISTER, status=Job.Status.CANCELLED)
    ListChunk.objects.filter(
        list_import__list=work.list, list_import__in=given_up.values("target")
    ).exclude(list_import__in=waiting).exclude(list_import=work).delete()
    kept = ListImport.objects.filter(stage=ListImport.Stage.READ, pk__in=waiting).exclude(
        pk=work.pk
    )
    names = {_staging(one) for one in kept}
    with connection.cursor() as cursor:
        cursor.execute(
            r"SELECT relname FROM pg_class WHERE relkind = 'r' "
            r"AND relname ~ '^register_staging_\d+$' "
            r"AND relnamespace = current_schema()::regnamespace"
        )
        for (name,) in cursor.fetchall():
            if name not in names:
                cursor.execute(f"DROP TABLE {name}")
