"""Handbook, knock-out, A.9-A.27: games, clocks, breaks, and what the arbiter announces."""

from dataclasses import dataclass

from pairing.errors import UnsupportedRule
from pairing.state import Fact

# A.9, A.20-A.26  Games and times


@dataclass(frozen=True, slots=True)
class Clock:
    white_seconds: int
    black_seconds: int
    increment: int = 0  # seconds per move from move 1

    @classmethod
    def each(cls, minutes: int, increment: int = 0) -> "Clock":
        return cls(minutes * 60, minutes * 60, increment)

    @property
    def minutes(self) -> int:
        """The longest that a game may last; with increments, at 60 moves."""
        seconds = self.white_seconds + self.black_seconds + 2 * 60 * self.increment
        return -(-seconds // 60)

    @property
    def thinking(self) -> int:
        """Seconds for both, to compare two clocks: A.26 sets 15 min + 10 s equal to 20 minutes,
        that is, an increment at 30 moves."""
        return self.white_seconds + self.black_seconds + 2 * 30 * self.increment


TWENTY_MINUTES = Clock.each(20)
FIFTEEN_AND_TEN = Clock.each(15, 10)
GOLDEN_POINT = Clock(5 * 60, 4 * 60)


@dataclass(frozen=True, slots=True)
class Phase:
    """The match itself, or one extension of it."""

    games: int = 2
    clock: Clock = TWENTY_MINUTES


@dataclass(frozen=True, slots=True)
class TieFormat:
    """The way in which a tie is decided: match, extensions, golden point.

    Without any phase the tie is a golden point game alone, as some play-off recipes have it.
    """

    phases: tuple[Phase, ...] = (Phase(), Phase())
    golden: Clock = GOLDEN_POINT
    break_between_games: int = 5
    break_between_stages: int = 10
    break_before_start: int = 30
    #: stop a phase once the other side cannot catch up (A.9 wants equal colours: off)
    stop_when_decided: bool = False

    def __post_init__(self) -> None:
        for phase in self.phases:
            if phase.games < 2 or phase.games % 2:
                raise UnsupportedRule("knockout.games")
        clocks = [phase.clock for phase in self.phases]
        for clock in (*clocks, self.golden):
            if min(clock.white_seconds, clock.black_seconds) <= 0 or clock.increment < 0:
                raise UnsupportedRule("knockout.times")
        if clocks and any(clock.thinking > clocks[0].thinking for clock in clocks[1:]):
            raise UnsupportedRule("knockout.extension")
        breaks = (self.break_between_games, self.break_between_stages, self.break_before_start)
        if min(breaks) < 0:
            raise UnsupportedRule("knockout.breaks")

    @property
    def golden_phase(self) -> int:
        return len(self.phases)

    @property
    def shortest(self) -> int:
        """Minutes, if the match decides."""
        if not self.phases:
            return self.golden.minutes
        return _length(self.phases[0], self.break_between_games)

    @property
    def longest(self) -> int:
        """Minutes with every extension and the golden point."""
        parts = [_length(phase, self.break_between_games) for phase in self.phases]
        parts.append(self.golden.minutes)
        return sum(parts) + self.break_between_games * (len(parts) - 1)


def _length(phase: Phase, pause: int) -> int:
    return phase.games * phase.clock.minutes + (phase.games - 1) * pause


def conduct() -> tuple[Fact, ...]:
    """A.12-A.18, A.22, A.27, A.29  The announcements; C-30: no article numbers of the Laws."""
    return (
        Fact("knockout.rule.arbiter_writes", "A.12"),
        Fact("knockout.rule.claim_is_written", "A.12"),
        Fact("knockout.rule.illegal_moves", "A.13"),
        Fact("knockout.rule.flag_announced", "A.14"),
        Fact("knockout.rule.no_draw_by_two_minutes", "A.15"),
        Fact("knockout.rule.later_flag_wins", "A.16"),
        Fact("knockout.rule.protest_at_once", "A.17"),
        Fact("knockout.rule.competition_rules", "A.18"),
        Fact("knockout.rule.slow_if_agreed", "A.22"),
        Fact("knockout.rule.may_start_early", "A.27"),
        Fact("knockout.rule.higher_rated_first", "A.29"),
    )
