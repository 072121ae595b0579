"""Handbook 1.2: the Swiss system of Lim (General Assembly 1987, last amended 1999).

    numbers.py    Art. 1                      pairing numbers
    cards.py      Art. 2.2, 3.1, 4.10, 6, 7   what the cards say: compatible, due, floated, colours
    exchanges.py  Art. 3.4, 3.5, 5, 6.2, 6.7  the proposed pairing and its exchanges
    floaters.py   Art. 4                      floaters, their opponents and their choice
    group.py      Art. 3.3-3.6, 5.4           a score group; the median and how it is unblocked
    round.py      Art. 2, 3.2, 6              the round as a whole
    explain.py                                which rules a pairing breaks; why two did not meet

Numbers are pairing numbers (Art. 1): number 1 is the highest. Options: `maxi` for a maxi
tournament (4.2, 4.8, 6.7), `protect_bye` for the worked example's view that the player of the
last bye is not floated. `forced_bye` is for examples and tests: the number that gets the bye.
"""

from pairing.handbook.lim.explain import violations, why_not
from pairing.handbook.lim.numbers import ranked_by_options
from pairing.handbook.lim.round import pair
from pairing.systems import System

SYSTEM = System("handbook.lim", pair, why_not, violations, ranked=ranked_by_options)

__all__ = ["SYSTEM", "pair", "violations", "why_not"]
