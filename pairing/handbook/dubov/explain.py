"""Handbook, Dubov system: what a hand-made pairing breaks, and why two were not paired."""

from pairing.handbook import limits
from pairing.handbook.dubov.cards import Field
from pairing.handbook.dubov.round import bye_order, pair
from pairing.state import Fact, RoundPairing, TournamentState
from pairing.verdicts import Articles

CHAPTER = limits.Chapter(
    Articles(met="2.1", bye="2.2", difference="2.3", three_times="2.4", due="3.a"),
    barred="2.3-2.4",
    groups="6.1",
    bye="4",
)


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule the pairing breaks, worst first."""
    field = Field(state)
    # Round 1 has an order of its own: art. 5 gives the bye to the last of the list.
    order = bye_order(field) if state.rounds else ()
    return limits.violations(CHAPTER, state, field, pairing, order)


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """The reasons why two players do not meet in the round that the system pairs."""
    return limits.why_not(CHAPTER, state, Field(state), a, b, pair)
