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
    following,
    incidents,
    knockout,
    lots,
    prizes,
    register,
    results,
    rounds,
    screens,
    seals,
    setup,
    standings,
    teams,
    voice,
)
from tournaments.wording.core import with_words
from tournaments.wording.facts import fact_sentence
from tournaments.wording.keys import name_of_setting
from tournaments.wording.months import month_in_words
from tournaments.wording.systems import SYSTEM_NAMES

__all__ = ["SYSTEM_NAMES", "sentence"]

SENTENCES: dict[str, Any] = {
    **rounds.SENTENCES,
    **results.SENTENCES,
    **setup.SENTENCES,
    **entries.SENTENCES,
    **documents.SENTENCES,
    **screens.SENTENCES,
    **seals.SENTENCES,
    **register.SENTENCES,
    **api.SENTENCES,
    **teams.SENTENCES,
    **knockout.SENTENCES,
    **lots.SENTENCES,
    **standings.SENTENCES,
    **prizes.SENTENCES,
    **incidents.SENTENCES,
    **following.SENTENCES,
    **voice.SENTENCES,
}


def sentence(code: str, values: dict[str, Any]) -> str:
    """The sentence of a code. An unknown code is shown as it is rather than hidden."""
    template = SENTENCES.get(code)
    fields = values.get("fields")
    values = {
        **with_words(values),
        **({"month": month_in_words(values["month"])} if "month" in values else {}),
        **({"fields": ", ".join(map(name_of_setting, fields))} if fields else {}),
        "why": _reasons(values.get("facts", []), values.get("names", {})),
    }
    return str(template) % values if template is not None else code


def _reasons(facts: list[dict[str, Any]], names: dict[str, str]) -> str:
    """Facts of an engine, stored as data, in the language of the reader; each after a blank."""
    return "".join(
        " " + fact_sentence(fact, lambda tpn: names.get(str(tpn), str(tpn))) for fact in facts
    )
