"""Screens in the hall, and its plan."""

from django.utils.translation import gettext_lazy as _

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
    "act.screen.announced": _("Announcement on all screens"),
    "act.screen.removed": _("Screen removed"),
}
