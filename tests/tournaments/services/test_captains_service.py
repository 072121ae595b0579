"""The captains' links: sent by a worker, noted, renewed, closed."""

from copy import deepcopy
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.tournaments.team_events import team, team_event
from tournaments.kernel import jobs
from tournaments.kernel import mail as kernel_mail
from tournaments.kernel.errors import Refused
from tournaments.models import CaptainMail, Job, LogEntry, Role
from tournaments.queries.teams.captains import captain_link
from tournaments.services.teams import captains
from tournaments.services.teams.listing import change_team

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def league_once(standing):
    """Captains of A and B have an address, those of C and D have none."""
    made = team_event(4, 2)
    for name in "AB":
        found = team(made, name)
        values = {"captain": f"Kaptan {name}", "captain_email": f"{name.lower()}@example.org"}
        change_team(tournament=made, team=found, version=found.version, by=None, values=values)
    return made


@pytest.fixture
def league(league_once):
    return deepcopy(league_once)


def work(tournament):
    """Do the open job as the worker does."""
    job = Job.objects.get(kind=Job.Kind.CAPTAINS, target=tournament.pk, status="waiting")
    jobs.run_in_stages(job.pk, captains.send_waiting)
    job.refresh_from_db()
    return job


def send(tournament, **more):
    by = factories.chief_of(tournament)
    return captains.send_links(tournament=tournament, by=by, **({"language": "en"} | more))


def test_links_go_to_every_captain_with_an_address_and_the_log_says_when(league):
    assert send(league) == 2
    assert mail.outbox == []  # the worker sends, not the page
    assert work(league).status == "done"
    assert [message.to for message in mail.outbox] == [["a@example.org"], ["b@example.org"]]
    text = mail.outbox[0].body
    assert captain_link(team(league, "A")) in text
    assert "Dear Kaptan A" in text and "60 minutes before the round" in text
    assert mail.outbox[0].subject == f"Line-ups of A · {league.full_name}"
    lines = LogEntry.objects.filter(tournament=league, act="team.link_sent")
    assert set(lines.values_list("label", "after")) == {
        ("A", "a@example.org"), ("B", "b@example.org"),
    }  # fmt: skip
    assert not CaptainMail.objects.filter(sent_at=None).exists()


def test_the_link_opens_the_page_in_the_language_of_the_message(league, client):
    send(league, language="tr", teams=[team(league, "A").pk])
    work(league)
    (message,) = mail.outbox
    address = next(line for line in message.body.splitlines() if "/captain/" in line)
    assert "/tr/captain/" in address
    assert client.get("/" + address.split("/", 3)[3]).status_code == 200


def test_a_message_that_is_waiting_is_not_sent_twice(league):
    assert send(league) == 2
    assert send(league) == 0  # the second press of the same button
    work(league)
    assert len(mail.outbox) == 2
    assert send(league, teams=[team(league, "A").pk]) == 1  # asked for again later
    work(league)
    assert len(mail.outbox) == 3


def test_after_a_dead_worker_only_the_rest_is_sent(league):
    send(league)
    first = CaptainMail.objects.first()
    first.sent_at = first.asked_at
    first.save()
    work(league)
    assert [message.to for message in mail.outbox] == [["b@example.org"]]


def test_without_addresses_or_with_a_closed_link_there_is_nobody_to_write_to(league):
    c, a = team(league, "C"), team(league, "A")
    with pytest.raises(Refused) as refused:
        send(league, teams=[c.pk])
    assert refused.value.code == "captain.nobody_to_write_to"
    captains.close_link(tournament=league, team=a, by=None)
    with pytest.raises(Refused):
        send(league, teams=[a.pk])


def broken_for(monkeypatch, address, error):
    def broken(subject, body, sender, to, **given):
        if to == [address]:
            raise error
        mail.outbox.append((subject, to))

    monkeypatch.setattr(kernel_mail, "send_mail", broken)


def test_a_message_that_nobody_takes_is_said_and_the_others_go_out(league, monkeypatch):
    wrong = "a@example.org"
    broken_for(monkeypatch, wrong, SMTPRecipientsRefused({wrong: (550, b"no such user")}))
    send(league)
    assert work(league).status == "done"
    assert len(mail.outbox) == 1
    assert CaptainMail.objects.get(failed=True).to == wrong
    assert LogEntry.objects.filter(tournament=league, act="team.link_not_sent").count() == 1
    assert send(league, teams=[team(league, "A").pk]) == 1  # may be tried again


def test_while_the_mail_server_is_away_messages_wait_and_are_sent_later(league, monkeypatch):
    with monkeypatch.context() as away:
        broken_for(away, "a@example.org", OSError("no route"))
        send(league)
        work(league)
    waits = CaptainMail.objects.get(to="a@example.org")
    assert (waits.sent_at, waits.failed, waits.tries) == (None, False, 1)
    assert waits.due_at > timezone.now()
    assert captains.delayed_mails(league) == 1
    assert not LogEntry.objects.filter(tournament=league, act="team.link_not_sent").exists()
    captains.enqueue_due()
    assert not Job.objects.filter(kind="captains", status="waiting").exists()
    CaptainMail.objects.update(due_at=timezone.now())
    captains.enqueue_due()
    assert work(league).status == "done"
    waits.refresh_from_db()
    assert waits.sent_at and captains.delayed_mails(league) == 0


def test_after_three_days_a_message_is_given_up_and_that_is_said(league, monkeypatch):
    broken_for(monkeypatch, "a@example.org", OSError("no route"))
    send(league)
    CaptainMail.objects.update(asked_at=timezone.now() - timedelta(days=4))
    work(league)
    assert CaptainMail.objects.get(to="a@example.org").failed
    assert LogEntry.objects.filter(tournament=league, act="team.link_not_sent").count() == 1


def test_a_closed_link_opens_nothing_until_a_new_one_is_made(league, client):
    a = team(league, "A")
    old = captain_link(a).split("/", 3)[3]
    assert client.get(f"/{old}").status_code == 200
    captains.close_link(tournament=league, team=a, by=None)
    a.refresh_from_db()
    assert captain_link(a) == ""
    assert client.get(f"/{old}").status_code == 404
    captains.new_link(tournament=league, team=a, by=None)
    a.refresh_from_db()
    assert client.get(f"/{old}").status_code == 404
    assert client.get("/" + captain_link(a).split("/", 3)[3]).status_code == 200


def test_the_page_of_links_is_for_arbiters_and_needs_as_many_queries_for_any_number(
    league, client, django_assert_num_queries
):
    address = reverse("desk:team_links", args=[league.event.slug, league.slug])
    client.force_login(factories.user(role=Role.CLERK, event=league.event))
    assert client.get(address).status_code == 403
    client.force_login(factories.chief_of(league))
    page = client.post(
        reverse("desk:send_team_links", args=[league.event.slug, league.slug]),
        {"language": "tr"},
        follow=True,
    ).content.decode()
    assert "2 messages are on their way." in page
    assert page.count("on its way") == 2 and page.count("not sent") == 2
    sheet = client.get(f"{address}sheet/").content.decode()
    assert sheet.count("data:image/svg+xml") == 4
    assert captain_link(team(league, "D")).rsplit("/", 2)[1] in sheet
