"""Web Push as RFC 8291 prints it, and as a browser opens it."""

import base64
import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given
from hypothesis import strategies as st

from tests.push import Browser
from tournaments.core.webpush import (
    CURVE,
    MOST,
    Keys,
    decoded,
    encoded,
    key_from,
    public_bytes,
    seal,
    voucher,
)

POINT_OF_THE_RFC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)


def test_rfc_8291_section_5_the_example_byte_by_byte() -> None:
    to = Keys.read(
        POINT_OF_THE_RFC,
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    sender = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = seal(
        b"When I grow up, I want to be a watermelon",
        to,
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        once=ec.derive_private_key(sender, CURVE),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
        "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV"
        "WGNWQexSgSxsj_Qulcy4a-fN"
    )


@given(st.binary(max_size=MOST))
def test_only_the_browser_opens_it(text: bytes) -> None:
    browser, other = Browser(), Browser()
    body = seal(text, browser.keys)
    assert browser.open(body) == text
    with pytest.raises(InvalidTag):
        other.open(body)


def test_longer_than_a_push_service_has_to_take_is_refused() -> None:
    assert len(seal(b"x" * MOST, Browser().keys)) == 4096
    with pytest.raises(ValueError, match="too long"):
        seal(b"x" * (MOST + 1), Browser().keys)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"),
        (encoded(b"\4" + b"\0" * 64), encoded(b"1" * 16)),
        (POINT_OF_THE_RFC, encoded(b"1" * 15)),
        ("not base 64, nor ASCII: ş", "?"),
    ],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError, match=r"key|secret|point|base64|ASCII|ascii|curve|Invalid"):
        Keys.read(p256dh, auth)


def test_rfc_8292_the_voucher_names_service_time_and_sender_and_is_signed() -> None:
    key = key_from(b"a secret of the site")
    scheme, _, rest = voucher(
        "https://push.example/send/1", key, "mailto:desk@example.org", now=1_000_000
    ).partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(", "))
    head, claims, signature = parts["t"].split(".")
    assert scheme == "vapid"
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decoded(claims)) == {
        "aud": "https://push.example",
        "exp": 1_043_200,
        "sub": "mailto:desk@example.org",
    }
    assert base64.urlsafe_b64decode(parts["k"] + "=") == public_bytes(key)
    raw = decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.public_key().verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_the_key_of_a_secret_is_always_the_same_and_of_another_another() -> None:
    first = public_bytes(key_from(b"one"))
    assert first == public_bytes(key_from(b"one"))
    assert first != public_bytes(key_from(b"two"))
