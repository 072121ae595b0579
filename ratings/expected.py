"""Expected scores, in ten-thousandths of a point: FIDE's table or a formula."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache

from ratings.tables import expected_percent

#: a whole point
POINT = 10_000


@dataclass(frozen=True, slots=True)
class Table:
    """Art. 8.1.2."""

    def __call__(self, difference: int) -> int:
        return POINT // 100 * expected_percent(difference)


@dataclass(frozen=True, slots=True)
class Logistic:
    """1 / (1 + 10^(-difference / scale)), rounded to so many places, half up."""

    scale: int = 400
    places: int = 4

    def __call__(self, difference: int) -> int:
        higher = _logistic(abs(difference), self.scale, self.places)
        return higher if difference >= 0 else POINT - higher


@cache
def _logistic(difference: int, scale: int, places: int) -> int:
    with localcontext() as context:
        context.prec = 40
        share = 1 / (1 + Decimal(10) ** (Decimal(-difference) / scale))
        return int(POINT * share.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


Expectation = Table | Logistic
TABLE = Table()
