"""Words of the calendar: applications, answers and changes."""

from typing import Any

from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Any] = {
    "calendar.not_to_be_changed": _(
        "This application has been sent. It can be changed when the office asks it back."
    ),
    "calendar.already_answered": _("This application has been answered meanwhile."),
    "calendar.reason_needed": _("Write the reason: everybody concerned reads it."),
    "calendar.not_approved": _("Only an event that stands on the calendar can be changed here."),
    "calendar.same_days": _("These are the days that it has already."),
    "calendar.ends_before_start": _("The last day is before the first one."),
    "calendar.incomplete": _("Before it can be sent: %(missing)s."),
    "calendar.begun": _("The event has begun: its days stay as they are."),
    "confirm.calendar.cancelled": _("Cancel this event?"),
    "calendar.cancel_effect": _(
        "%(count)s people who entered, the staff and all subscribers hear of it by mail."
    ),
    "act.calendar.drafted": _("Application begun"),
    "act.calendar.changed": _("Application changed"),
    "act.calendar.sent": _("Application sent"),
    "act.calendar.withdrawn": _("Application withdrawn"),
    "act.calendar.asked": _("Application asked back"),
    "act.calendar.approved": _("Application approved"),
    "act.calendar.refused": _("Application refused"),
    "act.calendar.moved": _("Event moved"),
    "act.calendar.cancelled": _("Event cancelled"),
}
KEYS: dict[str, Any] = {
    "starts_on": _("first day"),
    "ends_on": _("last day"),
    "venue": _("venue"),
    "answer": _("answer"),
}
