"""The teams of a report file, stored as if they had been entered, paired and played here."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from pairing.errors import PairingError
from pairing.state import RoundPairing, TournamentState
from pairing.systems import system
from pairing.tools.team_checker import pairs_of_teams, state_then
from pairing.trf.history import history_of
from tiebreaks.teams import Match as ForeignMatch
from tiebreaks.teams import TeamRound
from tournaments.kernel.acts import Act
from tournaments.models import (
    Entry,
    ForbiddenPairing,
    Irregular,
    LineUp,
    LineUpSeat,
    Match,
    Pairing,
    Round,
    RoundBye,
    Team,
    TeamMember,
    TeamRules,
    Tournament,
)
from tournaments.queries.rounds.boards import boards_as_data
from tournaments.queries.teams.swiss import TeamSnapshot, trace_as_data
from tournaments.services.reports.event_reading import ForeignEvent, RoundSeen
from tournaments.services.reports.team_reading import (
    ForeignTeams,
    forfeit_of,
    has_left,
    seats_of,
)

People = Mapping[int, Entry]  # by number in the file


def store_teams(
    done: Act[Tournament], seen: ForeignEvent, teams: ForeignTeams, people: People
) -> dict[int, Team]:
    """The rules, the teams with their lists, who must not meet, byes of rounds to come."""
    tournament = done.tournament
    TeamRules.objects.create(tournament=tournament, **teams.rules)
    names: set[str] = set()
    found = {}
    for one in teams.event.teams:
        name = _free_name(one.name or str(one.number), names)
        team = Team.objects.create(
            tournament=tournament,
            number=one.number,
            name=name,
            withdrawn_after=has_left(teams, one.number),
        )
        TeamMember.objects.bulk_create(
            TeamMember(team=team, entry=people[seen.document.number(tpn)], place=place)
            for place, tpn in enumerate(one.players, start=1)
        )
        found[one.number] = team
    for group in seen.document.forbidden:
        rule = ForbiddenPairing.objects.create(
            tournament=tournament, first_round=group.first_round, last_round=group.last_round
        )
        rule.teams.set(found[number] for number in sorted(group.players))
    _coming_byes(tournament, seen, found)
    return found


def _free_name(name: str, taken: set[str]) -> str:
    """Every team has a name of its own here."""
    free, more = name[:80], 1
    while free in taken:
        more += 1
        free = f"{name[:75]} {more}"
    taken.add(free)
    return free


def _coming_byes(tournament: Tournament, seen: ForeignEvent, teams: Mapping[int, Team]) -> None:
    rows = {row.number: row for row in tournament.rounds.all()}
    begun = seen.document.begun_rounds
    given: dict[tuple[int, int], str] = {}
    for request in seen.document.requested:
        for number in request.players:
            if request.round > begun and request.round in rows and not teams[number].gone:
                given.setdefault((request.round, number), request.kind.value)
    RoundBye.objects.bulk_create(
        RoundBye(round=rows[number], team=teams[team], kind=kind)
        for (number, team), kind in sorted(given.items())
    )


# --- A round --------------------------------------------------------------------------------------


def store_round_of_teams(
    done: Act[Tournament],
    round_: Round,
    one: RoundSeen,
    seen: ForeignEvent,
    people: People,
    teams: dict[int, Team],
) -> None:
    """A round as it was played: matches, boards, line-ups, byes, and what settled it."""
    assert seen.teams is not None
    each, now = seen.teams.round(one.number), timezone.now()
    state, paired = _paired_here(seen, each)
    numbers = _numbers(each, state, paired)
    boards = _Boards(round_, one, seen, people, done.by)
    for found in each.matches:
        match = Match.objects.create(
            round=round_,
            number=numbers[frozenset((found.first, found.second))],
            first=teams[found.first],
            second=teams[found.second],
            meeting=one.number,
            forfeit=forfeit_of(found),
        )
        boards.add(match, found)
    Pairing.objects.bulk_create(boards.rows)
    RoundBye.objects.bulk_create(
        RoundBye(round=round_, team=teams[bye.team], kind=bye.kind.value) for bye in each.byes
    )
    round_.imported = True
    round_.paired_at = round_.published_at = now
    round_.published_by = done.by
    round_.status = Round.Status.PUBLISHED
    if one.number < seen.document.begun_rounds or not one.open_games:
        round_.status, round_.finished_at = Round.Status.FINISHED, now
    matches = trace_as_data(TeamSnapshot(state, teams), paired) if state and paired else {}
    round_.trace = {
        "fingerprint": "", "numbers": {}, "boards": [], "bye": None, "trace": None,
        "matches": matches,
    }  # fmt: skip
    round_.save()
    made = boards_as_data(round_)
    done.record(
        round_,
        "round.imported",
        label="as the program pairs" if one.agrees else "differs from the program",
        before={"boards": [], "seats": _seats(one.correct, teams)},
        after={"boards": made, "seats": _seats(one.used, teams)},
        irregular=Irregular.NO if one.agrees else Irregular.IMPORT,
    )
    done.record(round_, "round.published", after=made)


def _paired_here(
    seen: ForeignEvent, each: TeamRound
) -> tuple[TournamentState | None, RoundPairing | None]:
    """The round as this program pairs it, with its reasons."""
    assert seen.teams is not None
    try:
        state = state_then(seen.source, seen.teams.swiss, each)
    except PairingError:
        return None, None
    try:
        return state, system(seen.teams.swiss.system).pair(state)
    except PairingError:
        return state, None


def _numbers(
    each: TeamRound, state: TournamentState | None, paired: RoundPairing | None
) -> dict[frozenset[int], int]:
    """The matches as this program numbers them; others behind them, by their teams."""
    places: dict[frozenset[int], int] = {}
    if paired is not None:
        boards = enumerate(paired.boards)
        places = {frozenset((board.white, board.black)): place for place, board in boards}
    pairs = [frozenset(pair) for pair in pairs_of_teams(each) if pair[1]]
    ordered = sorted(pairs, key=lambda pair: (places.get(pair, len(places)), sorted(pair)))
    return {pair: number for number, pair in enumerate(ordered, start=1)}


class _Boards:
    """The boards of a round, match by match, and who sat there."""

    def __init__(
        self, round_: Round, one: RoundSeen, seen: ForeignEvent, people: People, by: Any
    ) -> None:
        assert seen.teams is not None
        self.round, self.people, self.by, self.seen = round_, people, by, seen
        self.event = seen.teams.event
        self.rows: list[Pairing] = []
        self.now = timezone.now()
        document = seen.document
        self.games = {
            frozenset((white, black)): (white, black, code)
            for white, black, code in document.games(one.number)
        }
        self.reported = {
            frozenset((game.white, game.black)): code
            for game, code in history_of(seen.source).counted
            if game.round == one.number
        }

    def add(self, match: Match, found: ForeignMatch) -> None:
        number = self.seen.document.number
        for game in found.boards:
            one, other = game.first_player, game.second_player
            if not (one and other):
                alone = self.people[number(one or other)]
                self.rows.append(Pairing(round=self.round, match=match, white=alone, bye="F"))
                continue
            pair = frozenset((number(one), number(other)))
            white, black, code = self.games[pair]
            self.rows.append(
                Pairing(
                    round=self.round,
                    match=match,
                    board=(match.number - 1) * self.event.boards + game.board,
                    white=self.people[white],
                    black=self.people[black],
                    result=code,
                    reported_result=self.reported.get(pair, ""),
                    entered_by=self.by if code else None,
                    entered_at=self.now if code else None,
                )
            )
        if found.boards:
            self._line_up(match.first, seats_of(found, first=True))
            self._line_up(match.second, seats_of(found, first=False))

    def _line_up(self, team: Team, seats: Mapping[int, int]) -> None:
        listed = next(one.players for one in self.event.teams if one.number == team.number)
        usual = dict(enumerate(listed[: self.event.boards], start=1))
        made = LineUp.objects.create(round=self.round, team=team, by_rule=dict(seats) == usual)
        number = self.seen.document.number
        LineUpSeat.objects.bulk_create(
            LineUpSeat(line_up=made, board=board, entry=self.people[number(tpn)])
            for board, tpn in sorted(seats.items())
        )


def _seats(pairs: str, teams: Mapping[int, Team]) -> list[list[int]]:
    """Matches by their rows, for the line of the report."""
    found = []
    for pair in pairs.split():
        first, _, second = pair.partition("-")
        found.append([teams[int(first)].pk, teams[int(second)].pk if second != "0" else 0])
    return found
