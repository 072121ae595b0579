"""Handbook 1.2 (Lim) Art. 4: floaters, their opponents and their choice."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pairing.handbook.lim.cards import Cards
from pairing.handbook.lim.exchanges import Keeper, rows_of
from pairing.matching import as_set
from pairing.state import Colour

# Art. 3.2, 4.6, 4.7  Directions and orders


class Direction(StrEnum):
    DOWN = "down"
    UP = "up"


def direction_of(cards: Cards, tpn: int) -> Direction:
    """Above the median and in it players float down, below it they float up."""
    return Direction.UP if 2 * cards.score[tpn] < cards.double_median else Direction.DOWN


def in_order(direction: Direction, players: Iterable[int]) -> list[int]:
    """The players of a group, first in the direction of pairing first."""
    return sorted(players, reverse=direction is Direction.UP)


def by_priority(cards: Cards, direction: Direction, floaters: Iterable[int]) -> list[int]:
    """From above: highest score, then highest number. From below: lowest score and number."""
    return sorted(floaters, key=cards.rank, reverse=direction is Direction.UP)


# Art. 4.8  The opponent of a floater


def opponents_in_order(cards: Cards, floater: int, *lists: Sequence[int]) -> Iterator[int]:
    """The opponents that a floater tries, in turn: in each list those whose colour fits first.

    In a maxi tournament a fitting colour brings a player forward only if they are within 100 points
    of the first compatible one.
    """
    legal, fits = cards.legal[floater], cards.fitting(floater)
    possible = [[t for t in players if legal >> t & 1] for players in lists]
    first = next((t for players in possible for t in players), 0)
    for players in possible:
        fitting = {t for t in players if fits >> t & 1 and cards.within_maxi(first, t)}
        yield from (t for t in players if t in fitting)
        yield from (t for t in players if t not in fitting)


def give_opponents(
    cards: Cards, floaters: Sequence[int], own: Sequence[int], *, complete: bool
) -> dict[int, int] | None:
    """Opponents among the players of the group for floaters, in their order of priority.

    As few floaters as possible stay without one. With `complete`, the first opponents with which
    the rest of the group (less one player if that is odd) can be paired completely, or None.
    Without it the rest is not looked at.
    """
    players = [*floaters, *own]
    rows = rows_of(cards, players)
    floating, staying = len(floaters), len(own)
    own_mask = (1 << floating + staying) - (1 << floating)
    for place in range(floating):
        rows[place] &= own_mask  # floaters do not meet each other here
    from_floaters = Keeper([row if v < floating else row & ~own_mask for v, row in enumerate(rows)])
    from_floaters.matching.maximise()
    alone = sum(1 for v in range(floating) if from_floaters.matching.free >> v & 1)
    if not complete:
        for place in range(floating, floating + staying):
            rows[place] |= own_mask & ~(1 << place)
    # Vertices on paper: one for each floater who stays alone, one for the player made to float
    # out of an odd rest.
    for _ in range(alone):
        _add_vertex(rows, (1 << floating) - 1)
    if (staying - floating + alone) % 2:
        _add_vertex(rows, own_mask)
    keeper = Keeper(rows)
    if not keeper.perfect:
        return None
    place_of = {tpn: place for place, tpn in enumerate(players)}
    free = set(own)
    chosen: dict[int, int] = {}
    spare = list(range(floating + staying, floating + staying + alone))
    for place, floater in enumerate(floaters):
        there = in_order(direction_of(cards, floater), free)
        for opponent in opponents_in_order(cards, floater, there):
            if keeper.fix(place, place_of[opponent]):
                chosen[floater] = opponent
                free.remove(opponent)
                break
        else:
            keeper.fix(place, spare.pop())
    return chosen


def _add_vertex(rows: list[int], neighbours: int) -> None:
    bit = 1 << len(rows)
    for place in range(len(rows)):
        if neighbours >> place & 1:
            rows[place] |= bit
    rows.append(neighbours)


# Art. 4.2-4.5, 4.9, 4.10  The choice of a floater


@dataclass(frozen=True, slots=True)
class NextGroup:
    """The goal of a floater: the players there and, when the median is next on the way up,
    the floaters who came down to it and have priority (4.3, 4.4, 4.6.3)."""

    direction: Direction  # of those who would go there
    own: tuple[int, ...]
    ahead: tuple[int, ...] = ()
    _known: dict[tuple[int, ...], int] = field(default_factory=dict)

    def has_opponent(self, cards: Cards, tpn: int, floaters: Sequence[int]) -> bool:
        """True if somebody there is left for this player when those ahead and these floaters have
        opponents. Each of them takes one at most, so with more to choose from nobody needs to ask.
        """
        possible = cards.legal[tpn] & as_set(self.own)
        if possible.bit_count() > len(self.ahead) + len(floaters):
            return True
        return bool(possible and possible & self._after(cards, tuple(floaters)))

    def _after(self, cards: Cards, floaters: tuple[int, ...]) -> int:
        """The players there who are free when those ahead and these floaters have opponents."""
        if floaters not in self._known:
            first = [*self.ahead, *by_priority(cards, self.direction, floaters)]
            taken = give_opponents(cards, first, self.own, complete=False)
            assert taken is not None  # without `complete` there is always an answer
            self._known[floaters] = as_set(self.own) & ~as_set(taken.values())
        return self._known[floaters]


def floater_type(came_in: bool, has_opponent: bool) -> str:
    """Art. 4.9, from most to least disadvantaged: a, b, c, d."""
    if came_in:
        return "b" if has_opponent else "a"
    return "d" if has_opponent else "c"


def surplus_colour(cards: Cards, players: Sequence[int]) -> Colour | None:
    """Art. 4.2: the colour that more players are due than the other."""
    due = [cards.due[tpn] for tpn in players]
    white, black = due.count(Colour.WHITE), due.count(Colour.BLACK)
    if white == black:
        return None
    return Colour.WHITE if white > black else Colour.BLACK


def candidates(
    cards: Cards, players: Sequence[int], has_opponent: Callable[[int], bool]
) -> list[int]:
    """The players left, in the order in which they are taken to make their number even.

    A compatible opponent in the next group (4.3-4.5, 4.9); no float last round (4.10); due the
    surplus colour (4.2; in a maxi tournament only within 100 points of the last player); the
    lowest, upwards the highest.
    """
    surplus = surplus_colour(cards, players)

    def key(place: int) -> tuple[bool, bool, bool, int]:
        tpn = players[place]
        helps = (
            surplus is not None
            and cards.due[tpn] is surplus
            and cards.within_maxi(tpn, players[-1])
        )
        return (not has_opponent(tpn), tpn in cards.floated, not helps, -place)

    return [players[place] for place in sorted(range(len(players)), key=key)]
