"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 4: sequential generation.

Candidates are not generated one after the other. Instead each pair carries a number such that
the candidate with the smallest sum of numbers is the one which Art. 4 generates first. The
literal sequence is kept among the tests, as judge on small brackets.

Why this is possible. Let i and j be the places (from 0) of two players in a homogeneous bracket
or remainder, i < j, and let k pairs be made. The first candidate with a given set of pairs never
has the higher ranked player of a pair in S2: exchanging the two gives the same pairs with fewer
players exchanged or a smaller difference of sums, hence earlier. So S1 after all exchanges is the
set of the places i, and each rule of Art. 4.3.2 becomes a sum over the pairs.
"""


class RemainderOrder:
    """Art. 4.3 and 4.2: the order of candidates of a homogeneous bracket or remainder.

    A number has five fields, most significant first:

    1. 1 if i >= k: the number of BSNs exchanged (Art. 4.3.2, first rule);
    2. i: S1 gets the smaller sum (second rule);
    3. 2**i if i < k: smallest when the largest BSNs leave S1 (third rule);
    4. -2**(n-1-i) if i >= k: smallest when the smallest BSNs leave S2 (fourth rule);
    5. the place j, as digit number i: the transpositions of S2 (Art. 4.2.2).
    """

    def __init__(self, size: int, pairs: int, *, transpositions: bool = True) -> None:
        self.size = size
        self.pairs = pairs
        self.digit = size.bit_length()
        self._entering = self.digit * size if transpositions else 0
        self._leaving = self._entering + size + 1
        self._sums = self._leaving + pairs + 1
        self._exchanged = self._sums + 2 * self.digit
        self.bits = self._exchanged + self.digit + 1

    def __call__(self, i: int, j: int) -> int:
        return self.exchange(i) + (j << self.digit * (self.size - 1 - i))

    def exchange(self, i: int) -> int:
        """The fields that depend on i alone: what having it in S1 costs (Art. 4.3)."""
        number = i << self._sums
        if i < self.pairs:
            return number + (1 << self._leaving + i)
        return number + (1 << self._exchanged) - (1 << self._entering + self.size - 1 - i)


class MdpOrder:
    """Art. 4.4 and 4.2: first which MDPs are paired, then with which residents.

    A bit for each MDP that stays unpaired, the highest ranked most significant (Art. 4.4.2);
    below them the opponent's place, a digit for each MDP in the same order (Art. 4.2.2).
    """

    def __init__(self, mdps: int, residents: int) -> None:
        self.mdps = mdps
        self.digit = (residents + 1).bit_length()
        self.bits = mdps + self.digit * mdps

    def unpaired(self, i: int) -> int:
        return 1 << self.digit * self.mdps + self.mdps - 1 - i

    def __call__(self, i: int, j: int) -> int:
        return (j + 1) << self.digit * (self.mdps - 1 - i)
