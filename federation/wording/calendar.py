"""Words of the calendar: applications, answers and changes."""

from typing import Any

from django.db.models import Field
from django.utils.translation import gettext_lazy as _

from federation.models import CalendarEvent
from tournaments.wording import keys

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
        "%(count)s people who entered, the staff and all subscribers hear of it by mail. There is "
        "no way back: its page stays, with the reason."
    ),
    "confirm.calendar.refused": _("Refuse this application?"),
    "calendar.refuse_effect": _(
        "The applicant of %(name)s hears of it by mail, with the reason. There is no way back: "
        "they can only apply anew."
    ),
    "confirm.calendar.withdrawn": _("Withdraw this application?"),
    "calendar.withdraw_effect": _(
        "%(name)s leaves the office's queue. There is no way back: you can only apply anew."
    ),
    "confirm.calendar.draft_removed": _("Remove this draft?"),
    "calendar.remove_draft_effect": _("%(name)s was never sent, and is gone for good."),
    "calendar.changed_meanwhile": _(
        "It was changed in another window meanwhile. Load the page again: what you typed here is "
        "not saved."
    ),
    "calendar.twin_approved": _(
        "An application with the same name, days and place was approved a moment ago."
    ),
    "calendar.in_the_past": _("This day is over."),
    "calendar.over": _("The event is over."),
    "calendar.nothing_to_hear": _("Nothing more changes about this event."),
    "calendar.too_many_subscribers": _("No more addresses are taken for this event."),
    "calendar.link_expired": _(
        "This link has run out, or the address is forgotten. Ask for a new mail on the event's "
        "page."
    ),
    "confirm.calendar.moved": _("Move this event?"),
    "calendar.move_effect": _(
        "%(count)s people who entered, the staff and all subscribers hear of it by mail. The old "
        "days stay readable on its page; deadlines and the times of rounds move along."
    ),
    "need.days": _("First and last day, in this order."),
    "need.future": _("The first day is not over."),
    "need.ahead": _("It is sent at least %(days)s days ahead."),
    "need.place": _("The town and the hall."),
    "need.contact": _("An e-mail address for the office's answers."),
    "need.sections": _("At least one section, each with a name and its rounds."),
    "need.systems": _("Pairing systems for individual events."),
    "need.systems_of_teams": _("Pairing systems for team events."),
    "need.time_control": _("A time control that can be read, such as 90 min + 30 s."),
    "need.standard": _(
        "Standard: at least 60 minutes for each player in 60 moves (here %(minutes)s)."
    ),
    "need.rapid": _(
        "Rapid: more than 10 and less than 60 minutes for each player in 60 moves "
        "(here %(minutes)s)."
    ),
    "need.blitz": _(
        "Blitz: more than 3 minutes and 10 at most for each player in 60 moves (here %(minutes)s)."
    ),
    "need.time_of_the_strong": _(
        "FIDE rates games of players from %(rating)s on only with more time: %(wanted)s minutes in "
        "60 moves for all of them (here %(minutes)s)."
    ),
    "need.rounds_a_day": _("FIDE rates at most %(most)s rounds a day."),
    "need.hours_a_day": _("At most %(most)s hours of play a day (here %(rounds)s rounds)."),
    "need.arbiters": _("A proposed arbiter."),
    "need.arbiter_for_fide": _("An arbiter of the level IA, FA or NA, as FIDE rates it."),
    "need.arbiters_valid": _("The arbiters' licences hold until the last day."),
    "need.entries_in_order": _("Entries close after they open, and before the event is over."),
    "need.entries_until": _("A day on which entries close."),
    "need.account": _("An account to which the fee is paid."),
    "act.calendar.drafted": _("Application begun"),
    "act.calendar.changed": _("Application changed"),
    "act.calendar.sent": _("Application sent"),
    "act.calendar.withdrawn": _("Application withdrawn"),
    "act.calendar.asked": _("Application asked back"),
    "act.calendar.approved": _("Application approved"),
    "act.calendar.refused": _("Application refused"),
    "act.calendar.moved": _("Event moved"),
    "act.calendar.cancelled": _("Event cancelled"),
    "act.calendar.draft_removed": _("Draft removed"),
    "act.calendar.set_up": _("Tournaments set up from the sections"),
}
#: names of what the history keeps: those of the fields themselves, and what hangs on them
KEYS: dict[str, Any] = {
    **{
        field.name: field.verbose_name
        for field in CalendarEvent._meta.get_fields()
        if isinstance(field, Field) and field.name not in keys.KEYS
    },
    "sections": _("sections"),
    "proposed_arbiters": _("proposed arbiters"),
    "asked": _("asked"),
    "not_asked": _("not asked"),
}
