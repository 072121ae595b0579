"""Handbook, knock-out, A.9-A.11, A.16 and A.23: one tie, from its games."""

from collections.abc import Iterable
from dataclasses import dataclass

from pairing.errors import InconsistentHistory
from pairing.handbook.knockout.colours import ColourDraw, draw_colours, draw_golden
from pairing.handbook.knockout.formats import Clock, Phase, TieFormat
from pairing.handbook.lots import Lots
from pairing.results import RESULTS, Outcome, Result
from pairing.state import Colour, Fact, PointSystem

# A.10, A.11, A.16  One tie


@dataclass(frozen=True, slots=True)
class TieGame:
    """A game of a tie. In team events a game has as many boards as the teams."""

    tie: str
    phase: int  # 0 = the match, then the extensions, then the golden point
    number: int  # within the phase, from 1
    white: int
    black: int
    result: Result
    board: int = 1
    moves: int = 0  # of the winner's sheet; only where the fewest moves decide
    #: A.16, golden point with both flags down: whose flag fell later
    later_flag: Colour | None = None


@dataclass(frozen=True, slots=True)
class DueGame:
    tie: str
    phase: int
    number: int
    white: int
    black: int
    clock: Clock
    golden: bool = False
    board: int = 1


@dataclass(frozen=True, slots=True)
class TieState:
    tie: str
    first: int  # the better placed
    second: int
    games: tuple[TieGame, ...]
    score: tuple[int, int]  # of the whole tie, in tenths, first player first
    winner: int  # 0 = not yet
    loser: int
    facts: tuple[Fact, ...]  # why, in the order of events
    due: tuple[DueGame, ...]  # to be played next, together
    #: colours still to be chosen before the next game
    waiting: Fact | None = None


def both_flags_down(later: Colour) -> Result:
    """A.16: in the golden point game the player whose flag fell later wins."""
    return RESULTS["10" if later is Colour.WHITE else "01"]


def golden_winner(game: TieGame) -> tuple[int, Fact]:
    """The player who goes on after a golden point game, 0 if neither scored.

    White must win: a draw eliminates White (A.11).
    """
    both = (game.white, game.black)
    if game.later_flag is not None:
        if game.result != both_flags_down(game.later_flag):
            raise InconsistentHistory("knockout.both_flags", players=both)
        winner = game.white if game.later_flag is Colour.WHITE else game.black
        return winner, Fact("knockout.golden.later_flag", "A.16", _winner_first(winner, game))
    points = PointSystem()
    white, black = points.for_outcome(game.result.white), points.for_outcome(game.result.black)
    if white == black == 0:
        return 0, Fact("knockout.golden.nobody", "A.10", both)
    if white > black:
        return game.white, Fact("knockout.golden.white_won", "A.10", both)
    if game.result.white is Outcome.DRAW:
        return game.black, Fact("knockout.golden.draw", "A.11", _winner_first(game.black, game))
    return game.black, Fact("knockout.golden.black_won", "A.10", _winner_first(game.black, game))


def _winner_first(winner: int, game: TieGame) -> tuple[int, int]:
    return (game.white, game.black) if winner == game.white else (game.black, game.white)


def follow_tie(
    tie: str,
    first: int,
    second: int,
    format_: TieFormat,
    lots: Lots,
    games: Iterable[TieGame] = (),
    *,
    boards: int = 1,
) -> TieState:
    """The state of a tie: the score, who goes on and why, or what is due next."""
    mine = sorted(
        (game for game in games if game.tie == tie),
        key=lambda game: (game.phase, game.number, game.board),
    )
    desk = _Tie(tie, first, second, format_, lots, mine, boards)
    return desk.follow()


