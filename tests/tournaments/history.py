"""Looks for names of the program in the lines of the history."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import override

from tournaments.models import LogEntry
from tournaments.wording.history import (
    _HIDDEN,
    _HIDDEN_IN,
    _SHOWN_IN,
    name_of_key,
    name_of_target,
    value_in_words,
)

#: their keys are the names of people and teams, or a number and a field
BY_NAME = {
    "ratings.checked", "ratings.refreshed", "standings.values_entered", "lots.undone",
    "teams.draw_undone",
}  # fmt: skip
RAW = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b(?:round|result|standings|tournament|handbook|fide20\d\d)\.[a-z_]+"
    r"|\btrf\d\d\b"
)


def said(entry: LogEntry) -> tuple[Any, Any]:
    return entry.before, entry.after


def shape_of(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, Mapping) else str(value)[:24]


def raw_words(entry: LogEntry) -> list[str]:
    """Keys that nobody has named, and codes that are shown as they are."""
    found = []
    for value in said(entry):
        if not isinstance(value, Mapping) or entry.act in BY_NAME | {"act.undone"}:
            continue
        hidden = _HIDDEN | _HIDDEN_IN.get(entry.act, set())
        shown = _SHOWN_IN.get(entry.act)
        for key in value:
            if key in hidden or key.isdecimal() or (shown and key not in shown):
                continue
            if not name_of_key(entry, key):
                found.append(key)
    for language in ("en", "tr"):
        with override(language):
            texts = [name_of_target(entry), *(value_in_words(entry, one) for one in said(entry))]
        quoted = isinstance(entry.after, Mapping) and entry.after.get("comments")
        found += [] if quoted else [word for text in texts for word in RAW.findall(text)]
    return found
