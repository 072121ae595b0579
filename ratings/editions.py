"""Editions of the rating rules: FIDE's B.02 (1 March 2024, with 8.3.1 as of 1 October 2025), and
any other, whose constants are data."""

from dataclasses import dataclass
from enum import StrEnum

from ratings.exact import Exact
from ratings.expected import TABLE, Expectation


class ListKind(StrEnum):
    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player as 8.3.3 asks; `rating` and `peak` None = never rated on this list."""

    rating: int | None
    peak: int | None
    age: int | None
    games: int


@dataclass(frozen=True, slots=True)
class KLine:
    """One line of 8.3.3: K for those of whom all that is named holds."""

    k: Exact
    peak_at_least: int | None = None
    peak_below: int | None = None
    rating_at_least: int | None = None
    rating_below: int | None = None
    age_at_most: int | None = None
    games_below: int | None = None

    def holds(self, player: Standing) -> bool:
        peak, rating = player.peak, player.rating
        return (
            (self.peak_at_least is None or (peak is not None and peak >= self.peak_at_least))
            and (self.peak_below is None or peak is None or peak < self.peak_below)
            and (
                self.rating_at_least is None
                or (rating is not None and rating >= self.rating_at_least)
            )
            and (self.rating_below is None or rating is None or rating < self.rating_below)
            and (
                self.age_at_most is None
                or (player.age is not None and player.age <= self.age_at_most)
            )
            and (self.games_below is None or player.games < self.games_below)
        )


@dataclass(frozen=True, slots=True)
class Gap:
    """Rapid and blitz 7.3.1: not rated with such a difference and somebody above."""

    difference: int
    above: int

    def parts(self, one: int, other: int) -> bool:
        return abs(one - other) >= self.difference and max(one, other) > self.above


@dataclass(frozen=True, slots=True)
class Bonus:
    """The raise of a change above a threshold: the excess times the factor."""

    above: int
    factor: Exact
    min_games: int = 1

    def on(self, change: Exact, games: int) -> Exact:
        return max(change - self.above, 0) * self.factor if games >= self.min_games else 0


class Forfeits(StrEnum):
    """Games that were not played."""

    IGNORED = "ignored"  # Art. 5.1
    LOSER = "loser"  # who did not come loses a rated game, the opponent wins nothing
    BOTH = "both"  # like games that were played


class FirstMethod(StrEnum):
    """How a first rating follows from the average of the opponents."""

    TABLE = "table"  # Art. 8.2.3, by 8.1.1
    LINEAR = "linear"  # plus the span times the fractional score above one half


@dataclass(frozen=True, slots=True)
class FirstRating:
    """7.1.4, 8.2."""

    min_games: int = 5
    window: int = 26
    hypothetical: tuple[int, ...] = (1800, 1800)  # draws against these are added
    highest: int | None = 2200
    lowest: int | None = 1400
    drop_zero_first_event: bool = True
    method: FirstMethod = FirstMethod.TABLE
    span: int = 800


@dataclass(frozen=True, slots=True)
class Edition:
    """A whole set of rules as constants; None = there is no such rule."""

    k: tuple[KLine, ...]
    difference_cap: int | None = 400
    difference_cap_exempt_from: int | None = None
    unrated_gap: Gap | None = None
    use_published_k: bool = True
    k_times_games_max: int | None = 700
    standard_stands_in: bool = False
    matches: bool = True
    first: FirstRating = FirstRating()
    floor: int | None = 1400
    expected: Expectation = TABLE
    forfeits: Forfeits = Forfeits.IGNORED
    bonus: Bonus | None = None
    inactive_after: int | None = 12  # 7.2.2, in periods without a rated game


# Art. 8.3.3  "permanently" 10 goes before 40: FIDE's own lists have nobody above 2400 with 40.
_K = (
    KLine(10, peak_at_least=2400),
    KLine(40, age_at_most=18, peak_below=2300),
    KLine(40, games_below=30),
    KLine(20),
)

_STANDARD = Edition(_K, difference_cap_exempt_from=2650)
# Rapid and blitz: 7.2.1 the standard rating stands in; 7.3.1 always capped, and no game at 600
_FAST = Edition(_K, unrated_gap=Gap(600, 2600), standard_stands_in=True)


def fide(kind: ListKind) -> Edition:
    return _STANDARD if kind is ListKind.STANDARD else _FAST
