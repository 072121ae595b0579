"""The reasons of FIDE's Double-Swiss (C.04.5)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.wording import fide_dubov, fide_team

#: the criteria as a quantity, where a sentence compares them
MEASURES = {
    "players.C4": _("the number of players who float up"),
    "players.C5": _("the scores of the players who float up"),
    "players.C6": fide_team.MEASURES["C6"],
    "players.C7": _("the number of players who float up having just floated"),
    "players.C8": _("the number of floaters' opponents who have just floated"),
}

_DUBOV = fide_dubov.FACTS
_TEAM = fide_team.FACTS

FACTS: dict[str, Any] = {
    # Pairs
    "double_swiss.pair.upfloat": _DUBOV["dubov.pair.upfloat"],
    # Colours of game 1
    "double_swiss.colour.initial": _(
        "Neither has played yet: odd numbers have the first colour (%(initial)s) in game 1, even "
        "numbers the other; the number of the higher ranked (%(number)s) decides."
    ),
    "double_swiss.colour.fewer_whites": _(
        "White in game 1 goes to who had it in fewer matches: %(white_whites)s against "
        "%(black_whites)s."
    ),
    "double_swiss.colour.alternate": _(
        "Both had White in game 1 equally often; they alternate from the latest match in which one "
        "had White and the other Black (%(matches_ago)s matches ago)."
    ),
    "double_swiss.colour.higher_alternates": _(
        "Equal colours so far: the higher ranked gets the other colour than in the last match."
    ),
    "double_swiss.colour.other_alternates": _(
        "The higher ranked has had no colour yet: the opponent gets the other colour than in the "
        "last match."
    ),
    # The bye
    "double_swiss.bye.only_candidate": _DUBOV["dubov.bye.only_candidate"],
    "double_swiss.bye.lowest_score": _DUBOV["dubov.bye.lowest_score"],
    "double_swiss.bye.most_matches": _TEAM["team_swiss.bye.most_matches"],
    "double_swiss.bye.largest_number": _TEAM["team_swiss.bye.largest_number"],
    # A bracket
    "double_swiss.bracket.upfloaters": _DUBOV["dubov.bracket.upfloaters"],
    "double_swiss.criterion.C4": _DUBOV["dubov.criterion.C5"],
    "double_swiss.criterion.C5": _DUBOV["dubov.criterion.C6"],
    "double_swiss.criterion.C6": _TEAM["team_swiss.criterion.C6"],
    "double_swiss.criterion.C7": _("players who float up having just floated: %(value)s"),
    "double_swiss.criterion.C8": _("floaters' opponents who have just floated: %(value)s"),
    # Reasons against these two
    "double_swiss.why_not.other_bye": _DUBOV["dubov.why_not.other_bye"],
    "double_swiss.why_not.worse": _TEAM["team_swiss.why_not.worse"],
    "double_swiss.why_not.later@3.5.4": _DUBOV["dubov.why_not.later@4.2"],
    "double_swiss.why_not.later": _TEAM["team_swiss.why_not.later"],
    # Rules that a pairing breaks
    "double_swiss.violation.other_bye": _DUBOV["dubov.violation.other_bye"],
    "double_swiss.violation.worse": _TEAM["team_swiss.violation.worse"],
    "double_swiss.violation.later@3.5.4": _DUBOV["dubov.violation.later@4.2"],
    "double_swiss.violation.later": _TEAM["team_swiss.violation.later"],
    # Nobody can be paired
    "double_swiss.no_pairing.nobody_for_bye": _DUBOV["dubov.no_pairing.nobody_for_bye"],
    "double_swiss.no_pairing.too_few_opponents": _DUBOV["dubov.no_pairing.too_few_opponents"],
    "double_swiss.no_pairing.opponents": _DUBOV["dubov.no_pairing.opponents"],
    "double_swiss.no_pairing.player": _DUBOV["dubov.no_pairing.player"],
}
