"""Accounts: passwords, second factor, sessions, records, and the administrators' page."""

import re
import time

import pytest
from django.core import mail
from django.test import Client

from tests import factories
from tournaments.models import DoorRecord, OpenSession, SecondFactor, User
from tournaments.services.accounts import door, links, second_factor

pytestmark = pytest.mark.django_db

NEW = "kale ile vezir 4"
LINK = re.compile(r"https?://[^/]+(/\S+/sign-in/new/\S+)")


@pytest.fixture(autouse=True)
def worker(monkeypatch):
    """Links are sent as soon as they are handed over."""
    monkeypatch.setattr(links, "hand_over", lambda _task, pk: links.send(pk))


@pytest.fixture
def user():
    made = factories.user()
    made.email = "ayse@example.org"
    made.save()
    return made


@pytest.fixture
def admin(client):
    made = factories.user()
    made.is_superuser = made.is_staff = True
    made.save()
    client.force_login(made)
    return made


def sign_in(client, user, password=factories.PASSWORD, **more):
    words = {"username": user.username, "password": password, **more}
    return client.post("/en/sign-in/", words)


def records(user):
    return list(DoorRecord.objects.filter(user=user).order_by("pk").values_list("what", flat=True))


def text(answer):
    return " ".join(answer.content.decode().split())


# Passwords


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(client, user):
    sent = client.post("/en/sign-in/forgotten/", {"email": user.email}, follow=True)
    assert "Look into your mail" in text(sent)
    [letter] = mail.outbox
    assert letter.to == [user.email]
    link = LINK.search(letter.body)[1]
    form = client.get(link, follow=True)
    there = form.redirect_chain[-1][0]
    done = client.post(there, {"new_password1": NEW, "new_password2": NEW}, follow=True)
    assert "sign in with it" in text(done)
    assert sign_in(client, user, NEW).status_code == 302
    client.logout()
    assert "has been used already" in text(client.get(link, follow=True))


def test_an_address_of_nobody_is_answered_in_the_same_words(client, user):
    known = client.post("/en/sign-in/forgotten/", {"email": user.email}, follow=True)
    unknown = client.post("/en/sign-in/forgotten/", {"email": "nobody@example.org"}, follow=True)
    assert (known.status_code, text(known)) == (unknown.status_code, text(unknown))
    assert len(mail.outbox) == 1


def test_one_address_asks_for_ten_links_and_then_waits(client, user):
    for _ in range(10):
        client.post("/en/sign-in/forgotten/", {"email": user.email})
    answer = client.post("/en/sign-in/forgotten/", {"email": user.email})
    assert "Too many attempts" in text(answer)
    assert len(mail.outbox) == 10


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("kısa parola", "at least 12 characters"),
        ("password1234", "too common"),
        ("928374619283", "entirely numeric"),
    ],
)
def test_a_new_password_has_twelve_characters_and_is_not_a_common_one(client, user, password, why):
    client.force_login(user)
    words = {"old_password": factories.PASSWORD, "new_password1": password}
    answer = client.post("/en/desk/account/password/", words | {"new_password2": password})
    assert why in text(answer)
    assert User.objects.get(pk=user.pk).check_password(factories.PASSWORD)


def test_a_new_password_ends_every_other_session(client, user):
    elsewhere = Client()
    sign_in(elsewhere, user)
    sign_in(client, user)
    words = {"old_password": factories.PASSWORD, "new_password1": NEW, "new_password2": NEW}
    done = client.post("/en/desk/account/password/", words, follow=True)
    assert "Other sessions have ended" in text(done)
    assert client.get("/en/desk/").status_code == 200
    assert elsewhere.get("/en/desk/").status_code == 302
    assert OpenSession.objects.filter(user=user).count() == 1


# Sessions and records


def test_the_account_lists_its_sessions_and_ends_the_others(client, user):
    elsewhere = Client(headers={"user-agent": "Another browser"})
    sign_in(elsewhere, user)
    sign_in(client, user)
    page = text(client.get("/en/desk/account/"))
    assert "Another browser" in page
    assert page.count("this browser") == 1
    done = client.post("/en/desk/account/sessions/", follow=True)
    assert "Every other session has ended" in text(done)
    assert "Another browser" not in text(done).split("What happened")[0]
    assert elsewhere.get("/en/desk/").status_code == 302
    assert client.get("/en/desk/").status_code == 200


def test_what_happens_at_the_door_is_recorded_with_name_and_address(client, user):
    sign_in(client, user, "wrong")
    sign_in(client, user)
    client.post("/en/sign-out/")
    found = DoorRecord.objects.order_by("pk")
    assert [(one.what, one.name, one.address) for one in found] == [
        ("wrong_password", user.username, "127.0.0.1"),
        ("signed_in", user.username, "127.0.0.1"),
        ("signed_out", user.username, "127.0.0.1"),
    ]
    sign_in(client, user)
    assert "wrong password" in text(client.get("/en/desk/account/"))


