"""Exact numbers: fractions inside, decimal strings outside, roundings by the articles."""

from fractions import Fraction
from math import floor

Exact = Fraction | int


def half_up(number: Exact) -> int:
    """To the nearest whole number, halves up (8.2.3; B.01 1.4.7)."""
    return floor(number + Fraction(1, 2))


def half_away(number: Exact) -> int:
    """To the nearest whole number, halves away from zero (8.3.4)."""
    return half_up(number) if number >= 0 else -half_up(-number)


def percent(score: Exact, games: Exact) -> int:
    """A fractional score in whole per cent, .5 up (8.1.1; B.01 1.4.8)."""
    return half_up(Fraction(100 * score) / games)


def decimal(number: Exact) -> str:
    """ "0.31", "-2.5", "6": without zeros at the end. What has no finite decimals is a fraction."""
    number = Fraction(number)
    places, denominator = 0, number.denominator
    while denominator % 10 == 0 or denominator % 2 == 0 or denominator % 5 == 0:
        denominator //= 10 if denominator % 10 == 0 else 2 if denominator % 2 == 0 else 5
        places += 1
    if denominator != 1:
        return str(number)
    digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
    whole, rest = digits[: len(digits) - places], digits[len(digits) - places :].rstrip("0")
    return ("-" if number < 0 else "") + whole + ("." + rest if rest else "")
