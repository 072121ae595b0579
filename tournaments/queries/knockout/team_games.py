"""The rounds of matches of a knock-out between teams, as the core reads them."""

from dataclasses import dataclass

from pairing.handbook.knockout import Plan
from pairing.handbook.team_knockout import DueMatch, Placed, TeamMatch, TeamProgress, follow
from pairing.results import RESULTS, Result
from tournaments.models import Match, Round, Team, Tournament
from tournaments.queries.teams.matches import MatchView, all_matches
from tournaments.queries.teams.rules import average, boards_in, rules_of

DOUBLE_FORFEIT = RESULTS["--"]


@dataclass(frozen=True, slots=True)
class TeamGames:
    """The matches with their places in the plan, and what the next round would be."""

    views: tuple[tuple[MatchView, ...], ...]  # by round
    progress: TeamProgress
    plan: Plan

    @property
    def placed(self) -> list[tuple[MatchView, Placed]]:
        pairs = zip(self.views, self.progress.rounds, strict=True)
        return [one for views, places in pairs for one in zip(views, places, strict=True)]

    @property
    def due(self) -> tuple[DueMatch, ...]:
        return self.progress.due

    @property
    def due_before_the_last(self) -> tuple[DueMatch, ...]:
        """The last round as it would be if it were made now."""
        rounds = [[place.match for place in row] for row in self.progress.rounds[:-1]]
        return follow(self.plan, rounds).due

    @property
    def entered(self) -> int:
        """Boards with a result."""
        rows = [row for views in self.views for view in views for row in view.boards]
        return sum(not row.open for row in rows)

    @property
    def displaced(self) -> list[Match]:
        """Matches that a correction has left without a place in the plan."""
        return [view.match for view, place in self.placed if not place.tie]

    @property
    def played(self) -> frozenset[str]:
        """Ties whose boards were made: their lots stand."""
        return frozenset(
            place.tie
            for view, place in self.placed
            if place.tie and view.match.round.status != Round.Status.PLANNED
        )

    def of_tie(self, tie: str) -> list[tuple[MatchView, Placed]]:
        return [(view, place) for view, place in self.placed if place.tie == tie]


def seeded_teams(tournament: Tournament) -> dict[int, Team]:
    """The teams by seed, once the plan is announced."""
    boards = rules_of(tournament).boards
    found = {}
    for team in tournament.teams.numbered().prefetch_related("members__entry"):
        as_player(team, boards)
        found[team.number or 0] = team
    return dict(sorted(found.items()))


def as_player(team: Team, boards: int) -> Team:
    """With what pages show of a player: its rating is the average of its boards."""
    team.rating = average(team, boards)
    team.title = ""
    return team


def match_rounds(
    tournament: Tournament, *, public: bool = False
) -> tuple[list[list[TeamMatch]], tuple[tuple[MatchView, ...], ...]]:
    rules = rules_of(tournament)
    rounds: dict[int, list[MatchView]] = {}
    for view in all_matches(tournament, public=public):
        rounds.setdefault(view.match.round.number, []).append(view)
    matches = [
        [_as_core(view, boards_in(tournament, rules, number)) for view in views]
        for number, views in rounds.items()
    ]
    return matches, tuple(map(tuple, rounds.values()))


def _as_core(view: MatchView, boards: int) -> TeamMatch:
    match = view.match
    first, second = match.first.number or 0, match.second.number or 0
    if not view.known:
        return TeamMatch(first, second)
    if not view.boards:
        return TeamMatch(first, second, (RESULTS[match.forfeit],) * boards)
    results: list[Result | None] = [
        None if row.open else RESULTS[row.code] for row in view.boards[:boards]
    ]
    # A board at which nobody sat has no row: nobody came.
    results += [DOUBLE_FORFEIT] * (boards - len(results))
    return TeamMatch(first, second, tuple(results))
