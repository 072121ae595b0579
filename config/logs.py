"""One JSON object per log line, with the id of the request it belongs to."""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
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
    match = getattr(request, "resolver_match", None)
    known = match.kwargs if match else {}
    for name in SECRETS & known.keys():
        text = text.replace(str(known[name]), "…")
    return text
