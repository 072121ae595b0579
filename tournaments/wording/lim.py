"""The reasons of the handbook's Lim system."""

from django.utils.translation import gettext_lazy as _

_K = "handbook.lim"
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
    f"{_N}.bye": _("%(one)s has the bye."),
    f"{_N}.limits": _("Colour limits bar %(one)s and %(two)s from meeting."),
    f"{_N}.groups": _(
        "%(one)s was paired in the group of %(first)s points, %(two)s in that of %(second)s."
    ),
    f"{_N}.floater_first": _(
        "%(one)s was taken as the opponent of a floater, No. %(floater)s, before %(two)s's turn."
    ),
    f"{_N}.stands": _("The pair of %(one)s stood before %(two)s's turn."),
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
