"""Handbook, knock-out, A.19: money prizes."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.errors import UnsupportedRule
from pairing.handbook.knockout.progress import Place
from pairing.state import Fact

# A.19  Money prizes


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """The prizes of shared places, added and divided. Whole cents: what is left is named."""

    players: tuple[int, ...]
    first: int
    last: int
    total: int  # cents
    each: int
    left_over: int
    fact: Fact


def share_prizes(ranking: Sequence[Place], prizes: Sequence[int]) -> tuple[PrizeShare, ...]:
    """`prizes` in cents, first prize first. Those who left in one stage share equally."""
    if any(prize < 0 for prize in prizes):
        raise UnsupportedRule("knockout.prize")
    shares = []
    for place in ranking:
        total = sum(prizes[place.first - 1 : place.last])
        if not total:
            continue
        each, left_over = divmod(total, len(place.players))
        values = (("first", place.first), ("last", place.last), ("total", total), ("each", each))
        code = "knockout.prize.shared" if len(place.players) > 1 else "knockout.prize.alone"
        shares.append(
            PrizeShare(
                place.players,
                place.first,
                place.last,
                total,
                each,
                left_over,
                Fact(code, "A.19", place.players, values),
            )
        )
    return tuple(shares)
