"""Messages of Web Push: encrypted for one browser (RFC 8291, RFC 8188), signed by us (RFC 8292).

A push service carries a message to a phone and can read none of it: `seal` encrypts it with the
keys that the browser gave out when it subscribed. `voucher` tells the service who sends (VAPID).
"""

import json
import os
import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
#: RFC 8188: one record, as large as a push service has to take
RECORD = 4096
#: what is left for the text of one record: header, tag and the mark of the last record taken off
MOST = 3993
#: RFC 8292 allows a day; a shorter one bears a clock that is wrong
VOUCHED_SECONDS = 12 * 3600
POINT = 65  # bytes of an uncompressed point
SECRET = 16  # bytes of a browser's secret


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that a browser gave out: its public key, and a secret that only it and we know."""

    public: bytes
    secret: bytes

    @classmethod
    def read(cls, p256dh: str, auth: str) -> "Keys":
        """From the text of a browser; ValueError if it is none."""
        found = cls(decoded(p256dh), decoded(auth))
        if len(found.secret) != SECRET:
            raise ValueError("the secret has 16 bytes")
        _point(found.public)
        return found


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def key_from(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """The key that belongs to a secret of the site: always the same one."""
    made = HKDF(SHA256(), 48, None, b"hakem web push: the key that signs").derive(secret)
    # 48 bytes over an order of 32: no number is likelier than another in any way that counts.
    number = int.from_bytes(made) % (_ORDER - 1) + 1
    return ec.derive_private_key(number, CURVE)


_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def seal(
    text: bytes,
    to: Keys,
    *,
    salt: bytes = b"",
    once: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of a message that only this browser can open. Salt and key are new each time."""
    if len(text) > MOST:
        raise ValueError("too long for one message")
    salt = salt or os.urandom(16)
    once = once or ec.generate_private_key(CURVE)
    mine = public_bytes(once)
    # RFC 8291, 3.3 and 3.4
    shared = once.exchange(ec.ECDH(), _point(to.public))
    info = b"WebPush: info\0" + to.public + mine
    material = HKDF(SHA256(), 32, to.secret, info).derive(shared)
    # RFC 8188, 2.2 and 2.3
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
    # RFC 8188, 2: the record that ends with 2 is the last one
    sealed = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + struct.pack("!IB", RECORD, len(mine)) + mine + sealed


def voucher(
    endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str, now: float | None = None
) -> str:
    """The Authorization of a message to this endpoint (RFC 8292, 3): good for half a day."""
    parts = urlsplit(endpoint)
    until = int((time.time() if now is None else now) + VOUCHED_SECONDS)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": until, "sub": contact}
    signed = ".".join(
        encoded(json.dumps(part, separators=(",", ":")).encode())
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    token = f"{signed}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"
    return f"vapid t={token}, k={encoded(public_bytes(key))}"


def _point(data: bytes) -> ec.EllipticCurvePublicKey:
    if len(data) != POINT:
        raise ValueError("the key is a point of 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
