"""Handbook 1.2 (Lim) Art. 1: pairing numbers."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pairing.handbook.lots import Lots
from pairing.state import Player

#: The order of A.2.c of the Dutch chapter; the worked example of this one has FM above WIM too.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")

NO_LOTS = Lots()


def ranked(
    players: Iterable[Player],
    lots: Lots = NO_LOTS,
    equals: Callable[[Player], Any] | None = None,
) -> tuple[Player, ...]:
    """The list made before round 1; its first player gets number 1.

    Rating; with equal or no rating FIDE title, then local rating, then lot. The lot of the draw
    "lim.numbers" is made among all players by the numbers they carry so far; `equals`: another
    criterion, announced in its place.
    """
    listed = tuple(players)
    drawn = lots.order("lim.numbers", [player.tpn for player in listed])
    lot = {number: place for place, number in enumerate(drawn)}

    def place(player: Player) -> tuple[int, int, int, Any]:
        title = TITLES.index(player.title) if player.title in TITLES else len(TITLES)
        last = equals(player) if equals else lot[player.tpn]
        return (-player.rating, title, -player.national_rating, last)

    return tuple(sorted(listed, key=place))


def ranked_by_options(
    players: Iterable[Player], options: Mapping[str, Any], equals: Callable[[Player], Any] | None
) -> tuple[Player, ...]:
    return ranked(players, NO_LOTS, equals)
