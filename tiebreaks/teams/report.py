"""The team event of a report file."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.errors import UnsupportedRule
from pairing.results import ByeKind
from pairing.state import Bonus, TournamentState
from tiebreaks.teams.event import Match, MatchPoints, Team, TeamBye, TeamEvent
from tiebreaks.teams.matches import matches_of

if TYPE_CHECKING:
    from pairing.trf import TrfDocument


def team_event_of(document: "TrfDocument", after: int | None = None) -> TeamEvent:
    """The team event of a report with records 310 (or 013), 240, 320, 330, 352 and 362."""
    state = document.state(after)
    tpns = document.tpns
    if document.teams:
        teams = [
            Team(team.number, team.name, tuple(tpns[p] for p in team.players if p in tpns))
            for team in document.teams
        ]
    else:
        teams = [
            Team(number, roster.name, tuple(tpns[p] for p in roster.players if p in tpns))
            for number, roster in enumerate(document.rosters, start=1)
        ]
    known = dict(document.match_points)
    match_points = MatchPoints.of(known.get("TW", 20), known.get("TD", 10), known.get("TL", 0))
    byes = [
        (requested.round, TeamBye(team, requested.kind))
        for requested in document.requested
        for team in requested.players
        if not document.individual
    ]
    bye_games = None
    for record in document.team_byes:
        match_points = replace(match_points, pairing_bye=record.match_points)
        bye_games = record.game_points
        byes += [
            (number, TeamBye(team, ByeKind.PAIRING_ALLOCATED))
            for number, team in enumerate(record.teams, start=1)
            if team
        ]
    forfeited = [
        (match.round, Match(match.white, match.black, forfeit=match.kind))
        for match in document.forfeited_matches
    ]
    boards = len(document.board_colours) or _usual_boards(state, teams)
    code = document.type_code.upper().removesuffix("_BAKU")
    return matches_of(
        state,
        teams,
        boards=boards,
        byes=byes,
        forfeited=forfeited,
        seats={
            (line_up.round, tpns[player]): board
            for line_up in document.line_ups
            for board, player in enumerate(line_up.players, start=1)
            if player in tpns
        },
        primary="GP" if code.endswith(("_GP_MP", "_GP")) and "MP_GP" not in code else "MP",
        match_points=match_points,
        bye_game_points=bye_games,
        bonuses=_team_bonuses(document),
    )


def _team_bonuses(document: "TrfDocument") -> list[tuple[str, Bonus]]:
    """Record 299: points given to or taken from teams."""
    bonuses = []
    for special in document.special_points:
        if special.kind:
            raise UnsupportedRule("report.team_points")
        for team in special.players:
            number = special.round or 1
            bonuses.append(("MP", Bonus(team, number, special.match_points)))
            bonuses.append(("GP", Bonus(team, number, special.points)))
    return bonuses


def _usual_boards(state: TournamentState, teams: Sequence[Team]) -> int:
    """Without record 352: as many boards as the largest match had games."""
    team_of = {player: team.number for team in teams for player in team.players}
    most = 1
    for round_ in state.rounds:
        games: dict[frozenset[int], int] = {}
        for game in round_.games:
            pair = frozenset((team_of.get(game.white, 0), team_of.get(game.black, 0)))
            games[pair] = games.get(pair, 0) + 1
        most = max(most, *games.values()) if games else most
    return most
