"""Handbook, knock-out, A.4 and A.8: who is first seed, and first against last."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.handbook.lots import Lots
from pairing.state import Fact, Player

# A.4  Seeding


@dataclass(frozen=True, slots=True)
class Seeding:
    order: tuple[int, ...]  # first seed first
    facts: tuple[Fact, ...] = ()


def seed_by_rating(players: Sequence[Player], lots: Lots) -> Seeding:
    """By rating; players without rating come last, in an order drawn by lot.

    Equal ratings keep the order of the start list.
    """
    rated = sorted(
        (player for player in players if player.rating > 0),
        key=lambda player: (-player.rating, player.tpn),
    )
    unrated = lots.order("seeding", sorted(p.tpn for p in players if p.rating <= 0))
    facts = tuple(
        Fact("knockout.seeded_by_rating", "A.4", (player.tpn,), (("rating", player.rating),))
        for player in rated
    )
    facts += tuple(
        Fact("knockout.seeded_by_lot", "A.4", (tpn,), (("seed", lots.seed),)) for tpn in unrated
    )
    return Seeding(tuple(player.tpn for player in rated) + unrated, facts)


def seed_by_ranking(order: Sequence[int]) -> Seeding:
    """A.8  In a play-off the final ranking of the event is the order."""
    facts = tuple(
        Fact("knockout.seeded_by_ranking", "A.8", (tpn,), (("place", place),))
        for place, tpn in enumerate(order, 1)
    )
    return Seeding(tuple(order), facts)


# A.4, A.8  First against last


def first_against_last(order: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """1-8, 2-7, 3-6, 4-5."""
    half = len(order) // 2
    return tuple((order[place], order[-1 - place]) for place in range(half))
