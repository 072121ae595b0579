"""The reasons of the handbook's Burstein system."""

from django.utils.translation import gettext_lazy as _

from tournaments.wording import limits

_K = "handbook.burstein"
FACTS = {
    **limits.colours_of(_K),
    f"{_K}.imaginary_point": _("Paired with an imaginary point: %(players)s."),
    f"{_K}.bye.lowest": _(
        "%(one)s has the bye: the lowest of the group with %(score)s points who may have it."
    ),
    f"{_K}.bye.forced": _("%(one)s has the bye, as the arbiter has set."),
    f"{_K}.nobody_may_have_bye": _("Nobody may have the bye any more."),
    f"{_K}.no_pairing": _("There is no opponent left: %(players)s."),
    f"{_K}.colour.drawn": _("Round 1: colours by the lot."),
    f"{_K}.colour.higher_rank": _("Equal so far: the higher ranked player gets the colour due."),
    f"{_K}.ordered": _(
        "Ranks %(rank)s and %(opponent_rank)s of %(size)s in the group meet, by the list."
    ),
    f"{_K}.missed_colours": _("players who do not get the colour they were due: %(players)s"),
    f"{_K}.floats_down": _("Down to the next group: %(players)s."),
    f"{_K}.sent_back": _(
        "The next group could not take %(players)s; No. %(first)s would have come first."
    ),
    f"{_K}.groups_joined": _(
        "The group with %(score)s points is joined with the group of %(with_score)s."
    ),
}
#: here `players` is a number among the values, not those named
COUNTED = {f"{_K}.missed_colours"}
