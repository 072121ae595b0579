"""Handbook, Burstein system: what a hand-made pairing breaks, and why two were not paired."""

from pairing.handbook import limits
from pairing.handbook.burstein.cards import Field
from pairing.handbook.burstein.round import bye_order, pair
from pairing.state import Fact, RoundPairing, TournamentState
from pairing.verdicts import Articles

CHAPTER = limits.Chapter(
    Articles(met="3.1", bye="4.1", difference="5.2", three_times="5.3", due="5.4"),
    barred="5.2-5.3",
    groups="6.1",
    bye="4.2",
)


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule the pairing breaks, worst first."""
    field = Field(state)
    return limits.violations(CHAPTER, state, field, pairing, bye_order(field))


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """The reasons why two players do not meet in the round that the system pairs."""
    return limits.why_not(CHAPTER, state, Field(state), a, b, pair)
