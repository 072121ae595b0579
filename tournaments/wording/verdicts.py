"""Objections to a pairing, whichever system found them (`pairing.verdicts`)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.verdicts import Broken, WhyNot

FACTS: dict[str, Any] = {
    Broken.UNKNOWN_PLAYER: _("%(one)s is not in the tournament."),
    Broken.NOT_TO_BE_PAIRED: _("%(one)s does not play in this round."),
    Broken.PAIRED_TWICE: _("%(one)s is paired twice."),
    Broken.NOT_PAIRED: _("%(one)s is present and neither plays nor has the bye."),
    Broken.BYE_NOT_NEEDED: _("%(one)s has the bye although the number of players is even."),
    Broken.MET_BEFORE: _("%(one)s and %(two)s have met before."),
    Broken.FORBIDDEN_PAIR: _("%(one)s and %(two)s must not meet."),
    Broken.BYE_AGAIN: _(
        "%(one)s may not have the bye: had it before, or a win's points without playing."
    ),
    Broken.COLOUR_DIFFERENCE: _("%(one)s would have %(colour)s and a colour difference above two."),
    Broken.SAME_COLOUR_THREE_TIMES: _("%(one)s would have %(colour)s three times running."),
    Broken.BOTH_AGAINST_DUE: _(
        "%(one)s and %(two)s would both have the colour opposite to their due."
    ),
    Broken.OTHER_PAIR: _("%(one)s and %(two)s would not meet by the rules."),
    Broken.OTHER_COLOURS: _("The colours of %(one)s and %(two)s should be the other way round."),
    Broken.OTHER_BYE: _("%(one)s has the bye; by the rules it is %(two)s."),
    Broken.BOARD_ORDER: _("Boards %(first)s to %(last)s are not in the order of the rules."),
    WhyNot.SAME_PLAYER: _("Name two different players."),
    WhyNot.NOT_TO_BE_PAIRED: _("Not paired in this round: %(players)s."),
    WhyNot.MET_BEFORE: _("%(one)s and %(two)s have met in round %(round)s."),
    WhyNot.FORBIDDEN_PAIR: _("%(one)s and %(two)s must not meet."),
    WhyNot.THEY_MEET: _("%(one)s and %(two)s are paired with each other."),
    WhyNot.NO_COMPLETION: _("With %(one)s against %(two)s the others could not all be paired."),
    WhyNot.BOTH_BARRED: _("Neither %(one)s nor %(two)s may have %(colour)s."),
    WhyNot.OTHER_GROUP: _(
        "%(one)s (%(score)s) and %(two)s (%(other_score)s) are in different score groups."
    ),
    WhyNot.MEETS_ANOTHER: _("%(one)s meets %(two)s instead."),
}
