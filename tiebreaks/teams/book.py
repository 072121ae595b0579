"""Matches as both teams see them: kinds of rounds, match points, game points, boards.

A match gives game points, the sum of its boards, and match points for winning it.
"""

from typing import NamedTuple

from pairing.errors import InconsistentHistory
from pairing.results import ByeKind
from tiebreaks.codes import Code
from tiebreaks.errors import MissingInput
from tiebreaks.ledger import BYES, Cell, Kind, bye_cell
from tiebreaks.teams.event import Match, TeamEvent


class Side(NamedTuple):
    """One team's round: its kind, both scores, and the points on each board."""

    opponent: int
    kind: Kind
    match_points: int
    game_points: int
    boards: tuple[int, ...] | None  # None = not known


def sides_of(match: Match, event: TeamEvent) -> tuple[Side, Side]:
    """Game points decide the match; a match without a played board is a forfeited one."""
    games = _game_points(match, event)
    boards = _board_points(match, event)
    mp = event.match_points
    unplayed = bool(match.forfeit) or (
        bool(match.boards) and not any(board.played for board in match.boards)
    )
    if match.forfeit:
        won = (match.forfeit[0] == "+", match.forfeit[1] == "+")
    else:
        won = (games[0] > games[1], games[1] > games[0])
    sides = []
    for own in (0, 1):
        opponent = match.second if own == 0 else match.first
        if unplayed:
            level = not any(won) and games[own] > 0  # each won a board without play
            kind = Kind.FORFEIT_WIN if won[own] or level else Kind.FORFEIT_LOSS
            points = mp.forfeit_win if won[own] else mp.draw if level else mp.forfeit_loss
        else:
            kind = Kind.GAME
            points = mp.win if won[own] else mp.loss if won[1 - own] else mp.draw
        sides.append(Side(opponent, kind, points, games[own], boards[own] if boards else None))
    return sides[0], sides[1]


def _game_points(match: Match, event: TeamEvent) -> tuple[int, int]:
    if match.points is not None:
        return match.points
    if match.boards:
        points = event.points
        return (
            sum(points.for_outcome(board.first) for board in match.boards),
            sum(points.for_outcome(board.second) for board in match.boards),
        )
    if match.forfeit:
        win, loss = event.points.forfeit_win, event.points.forfeit_loss
        first, second = ((win if symbol == "+" else loss) for symbol in match.forfeit)
        return first * event.boards, second * event.boards
    raise InconsistentHistory("record.no_result", players=(match.first, match.second))


def _board_points(match: Match, event: TeamEvent) -> tuple[tuple[int, ...], ...] | None:
    points = event.points
    if match.boards:
        first, second = [0] * event.boards, [0] * event.boards
        for board in match.boards:
            if board.board <= event.boards:
                first[board.board - 1] += points.for_outcome(board.first)
                second[board.board - 1] += points.for_outcome(board.second)
        return tuple(first), tuple(second)
    if match.forfeit:
        return tuple(
            (points.forfeit_win if symbol == "+" else points.forfeit_loss,) * event.boards
            for symbol in match.forfeit
        )
    return None


def bye_side(kind: ByeKind, event: TeamEvent) -> Side:
    """C.07 art. 12: a pairing-allocated bye is a win on every board, whatever it is worth."""
    points = event.points
    on_board = points.for_bye(kind)
    games = on_board * event.boards
    if kind is ByeKind.PAIRING_ALLOCATED:
        on_board = points.win
        games = points.draw * event.boards
        if event.bye_game_points is not None:
            games = event.bye_game_points
    return Side(0, BYES[kind], event.match_points.for_bye(kind), games, (on_board,) * event.boards)


class TeamBook:
    """Everybody's rounds, gathered once: what the methods for teams read beside the ledgers."""

    def __init__(self, event: TeamEvent, counted: int) -> None:
        self.event = event
        self.boards = event.boards
        self.counted = counted
        self.sides: dict[int, list[Side]] = {team.number: [] for team in event.teams}
        self.matches: dict[frozenset[int], list[tuple[int, Match]]] = {}
        absent = bye_side(ByeKind.ZERO_POINT, event)
        for index, round_ in enumerate(event.rounds[:counted], start=1):
            for match in round_.matches:
                first, second = sides_of(match, event)
                self._enter(match.first, first, index)
                self._enter(match.second, second, index)
                pair = frozenset((match.first, match.second))
                self.matches.setdefault(pair, []).append((index, match))
            for bye in round_.byes:
                self._enter(bye.team, bye_side(bye.kind, event), index)
            for sides in self.sides.values():
                if len(sides) < index:
                    sides.append(absent)

    def _enter(self, team: int, side: Side, number: int) -> None:
        sides = self.sides.get(team)
        if sides is None:
            raise InconsistentHistory("record.unknown_team", in_round=number, players=(team,))
        if len(sides) != number - 1:
            raise InconsistentHistory("record.team_twice", in_round=number, players=(team,))
        sides.append(side)

    def cells(self, score: str) -> dict[int, list[Cell]]:
        found = {}
        for team, sides in self.sides.items():
            row = []
            for number, side in enumerate(sides, start=1):
                points = side.match_points if score == "MP" else side.game_points
                if not side.opponent:
                    row.append(bye_cell(number, side.kind, points))
                    continue
                row.append(
                    Cell(
                        number,
                        side.opponent,
                        side.kind,
                        points,
                        played=side.kind is Kind.GAME,
                        voluntary=side.kind is Kind.FORFEIT_LOSS,
                    )
                )
            found[team] = row
        return found

    def board_totals(self, code: Code, team: int, opponent: int = 0) -> list[int]:
        """Points on each board over the event, or against one opponent only."""
        totals = [0] * self.boards
        for side in self.sides[team]:
            if opponent and side.opponent != opponent:
                continue
            if side.boards is None:
                raise MissingInput("tiebreaks.needs", code=str(code), needed="boards")
            for board, points in enumerate(side.boards):
                totals[board] += points
        return totals
