"""One JSON object per log line, with the id of the request it belongs to."""

import json
import logging
import re
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")

#: attributes that callers may add with `extra=`; nothing else leaves the process
FIELDS = (
    *("user", "method", "path", "status", "milliseconds", "queries", "query_milliseconds"),
    *("tournament", "round", "job", "act"),
)
#: parts of addresses that open what they name to whoever has them: links of captains, invitations,
#: screens. They are in no log
SECRETS = {"key", "token"}


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
        }
        if identifier := request_id.get():
            line["request"] = identifier
        for name in FIELDS:
            if name in record.__dict__:
                line[name] = record.__dict__[name]
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def message_of(record: logging.LogRecord) -> str:
    """Its words; Django names the address of a request that failed."""
    return without_secrets(record.getMessage(), getattr(record, "request", None))


def without_secrets(text: str, request: Any) -> str:
    """An address that fits none of ours, for want of its slash or its language, hides what stands
    where the secret would."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        return text if request is None else _behind_places().sub(r"\1…", text)
    for name in SECRETS & match.kwargs.keys():
        text = text.replace(str(match.kwargs[name]), "…")
    return text


@cache
def _behind_places() -> re.Pattern[str]:
    """Whatever stands behind the word that leads to a secret: `/who/…`, `/sign-in/new/MQ/…`."""
    from django.urls import get_resolver  # settings name this module

    secret = re.compile(rf"([^/<>]+/(?:<\w+>/)*)<(?:(?:str|slug):)?(?:{'|'.join(SECRETS)})>")
    found = {hit[1] for one in _addresses(get_resolver()) if (hit := secret.search(one))}
    places = sorted(re.sub(r"<\w+>", "[^/]+", place) for place in found)
    return re.compile(rf"(/(?:{'|'.join(places)}))[^/?\s]+")


def _addresses(resolver: Any, before: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        address = before + str(one.pattern)
        if hasattr(one, "url_patterns"):
            yield from _addresses(one, address)
        else:
            yield address
