"""The clock of an event: its times are read and shown where it is played."""

from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments.models import Event


def clock_of(event: Event) -> timezone.override:
    return timezone.override(ZoneInfo(event.time_zone))
