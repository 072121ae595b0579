"""Screens in the hall, run from the desk."""

import secrets
from typing import Any

from django.db import transaction

from tournaments.kernel.errors import Refused
from tournaments.kernel.log import changed, record
from tournaments.models import Event, HallScreen, User


@transaction.atomic
def add_screen(*, event: Event, by: User, **values: Any) -> HallScreen:
    """One more; pressed twice, or in two tabs, it is still one."""
    Event.objects.select_for_update().get(pk=event.pk)
    if event.screens.filter(name=values["name"]).exists():
        raise Refused("screen.name_taken", field="name")
    return new_screen(event=event, by=by, **values)


def new_screen(*, event: Event, by: User, **values: Any) -> HallScreen:
    screen = HallScreen.objects.create(event=event, key=secrets.token_urlsafe(9), **values)
    record("screen.added", by=by, target=screen, event=event, label=screen.name)
    return screen


@transaction.atomic
def change_screen(*, screen: HallScreen, by: User, values: dict[str, Any]) -> HallScreen:
    screen = (
        HallScreen.objects.select_for_update(of=("self",)).select_related("event").get(pk=screen.pk)
    )
    before, after = changed(screen, values)
    if after:
        screen.save()
        record(
            "screen.changed",
            by=by,
            target=screen,
            event=screen.event,
            label=screen.name,
            before=before,
            after=after,
        )
    return screen


@transaction.atomic
def announce(*, event: Event, text: str, by: User) -> int:
    """The same line on all screens of the event; an empty one takes it down."""
    text = text[:200]
    screens = list(HallScreen.objects.select_for_update().filter(event=event))
    others = [screen for screen in screens if screen.announcement != text]
    for screen in others:
        screen.announcement = text
        screen.save(update_fields=["announcement", "changed_at"])
    if others:
        record("screen.announced", by=by, target=event, event=event, label=text)
    return len(screens)


@transaction.atomic
def remove_screen(*, screen: HallScreen, by: User) -> None:
    record("screen.removed", by=by, target=screen, event=screen.event, label=screen.name)
    screen.delete()
