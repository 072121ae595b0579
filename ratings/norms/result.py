"""B.01 art. 1.4.6 to 1.4.9: the result that a norm asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ratings.exact import half_up, percent
from ratings.norms.event import CardGame
from ratings.norms.mix import Fail
from ratings.norms.titles import UNRATED, NormTitle
from ratings.tables import rating_difference


@dataclass(frozen=True, slots=True)
class Result:
    """`required`: the least score that is enough, in halves; None if none is."""

    games: int
    halves: int
    percent: int
    difference: int
    average: int
    raised_round: int | None
    required: int | None

    @property
    def performance(self) -> int:
        return self.average + self.difference

    def fails(self, title: NormTitle) -> list[Fail]:
        found = []
        if self.performance < title.performance:  # Art. 1.4.8
            found.append(Fail.PERFORMANCE)
        if self.average < title.average:
            found.append(Fail.AVERAGE)
        if not _is_35_percent(self.halves, self.games):
            found.append(Fail.SCORE)
        return found


def result(title: NormTitle, games: Sequence[CardGame]) -> Result:
    count, halves = len(games), sum(game.halves for game in games)
    average, raised = average_of(title, games)
    share = percent(Fraction(halves, 2), count)
    return Result(
        count, halves, share, rating_difference(share), average, raised,
        _least_halves(title, average, count),
    )  # fmt: skip


def average_of(title: NormTitle, games: Sequence[CardGame]) -> tuple[int, int | None]:
    """Art. 1.4.6, 1.4.7: the lowest opponent is raised to the floor; and in which round."""
    ratings = [UNRATED if game.rating is None else game.rating for game in games]
    lowest = min(range(len(ratings)), key=ratings.__getitem__)
    raised = ratings[lowest] < title.floor
    ratings[lowest] = max(ratings[lowest], title.floor)
    return half_up(Fraction(sum(ratings), len(ratings))), games[lowest].round if raised else None


def performance_of(games: Sequence[CardGame]) -> int:
    """Without any floor, as it is told of games that need not make a norm."""
    ratings = [UNRATED if game.rating is None else game.rating for game in games]
    share = percent(Fraction(sum(game.halves for game in games), 2), len(games))
    return half_up(Fraction(sum(ratings), len(ratings))) + rating_difference(share)


def _least_halves(title: NormTitle, average: int, count: int) -> int | None:
    if average < title.average:
        return None
    return next(
        (
            halves
            for halves in range(2 * count + 1)
            if _is_35_percent(halves, count)
            and average + rating_difference(percent(Fraction(halves, 2), count))
            >= title.performance
        ),
        None,
    )


def _is_35_percent(halves: int, count: int) -> bool:
    """Art. 1.4.8 b, exactly."""
    return 50 * halves >= 35 * count
