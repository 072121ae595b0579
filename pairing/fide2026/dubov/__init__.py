"""FIDE C.04.4.1 (Dubov System), applied from 1 February 2026.

    Art. 1         definitions.py   AROs, colour preferences, upfloats, who may meet whom
    Art. 2         criteria.py      the quality of a bracket
    Art. 3.1       bye.py           the pairing-allocated bye
    Art. 3.2       bracket.py       one bracket after the other
    Art. 3.2.1-2   upfloaters.py    who comes up into a bracket
    Art. 3.2.3-6   subgroups.py     shifts, S1 and the transposition of G2
    Art. 4         sequence.py      the orders of the sets
    Art. 5         colours.py       who gets White

Why a round is paired as it is, as data: reasons.py; questions about it: explain.py. Where the text
leaves a choice, the reading taken is named at the place (DU-1 to DU-16, G-1 to G-14:
docs/rules/fide2026-dubov.md).
"""

from collections.abc import Sequence

from pairing.fide2026.dubov.bracket import Bracket, pair_brackets
from pairing.fide2026.dubov.colours import in_rank
from pairing.fide2026.dubov.definitions import Field
from pairing.fide2026.dubov.explain import to_pair, violations, why_not
from pairing.fide2026.dubov.reasons import SYSTEM_KEY, pair_trace, round_trace
from pairing.state import Board, PairTrace, RoundPairing, TournamentState
from pairing.systems import Outlook, System


def pair(state: TournamentState) -> RoundPairing:
    """Art. 1.9: the pairing of the next round. Raises NoLegalPairing when there is none."""
    field = Field(state)
    players, bye = to_pair(field)
    brackets = pair_brackets(field, players)
    pairs = put_on_boards(field, brackets)
    return RoundPairing(
        state.next_round,
        tuple(Board(pair.white, pair.black) for pair in pairs),
        None if bye is None else field.members[bye].tpn,
        round_trace(field, brackets, pairs, bye),
    )


# C.04.2 art. 3.6  The order of publication, by pairing scores (reading G-13)


def put_on_boards(field: Field, brackets: Sequence[Bracket]) -> tuple[PairTrace, ...]:
    made = []
    for place, bracket in enumerate(brackets):
        for x, y in bracket.pairs:
            higher, lower = in_rank(field.members[x], field.members[y])
            made.append(((-higher.score, -lower.score, higher.tpn), place, x, y))
    return tuple(pair_trace(field, place, x, y) for _, place, x, y in sorted(made))


def prospects(state: TournamentState) -> dict[int, Outlook]:
    """Colours due (art. 1.6) and upfloats in the last round (art. 1.8), for the round to come."""
    return {
        member.tpn: Outlook(member.due, "up" if member.upfloated_last else "")
        for member in Field(state).members
    }


SYSTEM = System(SYSTEM_KEY, pair, why_not, violations, prospects)

__all__ = ["SYSTEM", "pair", "violations", "why_not"]
