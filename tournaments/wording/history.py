"""Puts the data of the log into words for the page of the history. Some data are left out here;
the log itself keeps everything."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairing.results import RESULTS
from tournaments.models import ByeKind, Entry, LogEntry, Role
from tournaments.wording.papers import NAMES
from tournaments.wording.results import printed_result
from tournaments.wording.systems import SYSTEM_NAMES

NOTHING = "–"
LONGEST = 160
#: fingerprints, seeds, numbers of rows: they serve the program
_HIDDEN = {
    "file", "fingerprint", "forbidden", "later_ratings", "line", "order", "outcome", "replaces",
    "restored", "seats", "seed", "session", "teams", "typed",
}  # fmt: skip
_NAMES = {
    "added": gettext_lazy("added"),
    "boards": gettext_lazy("boards"),
    "bye": gettext_lazy("bye"),
    "byes": gettext_lazy("byes"),
    "captain": gettext_lazy("by the captain"),
    "changed": gettext_lazy("changed"),
    "comments": gettext_lazy("comments in the file"),
    "entries": gettext_lazy("players"),
    "from": gettext_lazy("from round"),
    "included": gettext_lazy("included"),
    "level": gettext_lazy("level by"),
    "lots": gettext_lazy("lots drawn"),
    "matches": gettext_lazy("matches"),
    "moved": gettext_lazy("changed numbers"),
    "numbers": gettext_lazy("numbers"),
    "pairs": gettext_lazy("pairs"),
    "place": gettext_lazy("place"),
    "players": gettext_lazy("players"),
    "renumbered": gettext_lazy("changed numbers"),
    "rounds": gettext_lazy("rounds"),
    "rows": gettext_lazy("lines"),
    "scopes": gettext_lazy("may"),
    "second_pass": gettext_lazy("second pass"),
    "status": gettext_lazy("state"),
    "system": gettext_lazy("system"),
    "taken_out": gettext_lazy("games taken out"),
    "unchecked": gettext_lazy("not read a second time"),
    "until": gettext_lazy("until round"),
}
_WORDS = {
    "done": gettext_lazy("done"),
    "not done": gettext_lazy("not done"),
    "w": gettext_lazy("White"),
    "b": gettext_lazy("Black"),
    "wb": gettext_lazy("both"),
    **dict(Entry.Status.choices),
    **SYSTEM_NAMES,
}


def value_in_words(entry: LogEntry, value: Any) -> str:
    """`entry.before` or `entry.after`, short."""
    text = _told(entry, value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def name_of_target(entry: LogEntry) -> str:
    """The name of what was changed, as people call it."""
    if entry.act == "round.paired":
        return ""  # the system stands beside it
    kind, _space, version = entry.label.rpartition(" ")
    if entry.act.startswith("document.") and kind in NAMES:
        return f"{NAMES[kind]} {version}"
    return entry.label


def _told(entry: LogEntry, value: Any) -> str:
    if value in (None, "", [], {}):
        return NOTHING
    if isinstance(value, Mapping):
        return _changes(entry, value)
    if isinstance(value, list):
        return _list(value)
    return _word(entry, value)


def _word(entry: LogEntry, value: Any) -> str:
    area = entry.act.partition(".")[0]
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if area == "bye" and value in ByeKind.values:
        return str(ByeKind(value).label)
    if area == "staff" and value in Role.values:
        return str(Role(value).label)
    if area in ("result", "game") and value in RESULTS:
        return printed_result(value)
    return str(_WORDS.get(value, value)) if isinstance(value, str) else str(value)


def _list(value: list[Any]) -> str:
    """Names are said, rows of a table are counted."""
    if all(isinstance(one, str) for one in value):
        return ", ".join(value)
    if all(isinstance(one, list) for one in value):  # a round: board, players, bye, result
        boards = sum(1 for one in value if one and one[0])
        return ngettext("%(boards)s board", "%(boards)s boards", boards) % {"boards": boards}
    return str(len(value))


def _changes(entry: LogEntry, values: Mapping[str, Any]) -> str:
    if all(name.isdecimal() for name in values):
        return _by_number(entry, values)
    model = _model(entry)
    lines = []
    for name, value in values.items():
        if name in _HIDDEN or (name in _NAMES and value in (0, "", None, [], {})):
            continue
        field = _field(model, name)
        label = _NAMES.get(name) or (field.verbose_name if field else name)
        choices = dict(field.flatchoices) if field else {}
        if isinstance(value, str | int) and value in choices:
            lines.append(f"{label}: {choices[value]}")
        elif isinstance(value, Mapping):
            lines.append(f"{label}: {len(value)}")
        else:
            lines.append(f"{label}: {_told(entry, value)}")
    return ", ".join(lines) or NOTHING


def _by_number(entry: LogEntry, values: Mapping[str, Any]) -> str:
    """The schedule: round by round. Of numbers, how many."""
    if entry.act != "schedule.changed":
        return str(len(values))
    return ", ".join(f"{number}: {_time(value)}" for number, value in values.items())


def _time(value: str) -> str:
    if not value:
        return NOTHING
    return formats.date_format(datetime.fromisoformat(value), "SHORT_DATETIME_FORMAT")


def _model(entry: LogEntry) -> Any:
    try:
        return apps.get_model("tournaments", entry.target.partition(":")[0])
    except (LookupError, ValueError):
        return None


def _field(model: Any, name: str) -> "Field[Any, Any] | None":
    try:
        found = model._meta.get_field(name) if model else None
    except FieldDoesNotExist:
        return None
    return found if isinstance(found, Field) else None
