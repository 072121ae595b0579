"""Names as the public may read them.

Where the event shortens the names of minors, everybody under 18 appears with the first letter of
their given names: "Kaya, Deniz Ege" → "Kaya, D." The entries at hand are changed in memory only.
"""

from collections.abc import Iterable

from django.utils.translation import get_language

from tournaments.core.text import fold, sort_key
from tournaments.models import Entry, Event

ADULT = 18


def is_minor(entry: Entry, event: Event) -> bool:
    """Under 18 on some day of the event's year; where only the year is known, the careful way."""
    return entry.birth_year is not None and event.starts_on.year - entry.birth_year <= ADULT


def shortened(name: str) -> str:
    surname, comma, given = name.partition(",")
    if comma:
        return f"{surname}, {given.strip()[:1]}." if given.strip() else surname
    *given_names, surname = name.split() or [name]
    return " ".join([surname, *(f"{one[:1]}." for one in given_names[:1])])


def is_called(entry: Entry, wanted: str) -> bool:
    """The player's name or club has these letters, folded as `core.text.fold` does."""
    return any(wanted in fold(text) for text in (entry.name, entry.club))


def in_alphabet(entries: Iterable[Entry], language: str | None = None) -> list[Entry]:
    """That of the reader, where no language is named."""
    alphabet = language or get_language() or "en"
    return sorted(entries, key=lambda entry: (sort_key(entry.name, alphabet), entry.pk))


def shorten_names(event: Event, entries: Iterable[Entry | None]) -> None:
    """Shorten the names of minors in place. The entries are for reading, never for saving."""
    if not event.shorten_minors:
        return
    for entry in entries:
        if entry is not None and is_minor(entry, event) and not entry.name_is_shortened:
            entry.name = shortened(entry.name)
            entry.name_is_shortened = True
