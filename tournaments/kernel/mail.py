"""One message to one address, and when it is tried again: a mail server that is away for an hour
costs nobody what was promised."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection, send_mail
from django.utils import timezone

#: waits before the next try; the last one is repeated
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 5, 15, 30, 60))
#: a message that nobody has taken by then is given up
KEPT = timedelta(days=3)
#: who hands a message to a worker does not look for it again before
HANDED_OVER = timedelta(minutes=1)

logger = logging.getLogger("hakem.mail")


class NotTaken(Exception):
    """The mail server will never take the message: the address is wrong."""


class Away(Exception):
    """The mail server does not answer, or says "later"."""


def send_text(text: str, to: str, files: Sequence[tuple[str, bytes, str]] = ()) -> None:
    """A message whose first line is its subject; files as name, content and kind. Raises
    `NotTaken` or `Away`."""
    subject, _break, body = text.strip().partition("\n")
    try:
        connection = get_connection(timeout=settings.EMAIL_TIMEOUT)
        told = (subject.strip(), body.strip() + "\n", None, [to])
        if not files:
            send_mail(*told, connection=connection)
            return
        message = EmailMessage(*told, connection=connection)
        for name, content, kind in files:
            message.attach(name, content, kind)
        message.send()
    except SMTPRecipientsRefused as error:
        codes = [code for code, _said in error.recipients.values()]
        logger.warning("A message is refused: %s", codes)
        raise (NotTaken if all(code >= 500 for code in codes) else Away) from error
    except SMTPResponseException as error:
        logger.warning("The mail server refuses: %s", error.smtp_code)
        raise Away from error
    except (OSError, SMTPException) as error:
        logger.warning("The mail server is away: %s", type(error).__name__)
        raise Away from error


def next_try(tries: int, begun: datetime) -> datetime | None:
    """When a message is tried again after so many tries; None when it is given up."""
    now = timezone.now()
    return now + WAITS[min(tries, len(WAITS)) - 1] if now - begun < KEPT else None
