"""FIDE C.04.6 (Swiss Team Pairing System), applied from 1 February 2026.

    Art. 1       definitions.py   scores, floaters, colour preferences, who may meet whom
    Art. 2       criteria.py      the quality of a bracket
    Art. 3.3     bracket.py       one bracket after the other
    Art. 3.4     bye.py           the pairing-allocated bye
    Art. 3.5     upfloaters.py    who comes up into a bracket
    Art. 3.6     pairs.py         identifiers, who meets whom
    Art. 4       colours.py       who has White on board 1

Why a round is paired as it is, as data: reasons.py; questions about it: explain.py. Where the
text leaves a choice, the reading taken is named at the place (TM-2 to TM-10, LX-1 to LX-8, G-1 to
G-14: docs/rules/fide2026-team.md). TM-6 and LX-2 are options.
"""

from collections.abc import Sequence

from pairing.fide2026.team.bracket import Bracket, pair_brackets
from pairing.fide2026.team.definitions import Field
from pairing.fide2026.team.explain import to_pair, violations, why_not
from pairing.fide2026.team.reasons import SYSTEM_KEY, pair_trace, round_trace
from pairing.state import Board, PairTrace, RoundPairing, TournamentState
from pairing.systems import System


def pair(state: TournamentState) -> RoundPairing:
    """Art. 3.3: the pairing of the next round. Raises NoLegalPairing when there is none."""
    field = Field(state)
    teams, bye = to_pair(field)
    brackets = pair_brackets(field, teams)
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
            one, two = field.members[x], field.members[y]
            higher, lower = (one, two) if (-one.score, x) < (-two.score, y) else (two, one)
            made.append(((-higher.score, -lower.score, higher.tpn), place, x, y))
    return tuple(pair_trace(field, place, x, y) for _, place, x, y in sorted(made))


SYSTEM = System(SYSTEM_KEY, pair, why_not, violations)

__all__ = ["SYSTEM", "pair", "violations", "why_not"]
