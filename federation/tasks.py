"""Celery's door to the federation's services."""

from celery import shared_task

from federation.services import (
    entries,
    entries_money,
    messages,
    ratings_register,
    ratings_reports,
    ratings_working,
)
from tournaments.kernel import jobs


@shared_task(time_limit=600)
def send_messages() -> None:
    messages.send_due()


@shared_task(time_limit=600)
def look_after_entries() -> None:
    """Offers that nobody took go to the next one, and fees that are due are reminded of."""
    entries.look_after_lines()
    entries_money.remind_due()


@shared_task(time_limit=1800)
def work_out_ratings(job_id: int) -> None:
    jobs.run_in_stages(job_id, ratings_working.work_out)


@shared_task(time_limit=600)
def look_at_reports(report: int | None = None) -> None:
    ratings_reports.look_through_new(report)


@shared_task(time_limit=600)
def tell_of_lists(_run: int) -> None:
    ratings_register.tell()
