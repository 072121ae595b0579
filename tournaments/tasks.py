"""Celery's door to the services, and the worker's sign of life."""

import logging
import threading

from celery import Task, shared_task
from celery.signals import worker_ready, worker_shutting_down
from django.db import close_old_connections

from tournaments.kernel import jobs
from tournaments.models import Job

_stopping = threading.Event()
logger = logging.getLogger("hakem.worker")


@shared_task
def make_document(job_id: int) -> None:
    from tournaments.services.papers.documents import make_document as make

    jobs.run_in_stages(job_id, make)


@shared_task
def import_rating_list(job_id: int) -> None:
    from tournaments.register.rating_lists import run_import

    jobs.run_in_stages(job_id, run_import)


@shared_task
def ask_for_rating_lists() -> None:
    """The daily question; the scheduler asks more often, each list decides whether it is due."""
    from tournaments.register.list_sources import ask_quietly

    ask_quietly()


@shared_task
def send_captains_links(job_id: int) -> None:
    from tournaments.services.teams.captains import send_waiting

    jobs.run_in_stages(job_id, send_waiting)


@shared_task
def import_report(job_id: int) -> None:
    from tournaments.services.reports.report_imports import go_back, run_import

    jobs.run_job(job_id, run_import, on_failure=go_back)


@shared_task
def seal_round(job_id: int) -> None:
    from tournaments.services.rounds.seals import seal_round as seal

    jobs.run_in_stages(job_id, seal)


@shared_task
def deliver(delivery_id: int) -> None:
    from tournaments.services.programs import webhooks

    webhooks.deliver(delivery_id)


def task_for(kind: str) -> Task:
    from pairing.tasks import pair_round

    return {
        Job.Kind.PAIR: pair_round,
        Job.Kind.DOCUMENT: make_document,
        Job.Kind.REGISTER: import_rating_list,
        Job.Kind.CAPTAINS: send_captains_links,
        Job.Kind.IMPORT: import_report,
        Job.Kind.SEAL: seal_round,
    }[kind]


def _send_what_is_due() -> None:
    """Messages to other programs that are to be tried again, or that a dead worker left."""
    from tournaments.services.programs import api_tokens, webhooks
    from tournaments.services.reports import report_imports

    try:
        webhooks.enqueue_due()
        webhooks.forget_old_deliveries()
        api_tokens.forget_old_answers()
        report_imports.forget_old()
    except Exception:
        # A database that is away for a moment must not end the sign of life.
        logger.exception("Messages that are due could not be queued.")
    finally:
        close_old_connections()


@worker_ready.connect
def start(**_signal) -> None:
    def sign_of_life() -> None:
        while not _stopping.wait(10):
            jobs.note_worker()
            _send_what_is_due()

    jobs.note_worker()
    jobs.resume_open_jobs()
    close_old_connections()
    threading.Thread(target=sign_of_life, daemon=True).start()


@worker_shutting_down.connect
def stop(**_signal) -> None:
    _stopping.set()
