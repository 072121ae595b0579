"""Handbook, Scheveningen: every player of one team meets every player of the other.

Sections 1 (main rules), 2 (pairing, with both colour options) and 3 (sheets).
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.round_robin import berger
from pairing.handbook.seats import Seat, SeatResult, SeatRound, Table, team_points
from pairing.state import Fact


class Colours(StrEnum):
    """2  The two options; the handbook calls the second the usual one."""

    BALANCED = "balanced"  # (1) in every round as many Whites as Blacks in each team
    ALTERNATE = "alternate"  # (2) a whole team has one colour, changing every round


def schedule(
    size: int,
    *,
    double: bool = False,
    colours: Colours = Colours.ALTERNATE,
    seated: int = 1,
    moving: int = 2,
    seated_starts_white: bool = True,
) -> tuple[SeatRound, ...]:
    """A match of two teams. Team `seated` (the higher average) stays at its tables."""
    if size < 1:
        raise UnsupportedRule("teams.scheveningen_players")
    white = _balanced(size) if colours is Colours.BALANCED else _alternating(size)
    laps = [(step, False) for step in range(size)]
    if double:
        # 1  Twice as many rounds: everybody meets everybody again with colours reversed. With an
        # even number of players a plain repetition would give both teams the colour of the round
        # before; starting one place on keeps the change of colours in every round.
        shifted = size > 1 and size % 2 == 0 and colours is Colours.ALTERNATE
        laps += [((step + shifted) % size, True) for step in range(size)]
    rounds = []
    for number, (step, reversed_) in enumerate(laps, 1):
        tables = []
        for index in range(size):
            stays = Seat(seated, index + 1)
            # 2  The players of B move on by one place each round, seen from board 1.
            moves = Seat(moving, (index + step) % size + 1)
            has_white = ((index, step) in white) != reversed_
            if has_white == seated_starts_white:
                tables.append(Table(index + 1, stays, moves))
            else:
                tables.append(Table(index + 1, moves, stays))
        moved = Fact("scheveningen.moved", "2", (seated, moving), (("seat", step % size + 1),))
        rounds.append(SeatRound(number, tuple(tables), (), (moved, _colour_fact(colours, tables))))
    return tuple(rounds)


def _colour_fact(colours: Colours, tables: Sequence[Table]) -> Fact:
    teams = sorted({tables[0].white.team, tables[0].black.team})
    whites = tuple(
        (f"whites_{place}", sum(table.white.team == team for table in tables))
        for place, team in enumerate(teams, 1)
    )
    return Fact(f"scheveningen.colours.{colours.value}", "2", tuple(teams), whites)


def _alternating(size: int) -> AbstractSet[tuple[int, int]]:
    """Option (2): (board, round), from 0, where the seated team has White."""
    return {(board, step) for board in range(size) for step in range(0, size, 2)}


def _balanced(size: int) -> AbstractSet[tuple[int, int]]:
    """Option (1): (board, round), from 0, where the seated team has White.

    The handbook prints no table for this option, only its aim. Every round is halved (an odd
    team differs by one, the surplus changing sides), and each player's own difference is the
    smallest that the moving order allows: 0, for odd sizes 1; for sizes 2, 6, 10, ... two
    players of the moving team keep a difference of 2, as no cyclic order does better.
    """
    cells = {(board, step) for board in range(size) for step in range(size)}
    half = size // 2
    if size % 2:
        return {
            (board, step)
            for board, step in cells
            if ((board + (step + 1) // 2) % size <= half) != bool(step % 2)
        }
    # Neighbouring boards have different colours, so each round is halved. Rounds marked here
    # turn them over; half of all rounds are, which halves the colours of the seated team too.
    turned = {step for step in range(size) if step % 4 in (1, 2)}
    white = {(board, step) for board, step in cells if (board % 2 == 0) != (step in turned)}
    if size % 4 == 2:
        # An odd half: every moving player is one game out. Each exchange of two boards in the
        # first two rounds puts four of them right and changes nobody else.
        for place in range(half // 2):
            even = 2 * place
            odd = (2 * (half // 2 + 1 + place) - 1) % size
            white -= {(even, 0), (odd, 1)}
            white |= {(odd, 0), (even, 1)}
    return white


# 2  More than two teams: round robin of matches


@dataclass(frozen=True, slots=True)
class ScheveningenMatch:
    """One match of the round robin, itself a Scheveningen."""

    first: int  # named first in the Berger table: starts with White
    second: int
    seated: int
    fact: Fact
    rounds: tuple[SeatRound, ...]


@dataclass(frozen=True, slots=True)
class ScheveningenRound:
    number: int
    matches: tuple[ScheveningenMatch, ...]
    resting: int | None = None


def tournament(
    teams: int,
    size: int,
    *,
    double: bool = False,
    colours: Colours = Colours.ALTERNATE,
    averages: Sequence[int] = (),
) -> tuple[ScheveningenRound, ...]:
    """All matches. `averages` are the teams' average ratings, by number of the team.

    The team with the higher average stays seated; without averages, or if they are equal, the
    team with the smaller number does. `double` doubles every match.
    """
    if teams < 2:
        raise UnsupportedRule("teams.scheveningen_teams")
    if averages and len(averages) != teams:
        raise InconsistentHistory("teams.averages")
    found = []
    for number, row in enumerate(berger(teams), 1):
        matches = []
        resting = None
        for board in row:
            one, other = board.white, board.black
            if max(one, other) > teams:
                resting = min(one, other)
                continue
            seated, moving = sorted(
                (one, other), key=lambda team: (-averages[team - 1] if averages else 0, team)
            )
            fact = Fact("scheveningen.seated_by_number", "2", (seated, moving))
            if averages and averages[seated - 1] > averages[moving - 1]:
                values = (("average", averages[seated - 1]), ("other", averages[moving - 1]))
                fact = Fact("scheveningen.seated", "2", (seated, moving), values)
            rounds = schedule(
                size,
                double=double,
                colours=colours,
                seated=seated,
                moving=moving,
                seated_starts_white=seated == one,
            )
            matches.append(ScheveningenMatch(one, other, seated, fact, rounds))
        found.append(ScheveningenRound(number, tuple(matches), resting))
    return tuple(found)


# 3  Sheets


def running_score(
    rounds: Sequence[SeatRound], results: Sequence[SeatResult]
) -> tuple[tuple[int, dict[int, int]], ...]:
    """The match score after each round that has a result: (round, points by team in tenths)."""
    rows = []
    for each in rounds:
        if any(entry.round == each.number for entry in results):
            until = [entry for entry in results if entry.round <= each.number]
            rows.append((each.number, team_points(rounds, until)))
    return tuple(rows)
