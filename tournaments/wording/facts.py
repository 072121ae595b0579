"""The engines' reasons in words.

A fact of the core has a code, players and named values. Its sentence may use %(one)s and
%(two)s for the first two players, %(players)s for all of them, and every value by its name;
values that are codes themselves (colours, strengths) are put into words first.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing.state import Fact
from tournaments.wording import (
    burstein,
    checks,
    dubov,
    fide_burstein,
    fide_double,
    fide_dubov,
    fide_dutch,
    fide_lim,
    fide_team,
    handbook_dutch,
    knockout,
    lim,
    round_robin,
    team_systems,
    tiebreaks,
    verdicts,
)
from tournaments.wording.numbers import decimal_if_number, points_text

FACTS: dict[str, Any] = {
    **verdicts.FACTS,
    **checks.FACTS,
    **fide_dutch.FACTS,
    **fide_burstein.FACTS,
    **fide_dubov.FACTS,
    **fide_lim.FACTS,
    **fide_team.FACTS,
    **fide_double.FACTS,
    **handbook_dutch.FACTS,
    **knockout.FACTS,
    **lim.FACTS,
    **dubov.FACTS,
    **burstein.FACTS,
    **round_robin.FACTS,
    **team_systems.FACTS,
    **tiebreaks.FACTS,
}
#: values that are scores in tenths: everywhere under these names, elsewhere by code
SCORES = frozenset({"score", "other_score", "with_score"})
TENTHS: dict[str, tuple[str, ...]] = {
    **lim.TENTHS,
    **handbook_dutch.TENTHS,
    **knockout.TENTHS,
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
    "criterion": fide_dutch.CRITERIA | fide_burstein.CRITERIA,
    "quality": fide_dubov.QUALITY,
    "choice": fide_lim.CHOICES,
    "measure": fide_team.MEASURES | fide_double.MEASURES,
    "part": fide_team.PARTS,
    "wish": _COLOURS,
    "given": _COLOURS,
    "drawn": _COLOURS,
    "other_strength": _STRENGTHS,
    "direction": {"down": _("down"), "up": _("up")},
    "reason": {
        "a": _("has met them all"),
        "b": _("two more games with one colour"),
        "c": _("the same colour twice running"),
        "taken": _("the possible ones are taken"),
    },
    "side": {"above": _("above"), "below": _("below")},
    "kind": {
        "homogeneous": _("homogeneous"),
        "heterogeneous": _("heterogeneous"),
        "half_moved_down": _("mostly moved-down"),
    },
    "rigour": {
        "strict": _("in full (A.7.d)"),
        "plain": _("absolute preferences only (B.2)"),
        "exempt": _("the exemption of the last round"),
    },
    "white_strength": _STRENGTHS,
    "black_strength": _STRENGTHS,
    "strength": _STRENGTHS,
}


def article_in_words(article: str) -> str:
    """ "C.04.2 art. 3.6" as the reader cites it; a number alone stays."""
    return re.sub(
        r"\bart\. (\S+)", lambda found: gettext("art. %(article)s") % {"article": found[1]}, article
    )


def fact_sentence(
    fact: Fact | Mapping[str, Any],
    name_of: Callable[[int], str],
    sentences: Mapping[str, Any] = FACTS,
) -> str:
    """The sentence of a fact, given what players are called. A fact without words is shown as
    its code with its values rather than hidden."""
    if isinstance(fact, Fact):
        code, article, players = fact.code, fact.article, fact.players
        values = dict(fact.values)
    else:
        code, article, players = fact["code"], fact.get("article", ""), fact["players"]
        values = dict(fact["values"])
    names = [name_of(tpn) for tpn in players]
    words = {name: _value(code, name, value) for name, value in values.items()}
    # One code may mean different things by article; then each article has its own sentence.
    template = sentences.get(f"{code}@{article}") or sentences.get(code)
    if template is None:
        details = "; ".join([*names, *(f"{name} {value}" for name, value in words.items())])
        return f"{code}: {details}" if details else code
    one, two = [*names, "", ""][:2]
    who = {"one": one, "two": two, "players": "; ".join(names)}
    listed = who | words if code in burstein.COUNTED else words | who
    return str(template) % ({"size": len(names)} | listed)


def _value(code: str, name: str, value: Any) -> Any:
    if isinstance(value, str):
        known = VALUES.get(name, {}).get(value)
        return known if known is not None else decimal_if_number(value)
    if name in SCORES or name in TENTHS.get(code, ()):
        return points_text(value)
    return value
