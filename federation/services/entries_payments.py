"""Providers of payments, behind one small interface. No number of a card ever comes here: the
provider asks for it on its own pages, and says afterwards that it was paid.

With nothing configured payments are noted by hand. With `PAYMENT_ADDRESS` and `PAYMENT_SECRET` the
player is led to the provider with a signed order, and the provider sends a signed message.
"""

import json
import re
import time
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol
from urllib.parse import urlencode

from django.conf import settings

from federation.core.entries_money import is_signed, signed
from federation.models import Charge, Payment
from federation.services.entries_money import receive
from tournaments.kernel.errors import Refused

#: bytes of a message
MOST = 4096
_AMOUNT = re.compile(r"\d{1,8}(\.\d{1,2})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Paid:
    """A message: this much was paid under this reference."""

    number: str
    reference: str
    amount: Decimal
    currency: str


class Provider(Protocol):
    def order(self, charge: Charge, amount: Decimal, back: str) -> str:
        """The address where a player pays; "" where there is none."""

    def read(self, body: bytes, signature: str) -> Paid | None:
        """The payment that a message tells of; None for other news. Refuses what is not its own."""


class ByHand:
    """Transfers and cash, which the organiser notes."""

    def order(self, charge: Charge, amount: Decimal, back: str) -> str:
        return ""

    def read(self, body: bytes, signature: str) -> Paid | None:
        raise Refused("payment.not_signed")


@dataclass(frozen=True, slots=True)
class Signed:
    """A provider that signs with a shared secret (HMAC, SHA-256)."""

    address: str
    secret: str

    def order(self, charge: Charge, amount: Decimal, back: str) -> str:
        said = {
            "reference": charge.reference,
            "amount": f"{amount:.2f}",
            "currency": charge.currency,
            "back": back,
        }
        query = urlencode(said)
        signature = signed(self.secret, query.encode(), int(time.time()))
        return f"{self.address}?{query}&{urlencode({'signature': signature})}"

    def read(self, body: bytes, signature: str) -> Paid | None:
        if len(body) > MOST or not is_signed(self.secret, body, signature, int(time.time())):
            raise Refused("payment.not_signed")
        return _read(body)


def provider() -> Provider:
    if settings.PAYMENT_ADDRESS and settings.PAYMENT_SECRET:
        return Signed(settings.PAYMENT_ADDRESS, settings.PAYMENT_SECRET)
    return ByHand()


def hear(body: bytes, signature: str) -> None:
    """A message of the provider. The same one again changes nothing."""
    paid = provider().read(body, signature)
    if paid is None:
        return
    charge = Charge.objects.filter(reference=paid.reference).first()
    if charge is None or charge.currency != paid.currency:
        raise Refused("payment.unknown")
    receive(
        charge=charge,
        amount=paid.amount,
        method=Payment.Method.ONLINE,
        by=None,
        provider_ref=paid.number,
    )


def _read(body: bytes) -> Paid | None:
    try:
        said: Any = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refused("payment.unreadable") from error
    if not isinstance(said, dict):
        raise Refused("payment.unreadable")
    if said.get("status") != "paid":
        return None
    parts = [said.get(name) for name in ("id", "reference", "amount", "currency")]
    if not all(isinstance(one, str) and 0 < len(one) <= 80 and one.isprintable() for one in parts):
        raise Refused("payment.unreadable")
    number, reference, amount, currency = map(str, parts)
    if not _AMOUNT.fullmatch(amount):
        raise Refused("payment.unreadable")
    return Paid(number, reference, Decimal(amount), currency)
