"""Days as people write them."""

from datetime import date

from django.utils.formats import date_format

from tournaments.models import Event


def days_of(event: Event, form: str = "DATE_FORMAT") -> str:
    """From the first day to the last, in the language of the reader."""
    days = (date_format(day, form) for day in (event.starts_on, event.ends_on))
    return " – ".join(dict.fromkeys(days))


def birth_date_text(text: str) -> str:
    """ "2014-05-31" as the reader writes days; of whom only the year is known, the year."""
    try:
        born = date.fromisoformat(text)
    except ValueError:
        return text
    return date_format(born, "SHORT_DATE_FORMAT")
