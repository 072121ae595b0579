"""Handbook, events of teams: round robin, Skalitzka and Scheveningen as one kind of programme.

The whole programme is known once the numbers of the teams are drawn (round robin 2). A round
consists of matches of two teams, a match of tables with a seat (team and board) on either side;
the line-ups say later who sits there. A *meeting* is what two teams settle between them: one
round in a round robin, several in Skalitzka and Scheveningen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairing.errors import UnsupportedRule
from pairing.handbook import scheveningen, skalitzka
from pairing.handbook.round_robin import berger
from pairing.handbook.round_robin import schedule as round_robin
from pairing.handbook.seats import Seat, SeatRound, Table
from pairing.state import Fact, RoundPairing, TournamentState
from pairing.systems import TEAM_KNOCKOUT, Family, Option, System

ROUND_ROBIN = "handbook.team_round_robin"
SKALITZKA = "handbook.skalitzka"
SCHEVENINGEN = "handbook.scheveningen"


@dataclass(frozen=True, slots=True)
class MatchPlan:
    number: int  # in the round
    meeting: int  # of these two teams, counted over the event
    first: int
    second: int
    tables: tuple[Table, ...]
    facts: tuple[Fact, ...] = ()  # why they meet now, and who has which colour


@dataclass(frozen=True, slots=True)
class RoundPlan:
    number: int
    matches: tuple[MatchPlan, ...]
    resting: tuple[int, ...] = ()  # teams
    facts: tuple[Fact, ...] = ()


def programme(
    key: str,
    teams: int,
    boards: int,
    *,
    options: Mapping[str, Any] | None = None,
    averages: Sequence[int] = (),
) -> tuple[RoundPlan, ...]:
    """Every round of the event. `averages`: the teams' average ratings, for Scheveningen."""
    chosen = dict(options or {})
    if key == ROUND_ROBIN:
        return _round_robin(teams, boards, cycles=int(chosen.get("cycles", 1)))
    if key == SKALITZKA:
        if teams != 3:
            raise UnsupportedRule("teams.three_for_skalitzka")
        return _skalitzka(boards, third_game=bool(chosen.get("third_game", True)))
    if key == SCHEVENINGEN:
        return _scheveningen(
            teams,
            boards,
            double=bool(chosen.get("double", False)),
            colours=scheveningen.Colours(str(chosen.get("colours", "alternate"))),
            averages=averages,
        )
    raise UnsupportedRule("teams.no_system", system=key)


# Round robin 1 and 2, of teams


def _round_robin(teams: int, boards: int, *, cycles: int) -> tuple[RoundPlan, ...]:
    """The team named first in the table has White on board 1 and every other board after it."""
    if boards < 1:
        raise UnsupportedRule("teams.boards")
    found = []
    size = teams + teams % 2
    for planned in round_robin(teams, cycles=cycles):
        matches = []
        cycle, step = divmod(planned.number - 1, size - 1)
        table = (("round", step + 1), ("cycle", cycle + 1), ("table", size))
        code = "team_round_robin.reversed" if cycle % 2 else "team_round_robin.table"
        for index, pair in enumerate(planned.boards):
            tables = []
            for board in range(1, boards + 1):
                first, second = Seat(pair.white, board), Seat(pair.black, board)
                white, black = (first, second) if board % 2 else (second, first)
                tables.append(Table(index * boards + board, white, black))
            facts = (
                Fact(code, "2", (pair.white, pair.black), table),
                Fact("team_round_robin.colours", "2", (pair.white, pair.black)),
            )
            matches.append(
                MatchPlan(index + 1, planned.number, pair.white, pair.black, tuple(tables), facts)
            )
        resting = (planned.bye,) if planned.bye is not None else ()
        rests = tuple(
            Fact("team_round_robin.rests", "2", (team,), (("number", size),)) for team in resting
        )
        found.append(RoundPlan(planned.number, tuple(matches), resting, rests))
    return tuple(found)


# Knock-out, A.30: only the rounds that were made so far are known


