"""FIDE C.04.4.2 (Burstein System), applied from 1 February 2026.

    Art. 1.7, 1.8  opposition.py   the Index: how strong the opponents were
    Art. 1, 3.1    definitions.py  seeding rounds, order, preferences, who may meet, the bye
    Art. 2.3       model.py        the criteria [C5] to [C8] as costs
    Art. 3.2       bracket.py      the pairing of a bracket, [C4] and [C7]
    Art. 4         solving.py      the first of the best pairings
    Art. 5         colours.py      who gets White

The first rounds are paired by the Dutch System (Art. 1.6). Why a round is paired as it is, as
data: reasons.py; questions about it: explain.py.
"""

from dataclasses import replace

from pairing.fide2026 import dutch
from pairing.fide2026.burstein import explain
from pairing.fide2026.burstein.bracket import pair_brackets
from pairing.fide2026.burstein.definitions import Field, is_seeding_round, seeding_state
from pairing.fide2026.burstein.reasons import pair_traces, round_trace, seeding_trace
from pairing.state import Board, Fact, RoundPairing, TournamentState
from pairing.systems import Outlook, System


def pair(state: TournamentState) -> RoundPairing:
    """Art. 1.9: the pairing of the next round."""
    if is_seeding_round(state):
        made = dutch.pair(seeding_state(state))
        return replace(made, trace=made.trace and seeding_trace(state, made.trace))
    field = Field(state)
    if not field.settle_bye():
        raise explain.no_legal_pairing(field)
    brackets = pair_brackets(field)
    pairs = pair_traces(field, brackets)
    return RoundPairing(
        state.next_round,
        tuple(Board(pair.white, pair.black) for pair in pairs),
        None if field.bye is None else field.members[field.bye].tpn,
        round_trace(field, brackets, pairs),
    )


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    if is_seeding_round(state):
        return dutch.why_not(seeding_state(state), a, b)
    return explain.why_not(state, a, b)


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    if is_seeding_round(state):
        return dutch.violations(seeding_state(state), pairing)
    return explain.violations(state, pairing)


def prospects(state: TournamentState) -> dict[int, Outlook]:
    """Colours due (Art. 1.5). Floats have no part in this system after the seeding rounds."""
    if is_seeding_round(state):
        return dutch.prospects(seeding_state(state))
    return {member.tpn: Outlook(member.due, "") for member in Field(state).members}


SYSTEM = System("fide2026.burstein", pair, why_not, violations, prospects)

__all__ = ["SYSTEM", "pair", "violations", "why_not"]
