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

#: found here, where tables and the program's own pairing are known
SECOND_BYE = "rule.second_bye"
NOT_AT_FIXED_TABLE = "rule.not_at_fixed_table"
OTHER_THAN_ENGINE = "rule.other_than_engine"
FACTS = {
    SECOND_BYE: _("More than one player has the bye: %(players)s."),
    NOT_AT_FIXED_TABLE: _("%(one)s has table %(table)s but sits at board %(board)s."),
    OTHER_THAN_ENGINE: _("Board %(board)s, %(one)s – %(two)s, was set by hand."),
}
