"""Messages are put down with what they tell of, in one transaction, and sent afterwards."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from federation.models import Message
from tournaments.kernel.mail import Away, NotTaken, next_try, send_text
from tournaments.kernel.sweeping import forget

TASK = "federation.tasks.send_messages"
AT_ONCE = 200
#: a mail that went out holds an address and often a link: it is kept while somebody may ask for it
KEPT = timedelta(days=60)


def post(to: str, template: str, *, language: str, about: str = "", **values: Any) -> Message:
    """Put a message down: a template of mail/federation/, whose first line is the subject."""
    with override(language):
        text = render_to_string(
            f"mail/federation/{template}.txt",
            {"site": settings.SITE_URL, "federation": settings.FEDERATION, **values},
        )
    made = Message.objects.create(to=to, text=text.strip(), about=about, due_at=timezone.now())
    transaction.on_commit(_wake)
    return made


def _wake() -> None:
    """Tell a worker. Where the queue is away the clock asks within a minute."""
    try:
        current_app.send_task(TASK, retry=False)
    except Exception:
        return


def send_due() -> int:
    """Send what is due; how many were looked at."""
    seen = 0
    for pk in _due():
        with transaction.atomic():
            found = Message.objects.select_for_update(skip_locked=True).filter(
                pk=pk, due_at__lte=timezone.now()
            )
            if (message := found.first()) is None:
                continue
            seen += 1
            message.tries += 1
            message.due_at = None
            try:
                send_text(message.text, message.to)
            except Away:
                message.due_at = next_try(message.tries, message.created_at)
            except NotTaken:
                pass
            else:
                message.sent_at = timezone.now()
            message.save(update_fields=["tries", "due_at", "sent_at"])
    return seen


def forget_old() -> None:
    """Mails that are done, with the addresses and links in them."""
    done = Message.objects.filter(due_at=None, created_at__lt=timezone.now() - KEPT)
    forget(done)


def _due() -> Iterable[int]:
    due = Message.objects.filter(due_at__lte=timezone.now()).order_by("due_at")
    return list(due.values_list("pk", flat=True)[:AT_ONCE])
