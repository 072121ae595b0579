"""Estimates the effect of an event on a player's rating. FIDE B.02 (1 March 2024, with 8.3.1 as of
1 October 2025). Hundredths of a point, never floats.

It stays an estimate: FIDE adds up all events of a month, takes the ratings of the list valid at the
start, and has the last word on what is rated.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from ratings.tables import LARGEST_DIFFERENCE, expected_percent, rating_difference
from tournaments.models import Entry, RatingType

#: 8.3.1: from this rating on the whole difference counts (standard ratings)
UNCAPPED_FROM = 2650
#: rapid and blitz 7.3.1: with such a difference a game of somebody above 2600 is not rated
TOO_FAR, TOP_PLAYER = 600, 2600
#: 8.3.3: games times coefficient
LARGEST_PRODUCT = 700
#: 7.1.4, 8.2: a first rating
FIRST_GAMES, FIRST_HIGHEST, FIRST_LOWEST = 5, 2200, 1400

_POINTS = {"1": 100, "=": 50, "0": 0}


@dataclass(frozen=True, slots=True)
class GameChange:
    round: int
    opponent_rating: int
    score: int  # hundredths
    expected: int  # hundredths

    @property
    def difference(self) -> int:
        return self.score - self.expected


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    rating: int
    coefficient: int
    games: tuple[GameChange, ...]
    change: int  # whole points
    first: int = 0  # a first rating, for somebody unrated who has games enough

    @property
    def change_text(self) -> str:
        return signed(self.change)

    def of_round(self, number: int) -> str:
        """ "+2.8": the change by one game, times the coefficient."""
        for game in self.games:
            if game.round == number:
                return signed_tenths(game.difference * self.coefficient)
        return ""


@dataclass(frozen=True, slots=True)
class RatedGame:
    round: int
    opponent: Entry
    symbol: str  # of the player's half of the result


def estimate(entry: Entry, games: Iterable[RatedGame], kind: str, today: date) -> RatingEstimate:
    """From the games that are rated: played, not marked unrated, against rated opponents."""
    counted = [game for game in games if game.symbol in _POINTS and game.opponent.fide_rating > 0]
    own = entry.fide_rating
    if not own:
        return RatingEstimate(0, 0, (), 0, first_rating(counted))
    changes = tuple(
        GameChange(
            game.round,
            game.opponent.fide_rating,
            _POINTS[game.symbol],
            expected(own, game.opponent.fide_rating, kind),
        )
        for game in counted
        if not _too_far(own, game.opponent.fide_rating, kind)
    )
    k = coefficient(entry, kind, today, len(changes))
    total = k * sum(change.difference for change in changes)
    return RatingEstimate(own, k, changes, away_from_zero(total))


def expected(own: int, opponent: int, kind: str) -> int:
    """Art. 8.1.2, 8.3.1: in hundredths."""
    difference = own - opponent
    if kind != RatingType.STANDARD or own < UNCAPPED_FROM:
        difference = max(-LARGEST_DIFFERENCE, min(LARGEST_DIFFERENCE, difference))
    return expected_percent(difference)


def _too_far(own: int, opponent: int, kind: str) -> bool:
    return (
        kind != RatingType.STANDARD
        and abs(own - opponent) >= TOO_FAR
        and max(own, opponent) > TOP_PLAYER
    )


def coefficient(entry: Entry, kind: str, today: date, games: int) -> int:
    """Art. 8.3.3: the one of the list from which they entered, else of the list now; where neither
    says it, by rating and age."""
    listed = getattr(entry.player, f"k_{kind}") if entry.player else 0
    k = entry.k or listed or _usual_coefficient(entry, today)
    return min(k, LARGEST_PRODUCT // games) if games else k


def _usual_coefficient(entry: Entry, today: date) -> int:
    if entry.fide_rating >= 2400:
        return 10
    born = entry.birth_year
    if born is not None and today.year - born <= 18 and entry.fide_rating < 2300:
        return 40
    return 20


def first_rating(games: list[RatedGame]) -> int:
    """Art. 8.2: two draws against 1800 are added. 0 where it would not be published."""
    if len(games) < FIRST_GAMES:
        return 0
    halves = sum(_POINTS[game.symbol] // 50 for game in games)
    if halves == 0:
        return 0
    count = len(games) + 2
    total = sum(game.opponent.fide_rating for game in games) + 2 * 1800
    percent = (100 * (halves + 2) + count) // (2 * count)  # rounded to hundredths, .005 up
    rating = (2 * (total + count * rating_difference(percent)) + count) // (2 * count)
    return min(rating, FIRST_HIGHEST) if rating >= FIRST_LOWEST else 0


def away_from_zero(hundredths: int) -> int:
    """Art. 8.3.4: halves away from zero."""
    whole = (abs(hundredths) + 50) // 100
    return whole if hundredths >= 0 else -whole


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def signed_tenths(hundredths: int) -> str:
    tenths = (abs(hundredths) + 5) // 10
    text = f"{tenths // 10}.{tenths % 10}"
    return f"+{text}" if hundredths > 0 and tenths else f"−{text}" if tenths else "0.0"
