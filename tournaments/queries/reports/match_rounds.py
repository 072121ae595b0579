"""Events in which a team meets several others at the same time, as a report can hold them.

A team has one match in a round of a report: record 320 names one team a round, 802 one opponent,
and readers bring games together by round and team. So each match is a round of the report, with
the games that it has in all rounds; a line `###` says which.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from pairing.state import Bye, Game, Round, TournamentState
from pairing.trf import LineUp, TeamByes
from tournaments.models import LineUpSeat, Pairing, Tournament
from tournaments.queries.teams.rules import rules_of
from tournaments.snapshot import Snapshot


@dataclass(slots=True)
class MatchRound:
    """A match as a round of the report."""

    teams: tuple[int, int]  # the lower number first
    games: list[Game] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    #: by board: the player of each team, 0 = nobody
    seats: dict[int, tuple[int, int]] = field(default_factory=dict)

    def has_place_for(self, board: int, players: Iterable[int]) -> bool:
        sit = {tpn for pair in self.seats.values() for tpn in pair}
        return board not in self.seats and not sit.intersection(players)


class MatchRounds:
    """The matches of all rounds of a record, those of team 1 first."""

    def __init__(self, tournament: Tournament, state: TournamentState, before: Snapshot) -> None:
        self.boards = rules_of(tournament).boards
        teams = tournament.teams.numbered().prefetch_related("members__entry")
        self.listed = {
            team.number: [member.entry.tpn or 0 for member in team.members.all()] for team in teams
        }
        self._team_of = {tpn: team for team, listed in self.listed.items() for tpn in listed}
        seats = LineUpSeat.objects.filter(line_up__round__tournament=tournament).values_list(
            "line_up__round__number", "entry_id", "board"
        )
        self._boards = {(n, before.numbers.get(entry, 0)): board for n, entry, board in seats}
        self._made: dict[tuple[int, int], list[MatchRound]] = {
            pair: [] for pair in combinations(sorted(self.listed), 2)
        }
        alone = _opponents_of_those_alone(tournament, before)
        for round_ in state.rounds:
            for game in round_.games:
                self._add(round_.number, game)
            for bye in round_.byes:
                if against := alone.get((round_.number, bye.player)):
                    self._add_alone(round_.number, bye, against)
        self.matches = [match for found in self._made.values() for match in found]

    @property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(
            Round(number, tuple(match.games), tuple(match.byes))
            for number, match in enumerate(self.matches, start=1)
        )

    @property
    def line_ups(self) -> Iterator[LineUp]:
        """The teams that did not sit as listed, or have an empty board in the match."""
        for number, match in enumerate(self.matches, start=1):
            for place, (team, other) in enumerate((match.teams, match.teams[::-1])):
                sat = [match.seats.get(n, (0, 0))[place] for n in range(1, self.boards + 1)]
                if sat != self.listed[team][: self.boards]:
                    yield LineUp(number, team, other, tuple(sat))

    @property
    def byes(self) -> TeamByes:
        """The team that is not in the match: it gets nothing for that."""
        free = (set(self.listed).difference(match.teams) for match in self.matches)
        return TeamByes(0, 0, tuple(min(teams, default=0) for teams in free))

    @property
    def comment(self) -> str:
        told = (f"{n} = {a}-{b}" for n, (a, b) in enumerate((m.teams for m in self.matches), 1))
        return f"### Rounds: each is a match here, with its games of all rounds: {', '.join(told)}"

    def _add(self, number: int, game: Game) -> None:
        first, second = sorted((game.white, game.black), key=self._team_of.__getitem__)
        match, board = self._place(number, first, second)
        match.seats[board] = (first, second)
        match.games.append(Game(game.white, game.black, game.result, board))

    def _add_alone(self, number: int, bye: Bye, against: int) -> None:
        own = self._team_of[bye.player]
        match, board = self._place(number, bye.player, 0, own, against)
        match.seats[board] = (bye.player, 0) if own < against else (0, bye.player)
        match.byes.append(bye)

    def _place(
        self, number: int, first: int, second: int, own: int = 0, against: int = 0
    ) -> tuple[MatchRound, int]:
        """The match with a place for them, and the board where the first one sat if it is free. A
        player with two games in one match has the second in a further round of it."""
        one, other = sorted((own or self._team_of[first], against or self._team_of[second]))
        found = self._made[one, other]
        wanted = self._boards.get((number, first), 0)
        for match in found:
            for board in (wanted, *range(1, self.boards + 1)):
                if 0 < board <= self.boards and match.has_place_for(
                    board, filter(None, (first, second))
                ):
                    return match, board
        found.append(MatchRound((one, other)))
        return found[-1], wanted if 0 < wanted <= self.boards else 1


def _opponents_of_those_alone(
    tournament: Tournament, before: Snapshot
) -> dict[tuple[int, int], int]:
    """By round and player without an opponent in a match: the other team's number."""
    rows = (
        Pairing.objects.byes()
        .filter(round__tournament=tournament, match__isnull=False)
        .select_related("round", "match__first", "match__second", "white__membership__team")
    )
    found = {}
    for row in rows:
        if row.match and row.white_id in before.numbers:
            first, second = row.match.first, row.match.second
            other = second if row.white.membership.team == first else first
            found[row.round.number, before.numbers[row.white_id]] = other.number or 0
    return found
