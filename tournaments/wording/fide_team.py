"""The reasons of FIDE's team Swiss (C.04.6)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.wording import fide_dubov

#: the criteria as a quantity, where a sentence compares them
MEASURES = {
    "C4": _("the number of teams that float up"),
    "C5": _("the scores of the teams that float up"),
    "C6": _("whether the next score group can then be paired within itself"),
    "C7": _("the number of teams that float up twice running"),
    "C8": _("the number of teams without the colour they prefer"),
    "C9": _("the number of teams without a strongly preferred colour"),
    "C10": _("the number of opponents of floaters that float twice running"),
}

#: the two halves of an identifier
PARTS = {"top": _("top member"), "bottom": _("bottom member")}

_SHARED = fide_dubov.FACTS

FACTS: dict[str, Any] = {
    # Pairs
    "team_swiss.pair.bracket": _("Paired in the bracket of %(score)s points (%(teams)s teams)."),
    "team_swiss.pair.upfloat": _("%(one)s (%(up)s) floats up to %(two)s (%(with)s)."),
    "team_swiss.hand.pair": _("An arbiter put this match together by hand."),
    "team_swiss.hand.colours": _("An arbiter turned the colours by hand."),
    # Colours of board 1
    "team_swiss.colour.initial": _(
        "Neither has played a match: the first-team has the number %(number)s, and odd numbers "
        "get %(initial)s on board 1."
    ),
    "team_swiss.colour.only_one": _(
        "Only one of the two prefers a colour on board 1 and gets it (White: %(white_due)s, "
        "Black: %(black_due)s)."
    ),
    "team_swiss.colour.granted": _("Each gets the colour that it prefers on board 1."),
    "team_swiss.colour.stronger": _(
        "Both prefer the same colour; the strong preference is granted (White: %(white_due)s, "
        "Black: %(black_due)s)."
    ),
    "team_swiss.colour.difference": _(
        "White goes to the team with fewer Whites so far: differences %(white_difference)s and "
        "%(black_difference)s."
    ),
    "team_swiss.colour.alternate": _(
        "Colours alternate from the latest time when one had White and the other Black: "
        "%(matches_ago)s matches ago."
    ),
    "team_swiss.colour.first_team": _("The preference of the first-team is granted."),
    "team_swiss.colour.first_alternates": _(
        "The first-team gets the other colour than in its last match."
    ),
    "team_swiss.colour.other_alternates": _(
        "The second team gets the other colour than in its last match."
    ),
    # The bye
    "team_swiss.bye.only_candidate": _(
        "%(one)s (%(score)s) has the bye: no other team may have it and leaves the others a "
        "pairing."
    ),
    "team_swiss.bye.lowest_score": _(
        "%(one)s (%(score)s) has the bye: the lowest score of %(candidates)s teams that may have "
        "it."
    ),
    "team_swiss.bye.most_matches": _(
        "%(one)s (%(score)s) has the bye: of the lowest score, the most matches played "
        "(%(matches)s)."
    ),
    "team_swiss.bye.largest_number": _(
        "%(one)s (%(score)s) has the bye: of the lowest score with the most matches (%(matches)s), "
        "the largest number."
    ),
    # A bracket
    "team_swiss.bracket.upfloaters": _SHARED["dubov.bracket.upfloaters"],
    "team_swiss.criterion.C4": _("teams that float up: %(value)s"),
    "team_swiss.criterion.C5": _("scores of the teams that float up: %(value)s"),
    "team_swiss.criterion.C6": _("the next score group cannot be paired within itself: %(value)s"),
    "team_swiss.criterion.C7": _("teams that float up twice running: %(value)s"),
    "team_swiss.criterion.C8": _("teams without the colour they prefer: %(value)s"),
    "team_swiss.criterion.C9": _("teams without a strongly preferred colour: %(value)s"),
    "team_swiss.criterion.C10": _("opponents of floaters that float twice running: %(value)s"),
    # Reasons against these two
    "team_swiss.why_not.other_bye": _SHARED["dubov.why_not.other_bye"],
    "team_swiss.why_not.worse": _(
        "%(one)s against %(two)s would make this worse in the bracket of %(score)s points: "
        "%(measure)s, %(made)s now, %(instead)s then."
    ),
    "team_swiss.why_not.later@3.5.4": _SHARED["dubov.why_not.later@4.2"],
    "team_swiss.why_not.later": _(
        "%(one)s against %(two)s would be as good in the bracket of %(score)s points, but the "
        "pairing made comes first in the order of art. 3.6: as a %(part)s No. %(made)s where No. "
        "%(instead)s would stand."
    ),
    # Rules that a pairing breaks
    "team_swiss.violation.other_bye": _SHARED["dubov.violation.other_bye"],
    "team_swiss.violation.worse": _(
        "In the bracket of %(score)s points this is worse than it need be: %(measure)s, "
        "%(instead)s instead of %(made)s (%(players)s)."
    ),
    "team_swiss.violation.later@3.5.4": _SHARED["dubov.violation.later@4.2"],
    "team_swiss.violation.later": _(
        "In the bracket of %(score)s points another pairing comes first in the order of art. 3.6: "
        "as a %(part)s No. %(made)s where No. %(instead)s stands (%(players)s)."
    ),
    # Nobody can be paired
    "team_swiss.no_pairing.nobody_for_bye": _(
        "The number of teams is odd, and every one of them is barred from the bye."
    ),
    "team_swiss.no_pairing.too_few_opponents": _(
        "%(teams)s teams have only %(opponents)s opponents between them: %(players)s."
    ),
    "team_swiss.no_pairing.opponents": _("Those opponents: %(players)s."),
    "team_swiss.no_pairing.team": _(
        "%(one)s: %(possible)s of %(others)s possible opponents are left, %(met)s were met."
    ),
}
