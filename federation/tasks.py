"""Celery's door to the federation's services."""

import logging

from celery import shared_task
from django.conf import settings

from federation.queries import live
from federation.services import (
    calendar_changes,
    entries,
    entries_money,
    messages,
    people_import,
    people_links,
    ratings_register,
    ratings_reports,
    ratings_working,
    years,
)
from tournaments.kernel import jobs

logger = logging.getLogger("hakem.acts")


@shared_task(time_limit=600)
def send_messages() -> None:
    messages.send_due()


@shared_task(time_limit=600)
def look_after_entries() -> None:
    """Offers that nobody took go to the next one, and fees that are due are reminded of."""
    entries.look_after_lines()
    entries_money.remind_due()


@shared_task(time_limit=600)
def forget_what_is_over() -> None:
    """Addresses that nobody confirmed or that hear of nothing more, links that open nothing, lists
    that were read and not written, and mails that were sent long ago; one kind that cannot be
    forgotten keeps none of the others."""
    for forget in SWEPT:
        try:
            forget()
        except Exception:
            logger.exception("Nothing was forgotten by %s.%s", forget.__module__, forget.__name__)


SWEPT = (
    calendar_changes.forget_unconfirmed,
    people_links.forget_old_links,
    people_import.forget_old_lists,
    entries.forget_unconfirmed,
    messages.forget_old,
)


@shared_task(time_limit=1800)
def write_member_list(job_id: int) -> None:
    jobs.run_job(job_id, people_import.write_list)


@shared_task(time_limit=1800)
def work_out_ratings(job_id: int) -> None:
    jobs.run_in_stages(job_id, ratings_working.work_out)


@shared_task(time_limit=600)
def look_at_reports(report: int | None = None) -> None:
    ratings_reports.look_through_new(report)


@shared_task(time_limit=60)
def find_leaders() -> None:
    """Of the events that are played now, before the next visitor of the home page asks."""
    if settings.FEDERATION:
        live.playing_now()


@shared_task(time_limit=600)
def count_years() -> None:
    years.count_years()


@shared_task(time_limit=600)
def tell_of_lists(_run: int) -> None:
    ratings_register.tell()
