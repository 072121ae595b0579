"""The reasons of the handbook's Lim system."""

from django.utils.translation import gettext_lazy as _

_K = "handbook.lim"
_V = f"{_K}.violation"
_N = f"{_K}.why_not"
FACTS = {
    f"{_K}.bye": _("%(one)s (%(score)s) has the bye: the lowest player who may have it."),
    f"{_K}.bye.passed_over": _("%(one)s was passed over for the bye."),
    f"{_K}.no_bye": _("Nobody may have the bye."),
    f"{_K}.no_opponent": _(
        "%(one)s is left over; only %(compatible)s opponents would be possible."
    ),
    f"{_K}.floater.even": _(
        "%(one)s floats %(direction)s (type %(type)s) to make the number of players even."
    ),
    f"{_K}.floater.replaces": _(
        "%(one)s floats %(direction)s (type %(type)s) instead of No. %(instead)s."
    ),
    f"{_K}.floater.alone": _(
        "%(one)s floats %(direction)s (type %(type)s): no opponent in the group (%(reason)s)."
    ),
    f"{_K}.floater.companion": _(
        "%(one)s floats %(direction)s (type %(type)s) together with No. %(of)s."
    ),
    f"{_K}.floater.onward": _("%(one)s floats on %(direction)s (type %(type)s)."),
    f"{_K}.median.undone": _(
        "The pair %(one)s – %(two)s %(side)s the median group is undone so that the floaters "
        "(%(from_above)s from above, %(from_below)s from below) can be paired."
    ),
    f"{_K}.criterion.clashes": _("pairs in which both were due the same colour: %(value)s"),
    f"{_K}.criterion.limits": _("colour limits broken in the last round: %(value)s"),
    f"{_K}.pair.proposed": _("Paired as first proposed: upper half against lower half."),
    f"{_K}.pair.opponents": _("Exchanged because proposed opponents had met or could not meet."),
    f"{_K}.pair.colours": _("Exchanged so that more players get the colour they were due."),
    f"{_K}.pair.floater": _("%(one)s is a floater and is paired first, with %(two)s."),
    f"{_K}.pair.stands": _("Paired before a player was left alone; the pair stands."),
    f"{_K}.colour.due": _("Both players get the colour they were due."),
    f"{_K}.colour.limits": _("The other colours would break a limit."),
    f"{_K}.colour.history": _(
        "Both were due the same colour: they alternate from the last time their colours differed."
    ),
    f"{_K}.colour.higher": _("Equal so far: the higher ranked player gets the colour due."),
    f"{_K}.colour.lower": _(
        "Equal so far: below the median the lower ranked player gets the colour due."
    ),
    f"{_K}.colour.lot": _("Round 1: colours by the lot."),
    f"{_V}.absent": _("%(one)s does not play in this round."),
    f"{_V}.twice": _("%(one)s is paired twice."),
    f"{_V}.left_out": _("%(one)s is not paired."),
    f"{_V}.rematch": _("%(one)s and %(two)s have met before."),
    f"{_V}.forbidden": _("%(one)s and %(two)s must not meet."),
    f"{_V}.three_running": _("%(one)s would have %(colour)s three times running."),
    f"{_V}.difference": _("%(one)s would have %(colour)s and a colour difference above two."),
    f"{_V}.bye_not_needed": _("%(one)s has the bye although the number of players is even."),
    f"{_V}.bye_barred": _("%(one)s may not have the bye."),
    f"{_V}.bye": _("%(one)s has the bye; by the rules it is No. %(by_rule)s."),
    f"{_V}.pair": _("%(one)s and %(two)s would not meet by the rules."),
    f"{_V}.colours": _("The colours of %(one)s and %(two)s should be the other way round."),
    f"{_V}.board_order": _("The boards are not in the order of the rules."),
    f"{_N}.absent": _("%(one)s does not play in this round."),
    f"{_N}.bye": _("%(one)s has the bye."),
    f"{_N}.met": _("%(one)s and %(two)s have met before."),
    f"{_N}.forbidden": _("%(one)s and %(two)s must not meet."),
    f"{_N}.limits": _("Colour limits bar %(one)s and %(two)s from meeting."),
    f"{_N}.paired": _("%(one)s and %(two)s are paired with each other."),
    f"{_N}.groups": _(
        "%(one)s was paired in the group of %(first)s points, %(two)s in that of %(second)s."
    ),
    f"{_N}.floater_first": _(
        "%(one)s was taken as the opponent of a floater, No. %(floater)s, before %(two)s's turn."
    ),
    f"{_N}.stands": _("The pair of %(one)s stood before %(two)s's turn."),
    f"{_N}.rest": _("With %(one)s against %(two)s the others could not all be paired."),
    f"{_N}.last_round_limits": _(
        "%(one)s against %(two)s would break %(then)s colour limits instead of %(best)s."
    ),
    f"{_N}.clashes": _(
        "%(one)s against %(two)s would leave %(then)s pairs with the same colour due instead of "
        "%(best)s."
    ),
    f"{_N}.order": _("%(one)s against %(two)s comes later in the order of exchanges."),
}
TENTHS = {f"{_N}.groups": ("first", "second")}
