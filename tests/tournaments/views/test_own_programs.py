"""The page on which a person lets programs act for them in all their events."""

import re

import pytest

from tests import factories
from tests.pages import Page
from tournaments.models import ApiToken, Scope
from tournaments.services.programs.tokens import make_token

pytestmark = pytest.mark.django_db

ADDRESS = "/en/desk/account/programs/"


def test_a_token_is_shown_once_and_opens_the_api(client):
    chief = factories.chief_of(factories.tournament(2))
    client.force_login(chief)
    shown = Page(client.get(ADDRESS))
    assert "No program acts for you in all your events." in shown.text
    answer = client.post(ADDRESS, {"name": "Office", "scopes": ["entries", "events"]})
    token = ApiToken.objects.get()
    assert token.event is None and token.created_by == chief
    secret = re.search(r"hakem_[\w-]{30,}", answer.content.decode())[0]
    assert secret not in client.get(ADDRESS).content.decode()
    said = client.get("/api/v1/events/", headers={"authorization": f"Bearer {secret}"})
    assert said.status_code == 200
    client.post(f"{ADDRESS}{token.pk}/withdraw/")
    said = client.get("/api/v1/events/", headers={"authorization": f"Bearer {secret}"})
    assert said.status_code == 401


def test_what_is_missing_is_said_and_a_second_of_one_name_refused(client):
    client.force_login(factories.user())
    assert client.post(ADDRESS, {"name": "Office"}).status_code == 200
    for _press in range(2):
        client.post(ADDRESS, {"name": "Office", "scopes": ["entries"]})
    assert ApiToken.objects.count() == 1


def test_nobody_withdraws_the_token_of_another_person(client):
    token, _secret = make_token(event=None, name="T", scopes=[Scope.ENTRIES], by=factories.user())
    client.force_login(factories.user())
    client.post(f"{ADDRESS}{token.pk}/withdraw/")
    token.refresh_from_db()
    assert token.withdrawn_at is None
