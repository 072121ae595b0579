"""Puts the data of the log into words for the page of the history. Some data are left out here;
the log itself keeps everything. A key without words is not shown: readers know no names of the
program. Tests see that each has words or is left out on purpose."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db.models import DateField, Field
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairing.formats import FORMATS
from pairing.results import KNOWN, RESULTS
from tournaments.models import (
    IMPORTED,
    ByeKind,
    Case,
    Consent,
    Entry,
    ForbiddenPairing,
    HallScreen,
    Happening,
    LogEntry,
    Match,
    RatingList,
    Role,
    Scope,
    Voice,
)
from tournaments.wording import sentence
from tournaments.wording.keys import CHOICES, KEYS, field_of, name_in_model
from tournaments.wording.knockout import name_of_draw
from tournaments.wording.numbers import decimal, decimal_if_number, points_text
from tournaments.wording.papers import NAMES
from tournaments.wording.register import LIST_NAMES
from tournaments.wording.results import printed_result
from tournaments.wording.systems import OPTION_VALUES, SYSTEM_NAMES, words_of_option

NOTHING = "–"
LONGEST = 160
#: fingerprints, seeds, numbers of rows: they serve the program
_HIDDEN = {
    "about", "act", "file", "fingerprint", "forbidden", "id", "joined", "later_ratings", "line",
    "made", "order", "outcome", "papers", "position", "replaces", "restored", "results", "seats",
    "section_id", "seed", "session", "states", "teams", "typed", "version",
}  # fmt: skip
#: the label of the line says it already, or nobody asks
_HIDDEN_IN = {
    "hand.late_arrival": {"bye", "board", "white", "black"},
    "forbidden.added": {"sharing", "value"},
    "forbidden.removed": {"sharing", "value"},
}
#: of somebody who was taken out with everything about them, what they are known by
_SHOWN_IN = {"entry.removed": ("name", "rating", "federation", "club")}
_WORDS = {
    "done": gettext_lazy("done"),
    "not done": gettext_lazy("not done"),
    "w": gettext_lazy("White"),
    "b": gettext_lazy("Black"),
    "wb": gettext_lazy("both"),
    "trf16": "TRF16",
    "trf26": "TRF26",
    **dict(Entry.Status.choices),
    **SYSTEM_NAMES,
}
#: values that are codes, under names that are no field with choices
_CHOICES: dict[str, dict[Any, Any]] = {
    "happenings": dict(Happening.choices),
    "scopes": dict(Scope.choices),
    "sharing": dict(ForbiddenPairing.Sharing.choices),
    "shows": dict(HallScreen.Show.choices),
    "system": SYSTEM_NAMES,
    "tie_break_edition": {"handbook": gettext_lazy("handbook"), "fide2026": "FIDE C.07, 2026",
                          "fide2024": "FIDE C.07, 2024"},
}  # fmt: skip
_CHOICES["kinds"] = NAMES
_CHOICES["consent"] = dict(Consent.Kind.choices)
_CHOICES["verdict"] = dict(Case.Verdict.choices)
_CHOICES["how"] = dict(Voice.How.choices)
_CHOICES["edition"] = _CHOICES["tie_break_edition"]
#: tenths of points
_TENTHS = {
    "win_points", "draw_points", "loss_points", "bye_points", "match_win", "match_draw",
    "match_loss", "match_bye", "bye_board_points",
}  # fmt: skip
#: acts whose data are of another row than the one that they are about
_MODELS = {"teams.rules_changed": "teamrules", "voice.rules_set": "voicerules"}
#: labels for programs, of which the data beside them say the same in words
_NO_LABEL = {"round.paired", "round.edited"}
_LABELS = {
    "as the program pairs": gettext_lazy("as the program pairs"),
    "differs from the program": gettext_lazy("differs from the program"),
}


def value_in_words(entry: LogEntry, value: Any) -> str:
    """`entry.before` or `entry.after`, short."""
    if entry.act == "act.undone":
        entry, value = _before_it_was_undone(entry, value)
    text = _told(entry, value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _before_it_was_undone(entry: LogEntry, value: Any) -> tuple[LogEntry, Any]:
    """The line that was undone; what was after it, and what is restored."""
    after = entry.after if isinstance(entry.after, Mapping) else {}
    line = LogEntry(act=after.get("act", ""), target=after.get("about", entry.target))
    return line, after.get("restored") if value is entry.after else value


def name_of_target(entry: LogEntry) -> str:
    """The name of what was changed, as people call it."""
    act, label = entry.act, entry.label
    if act == "act.undone" and isinstance(entry.after, Mapping):
        act = entry.after.get("act", "")
    if act in _NO_LABEL:
        return ""
    if act in ("knockout.drawn", "knockout.lot_cleared"):
        return name_of_draw(label)
    if act.startswith("forbidden."):
        return _name_of_rule(entry)
    kind, _space, version = label.rpartition(" ")
    if act.startswith("document.") and kind in NAMES:
        return f"{NAMES[kind]} {version}"
    return str(_LABELS.get(label, label))


def line_in_words(entry: LogEntry) -> str:
    """The act in words, and its object."""
    return f"{sentence(f'act.{entry.act}', {})} {name_of_target(entry)}".strip()


def _name_of_rule(entry: LogEntry) -> str:
    """Its players, which stand in the data, or what the pairs share."""
    said = entry.before or entry.after
    if not isinstance(said, Mapping) or not said.get("sharing"):
        named = isinstance(said, Mapping) and (said.get("players") or said.get("named_teams"))
        return "" if named else entry.label
    of_teams = "named_teams" in said
    words: Any = ForbiddenPairing.SHARED_BY_TEAMS if of_teams else _CHOICES["sharing"]
    return f"{words.get(said['sharing'], '')} {said.get('value', '')}".strip()


def _told(entry: LogEntry, value: Any) -> str:
    if value in (None, "", [], (), {}):
        return NOTHING
    if isinstance(value, Mapping):
        return _changes(entry, value)
    if isinstance(value, list | tuple):
        return _list(entry, value)
    return _word(entry, value)


def _word(entry: LogEntry, value: Any) -> str:
    area = entry.act.partition(".")[0]
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if not isinstance(value, str):
        return str(value)
    if area == "bye" and value in ByeKind.values:
        return str(ByeKind(value).label)
    if area == "staff" and value in Role.values:
        return str(Role(value).label)
    if area == "match" and value in Match.Forfeit.values:
        return str(Match.Forfeit(value).label)
    if area in ("result", "game"):
        return _result(value)
    return str(_WORDS.get(value, decimal_if_number(value)))


def _result(value: str) -> str:
    """ "01b": both flags down, and Black's fell later."""
    if value in KNOWN:
        return printed_result(value)
    code, later = value[:2], value[2:]
    if code not in RESULTS:
        return value
    if later not in ("w", "b"):
        return printed_result(code)
    flags = (
        _("both flags down, White's later") if later == "w" else _("both flags down, Black's later")
    )
    return f"{printed_result(code)} ({flags})"


