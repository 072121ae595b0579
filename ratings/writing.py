"""The answer to a rating period as JSON: exact decimals as text."""

from fractions import Fraction
from typing import Any

from ratings.change import GameChange, Rated
from ratings.events import Period, Player
from ratings.exact import Exact, decimal
from ratings.expected import POINT
from ratings.first import Unrated
from ratings.period import Answer, is_inactive


def answer(period: Period, found: Answer) -> dict[str, Any]:
    return {
        "players": {
            str(player.id): _player(period, player, found.players[player.id])
            for player in period.players
        },
        "not_rated": [
            {"event": one.event, "game": one.game, "why": one.why.value} for one in found.not_rated
        ],
    }


def _player(period: Period, player: Player, found: Rated | Unrated) -> dict[str, Any]:
    told = _rated(found) if isinstance(found, Rated) else _unrated(found)
    if player.last_game is not None:  # nobody else can be called inactive
        told["inactive"] = is_inactive(player, found, period)
    return told


def _rated(found: Rated) -> dict[str, Any]:
    told = {
        "kind": "rated",
        "base": found.base,
        "games": [_row(row) for row in found.games],
        "n": len(found.games),
        "sum": _points(found.sum),
        "k": _number(found.k),
        "k_used": _number(found.k_used),
        "change_exact": decimal(found.change_exact),
        "change": found.change,
        "new": found.new,
    }
    if found.bonus:
        told["bonus"] = decimal(found.bonus)
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
        "pd": _points(row.expected),
        "score": _points(row.score),
        "delta": _points(row.delta),
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
            "dp": _number(steps.difference),
            "ru_uncapped": steps.uncapped,
            "ru": steps.rating,
        }
    return told


def _points(number: int) -> str:
    return decimal(Fraction(number, POINT))


def _number(number: Exact) -> int | str:
    number = Fraction(number)
    return number.numerator if number.denominator == 1 else decimal(number)
