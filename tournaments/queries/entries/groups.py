"""Groups of equal strength (handbook, round robin 2): the list dealt out there and back again."""

from dataclasses import dataclass

from pairing.handbook.round_robin import balanced_groups
from tournaments.models import Entry, Tournament
from tournaments.queries.entries.numbering import order_of

#: with one group there is nothing to balance
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Group:
    letter: str
    entries: tuple[Entry, ...]

    @property
    def average(self) -> int:
        """Of the ratings; players without one are left out."""
        ratings = [entry.rating for entry in self.entries if entry.rating]
        return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0

    @property
    def rounds(self) -> int:
        """Of a round robin in which everybody meets everybody once."""
        count = len(self.entries)
        return count if count % 2 else count - 1


def groups_of(tournament: Tournament, count: int) -> list[Group]:
    """Everybody who has not left, by strength. Raises what the core raises."""
    listed = [entry for entry in tournament.entries.all() if not entry.gone]
    listed.sort(key=order_of(tournament, listed))
    dealt = balanced_groups(range(len(listed)), count)
    return [
        Group(letter_of(place), tuple(listed[number] for number in numbers))
        for place, numbers in enumerate(dealt)
    ]


def most_groups(tournament: Tournament) -> int:
    """Every group has at least two players."""
    return sum(1 for entry in tournament.entries.all() if not entry.gone) // 2


def letter_of(place: int) -> str:
    """A, B, … Z, A2, B2, …"""
    lap, letter = divmod(place, 26)
    return chr(ord("A") + letter) + (str(lap + 1) if lap else "")
