"""A team event as the pairing of a Swiss reads it: teams are its players, matches its games."""

from collections.abc import Iterable
from typing import Any

from pairing.results import RESULTS, ByeKind
from pairing.state import Bonus, Bye, Game, Player, PointSystem, Round, TournamentState
from tiebreaks.ledger import Kind
from tiebreaks.teams.book import Side, TeamBook, sides_of
from tiebreaks.teams.event import MatchPoints, TeamEvent

Options = tuple[tuple[str, str | int | bool], ...]


def pairing_state(
    event: TeamEvent,
    *,
    byes: Iterable[Bye] = (),
    options: Options = (),
    **more: Any,
) -> TournamentState:
    """The state before the round after those of `event`; `byes` are those of that round.

    `points` are match points, `game_points` stand beside them, both with what the competition
    gives for byes and forfeited matches. `more` are further fields of the state.
    """
    book = TeamBook(event, len(event.rounds))
    bonuses = [bonus for kind, bonus in event.bonuses if kind == "MP"]
    rounds = []
    for round_ in event.rounds:
        games = []
        for board, match in enumerate(round_.matches, start=1):
            sides = sides_of(match, event)
            result = RESULTS[_code(*sides)]
            games.append(Game(match.first, match.second, result, board))
            if result.code == "--":
                # Each won a board that was not played: points of a draw, and nothing else.
                bonuses += [
                    Bonus(team, round_.number, side.match_points - event.match_points.forfeit_loss)
                    for team, side in zip((match.first, match.second), sides, strict=True)
                    if side.match_points != event.match_points.forfeit_loss
                ]
        held = [Bye(bye.team, bye.kind) for bye in round_.byes]
        if event.match_points.zero_bye:
            there = {bye.player for bye in held}
            there |= {team for game in games for team in (game.white, game.black)}
            held += [
                Bye(team.number, ByeKind.ZERO_POINT)
                for team in event.teams
                if team.number not in there
            ]
        rounds.append(Round(round_.number, tuple(games), tuple(held)))
    return TournamentState(
        players=tuple(Player(team.number, team.name) for team in event.teams),
        rounds=tuple(rounds),
        total_rounds=event.total_rounds,
        points=_match_points(event.match_points),
        byes=tuple(byes),
        bonuses=tuple(bonuses),
        options=options,
        game_points=tuple(
            (team.number, _game_points(event, team.number, book.sides[team.number]))
            for team in event.teams
        ),
        **more,
    )


def _code(first: Side, second: Side) -> str:
    if first.kind is Kind.GAME:
        if first.game_points == second.game_points:
            return "=="
        return "10" if first.game_points > second.game_points else "01"
    if first.kind is second.kind:
        return "--"
    return "+-" if first.kind is Kind.FORFEIT_WIN else "-+"


def _match_points(points: MatchPoints) -> PointSystem:
    return PointSystem(
        win=points.win,
        draw=points.draw,
        loss=points.loss,
        forfeit_win=points.forfeit_win,
        forfeit_loss=points.forfeit_loss,
        pairing_bye=points.pairing_bye,
        full_bye=points.full_bye,
        half_bye=points.half_bye,
        zero_bye=points.zero_bye,
    )


def _game_points(event: TeamEvent, team: int, sides: list[Side]) -> tuple[int, ...]:
    found = [side.game_points for side in sides]
    for kind, bonus in event.bonuses:
        if kind == "GP" and bonus.player == team and bonus.round <= len(found):
            found[bonus.round - 1] += bonus.points
    return tuple(found)
