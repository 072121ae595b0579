"""Plays knock-outs and play-offs to the end, as an arbiter would: whatever is due, game by game."""

from collections.abc import Callable
from dataclasses import replace

from pairing.handbook import knockout, playoff
from pairing.handbook.knockout import DueGame, TieGame
from pairing.handbook.lots import Lots
from pairing.results import RESULTS
from pairing.state import Fact

#: the result code of a game that is due
Chooser = Callable[[DueGame], str]


def entered(due: DueGame, code: str, moves: int = 0) -> TieGame:
    return TieGame(
        due.tie, due.phase, due.number, due.white, due.black, RESULTS[code], due.board, moves
    )


def with_choices(lots: Lots, waiting: tuple[Fact, ...], *, takes_white: bool = True) -> Lots:
    """The winner of each lot for a golden point takes the colour they like."""
    for fact in waiting:
        values = dict(fact.values)
        winner = int(values["winner"])
        other = next(tpn for tpn in fact.players if tpn != winner)
        order = (winner, other) if takes_white else (other, winner)
        lots = lots.with_typed(str(values["draw"]), order)
    return lots


def play_knockout(
    plan: knockout.Plan, choose: Chooser
) -> tuple[knockout.Plan, list[TieGame], knockout.Progress]:
    games: list[TieGame] = []
    while True:
        progress = knockout.follow(plan, games)
        if progress.finished:
            return plan, games, progress
        assert progress.due or progress.waiting
        plan = replace(plan, lots=with_choices(plan.lots, progress.waiting))
        games += [entered(due, choose(due)) for due in progress.due]


def play_playoff(
    plan: playoff.Plan, choose: Chooser, moves: Callable[[DueGame], int] = lambda due: 40
) -> tuple[playoff.Plan, list[TieGame], playoff.Progress]:
    games: list[TieGame] = []
    while True:
        progress = playoff.follow(plan, games)
        if progress.finished:
            return plan, games, progress
        assert progress.due or progress.waiting
        plan = replace(plan, lots=with_choices(plan.lots, progress.waiting))
        games += [entered(due, choose(due), moves(due)) for due in progress.due]
