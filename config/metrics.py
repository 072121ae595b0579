"""Counts in the form that Prometheus reads: requests, questions to the database, publications,
errors.

The processes of a web server count into files of one folder, and one of them answers for all of
them at METRICS, a port of its own. What stands in the database and in the queues is read when
somebody asks (`tournaments.web.metrics`). Elsewhere, in workers and commands, counting costs
nothing and is read by nobody.
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

logger = logging.getLogger("hakem.metrics")

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.6, 1, 2.5, 5, 10, 30)
REQUESTS = Counter("hakem_requests", "Requests by kind of page and status", ["kind", "status"])
REQUEST_SECONDS = Histogram(
    "hakem_request_seconds", "Time of the answers", ["kind"], buckets=SECONDS
)
QUERIES = Histogram("hakem_query_seconds", "Questions to the database", buckets=SECONDS)
SLOW = Counter("hakem_slow", "Slow pages and slow questions, as they stand in the log", ["what"])
ERRORS = Counter("hakem_errors", "Errors in the log")
PUBLICATIONS = Histogram(
    "hakem_publication_seconds",
    "From the press of the button until the hall is told",
    buckets=(0.1, 0.3, 0.6, 1, 2, 3, 5, 10),
)

#: the kinds of pages, by their address. Every phone and every screen in the hall asks for the news
#: every other second: a log of that would hide the rest
_KINDS = (
    (re.compile(r".*/(?:news|state)/$"), "news"),
    (re.compile(r"/api/"), "api"),
    (re.compile(r"/(?:tr|en)/desk/"), "desk"),
    (re.compile(r"/static/"), "static"),
    (re.compile(r"/(?:tr|en)/"), "public"),
)
#: what is looked up when somebody asks; the product adds to it
FURTHER: list[Collector] = []
#: who did not get the port tries again: whoever had it may have ended
TRY_AGAIN = 5.0


@dataclass
class Asked:
    """How much a request has asked of the database."""

    queries: int = 0
    seconds: float = 0.0


_asked: ContextVar[Asked | None] = ContextVar("asked", default=None)


def kind_of(path: str) -> str:
    return next((kind for pattern, kind in _KINDS if pattern.match(path)), "other")


@contextmanager
def counted_queries() -> Iterator[Asked]:
    """Counts the questions to the database within; one may stand within another."""
    asked = Asked()
    token = _asked.set(asked)
    try:
        yield asked
    finally:
        _asked.reset(token)


def count_request(kind: str, status: int, seconds: float) -> None:
    REQUESTS.labels(kind, str(status)).inc()
    REQUEST_SECONDS.labels(kind).observe(seconds)


def timed_query(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Around each question: Django's `execute_wrappers`. A slow one stands in the log with the
    id of its request, without the values: those are about people."""
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        seconds = time.perf_counter() - began
        QUERIES.observe(seconds)
        if (asked := _asked.get()) is not None:
            asked.queries += 1
            asked.seconds += seconds
        if seconds >= _slow_query():
            SLOW.labels("query").inc()
            words = " ".join(str(sql).split())[:600]
            extra = {"milliseconds": round(seconds * 1000)}
            logger.warning("slow query: %s", words, extra=extra)


def _slow_query() -> float:
    return settings.SLOW_QUERY / 1000 if settings.SLOW_QUERY else float("inf")


# --- The port ------------------------------------------------------------------------------------


def serve(address: str) -> None:
    """Answer at `host:port` for all processes of this web server, as soon as no other one does."""
    host, _, port = address.rpartition(":")
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    for one in FURTHER:
        registry.register(one)

    def take_the_port() -> None:
        while True:
            try:
                start_http_server(int(port), host.strip("[]") or "127.0.0.1", registry)
                return
            except OSError:
                time.sleep(TRY_AGAIN)

    threading.Thread(target=take_the_port, name="metrics", daemon=True).start()
