"""The reasons of FIDE's Burstein System (C.04.4.2)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.wording import fide_dutch

#: the criteria as a quantity, where a sentence compares them
CRITERIA = {
    "floaters": fide_dutch.CRITERIA["C6"],
    "scores_of_floaters": fide_dutch.CRITERIA["C7"],
    "following_bracket": fide_dutch.CRITERIA["C8"],
    "preferences": fide_dutch.CRITERIA["C12"],
}

_SHARED = fide_dutch.FACTS
#: the same sentences as in the Dutch System
_SAME = {
    f"burstein.{name}": _SHARED[f"dutch.{name}"]
    for name in (
        "colour.granted",
        "colour.stronger",
        "colour.alternate",
        "colour.higher_ranked",
        "colour.initial",
        "pair.float",
        "why_not.worse",
        "why_not.same_absolute_colour",
        "violation.same_absolute_colour",
        "violation.absolute_colour",
        "violation.completion",
        "violation.worse",
        "no_pairing.nobody_for_bye",
        "no_pairing.too_few_opponents",
        "no_pairing.opponents",
        "no_pairing.player",
    )
}

FACTS: dict[str, Any] = {
    **_SAME,
    "burstein.seeding_round": _(
        "Round %(round)s of %(seeding)s seeding rounds: paired by the Dutch System."
    ),
    # Pairs and the bye
    "burstein.pair.numbers": _(
        "Of %(size)s in the bracket, ordered by the opposition so far, No. %(one_number)s meets "
        "No. %(two_number)s: %(one)s (Buchholz %(one_buchholz)s, Sonneborn-Berger "
        "%(one_berger)s) and %(two)s (%(two_buchholz)s, %(two_berger)s)."
    ),
    "burstein.bye.only_candidate": _(
        "%(one)s (%(score)s) has the bye: nobody else may have it and leaves the others a pairing."
    ),
    "burstein.bye.lowest_score": _(
        "%(one)s (%(score)s) has the bye: the lowest score of %(candidates)s players who may have "
        "it."
    ),
    "burstein.bye.most_games": _(
        "%(one)s (%(score)s) has the bye: of the lowest score, the most games played (%(games)s)."
    ),
    "burstein.bye.lowest_ranked": _(
        "%(one)s (%(score)s) has the bye: of the lowest score with the most games (%(games)s), the "
        "weakest opposition so far."
    ),
    # A bracket
    "burstein.criterion.C5": _SHARED["dutch.criterion.C6"],
    "burstein.criterion.C6": _SHARED["dutch.criterion.C7"],
    "burstein.criterion.C7": _SHARED["dutch.criterion.C8"],
    "burstein.criterion.C8": _SHARED["dutch.criterion.C12"],
    # Reasons against these two
    "burstein.why_not.has_bye": _(
        "No. %(player)s has the bye, which is settled before anybody is paired."
    ),
    "burstein.why_not.other_bye": _(
        "%(one)s against %(two)s would give the bye to No. %(instead)s instead of No. %(made)s."
    ),
    "burstein.why_not.generated_later": _SHARED["dutch.why_not.generated_later@4.2.2"],
    "burstein.why_not.generated_later_floats": _(
        "%(one)s against %(two)s would be allowed and as good in the bracket of %(score)s points, "
        "but No. %(player)s would float down, which comes later."
    ),
    # Rules that a pairing breaks
    "burstein.violation.generated_later": _(
        "In the bracket of %(score)s points No. %(player)s meets No. %(made)s before No. "
        "%(instead)s (%(players)s)."
    ),
    "burstein.violation.generated_later_floats": _(
        "In the bracket of %(score)s points No. %(player)s meets No. %(made)s rather than float "
        "down (%(players)s)."
    ),
}
