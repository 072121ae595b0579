"""Invitations while the mail server is away: kept, sent later, and told."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.utils import timezone

from tests import factories
from tournaments.kernel import mail
from tournaments.models import Invitation, Role
from tournaments.services.setup import invitations

pytestmark = pytest.mark.django_db
TO = "new@example.org"


@pytest.fixture
def event():
    return factories.event(factories.user("chief"))


def invite(event):
    return invitations.invite(
        event=event, email=TO, role=Role.CLERK, language="en", by=event.staff.first().user
    )


def away(monkeypatch, error):
    def broken(*given, **more):
        raise error

    monkeypatch.setattr(mail, "send_mail", broken)


def test_a_worker_sends_the_invitation_and_only_once(event, mailoutbox):
    invitation = invite(event)
    assert mailoutbox == []
    invitations.send_invitation(invitation.pk)
    invitations.send_invitation(invitation.pk)
    assert [message.to for message in mailoutbox] == [[TO]]
    invitation.refresh_from_db()
    assert invitation.sent_at and invitation.due_at is None and not invitation.delayed


@pytest.mark.parametrize("error", [OSError("no route"), SMTPServerDisconnected("gone")])
def test_what_was_promised_is_sent_once_the_mail_server_is_back(
    event, monkeypatch, mailoutbox, error
):
    invitation = invite(event)
    with monkeypatch.context() as broken:
        away(broken, error)
        invitations.send_invitation(invitation.pk)
    invitation.refresh_from_db()
    assert invitation.delayed and invitation.due_at > timezone.now()
    assert invitations.enqueue_due() == 0
    Invitation.objects.update(due_at=timezone.now())
    assert invitations.enqueue_due() == 1
    assert invitations.enqueue_due() == 0  # it is handed over
    invitations.send_invitation(invitation.pk)
    assert len(mailoutbox) == 1


def test_the_second_press_and_the_page_say_that_it_waits(client, event, monkeypatch):
    client.force_login(event.staff.first().user)
    page = f"/en/desk/{event.slug}/staff/"
    given = {"email": TO, "role": "clerk"}
    first = client.post(page, given, follow=True).content.decode()
    assert "on its way" in first
    away(monkeypatch, OSError("no route"))
    invitations.send_invitation(Invitation.objects.get().pk)
    second = client.post(page, given, follow=True).content.decode()
    assert "kept and sent as soon as it does" in second and "on its way" not in second
    assert "not sent yet" in second
    assert Invitation.objects.count() == 1


def test_an_address_that_nobody_has_and_three_days_of_silence_are_given_up(event, monkeypatch):
    invitation = invite(event)
    away(monkeypatch, SMTPRecipientsRefused({TO: (550, b"no such user")}))
    invitations.send_invitation(invitation.pk)
    invitation.refresh_from_db()
    assert invitation.undelivered and invitation.due_at is None
    Invitation.objects.update(due_at=timezone.now(), created_at=timezone.now() - timedelta(days=4))
    away(monkeypatch, OSError("no route"))
    invitations.send_invitation(invitation.pk)
    invitation.refresh_from_db()
    assert invitation.undelivered


def test_a_mailbox_that_is_full_for_now_is_tried_again(event, monkeypatch):
    invitation = invite(event)
    away(monkeypatch, SMTPRecipientsRefused({TO: (452, b"full")}))
    invitations.send_invitation(invitation.pk)
    invitation.refresh_from_db()
    assert invitation.delayed


def test_a_withdrawn_invitation_is_not_sent(event, mailoutbox):
    invitation = invite(event)
    invitations.withdraw_invitation(invitation=invitation, by=event.staff.first().user)
    invitations.send_invitation(invitation.pk)
    assert mailoutbox == []
