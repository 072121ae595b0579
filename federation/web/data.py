"""The data behind a page: the address of the same rows for programs and spreadsheets."""

from typing import Any
from urllib.parse import urlencode


def query_of(**wanted: Any) -> str:
    """The choice of a page, as the open data are asked for it."""
    told = {name: 1 if value is True else value for name, value in wanted.items() if value}
    return f"?{urlencode(told)}" if told else ""
