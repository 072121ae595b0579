"""FIDE C.07 from 1 March 2026, art. 10: ratings. Only games over the board count, everywhere.

If any player has no rating and the regulations give them none, nobody has a value.
"""

from collections.abc import Callable, Mapping

from ratings.tables import expected_percent, rating_difference
from tiebreaks.codes import Code
from tiebreaks.field import Column, Field, Value, half_up
from tiebreaks.ledger import Cell, Kind

#: the ends of table 8.1.1 for the scores 0 and 100 %
FULL_SCALE = 800


def rated_cells(field: Field, tpn: int) -> list[Cell]:
    """The games that count.

    15.2: a forfeit of a round robin is none here; the edition of 2024 did not except it.
    """
    rules = field.rules
    forfeits = rules.predetermined and rules.edition == "fide2024"
    return [c for c in field.ledger().cells[tpn] if c.played or (forfeits and c.opponent)]


def opponents_ratings(field: Field, tpn: int, fixed: int = 0) -> list[int]:
    ratings = field.ratings(fixed)
    return [ratings.of(c.opponent, c.round) for c in rated_cells(field, tpn)]


def ratings_of_games(field: Field, tpn: int, fixed: int = 0) -> list[int]:
    """A rating for each game, where two games make a match."""
    return opponents_ratings(field, tpn, fixed) * field.ledger().games_a_round


def halves(cell: Cell) -> int:
    """Standard points of a game, doubled: 2, 1, 0 whatever the event gives for them."""
    return 2 if cell.kind is Kind.FORFEIT_WIN else cell.scored or cell.halves


def halves_scored(field: Field, tpn: int) -> int:
    return sum(map(halves, rated_cells(field, tpn)))


def _for_all(
    field: Field, code: Code, key: str, value: Callable[[Field, int, Code], Value]
) -> Column:
    name = f"{key}/U{code.unrated}"
    if name not in field.shared:
        if field.ratings(code.unrated).complete:
            values = {tpn: value(field, tpn, code) for tpn in field.numbers}
        else:
            values = dict.fromkeys(field.numbers)
        field.shared[name] = Column(values)
    return field.shared[name]


# Art. 10.1  Average rating of opponents


def kept_ratings(ratings: list[int], low: int, high: int) -> list[int]:
    ordered = sorted(ratings)
    return ordered[low : max(len(ordered) - high, low)]


def average(field: Field, tpn: int, code: Code) -> Value:
    low, high = code.cut + code.median, code.median
    kept = kept_ratings(opponents_ratings(field, tpn, code.unrated), low, high)
    return half_up(sum(kept), len(kept)) if kept else None


def average_rating(field: Field, code: Code) -> Column:
    return _for_all(field, code, f"ARO/C{code.cut}/M{code.median}", average)


# Art. 10.2  Tournament performance rating


def percent_score(halves: int, games: int) -> int:
    return half_up(50 * halves, games)


def performance(field: Field, tpn: int, code: Code) -> Value:
    """The rounded average rating of the opponents plus dp of the percentage score."""
    ratings = ratings_of_games(field, tpn, code.unrated)
    if not ratings:
        return None
    percent = percent_score(halves_scored(field, tpn), len(ratings))
    return half_up(sum(ratings), len(ratings)) + rating_difference(percent)


def performance_rating(field: Field, code: Code) -> Column:
    return _for_all(field, code, "TPR", performance)


# Art. 10.3  Perfect tournament performance


def expected_hundredths(rating: int, ratings: list[int]) -> int:
    return sum(expected_percent(rating - opponent) for opponent in ratings)


def perfect(field: Field, tpn: int, code: Code) -> Value:
    """The lowest rating from which the result was to be expected (table 8.1.2, full scale)."""
    ratings = ratings_of_games(field, tpn, code.unrated)
    if not ratings:
        return None
    hundredths = 50 * halves_scored(field, tpn)
    if not hundredths:
        return min(ratings) - FULL_SCALE
    low, high = min(ratings) - FULL_SCALE, max(ratings) + FULL_SCALE
    while low < high:
        middle = (low + high) // 2
        if expected_hundredths(middle, ratings) >= hundredths:
            high = middle
        else:
            low = middle + 1
    return low


def perfect_performance(field: Field, code: Code) -> Column:
    return _for_all(field, code, "PTP", perfect)


# Art. 10.4, 10.5  Averages of the opponents' performances


def average_over_opponents(field: Field, tpn: int, values: Mapping[int, Value]) -> Value:
    met = [values[c.opponent] for c in rated_cells(field, tpn)]
    known = [value for value in met if value is not None]
    return half_up(int(sum(known)), len(known)) if known else None


def average_performance(field: Field, code: Code) -> Column:
    performances = (performance_rating if code.name == "APRO" else perfect_performance)(field, code)
    return Column(
        {tpn: average_over_opponents(field, tpn, performances.values) for tpn in field.numbers}
    )


# Art. 10.6  Rating


def rating(field: Field, code: Code) -> Column:
    ratings = field.ratings(code.unrated)
    counted = field.ledger().counted
    return Column(
        {tpn: ratings.of(tpn, counted) if ratings.complete else None for tpn in field.numbers}
    )
