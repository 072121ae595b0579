"""Passkeys with Chromium's own authenticator: made, used alone and behind the password, removed."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import factories
from tournaments.models import DoorRecord, Passkey, SecondFactor
from tournaments.services.accounts import second_factor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(live_server):
    """By its name: a passkey belongs to a name, never to an address of four numbers."""
    return live_server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def device(page):
    """A virtual authenticator; `verified(False)` is one that cannot tell its owner."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})

    class Device:
        key = made["authenticatorId"]

        @staticmethod
        def verified(value):
            session.send(
                "WebAuthn.setUserVerified",
                {"authenticatorId": Device.key, "isUserVerified": value},
            )

        @staticmethod
        def keys():
            found = session.send("WebAuthn.getCredentials", {"authenticatorId": Device.key})
            return found["credentials"]

        @staticmethod
        def add(credential):
            session.send(
                "WebAuthn.addCredential",
                {"authenticatorId": Device.key, "credential": credential},
            )

        @staticmethod
        def clear():
            session.send("WebAuthn.clearCredentials", {"authenticatorId": Device.key})

    return Device


@pytest.fixture
def user():
    return factories.user("ayse")


def sign_in(page, site, user):
    page.goto(f"{site}/en/sign-in/")
    page.fill("#id_username", user.username)
    page.fill("#id_password", factories.PASSWORD)
    page.keyboard.press("Enter")


def make_passkey(page, site, user, name="Phone"):
    sign_in(page, site, user)
    page.wait_for_url("**/desk/")
    page.goto(f"{site}/en/desk/account/")
    page.get_by_role("link", name="New passkey").click()
    page.get_by_label("Name of the device").fill(name)
    page.get_by_label("Your password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Make the passkey").click()
    page.wait_for_url("**/desk/account/")
    expect(page.locator("#news")).to_contain_text("The passkey is made")


def sign_out(page):
    page.context.clear_cookies()


def test_a_passkey_is_made_and_opens_the_desk_alone(page, site, user, device, check_page):
    make_passkey(page, site, user)
    check_page(page)
    expect(page.get_by_role("cell", name="Phone", exact=True)).to_be_visible()
    (key,) = device.keys()
    assert key["isResidentCredential"]
    assert user.username.encode() not in key["userHandle"].encode()
    sign_out(page)
    page.goto(f"{site}/en/desk/me/")
    check_page(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{site}/en/desk/me/")
    row = Passkey.objects.get()
    assert row.used_at is not None
    records = set(DoorRecord.objects.filter(user=user).values_list("what", flat=True))
    assert {"passkey_on", "signed_in"} <= records


def test_behind_the_password_it_is_the_second_factor(page, site, user, device, check_page):
    make_passkey(page, site, user)
    sign_out(page)
    sign_in(page, site, user)
    page.wait_for_url("**/sign-in/code/")
    check_page(page)
    page.goto(f"{site}/en/desk/")
    page.wait_for_url("**/sign-in/**")  # the password alone has opened nothing
    sign_in(page, site, user)
    device.verified(False)  # the password was asked for: touching the device is enough
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/desk/")


def test_alone_a_device_that_does_not_know_its_owner_opens_nothing(page, site, user, device):
    make_passkey(page, site, user)
    sign_out(page)
    device.verified(False)
    page.goto(f"{site}/en/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert").get_by_text("The device gave no passkey")).to_be_visible()
    page.goto(f"{site}/en/desk/")
    page.wait_for_url("**/sign-in/**")


def test_codes_and_a_passkey_stand_side_by_side(page, site, user, device):
    make_passkey(page, site, user)
    SecondFactor.objects.create(user=user, secret="JBSWY3DPEHPK3PXP", since=timezone.now())
    sign_out(page)
    sign_in(page, site, user)
    page.wait_for_url("**/sign-in/code/")
    page.get_by_label("Code").fill(
        second_factor.totp("JBSWY3DPEHPK3PXP", int(timezone.now().timestamp()) // 30)
    )
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/")


def test_a_copy_of_a_device_is_noticed_by_its_counter(page, site, user, device):
    make_passkey(page, site, user)
    (key,) = device.keys()
    sign_out(page)
    page.goto(f"{site}/en/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/desk/")
    assert Passkey.objects.get().counter > key["signCount"]
    device.clear()
    device.add(key | {"signCount": 0})  # as it was before that use
    sign_out(page)
    page.goto(f"{site}/en/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#news")).to_contain_text("does not open the door")
    assert DoorRecord.objects.filter(what="wrong_passkey").exists()


def test_one_that_is_removed_opens_nothing(page, site, user, device, check_page):
    make_passkey(page, site, user)
    page.get_by_role("link", name="Remove Phone").click()
    check_page(page)
    page.get_by_label("Your password").fill("wrong")
    page.get_by_role("button", name="Remove").click()
    assert Passkey.objects.exists()
    page.get_by_label("Your password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Remove").click()
    page.wait_for_url("**/desk/account/")
    assert not Passkey.objects.exists()
    sign_out(page)
    page.goto(f"{site}/en/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#news")).to_contain_text("does not open the door")
    sign_in(page, site, user)
    page.wait_for_url("**/desk/")  # the password alone is enough again


def test_in_turkish_at_the_width_of_a_phone(open_page, site, user, check_page):
    phone = open_page(width=390)
    phone.goto(f"{site}/tr/sign-in/")
    expect(phone.get_by_role("button", name="Geçiş anahtarıyla giriş yap")).to_be_visible()
    check_page(phone)