def _list(entry: LogEntry, value: list[Any] | tuple[Any, ...]) -> str:
    """Names are said, lots too; rows of a table are counted."""
    if all(isinstance(one, str) for one in value):
        between = "; " if any("," in one for one in value) else ", "
        return between.join(_word(entry, one) for one in value)
    if entry.act in ("knockout.drawn", "knockout.lot_cleared"):
        return ", ".join(map(str, value))
    if all(isinstance(one, list) for one in value):  # a round: board, players, bye, result
        boards = _boards(value)
        return ngettext("%(boards)s board", "%(boards)s boards", boards) % {"boards": boards}
    return str(len(value))


def _boards(rows: list[Any] | tuple[Any, ...]) -> int:
    return sum(1 for one in rows if one and one[0])


def _changes(entry: LogEntry, values: Mapping[str, Any]) -> str:
    if all(name.isdecimal() for name in values):
        return _by_number(entry, values)
    if entry.act in ("ratings.checked", "ratings.refreshed"):
        return ", ".join(_rating(name, value) for name, value in values.items())
    if entry.act in ("standings.values_entered", "lots.undone", "teams.draw_undone"):
        return ", ".join(f"{name}: {_told(entry, value)}" for name, value in values.items())
    shown = _SHOWN_IN.get(entry.act)
    model = _model(entry)
    lines = [
        line
        for name, value in values.items()
        if shown is None or name in shown
        for line in _line(entry, model, name, value)
    ]
    return ", ".join(lines) or NOTHING


def _line(entry: LogEntry, model: Any, name: str, value: Any) -> Iterable[str]:
    label = name_of_key(entry, name)
    if not label:
        return
    field = field_of(model, name)
    if field is None and value in (0, "", None, [], {}):
        return
    if name == "options" and isinstance(value, Mapping):
        yield from _options(value)
    elif name == "settings":
        if not isinstance(entry.before, Mapping) or value is not entry.before.get(name):
            yield label
    elif name == "picture":
        yield f"{label}: {_('yes')}"
    else:
        yield f"{label}: {_value(entry, field, name, value)}"


