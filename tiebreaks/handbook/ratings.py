"""Handbook, tie-breaks 4: from ratings."""

from fractions import Fraction

from pairing.state import Fact
from ratings.tables import rating_difference
from tiebreaks.codes import Code
from tiebreaks.fide2026.ratings import (
    halves_scored,
    kept_ratings,
    opponents_ratings,
    percent_score,
    ratings_of_games,
)
from tiebreaks.fide2026.workings import Explained
from tiebreaks.fide2026.workings import average_rating as average_rating_steps
from tiebreaks.field import Column, Field, Value, half_up
from tiebreaks.working import in_points, step_of, text

#: a difference from the player's own rating counts as no more than this
GREATEST_DIFFERENCE = 350


# Average rating of opponents, reduced average


def average_rating(field: Field, code: Code) -> Column:
    """The exact mean over the opponents played, without the lowest ones; shown to a tenth."""
    values: dict[int, Value] = dict.fromkeys(field.numbers)
    if field.ratings(code.unrated).complete:
        for tpn in field.numbers:
            kept = kept_ratings(opponents_ratings(field, tpn, code.unrated), code.cut, 0)
            values[tpn] = _whole(Fraction(sum(kept), len(kept))) if kept else None
    return Column(values)


def average_rating_working(field: Field, code: Code, tpn: int) -> Explained:
    steps, facts = average_rating_steps(field, code, tpn)
    return steps, tuple(Fact(fact.code, "4", fact.players, fact.values) for fact in facts)


# Performance rating


def counted_rating(own: int, rating: int) -> int:
    """The opponent's rating, no more than 350 points from the player's own."""
    if own <= 0:
        return rating
    return min(max(rating, own - GREATEST_DIFFERENCE), own + GREATEST_DIFFERENCE)


def performance_rating(field: Field, code: Code) -> Column:
    """Average of the opponents, differences limited to 350, plus dp of the percentage score."""
    ratings = field.ratings(code.unrated)
    values: dict[int, Value] = dict.fromkeys(field.numbers)
    if ratings.complete:
        for tpn in field.numbers:
            own = ratings.of(tpn)
            met = [counted_rating(own, r) for r in ratings_of_games(field, tpn, code.unrated)]
            if met:
                percent = percent_score(halves_scored(field, tpn), len(met))
                values[tpn] = half_up(sum(met), len(met)) + rating_difference(percent)
    return Column(values)


def performance_rating_working(field: Field, code: Code, tpn: int) -> Explained:
    ratings = field.ratings(code.unrated)
    if not ratings.complete:
        return [], (Fact("tiebreaks.rating.unrated", "4"),)
    own = ratings.of(tpn)
    steps = []
    met = []
    for cell in field.ledger().cells[tpn]:
        if not cell.played:
            steps.append(step_of(cell, None, cut="not_counted"))
            continue
        real = ratings.of(cell.opponent, cell.round)
        counted = counted_rating(own, real)
        met += [counted] * field.ledger().games_a_round
        facts: tuple[Fact, ...] = ()
        if counted != real:
            values = (("rating", real), ("own", own), ("counted", counted))
            facts = (Fact("tiebreaks.rating.limited", "4", (cell.opponent,), values),)
        steps.append(step_of(cell, in_points(cell.halves, 2), score=counted, facts=facts))
    if not met:
        return steps, ()
    halves = halves_scored(field, tpn)
    percent = percent_score(halves, len(met))
    return steps, (
        Fact(
            "tiebreaks.rating.performance",
            "4",
            (),
            (
                ("average", half_up(sum(met), len(met))),
                ("score", text(halves, 2)),
                ("games", len(met)),
                ("percent", percent),
                ("difference", rating_difference(percent)),
            ),
        ),
    )


def _whole(value: Fraction) -> int | Fraction:
    return int(value) if value.denominator == 1 else value
