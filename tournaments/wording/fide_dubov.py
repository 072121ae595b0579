"""The reasons of FIDE's Dubov System (C.04.4.1)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.wording import fide_dutch

#: the criteria as a quantity, where a sentence compares them
QUALITY = {
    "C5": _("the number of players who float up"),
    "C6": _("the scores of those who float up"),
    "C7": fide_dutch.CRITERIA["C12"],
    "C8": _("the number of players who have floated up as often as they should and do so again"),
    "C9": _("how often those players have floated up already"),
    "C10": _("the number of players who float up twice running"),
}

_SHARED = fide_dutch.FACTS
#: the same sentences as in the Dutch System
_SAME = {
    f"dubov.{name}": _SHARED[f"dutch.{name}"]
    for name in (
        "colour.granted",
        "colour.stronger",
        "colour.alternate",
        "colour.higher_ranked",
        "colour.initial",
        "why_not.same_absolute_colour",
        "violation.same_absolute_colour",
        "violation.absolute_colour",
        "no_pairing.nobody_for_bye",
        "no_pairing.too_few_opponents",
        "no_pairing.opponents",
        "no_pairing.player",
    )
}

FACTS: dict[str, Any] = {
    **_SAME,
    # Pairs and the bye
    "dubov.pair.upfloat": _("%(one)s (%(up)s) floats up to %(two)s (%(with)s)."),
    "dubov.pair.aros": _(
        "Average ratings of the opponents so far: %(one_aro)s for %(one)s, %(two_aro)s for %(two)s."
    ),
    "dubov.bye.only_candidate": _(
        "%(one)s (%(score)s) has the bye: nobody else may have it and leaves the others a pairing."
    ),
    "dubov.bye.lowest_score": _(
        "%(one)s (%(score)s) has the bye: the lowest score of %(candidates)s players who may have "
        "it."
    ),
    "dubov.bye.most_games": _(
        "%(one)s (%(score)s) has the bye: of the lowest score, the most games played (%(games)s)."
    ),
    "dubov.bye.largest_number": _(
        "%(one)s (%(score)s) has the bye: of the lowest score with the most games (%(games)s), the "
        "largest number."
    ),
    # A bracket
    "dubov.criterion.C5": _("players who float up: %(value)s"),
    "dubov.criterion.C6": _("scores of those who float up: %(value)s"),
    "dubov.criterion.C7": _SHARED["dutch.criterion.C12"],
    "dubov.criterion.C8": _(
        "players who have floated up as often as they should and do so again: %(value)s"
    ),
    "dubov.criterion.C9": _("how often those players have floated up already: %(value)s"),
    "dubov.criterion.C10": _("players who float up twice running: %(value)s"),
    "dubov.bracket.upfloaters": _("Float up into this bracket: %(players)s."),
    "dubov.bracket.shifted": _("Shifted from subgroup G%(from)s to G%(to)s: %(players)s."),
    # Reasons against these two
    "dubov.why_not.other_bye": _(
        "%(one)s against %(two)s would give the bye to No. %(instead)s instead of No. %(made)s."
    ),
    "dubov.why_not.worse": _(
        "%(one)s against %(two)s would make this worse in the bracket of %(score)s points: "
        "%(quality)s, %(made)s now, %(instead)s then."
    ),
    "dubov.why_not.later": _SHARED["dutch.why_not.generated_later"],
    "dubov.why_not.later@4.2": _(
        "%(one)s against %(two)s would be as good in the bracket of %(score)s points, but No. "
        "%(made)s comes before No. %(instead)s among those who can float up."
    ),
    "dubov.why_not.later@3.2.4.1": _(
        "%(one)s against %(two)s would be as good in the bracket of %(score)s points, but more "
        "players would leave the smaller subgroup: %(instead)s instead of %(made)s."
    ),
    "dubov.why_not.later@4.3": _(
        "%(one)s against %(two)s would be as good in the bracket of %(score)s points, but No. "
        "%(made)s comes before No. %(instead)s among those who can be shifted."
    ),
    "dubov.why_not.later@4.4": _(
        "%(one)s against %(two)s would be as good in the bracket of %(score)s points, but No. "
        "%(player)s would meet No. %(instead)s instead of No. %(made)s, which comes later."
    ),
    # Rules that a pairing breaks
    "dubov.violation.other_bye": _(
        "The bye goes to No. %(made)s before No. %(instead)s, who has it here."
    ),
    "dubov.violation.worse": _(
        "In the bracket of %(score)s points this is worse than it need be: %(quality)s, "
        "%(instead)s instead of %(made)s (%(players)s)."
    ),
    "dubov.violation.later": _SHARED["dutch.violation.generated_later"],
    "dubov.violation.later@4.2": _(
        "In the bracket of %(score)s points No. %(made)s comes before No. %(instead)s among those "
        "who can float up (%(players)s)."
    ),
    "dubov.violation.later@3.2.4.1": _(
        "In the bracket of %(score)s points more players leave the smaller subgroup than need be: "
        "%(instead)s instead of %(made)s (%(players)s)."
    ),
    "dubov.violation.later@4.3": _(
        "In the bracket of %(score)s points No. %(made)s comes before No. %(instead)s among those "
        "who can be shifted (%(players)s)."
    ),
    "dubov.violation.later@4.4": _(
        "In the bracket of %(score)s points No. %(player)s meets No. %(made)s before No. "
        "%(instead)s (%(players)s)."
    ),
}
