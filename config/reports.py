"""Tells those who run the site of errors: by mail to ADMINS, and as JSON to ERROR_WEBHOOK.

Off unless one of them is set. Nobody waits for it: a thread of its own does the telling, the same
error is told once in ten minutes, and what cannot be told stands in the log like everything else.
A report holds what the log's line holds, and no values of anybody's form.
"""

import atexit
import json
import logging
import os
import queue
import threading
import time
import urllib.request
from typing import Any

from django.conf import settings
from django.core.mail import get_connection, mail_admins

from config.logs import JsonFormatter
from config.metrics import ERRORS

#: seconds in which the same error is told once
AGAIN_AFTER = 600.0
MOST_WAITING = 100
#: how long a process that ends waits until its last reports are out
FAREWELL = 5.0
TIMEOUT = 10.0

logger = logging.getLogger("hakem.reports")


class Reporter(logging.Handler):
    def __init__(self, level: int = logging.NOTSET) -> None:
        super().__init__(level)
        self.setFormatter(JsonFormatter())
        self._told: dict[tuple[Any, ...], float] = {}
        self._kept_back: dict[tuple[Any, ...], int] = {}
        self._waiting: queue.Queue[dict[str, Any]] = queue.Queue(MOST_WAITING)
        self._pid = 0

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.inc()
        if not (settings.ADMINS or settings.ERROR_WEBHOOK):
            return
        kind = record.exc_info[0] if record.exc_info else None
        what = (record.name, record.pathname, record.lineno, kind, record.msg if not kind else "")
        now = time.monotonic()
        if now - self._told.get(what, -AGAIN_AFTER) < AGAIN_AFTER:
            self._kept_back[what] = self._kept_back.get(what, 0) + 1
            return
        self._told[what] = now
        report = json.loads(self.format(record)) | {"again": self._kept_back.pop(what, 0)}
        report["site"] = settings.SITE_URL
        self._start()
        try:
            self._waiting.put_nowait(report)
        except queue.Full:
            self._told.pop(what, None)

    def _start(self) -> None:
        """One thread a process; a fork leaves it behind."""
        if self._pid == os.getpid():
            return
        self._pid = os.getpid()
        self._waiting = queue.Queue(MOST_WAITING)
        threading.Thread(target=self._tell_all, name="reports", daemon=True).start()
        atexit.register(self.await_told)

    def _tell_all(self) -> None:
        while True:
            report = self._waiting.get()
            for tell in (_by_mail, _by_http):
                try:
                    tell(report)
                except Exception as error:
                    # A warning: an error would come back here.
                    logger.warning("An error could not be reported: %s", type(error).__name__)
            self._waiting.task_done()

    def await_told(self, seconds: float = FAREWELL) -> None:
        until = time.monotonic() + seconds
        while self._waiting.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.02)


def _by_mail(report: dict[str, Any]) -> None:
    if settings.ADMINS:
        lines = [f"{name}: {value}" for name, value in report.items() if name != "trace"]
        text = "\n".join([*lines, "", str(report.get("trace", ""))])
        subject = " ".join(report["message"].split())[:100]
        mail_admins(subject, text, connection=get_connection(timeout=TIMEOUT))


def _by_http(report: dict[str, Any]) -> None:
    """With `text` beside the fields of the log, as chat rooms and most collectors take it."""
    if settings.ERROR_WEBHOOK:
        words = f"{report['site']}: {report['message']} ({report.get('request', 'no request')})"
        request = urllib.request.Request(
            settings.ERROR_WEBHOOK,
            json.dumps({"text": words, **report}, ensure_ascii=False).encode(),
            {"Content-Type": "application/json"},
        )
        urllib.request.urlopen(request, timeout=TIMEOUT).close()
