"""The notes of the TRF reader: what it had to assume, in the language of the reader."""

from collections.abc import Iterable, Mapping
from typing import Any

from pairing.trf.adjustments import TENTHS
from tournaments.wording.core import SENTENCES
from tournaments.wording.numbers import points_text


def adjustment_sentence(code: str, values: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> str:
    """The sentence of a note of the TRF reader."""
    given = dict(values)
    for name in TENTHS.get(code.removeprefix("trf."), ()):
        given[name] = points_text(given[name])
    if "assumed" in given:
        given["assumed"] = given["assumed"] or "–"
    return str(SENTENCES[code]) % given
