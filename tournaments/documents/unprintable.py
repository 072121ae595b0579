"""The names on a paper with letters that none of our fonts has: said before anything is printed."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.documents.fonts import without_letters
from tournaments.models import Tournament

#: nobody plays on it
_WITHOUT_PEOPLE = {"poster", "phone_poster"}


@dataclass(frozen=True, slots=True)
class Unprintable:
    """`entry`: the player whose name or club it is, 0 for anything else."""

    text: str
    letters: str
    entry: int = 0


def unprintable(tournament: Tournament, kind: str) -> list[Unprintable]:
    people = () if kind in _WITHOUT_PEOPLE else _people(tournament)
    texts = [*_event(tournament), *people]
    found = without_letters(text for text, _entry in texts)
    return [Unprintable(text, found[text], entry) for text, entry in texts if text in found]


def _event(tournament: Tournament) -> Iterator[tuple[str, int]]:
    event = tournament.event
    for text in (event.name, tournament.name, event.city, event.venue, event.organiser):
        yield text, 0
    for line in (*tournament.prize_list, *tournament.regulations.splitlines()):
        yield line, 0


def _people(tournament: Tournament) -> Iterator[tuple[str, int]]:
    for name, club, entry in tournament.entries.values_list("name", "club", "pk"):
        yield name, entry
        yield club, entry
    for texts in tournament.teams.values_list("name", "captain"):
        yield from ((text, 0) for text in texts)
