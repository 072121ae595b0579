"""Days as people write them."""

from django.utils.formats import date_format

from tournaments.models import Event


def days_of(event: Event, form: str = "DATE_FORMAT") -> str:
    """From the first day to the last, in the language of the reader."""
    days = (date_format(day, form) for day in (event.starts_on, event.ends_on))
    return " – ".join(dict.fromkeys(days))
