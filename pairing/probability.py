"""FIDE Rating Regulations (B.02), article 8.1.2: rating difference → scoring probability.

The table is embedded: no closed formula reproduces it.
"""

from bisect import bisect_left

#: 8.3.1: a larger difference counts as this
LARGEST_DIFFERENCE = 400

#: the largest difference of each band; the first one scores .50, every next .01 more
_LAST_OF_BAND = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)


def scoring_probability(difference: int) -> int:
    """In hundredths, for the player whose rating is higher by `difference` (lower: negative)."""
    higher = 50 + bisect_left(_LAST_OF_BAND, abs(difference))
    return higher if difference >= 0 else 100 - higher


def expected_score(own: int, opponent: int) -> int:
    """In hundredths, with the difference cut at 400 (8.3.1)."""
    difference = max(-LARGEST_DIFFERENCE, min(LARGEST_DIFFERENCE, own - opponent))
    return scoring_probability(difference)
