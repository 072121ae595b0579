"""Texts that lie in the database encrypted: whoever reads a dump of it without SECRET_KEY has
nothing. Each purpose has a key of its own; SECRET_KEY_FALLBACKS open what was sealed before."""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def seal(text: str, purpose: str) -> bytes:
    return _keys(purpose).encrypt(text.encode())


def unseal(data: bytes, purpose: str) -> str | None:
    """None where no secret of today opens it."""
    try:
        return _keys(purpose).decrypt(bytes(data)).decode()
    except InvalidToken:
        return None


def _keys(purpose: str) -> MultiFernet:
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(secret, purpose)) for secret in secrets])


def _key(secret: str, purpose: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"hakem {purpose}".encode())
    return base64.urlsafe_b64encode(derived.derive(secret.encode()))
