"""Screens in the hall, run from the desk."""

import secrets
from typing import Any

from django.utils import timezone

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import changed, made_just_now
from tournaments.models import Event, HallScreen, User

#: why no page of a tournament is touched
ASK = "screens ask for what they show, every few seconds"


def add_screen(*, event: Event, by: User, **values: Any) -> HallScreen:
    """One more; pressed twice, or in two tabs, it is still one."""
    with act("screen.added", event, by=by, quiet=ASK) as done:
        if event.screens.filter(name=values["name"]).exists():
            raise Refused("screen.name_taken", field="name")
        return new_screen(done, event, **values)


def new_screen(done: Act[Any], event: Event, **values: Any) -> HallScreen:
    """Add a screen to an event, as part of an act on it."""
    screen = HallScreen.objects.create(event=event, key=secrets.token_urlsafe(9), **values)
    done.record(screen, "screen.added")
    return screen


def change_screen(*, screen: HallScreen, by: User, values: dict[str, Any]) -> HallScreen:
    with act("screen.changed", screen, by=by, quiet=ASK) as done:
        screen = done.row
        before, after = changed(screen, values)
        if not after:
            return done.nothing(screen)
        screen.save()
        done.record(screen, before=before, after=after)
        return screen


def announce(*, event: Event, text: str, by: User) -> int:
    """The same line on all screens and public pages of the event, and once to every phone that
    follows it; an empty one takes it down. How many screens show it."""
    text = text[:200]
    with act("screen.announced", event, by=by) as done:
        event = done.row
        screens = event.screens.count()
        again = made_just_now("screen.announced", by=by, label=text[:160])
        if text == event.announcement and (not text or again):
            return done.nothing(screens)
        event.announcement = text
        event.announced_at = timezone.now() if text else None
        event.save(update_fields=["announcement", "announced_at"])
        done.record(event, label=text)
        return screens


def remove_screen(*, screen: HallScreen, by: User) -> None:
    with act("screen.removed", screen.event, by=by, quiet=ASK) as done:
        if not HallScreen.objects.filter(pk=screen.pk).exists():
            return done.nothing()
        done.record(screen)
        screen.delete()
