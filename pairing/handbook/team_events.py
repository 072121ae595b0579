"""Handbook, events of teams: round robin, Skalitzka and Scheveningen as one kind of programme.

The whole programme is known once the numbers of the teams are drawn (round robin 2). A round
consists of matches of two teams, a match of tables with a seat (team and board) on either side;
the line-ups say later who sits there. A *meeting* is what two teams settle between them: one
round in a round robin, several in Skalitzka and Scheveningen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pairing.errors import UnsupportedRule
from pairing.formats import Format, find
from pairing.handbook import scheveningen, skalitzka
from pairing.handbook.round_robin import berger
from pairing.handbook.round_robin import schedule as round_robin
from pairing.handbook.seats import Seat, SeatRound, Table
from pairing.state import Fact


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


@dataclass(frozen=True, slots=True)
class TeamDraw:
    """The size of a draw of teams: their number, the boards of a match, the format's options.

    `averages`: the teams' average ratings, by which Scheveningen says who stays seated.
    """

    teams: int
    boards: int
    options: Mapping[str, Any]
    averages: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class TeamProgramme:
    """The programme that `Format.programme` names: every round of an event, and how many games
    two teams play against each other in one meeting."""

    rounds: Callable[[TeamDraw], tuple[RoundPlan, ...]]
    games: Callable[[int, Mapping[str, Any]], int] = lambda boards, _options: boards


def programme(
    key: str,
    teams: int,
    boards: int,
    *,
    options: Mapping[str, Any] | None = None,
    averages: Sequence[int] = (),
) -> tuple[RoundPlan, ...]:
    """Every round of the event. `averages`: the teams' average ratings, for Scheveningen."""
    return _of(find(key)).rounds(TeamDraw(teams, boards, options or {}, averages))


def boards_of_a_meeting(key: str, boards: int, options: Mapping[str, Any] | None = None) -> int:
    """The number of games two teams play against each other in one meeting."""
    chosen = find(key)
    return _of(chosen).games(boards, options or {}) if chosen.programme else boards


def _of(chosen: Format) -> TeamProgramme:
    if not chosen.programme:
        raise UnsupportedRule("teams.no_system", system=chosen.key)
    module, _, name = chosen.programme.partition(":")
    found: TeamProgramme = getattr(import_module(module), name)
    return found


# Round robin 1 and 2, of teams


def _round_robin(event: TeamDraw) -> tuple[RoundPlan, ...]:
    """The team named first in the table has White on board 1 and every other board after it."""
    teams, boards = event.teams, event.boards
    if boards < 1:
        raise UnsupportedRule("teams.boards")
    found = []
    size = teams + teams % 2
    for planned in round_robin(teams, cycles=int(event.options.get("cycles", 1))):
        matches = []
        cycle, step = divmod(planned.number - 1, size - 1)
        table = (("round", step + 1), ("cycle", cycle + 1), ("table", size))
        code = "team_round_robin.reversed" if cycle % 2 else "team_round_robin.table"
        for index, pair in enumerate(planned.boards):
            tables = _alternating(index, boards, pair.white, pair.black)
            facts = (
                Fact(code, "2", (pair.white, pair.black), table),
                Fact("team_round_robin.colours", "2", (pair.white, pair.black)),
            )
            matches.append(
                MatchPlan(index + 1, planned.number, pair.white, pair.black, tables, facts)
            )
        resting = (planned.bye,) if planned.bye is not None else ()
        rests = tuple(
            Fact("team_round_robin.rests", "2", (team,), (("number", size),)) for team in resting
        )
        found.append(RoundPlan(planned.number, tuple(matches), resting, rests))
    return tuple(found)


ROUND_ROBIN = TeamProgramme(_round_robin)


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


# Swiss: the engine says who meets whom, and who has White on board 1


def swiss_round(
    number: int, boards: int, matches: Sequence[tuple[int, int, int, int]]
) -> RoundPlan:
    """Matches as (number, meeting, first, second): the team named first has White on board 1 and
    on every other board after it (C.04.6 art. 4). Numbers may be left out, where a match follows
    a team that needs certain boards."""
    return RoundPlan(
        number,
        tuple(
            MatchPlan(place, meeting, first, second, _alternating(place - 1, boards, first, second))
            for place, meeting, first, second in matches
        ),
    )


def _alternating(index: int, boards: int, one: int, other: int) -> tuple[Table, ...]:
    """The tables of the match at this place of its round: White on the odd boards for `one`."""
    tables = []
    for board in range(1, boards + 1):
        first, second = Seat(one, board), Seat(other, board)
        white, black = (first, second) if board % 2 else (second, first)
        tables.append(Table(index * boards + board, white, black))
    return tuple(tables)


# Skalitzka: all three meetings go on at the same time


def _skalitzka(event: TeamDraw) -> tuple[RoundPlan, ...]:
    if event.teams != 3:
        raise UnsupportedRule("teams.three_for_skalitzka")
    third_game = bool(event.options.get("third_game", True))
    meetings = [
        (number, pair.white, pair.black)
        for number, row in enumerate(berger(3), start=1)
        for pair in row
        if max(pair.white, pair.black) <= 3
    ]
    found = []
    for each in skalitzka.schedule(event.boards, third_game=third_game):
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


SKALITZKA = TeamProgramme(_skalitzka)


# Scheveningen 1 and 2: every meeting lasts as many rounds as there are players


def _scheveningen(event: TeamDraw) -> tuple[RoundPlan, ...]:
    found: list[RoundPlan] = []
    size = event.boards
    meetings = scheveningen.tournament(
        event.teams,
        size,
        double=bool(event.options.get("double", False)),
        colours=scheveningen.Colours(str(event.options.get("colours", "alternate"))),
        averages=event.averages,
    )
    for meeting in meetings:
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


def _games_of_scheveningen(boards: int, options: Mapping[str, Any]) -> int:
    return boards * boards * (2 if options.get("double") else 1)


SCHEVENINGEN = TeamProgramme(_scheveningen, _games_of_scheveningen)
