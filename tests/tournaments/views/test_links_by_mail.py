"""A link from a mail proves whose phone it is: once, for a while, and only the latest."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tests.tournaments.views.test_voice import address
from tournaments.models import LogEntry, Voice, VoiceMail
from tournaments.queries.voice.codes import MAIL_HOLDS, mail_key
from tournaments.services.voice import mailing, proving

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    cache.clear()
    monkeypatch.setattr(mailing, "hand_over", lambda *_words: True)


@pytest.fixture
def tournament():
    return factories.tournament(4)


@pytest.fixture
def desk(client, tournament):
    client.force_login(factories.chief_of(tournament))
    return client


def phones_page(tournament):
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/phones/"


def send_all():
    for pk in VoiceMail.objects.filter(due_at__isnull=False).values_list("pk", flat=True):
        mailing.send(pk)


def links():
    """The links of all mails, as paths."""
    return [
        re.search(r"https?://[^/]+(/\S+/me/link/\S+)", one.body).group(1) for one in mail.outbox
    ]


def mailed(desk, tournament, lines="1 anne@example.org"):
    desk.post(phones_page(tournament), {"addresses": lines}, follow=True)
    send_all()
    return links()


def test_the_chief_arbiter_sends_links_and_one_press_proves_it(desk, tournament):
    entry = factories.entry(tournament, 1)
    (link,) = mailed(desk, tournament)
    assert mail.outbox[0].to == ["anne@example.org"] and entry.name in mail.outbox[0].subject
    phone = Client()
    assert entry.name in Page(phone.get(link)).text
    assert not Voice.objects.exists()  # a mail program that opens links proves nothing
    phone.post(link)
    voice = Voice.objects.get()
    assert (voice.entry, voice.how) == (entry, "mail")
    page = Page(phone.get(address(tournament, f"players/{entry.pk}/me/"))).text
    assert "speaks no more" in page


def test_a_link_opens_one_phone(desk, tournament):
    (link,) = mailed(desk, tournament)
    Client().post(link)
    answer = Client().post(link, follow=True)
    assert "was used, or is too old" in Page(answer).text
    assert Voice.objects.count() == 1


def test_a_link_ends_with_the_next_one_with_a_new_code_and_with_time(desk, tournament, monkeypatch):
    (first,) = mailed(desk, tournament)
    second = mailed(desk, tournament)[1]
    Client().post(first)
    entry = factories.entry(tournament, 1)
    proving.renew_code(tournament=tournament, entry=entry, by=None)
    Client().post(second)
    third = mailed(desk, tournament)[2]
    monkeypatch.setattr("django.core.signing.time.time", lambda: _later().timestamp())
    Client().post(third)
    assert not Voice.objects.exists()


def _later():
    return timezone.now() + timedelta(seconds=MAIL_HOLDS + 60)


def test_a_link_of_another_tournament_opens_nothing_here(desk, tournament):
    elsewhere = factories.entry(factories.tournament(2), 1)
    row = VoiceMail.objects.create(
        entry=elsewhere, email="b@example.org", asked_at=timezone.now(), serial=1
    )
    Client().post(address(tournament, f"me/link/{mail_key(row)}/"))
    assert not Voice.objects.exists()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("1 anne@example.org\n99 b@example.org", "Line 2: no player of this tournament"),
        ("1 anne@example.org\n\n2 nobody", "Line 3: this is no mail address"),
        ("anne@example.org", "Line 1: no player of this tournament"),
        ("  \n", "Write one player a line"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_sent(desk, tournament, lines, said):
    answer = desk.post(
        phones_page(tournament),
        {"addresses": lines},
        headers={"referer": f"http://testserver{phones_page(tournament)}"},
        follow=True,
    )
    assert said in Page(answer).text
    assert not VoiceMail.objects.exists()


def test_who_reads_a_known_address_gets_a_link_for_each_child_and_nobody_learns_more(
    desk, tournament
):
    mailed(desk, tournament, "1;anne@example.org\n2, Anne@Example.org")
    mail.outbox.clear()
    me = address(tournament, "me/")
    known = Page(Client().post(me, {"email": "anne@example.org"}, follow=True)).text
    unknown = Page(Client().post(me, {"email": "nobody@example.org"}, follow=True)).text
    assert known == unknown and "a link is on its way" in known
    send_all()
    assert len(mail.outbox) == 2 and {one.to[0] for one in mail.outbox} == {"anne@example.org"}


def test_asking_too_often_ends(desk, tournament):
    mailed(desk, tournament)
    for _try in range(30):
        Client().post(address(tournament, "me/"), {"email": "x@example.org"})
    answer = Client().post(address(tournament, "me/"), {"email": "anne@example.org"}, follow=True)
    assert "Too many wrong tries" in Page(answer).text
    assert not VoiceMail.objects.filter(due_at__isnull=False).exists()


def test_a_mail_server_that_is_away_is_tried_again(desk, tournament, monkeypatch):
    def away(*_told):
        raise mailing.Away

    monkeypatch.setattr(mailing, "send_text", away)
    desk.post(phones_page(tournament), {"addresses": "1 anne@example.org"})
    send_all()
    row = VoiceMail.objects.get()
    assert row.due_at and row.due_at > timezone.now() and row.tries == 1
    monkeypatch.undo()
    monkeypatch.setattr(mailing, "hand_over", lambda _task, pk: mailing.send(pk))
    VoiceMail.objects.update(due_at=timezone.now())
    mailing.enqueue_due()
    assert VoiceMail.objects.get().sent_at and len(mail.outbox) == 1


def test_neither_link_nor_address_is_in_the_history_or_the_log(desk, tournament, caplog):
    with caplog.at_level("INFO"):
        (link,) = mailed(desk, tournament)
        Client().get(link)
        Client().post(link)
    secret = link.rstrip("/").rpartition("/")[2]
    said = " ".join(
        f"{record.getMessage()} {getattr(record, 'path', '')}" for record in caplog.records
    )
    assert "/me/link/…/" in said
    assert secret not in said and "anne@" not in said
    kept = " ".join(
        f"{one.label} {one.before} {one.after} {one.reason}" for one in LogEntry.objects.all()
    )
    assert secret not in kept and "anne@" not in kept
