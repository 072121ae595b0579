"""Handbook, knock-out between teams: A.9-A.11, A.23 and A.30, a round of matches at a time.

A game of a tie is a match over all boards. The captains draw, and all players of a team have the
colour drawn (A.30); the points of the boards are added over the tie. If that is level after every
extension, one player of each team plays a golden point game.

Every tie of a stage that still has something to play is in the round, so a round is a game of the
match, of an extension, or a golden point. Which game a match was follows from the rounds before.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.errors import InconsistentHistory
from pairing.handbook import knockout
from pairing.handbook.knockout import DueGame, Plan, Progress, TieGame
from pairing.results import Result


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of a round; `first` has White on every board. A board without result is None."""

    first: int
    second: int
    boards: tuple[Result | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """The game of a tie that a match was; no tie: it has lost its place by a correction."""

    match: TeamMatch
    tie: str = ""
    phase: int = 0
    number: int = 0
    golden: bool = False


@dataclass(frozen=True, slots=True)
class DueMatch:
    tie: str
    phase: int
    number: int
    first: int
    second: int
    boards: int
    golden: bool


@dataclass(frozen=True, slots=True)
class TeamProgress:
    progress: Progress
    rounds: tuple[tuple[Placed, ...], ...]
    due: tuple[DueMatch, ...]  # the next round, once the last one has all its results

    @property
    def displaced(self) -> tuple[Placed, ...]:
        return tuple(one for row in self.rounds for one in row if not one.tie)


def follow(plan: Plan, rounds: Sequence[Sequence[TeamMatch]]) -> TeamProgress:
    """From the plan and the matches, round by round: who goes on, and who meets next."""
    games: list[TieGame] = []
    placed: list[tuple[Placed, ...]] = []
    taken: set[tuple[str, int, int]] = set()
    progress = knockout.follow(plan, games)
    for matches in rounds:
        due = {frozenset((one.white, one.black)): one for one in reversed(progress.due)}
        row = []
        for match in matches:
            game = due.get(frozenset((match.first, match.second)))
            if game is None or game.white != match.first or _key(game) in taken:
                row.append(Placed(match))
                continue
            taken.add(_key(game))
            row.append(Placed(match, game.tie, game.phase, game.number, game.golden))
            games += _games(game, match)
        placed.append(tuple(row))
        progress = knockout.follow(plan, games)
    left = {}
    for one in progress.due:
        if _key(one) not in taken:
            left[_key(one)] = one
    found = tuple(
        DueMatch(
            one.tie,
            one.phase,
            one.number,
            one.white,
            one.black,
            1 if one.golden else plan.boards,
            one.golden,
        )
        for one in left.values()
    )
    return TeamProgress(progress, tuple(placed), found)


def _key(game: DueGame) -> tuple[str, int, int]:
    return game.tie, game.phase, game.number


def _games(due: DueGame, match: TeamMatch) -> list[TieGame]:
    if due.golden and len(match.boards) > 1:
        raise InconsistentHistory(
            "knockout.one_golden_point", tie=due.tie, players=(match.first, match.second)
        )
    return [
        TieGame(due.tie, due.phase, due.number, match.first, match.second, result, board)
        for board, result in enumerate(match.boards, 1)
        if result is not None
    ]
