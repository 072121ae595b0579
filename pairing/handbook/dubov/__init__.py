"""Handbook, Swiss system by rating: the Dubov method (chapter 1.3 of the clean copy).

Players of one score group should have met opponents of nearly the same average rating (ARO), so
whoever has met low-rated opponents now meets high-rated ones, and the other way round.

    Art. 1, 2             cards.py      averages, due colours, limits
    Art. 3                colours.py    colours of a pair
    Art. 4, 5             round.py      odd number, round 1, and the round as a whole
    Art. 6.1-6.3          columns.py    the two columns of a group, with 7.3 and 7.4
    Art. 6.4, 7.1-7.2, 8  groups.py     players who move between the groups, with
                          lower.py      those whom the next lower group can give,
                          leaving.py    and those who have to go down
    Art. 9                round.py      the list published after each round
"""

from pairing.handbook.dubov.explain import violations, why_not
from pairing.handbook.dubov.round import KEY, aro_list, pair
from pairing.systems import System

SYSTEM = System(KEY, pair, why_not, violations, averages=aro_list)

__all__ = ["KEY", "SYSTEM", "aro_list", "pair", "violations", "why_not"]
