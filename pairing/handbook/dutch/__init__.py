"""Handbook, Swiss pairing rules 1.1: the rating-based (Dutch) system of 1992-2009, articles A-F.

General rules 1-8 and the articles, in the order of the chapter:

- `definitions`  A.1-A.7, F.2, F.3, F.5, F.8, F.9: order, score groups, floats, colours due
- `criteria`     B.1-B.6, A.7.d-e, A.8: what a pair, a floater and a group must satisfy
- `group`        C.2-C.11: the first pairing of one group
- `procedure`    C.1, C.12-C.14: from the top group downwards
- `sequence`     D.1, D.2: the order of transpositions and exchanges
- `colours`      E.1-E.5: who gets White
- `publication`  F.1: the order of the boards, and the reasons
- `explain`      F.6, F.7: what a given pairing breaks, also one published before a correction
"""

from pairing.handbook.dutch.definitions import (
    KEY,
    absent_without_notice,
    field_of,
    ranked,
    ranked_by_options,
)
from pairing.handbook.dutch.explain import violations, why_not
from pairing.handbook.dutch.procedure import Procedure
from pairing.handbook.dutch.publication import published
from pairing.state import Fact, RoundPairing, TournamentState
from pairing.systems import System

__all__ = [
    "SYSTEM",
    "absent_without_notice",
    "pair",
    "ranked",
    "violations",
    "why_not",
]


def pair(state: TournamentState) -> RoundPairing:
    """The pairing of the next round, with the reasons; NoLegalPairing if there is none."""
    field = field_of(state)
    groups = Procedure(field).pair()
    absent = absent_without_notice(state)  # F.8
    facts = (Fact(f"{KEY}.absent_without_notice", "F.8", absent),) if absent else ()
    return published(field, groups, facts)


SYSTEM = System(KEY, pair, why_not, violations, ranked=ranked_by_options)
