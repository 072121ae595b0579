"""Handbook, round robin, 2: numbers by lot, groups, and a final group.

Where the text contradicts itself (C-26) both readings are offered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.lots import Lots
from pairing.state import Fact, Player

# 2  Numbers are drawn by lot


@dataclass(frozen=True, slots=True)
class DrawnNumber:
    entrant: int  # the number in the start list, before the draw
    number: int  # the number in the Berger table
    fact: Fact


def draw_numbers(
    entrants: Sequence[Player], lots: Lots, own: Mapping[int, int] | None = None
) -> tuple[DrawnNumber, ...]:
    """Numbers by lot, in the order of drawing: the highest rated draws first, by custom.

    `own` holds the numbers that players have drawn themselves; the chief arbiter draws for
    everybody else, by the seed.
    """
    own = own or {}
    numbers = set(range(1, len(entrants) + 1))
    known = {player.tpn for player in entrants}
    if len(set(own.values())) != len(own) or not (own.keys() <= known):
        raise InconsistentHistory("round_robin.own_numbers")
    if not numbers.issuperset(own.values()):
        raise InconsistentHistory("round_robin.draw_numbers", last=len(entrants))
    left = iter(lots.order("numbers", sorted(numbers - set(own.values()))))
    drawn = []
    for player in sorted(entrants, key=lambda player: (-player.rating, player.tpn)):
        typed = player.tpn in own
        number = own[player.tpn] if typed else next(left)
        code = "round_robin.number.typed" if typed else "round_robin.number.lot"
        values: tuple[tuple[str, int | str], ...] = (("number", number),)
        if not typed:
            values += (("seed", lots.seed),)
        drawn.append(DrawnNumber(player.tpn, number, Fact(code, "2", (player.tpn,), values)))
    return tuple(drawn)


@dataclass(frozen=True, slots=True)
class Redraw:
    """The fate of the draw when somebody leaves between draw and round 1."""

    repeat: bool
    fact: Fact


def after_leaving(
    players: int, leaver: int, *, replaced: bool = False, as_printed: bool = False
) -> Redraw:
    """2 and C-26: is the draw repeated? The arbiter has the last word.

    As printed the draw is repeated in every case. The second sentence only makes sense as the
    exception: nobody else's number is touched when the last, even number becomes the bye, or
    when a new player takes over the number.
    """
    if not 1 <= leaver <= players:
        raise InconsistentHistory("round_robin.not_drawn", number=leaver, players=(leaver,))
    if as_printed:
        return Redraw(True, Fact("round_robin.redraw.as_printed", "2", (leaver,)))
    if replaced:
        return Redraw(False, Fact("round_robin.redraw.replaced", "2", (leaver,)))
    if leaver == players and players % 2 == 0:
        return Redraw(False, Fact("round_robin.redraw.last_even_number", "2", (leaver,)))
    return Redraw(True, Fact("round_robin.redraw.number_left", "2", (leaver,)))


# 2  Groups, and a final group


def balanced_groups(ranked: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """Groups of equal strength: dealt out there and back again (1 2 3, 3 2 1, ...)."""
    if count < 1 or len(ranked) < 2 * count:
        raise UnsupportedRule("round_robin.group_of_one")
    groups: list[list[int]] = [[] for _ in range(count)]
    for index, player in enumerate(ranked):
        lap, place = divmod(index, count)
        groups[count - 1 - place if lap % 2 else place].append(player)
    return tuple(tuple(group) for group in groups)


def final_group(
    standings: Sequence[Sequence[int]], qualifiers: int, lots: Lots
) -> tuple[tuple[int, ...], tuple[Fact, ...]]:
    """The first `qualifiers` of each group, in the order of their numbers in the final."""
    if qualifiers < 1 or any(len(group) < qualifiers for group in standings):
        raise UnsupportedRule("round_robin.qualifiers")
    through = [player for group in standings for player in group[:qualifiers]]
    facts = tuple(
        Fact("round_robin.final.qualified", "2", (player,), (("group", index), ("place", place)))
        for index, group in enumerate(standings, 1)
        for place, player in enumerate(group[:qualifiers], 1)
    )
    return lots.order("final group", through), facts
