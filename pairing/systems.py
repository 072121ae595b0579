"""The engines of the formats that pair round after round. They load only when asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pairing.errors import UnsupportedRule
from pairing.formats import FORMATS, Format, find, having, keys
from pairing.state import Fact, RoundPairing, TournamentState


@dataclass(frozen=True, slots=True)
class System:
    """What a module of `Format.engine` has as `SYSTEM`: the functions of a pairing system.

    `pair` gives the next round. `why_not(state, a, b)` says why two players were not paired.
    `violations(state, pairing)` names every rule that a (hand-made) pairing breaks, worst first.
    """

    key: str
    pair: Callable[[TournamentState], RoundPairing]
    why_not: Callable[[TournamentState, int, int], tuple[Fact, ...]] | None = None
    violations: Callable[[TournamentState, RoundPairing], tuple[Fact, ...]] | None = None

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


# Names of before the table, until nobody asks for them

MODULES = {found.key: found.engine for found in having(pairs_rounds=True)}
TEAM_SYSTEMS = keys(pairs_teams=True)
KNOCKOUT = "handbook.knockout"
TEAM_KNOCKOUT = "handbook.team_knockout"
