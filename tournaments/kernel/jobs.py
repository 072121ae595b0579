"""Background work that survives the death of a worker.

What is to be done stands in the Job's row. A task that finds its job finished does nothing; a
job whose worker died, or whose message was lost with the queue, is queued again by any worker that
lives, and when somebody looks at it. Tries are counted before the work begins, so that a job that
kills its workers is given up.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import redis
from celery import current_app
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Min, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from tournaments.kernel.errors import Refused
from tournaments.kernel.patience import DOOR
from tournaments.kernel.sweeping import forget
from tournaments.models import Job, Tournament, User

WORKER_KEY = "worker-alive"
#: the task that does the work of each kind
TASKS = {
    Job.Kind.PAIR: "tournaments.tasks.pair_round",
    Job.Kind.DOCUMENT: "tournaments.tasks.make_document",
    Job.Kind.REGISTER: "tournaments.tasks.import_rating_list",
    Job.Kind.CAPTAINS: "tournaments.tasks.send_captains_links",
    Job.Kind.IMPORT: "tournaments.tasks.import_report",
    Job.Kind.SEAL: "tournaments.tasks.seal_round",
    Job.Kind.RATINGS: "federation.tasks.work_out_ratings",
    Job.Kind.MEMBERS: "federation.tasks.write_member_list",
}
#: the first key of the advisory locks of `run_in_stages`
STAGES_LOCK = 76451
QUEUE_AGAIN_AFTER = timedelta(seconds=20)
#: a job that was begun so often and never ended ends its workers: it is given up
MOST_TRIES = 5
#: work that is done is remembered so long
KEPT = timedelta(days=30)

logger = logging.getLogger("hakem.jobs")


class Cancelled(Exception):
    """Nobody wants this work any more; what is not stored yet is dropped."""


def start_job(*, tournament: Tournament | None, kind: str, target: int, by: User | None) -> Job:
    """Note the work and, once that is safely stored, hand it to a worker."""
    job, created = Job.objects.get_or_create(
        kind=kind,
        target=target,
        status__in=[Job.Status.WAITING, Job.Status.RUNNING],
        defaults={
            "tournament": tournament,
            "created_by": by,
            "queued_at": timezone.now(),
            "status": Job.Status.WAITING,
        },
    )
    if created:
        transaction.on_commit(lambda: enqueue(job))
    return job


def enqueue(job: Job) -> None:
    """Hand an open job to a worker, unless one is at work on it right now."""
    with transaction.atomic():
        free = (
            Job.objects.select_for_update(skip_locked=True)
            .filter(pk=job.pk, status__in=[Job.Status.WAITING, Job.Status.RUNNING])
            .first()
        )
        if free is None:
            return
        free.queued_at = timezone.now()
        free.save(update_fields=["queued_at"])
    hand_over(TASKS[Job.Kind(job.kind)], job.pk)


def hand_over(task: str, key: int) -> bool:
    """Give a worker the task of this name; what the task itself imports is the worker's matter.

    False while the queue is away: what is to be done stands in a row, and a worker takes it up
    when the queue is back.
    """
    if DOOR.shut:
        return False
    try:
        current_app.send_task(task, [key], retry=False)
    except (BrokerError, redis.RedisError, OSError) as error:
        DOOR.close()
        logger.warning("The queue is away (%s): %s %s waits.", type(error).__name__, task, key)
        return False
    return True


def queue_again(job: Job) -> None:
    """Queue an open job again when nothing was heard of it for a while."""
    if job.open and (job.queued_at is None or timezone.now() - job.queued_at > QUEUE_AGAIN_AFTER):
        enqueue(job)


def resume_open_jobs() -> int:
    """Take up the jobs that a dead worker left behind, when a worker starts."""
    jobs = list(_open_jobs())
    for job in jobs:
        enqueue(job)
    return len(jobs)


def resume_lost_jobs() -> int:
    """Take up open jobs of which the queue knows nothing: it was wiped, or was away when they were
    handed over. What still waits in its queue is left there."""
    found = 0
    for job in _open_jobs().filter(queued_at__lt=timezone.now() - QUEUE_AGAIN_AFTER):
        if _waiting_in_queue(TASKS[Job.Kind(job.kind)]) == 0:
            enqueue(job)
            found += 1
    return found


def _open_jobs() -> QuerySet[Job]:
    return Job.objects.filter(status__in=[Job.Status.WAITING, Job.Status.RUNNING]).order_by("pk")


def _waiting_in_queue(task: str) -> int:
    """How many messages wait where this task goes."""
    return queue_length(current_app.amqp.router.route({}, task)["queue"].name)


def queue_length(queue: str) -> int:
    with current_app.connection_for_read() as broker:
        channel: Any = broker.default_channel  # of the transport for Redis
        return int(channel.client.llen(queue))


def oldest_waiting() -> timedelta:
    """How long the job has waited that has waited longest."""
    waiting = Job.objects.filter(status=Job.Status.WAITING)
    first = waiting.aggregate(first=Min("created_at"))["first"]
    return timezone.now() - first if first else timedelta()


def run_job(
    job_id: int, work: Callable[[Job], None], on_failure: Callable[[Job], None] | None = None
) -> None:
    """Do `work` once. A job that another worker holds, or that is over, is left alone.

    The row stays locked while we work, so the lock ends with us, however we end.
    """
    if not _begin(job_id, on_failure):
        return
    try:
        with transaction.atomic():
            job = (
                Job.objects.select_for_update(skip_locked=True, of=("self",))
                .select_related("tournament__event", "created_by")
                .filter(pk=job_id, status=Job.Status.RUNNING)
                .first()
            )
            if job is None:
                return
            work(job)
            job.status = Job.Status.DONE
            job.progress = 100
            job.finished_at = timezone.now()
            job.save(update_fields=["status", "progress", "finished_at"])
    except Refused as error:
        _fail(job_id, error.as_data(), on_failure)
    except _PASSING:
        raise  # the job stays open and is taken up again
    except Exception:
        _fail(job_id, {"code": "job.broken", "values": {}}, on_failure)
        raise


#: the database went away, or ended a session in a conflict: nothing is wrong with the job
_PASSING = (OperationalError, InterfaceError)


def _begin(job_id: int, on_failure: Callable[[Job], None] | None) -> bool:
    """Count the try, and give up the job that has ended too many workers. False: not ours."""
    with transaction.atomic():
        job = _open_jobs().select_for_update(skip_locked=True).filter(pk=job_id).first()
        if job is None:
            return False
        if job.tries < MOST_TRIES:
            job.tries += 1
            job.status = Job.Status.RUNNING
            job.save(update_fields=["tries", "status"])
            return True
    _fail(job_id, {"code": "job.given_up", "values": {"tries": MOST_TRIES}}, on_failure)
    return False


def run_in_stages(job_id: int, work: Callable[[Job], None]) -> None:
    """Do long `work` that commits each stage of its own, so that it can go on after a crash.

    The lock is the session's and not a row's: it ends with us, and commits leave it alone.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [STAGES_LOCK, job_id])
        if not cursor.fetchone()[0]:
            return
    try:
        if not _begin(job_id, None):
            return
        work(Job.objects.select_related("created_by").get(pk=job_id))
        Job.objects.filter(pk=job_id, status=Job.Status.RUNNING).update(
            status=Job.Status.DONE, progress=100, finished_at=timezone.now()
        )
    except Cancelled:
        pass
    except Refused as error:
        _fail(job_id, error.as_data(), None)
    except _PASSING:
        raise
    except Exception:
        _fail(job_id, {"code": "job.broken", "values": {}}, None)
        raise
    finally:
        with suppress(*_PASSING), connection.cursor() as cursor:  # its end frees the lock, too
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [STAGES_LOCK, job_id])


