"""The members of a category: women, juniors, seniors, rating bands, clubs, federations.

The standings of a category are those of the event with everybody else left out: values and
order come from the whole field (`standings(..., members=members_of(state, category))`).
"""

from dataclasses import dataclass
from typing import Protocol

from pairing.state import TournamentState


class Person(Protocol):
    """A player, as far as categories ask."""

    @property
    def sex(self) -> str: ...
    @property
    def birth_date(self) -> str: ...
    @property
    def rating(self) -> int: ...
    @property
    def federation(self) -> str: ...
    @property
    def club(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Category:
    """All that is given must hold. Who has no birth date is in no age group."""

    key: str
    sex: str = ""  # "w" or "m"
    born_from: int = 0  # under 18 in 2026: born 2008 or later
    born_to: int = 0  # over 65 in 2026: born 1961 or earlier
    rating_from: int = 0
    rating_below: int = 0  # unrated players are below every limit
    federations: frozenset[str] = frozenset()
    clubs: frozenset[str] = frozenset()

    def has(self, player: Person) -> bool:
        if self.sex and player.sex != self.sex:
            return False
        if self.born_from or self.born_to:
            year = birth_year(player)
            if not year or year < self.born_from or (self.born_to and year > self.born_to):
                return False
        if player.rating < self.rating_from:
            return False
        if self.rating_below and player.rating >= self.rating_below:
            return False
        if self.federations and player.federation not in self.federations:
            return False
        return not self.clubs or player.club in self.clubs


def birth_year(player: Person) -> int:
    """The year of "1990/04/12", "1990/00/00" or "1990"; 0 if unknown."""
    head = player.birth_date[:4]
    return int(head) if len(head) == 4 and head.isascii() and head.isdigit() else 0


def members_of(state: TournamentState, category: Category) -> frozenset[int]:
    return frozenset(player.tpn for player in state.players if category.has(player))
