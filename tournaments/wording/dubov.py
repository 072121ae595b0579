"""The reasons of the handbook's Dubov system."""

from django.utils.translation import gettext_lazy as _

from tournaments.wording import limits

_K = "handbook.dubov"
FACTS = {
    **limits.colours_of(_K),
    f"{_K}.bye.lowest_rating": _(
        "%(one)s (%(rating)s) has the bye: the lowest rating of the group with %(score)s points."
    ),
    f"{_K}.bye.colour_priority": _(
        "%(one)s (%(rating)s) has the bye: among equal lowest ratings, due the colour that most of "
        "the group are due."
    ),
    f"{_K}.bye.highest_aro": _(
        "%(one)s (%(rating)s) has the bye: among equals, the highest average of opponents."
    ),
    f"{_K}.bye.largest_number": _(
        "%(one)s (%(rating)s) has the bye: among equals, the largest number."
    ),
    f"{_K}.bye.last_of_list": _("%(one)s has the bye: the last of the list in round 1."),
    f"{_K}.bye.forced": _("%(one)s has the bye, as the arbiter has set."),
    f"{_K}.nobody_may_have_bye": _("Nobody may have the bye any more."),
    f"{_K}.no_pairing": _("There is no opponent left: %(players)s."),
    f"{_K}.colour.columns": _("The colours of their columns: White and Black."),
    f"{_K}.colour.changed": _("The colours of their columns, after No. %(player)s changed sides."),
    f"{_K}.colour.drawn": _("Round 1: board %(board)s counts on from the colour drawn, %(drawn)s."),
    f"{_K}.colour.higher_aro": _("Equal so far: the higher average of opponents has White."),
    f"{_K}.colour.lower_rating": _("Equal so far: the lower rating has White."),
    f"{_K}.colour.larger_number": _("Equal so far: the larger number has White."),
    f"{_K}.colour_changed": _("%(one)s changes to the other column."),
    f"{_K}.taken_odd": _("%(one)s comes up to make the group even."),
    f"{_K}.taken_met_all": _("%(one)s comes up for %(two)s, who has met the whole group."),
    f"{_K}.floats_down": _("%(one)s goes down to the next group."),
    f"{_K}.not_decided": _(
        "Not decided within the limit of the search: whether floaters could meet opponents with "
        "whom several players would have to come up. Such opponents are left out."
    ),
    f"{_K}.pair_undone": _("The pair %(one)s – %(two)s is undone for the last group."),
    f"{_K}.shifted": _("%(two)s moves from row %(from)s to row %(row)s of the Black column."),
    f"{_K}.same_column": _("%(one)s finds an opponent, %(two)s, only in the same column."),
    f"{_K}.floater_paired": _("%(one)s floats and meets %(two)s."),
}