def _fail(job_id: int, error: dict[str, Any], on_failure: Callable[[Job], None] | None) -> None:
    with transaction.atomic():
        job = Job.objects.select_for_update().get(pk=job_id)
        job.status = Job.Status.FAILED
        job.error = error
        job.finished_at = timezone.now()
        job.save(update_fields=["status", "error", "finished_at"])
        if on_failure:
            on_failure(job)


def cancel_job(*, job: Job) -> None:
    """Only work in stages can be given up; it notices at its next step."""
    Job.objects.filter(pk=job.pk, status__in=[Job.Status.WAITING, Job.Status.RUNNING]).update(
        status=Job.Status.CANCELLED, finished_at=timezone.now()
    )


def keep_going(job: Job) -> None:
    """Ends work in stages that was cancelled; within a transaction, holds that off."""
    jobs = Job.objects.filter(pk=job.pk)
    if connection.in_atomic_block:
        jobs = jobs.select_for_update()
    if jobs.values_list("status", flat=True).first() == Job.Status.CANCELLED:
        raise Cancelled


def end_if_cancelled(job: Job | None) -> None:
    """The same between the steps of a long transaction: who cancels does not wait for its end."""
    if job and Job.objects.filter(pk=job.pk, status=Job.Status.CANCELLED).exists():
        raise Cancelled


def sweep() -> None:
    """Forget work that is done. What failed or was given up stays: pages say so; and so does the
    work on rating lists and reports, which asks what was done before."""
    kinds = [Job.Kind.PAIR, Job.Kind.DOCUMENT, Job.Kind.CAPTAINS, Job.Kind.SEAL, Job.Kind.MEMBERS]
    done = Job.objects.filter(status=Job.Status.DONE, kind__in=kinds)
    forget(done.filter(finished_at__lt=timezone.now() - KEPT))


def got_further(job: Job) -> None:
    """Count the tries anew: something is committed that need not be done again."""
    Job.objects.filter(pk=job.pk, tries__gt=1).update(tries=1)


def report_progress(job: Job, per_cent: int) -> None:
    """Progress is told through the cache: the job's row is locked while the work goes on."""
    cache.set(f"job-progress:{job.pk}", per_cent, 3600)


def progress(job: Job) -> int:
    return 100 if job.status == Job.Status.DONE else cache.get(f"job-progress:{job.pk}", 0)


def worker_is_alive() -> bool:
    return bool(cache.get(WORKER_KEY))


def note_worker() -> None:
    cache.set(WORKER_KEY, timezone.now().isoformat(), 30)
