"""Handbook, Swiss rules of teams: general rules 1-8 and the Dutch method 1.1, for teams.

The handbook has no chapter of its own for teams: its lists of tie-breaks ("Takımlar İsviçre",
"Olimpiyat") rank them by board points or by match points, and the general rules 1, 2 and 5 to 7
speak of whoever is paired. So a team is a player here, a match a game, and the colour of a match
that of board 1. Score groups are those of the points that rank: match points, or board points,
which the state has beside them.
"""

from dataclasses import replace

from pairing.handbook import dutch
from pairing.state import Bonus, Fact, PointSystem, RoundPairing, TournamentState
from pairing.systems import System

KEY = "handbook.team_swiss"


def pair(state: TournamentState) -> RoundPairing:
    """The pairing of the next round, with the reasons; NoLegalPairing if there is none."""
    return dutch.pair(by_ranking_points(state))


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    return dutch.why_not(by_ranking_points(state), a, b)


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    return dutch.violations(by_ranking_points(state), pairing)


def by_ranking_points(state: TournamentState) -> TournamentState:
    """The state with the points that rank as its points (general rule 7)."""
    if state.option("primary_score", "match_points") != "game_points":
        return state
    win = _won_on_every_board(state)
    points = PointSystem.of(win, win // 2)
    given = dict(state.game_points)
    bonuses = []
    for index, round_ in enumerate(state.rounds):
        own = {
            tpn: points.for_outcome(game.outcome(tpn))
            for game in round_.games
            for tpn in (game.white, game.black)
        }
        own |= {bye.player: points.for_bye(bye.kind) for bye in round_.byes}
        for player in state.players:
            totals = given.get(player.tpn, ())
            gained = totals[index] if index < len(totals) else 0
            if more := gained - own.get(player.tpn, 0):
                bonuses.append(Bonus(player.tpn, index + 1, more))
    return replace(state, points=points, bonuses=tuple(bonuses))


def _won_on_every_board(state: TournamentState) -> int:
    """Board points of a match won on every board, as the matches so far tell."""
    given = dict(state.game_points)
    sums = [
        given.get(game.white, ())[index] + given.get(game.black, ())[index]
        for index, round_ in enumerate(state.rounds)
        for game in round_.games
        if game.result.played
    ]
    return max(sums, default=20)


SYSTEM = System(KEY, pair, why_not, violations)
