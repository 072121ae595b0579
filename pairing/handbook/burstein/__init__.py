"""Handbook, Swiss system on Sonneborn-Berger and Buchholz: the Burstein method (chapter 1.4 of
the clean copy).

Players of one score group should have met opponents of equal strength, measured by the event's
own data: within a group high Sonneborn-Berger meets low. Ratings count only while these values
are equal, that is in the first two rounds.

    Art. 1-3, 5.1-5.3  cards.py      due colours, ranking, limits
    Art. 4             round.py      odd number, and the round as a whole
    Art. 5             colours.py    colours of a pair
    Art. 6.1-6.5       ordering.py   the first pairing of a group in falling priority
    Art. 6.3, 6.6      groups.py     floaters and joined groups
"""

from pairing.handbook.burstein.explain import violations, why_not
from pairing.handbook.burstein.round import KEY, pair
from pairing.systems import System

SYSTEM = System(KEY, pair, why_not, violations)

__all__ = ["KEY", "SYSTEM", "pair", "violations", "why_not"]
