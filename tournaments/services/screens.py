"""Screens in the hall, run from the desk."""

import secrets
from typing import Any

from django.db import transaction

from tournaments.models import Event, HallScreen, User
from tournaments.services.log import changed, record


@transaction.atomic
def add_screen(*, event: Event, by: User, **values: Any) -> HallScreen:
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
    count = 0
    for screen in HallScreen.objects.select_for_update().filter(event=event):
        screen.announcement = text[:200]
        screen.save(update_fields=["announcement", "changed_at"])
        count += 1
    record("screen.announced", by=by, target=event, event=event, label=text)
    return count


@transaction.atomic
def remove_screen(*, screen: HallScreen, by: User) -> None:
    record("screen.removed", by=by, target=screen, event=screen.event, label=screen.name)
    screen.delete()
