"""Celery's door to the federation's services."""

from celery import shared_task

from federation.services import messages


@shared_task(time_limit=600)
def send_messages() -> None:
    messages.send_due()
