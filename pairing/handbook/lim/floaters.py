"""Handbook 1.2 (Lim) Art. 4: floaters, their opponents and their choice."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pairing.handbook.lim.cards import Cards
from pairing.handbook.lim.exchanges import Keeper
from pairing.matching import Matching, as_set, bits
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


def opponents_in_order(
    cards: Cards, floater: int, direction: Direction, *groups: int
) -> Iterator[int]:
    """The opponents that a floater tries, in turn: in each group those whose colour fits first.

    In a maxi tournament a fitting colour brings a player forward only if they are within 100 points
    of the first compatible one.
    """
    fits = cards.fitting(floater)
    possible = [cards.legal[floater] & group for group in groups]
    if cards.maxi:
        first = next((t for players in possible for t in one_by_one(direction, players)), 0)
        near = (t for players in possible for t in bits(players) if cards.within_maxi(first, t))
        fits &= as_set(near)
    for players in possible:
        yield from one_by_one(direction, players & fits)
        yield from one_by_one(direction, players & ~fits)


def one_by_one(direction: Direction, players: int) -> Iterator[int]:
    """`in_order` of a set, as far as anybody asks."""
    if direction is Direction.DOWN:
        yield from bits(players)
        return
    while players:
        last = players.bit_length() - 1
        yield last
        players ^= 1 << last


def give_opponents(
    cards: Cards, floaters: Sequence[int], own: Sequence[int], *, complete: bool
) -> dict[int, int] | None:
    """Opponents among the players of the group for floaters, in their order of priority.

    As few floaters as possible stay without one. With `complete`, the first opponents with which
    the rest of the group (less one player if that is odd) can be paired completely, or None.
    Without it the rest is not looked at.
    """
    found = _one_after_the_other(cards, floaters, own, complete=complete)
    if found is None:
        return None
    return {a: b for a, b in zip(floaters, found, strict=True) if b is not None}


def _one_after_the_other(
    cards: Cards, floaters: Sequence[int], own: Sequence[int], *, complete: bool
) -> Iterator[int | None] | None:
    """The opponent of each floater in turn, found when it is asked for."""
    floating, staying = as_set(floaters), as_set(own)
    # Floaters do not meet each other here.
    rows = [0] * (floating | staying).bit_length()
    for tpn in floaters:
        rows[tpn] = cards.legal[tpn] & staying
    for tpn in own:
        rows[tpn] = cards.legal[tpn] & floating
    from_floaters = Matching(rows, floating | staying)
    alone = (from_floaters.maximise() & floating).bit_count()
    if complete:
        for tpn in own:
            rows[tpn] = cards.legal[tpn] & (floating | staying)
    # Vertices on paper: one for each floater who stays alone; one for the player made to float out
    # of an odd rest or, if the rest is not looked at, one for everybody in it.
    spare_from = len(rows)
    spare = list(range(spare_from, spare_from + alone))
    _add_vertices(rows, alone, floating)
    rest = len(own) - len(floaters) + alone
    _add_vertices(rows, rest % 2 if complete else rest, staying)
    keeper = Keeper(rows, alive=floating | staying | (1 << len(rows)) - (1 << spare_from))
    if not keeper.perfect:
        return None
    free = staying

    def opponent_of(floater: int) -> int | None:
        nonlocal free
        there = direction_of(cards, floater)
        opponent = keeper.fix_first(floater, opponents_in_order(cards, floater, there, free))
        if opponent is None:
            keeper.fix(floater, spare.pop())
        else:
            free &= ~(1 << opponent)
        return opponent

    return map(opponent_of, floaters)


def _add_vertices(rows: list[int], number: int, neighbours: int) -> None:
    added = (1 << number) - 1 << len(rows)
    for place in bits(neighbours):
        rows[place] |= added
    rows += [neighbours] * number


# Art. 4.2-4.5, 4.9, 4.10  The choice of a floater


@dataclass(frozen=True, slots=True)
class NextGroup:
    """The goal of a floater: the players there and, when the median is next on the way up,
    the floaters who came down to it and have priority (4.3, 4.4, 4.6.3)."""

    direction: Direction  # of those who would go there
    own: tuple[int, ...]
    ahead: tuple[int, ...] = ()
    _known: dict[tuple[int, ...], "_Taking"] = field(default_factory=dict)

    def has_opponent(self, cards: Cards, tpn: int, floaters: Sequence[int]) -> bool:
        """True if somebody there is left for this player when those ahead and these floaters have
        opponents. Each of them takes one at most, so with more to choose from nobody needs to ask.
        """
        possible = cards.legal[tpn] & as_set(self.own)
        if not possible or possible.bit_count() > len(self.ahead) + len(floaters):
            return bool(possible)
        key = tuple(floaters)
        if key not in self._known:
            first = [*self.ahead, *by_priority(cards, self.direction, floaters)]
            self._known[key] = _Taking(cards, first, self.own)
        return self._known[key].leaves_one_of(possible)


class _Taking:
    """The rest of a group while floaters take their opponents, as far as it was asked."""

    def __init__(self, cards: Cards, floaters: Sequence[int], own: Sequence[int]) -> None:
        self.free = as_set(own)
        self.to_come = len(floaters)
        taken = _one_after_the_other(cards, floaters, own, complete=False)
        assert taken is not None  # without `complete` there is always an answer
        self.taken = taken

    def leaves_one_of(self, possible: int) -> bool:
        while 0 < (possible & self.free).bit_count() <= self.to_come:
            opponent = next(self.taken)
            self.to_come -= 1
            if opponent is not None:
                self.free &= ~(1 << opponent)
        return bool(possible & self.free)


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
