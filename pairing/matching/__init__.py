"""Matchings in general graphs. No chess in here.

Two searches. `Matching` finds matchings of greatest cardinality in graphs whose rows are bit sets
(one Python integer per vertex), which keeps a thousand vertices in the range of a millisecond.
`heaviest_perfect_matching` is the primal-dual blossom method in integers of any size, for small
dense graphs whose weights pack a whole list of criteria into one number. `optimum` has all perfect
matchings of least cost, with a proof, and says which comes first.
"""

from pairing.matching.greatest import (
    NOBODY,
    Matching,
    as_set,
    bits,
    shortage,
)
from pairing.matching.heaviest import (
    Proof,
    heaviest_from,
    heaviest_perfect_matching,
    heaviest_with_proof,
)

__all__ = [
    "NOBODY",
    "Matching",
    "Proof",
    "as_set",
    "bits",
    "heaviest_from",
    "heaviest_perfect_matching",
    "heaviest_with_proof",
    "shortage",
]
