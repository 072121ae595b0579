"""Everybody's rounds in one kind of points, gathered once: what every tie-break reads.

An individual event has one ledger; a team event has two, in match points and in game points.
Points are integer tenths. A ledger is a mutable index over immutable data: built once per
standings, then only read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pairing.errors import InconsistentHistory
from pairing.results import ByeKind, Outcome, Result
from pairing.state import Bonus, Round, TournamentState


class Kind(StrEnum):
    """The kind of a round for one participant (C.07 art. 16.2)."""

    GAME = "game"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"  # announced or not: absent, withdrawn, not yet entered


class Cell(NamedTuple):
    """One round of one participant."""

    round: int
    opponent: int  # 0 = none; the scheduled opponent where the game was a forfeit
    kind: Kind
    points: int
    black: bool = False
    halves: int = 0  # the result of a game, in half points, whatever the point system
    played: bool = False  # over the board
    voluntary: bool = False  # C.07 art. 16.1.2: requested bye or forfeit loss
    requested: bool = False  # C.07 art. 16.1.1: half- or zero-point bye
    scored: int = 0  # of a match, in half points of its games


#: forfeits have a scheduled opponent but no game
FORFEITS = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)

BYES = {
    ByeKind.PAIRING_ALLOCATED: Kind.PAIRING_BYE,
    ByeKind.FULL_POINT: Kind.FULL_BYE,
    ByeKind.HALF_POINT: Kind.HALF_BYE,
    ByeKind.ZERO_POINT: Kind.ZERO_BYE,
}
_HALVES = {Outcome.WIN: 2, Outcome.DRAW: 1}
#: in a match that was played, a game forfeited counts as one played (C.04.5, preface)
_HALVES_OF_GAMES = _HALVES | {Outcome.FORFEIT_WIN: 2}


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that change the meaning of a code."""

    edition: str = "fide2026"  # "fide2026", "fide2024" or "handbook"
    predetermined: bool = False  # round robin and the like (C.07 art. 15.2)
    reference: bool = False  # depart from the regulation as the reference calculator does

    @property
    def capped(self) -> bool:
        """C.07 art. 16.4: since 1 March 2026 the dummy's score has a ceiling."""
        return self.edition == "fide2026"


def bye_cell(number: int, kind: Kind, points: int) -> Cell:
    requested = kind is Kind.HALF_BYE or kind is Kind.ZERO_BYE
    return Cell(number, 0, kind, points, voluntary=requested, requested=requested)


class Ledger:
    """The rounds counted, and the scores they give."""

    def __init__(
        self,
        *,
        numbers: Iterable[int],
        cells: dict[int, list[Cell]],
        win: int,
        draw: int,
        loss: int,
        counted: int,
        total: int,
        rules: Rules,
        bonuses: Iterable[Bonus] = (),
        games_a_round: int = 1,
    ) -> None:
        #: that two opponents play with each other
        self.games_a_round = games_a_round
        self.numbers = tuple(numbers)
        self.cells = cells
        self.win = win
        self.draw = draw
        self.loss = loss
        self.counted = counted
        self.total = total
        self.rules = rules
        bonus: dict[tuple[int, int], int] = {}
        for one in bonuses:
            if one.round <= counted:
                key = (one.player, max(one.round, 1))
                bonus[key] = bonus.get(key, 0) + one.points
        #: points given or taken outside the games
        self.bonus = bonus
        self.score: dict[int, int] = {
            tpn: sum(cell.points for cell in rows) for tpn, rows in cells.items()
        }
        for (tpn, _), points in bonus.items():
            if tpn in self.score:
                self.score[tpn] += points

    def running(self, tpn: int) -> list[int]:
        """The score after each round."""
        total = 0
        scores = []
        for cell in self.cells[tpn]:
            total += cell.points + (self.bonus.get((tpn, cell.round), 0) if self.bonus else 0)
            scores.append(total)
        return scores

    @property
    def finished(self) -> bool:
        return self.counted >= self.total

    def scores_of_games(self) -> Mapping[int, int]:
        """The scores that are compared with a share of `games`: without the points of free rounds
        where those are no games."""
        if not self.rules.predetermined or self.rules.reference:
            return self.score
        return {
            tpn: score - sum(cell.points for cell in self.cells[tpn] if not cell.opponent)
            for tpn, score in self.score.items()
        }

    def games(self) -> int:
        """The games each participant has on the schedule so far (C.07 art. 9.2).

        In a round robin free rounds are no games; whoever has had most shows how many.
        """
        if not self.rules.predetermined:
            return self.counted
        return max((sum(1 for c in row if c.opponent) for row in self.cells.values()), default=0)


