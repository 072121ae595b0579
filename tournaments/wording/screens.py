"""Screens in the hall, and its plan."""

from django.utils.translation import gettext_lazy as _

_ROUND = _("round %(number)s")
#: the title of a page of a screen, by what it shows
SLIDES = {
    "awaited": _("No round is published yet."),
    "boards": _ROUND,
    "names": _ROUND,
    "matches": _ROUND,
    "revision": _ROUND,
    "results": _("round %(number)s, latest results"),
    "standings": _("standings after round %(number)s"),
    "final": _("Final ranking"),
    "due": _("Being played now"),
    "bracket": _("Bracket"),
    "playoff": _("Play-off"),
    "places": _("Ranking of those who have left"),
}

SENTENCES = {
    "hall.no_picture": _("This is no picture that can be read. Send a PNG, JPEG or WebP file."),
    "hall.too_many_pixels": _(
        "The picture has too many pixels. Make it smaller: at most %(most)s million pixels."
    ),
    "hall.too_large": _("The picture is too large. Send one of at most %(most)s MB."),
    "screen.name_taken": _("This event has a screen of this name already. Choose another name."),
    "act.event.hall_plan": _("Plan of the hall changed"),
    # For the history
    "act.screen.added": _("Screen added"),
    "act.screen.changed": _("Screen changed"),
    "act.screen.announced": _("Announcement to everybody"),
    "act.screen.removed": _("Screen removed"),
}