def test_a_session_in_use_is_seen_from_time_to_time(client, user, monkeypatch):
    sign_in(client, user)
    client.get("/en/desk/")
    began = OpenSession.objects.get().seen_at
    later = door.timezone.now() + 2 * door.SEEN_EVERY
    monkeypatch.setattr(door.timezone, "now", lambda: later)
    client.get("/en/desk/")
    assert OpenSession.objects.get().seen_at == later > began


def test_old_records_and_ended_sessions_are_forgotten(client, user):
    sign_in(client, user)
    sign_in(Client(), user)
    old = door.timezone.now() - 2 * door.KEPT
    first = OpenSession.objects.order_by("pk").first()
    OpenSession.objects.filter(pk=first.pk).update(seen_at=old, began_at=old)
    DoorRecord.objects.update(at=old)
    door.sweep()
    assert OpenSession.objects.count() == 1
    assert DoorRecord.objects.count() == 0


# The second factor


def now(secret):
    return second_factor.totp(secret, int(time.time()) // second_factor.STEP)


@pytest.fixture
def with_factor(client, user):
    """(secret, recovery codes) of a user who has turned it on through the page."""
    client.force_login(user)
    page = client.get("/en/desk/account/second-factor/")
    secret = SecondFactor.objects.get(user=user).secret
    assert secret[:4] in text(page)
    done = client.post("/en/desk/account/second-factor/", {"code": now(secret)})
    codes = re.findall(r"[0-9a-f]{5}-[0-9a-f]{5}", text(done))
    client.logout()
    SecondFactor.objects.update(last_step=0)  # as if the half minute were over
    return secret, codes


def test_rfc_6238_the_codes_of_its_appendix():
    secret = second_factor.base64.b32encode(b"12345678901234567890").decode()
    for seconds, code in ((59, "287082"), (1111111109, "081804"), (2000000000, "279037")):
        assert second_factor.totp(secret, seconds // 30) == code


def test_a_password_alone_opens_nothing_any_more(client, user, with_factor):
    secret, codes = with_factor
    assert len(codes) == second_factor.CODES
    to = sign_in(client, user, next="/en/desk/register/")
    assert to["Location"] == "/en/sign-in/code/"
    assert client.get("/en/desk/").status_code == 302
    wrong = client.post(to["Location"], {"code": "000000"})
    assert "does not fit" in text(wrong)
    done = client.post(to["Location"], {"code": now(secret)})
    assert (done.status_code, done["Location"]) == (302, "/en/desk/register/")
    assert client.get("/en/desk/").status_code == 200
    assert records(user)[-2:] == ["wrong_code", "signed_in"]


def test_no_code_opens_twice(client, user, with_factor):
    secret, codes = with_factor
    code = now(secret)
    sign_in(client, user)
    assert client.post("/en/sign-in/code/", {"code": code}).status_code == 302
    for used, opens in ((code, False), (codes[0], True), (codes[0], False)):
        again = Client()
        sign_in(again, user)
        done = again.post("/en/sign-in/code/", {"code": used})
        assert done.status_code == (302 if opens else 200)


def test_codes_cannot_be_guessed_for_long(client, user, with_factor):
    sign_in(client, user)
    for _ in range(10):
        client.post("/en/sign-in/code/", {"code": "000000"})
    answer = client.post("/en/sign-in/code/", {"code": now(with_factor[0])})
    assert "Too many attempts" in text(answer)


def test_half_a_sign_in_does_not_wait_for_ever(client, user, with_factor, monkeypatch):
    sign_in(client, user)
    later = time.time() + 3600
    monkeypatch.setattr("tournaments.views.account.time.time", lambda: later)
    answer = client.post("/en/sign-in/code/", {"code": "123456"})
    assert (answer.status_code, answer["Location"]) == (302, "/en/sign-in/")
    assert Client().get("/en/sign-in/code/").status_code == 302


def test_it_is_turned_off_with_the_password_only(client, user, with_factor):
    client.force_login(user)
    wrong = client.post("/en/desk/account/second-factor/", {"password": "wrong"})
    assert "not your password" in text(wrong)
    assert second_factor.is_on(user)
    client.post("/en/desk/account/second-factor/", {"password": factories.PASSWORD})
    assert not second_factor.is_on(user)
    assert sign_in(Client(), user)["Location"].endswith("/desk/")


def test_new_recovery_codes_end_the_old_ones(client, user, with_factor):
    _secret, old = with_factor
    client.force_login(user)
    page = client.post("/en/desk/account/second-factor/codes/", {"password": factories.PASSWORD})
    new = re.findall(r"[0-9a-f]{5}-[0-9a-f]{5}", text(page))
    assert not second_factor.opens(user=user, code=old[0])
    assert second_factor.opens(user=user, code=new[0].upper())


@pytest.mark.parametrize(
    ("demand", "role", "asked"),
    [
        ("nobody", "administrator", False),
        ("administrators", "administrator", True),
        ("administrators", "registrar", False),
        ("site", "registrar", True),
        ("site", "", False),
        ("everybody", "", True),
    ],
)
def test_the_site_may_demand_a_second_factor_of_roles(client, user, settings, demand, role, asked):
    settings.SECOND_FACTOR = demand
    user.is_superuser, user.registrar = role == "administrator", role == "registrar"
    user.save()
    client.force_login(user)
    answer = client.get("/en/desk/")
    assert (answer.status_code == 302) is asked
    if asked:
        page = text(client.get(answer["Location"]))
        assert "This site asks for a second factor" in page
        assert client.get("/api/v1/me/").status_code in (403, 404)
        secret = SecondFactor.objects.get(user=user).secret
        client.post(answer["Location"], {"code": now(secret)})
        assert client.get("/en/desk/").status_code == 200


# People


def test_only_administrators_learn_of_the_page(client, user):
    client.force_login(user)
    for path in ("people/", "people/new/", f"people/{user.pk}/"):
        assert client.get(f"/en/desk/{path}").status_code == 404
    assert client.post(f"/en/desk/people/{user.pk}/", {"act": "lock"}).status_code == 404
    user.refresh_from_db()
    assert user.is_active


def test_an_account_is_made_and_its_owner_sets_the_password(client, admin):
    words = {"username": "mehmet", "first_name": "Mehmet", "last_name": "Kaya"}
    words["language"] = "tr"
    at = "/en/desk/people/new/"
    page = client.post(at, words | {"email": "mehmet@example.org"}, follow=True)
    assert "on its way" in text(page)
    made = User.objects.get(username="mehmet")
    assert not made.has_usable_password()
    [letter] = mail.outbox
    visitor = Client()
    there = visitor.get(LINK.search(letter.body)[1], follow=True).redirect_chain[-1][0]
    visitor.post(there, {"new_password1": NEW, "new_password2": NEW})
    assert sign_in(visitor, made, NEW).status_code == 302
    again = client.post(at, words | {"email": "m2@example.org"})
    assert "already exists" in text(again)


def test_a_locked_account_is_out_at_once_and_can_be_unlocked(client, admin, user):
    theirs = Client()
    sign_in(theirs, user)
    page = client.post(f"/en/desk/people/{user.pk}/", {"act": "lock"}, follow=True)
    assert "is locked" in text(page)
    assert theirs.get("/en/desk/").status_code == 302
    assert sign_in(theirs, user).status_code == 200
    client.post(f"/en/desk/people/{user.pk}/", {"act": "unlock"})
    assert sign_in(theirs, user).status_code == 302
    assert {"locked", "unlocked"} <= set(records(user))


def test_nobody_shuts_themselves_out(client, admin):
    for words in ({"act": "lock"}, {"act": "roles"}):
        client.post(f"/en/desk/people/{admin.pk}/", words)
        admin.refresh_from_db()
        assert admin.is_active and admin.is_superuser


def test_roles_sessions_and_a_lost_phone(client, admin, user, with_factor):
    client.force_login(admin)
    at = f"/en/desk/people/{user.pk}/"
    client.post(at, {"act": "roles", "registrar": "on"})
    user.refresh_from_db()
    assert (user.registrar, user.is_superuser) == (True, False)
    client.post(at, {"act": "factor"})
    assert not second_factor.is_on(user)
    theirs = Client()
    sign_in(theirs, user)
    client.post(at, {"act": "end"})
    assert theirs.get("/en/desk/").status_code == 302
    client.post(at, {"act": "nonsense"})
    client.post(at, {})
    assert records(user)[-1] == "ended"


def test_people_are_found_by_any_part_of_their_names(client, admin, user):
    user.first_name, user.last_name = "Zülal", "Yıldız"
    user.save()
    assert "Yıldız" in text(client.get("/en/desk/people/", {"q": "yıldız ayse@"}))
    assert "Nobody is found for “xyzzy”" in text(client.get("/en/desk/people/", {"q": "xyzzy"}))
    assert client.get("/en/desk/people/", {"page": "99999"}).status_code == 200


# Headers and cookies


def test_nothing_of_the_desk_is_kept_by_a_browser(client, user):
    client.force_login(user)
    answer = client.get("/en/desk/")
    assert answer["Cache-Control"] == "no-store"
    assert "geolocation=()" in answer["Permissions-Policy"]
    assert "Permissions-Policy" in client.get("/en/")