class _Tie:
    """Reads the games of one tie in order; what it does not read does not belong there."""

    def __init__(
        self,
        tie: str,
        first: int,
        second: int,
        format_: TieFormat,
        lots: Lots,
        games: list[TieGame],
        boards: int,
    ) -> None:
        self.tie = tie
        self.both = (first, second)
        self.format = format_
        self.lots = lots
        self.games = games
        self.boards = boards
        self.left = {(game.phase, game.number, game.board): game for game in games}
        if len(self.left) != len(games):
            raise InconsistentHistory("knockout.game_twice", tie=tie, players=self.both)
        self.score = {first: 0, second: 0}
        self.facts: list[Fact] = []

    def follow(self) -> TieState:
        for index, phase in enumerate(self.format.phases):
            opening = draw_colours(self.tie, *self.both, self.lots, self.boards)
            if index == 0:
                self.facts.append(opening.fact)
            due = self._phase(index, phase, opening)
            if due:
                return self._state(due=due)
            lead = self._lead
            if lead:
                code = "knockout.won.match" if index == 0 else "knockout.won.extension"
                winner = self.both[0] if lead > 0 else self.both[1]
                return self._state(winner=winner, reason=self._won(code, index, winner))
            last = index == len(self.format.phases) - 1
            code = "knockout.tied.golden_follows" if last else "knockout.tied.extension_follows"
            article = "A.10" if last else "A.23"
            self.facts.append(Fact(code, article, self.both, self._values(index)))
        return self._golden()

    def _phase(self, index: int, phase: Phase, opening: ColourDraw) -> tuple[DueGame, ...]:
        """The games of a phase that are due; none when it is complete."""
        for number in range(1, phase.games + 1):
            # Equal numbers of Whites and Blacks (A.9): colours change from game to game.
            if number % 2:
                white, black = opening.white, opening.black
            else:
                white, black = opening.black, opening.white
            due = []
            for board in range(1, self.boards + 1):
                game = self._take(index, number, board, white, black)
                if game is None:
                    clock = phase.clock
                    due.append(DueGame(self.tie, index, number, white, black, clock, board=board))
            if due:
                return tuple(due)
            ahead = abs(self._lead)
            if self.format.stop_when_decided and ahead > (phase.games - number) * 10 * self.boards:
                # Games already played beyond this point stay on record and change nothing.
                for later in range(number + 1, phase.games + 1):
                    for board in range(1, self.boards + 1):
                        self.left.pop((index, later, board), None)
                break
        return ()

    def _golden(self) -> TieState:
        """A.10, A.11. One game between two players, or between one player of each team.

        If neither scored (both lost, both absent) the next one is played.
        """
        phase = self.format.golden_phase
        number = 1
        while True:
            suffix = self.tie if number == 1 else f"{self.tie} {number}"
            draw = draw_golden(suffix, *self.both, self.lots)
            if not draw.white:
                return self._state(waiting=draw.fact)
            game = self._take(phase, number, 1, draw.white, draw.black)
            if number == 1 or game is not None:
                self.facts.append(draw.fact)
            if game is None:
                due = DueGame(
                    self.tie, phase, number, draw.white, draw.black, self.format.golden, True
                )
                return self._state(due=(due,))
            winner, reason = golden_winner(game)
            if winner:
                return self._state(winner=winner, reason=reason)
            self.facts.append(reason)
            number += 1

    def _take(self, phase: int, number: int, board: int, white: int, black: int) -> TieGame | None:
        game = self.left.get((phase, number, board))
        if game is None or not game.result.final:
            self.left.pop((phase, number, board), None)
            return None
        if (game.white, game.black) != (white, black):
            raise InconsistentHistory(
                "knockout.other_players",
                game=number,
                tie=self.tie,
                players=(game.white, game.black),
            )
        del self.left[phase, number, board]
        if phase < self.format.golden_phase:
            points = PointSystem()
            self.score[white] += points.for_outcome(game.result.white)
            self.score[black] += points.for_outcome(game.result.black)
        return game

    @property
    def _lead(self) -> int:
        return self.score[self.both[0]] - self.score[self.both[1]]

    def _values(self, index: int) -> tuple[tuple[str, int | str], ...]:
        return (
            ("phase", index),
            ("first", self.score[self.both[0]]),
            ("second", self.score[self.both[1]]),
        )

    def _won(self, code: str, index: int, winner: int) -> Fact:
        loser = self.both[1] if winner == self.both[0] else self.both[0]
        values = (("phase", index), ("won", self.score[winner]), ("lost", self.score[loser]))
        return Fact(code, "A.9" if index == 0 else "A.23", (winner, loser), values)

    def _state(
        self,
        *,
        winner: int = 0,
        reason: Fact | None = None,
        due: tuple[DueGame, ...] = (),
        waiting: Fact | None = None,
    ) -> TieState:
        stray = [game for game in self.left.values() if game.result.final]
        if stray:
            game = stray[0]
            raise InconsistentHistory(
                "knockout.stray_game",
                game=game.number,
                phase=game.phase + 1,
                tie=self.tie,
                players=(game.white, game.black),
            )
        loser = 0
        if winner:
            loser = self.both[1] if winner == self.both[0] else self.both[0]
        if reason is not None:
            self.facts.append(reason)
        score = dict(self.score)
        for game in self.games:
            if game.phase == self.format.golden_phase and game.result.final:
                points = PointSystem()
                score[game.white] += points.for_outcome(game.result.white)
                score[game.black] += points.for_outcome(game.result.black)
        return TieState(
            self.tie,
            self.both[0],
            self.both[1],
            tuple(self.games),
            (score[self.both[0]], score[self.both[1]]),
            winner,
            loser,
            tuple(self.facts),
            due,
            waiting,
        )
