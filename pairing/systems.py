"""Which systems there are, by (edition.system) key. Modules load only when asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module

from pairing.errors import UnsupportedRule
from pairing.state import Fact, RoundPairing, TournamentState


class Family(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    TEAMS = "teams"


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that only this system has; its words live outside the core."""

    name: str
    default: str | int | bool
    choices: tuple[str, ...] = ()  # for a str option


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system: its key, one English line about it, and its functions.

    `pair` gives the next round. `why_not(state, a, b)` says why two players were not paired.
    `violations(state, pairing)` names every rule that a (hand-made) pairing breaks, worst first.
    """

    key: str
    family: Family
    summary: str
    pair: Callable[[TournamentState], RoundPairing]
    options: tuple[Option, ...] = ()
    why_not: Callable[[TournamentState, int, int], tuple[Fact, ...]] | None = None
    violations: Callable[[TournamentState, RoundPairing], tuple[Fact, ...]] | None = None
    accelerates: bool = False
    by_ratings: bool = False  # besides the numbers that they gave


#: key → module; every module has a constant `SYSTEM`
MODULES: dict[str, str] = {
    "fide2026.dutch": "pairing.fide2026.dutch",
    "handbook.dutch": "pairing.handbook.dutch",
    "handbook.lim": "pairing.handbook.lim",
    "handbook.dubov": "pairing.handbook.dubov",
    "handbook.burstein": "pairing.handbook.burstein",
    "handbook.round_robin": "pairing.handbook.round_robin",
}

#: these pair teams, not players: `pairing.handbook.team_events.programme` is their schedule
TEAM_SYSTEMS = (
    "handbook.team_round_robin",
    "handbook.skalitzka",
    "handbook.scheveningen",
    "handbook.team_knockout",
)

#: pairs nobody round by round: `pairing.handbook.knockout.plan` is announced and followed
KNOCKOUT = "handbook.knockout"
#: its rounds are made one by one: `pairing.handbook.team_knockout.follow`
TEAM_KNOCKOUT = "handbook.team_knockout"


def system(key: str) -> System:
    if key in TEAM_SYSTEMS:
        of_teams: System = import_module("pairing.handbook.team_events").SYSTEMS[key]
        return of_teams
    if key not in MODULES:
        raise UnsupportedRule("system.unknown", system=key, known=tuple(MODULES))
    found: System = import_module(MODULES[key]).SYSTEM
    return found


def systems() -> tuple[System, ...]:
    return tuple(system(key) for key in MODULES)
