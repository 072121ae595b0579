"""Screens in the hall."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    # For the history
    "act.screen.added": _("Screen added"),
    "act.screen.changed": _("Screen changed"),
    "act.screen.announced": _("Announcement on all screens"),
    "act.screen.removed": _("Screen removed"),
}
