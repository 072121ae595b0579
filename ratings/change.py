"""B.02 art. 8.3: the change of a rated player over a period."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from ratings.editions import Edition, Standing
from ratings.events import Month, Player
from ratings.exact import Exact, half_away
from ratings.expected import POINT
from ratings.games import RatedGame


@dataclass(frozen=True, slots=True)
class GameChange:
    """One row of the working; expected score, score and delta in ten-thousandths."""

    game: RatedGame
    own: int
    opponent: int
    difference: int
    used: int
    expected: int

    @property
    def score(self) -> int:
        return POINT // 2 * self.game.halves

    @property
    def delta(self) -> int:
        return self.score - self.expected


@dataclass(frozen=True, slots=True)
class Rated:
    """The answer for a rated player: `new` None = no longer, or not yet, on the list."""

    base: int
    games: tuple[GameChange, ...]
    k: Exact
    k_used: Exact
    bonus: Exact
    change: int
    new: int | None
    below_floor: int | None = None

    @property
    def sum(self) -> int:
        """Ten-thousandths."""
        return sum(game.delta for game in self.games)

    @property
    def change_exact(self) -> Exact:
        return Fraction(self.k_used * self.sum, POINT) + self.bonus


def change(
    player: Player, base: int, games: Sequence[RatedGame], edition: Edition, period: Month
) -> Rated:
    rows = tuple(
        _row(base if game.own is None else game.own, game.opponent_rating, game, edition)
        for game in games
        if game.opponent_rating is not None  # 8.3: games against rated opponents
    )
    k = coefficient(player, base, edition, period)
    used = _within(k, len(rows), edition)
    if not rows:
        return Rated(base, rows, k, used, 0, 0, player.rating)
    exact = Fraction(used * sum(row.delta for row in rows), POINT)
    bonus = edition.bonus.on(exact, len(rows)) if edition.bonus else 0
    points = half_away(exact + bonus)  # 8.3.4
    if edition.floor is not None and base + points < edition.floor:  # 7.2.1
        return Rated(base, rows, k, used, bonus, points, None, base + points)
    return Rated(base, rows, k, used, bonus, points, base + points)


def _row(own: int, opponent: int, game: RatedGame, edition: Edition) -> GameChange:
    # Art. 8.3.1  each side by its own rating: the two may use different differences
    difference = used = abs(own - opponent)
    exempt = edition.difference_cap_exempt_from
    if edition.difference_cap is not None and (exempt is None or own < exempt):
        used = min(used, edition.difference_cap)
    # Art. 8.3.2
    expected = edition.expected(used if own >= opponent else -used)
    return GameChange(game, own, opponent, difference, used, expected)


def coefficient(player: Player, base: int, edition: Edition, period: Month) -> Exact:
    """Art. 8.3.3: the K published, else the first line that holds before the period."""
    if edition.use_published_k and player.k is not None:
        return player.k
    age = None if player.born is None else period.year - player.born
    standing = Standing(base, player.highest, age, player.games)
    return next((line.k for line in edition.k if line.holds(standing)), 0)


def _within(k: Exact, games: int, edition: Edition) -> Exact:
    """Art. 8.3.3: K times games is at most 700, else K is the largest whole number that holds."""
    most = edition.k_times_games_max
    if most is None or k * games <= most:
        return k
    return floor(Fraction(most, games))
