"""Passkeys without a browser: what is refused, whatever is sent. Chromium's own device makes and
uses them in tests/browser/test_passkeys.py."""

import base64
import hashlib
import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests import factories
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.models import DoorRecord, Passkey
from tournaments.services.accounts import passkeys, people
from tournaments.services.accounts.door import Origin
from tournaments.services.accounts.passkeys import Place

pytestmark = pytest.mark.django_db

PLACE = Place("chess.example.org", "https://chess.example.org")


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """A security key of our own: it signs whatever it is asked, as the standard says."""

    def __init__(self, user):
        self.key = ec.generate_private_key(ec.SECP256R1())
        numbers = self.key.public_key().public_numbers()
        x, y = (one.to_bytes(32) for one in (numbers.x, numbers.y))
        cose = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + x + b"\x22\x58\x20" + y
        self.id = b64(hashlib.sha256(x).digest()[:16])
        self.count = 0
        self.row = Passkey.objects.create(
            user=user, key_id=self.id, public_key=cose, name="Key", counter=0
        )

    def answer(self, challenge, *, place=PLACE, verified=True, origin="", kind="webauthn.get"):
        self.count += 1
        said = {"type": kind, "challenge": challenge, "origin": origin or place.origin}
        client = json.dumps(said | {"crossOrigin": False}).encode()
        flags = 0x05 if verified else 0x01
        data = hashlib.sha256(place.name.encode()).digest() + bytes([flags])
        data += self.count.to_bytes(4)
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return json.dumps(
            {
                "id": self.id,
                "rawId": self.id,
                "type": "public-key",
                "response": {
                    "clientDataJSON": b64(client),
                    "authenticatorData": b64(data),
                    "signature": b64(signed),
                },
            }
        )


@pytest.fixture
def user():
    return factories.user("ayse")


@pytest.fixture
def device(user):
    return Device(user)


def opened(answer, challenge, user=None, place=PLACE):
    return passkeys.opens(answer=answer, challenge=challenge, place=place, user=user)


def asked(user=None):
    return passkeys.question_to_open(place=PLACE, user=user).challenge


def test_it_opens_for_its_owner(user, device):
    challenge = asked()
    assert opened(device.answer(challenge), challenge) == user
    challenge = asked(user)
    assert opened(device.answer(challenge, verified=False), challenge, user) == user


def test_not_without_its_owner_where_no_password_was_given(device):
    challenge = asked()
    assert opened(device.answer(challenge, verified=False), challenge) is None


def test_not_for_another_question_site_page_or_purpose(device):
    challenge = asked()
    other = Place("evil.example.org", "https://evil.example.org")
    assert opened(device.answer(asked()), challenge) is None
    assert opened(device.answer(challenge, place=other), challenge) is None
    assert opened(device.answer(challenge, origin=other.origin), challenge) is None
    assert opened(device.answer(challenge, kind="webauthn.create"), challenge) is None
    assert opened(device.answer(challenge), "") is None


def test_not_for_somebody_else_or_who_is_locked(user, device):
    other = factories.user()
    challenge = asked(other)
    assert opened(device.answer(challenge), challenge, other) is None
    user.is_active = False
    user.save()
    challenge = asked()
    assert opened(device.answer(challenge), challenge) is None


def test_not_with_another_key_or_a_counter_that_stands_still(user, device):
    stranger = Device(user)
    stranger.id = device.id
    challenge = asked()
    assert opened(stranger.answer(challenge), challenge) is None
    assert opened(device.answer(challenge), challenge) == user
    device.count = 0
    challenge = asked()
    assert opened(device.answer(challenge), challenge) is None


@given(
    st.one_of(
        st.text(max_size=200),
        st.binary(max_size=100).map(lambda data: json.dumps({"id": b64(data), "rawId": b64(data)})),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=9),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(
                        ["id", "rawId", "type", "response", "signature", "clientDataJSON"]
                    ),
                    inner,
                )
            ),
            max_leaves=9,
        ).map(json.dumps),
    )
)
def test_nonsense_opens_nothing_and_breaks_nothing(answer):
    assert opened(answer, "AAAA") is None
    with pytest.raises(Refused):
        passkeys.make(
            user=factories.User(pk=1), answer=answer, challenge="AAAA", place=PLACE, name="x"
        )


