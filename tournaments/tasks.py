"""Celery's door to the services, and the worker's sign of life."""

import logging
import threading

from celery import shared_task
from celery.signals import worker_ready, worker_shutting_down
from django.db import close_old_connections

from tournaments.kernel import backups, jobs
from tournaments.register import loading, sources
from tournaments.services.accounts import door, links
from tournaments.services.hall import announcing, following
from tournaments.services.papers import documents, fallback, storing
from tournaments.services.programs import tokens, webhooks
from tournaments.services.reports import importing, targets
from tournaments.services.rounds import pairing, seals
from tournaments.services.setup import bank, forgetting, invitations, sandbox
from tournaments.services.teams import captains
from tournaments.services.voice import mailing, proving

_stopping = threading.Event()
logger = logging.getLogger("hakem.worker")


# The limits are for what hangs: each is far above what the largest work takes. Who is ended by one
# is taken up again, and given up after a few tries.


@shared_task(time_limit=600)
def pair_round(job_id: int) -> None:
    jobs.run_job(job_id, pairing.pair_round, on_failure=pairing.release_round)


@shared_task(time_limit=900)
def make_document(job_id: int) -> None:
    jobs.run_in_stages(job_id, documents.make_document)


@shared_task(time_limit=7200)
def import_rating_list(job_id: int) -> None:
    jobs.run_in_stages(job_id, loading.run_import)


@shared_task(time_limit=600)
def ask_for_rating_lists() -> None:
    """The daily question; the scheduler asks more often, each list decides whether it is due."""
    sources.ask_quietly()


@shared_task(time_limit=3 * 3600)
def back_up() -> None:
    backups.make_if_due()


@shared_task(time_limit=1800)
def send_captains_links(job_id: int) -> None:
    jobs.run_in_stages(job_id, captains.send_waiting)


@shared_task(time_limit=1800)
def import_report(job_id: int) -> None:
    jobs.run_job(job_id, importing.import_report, on_failure=importing.go_back)


@shared_task(time_limit=1800)
def seal_round(job_id: int) -> None:
    jobs.run_in_stages(job_id, seals.seal_round)


@shared_task(time_limit=120)
def send_invitation(invitation_id: int) -> None:
    invitations.send_invitation(invitation_id)


@shared_task(time_limit=300)
def send_report(sending_id: int) -> None:
    targets.send_report(sending_id)


@shared_task(time_limit=120)
def send_password_link(mail_id: int) -> None:
    links.send(mail_id)


@shared_task(time_limit=120)
def send_voice_link(mail_id: int) -> None:
    mailing.send(mail_id)


@shared_task(time_limit=120)
def deliver(delivery_id: int) -> None:
    webhooks.deliver(delivery_id)


@shared_task(time_limit=120)
def ask_follower(follower_id: int) -> None:
    following.ask(follower_id)


@shared_task(time_limit=120)
def spread_announcement(announcement_id: int) -> None:
    announcing.spread(announcement_id)


@shared_task(time_limit=600)
def send_notices(_announcement_id: int) -> None:
    announcing.send_due()


@shared_task(time_limit=600)
def sweep() -> None:
    """Forget what nobody needs; one kind that cannot be forgotten keeps none of the others."""
    for forget in SWEPT:
        try:
            forget()
        except Exception:
            logger.exception("Nothing was forgotten by %s.%s", forget.__module__, forget.__name__)


SWEPT = (
    door.sweep,
    jobs.sweep,
    webhooks.forget_old_deliveries,
    tokens.forget_old_answers,
    importing.forget_old,
    links.forget_old,
    bank.forget_old,
    forgetting.forget_due,
    following.forget_old,
    proving.sweep,
    sandbox.forget_sandboxes,
)


@shared_task(time_limit=600)
def put_papers_away() -> None:
    storing.put_away()


def _send_what_is_due() -> None:
    """Work and messages that are to be tried again, or that a dead worker or a lost queue left."""
    try:
        jobs.resume_lost_jobs()
        webhooks.enqueue_due()
        invitations.enqueue_due()
        captains.enqueue_due()
        links.enqueue_due()
        mailing.enqueue_due()
        targets.enqueue_due()
        fallback.make_due()
        following.enqueue_due()
        announcing.enqueue_due()
    except Exception:
        # A database that is away for a moment must not end the sign of life.
        logger.exception("Messages that are due could not be queued.")
    finally:
        close_old_connections()


@worker_ready.connect
def start(**_signal: object) -> None:
    def sign_of_life() -> None:
        while not _stopping.wait(10):
            jobs.note_worker()
            _send_what_is_due()

    jobs.note_worker()
    jobs.resume_open_jobs()
    close_old_connections()
    threading.Thread(target=sign_of_life, daemon=True).start()


@worker_shutting_down.connect
def stop(**_signal: object) -> None:
    _stopping.set()