def individual(
    state: TournamentState,
    rules: Rules,
    *,
    after: int | None = None,
    annulled: frozenset[int] = frozenset(),
) -> Ledger:
    """The ledger of an individual event after round `after` (None = all finished rounds).

    Games of `annulled` players count for nobody, as if they had not been on the schedule.
    """
    counted = len(state.rounds) if after is None else min(max(after, 0), len(state.rounds))
    numbers = [player.tpn for player in state.players]
    cells: dict[int, list[Cell]] = {tpn: [] for tpn in numbers}
    points = state.points
    by_bye = {kind: points.for_bye(kind) for kind in ByeKind}
    worth: dict[str, tuple[int, int]] = {}
    for round_ in state.rounds[:counted]:
        for game in round_.games:
            if game.result.code not in worth:
                worth[game.result.code] = points.for_result(game.result)
    for index, round_ in enumerate(state.rounds[:counted], start=1):
        _enter_round(index, round_, cells, worth, by_bye, annulled)
    return Ledger(
        numbers=numbers,
        cells=cells,
        win=points.games * points.win,
        draw=points.games * points.draw,
        loss=points.games * points.loss,
        counted=counted,
        total=max(state.total_rounds, len(state.rounds), 1),
        rules=rules,
        bonuses=state.bonuses,
        games_a_round=points.games,
    )


def _enter_round(
    number: int,
    round_: Round,
    cells: dict[int, list[Cell]],
    worth: Mapping[str, tuple[int, int]],
    by_bye: Mapping[ByeKind, int],
    annulled: frozenset[int],
) -> None:
    for game in round_.games:
        if annulled and (game.white in annulled or game.black in annulled):
            continue
        result = game.result
        played = result.played
        of_white, of_black = worth[result.code]
        for tpn, other, outcome, gained, black in (
            (game.white, game.black, result.white, of_white, False),
            (game.black, game.white, result.black, of_black, True),
        ):
            if played:
                cell = Cell(
                    number,
                    other,
                    Kind.GAME,
                    gained,
                    black,
                    _HALVES.get(outcome, 0),
                    True,
                    scored=_scored(result, black) if result.games else 0,
                )
            elif outcome is Outcome.FORFEIT_WIN:
                cell = Cell(number, other, Kind.FORFEIT_WIN, gained, black)
            else:
                cell = Cell(
                    number,
                    other,
                    Kind.FORFEIT_LOSS,
                    gained,
                    black,
                    voluntary=True,
                )
            _enter(cells, tpn, cell)
    for bye in round_.byes:
        if bye.player not in annulled:
            _enter(cells, bye.player, bye_cell(number, BYES[bye.kind], by_bye[bye.kind]))
    for row in cells.values():
        if len(row) < number:  # in neither list: absent, or taken out of the standings
            row.append(bye_cell(number, Kind.ZERO_BYE, 0))


def _scored(match: Result, black: bool) -> int:
    sides = (game.black if black else game.white for game in match.games)
    return sum(_HALVES_OF_GAMES.get(outcome, 0) for outcome in sides)


def _enter(cells: dict[int, list[Cell]], tpn: int, cell: Cell) -> None:
    row = cells.get(tpn)
    if row is None:
        raise InconsistentHistory("record.unknown_player", in_round=cell.round, players=(tpn,))
    if len(row) != cell.round - 1:
        raise InconsistentHistory("record.player_twice", in_round=cell.round, players=(tpn,))
    row.append(cell)
