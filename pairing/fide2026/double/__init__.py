"""FIDE C.04.5 (Double-Swiss System), applied from 1 February 2026.

    Art. 1, 2    definitions.py   players, floaters, colours, who may meet whom, quality
    Art. 4       colours.py       who has White in game 1

Articles 3.3 to 3.6, which C.04.6 has word for word, are `pairing.fide2026.upfloating`. A match of
two games is one `Game` of the common state, with the result of both (`pairing.results`); the board
of a pairing has the White of game 1 first. Where the text leaves a choice, the reading taken is
named at the place (DS-1 to DS-10, LX-1 to LX-8, G-1 to G-14: docs/rules/fide2026-double.md). LX-2
is an option.
"""

from pairing.fide2026.double.definitions import Field
from pairing.fide2026.upfloating.system import system_of

SYSTEM = system_of(Field.system, Field)
pair = SYSTEM.pair
why_not = SYSTEM.why_not
violations = SYSTEM.violations

__all__ = ["SYSTEM", "pair", "violations", "why_not"]
