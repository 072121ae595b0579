"""The reasons of the handbook's Dutch system."""

from django.utils.translation import gettext_lazy as _

_K = "handbook.dutch"
_V = f"{_K}.violation"
_N = f"{_K}.why_not"
FACTS = {
    f"{_K}.colour.e.1": _("Both colour preferences are granted."),
    f"{_K}.colour.e.2": _(
        "Both wished the same colour; the stronger preference is granted (%(strength)s against "
        "%(other_strength)s)."
    ),
    f"{_K}.colour.e.3": _("Both wished the same colour: they alternate from their last colours."),
    f"{_K}.colour.e.4": _("Both wished the same colour: the higher ranked player gets it."),
    f"{_K}.colour.e.5": _(
        "Neither has a preference: by number, the higher has %(colour)s after the initial colour."
    ),
    f"{_K}.float": _("%(one)s (%(down)s) floats down and %(two)s (%(up)s) floats up."),
    f"{_K}.clash": _("Both %(one)s and %(two)s wished %(wish)s."),
    f"{_K}.exemption_used": _(
        "Both %(one)s and %(two)s had an absolute preference: allowed in the last round."
    ),
    f"{_K}.bye": _("%(one)s has the bye."),
    f"{_K}.exempt": _("Last round, more than half of the points: %(players)s."),
    f"{_K}.absent_without_notice": _(
        "Lost the last game by forfeit and did not give notice: %(players)s."
    ),
    f"{_K}.colours": _(
        "due White: %(w)s, due Black: %(b)s; pairs with the same colour due: %(x)s (at least "
        "%(x_start)s)"
    ),
    f"{_K}.rigour": _("colour rules: %(rigour)s"),
    f"{_K}.floats_dropped": _("rules against repeated floats dropped: %(dropped)s"),
    f"{_K}.kind": _("%(kind)s group, %(s1)s players in S1"),
    f"{_K}.without_opponent": _("No opponent in the group, moved on: %(players)s."),
    f"{_K}.exchange": _("Exchanged between S1 and S2: %(players)s."),
    f"{_K}.fewer_pairs": _("%(pairs)s pairs of %(full)s were possible."),
    f"{_K}.whole_group_moves": _("The whole group moves down: %(players)s."),
    f"{_K}.paired_again": _("Paired again with other floaters: %(players)s."),
    f"{_K}.completes_lowest": _("So that the lowest group can be paired: %(players)s."),
    f"{_K}.merged": _("Joined with the lowest group: %(players)s."),
    f"{_K}.no_pairing": _("The absolute rules allow no pairing."),
    f"{_V}.clash": _("Both %(one)s and %(two)s wished %(wish)s."),
    f"{_V}.score_difference": _("%(one)s and %(two)s are %(difference)s points apart."),
    f"{_V}.same_float": _("%(one)s floats the same way again."),
    f"{_N}.same_absolute": _("%(one)s and %(two)s must both have %(wish)s."),
    f"{_N}.other_group": _(
        "%(one)s (%(score)s) and %(two)s (%(other_score)s) were in different groups."
    ),
    f"{_N}.fewer_pairs": _(
        "With %(one)s against %(two)s fewer than %(pairs)s pairs would be possible in the group."
    ),
    f"{_N}.other_groups_need": _(
        "%(one)s against %(two)s was given up so that a neighbouring group could be paired."
    ),
    f"{_N}.same_colour_due": _(
        "%(one)s against %(two)s would deny a strong or absolute colour preference."
    ),
    f"{_N}.more_clashes": _(
        "%(one)s against %(two)s would need %(needs)s pairs with the same colour due; %(x)s are "
        "enough."
    ),
    f"{_N}.same_float": _(
        "%(one)s against %(two)s would need a repeated float that can be avoided."
    ),
    f"{_N}.later_in_order": _("%(one)s against %(two)s comes later in the order."),
}
TENTHS = {
    f"{_K}.float": ("down", "up"),
    f"{_V}.score_difference": ("difference",),
}
