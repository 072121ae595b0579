"""The scheduler forgets addresses, links and lists that are of no use any more, by itself."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from federation import tasks
from federation.models import Booking, MemberImport, Message, PrivacyLink, Subscriber
from federation.queries.entries_links import booking_of, token_of
from tests.federation import entries_made as make

pytestmark = pytest.mark.django_db
AGO, AHEAD = timedelta(minutes=-1), timedelta(minutes=1)


def test_it_is_asked_for_by_the_clock():
    asked = [one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()]
    assert tasks.forget_what_is_over.name in asked


def test_subscribers_who_never_confirmed_leave_without_anybody_subscribing():
    event = make.calendar()
    for email, days in (("old@example.org", 8), ("new@example.org", 1)):
        made = Subscriber.objects.create(calendar=event, email=email)
        asked = timezone.now() - timedelta(days=days)
        Subscriber.objects.filter(pk=made.pk).update(asked_at=asked)
    tasks.forget_what_is_over()
    assert [one.email for one in Subscriber.objects.all()] == ["new@example.org"]


def test_entries_that_nobody_confirmed_go_and_links_that_ran_out_open_nothing():
    event = make.calendar()
    unconfirmed, fresh = make.asked(event), make.asked(event)
    entered, kept = make.entered(event), make.entered(event)
    token = token_of(entered)
    for one, when in ((unconfirmed, AGO), (fresh, AHEAD), (entered, AGO), (kept, AHEAD)):
        Booking.objects.filter(pk=one.pk).update(token_until=timezone.now() + when)
    tasks.forget_what_is_over()
    assert set(Booking.objects.all()) == {fresh, entered, kept}
    entered.refresh_from_db()
    kept.refresh_from_db()
    assert (entered.state, entered.token) == (Booking.State.ACCEPTED, "")
    assert kept.token
    assert booking_of(token, timezone.now() - timedelta(days=1)) is None


def test_privacy_links_lists_and_mails_leave_their_tables():
    member = make.player().member
    for digest, when in (("a", AGO), ("b", AHEAD)):
        PrivacyLink.objects.create(member=member, digest=digest, until=timezone.now() + when)
    long_ago = timezone.now() - timedelta(days=90)
    for name, written in (("read", None), ("written", long_ago), ("new", None)):
        MemberImport.objects.create(file_name=name, written_at=written)
    MemberImport.objects.exclude(file_name="new").update(at=long_ago)
    for to, due in (("sent@x.org", None), ("waits@x.org", long_ago)):
        Message.objects.create(to=to, text="s", due_at=due)
    Message.objects.update(created_at=long_ago)
    tasks.forget_what_is_over()
    assert [one.digest for one in PrivacyLink.objects.all()] == ["b"]
    assert {one.file_name for one in MemberImport.objects.all()} == {"written", "new"}
    assert [one.to for one in Message.objects.all()] == ["waits@x.org"]


def test_one_kind_that_fails_keeps_none_of_the_others(monkeypatch, caplog):
    def broken():
        raise RuntimeError("this table is away")

    monkeypatch.setattr(tasks, "SWEPT", (broken, *tasks.SWEPT))
    Message.objects.create(to="a@x.org", text="s")
    Message.objects.update(created_at=timezone.now() - timedelta(days=90))
    tasks.forget_what_is_over()
    assert not Message.objects.exists()
    assert "this table is away" in caplog.text
