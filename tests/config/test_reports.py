"""Errors are told to those who run the site, once each, and nobody waits for it."""

import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core import mail
from django.test import RequestFactory

from config.logs import JsonFormatter, request_id
from config.reports import Reporter


@pytest.fixture
def told() -> Iterator[tuple[str, list[dict]]]:
    """An address that takes JSON, and what it was told."""
    reports: list[dict] = []

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            reports.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", reports
    server.shutdown()
    server.server_close()


@pytest.fixture
def reporter() -> Iterator[tuple[Reporter, logging.Logger]]:
    handler, logger = Reporter(logging.ERROR), logging.getLogger("test.reports")
    logger.addHandler(handler)
    logger.propagate = False  # the site's own reporter would tell it, too
    yield handler, logger
    logger.removeHandler(handler)


def break_down(logger: logging.Logger) -> None:
    try:
        raise ValueError("Board 7 has fallen over")
    except ValueError:
        logger.exception("It broke.")


def test_an_error_is_told_by_mail_and_as_json_with_its_request(told, reporter, settings) -> None:
    address, reports = told
    handler, logger = reporter
    settings.ERROR_WEBHOOK, settings.ADMINS = address, [("", "admin@example.org")]
    token = request_id.set("cafe")
    break_down(logger)
    request_id.reset(token)
    handler.await_told(20)
    [report] = reports
    assert report["request"] == "cafe"
    assert report["text"] == f"{settings.SITE_URL}: It broke. (cafe)"
    assert "Board 7 has fallen over" in report["trace"]
    [message] = mail.outbox
    assert message.to == ["admin@example.org"]
    assert "It broke." in message.subject
    assert "request: cafe" in message.body
    assert "Board 7 has fallen over" in message.body


def test_the_same_error_is_told_once_and_warnings_are_not(told, reporter, settings) -> None:
    settings.ERROR_WEBHOOK, reports = told
    handler, logger = reporter
    for _ in range(5):
        break_down(logger)
    logger.warning("Only a warning.")
    logger.error("Another one.")
    handler.await_told(20)
    assert [report["message"] for report in reports] == ["It broke.", "Another one."]


def test_a_side_that_is_away_costs_a_line_in_the_log(reporter, settings, caplog) -> None:
    settings.ERROR_WEBHOOK = "http://127.0.0.1:9/"
    handler, logger = reporter
    break_down(logger)
    handler.await_told(20)
    assert "An error could not be reported: URLError" in caplog.messages


def test_it_is_off_unless_it_is_set(reporter) -> None:
    _handler, logger = reporter
    threads = threading.active_count()
    break_down(logger)
    assert threading.active_count() == threads
    assert mail.outbox == []


def test_no_log_names_what_opens_a_page(client) -> None:
    request = RequestFactory().get("/tr/captain/abc123/")
    request.resolver_match = type("Match", (), {"kwargs": {"key": "abc123"}})()
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 0, "Internal Server Error: %s", (request.path,), None
    )
    record.request = request
    line = json.loads(JsonFormatter().format(record))
    assert line["message"] == "Internal Server Error: /tr/captain/…/"
