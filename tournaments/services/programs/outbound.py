"""Requests to addresses that users typed: never to our own network, never further than asked.

The name is resolved once, every address it has is judged, and the connection goes to an address
that was judged, so that a name cannot mean something else a moment later. Redirects are answers
like any other; nobody follows them.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from functools import cache
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from tournaments.kernel.errors import Refused

CONNECT_SECONDS = 5
#: for everything together, however slowly the other side answers
SECONDS = 15
#: ranges that stand for an IPv4 address and could hide an internal one
_TRANSLATED = tuple(
    map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
)


def post(url: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
    """(status, "") of the answer, or (0, what went wrong as a code)."""
    try:
        parts = guard_form(url)
        address = _judged_address(parts)
    except Refused as error:
        return 0, error.code
    connection = _Pinned(parts, address)
    # A socket's timeout begins anew with every byte; this one does not.
    watch = threading.Timer(SECONDS, connection.abort)
    watch.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, headers)
        status = connection.getresponse().status
        return (0, "webhook.timeout") if connection.aborted else (status, "")
    except TimeoutError:
        return 0, "webhook.timeout"
    except ssl.SSLError:
        return 0, "webhook.certificate"
    except (OSError, http.client.HTTPException, ValueError):
        return 0, "webhook.timeout" if connection.aborted else "webhook.no_answer"
    finally:
        watch.cancel()
        connection.close()


def guard_form(url: str) -> SplitResult:
    """An absolute address with TLS, without a user name in it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Refused("webhook.address_wrong", field="url") from error
    schemes = ("https", "http") if settings.WEBHOOKS_WITHIN else ("https",)
    plain = url.isascii() and url.isprintable() and " " not in url
    if (
        parts.scheme not in schemes
        or not parts.hostname
        or parts.username is not None
        or port == 0
        or not plain
    ):
        raise Refused("webhook.address_wrong", field="url")
    return parts


def _judged_address(parts: SplitResult) -> str:
    host = parts.hostname or ""
    try:
        found = socket.getaddrinfo(host, _port(parts), type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refused("webhook.address_unknown", field="url", host=host) from error
    addresses = [str(one[4][0]) for one in found]
    if not settings.WEBHOOKS_WITHIN and not all(map(is_outside, addresses)):
        raise Refused("webhook.address_internal", field="url", host=host)
    return addresses[0]


def is_outside(address: str) -> bool:
    """A public address of the internet: not private, loopback, link-local, shared or reserved."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return is_outside(str(ip.ipv4_mapped))
        if any(ip in network for network in _TRANSLATED):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


class _Pinned(http.client.HTTPConnection):
    """Talks to one address, whatever the name may mean by now."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        super().__init__(parts.hostname or "", _port(parts), timeout=CONNECT_SECONDS)
        self.address = address
        self.encrypted = parts.scheme == "https"
        self.aborted = False
        self.default_port = 443 if self.encrypted else 80

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), CONNECT_SECONDS)
        if self.encrypted:
            self.sock = _trusted().wrap_socket(self.sock, server_hostname=self.host)

    def abort(self) -> None:
        self.aborted = True
        if self.sock is not None:
            try:
                self.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                self.sock.close()


@cache
def _trusted() -> ssl.SSLContext:
    """Reading the certificates of this machine takes longer than a message."""
    return ssl.create_default_context()
