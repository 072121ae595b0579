"""People decide about their own page by a link that is mailed to them."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from federation.models import Member, Message, PrivacyLink
from tests.federation import people_made_up as made
from tests.pages import Page
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def kaya():
    return made.member("Kaya, Deniz", email="deniz@example.org", parent_email="veli@example.org")


def ask(one, email):
    return Client().post(f"/en/players/{one.pk}/privacy/", {"email": email}, follow=True)


def link():
    return re.search(r"/en/privacy/[\w-]+/", Message.objects.get().text)[0]


@pytest.mark.parametrize("email", ["deniz@example.org", "VELI@example.org"])
def test_the_person_or_a_parent_hides_the_page(kaya, email):
    ask(kaya, email)
    address = link()
    assert "Kaya, Deniz" in Page(Client().get(address)).text
    assert Client().post(address, {"privacy": "hidden"}).status_code == 302
    assert Client().get(f"/en/players/{kaya.pk}/").status_code == 404
    line = LogEntry.objects.get(act="member.privacy")
    assert (line.by, line.reason) == (None, "link")
    Client().post(address, {"privacy": ""})
    assert Client().get(f"/en/players/{kaya.pk}/").status_code == 200


def test_the_answer_tells_nobody_whose_address_it_is(kaya):
    right, wrong = ask(kaya, "deniz@example.org"), ask(kaya, "other@example.org")
    unknown = ask(made.member("Demir, Ege"), "x@example.org")
    sentence = "If this is an address that the federation has"
    assert all(sentence in Page(one).text for one in (right, wrong, unknown))
    assert Message.objects.count() == 1


def test_the_token_stands_nowhere_and_runs_out(kaya):
    ask(kaya, "deniz@example.org")
    address = link()
    token = address.split("/")[-2]
    kept = PrivacyLink.objects.get()
    assert token not in kept.digest
    PrivacyLink.objects.update(until=timezone.now() - timedelta(minutes=1))
    gone = Client().get(address)
    assert gone.status_code == 404 and "has run out" in Page(gone).text
    assert Client().post(address, {"privacy": "hidden"}).status_code == 404
    assert Member.objects.get(pk=kaya.pk).privacy == ""


def test_asking_again_and_again_is_slowed_down(kaya):
    for _try in range(5):
        ask(kaya, "deniz@example.org")
    assert "Too many attempts" in Page(ask(kaya, "deniz@example.org")).text
    assert Message.objects.count() == 5
    cache.clear()


def test_nonsense_is_no_error(kaya):
    assert Page(ask(kaya, "no address")).count("[data-wrong]") == 1
    assert Client().get("/en/privacy/nonsense/").status_code == 404
    assert Client().post("/en/players/99999999999999999999/privacy/", {}).status_code == 200
