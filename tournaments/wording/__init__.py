"""Words for codes: what services refuse or ask, what was done, and why.

The cores and the services speak in codes and values; here they become sentences in the language
of the reader, one file an area. `confirm.X` is the question of act X, `act.X` its line in the
history. A sentence ends with what to do next.
"""

from typing import Any

from tournaments.wording import (
    api,
    documents,
    entries,
    knockout,
    register,
    results,
    rounds,
    screens,
    setup,
    teams,
)
from tournaments.wording.systems import SYSTEM_NAMES

__all__ = ["SYSTEM_NAMES", "sentence"]

SENTENCES: dict[str, Any] = {
    **rounds.SENTENCES,
    **results.SENTENCES,
    **setup.SENTENCES,
    **entries.SENTENCES,
    **documents.SENTENCES,
    **screens.SENTENCES,
    **register.SENTENCES,
    **api.SENTENCES,
    **teams.SENTENCES,
    **knockout.SENTENCES,
}


def sentence(code: str, values: dict[str, Any]) -> str:
    """The sentence of a code. An unknown code is shown as it is rather than hidden."""
    template = SENTENCES.get(code)
    return str(template) % values if template is not None else code
