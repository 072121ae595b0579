"""Messages are sent when the transaction that promised them is over, and tried again."""

from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.utils import timezone

from federation.models import Message
from federation.services import messages

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting():
    return Message.objects.create(
        to="a@example.org", text="Subject\n\nWords", due_at=timezone.now()
    )


def test_a_message_is_sent_once(waiting):
    assert messages.send_due() == 1
    assert messages.send_due() == 0
    (sent,) = mail.outbox
    assert (sent.subject, sent.body, sent.to) == ("Subject", "Words\n", ["a@example.org"])


def test_a_message_waits_for_a_mail_server_that_is_away(waiting, monkeypatch):
    def away(*args, **values):
        raise SMTPServerDisconnected("away")

    monkeypatch.setattr("tournaments.kernel.mail.send_mail", away)
    messages.send_due()
    waiting.refresh_from_db()
    assert waiting.sent_at is None
    assert waiting.due_at > timezone.now()
