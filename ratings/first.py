"""B.02 art. 7.1.4 and 8.2: the first rating of an unrated player."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ratings.editions import Edition, FirstMethod, FirstRating
from ratings.events import Month, PastEvent, PastGame
from ratings.exact import Exact, half_up, percent
from ratings.tables import rating_difference


@dataclass(frozen=True, slots=True)
class Computed:
    """Art. 8.2.2 and 8.2.3, step by step."""

    sum_opponents: int
    average: Fraction
    percent: int
    difference: Exact
    uncapped: int
    rating: int


@dataclass(frozen=True, slots=True)
class Unrated:
    """The answer for an unrated player; `computed` None = too few games."""

    games: tuple[PastGame, ...]
    dropped_event: str | None
    computed: Computed | None
    new: int | None

    @property
    def halves(self) -> int:
        return sum(game.halves for game in self.games)


def first_rating(events: Sequence[PastEvent], edition: Edition, period: Month) -> Unrated:
    """From everything played, the oldest event first."""
    rules = edition.first
    counted = [(event, _against_rated(event)) for event in events]
    dropped = None
    # Art. 8.2.1  a zero score in the first event is disregarded: the first one that counts at all
    first = next(((event, games) for event, games in counted if games), None)
    if rules.drop_zero_first_event and first and not any(game.halves for game in first[1]):
        dropped = first[0]
    games = tuple(
        game
        for event, found in counted
        if event is not dropped and _is_within(event.period, period, rules)
        for game in found
    )
    name = dropped.event if dropped else None
    if len(games) < rules.min_games or not games:  # Art. 7.1.4
        return Unrated(games, name, None, None)
    computed = _computed(games, rules)
    enough = rules.lowest is None or computed.rating >= rules.lowest
    return Unrated(games, name, computed, computed.rating if enough else None)


def _against_rated(event: PastEvent) -> list[PastGame]:
    return [game for game in event.games if game.opponent is not None]


def _is_within(played: Month, period: Month, rules: FirstRating) -> bool:
    """Art. 7.1.4: the periods counted include the one being rated."""
    return period.index - played.index < rules.window


def _computed(games: Sequence[PastGame], rules: FirstRating) -> Computed:
    # Art. 8.2.2  draws against hypothetical opponents are added
    count = len(games) + len(rules.hypothetical)
    total = sum(game.opponent or 0 for game in games)
    halves = sum(game.halves for game in games) + len(rules.hypothetical)
    average = Fraction(total + sum(rules.hypothetical), count)
    share = percent(Fraction(halves, 2), count)
    difference = _difference(Fraction(halves, 2 * count), share, rules)
    # Art. 8.2.3
    uncapped = half_up(average + difference)
    rating = uncapped if rules.highest is None else min(uncapped, rules.highest)
    return Computed(total, average, share, difference, uncapped, rating)


def _difference(score: Fraction, share: int, rules: FirstRating) -> Exact:
    if rules.method is FirstMethod.LINEAR:
        return rules.span * (score - Fraction(1, 2))
    return rating_difference(share)