def test_an_answer_with_one_part_changed_opens_nothing(device):
    challenge = asked()
    whole = json.loads(device.answer(challenge))
    for name, value in whole["response"].items():
        for wrong in ("", "A", value[:-4], value[4:], value + "AAAA", 7, None, [value]):
            answer = json.dumps(whole | {"response": whole["response"] | {name: wrong}})
            assert opened(answer, challenge) is None, (name, wrong)
    assert opened("x" * (passkeys.LONGEST + 1), challenge) is None


# --- Pages ----------------------------------------------------------------------------------------


def ask(client):
    return client.post("/en/sign-in/passkey/ask/").json()["challenge"]


def send(client, answer, **more):
    return client.post("/en/sign-in/passkey/", {"answer": answer, **more})


HERE = Place("testserver", "http://testserver")


def test_the_door_opens_and_leads_on_but_nowhere_else(client, user, device):
    answer = device.answer(ask(client), place=HERE)
    done = send(client, answer, next="https://evil.example.org/")
    assert (done.status_code, done["Location"]) == (302, "/en/desk/")
    assert client.get("/en/desk/").status_code == 200
    other = Client()
    answer = device.answer(ask(other), place=HERE)
    assert send(other, answer, next="/en/desk/me/")["Location"] == "/en/desk/me/"


def test_an_answer_counts_once_and_for_its_session(client, user, device):
    answer = device.answer(ask(client), place=HERE)
    thief = Client()
    ask(thief)
    assert send(thief, answer)["Location"] == "/en/sign-in/"
    assert send(client, answer)["Location"] == "/en/desk/"
    client.logout()
    assert send(client, answer)["Location"] == "/en/sign-in/"


def test_the_password_alone_signs_nobody_in_who_has_a_passkey(client, user, device):
    words = {"username": user.username, "password": factories.PASSWORD}
    assert client.post("/en/sign-in/", words)["Location"] == "/en/sign-in/code/"
    assert client.get("/en/desk/").status_code == 302
    page = Page(client.get("/en/sign-in/code/"))
    assert page.count("input[name=code]") == 0
    assert client.post("/en/sign-in/code/", {"code": "000000"}).status_code == 200
    answer = device.answer(ask(client), place=HERE, verified=False)
    assert send(client, answer)["Location"] == "/en/desk/"


def test_a_guesser_is_stopped(client, device):
    for _try in range(10):
        ask(client)
        send(client, "{}")
    answer = device.answer(ask(client), place=HERE)
    page = Page(client.post("/en/sign-in/passkey/", {"answer": answer}, follow=True))
    assert "Too many attempts" in page.text
    assert DoorRecord.objects.filter(what="shut").exists()


def test_no_address_asks_for_ever(client, monkeypatch):
    monkeypatch.setattr("tournaments.views.passkeys.MOST_ASKED", 3)
    codes = [client.post("/en/sign-in/passkey/ask/").status_code for _try in range(5)]
    assert codes == [200, 200, 200, 429, 429]


def test_to_make_one_the_password_is_asked_for_and_ten_are_enough(client, user):
    client.force_login(user)
    at = "/en/desk/account/passkeys/new/"
    assert "data-options" not in client.post(at, {"name": "x", "password": "no"}).content.decode()
    for _key in range(passkeys.MOST):
        Device(user)
    page = Page(client.post(at, {"name": "x", "password": factories.PASSWORD}))
    assert "at most 10 passkeys" in page.text


def test_one_of_somebody_else_cannot_be_removed(client, device):
    client.force_login(factories.user())
    at = f"/en/desk/account/passkeys/{device.row.pk}/remove/"
    assert client.post(at, {"password": factories.PASSWORD}).status_code == 404


def test_a_passkey_is_the_second_factor_that_a_site_demands(client, user, settings):
    settings.SECOND_FACTOR = "everybody"
    client.force_login(user)
    assert client.get("/en/desk/")["Location"] == "/en/desk/account/second-factor/"
    assert client.get("/en/desk/account/passkeys/new/").status_code == 200
    Device(user)
    assert client.get("/en/desk/").status_code == 200


def test_administrators_open_the_door_again_for_who_has_lost_the_device(user, device):
    admin = factories.user()
    people.forget_factor(user=user, by=admin, origin=Origin("::1", ""))
    assert not Passkey.objects.exists()
