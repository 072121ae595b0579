"""FIDE B.02 from 1 March 2024, art. 8.1: fractional score ⇄ rating difference.

The tables cannot be had from a formula: a normal distribution differs in six of 51 bands.
"""

#: 8.1.1  rating difference dp for p = 0.50, 0.51, ... 1.00; dp(p) = -dp(1 - p)
_DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)

#: 8.1.2  the greatest rating difference at which the higher player expects 0.50, 0.51, ... 0.99
_BANDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)

#: 8.3.1  a larger difference counts as this
LARGEST_DIFFERENCE = 400

#: scoring probability in hundredths of the higher player, by difference 0 to 735
_HIGHER = tuple(
    50 + index
    for index, greatest in enumerate(_BANDS)
    for _ in range(greatest - (_BANDS[index - 1] if index else -1))
)


def rating_difference(percent: int) -> int:
    """dp for a score in whole per cent (8.1.1)."""
    return _DP[percent - 50] if percent >= 50 else -_DP[50 - percent]


def expected_percent(difference: int) -> int:
    """PD in hundredths for own rating minus opponent's, without any limit (8.1.2)."""
    distance = abs(difference)
    higher = _HIGHER[distance] if distance < len(_HIGHER) else 100
    return higher if difference >= 0 else 100 - higher


def expected_score(own: int, opponent: int) -> int:
    """In hundredths, with the difference cut at 400 (8.3.1)."""
    return expected_percent(max(-LARGEST_DIFFERENCE, min(LARGEST_DIFFERENCE, own - opponent)))
