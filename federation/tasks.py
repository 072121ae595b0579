"""Celery's door to the federation's services."""

from celery import shared_task

from federation.services import entries, entries_money, messages


@shared_task(time_limit=600)
def send_messages() -> None:
    messages.send_due()


@shared_task(time_limit=600)
def look_after_entries() -> None:
    """Offers that nobody took go to the next one, and fees that are due are reminded of."""
    entries.look_after_lines()
    entries_money.remind_due()
