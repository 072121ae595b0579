"""Stores of what is kept and seldom read: the database itself, a folder, or S3-compatible storage.

PAPERS_STORE=                                 in the database
PAPERS_STORE=/srv/hakem/papers                a folder that all machines share
PAPERS_STORE=s3://bucket/prefix?endpoint=https://storage.example.org&region=eu-1
"""

import hashlib
import hmac
import os
import re
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from http import HTTPStatus
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qsl, quote, urlsplit

from django.conf import settings

#: nobody waits longer for a store
SECONDS = 20
_KEY = re.compile(r"[a-z0-9][a-z0-9/._-]{0,200}")


class Away(Exception):
    """The store does not answer, or refuses."""


class Missing(Exception):
    """The store has nothing under this key."""


class Store(Protocol):
    def put(self, key: str, data: bytes) -> None: ...

    def get(self, key: str) -> bytes: ...

    def delete(self, key: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Folder:
    """Files below a folder. A file is there whole, or not at all."""

    root: Path

    def put(self, key: str, data: bytes) -> None:
        path = self._path(key)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError as error:
            with suppress(OSError):
                draft.unlink()
            raise Away(str(error)) from error

    def get(self, key: str) -> bytes:
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError as error:
            # The folder itself may not be there: a disk that is not mounted has lost nothing.
            raise (Missing if self.root.is_dir() else Away)(key) from error
        except OSError as error:
            raise Away(str(error)) from error

    def delete(self, key: str) -> None:
        try:
            self._path(key).unlink(missing_ok=True)
        except OSError as error:
            raise Away(str(error)) from error

    def _path(self, key: str) -> Path:
        return self.root / checked(key)


@dataclass(frozen=True, slots=True)
class S3:
    """Objects of a bucket, asked for with signature version 4."""

    endpoint: str
    bucket: str
    prefix: str
    region: str
    key: str
    secret: str

    def put(self, key: str, data: bytes) -> None:
        self._ask("PUT", key, data)

    def get(self, key: str) -> bytes:
        return self._ask("GET", key)

    def delete(self, key: str) -> None:
        with suppress(Missing):
            self._ask("DELETE", key)

    def _ask(self, method: str, key: str, data: bytes = b"") -> bytes:
        parts = [self.bucket, *filter(None, (self.prefix,)), checked(key)]
        base = urlsplit(self.endpoint)
        path = quote("/".join([base.path.rstrip("/"), *parts]))
        headers = self.signed(method, base.netloc, path, "", data, datetime.now(UTC))
        request = urllib.request.Request(
            f"{base.scheme}://{base.netloc}{path}",
            data=data if method == "PUT" else None,
            headers=headers,
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                found: bytes = answer.read()
                return found
        except urllib.error.HTTPError as error:
            if error.code == HTTPStatus.NOT_FOUND:
                raise Missing(key) from error
            raise Away(f"{method}: {error.code}") from error
        except OSError as error:
            raise Away(f"{method}: {error}") from error

    def signed(
        self, method: str, host: str, path: str, query: str, data: bytes, at: datetime
    ) -> Mapping[str, str]:
        """The headers of a request, with its signature."""
        moment = f"{at:%Y%m%dT%H%M%SZ}"
        digest = hashlib.sha256(data).hexdigest()
        headers = {"host": host, "x-amz-content-sha256": digest, "x-amz-date": moment}
        names = ";".join(headers)
        listed = [f"{name}:{value}" for name, value in headers.items()]
        canonical = "\n".join([method, path, query, *listed, "", names, digest])
        scope = [moment[:8], self.region, "s3", "aws4_request"]
        fingerprint = hashlib.sha256(canonical.encode()).hexdigest()
        to_sign = "\n".join(["AWS4-HMAC-SHA256", moment, "/".join(scope), fingerprint])
        key = reduce(
            lambda key, text: hmac.digest(key, text.encode(), hashlib.sha256),
            scope,
            f"AWS4{self.secret}".encode(),
        )
        signature = hmac.new(key, to_sign.encode(), hashlib.sha256).hexdigest()
        return headers | {
            "Authorization": f"AWS4-HMAC-SHA256 Credential={self.key}/{'/'.join(scope)}, "
            f"SignedHeaders={names}, Signature={signature}"
        }


def checked(key: str) -> str:
    """A key that is a path below the store, and nothing else."""
    if not _KEY.fullmatch(key) or ".." in key or "//" in key:
        raise ValueError(f"This is no key of a store: {key!r}")
    return key


def store_of(address: str) -> Store | None:
    """The store that a setting names; None is the database."""
    if not address:
        return None
    if not address.startswith("s3://"):
        return Folder(Path(address))
    named = urlsplit(address)
    options = dict(parse_qsl(named.query))
    return S3(
        endpoint=options.get("endpoint", "").rstrip("/"),
        bucket=named.netloc,
        prefix=named.path.strip("/"),
        region=options.get("region", "us-east-1"),
        key=settings.PAPERS_STORE_KEY,
        secret=settings.PAPERS_STORE_SECRET,
    )
