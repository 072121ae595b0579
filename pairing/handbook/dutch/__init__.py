"""Handbook, Swiss pairing rules 1.1: the rating-based (Dutch) system of 1992-2009, articles A-F.

General rules 1-8 and the articles, in the order of the chapter:

- `definitions`  A.1-A.7, F.2, F.3, F.9: order, score groups, floats, colour preferences
- `criteria`     B.1-B.6, A.7.d-e, A.8: what a pair, a floater and a group must satisfy
- `group`        C.2-C.11: the first pairing of one group
- `procedure`    C.1, C.12-C.14: from the top group downwards
- `sequence`     D.1, D.2: the order of transpositions and exchanges
- `colours`      E.1-E.5: who gets White
- this file      F.1, F.4-F.9 and the doors
"""

from pairing.handbook.dutch.colours import allot
from pairing.handbook.dutch.definitions import Field, field_of
from pairing.handbook.dutch.procedure import Paired, Procedure
from pairing.state import Board, RoundPairing, TournamentState
from pairing.systems import Family, Option, System

KEY = "handbook.dutch"


def pair(state: TournamentState) -> RoundPairing:
    """The pairing of the next round, with the reasons."""
    field = field_of(state)
    return published(field, Procedure(field).pair())


# F.1  The order of publication


def published(field: Field, groups: tuple[Paired, ...]) -> RoundPairing:
    cards = field.cards
    made = [
        (index, *pair)
        for index, group in enumerate(groups)
        if group.attempt
        for pair in group.attempt.pairs
    ]
    made.sort(
        key=lambda entry: (
            -cards[min(entry[1:])].score,
            -cards[entry[1]].score - cards[entry[2]].score,
            min(entry[1:]),
        )
    )
    boards = []
    for _index, a, b in made:
        white, black, _fact = allot(field, a, b)
        boards.append(Board(cards[white].tpn, cards[black].tpn))
    left = groups[-1].floaters if groups else ()
    return RoundPairing(field.round, tuple(boards), cards[left[0]].tpn if left else None)


SYSTEM = System(
    key=KEY,
    family=Family.SWISS,
    summary="Handbook Swiss by rating (Dutch), 1992-2009 rules",
    pair=pair,
    options=(Option("postponed_is_draw", True),),
)
