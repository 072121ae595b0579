"""A provider of payments: led there with a signed order, heard by a signed message, once."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

import pytest
from django.test import Client
from django.urls import reverse

from federation.core.entries_money import is_signed, signed
from federation.models import Payment
from federation.queries.entries_links import token_of
from federation.queries.entries_money import account_of
from tests.federation import entries_made as make

SECRET = "between-the-two-of-us"
SECTIONS = ({"name": "A", "fee": 400},)


@pytest.fixture(autouse=True)
def configured(settings):
    settings.PAYMENT_ADDRESS = "https://pay.example/order"
    settings.PAYMENT_SECRET = SECRET


def message(charge, **changed):
    said = {
        "id": "pay-1",
        "status": "paid",
        "reference": charge.reference,
        "amount": "400.00",
        "currency": "TRY",
    }
    return json.dumps(said | changed).encode()


def send(body, signature):
    return Client(enforce_csrf_checks=True).post(
        reverse("federation:payment_heard"),
        body,
        content_type="application/json",
        headers={"X-Signature": signature},
    )


@pytest.mark.django_db
def test_a_message_is_heard_once_however_often_it_comes():
    charge = make.entered(make.calendar(sections=SECTIONS)).charge
    body, now = message(charge), int(time.time())
    for _again in range(3):
        assert send(body, signed(SECRET, body, now)).json() == {"heard": True}
    assert Payment.objects.count() == 1
    assert account_of(charge).settled


@pytest.mark.django_db
def test_what_is_not_the_providers_own_is_not_heard():
    charge = make.entered(make.calendar(sections=SECTIONS)).charge
    body, now = message(charge), int(time.time())
    for signature in ("", signed("other", body, now), signed(SECRET, body, now - 400)):
        answer = send(body, signature)
        assert (answer.status_code, answer.json()["code"]) == (400, "payment.not_signed")
    wrong = {
        "payment.unreadable": [
            b"[1]", b"{", message(charge, amount="-5"), message(charge, amount="1e5"),
            message(charge, amount=400), message(charge, id=""),
            message(charge, id="pay\0"), message(charge, reference="H\0"),
            message(charge, id="\ud800"),
        ],
        "payment.unknown": [message(charge, currency="EUR"), message(charge, reference="H234567")],
        "payment.amount": [message(charge, amount="0.00")],
    }  # fmt: skip
    for code, bodies in wrong.items():
        for each in bodies:
            assert send(each, signed(SECRET, each, now)).json()["code"] == code
    other = message(charge, status="failed")
    assert send(other, signed(SECRET, other, now)).status_code == 200  # news that is no payment
    large = b" " * 5000
    assert send(large, signed(SECRET, large, now)).status_code == 400
    assert not Payment.objects.exists()


@pytest.mark.django_db
def test_without_a_provider_there_is_none(settings):
    settings.PAYMENT_ADDRESS = ""
    booking = make.entered(make.calendar(sections=SECTIONS))
    body = message(booking.charge)
    assert send(body, signed(SECRET, body, int(time.time()))).status_code == 400
    mine = reverse("federation:my_entry", args=[token_of(booking)])
    assert "/pay/" not in Client().get(mine).content.decode()
    answer = Client().get(f"{mine}pay/{booking.charge.pk}/")
    assert answer["Location"].endswith(mine.partition("/en")[2])


class StandIn(BaseHTTPRequestHandler):
    """A provider: takes a signed order, and tells the site of the payment."""

    site = ""
    answers: list[int] = []

    def do_GET(self):
        query, _and, signature = urlsplit(self.path).query.partition("&signature=")
        signature = parse_qs(f"s={signature}")["s"][0]
        known = is_signed(SECRET, query.encode(), signature, int(time.time()))
        order = {name: values[0] for name, values in parse_qs(query).items()}
        if known:
            said = {"id": f"of-{order['reference']}", "status": "paid", **order}
            body = json.dumps(said).encode()
            headers = {
                "Content-Type": "application/json",
                "X-Signature": signed(SECRET, body, int(time.time())),
            }
            told = Request(f"{self.site}/en/payments/heard/", body, headers)
            with urlopen(told) as answer:
                self.answers.append(answer.status)
        self.send_response(200 if known else 400)
        self.end_headers()

    def log_message(self, *_words):
        pass


@pytest.mark.django_db(transaction=True)
def test_to_the_provider_and_back_with_a_receipt(live_server, settings):
    provider = HTTPServer(("127.0.0.1", 0), StandIn)
    threading.Thread(target=provider.serve_forever, daemon=True).start()
    StandIn.site = live_server.url
    settings.PAYMENT_ADDRESS = f"http://127.0.0.1:{provider.server_port}/order"
    try:
        booking = make.entered(make.calendar(sections=SECTIONS))
        mine = reverse("federation:my_entry", args=[token_of(booking)])
        order = Client().get(f"{mine}pay/{booking.charge.pk}/")["Location"]
        with urlopen(order) as paid:
            assert paid.status == 200
        assert StandIn.answers == [200]
    finally:
        provider.shutdown()
        provider.server_close()
    assert account_of(booking.charge).settled
    receipt = Client().get(f"{mine}receipt/{booking.charge.pk}.pdf")
    assert receipt.content.startswith(b"%PDF")


@pytest.mark.django_db
def test_a_receipt_is_only_of_the_own_fee():
    event = make.calendar(sections=SECTIONS)
    mine, other = make.entered(event), make.entered(event)
    place = reverse("federation:my_entry", args=[token_of(mine)])
    for page in (f"pay/{other.charge.pk}/", f"receipt/{other.charge.pk}.pdf"):
        assert Client().get(place + page).status_code == 404