def name_of_key(entry: LogEntry, name: str) -> str:
    """The readers' name for a key of the data; "" for what is not shown."""
    if name in _HIDDEN_IN.get(entry.act, ()):
        return ""
    own = name_in_model(_model(entry), name)
    if own or name in _HIDDEN:
        return own
    subject = entry.act.partition(".")[0]
    return str(KEYS.get(f"{subject}.{name}") or KEYS.get(name) or "")


def _value(entry: LogEntry, field: "Field[Any, Any] | None", name: str, value: Any) -> str:
    if name in _TENTHS and isinstance(value, int):
        return points_text(value)
    if name == "rating_lists":
        return ", ".join(map(_list_name, value)) or NOTHING
    if name in ("rating_source", "national_source"):
        return _source(value)
    if name == "prizes" and isinstance(value, list):
        return ", ".join(map(_prize, value)) or NOTHING
    of_act = CHOICES.get(f"{entry.act.partition('.')[0]}.{name}")
    choices = of_act or _CHOICES.get(name) or dict(_choices(field))
    if isinstance(value, str | int) and value in choices:
        return str(choices[value])
    if choices and isinstance(value, list):
        return ", ".join(str(choices.get(one, one)) for one in value) or NOTHING
    if isinstance(field, DateField) and isinstance(value, str) and value:
        return _day(value)
    if isinstance(value, Mapping):
        return str(len(value)) if value else NOTHING
    if isinstance(value, list) and value and all(isinstance(one, list) for one in value):
        return str(_boards(value))
    return _told(entry, value)


def _prize(value: int | str) -> str:
    """Hundredths; or a line of the list, whose category is a key of the program."""
    if isinstance(value, int):
        return decimal(f"{value // 100}.{value % 100:02}")
    line = re.sub(r"^\S+ (?=\d[\d–-]*: )", "", value)
    return re.sub(r"\d+\.\d\d?\b", lambda found: decimal(found[0]), line)


def _choices(field: "Field[Any, Any] | None") -> Iterable[tuple[Any, Any]]:
    if isinstance(field, ArrayField):
        field = field.base_field
    return field.flatchoices if field is not None else ()


def _options(values: Mapping[str, Any]) -> Iterable[str]:
    """Choices that a pairing system has, under whichever system they are known."""
    for name, value in values.items():
        for format_ in FORMATS.values():
            if option := format_.option(name):
                told = _("yes") if value is True else _("no") if value is False else value
                label, _help = words_of_option(format_, option)
                yield f"{label}: {OPTION_VALUES.get(value, told)}"
                break


def _list_name(code: str) -> str:
    if code.startswith("own:"):
        name = RatingList.objects.filter(pk=code[4:]).values_list("name", flat=True).first()
        return name or _("own list")
    return str(LIST_NAMES.get(code, code))


def _source(value: str) -> str:
    """ "standard:2026-11": the list and its month."""
    name, _colon, month = value.rpartition(":")
    if not value:
        return _("typed")
    if value == IMPORTED:
        return _("imported")
    return f"{_list_name(name)} {month}" if "-" in month else _list_name(value)


def _rating(name: str, value: Any) -> str:
    """ "2 Çağlar, Şükrü fide_rating": [2401, 2411, "standard:2026-12"]."""
    who, _space, key = name.rpartition(" ")
    field = field_of(Entry, key)
    label = field.verbose_name if field else key
    parts = value if isinstance(value, list) else [value]
    numbers = " → ".join(str(one) for one in parts if isinstance(one, int))
    source = "".join(f" ({_source(one)})" for one in parts if isinstance(one, str))
    return f"{who} {label}: {numbers}{source}"


def _by_number(entry: LogEntry, values: Mapping[str, Any]) -> str:
    """The schedule: round by round. Of numbers, how many."""
    if entry.act != "schedule.changed":
        return str(len(values))
    return ", ".join(f"{number}: {_time(value)}" for number, value in values.items())


def _time(value: str) -> str:
    if not value:
        return NOTHING
    moment = datetime.fromisoformat(value)
    local = timezone.localtime(moment) if moment.tzinfo else moment
    return formats.date_format(local, "SHORT_DATETIME_FORMAT")


def _day(value: str) -> str:
    if len(value) == len("2026-11-21T14:00"):
        return _time(value)
    return formats.date_format(date.fromisoformat(value[:10]), "SHORT_DATE_FORMAT")


def _model(entry: LogEntry) -> Any:
    try:
        name = _MODELS.get(entry.act) or entry.target.partition(":")[0]
        return apps.get_model("tournaments", name)
    except (LookupError, ValueError):
        return None
