"""One tie-break of one edition: its article, its functions, and where it may be used."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from pairing.formats import Family
from pairing.state import Fact
from tiebreaks.codes import Code
from tiebreaks.field import Column, Field, Split
from tiebreaks.working import Step, Table

Compute = Callable[[Field, Code], Column]
Resolve = Callable[[Field, Code, tuple[int, ...]], Split]
Steps = Callable[[Field, Code, int], tuple[list[Step], tuple[Fact, ...]]]
Tables = Callable[[Field, Code, tuple[int, ...]], list[Table]]


class Scope(StrEnum):
    INDIVIDUAL = "individual"
    TEAM = "team"
    BOTH = "both"


BOTH_FAMILIES = frozenset(Family)
SWISS_ONLY = frozenset({Family.SWISS})
ROUND_ROBIN_ONLY = frozenset({Family.ROUND_ROBIN})


@dataclass(frozen=True, slots=True)
class Method:
    """One tie-break of one edition.

    Type A (`resolve`) needs the group still tied at its place in the list, all others (`compute`)
    have a value for everybody. `systems`: where it makes sense; `forbidden`: where the rule book
    excludes it. `variants`: the letters that may
    follow (C, M, L, E, K, P, F, R, D, B, U, and S for ":MP" and ":GP"). `decimals`: at least so
    many are shown. `ascending`: of the values shown the lower one is better.
    """

    name: str
    article: str
    compute: Compute | None = None
    resolve: Resolve | None = None
    scope: Scope = Scope.INDIVIDUAL
    systems: frozenset[Family] = BOTH_FAMILIES
    forbidden: frozenset[Family] = frozenset()
    ascending: bool = False
    variants: str = ""
    decimals: int = 0
    rating: bool = False
    kind: str = "B"  # C.07 art. 4.3: letters A to D
    rounded: bool = False  # shown with exactly `decimals`, whatever the value
    steps: Steps | None = None  # the working, round by round
    tables: Tables | None = None  # the working of type A

    @property
    def label(self) -> str:
        return f"tiebreaks.{self.name}"

    @property
    def type_a(self) -> bool:
        return self.resolve is not None
