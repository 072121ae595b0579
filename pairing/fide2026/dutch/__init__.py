"""FIDE C.04.3 (Dutch System), applied from 1 February 2026.

Art. 1  definitions.py   order, scoregroups, floats, colour preferences, topscorers
Art. 2  criteria.py      the quality criteria, one function each
Art. 3  bracket.py       the pairing process for a bracket
Art. 4  sequence.py      which candidate comes first
Art. 5  colours.py       who gets White
"""

from pairing.errors import NoLegalPairing
from pairing.fide2026.dutch.bracket import as_set, pair_bracket
from pairing.fide2026.dutch.colours import white_of
from pairing.fide2026.dutch.definitions import Field
from pairing.fide2026.dutch.packed import Bracket, Candidate
from pairing.state import Board, Colour, RoundPairing, TournamentState
from pairing.systems import Family, Option, System


def pair(state: TournamentState) -> RoundPairing:
    """Art. 1.9: the pairing of the next round, bracket by bracket from the top."""
    field = Field(state)
    if not field.settle_bye():
        raise NoLegalPairing(tuple(member.tpn for member in field.members))
    pairs: list[tuple[int, int]] = []
    left: tuple[int, ...] = ()
    for _, candidate in pair_brackets(field):
        pairs += candidate.pairs
        left = candidate.unpaired
    members = field.members
    initial = state.initial_colour or Colour.WHITE
    boards = []
    # C.04.2 art. 3.6: score of the higher ranked, sum of both scores, TPN of the higher ranked.
    pairs.sort(key=lambda p: (-members[p[0]].score, -members[p[1]].score, members[p[0]].tpn))
    for a, b in pairs:
        white, _ = white_of(members[a], members[b], initial)
        black = members[b] if white is members[a] else members[a]
        boards.append(Board(white.tpn, black.tpn))
    return RoundPairing(state.next_round, tuple(boards), members[left[0]].tpn if left else None)


def pair_brackets(field: Field) -> list[tuple[Bracket, Candidate]]:
    """Art. 1.9.2: each bracket in turn, with what floats from the one before."""
    done = []
    left: tuple[int, ...] = ()
    groups = field.scoregroups
    for place, (score, first, end) in enumerate(groups):
        bracket = Bracket(
            mdps=left,
            residents=tuple(range(first, end)),
            first=first,
            end=end,
            rest=field.everybody >> end << end,
            next_end=groups[place + 1][2] if place + 1 < len(groups) else end,
            takes_bye=field.bye_score is not None and field.bye_score >= score,
        )
        candidate = pair_bracket(field, bracket)
        left = candidate.unpaired
        done.append((bracket, candidate))
    return done


SYSTEM = System(
    key="fide2026.dutch",
    family=Family.SWISS,
    summary="FIDE (Dutch) System, edition of 1 February 2026",
    pair=pair,
    options=(Option("parity_numbering", "arrived", ("arrived", "tpn")),),
    accelerates=True,
)

__all__ = ["SYSTEM", "as_set", "pair", "pair_brackets"]
