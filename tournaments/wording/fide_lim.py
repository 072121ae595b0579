"""The reasons of FIDE's Lim System (C.04.4.3)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.wording import fide_burstein, fide_dubov, fide_dutch, lim

#: why a player of a group floated and not another, where a sentence names it
CHOICES = {
    "alone": _("nobody else is in it"),
    "no_opponent": _("nobody in it is a possible opponent"),
    "type": _("the others would be floaters of a more disadvantaged type"),
    "floated": _("the others floated in the previous round"),
    "colour": _("due the colour that most of the group are due"),
    "maxi": _("the one whose colour fits is rated more than 100 points away"),
    "place": _("the last one in the order of the group"),
}

#: the same sentences as elsewhere
_SAME: dict[str, Any] = {
    **{
        f"lim.{name}": lim.FACTS[f"handbook.lim.{name}"]
        for name in (
            "median.undone",
            "criterion.clashes",
            "criterion.limits",
            "pair.proposed",
            "pair.opponents",
            "pair.colours",
            "colour.due",
            "colour.limits",
            "colour.higher",
            "colour.lower",
            "why_not.limits",
        )
    },
    **{
        f"lim.{name}": fide_dutch.FACTS[f"dutch.{name}"]
        for name in (
            "no_pairing.nobody_for_bye",
            "no_pairing.too_few_opponents",
            "no_pairing.opponents",
            "no_pairing.player",
        )
    },
    "lim.colour.lot": fide_dutch.FACTS["dutch.colour.initial"],
    "lim.bye.only_candidate": fide_dubov.FACTS["dubov.bye.only_candidate"],
    "lim.bye.lowest_score": fide_dubov.FACTS["dubov.bye.lowest_score"],
    "lim.why_not.has_bye": fide_burstein.FACTS["burstein.why_not.has_bye"],
    "lim.violation.limits": lim.FACTS["handbook.lim.why_not.limits"],
}

_REST = _("With %(one)s against %(two)s the others of the group could not all be paired.")

FACTS: dict[str, Any] = {
    **_SAME,
    # The bye
    "lim.bye.largest_number": _(
        "%(one)s (%(score)s) has the bye: of the lowest score, the largest number."
    ),
    "lim.bye.largest_number@7.1": _(
        "%(one)s has the bye: of the lowest rated (%(rating)s), the largest number."
    ),
    "lim.bye.lowest_rated": _(
        "%(one)s has the bye: the lowest rated (%(rating)s) of %(candidates)s players who may have "
        "it."
    ),
    "lim.bye.unrated": _("%(one)s has the bye: without a rating, and of those the largest number."),
    # Floaters
    "lim.floater.alone": _(
        "%(one)s floats %(direction)s (type %(type)s): nobody else is in the group."
    ),
    "lim.floater.no_opponent": _(
        "%(one)s floats %(direction)s (type %(type)s): nobody in the group is a possible opponent."
    ),
    "lim.floater.type": _(
        "%(one)s floats %(direction)s (type %(type)s): the others who could leave the group would "
        "be floaters of a more disadvantaged type."
    ),
    "lim.floater.floated": _(
        "%(one)s floats %(direction)s (type %(type)s): the others who could leave the group "
        "floated in the previous round."
    ),
    "lim.floater.colour": _(
        "%(one)s floats %(direction)s (type %(type)s): due the colour that most of the group are "
        "due."
    ),
    "lim.floater.maxi": _(
        "%(one)s floats %(direction)s (type %(type)s): the one whose colour fits is rated more "
        "than 100 points away."
    ),
    "lim.floater.place": _(
        "%(one)s floats %(direction)s (type %(type)s): the last in order of those who could leave "
        "the group."
    ),
    # Pairs
    "lim.pair.floater": _(
        "%(one)s floats in and is paired before the others, with the first available opponent "
        "whose colour fits: %(two)s."
    ),
    "lim.pair.floater_clash": _(
        "%(one)s floats in and is paired before the others, with the first available opponent, "
        "%(two)s: nobody's colour fits better."
    ),
    "lim.pair.two_floaters": _(
        "%(one)s and %(two)s float in both and meet: no other opponent was available."
    ),
    "lim.pair.scores": _("%(one)s has %(down)s points, %(two)s has %(up)s."),
    "lim.colour.need": _(
        "Both were due the same colour; the one with the wider colour difference gets it."
    ),
    "lim.colour.history": _(
        "Both were due the same colour and have equal colour differences; they alternate from the "
        "last time when one had White and the other Black, %(games_ago)s games ago."
    ),
    # Reasons against these two
    "lim.why_not.groups": _(
        "No. %(player)s was paired in the group of %(group)s points, with No. %(made)s; No. "
        "%(instead)s was not in it and was paired in that of %(later)s."
    ),
    "lim.why_not.floats": _(
        "No. %(player)s left the group of %(group)s points and floated %(direction)s: %(choice)s."
    ),
    "lim.why_not.undone": _(
        "The pairing of No. %(player)s with No. %(undone)s in the group of %(group)s points was "
        "undone so that the median group could be paired."
    ),
    "lim.why_not.taken": _(
        "No. %(floater)s floated into the group, was paired before the others and took No. "
        "%(player)s."
    ),
    "lim.why_not.rest": _REST,
    "lim.why_not.resident_first": _(
        "No. %(floater)s floats in and meets a player of the group, No. %(made)s, before another "
        "floater, No. %(instead)s."
    ),
    "lim.why_not.colour": _(
        "No. %(floater)s floats in: No. %(made)s fits in colour, No. %(instead)s is due the same "
        "one."
    ),
    "lim.why_not.maxi": _(
        "No. %(floater)s floats in and meets No. %(made)s: in a maxi-tournament a fitting colour "
        "counts only within 100 points, and No. %(instead)s is further away."
    ),
    "lim.why_not.later": _(
        "No. %(floater)s floats in and takes opponents in order: No. %(made)s comes before No. "
        "%(instead)s."
    ),
    "lim.why_not.exchange_maxi": _(
        "In a maxi-tournament an exchange for colours brings a partner within 100 points of the "
        "one exchanged; between %(one)s and %(two)s it would not."
    ),
    "lim.why_not.exchange_rest": _REST,
    "lim.why_not.exchange_limits": _(
        "%(one)s against %(two)s would break %(instead)s colour limits in the group of %(group)s "
        "points instead of %(made)s."
    ),
    "lim.why_not.exchange_clashes": _(
        "%(one)s against %(two)s would leave %(instead)s pairs with the same colour due in the "
        "group of %(group)s points instead of %(made)s."
    ),
    "lim.why_not.exchange_later": _(
        "%(one)s against %(two)s would be as good in the group of %(group)s points, but No. "
        "%(player)s would meet No. %(instead)s instead of No. %(made)s, which comes later in the "
        "order of exchanges."
    ),
}
