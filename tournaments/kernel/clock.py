"""The clock of the venue: from here on a request tells and reads hours as they are there.

Whoever finds the event of a request turns to it; `web.middleware.ClockMiddleware` turns back.
"""

from django.utils import timezone

from tournaments.models import Event


def at_the_venue(event: Event) -> None:
    timezone.activate(event.zone)
