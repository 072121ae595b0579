"""Bodies: JSON that cannot hurt, and plain text for report files."""

import json
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

#: characters after which brackets are no longer counted by Python but by its stack
DEEPEST = 40


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class SafeJSONParser(BaseParser):
    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            text = stream.read().decode("utf-8")
            data = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise ParseError(_("The body is not valid JSON.")) from error
        if _depth(data) > DEEPEST:
            raise ParseError(_("The body is nested too deeply."))
        if not isinstance(data, dict):
            raise ParseError(_("The body must be a JSON object."))
        return data


class PlainTextParser(BaseParser):
    """A report file as it is, in any encoding."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return {"trf": stream.read()}


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _depth(data: Any) -> int:
    depth, level = 0, [data]
    while level:
        depth += 1
        level = [
            child
            for one in level
            if isinstance(one, dict | list)
            for child in (one.values() if isinstance(one, dict) else one)
        ]
        if depth > DEEPEST:
            break
    return depth
