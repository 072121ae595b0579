"""B.01 art. 1.4.3 to 1.4.5: whom a player met."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ratings.norms.event import (
    ByeKind,
    EventKind,
    EventSystem,
    How,
    NormEvent,
    NormPlayer,
)
from ratings.norms.titles import FLAGLESS, HOLDERS, OUTSIDE, NormTitle


class Fail(StrEnum):
    """The articles that a set of games does not meet."""

    WOMEN = "0.3.1"
    TOO_FEW = "1.4.1"
    SELECTION = "1.4.1ef"
    CANNOT_COUNT = "1.4.2"
    FOREIGN = "1.4.3"
    OWN_FEDERATION = "1.4.4-own"
    ONE_FEDERATION = "1.4.4-one"
    TITLED = "1.4.5a"
    REQUIRED = "1.4.5b-e"
    SMALL_DOUBLE = "1.4.5f"
    PERFORMANCE = "1.4.8"
    AVERAGE = "1.4.8a"
    SCORE = "1.4.8b"


@dataclass(frozen=True, slots=True)
class Mix:
    """Opponents, counted game by game but for the required titles of a double round robin."""

    games: int
    titled: int
    required: int
    required_min: int
    foreign_federations: int
    own_federation: int
    one_federation: int

    def fails(self, *, waived: bool) -> list[Fail]:
        found = []
        if not waived:  # Art. 1.4.3 a-d  lifts 1.4.4 as well
            if self.foreign_federations < 2:
                found.append(Fail.FOREIGN)
            if 3 * self.one_federation > 2 * self.games:
                found.append(Fail.ONE_FEDERATION)
            if 5 * self.own_federation > 3 * self.games:
                found.append(Fail.OWN_FEDERATION)
        if 2 * self.titled < self.games:
            found.append(Fail.TITLED)
        if self.required < self.required_min:
            found.append(Fail.REQUIRED)
        return found


def mix(
    title: NormTitle, player: NormPlayer, opponents: Sequence[NormPlayer], system: EventSystem
) -> Mix:
    games = len(opponents)
    flags = Counter(one.federation for one in opponents if one.federation != FLAGLESS)
    own = flags[player.federation] if player.federation != FLAGLESS else 0
    holders = [one for one in opponents if one.title in title.required]
    required, required_min = len(holders), max(3, -(-games // 3))
    if system is EventSystem.DOUBLE_ROUND_ROBIN:  # Art. 1.4.5 f  half of them, over different ones
        required, required_min = len({one.id for one in holders}), -(-required_min // 2)
    return Mix(
        games=games,
        titled=sum(one.title in HOLDERS for one in opponents),
        required=required,
        required_min=required_min,
        foreign_federations=len(flags.keys() - {player.federation}),
        own_federation=own,
        one_federation=max(flags.values(), default=0),
    )


class Waiver(StrEnum):
    CHAMPIONSHIP = "1.4.3a"
    TEAM_CHAMPIONSHIP = "1.4.3b"
    ZONAL = "1.4.3c"
    LARGE_SWISS = "1.4.3d"


#: 1.4.3 a, b: for players of the registering federation only
_AT_HOME = {
    EventKind.NATIONAL_CHAMPIONSHIP: Waiver.CHAMPIONSHIP,
    EventKind.NATIONAL_TEAM: Waiver.TEAM_CHAMPIONSHIP,
}


def waiver(event: NormEvent, player: NormPlayer) -> Waiver | None:
    """Art. 1.4.3 a to d, in their order, needed or not."""
    if event.kind in _AT_HOME and player.federation == event.host:
        return _AT_HOME[event.kind]
    if event.kind is EventKind.ZONAL:
        return Waiver.ZONAL
    if event.system is EventSystem.SWISS and _is_large(event):
        return Waiver.LARGE_SWISS
    return None


# Art. 1.4.3 d

LEAST_FOREIGNERS, LEAST_FEDERATIONS, LEAST_TITLED = 20, 3, 10
_LARGE_TITLES = frozenset({"GM", "IM", "WGM", "WIM"})


def _is_large(event: NormEvent) -> bool:
    foreigners = [
        one
        for one in event.players.values()
        if one.rating is not None and one.federation not in (event.host, OUTSIDE)
    ]
    if len(foreigners) < LEAST_FOREIGNERS:
        return False
    present = _present(event)
    regular = [
        one for one in foreigners if sum(one.id not in there for there in present.values()) <= 1
    ]
    return bool(present) and all(
        _is_enough([one for one in regular if one.id in there]) for there in present.values()
    )


def _is_enough(players: Collection[NormPlayer]) -> bool:
    federations = {one.federation for one in players} - {FLAGLESS}
    return (
        len(players) >= LEAST_FOREIGNERS
        and len(federations) >= LEAST_FEDERATIONS
        and sum(one.title in _LARGE_TITLES for one in players) >= LEAST_TITLED
    )


def _present(event: NormEvent) -> dict[int, set[int]]:
    """Those there in each round: they played, won by forfeit or had the pairing-allocated bye."""
    found: dict[int, set[int]] = {}
    for game in event.games:
        there = found.setdefault(game.round, set())
        for player, halves in zip((game.white, game.black), game.halves, strict=True):
            if game.how is not How.FORFEIT or halves:
                there.add(player)
    for bye in event.byes:
        there = found.setdefault(bye.round, set())
        if bye.kind is ByeKind.PAIRING:
            there.add(bye.player)
    return found
