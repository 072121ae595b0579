"""C.04.5 and C.04.6 (FIDE, 1 February 2026), articles 1 and 2: what pairing a round reads.

Each chapter has a `Field` of its own, which says what differs: colours, and the quality of pairs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pairing.fide2026.field import Entrant, RoundField
from pairing.results import ByeKind, Outcome
from pairing.state import Fact, Record, TournamentState

Value = int | tuple[int, ...]
Pairs = Sequence[tuple[int, int]]


class Upfloating(Entrant, Protocol):
    """A player or a team, with what both chapters ask about it."""

    @property
    def floated_last(self) -> bool: ...
    @property
    def may_have_bye(self) -> bool: ...
    @property
    def matches(self) -> int:
        """The matches played, not those forfeited (art. 3.4.3)."""


M = TypeVar("M", bound=Upfloating)


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket with its pairs: `lower` are all the others not yet paired."""

    residents: int
    lower: int
    upfloaters: tuple[int, ...]
    pairs: Pairs


@dataclass(frozen=True, slots=True)
class Criterion:
    """Smaller values are better; a tuple is compared from its beginning."""

    code: str
    article: str
    value: Callable[["UpfloatingField[Any]", Paired], Value]
    #: said of every bracket, also without upfloaters
    always_told: bool = False


class Costs(Protocol):
    """One number for all that the criteria about pairs say of two who meet."""

    def key(self, x: int) -> tuple[object, ...]:
        """All that the costs and the wide prohibitions read of one of them."""

    def __call__(self, u: int, v: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Seats(Generic[M]):
    """Two who meet: `first` is the higher ranked (art. 4.2), `article` decided the colours."""

    white: M
    black: M
    first: M
    article: str

    @property
    def other(self) -> M:
        return self.black if self.first is self.white else self.white


class UpfloatingField(RoundField[M]):
    """A round of one of the two chapters.

    `words` begins the codes of its facts, `called` is what a fact calls those whom it counts.
    """

    system: ClassVar[str]
    words: ClassVar[str]
    called: ClassVar[str] = "players"
    #: begins the code of a criterion where values are compared
    measures: ClassVar[str] = ""
    #: art. 3.6.1 (reading LX-2): who stands above in a pair, the smaller TPN or the higher score
    tops_by_score: bool
    #: criteria about floaters are asked in this round
    asks_floats: bool

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        super().__init__(state, record)
        #: who may meet whom as [C6] sees it, also where a question keeps two for each other
        self.by_the_rules = self.legal
        #: everybody who gets an opponent: without the one of the bye, once that is settled
        self.to_be_paired = self.everybody

    def pairing_score(self, tpn: int, before: int) -> int:
        """The score before a round, with the virtual points of that round."""
        return self.record.scores_before[tpn][before - 1] + self.acceleration.points(tpn, before)

    def quality(self) -> Sequence[Criterion]:
        """The criteria that are asked in this round, in descending priority."""
        raise NotImplementedError

    def costs(self, players: int, up: int) -> Costs:
        """For the pairs of a bracket with these upfloaters."""
        raise NotImplementedError

    def seats(self, x: int, y: int) -> Seats[M]:
        """Art. 4: the colours of two who meet."""
        raise NotImplementedError

    def colour_fact(self, seats: Seats[M]) -> Fact:
        raise NotImplementedError

    # Art. 1.5  Floaters of the previous round

    def floaters(self) -> set[int]:
        """Those who played an opponent with another pairing score (reading G-6).

        A match that was forfeited (LX-3) and a bye (LX-4) make no floater.
        """
        state = self.state
        number = len(state.rounds)
        return {
            tpn
            for round_ in state.rounds[-1:]
            for game in round_.games
            if game.result.played
            and self.pairing_score(game.white, number) != self.pairing_score(game.black, number)
            for tpn in (game.white, game.black)
        }


# Art. 2.1.2  [C2]


def barred_from_bye(state: TournamentState) -> set[int]:
    """Those who had the pairing-allocated bye, won a match by forfeit or had a full-point bye.

    The chapters' own list, whatever those were worth (readings G-3, DS-1).
    """
    barred = set()
    for round_ in state.rounds:
        for game in round_.games:
            for tpn in (game.white, game.black):
                if game.outcome(tpn) is Outcome.FORFEIT_WIN:
                    barred.add(tpn)
        for bye in round_.byes:
            if bye.kind in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT):
                barred.add(bye.player)
    return barred
