"""Addresses of the calendar: lists, an event's page, applications and their queue.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern, path, re_path

from federation.views import applications, calendar, calendar_event, calendar_office, home

#: below the address of an event stand its tournaments, so what is ours of it stands elsewhere
_ABOUT = "calendar/events/<slug:event>/"
_MINE = "applications/<int:application>/"

public: list[URLPattern] = [
    path("calendar/", calendar.calendar, name="calendar"),
    path("calendar/embed/", calendar.embedded, name="embed_calendar"),
    re_path(r"^calendar\.(?P<kind>ics|atom|json|csv)$", calendar.file, name="calendar_file"),
    path("events/", home.others, name="other_events"),
    path("e/<slug:event>/", calendar_event.event, name="event"),
    path(f"{_ABOUT}regulations.pdf", calendar_event.regulations, name="regulations"),
    path(f"{_ABOUT}changes/", calendar_event.subscribe, name="subscribe"),
    path(
        "calendar/yes/<str:token>/",
        calendar_event.confirm_subscription,
        name="confirm_subscription",
    ),
    path("calendar/no/<str:token>/", calendar_event.stop_subscription, name="stop_subscription"),
    path("applications/", applications.applications, name="applications"),
    path("applications/new/", applications.begin, name="new_application"),
    path(_MINE, applications.application, name="application"),
    path(f"{_MINE}edit/", applications.edit, name="edit_application"),
    path(f"{_MINE}check/", applications.check, name="check_application"),
    path(f"{_MINE}arbiters/", applications.arbiters, name="application_arbiters"),
    path(f"{_MINE}withdraw/", applications.withdraw, name="withdraw_application"),
    path(f"{_MINE}tournaments/", applications.set_up, name="set_up_application"),
]
_LOOK = "applications/<int:application>/"
office: list[URLPattern] = [
    path("applications/", calendar_office.applications, name="office_applications"),
    path(_LOOK, calendar_office.application, name="office_application"),
    path(f"{_LOOK}answer/", calendar_office.answer, name="answer_application"),
    path(f"{_LOOK}tournaments/", calendar_office.set_up, name="office_set_up"),
    path(f"{_LOOK}move/", calendar_office.move, name="move_event"),
    path(f"{_LOOK}cancel/", calendar_office.cancel, name="cancel_event"),
]
