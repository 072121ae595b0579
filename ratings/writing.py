"""The answer to a rating period as JSON: exact decimals as text."""

from fractions import Fraction
from typing import Any

from ratings.change import GameChange, Rated
from ratings.exact import Exact, decimal
from ratings.first import Unrated
from ratings.period import Answer


def answer(found: Answer) -> dict[str, Any]:
    return {
        "players": {
            str(player): _rated(one) if isinstance(one, Rated) else _unrated(one)
            for player, one in found.players.items()
        },
        "not_rated": [
            {"event": one.event, "game": one.game, "why": one.why.value} for one in found.not_rated
        ],
    }


def _rated(found: Rated) -> dict[str, Any]:
    told = {
        "kind": "rated",
        "base": found.base,
        "games": [_row(row) for row in found.games],
        "n": len(found.games),
        "sum": _hundredths(found.sum),
        "k": _number(found.k),
        "k_used": _number(found.k_used),
        "change_exact": decimal(found.change_exact),
        "change": found.change,
        "new": found.new,
    }
    if found.below_floor is not None:
        told["below_floor"] = found.below_floor
    return told


def _row(row: GameChange) -> dict[str, Any]:
    return {
        "event": row.game.event,
        "game": row.game.game,
        "opponent": row.game.opponent,
        "own": row.own,
        "opp": row.opponent,
        "d": row.difference,
        "d_used": row.used,
        "pd": _hundredths(row.expected),
        "score": _hundredths(row.score),
        "delta": _hundredths(row.delta),
    }


def _unrated(found: Unrated) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": "unrated",
        "n": len(found.games),
        "score": decimal(Fraction(found.halves, 2)),
        "dropped_event": found.dropped_event,
        "new": found.new,
    }
    if found.computed:
        steps = found.computed
        told |= {
            "sum_opponents": steps.sum_opponents,
            "ra": str(steps.average),
            "p": steps.percent,
            "dp": steps.difference,
            "ru_uncapped": steps.uncapped,
            "ru": steps.rating,
        }
    return told


def _hundredths(number: int) -> str:
    return decimal(Fraction(number, 100))


def _number(number: Exact) -> int | str:
    number = Fraction(number)
    return number.numerator if number.denominator == 1 else decimal(number)
