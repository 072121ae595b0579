"""The findings of the checker in a report: round by round, points and places."""

from dataclasses import dataclass

from pairing.sentences import Said
from pairing.trf import Adjustment
from pairing.trf.history import Pair


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """Pairs that only one of the two engines has; both empty = they agree."""

    first: tuple[Pair, ...] = ()
    second: tuple[Pair, ...] = ()
    problem: Said | None = None  # why it has not paired the round

    @property
    def agrees(self) -> bool:
        return not (self.first or self.second or self.problem)


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """One round. `found` only in the file, `expected` only by the rules; both empty = agreed."""

    number: int
    found: tuple[Pair, ...] = ()
    expected: tuple[Pair, ...] = ()
    problem: Said | None = None  # why the rules gave no pairing at all
    #: the round differs exactly as a line of the file says that it was altered by hand
    altered: bool = False
    #: what the second engine says of the first one's pairing, if it was asked
    second: SecondOpinion | None = None

    @property
    def agrees(self) -> bool:
        return self.altered or not (self.found or self.expected or self.problem)


@dataclass(frozen=True, slots=True)
class WrongRank:
    player: int
    found: int
    first: int  # the place by the rules; players still tied share places `first` to `last`
    last: int


@dataclass(frozen=True, slots=True)
class WrongPoints:
    player: int
    found: int
    expected: int


@dataclass(frozen=True, slots=True)
class Report:
    system: str
    rounds: tuple[RoundCheck, ...]
    points: tuple[WrongPoints, ...] = ()
    tie_breaks: tuple[str, ...] = ()  # the list that the places were judged by
    ranks: tuple[WrongRank, ...] = ()
    ranks_judged: bool = False
    ranks_problem: Said | None = None  # why the places could not be judged although a list is there
    notes: tuple[Said, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def agreed(self) -> int:
        return sum(1 for check in self.rounds if check.agrees)

    @property
    def clean(self) -> bool:
        return (
            self.agreed == len(self.rounds)
            and all(check.second is None or check.second.agrees for check in self.rounds)
            and not self.points
            and not self.ranks
            and not self.ranks_problem
        )
