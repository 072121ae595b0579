"""Words for what an arbiter may add to the standings."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "standings.not_level": _(
        "These players are not level on points and on all tie-breaks. Only players who share a "
        "place can be put in order by hand."
    ),
    "standings.places_unclear": _(
        "Give each of the players a different place from 1 to %(count)s."
    ),
    "standings.no_such_code": _(
        "%(tie_break)s is not in the list of tie-breaks. Add it there first; its name begins with "
        "OTHER_."
    ),
    "standings.not_a_value": _(
        "%(name)s: “%(typed)s” is not a number. Type digits, with a point before decimals."
    ),
    "standings.rating_round": _("A later rating begins with a round from 2 to %(last)s."),
    "standings.rating_value": _("%(name)s: a rating has at most four digits."),
    # For the history
    "act.standings.ordered": _("Level players put in order by hand"),
    "act.standings.order_undone": _("Order of level players taken back"),
    "act.standings.values_entered": _("Tie-break computed elsewhere entered"),
    "act.entry.later_ratings": _("Ratings of later rounds changed"),
}
