"""Handbook, knock-out, C.5-C.9: groups and numbers by the next tie-break."""

from pairing.handbook.lots import Lots
from pairing.handbook.playoff.choices import SEVEN_NUMBERS, TEN_GROUPS, Settings
from pairing.handbook.round_robin import balanced_groups


def groups_of_six(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return _chosen(order, (1, 4, 5), (2, 3, 6))


def groups_of_nine(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return _chosen(order, (1, 5, 9), (2, 6, 7), (3, 4, 8))


def groups_of_ten(
    order: tuple[int, ...], settings: Settings, lots: Lots, key: str
) -> tuple[tuple[int, ...], ...]:
    """C.9 does not say who is in which group: dealt out as in C.5 (1, 4, 5, 8, 9), or by lot."""
    if settings.choice(TEN_GROUPS) == "lot":
        drawn = lots.order(f"{key}groups", order)
        return tuple(tuple(sorted(group, key=order.index)) for group in (drawn[:5], drawn[5:]))
    return balanced_groups(order, 2)


def line_of_seven(
    order: tuple[int, ...], settings: Settings, lots: Lots, key: str
) -> tuple[int, ...]:
    """C.6: pairing numbers by tie-break as 1, 5, 2, 6, 3, 7, 4, or by lot."""
    if settings.choice(SEVEN_NUMBERS) == "lot":
        return lots.order(f"{key}numbers of seven", order)
    return _chosen(order, (1, 5, 2, 6, 3, 7, 4))[0]


def _chosen(order: tuple[int, ...], *groups: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(order[place - 1] for place in group) for group in groups)
