"""FIDE C.04.6 (Swiss Team Pairing System), applied from 1 February 2026.

    Art. 1       definitions.py   teams, colour preferences
    Art. 1, 2.1  field.py         scores, floaters, who may meet whom
    Art. 2.3     criteria.py      the quality of the pairs of a bracket
    Art. 4       colours.py       who has White on board 1

Articles 3.3 to 3.6, which C.04.5 has word for word, are `pairing.fide2026.upfloating`. Where the
text leaves a choice, the reading taken is named at the place (TM-2 to TM-10, LX-1 to LX-8, G-1 to
G-14: docs/rules/fide2026-team.md). TM-6 and LX-2 are options.
"""

from pairing.fide2026.team.field import Field
from pairing.fide2026.upfloating.system import system_of

SYSTEM = system_of(Field.system, Field)
pair = SYSTEM.pair
why_not = SYSTEM.why_not
violations = SYSTEM.violations

__all__ = ["SYSTEM", "pair", "violations", "why_not"]
