"""The door in a browser: a link for a new password, a second factor, the administrators' page."""

import re
import time

import pytest
from django.core import mail
from playwright.sync_api import expect

from tests import factories
from tournaments.models import SecondFactor
from tournaments.services.accounts import links, second_factor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = "kale ile vezir 4"


def now(user):
    SecondFactor.objects.update(last_step=0)  # as if the half minute were over
    secret = SecondFactor.objects.get(user=user).secret
    return second_factor.totp(secret, int(time.time()) // second_factor.STEP)


def test_a_link_for_a_new_password_and_a_second_factor(
    live_server, page, check_page, settings, monkeypatch
):
    monkeypatch.setattr(links, "hand_over", lambda _task, pk: links.send(pk))
    settings.SITE_URL = live_server.url
    user = factories.user()
    user.email = "ayse@example.org"
    user.save()
    page.goto(f"{live_server.url}/tr/sign-in/")
    page.get_by_role("link", name="Parolanızı mı unuttunuz?").click()
    check_page(page)
    page.get_by_label("E-posta").fill(user.email)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("E-postanıza bakın")
    page.goto(re.search(r"http\S+/sign-in/new/\S+", mail.outbox[0].body)[0])
    check_page(page)
    for field in page.locator("input[type=password]").all():
        field.fill(NEW)
    page.keyboard.press("Enter")
    expect(page.locator("#news")).to_contain_text("onunla giriş yapın")
    page.fill("#id_username", user.username)
    page.fill("#id_password", NEW)
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/")
    page.goto(f"{live_server.url}/tr/desk/account/second-factor/")
    check_page(page)
    page.get_by_label("kod", exact=False).fill(now(user))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kurtarma kodları")
    check_page(page)
    code = page.locator("main code").first.inner_text()
    page.get_by_role("link", name="Kodları aldım").click()
    check_page(page)
    page.get_by_role("button", name="Çıkış").click()
    page.goto(f"{live_server.url}/tr/sign-in/")
    page.fill("#id_username", user.username)
    page.fill("#id_password", NEW)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("İkinci doğrulama")
    check_page(page)
    page.keyboard.type("000000")
    page.keyboard.press("Enter")
    expect(page.locator(".error")).to_contain_text("Bu kod uymuyor")
    page.get_by_label("kod", exact=False).fill(code)
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/")
