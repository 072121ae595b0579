"""The chief arbiter's page for programs: tokens shown once, webhooks and their deliveries."""

import hashlib
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.models import ApiToken, Delivery, LogEntry, Role, Webhook

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(4)


@pytest.fixture
def page(client, tournament):
    client.force_login(factories.chief_of(tournament))
    return f"/en/desk/{tournament.event.slug}/programs/"


def test_a_token_is_shown_once_and_only_its_digest_is_kept(client, page):
    made = client.post(f"{page}tokens/", {"name": "Table", "scopes": ["results", "pair"]})
    secret = re.search(r'value="(hakem_[\w-]+)"', made.content.decode())[1]
    assert "no-store" in made["Cache-Control"]
    token = ApiToken.objects.get()
    assert (token.name, token.scopes) == ("Table", ["results", "pair"])
    assert token.digest == hashlib.sha256(secret.encode()).hexdigest()
    shown = client.get(page).content.decode()
    assert "Table" in shown
    assert secret not in shown
    assert LogEntry.objects.filter(act="token.made", label="Table").count() == 1


def test_a_token_without_a_scope_is_not_made(client, page):
    answer = client.post(f"{page}tokens/", {"name": "Table"})
    assert "This field is required" in answer.content.decode()
    late = {"name": "Table", "scopes": ["pair"], "expires_on": "2020-01-01"}
    assert "in the past" in client.post(f"{page}tokens/", late).content.decode()
    assert not ApiToken.objects.exists()


def test_a_token_is_withdrawn(client, page):
    client.post(f"{page}tokens/", {"name": "Table", "scopes": ["results"]})
    token = ApiToken.objects.get()
    assert token.usable
    client.post(f"{page}tokens/{token.pk}/withdraw/")
    token.refresh_from_db()
    assert not token.usable
    assert LogEntry.objects.filter(act="token.withdrawn").count() == 1


def test_a_token_of_another_event_cannot_be_withdrawn(client, page):
    other = factories.tournament(2)
    chief = factories.chief_of(other)
    token = ApiToken.objects.create(
        event=other.event, name="T", digest="x", start="x", scopes=["pair"], created_by=chief
    )
    client.post(f"{page}tokens/{token.pk}/withdraw/")
    token.refresh_from_db()
    assert token.usable


def test_a_webhook_is_added_with_a_key_shown_once_and_removed(client, page):
    body = {"url": "https://club.example.org/hook", "happenings": ["round.published"]}
    made = client.post(f"{page}webhooks/", body)
    webhook = Webhook.objects.get()
    assert webhook.secret in made.content.decode()
    assert webhook.secret not in client.get(page).content.decode()
    client.post(f"{page}webhooks/{webhook.pk}/remove/")
    webhook.refresh_from_db()
    assert webhook.withdrawn_at is not None
    assert "club.example.org" not in client.get(page).content.decode()


@pytest.mark.parametrize("url", ["http://club.example.org/", "ftp://x", "https://a:b@c.org/"])
def test_a_wrong_address_is_told_at_its_field(client, page, url):
    answer = client.post(f"{page}webhooks/", {"url": url, "happenings": ["round.published"]})
    assert "https://name/path" in answer.content.decode()
    assert not Webhook.objects.exists()


def test_deliveries_are_listed_with_their_attempts_and_sent_again(client, page, tournament):
    body = {"url": "https://club.example.org/hook", "happenings": ["round.published"]}
    client.post(f"{page}webhooks/", body)
    webhook = Webhook.objects.get()
    tries = [
        {"at": "2026-11-21T10:00:00+00:00", "status": 500, "problem": "", "ms": 12},
        {"at": "2026-11-21T10:00:10+00:00", "status": 0, "problem": "webhook.timeout", "ms": 15000},
        {
            "at": "2026-11-21T10:01:10+00:00",
            "status": 0,
            "problem": "webhook.address_internal",
            "ms": 1,
        },
    ]
    delivery = Delivery.objects.create(
        webhook=webhook,
        tournament=tournament,
        happening="round.published",
        body="{}",
        status="failed",
        tries=tries,
    )
    shown = client.get(f"{page}webhooks/{webhook.pk}/").content.decode()
    assert "answered with 500" in shown
    assert "no answer in time" in shown
    assert "club.example.org is an address within a network" in shown
    client.post(f"{page}webhooks/{webhook.pk}/{delivery.pk}/resend/")
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == ("waiting", 0)


def test_the_list_of_deliveries_costs_the_same_however_long(client, page, tournament):
    webhook = Webhook.objects.create(
        event=tournament.event,
        url="https://club.example.org/",
        secret="x",
        happenings=["round.published"],
        created_by=factories.chief_of(tournament),
    )
    address = f"{page}webhooks/{webhook.pk}/"
    client.get(address)
    costs = set()
    for more in (1, 2):
        for _ in range(more):
            Delivery.objects.create(
                webhook=webhook, tournament=tournament, happening="round.published", body="{}"
            )
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        costs.add(len(queries))
    assert len(costs) == 1


@pytest.mark.parametrize("role", [Role.ARBITER, Role.CLERK, Role.READER])
def test_only_the_chief_arbiter_lets_programs_in(client, tournament, role):
    client.force_login(factories.user(role=role, event=tournament.event))
    page = f"/en/desk/{tournament.event.slug}/programs/"
    assert client.get(page).status_code == 403
    assert client.post(f"{page}tokens/", {"name": "T", "scopes": ["pair"]}).status_code == 403
    assert not ApiToken.objects.exists()
