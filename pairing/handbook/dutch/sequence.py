"""Handbook 1.1 (Dutch), D: the order of transpositions and exchanges.

Players are their places in the group, from 1. The engine finds the first attempt that works
without walking through these lists; they are the definition that it keeps.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

# D.1  Transpositions


def transpositions(s2: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All orders of S2; read as numbers, they rise."""
    return permutations(sorted(s2))


# D.2  Exchanges

Exchange = tuple[tuple[int, ...], tuple[int, ...]]


def exchanges(size: int, pairs: int, number: int) -> list[Exchange]:
    """All exchanges of `number` players in a group of `size` whose S1 holds the first `pairs`.

    The difference is as small as possible; then the set from S1 whose lowest player stands
    lower, then its next lowest; then the set from S2 whose highest player stands higher.

    Left out is what can never be the first success, as in the printed matrices: a player of the
    new S1 below whom nobody is left in S2, and more players at the head of S2 than stay over.
    """
    s1 = range(1, pairs + 1)
    s2 = range(pairs + 1, size + 1)
    over = size - 2 * pairs
    found = [
        (leaving, entering)
        for leaving in combinations(s1, number)
        for entering in combinations(s2, number)
        if _head(leaving) <= over and size not in entering
    ]
    return sorted(found, key=exchange_order)


def exchange_order(exchange: Exchange) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    leaving, entering = exchange
    return (
        sum(entering) - sum(leaving),
        tuple(-place for place in sorted(leaving, reverse=True)),
        tuple(sorted(entering)),
    )


def _head(leaving: tuple[int, ...]) -> int:
    """The number of first places of the group that leave S1 together: 1, 2, ... without a gap."""
    return next((i for i, place in enumerate(leaving) if place != i + 1), len(leaving))
