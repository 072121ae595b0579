"""Reasons for colours that two systems of the handbook share, under each system's own code."""

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


def colours_of(system: str) -> dict[str, Any]:
    return {f"{system}.colour.{name}": text for name, text in COLOURS.items()}
