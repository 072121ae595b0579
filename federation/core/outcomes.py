"""The deeds of a player in a tournament, from the record of its games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pairing.results import Result
from pairing.state import PointSystem, Round
from ratings.tables import rating_difference
from tiebreaks.field import half_up

#: halves of a point by symbol; of games that are not rated, too
HALVES = {"1": 2, "=": 1, "0": 0, "W": 2, "D": 1, "L": 0}


@dataclass(slots=True)
class Score:
    #: at the board
    games: int = 0
    #: all of them, in tenths
    points: int = 0
    #: the ratings of those met at the board, where they have one, and the halves against them
    opponents: list[int] = field(default_factory=list)
    halves: int = 0

    @property
    def performance(self) -> int:
        """As C.07 art. 10.2 has it, from the games against rated opponents; 0 without any."""
        count = len(self.opponents)
        if not count:
            return 0
        percent = half_up(50 * self.halves, count)
        return max(0, half_up(sum(self.opponents), count) + rating_difference(percent))


def scores(
    rounds: Iterable[Round], ratings: Mapping[int, int], points: PointSystem
) -> dict[int, Score]:
    """By number of the player: everybody who has a game or a bye."""
    found: dict[int, Score] = {}
    for round_ in rounds:
        for game in round_.games:
            gained = points.for_result(game.result)
            sides = ((game.white, game.black, 0), (game.black, game.white, 1))
            for own, other, side in sides:
                score = found.setdefault(own, Score())
                score.points += gained[side]
                _add(score, game.result, side, ratings.get(other, 0))
        for bye in round_.byes:
            found.setdefault(bye.player, Score()).points += points.for_bye(bye.kind)
    return found


def _add(score: Score, result: Result, side: int, opponent: int) -> None:
    for single in result.single:
        symbol = single.code[side]
        if not single.played or symbol not in HALVES:
            continue
        score.games += 1
        if opponent:
            score.opponents.append(opponent)
            score.halves += HALVES[symbol]
