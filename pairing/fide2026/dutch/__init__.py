"""FIDE C.04.3 (Dutch System), applied from 1 February 2026.

    Art. 1  definitions.py   order, scoregroups, floats, colour preferences, topscorers
    Art. 2  criteria.py      the quality criteria, one function each
    Art. 3  bracket.py       the pairing process for a bracket
    Art. 4  sequence.py      which candidate comes first
    Art. 5  colours.py       who gets White

How a bracket is solved, with the proofs: model.py, classes.py, packed.py, window.py.
Why a round is paired as it is, as data: reasons.py; questions about it: explain.py.
"""

from pairing.fide2026.dutch.bracket import pair_brackets
from pairing.fide2026.dutch.definitions import Field, Member
from pairing.fide2026.dutch.explain import no_legal_pairing, violations, why_not
from pairing.fide2026.dutch.model import Bracket, Candidate
from pairing.fide2026.dutch.reasons import ColourFacts, pair_facts, round_trace
from pairing.state import Board, Colour, PairTrace, RoundPairing, TournamentState
from pairing.systems import Outlook, System


def pair(state: TournamentState) -> RoundPairing:
    """Art. 1.9: the pairing of the next round."""
    field = Field(state)
    if not field.settle_bye():
        raise no_legal_pairing(field)
    brackets = pair_brackets(field)
    pairs = put_on_boards(field, brackets)
    left = brackets[-1][1].unpaired if brackets else ()
    bye = left[0] if left else None
    return RoundPairing(
        state.next_round,
        tuple(Board(pair.white, pair.black) for pair in pairs),
        None if bye is None else field.members[bye].tpn,
        round_trace(field, brackets, pairs, bye),
    )


# Art. 5 and C.04.2 art. 3.6  Colours, and the order of publication


def put_on_boards(field: Field, brackets: list[tuple[Bracket, Candidate]]) -> tuple[PairTrace, ...]:
    members = field.members
    colour_facts = ColourFacts(field.state.initial_colour or Colour.WHITE)
    made = [
        (members[a], members[b], place)
        for place, (_, candidate) in enumerate(brackets)
        for a, b in candidate.pairs
    ]
    # The score of the higher ranked, the sum of both scores, the TPN of the higher ranked.
    made.sort(key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].tpn))
    traces = []
    for higher, lower, place in made:
        higher_is_white, fact = colour_facts(higher, lower)
        white, black = (higher, lower) if higher_is_white else (lower, higher)
        traces.append(PairTrace(white.tpn, black.tpn, place, fact, pair_facts(higher, lower)))
    return tuple(traces)


def prospects(state: TournamentState) -> dict[int, Outlook]:
    """Colours due (art. 1.6) and floats in the last round (art. 1.4), for the round to come."""
    return {member.tpn: Outlook(member.due, _float(member)) for member in Field(state).members}


def _float(member: Member) -> str:
    return "down" if member.downfloats[0] else "up" if member.upfloats[0] else ""


SYSTEM = System("fide2026.dutch", pair, why_not, violations, prospects)

__all__ = ["SYSTEM", "pair", "violations", "why_not"]
