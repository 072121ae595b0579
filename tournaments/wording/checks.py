"""The checks of a draft, and what they can find in any system."""

from django.utils.translation import gettext_lazy as _

#: in the order in which they are listed
CHECKS = {
    "everybody_once": _("Everybody present plays or has the bye, once"),
    "nobody_absent": _("Nobody is paired who is absent, withdrawn or has a bye"),
    "no_rematch": _("Nobody meets an opponent again"),
    "no_forbidden_pair": _("No forbidden pair"),
    "bye": _("The bye goes to a player who may have it"),
    "colours": _("No colour three times running, no difference above two"),
    "due_colours": _("At no board both have the colour opposite to their due"),
    "fixed_tables": _("Players with a table of their own sit there"),
    "board_order": _("Boards in the order of the rules"),
    "system": _("Rules of the pairing system"),
    "as_paired": _("As the program paired it"),
}

_R = "rule.violation."
FACTS = {
    _R + "unknown_player": _("%(one)s is not in the tournament."),
    _R + "paired_twice": _("%(one)s is paired twice."),
    _R + "not_paired": _("%(one)s is present and neither plays nor has the bye."),
    _R + "not_to_be_paired": _("%(one)s does not play in this round."),
    _R + "met_before": _("%(one)s and %(two)s have met before."),
    _R + "forbidden_pair": _("%(one)s and %(two)s must not meet."),
    _R + "bye_again": _(
        "%(one)s may not have the bye: had it before, or a win's points without playing."
    ),
    _R + "second_bye": _("More than one player has the bye: %(players)s."),
    _R + "bye_not_needed": _("%(one)s has the bye although the number of players is even."),
    _R + "colour_difference": _("%(one)s would have %(colour)s and a colour difference above two."),
    _R + "same_colour_three_times": _("%(one)s would have %(colour)s three times running."),
    _R + "both_against_due": _(
        "%(one)s and %(two)s would both have the colour opposite to their due."
    ),
    _R + "not_at_fixed_table": _("%(one)s has table %(table)s but sits at board %(board)s."),
    _R + "board_order": _("Boards %(first)s to %(last)s are not in the order of the rules."),
    _R + "other_than_engine": _("Board %(board)s, %(one)s – %(two)s, was set by hand."),
}