def knockout_round(number: int, boards: int, matches: Sequence[tuple[int, int, int]]) -> RoundPlan:
    """Matches as (stage, first, second): the team named first has White on every board."""
    found = []
    for index, (stage, first, second) in enumerate(matches):
        tables = tuple(
            Table(index * boards + board, Seat(first, board), Seat(second, board))
            for board in range(1, boards + 1)
        )
        values = (("stage", stage),)
        facts = (
            Fact("team_knockout.match", "B.3", (first, second), values),
            Fact("team_knockout.colours", "A.30", (first, second)),
        )
        found.append(MatchPlan(index + 1, stage, first, second, tables, facts))
    return RoundPlan(number, tuple(found))


# Skalitzka: all three meetings go on at the same time


def _skalitzka(boards: int, *, third_game: bool) -> tuple[RoundPlan, ...]:
    meetings = [
        (number, pair.white, pair.black)
        for number, row in enumerate(berger(3), start=1)
        for pair in row
        if max(pair.white, pair.black) <= 3
    ]
    found = []
    for each in skalitzka.schedule(boards, third_game=third_game):
        matches: list[MatchPlan] = []
        for meeting, first, second in meetings:
            tables = _between(each, first, second)
            if tables:
                why = Fact(
                    "skalitzka.pattern", "Skalitzka", (first, second), (("round", each.number),)
                )
                matches.append(MatchPlan(len(matches) + 1, meeting, first, second, tables, (why,)))
        found.append(RoundPlan(each.number, tuple(matches), (), each.facts))
    return tuple(found)


def _between(each: SeatRound, first: int, second: int) -> tuple[Table, ...]:
    return tuple(
        table for table in each.tables if {table.white.team, table.black.team} == {first, second}
    )


# Scheveningen 1 and 2: every meeting lasts as many rounds as there are players


def _scheveningen(
    teams: int,
    size: int,
    *,
    double: bool,
    colours: scheveningen.Colours,
    averages: Sequence[int],
) -> tuple[RoundPlan, ...]:
    found: list[RoundPlan] = []
    event = scheveningen.tournament(teams, size, double=double, colours=colours, averages=averages)
    for meeting in event:
        resting = (meeting.resting,) if meeting.resting is not None else ()
        for step in range(len(meeting.matches[0].rounds)):
            matches = []
            facts: tuple[Fact, ...] = ()
            for index, match in enumerate(meeting.matches):
                each = match.rounds[step]
                tables = tuple(
                    Table(index * size + table.number, table.white, table.black)
                    for table in each.tables
                )
                why = (match.fact, *each.facts)
                matches.append(
                    MatchPlan(index + 1, meeting.number, match.first, match.second, tables, why)
                )
                facts += why
            found.append(RoundPlan(len(found) + 1, tuple(matches), resting, facts))
    return tuple(found)


def boards_of_a_meeting(key: str, boards: int, options: Mapping[str, Any] | None = None) -> int:
    """The number of games two teams play against each other in one meeting."""
    if key == SCHEVENINGEN:
        return boards * boards * (2 if (options or {}).get("double") else 1)
    return boards


def _pairs_teams(state: TournamentState) -> RoundPairing:
    raise UnsupportedRule("teams.programme")


SYSTEMS: dict[str, System] = {
    found.key: found
    for found in (
        System(
            ROUND_ROBIN,
            Family.TEAMS,
            "Handbook: round robin of teams by the Berger tables, once or more often",
            _pairs_teams,
            options=(Option("cycles", 1),),
        ),
        System(
            SKALITZKA,
            Family.TEAMS,
            "Handbook: three teams in two rounds by the Skalitzka method",
            _pairs_teams,
            options=(Option("third_game", True),),
        ),
        System(
            SCHEVENINGEN,
            Family.TEAMS,
            "Handbook: Scheveningen, every player of a team meets every player of the other",
            _pairs_teams,
            options=(
                Option("double", False),
                Option("colours", "alternate", ("alternate", "balanced")),
            ),
        ),
        System(
            TEAM_KNOCKOUT,
            Family.TEAMS,
            "Handbook: knock-out between teams; the captain draws the colour of all boards",
            _pairs_teams,
        ),
    )
}
