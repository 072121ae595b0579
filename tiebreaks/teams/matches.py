"""Matches from games: the team event that an individual record and the rosters make."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pairing.errors import InconsistentHistory
from pairing.results import ByeKind, Outcome
from pairing.state import Bonus, TournamentState
from tiebreaks.teams.event import BoardGame, Match, MatchPoints, Team, TeamBye, TeamEvent, TeamRound


def matches_of(
    state: TournamentState,
    teams: Sequence[Team],
    *,
    boards: int,
    byes: Iterable[tuple[int, TeamBye]] = (),
    forfeited: Iterable[tuple[int, Match]] = (),
    seats: Mapping[tuple[int, int], int] | None = None,
    primary: str = "MP",
    match_points: MatchPoints | None = None,
    bye_game_points: int | None = None,
    bonuses: Iterable[tuple[str, Bonus]] = (),
) -> TeamEvent:
    """The team event that the games of a record make, with the teams' byes and forfeited
    matches, each with its round, beside them.

    Boards are numbered by the games or by `seats`, (round, player) → board, where they say so;
    else by the rosters. A player with a full point without opponent, whose team has a match,
    won against nobody there.
    """
    seated = seats or {}
    team_of = {player: team for team in teams for player in team.players}
    byes_by_round: dict[int, list[TeamBye]] = {}
    for number, bye in byes:
        byes_by_round.setdefault(number, []).append(bye)
    forfeits: dict[int, list[Match]] = {}
    for number, match in forfeited:
        forfeits.setdefault(number, []).append(match)
    rounds = []
    for round_ in state.rounds:
        found: dict[frozenset[int], list[tuple[int, int, BoardGame]]] = {}
        for game in round_.games:
            if game.white not in team_of or game.black not in team_of:
                raise InconsistentHistory(
                    "record.no_team",
                    in_round=round_.number,
                    players=(game.white, game.black),
                )
            white, black = team_of[game.white].number, team_of[game.black].number
            found.setdefault(frozenset((white, black)), []).append(
                (
                    white,
                    black,
                    BoardGame(
                        seated.get((round_.number, game.white))
                        or seated.get((round_.number, game.black))
                        or game.board,
                        game.result.white,
                        game.result.black,
                        game.white,
                        game.black,
                    ),
                )
            )
        alone = {
            bye.player: seated.get((round_.number, bye.player), 0)
            for bye in round_.byes
            if bye.kind is ByeKind.FULL_POINT and bye.player in team_of
        }
        matches = [
            _assembled(pair, games, {team.number: team for team in teams}, team_of, alone)
            for pair, games in found.items()
        ]
        whole = {
            frozenset((match.first, match.second)): match
            for match in forfeits.get(round_.number, [])
        }
        for index, match in enumerate(matches):
            pair = frozenset((match.first, match.second))
            if pair in whole:
                declared = whole.pop(pair)
                matches[index] = replace(declared, boards=()) if declared.forfeit else match
        matches.extend(whole.values())
        rounds.append(
            TeamRound(round_.number, tuple(matches), tuple(byes_by_round.get(round_.number, ())))
        )
    return TeamEvent(
        teams=tuple(teams),
        rounds=tuple(rounds),
        total_rounds=state.total_rounds,
        boards=boards,
        primary=primary,
        points=state.points,
        match_points=match_points or MatchPoints(),
        bye_game_points=bye_game_points,
        bonuses=tuple(bonuses),
    )


def _assembled(
    pair: frozenset[int],
    games: list[tuple[int, int, BoardGame]],
    teams: Mapping[int, Team],
    team_of: Mapping[int, Team],
    alone: Mapping[int, int],
) -> Match:
    """One match from its games: the team with White on the first board is the first."""

    def seat(entry: tuple[int, int, BoardGame]) -> tuple[int, int]:
        _, _, game = entry
        roster = teams[min(pair)].players
        own = game.first_player if game.first_player in roster else game.second_player
        return game.board, roster.index(own)

    ordered = sorted(games, key=seat)
    first, second = ordered[0][0], ordered[0][1]
    boards = []
    for white, _, game in ordered:
        if white == first:
            boards.append(game)
        else:
            boards.append(
                BoardGame(
                    game.board, game.second, game.first, game.second_player, game.first_player
                )
            )
    for player, seat_number in sorted(
        alone.items(), key=lambda item: team_of[item[0]].players.index(item[0])
    ):
        won, lost = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
        if team_of[player].number == first:
            boards.append(BoardGame(seat_number, won, lost, player, 0))
        elif team_of[player].number == second:
            boards.append(BoardGame(seat_number, lost, won, 0, player))
    return Match(first, second, _numbered(boards, teams[first], teams[second]))


def _numbered(boards: list[BoardGame], first: Team, second: Team) -> tuple[BoardGame, ...]:
    """Boards that nobody numbered take the numbers left, in the order of the rosters."""

    def by_roster(board: BoardGame) -> int:
        if board.first_player:
            return first.players.index(board.first_player)
        return second.players.index(board.second_player)

    taken = {board.board for board in boards}
    free = (number for number in range(1, 2 * len(boards) + 1) if number not in taken)
    unnumbered = sorted((board for board in boards if not board.board), key=by_roster)
    numbered = [board for board in boards if board.board]
    numbered += [
        replace(board, board=number) for board, number in zip(unnumbered, free, strict=False)
    ]
    return tuple(sorted(numbered, key=lambda board: board.board))
