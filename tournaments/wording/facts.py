"""The engines' reasons in words.

A fact of the core has a code, players and named values. Its sentence may use %(one)s and
%(two)s for the first two players, %(players)s for all of them, and every value by its name;
values that are codes themselves (colours, strengths) are put into words first.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.state import Fact
from tournaments.wording import checks, fide_dutch, tiebreaks

FACTS: dict[str, Any] = {
    **checks.FACTS,
    **fide_dutch.FACTS,
    **tiebreaks.FACTS,
}

_COLOURS = {"w": _("White"), "b": _("Black"), "-": _("no colour"), "": _("no colour")}
_STRENGTHS = {
    "none": _("no preference"),
    "mild": _("mild"),
    "strong": _("strong"),
    "absolute": _("absolute"),
}
#: values that are codes: what they mean where a value of this name appears
VALUES: dict[str, dict[str, Any]] = {
    "white_due": _COLOURS,
    "black_due": _COLOURS,
    "initial": _COLOURS,
    "higher": _COLOURS,
    "due": _COLOURS,
    "colour": _COLOURS,
    "white_strength": _STRENGTHS,
    "black_strength": _STRENGTHS,
    "strength": _STRENGTHS,
}


def fact_sentence(
    fact: Fact | Mapping[str, Any],
    name_of: Callable[[int], str],
    sentences: Mapping[str, Any] = FACTS,
) -> str:
    """The sentence of a fact, given what players are called. A fact without words is shown as
    its code with its values rather than hidden."""
    if isinstance(fact, Fact):
        code, players, values = fact.code, fact.players, dict(fact.values)
    else:
        code, players = fact["code"], fact["players"]
        values = dict(fact["values"])
    names = [name_of(tpn) for tpn in players]
    words = {
        name: VALUES.get(name, {}).get(value, value) if isinstance(value, str) else value
        for name, value in values.items()
    }
    template = sentences.get(code)
    if template is None:
        details = ", ".join([*names, *(f"{name} {value}" for name, value in words.items())])
        return f"{code}: {details}" if details else code
    one, two = [*names, "", ""][:2]
    return str(template) % {**words, "one": one, "two": two, "players": ", ".join(names)}
