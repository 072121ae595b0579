"""A link for a new password is sent later when the mail server is away, as every other mail."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.conf import settings as configured
from django.core import mail
from django.utils import timezone

from config.celery import app
from tests import factories
from tests.pages import Page
from tournaments import tasks
from tournaments.kernel import mail as kernel_mail
from tournaments.models import PasswordMail
from tournaments.services.accounts import links

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    made = factories.user()
    made.email = "ayse@example.org"
    made.save()
    return made


@pytest.fixture
def handed(monkeypatch):
    """The work that is left to a worker."""
    found = []
    monkeypatch.setattr(links, "hand_over", lambda task, pk: found.append((task, pk)))
    return found


@pytest.fixture
def server(monkeypatch):
    """A mail server that is away as long as `away` holds an error."""

    class Server:
        away = None

    def send(*given, **named):
        if Server.away:
            raise Server.away
        return sending(*given, **named)

    sending = kernel_mail.send_mail
    monkeypatch.setattr(kernel_mail, "send_mail", send)
    return Server


def ask(client, user, language="en"):
    return client.post(f"/{language}/sign-in/forgotten/", {"email": user.email})


def test_the_request_hands_it_to_a_worker_and_waits_for_no_server(client, user, handed, server):
    server.away = OSError("connection refused")
    assert ask(client, user).status_code == 302
    row = PasswordMail.objects.get()
    assert handed == [(links.TASK, row.pk)]
    assert app.tasks[links.TASK]
    assert configured.CELERY_TASK_ROUTES[links.TASK]["queue"] == configured.QUEUES["mail"]
    assert mail.outbox == []


def test_a_server_that_is_away_is_tried_again_until_it_takes_the_message(
    client, user, handed, server
):
    ask(client, user, "tr")
    row = PasswordMail.objects.get()
    server.away = OSError("connection refused")
    tasks.send_password_link(row.pk)
    row.refresh_from_db()
    assert (row.tries, row.sent_at) == (1, None)
    assert row.due_at > timezone.now()
    handed.clear()
    links.enqueue_due()
    assert handed == []  # not yet
    PasswordMail.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    links.enqueue_due()
    assert handed == [(links.TASK, row.pk)]
    links.enqueue_due()
    assert len(handed) == 1  # a worker has it
    server.away = None
    tasks.send_password_link(row.pk)
    row.refresh_from_db()
    assert (row.tries, row.due_at) == (2, None)
    (letter,) = mail.outbox
    assert letter.to == [user.email]
    assert letter.subject == "Hakem için yeni parola"
    assert f"{configured.SITE_URL}/tr/sign-in/new/" in letter.body
    tasks.send_password_link(row.pk)
    assert len(mail.outbox) == 1


def test_a_lost_queue_loses_no_message(client, user, handed):
    ask(client, user)
    handed.clear()
    PasswordMail.objects.update(due_at=timezone.now() - timedelta(minutes=2))
    links.enqueue_due()
    assert len(handed) == 1


def test_the_link_is_of_the_moment_at_which_it_is_sent(client, user, handed):
    """A password changed while the server was away does not make the message useless."""
    ask(client, user)
    user.set_password("another one 77")
    user.save()
    links.send(PasswordMail.objects.get().pk)
    (letter,) = mail.outbox
    path = next(word for word in letter.body.split() if "/sign-in/new/" in word)
    answer = client.get(path.partition("://")[2].partition("/")[2].join(("/", "")), follow=True)
    assert "new_password1" in answer.content.decode()


def test_a_second_press_while_it_waits_sends_one_message(client, user, handed):
    ask(client, user)
    ask(client, user)
    assert PasswordMail.objects.count() == len(handed) == 1
    links.send(PasswordMail.objects.get().pk)
    ask(client, user)  # it went astray: a new one
    assert PasswordMail.objects.count() == 2


def test_an_account_locked_meanwhile_gets_none(client, user, handed):
    ask(client, user)
    user.is_active = False
    user.save()
    links.send(PasswordMail.objects.get().pk)
    assert mail.outbox == []
    assert PasswordMail.objects.get().due_at is None


def test_an_administrator_sees_that_it_is_late_or_refused(client, user, handed, server):
    admin = factories.user()
    admin.is_superuser = True
    admin.save()
    client.force_login(admin)
    address = f"/en/desk/people/{user.pk}/"
    client.post(address, {"act": "link"})
    row = PasswordMail.objects.get()
    assert "tried again" not in Page(client.get(address)).text
    server.away = OSError("away")
    links.send(row.pk)
    assert "it is tried again" in Page(client.get(address)).text
    server.away = SMTPRecipientsRefused({user.email: (550, b"nobody here")})
    PasswordMail.objects.update(due_at=timezone.now())
    links.send(row.pk)
    assert "Nobody took the link" in Page(client.get(address)).text


def test_after_three_days_it_is_given_up(user, handed, server):
    row = links.promise(user=user, language="en")
    PasswordMail.objects.update(asked_at=timezone.now() - timedelta(days=4))
    server.away = OSError("away")
    links.send(row.pk)
    assert PasswordMail.objects.get().due_at is None


def test_old_ones_are_forgotten(user, handed):
    links.promise(user=user, language="en")
    PasswordMail.objects.update(asked_at=timezone.now() - timedelta(days=40))
    tasks.sweep()
    assert PasswordMail.objects.count() == 1  # it still waits
    PasswordMail.objects.update(due_at=None)
    tasks.sweep()
    assert PasswordMail.objects.count() == 0
