"""Puts the errors and findings of the cores into the language of the reader.

An error of a core, or a note of its checker, is a code with values (`pairing.sentences`, where
each sentence stands); a value may itself be said by a core. What is kept with a job that failed,
or comes from another process, is the same as data: {"code": ..., "values": {...}}.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from pairing.sentences import SENTENCES as OF_THE_CORES
from pairing.sentences import Said

#: the generator speaks to the command line only
_ENGLISH_ONLY = "generate."


def _in_quotes(sentence: str) -> str:
    """Put what somebody has typed in into the quotation marks of a page."""
    return re.sub(r"%\((\w+)\)r", r"“%(\1)s”", sentence)


#: `make messages` collects these texts from this table (`of_the_cores`)
SENTENCES: dict[str, Any] = {
    code: gettext_lazy(_in_quotes(sentence))  # marked elsewhere
    for code, sentence in OF_THE_CORES.items()
    if not code.startswith(_ENGLISH_ONLY)
}


def in_words(what: Said | Mapping[str, Any]) -> str:
    """The sentence of a core's code, in the language of the reader; an unknown code is shown as
    it is."""
    data = what.as_data() if isinstance(what, Said) else what
    code = data["code"]
    if code not in SENTENCES:
        return str(code)
    return str(SENTENCES[code]) % {name: _shown(value) for name, value in data["values"].items()}


def _shown(value: Any) -> Any:
    if is_said(value):
        return in_words(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def is_said(value: Any) -> bool:
    """True if a value of a sentence is itself a code of a core."""
    return isinstance(value, Mapping) and value.keys() == {"code", "values"}


def with_words(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a sentence, what the cores have said among them in words."""
    return {name: in_words(value) if is_said(value) else value for name, value in values.items()}


def causes(values: Mapping[str, Any]) -> list[dict[str, str]]:
    """For programs: the code that a core gave among these values, and its sentence."""
    return [
        {"code": _innermost(value)["code"], "text": in_words(value)}
        for value in values.values()
        if is_said(value)
    ]


def _innermost(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without the place where it was met."""
    while data["code"].startswith("at."):
        data = next(value for value in data["values"].values() if is_said(value))
    return data
