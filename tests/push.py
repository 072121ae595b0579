"""A browser that hears pushed messages, and a push service that passes them on, as stand-ins."""

import json
import os
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tournaments.core.webpush import CURVE, POINT, Keys, encoded, public_bytes


class Browser:
    """Opens what is sealed for it: RFC 8291 and RFC 8188, from the receiver's side."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.secret = os.urandom(16)

    @property
    def keys(self) -> Keys:
        return Keys(public_bytes(self.key), self.secret)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """As `PushSubscription.toJSON` writes it."""
        keys = {"p256dh": encoded(self.keys.public), "auth": encoded(self.secret)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def open(self, body: bytes) -> bytes:
        salt, (record, length) = body[:16], struct.unpack("!IB", body[16:21])
        assert (record, length) == (4096, POINT)
        theirs = body[21 : 21 + POINT]
        point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        info = b"WebPush: info\0" + self.keys.public + theirs
        shared = self.key.exchange(ec.ECDH(), point)
        material = HKDF(SHA256(), 32, self.secret, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        text, end, filling = AESGCM(key).decrypt(nonce, body[21 + POINT :], None).rpartition(b"\2")
        assert end and not filling.strip(b"\0")
        return text


class Service(ThreadingHTTPServer):
    """Takes messages on loopback, and answers each with what `answers` says of its path."""

    daemon_threads = True

    request_queue_size = 64

    def __init__(self, delay: float = 0) -> None:
        super().__init__(("127.0.0.1", 0), _Door)
        self.delay = delay
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.times: list[float] = []
        #: status by path; 201 for all others
        self.answers: dict[str, int] = {}
        self.browsers: dict[str, Browser] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def browser(self, name: str) -> tuple[Browser, dict[str, Any]]:
        """A new browser, and its subscription at this service."""
        made = self.browsers[f"/{name}"] = Browser()
        return made, made.subscription(f"{self.address}/{name}")

    def heard(self, name: str) -> list[dict[str, Any]]:
        """The messages that this browser was given, opened."""
        browser = self.browsers[f"/{name}"]
        return [
            json.loads(browser.open(body))
            for path, _headers, body in self.taken
            if path == f"/{name}"
        ]


class _Door(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.delay:
            time.sleep(self.server.delay)
        status = self.server.answers.get(self.path, 201)
        if status == 201:
            self.server.taken.append((self.path, dict(self.headers.items()), body))
            self.server.times.append(time.monotonic())
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def push_service(delay: float = 0) -> Iterator[Service]:
    """`delay`: seconds until it answers."""
    with Service(delay) as service:
        thread = threading.Thread(target=service.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
            thread.join()
