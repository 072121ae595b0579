"""Reasons that several systems of the handbook share, under each system's own code."""

from typing import Any

from django.utils.translation import gettext_lazy as _

COLOURS = {
    "limit": _("The other colours would break a limit."),
    "both_due": _("Both players get the colour they were due."),
    "only_due": _("Only one of them was due a colour, and gets it."),
    "equalise": _("Both were due the same colour: it goes to the one with the larger difference."),
    "alternate": _(
        "Both were due the same colour: they alternate from the last time their colours differed."
    ),
}
VIOLATIONS = {
    "unknown_player": _("%(one)s is not in the tournament."),
    "not_to_be_paired": _("%(one)s does not play in this round."),
    "paired_twice": _("%(one)s is paired twice."),
    "not_paired": _("%(one)s is not paired."),
    "met_before": _("%(one)s and %(two)s have met before."),
    "forbidden_pair": _("%(one)s and %(two)s must not meet."),
    "bye_again": _("%(one)s may not have the bye again."),
    "colour_difference": _("%(one)s would have %(colour)s and a colour difference above two."),
    "same_colour_three_times": _("%(one)s would have %(colour)s three times running."),
    "other_bye_first": _("%(one)s has the bye, but %(two)s comes first for it."),
    "due_colours": _("%(one)s and %(two)s could both have had the colour they were due."),
}
WHY_NOT = {
    "same_player": _("Name two different players."),
    "not_to_be_paired": _("Not paired in this round: %(players)s."),
    "met_before": _("%(one)s and %(two)s have met before."),
    "forbidden_pair": _("%(one)s and %(two)s must not meet."),
    "both_barred": _("Neither %(one)s nor %(two)s may have %(colour)s."),
    "they_meet": _("%(one)s and %(two)s are paired with each other."),
    "other_group": _(
        "%(one)s (%(score)s) and %(two)s (%(other_score)s) are in different score groups."
    ),
    "meets": _("%(one)s meets %(two)s instead."),
}


def under(key: str, part: str, sentences: dict[str, Any]) -> dict[str, Any]:
    return {f"{key}.{part}.{name}": text for name, text in sentences.items()}
