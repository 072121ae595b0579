"""The engines of the formats that pair round after round. They load only when asked for."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from pairing.errors import UnsupportedRule
from pairing.formats import FORMATS, Format, find, keys
from pairing.state import Colour, Fact, Player, RoundPairing, TournamentState


@dataclass(frozen=True, slots=True)
class AroEntry:
    """A line of the list: with it players can work out their next pairing themselves."""

    tpn: int
    name: str
    rating: int
    score: int
    rating_sum: int  # of the opponents met
    games: int
    due: Colour | None

    @property
    def aro(self) -> Fraction:
        return Fraction(self.rating_sum, self.games) if self.games else Fraction(0)

    @property
    def tenths(self) -> int:
        """The average in tenths, half rounded up: the one decimal of the printed table."""
        return (20 * self.rating_sum + self.games) // (2 * self.games) if self.games else 0


@dataclass(frozen=True, slots=True)
class Outlook:
    """Facts about a player that the next pairing needs."""

    due: Colour | None
    #: "down", "up" or "" in the round before it
    floated: str


#: the order of the list; `equals` decides last, None leaves it to the chapter
Ranked = Callable[
    [Iterable[Player], Mapping[str, Any], Callable[[Player], Any] | None], tuple[Player, ...]
]


@dataclass(frozen=True, slots=True)
class System:
    """The functions of a pairing system: `SYSTEM` of the module that `Format.engine` names.

    `pair` gives the next round. `why_not(state, a, b)` says why two players were not paired.
    `violations(state, pairing)` names every rule that a (hand-made) pairing breaks, worst first.
    `prospects(state)` gives colours and floats by player (`Format.tells_prospects`), `averages`
    the list that is published after each round (`Format.publishes_averages`). `ranked(players,
    options, equals)` is the list made before round 1, where the chapter has an order of its own;
    `equals` is the criterion announced for those whom the chapter leaves equal.
    """

    key: str
    pair: Callable[[TournamentState], RoundPairing]
    why_not: Callable[[TournamentState, int, int], tuple[Fact, ...]] | None = None
    violations: Callable[[TournamentState, RoundPairing], tuple[Fact, ...]] | None = None
    prospects: Callable[[TournamentState], dict[int, Outlook]] | None = None
    averages: Callable[[TournamentState], tuple[AroEntry, ...]] | None = None
    ranked: Ranked | None = None

    @property
    def format(self) -> Format:
        return find(self.key)


def system(key: str) -> System:
    chosen = FORMATS.get(key)
    if chosen is not None and chosen.programme:
        raise UnsupportedRule("teams.programme")
    if chosen is None or not chosen.engine:
        raise UnsupportedRule("system.unknown", system=key, known=keys(pairs_rounds=True))
    found: System = import_module(chosen.engine).SYSTEM
    return found


def second_engine(chosen: Format) -> Any:
    """The module that pairs the same rounds once more: `pair`, `MAX_PLAYERS`, `BudgetExhausted`."""
    return import_module(chosen.second_engine)
