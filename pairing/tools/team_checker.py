"""The checker for round robins of teams (handbook, round robin 1 to 3; records 310 to 362).

The matches of every round are compared with the Berger table of the teams' numbers, the match
points and board points of record 310 with the games. A team without a rank, beside others that
have one, left before half of its matches (round robin 3): nothing that it played counts.
"""

from collections.abc import Iterator
from dataclasses import replace

from pairing.errors import UnsupportedRule
from pairing.formats import having
from pairing.handbook import team_events
from pairing.results import Outcome
from pairing.sentences import Said
from pairing.tools.report import Report, RoundCheck, WrongPoints
from pairing.trf import TrfDocument
from pairing.trf.history import Pair
from tiebreaks.teams import Match, TeamBook, TeamEvent, team_event_of

#: record 192: how often everybody meets everybody
CYCLES = {
    "BERGER_TEAM_ROUNDROBIN": 1,
    "FIDE_TEAM_ROUNDROBIN": 1,
    "BERGER_TEAM_DOUBLEROUNDROBIN": 2,
    "FIDE_TEAM_DOUBLEROUNDROBIN": 2,
}


def check_teams(document: TrfDocument) -> Report:
    """A report of a round robin of teams, judged; other events of teams are refused."""
    code = document.type_code.upper()
    cycles = CYCLES.get(code, 0)
    if code.startswith("BERGER_TEAM_ROUNDROBIN_G"):
        cycles = int(code.rpartition("G")[2] or 0)
    if not cycles or not document.teams:
        raise UnsupportedRule("report.teams")
    last = document.begun_rounds
    while last and document.pending(last):
        last -= 1
    event = team_event_of(document, last)
    played = {
        each.number: tuple((match.first, match.second) for match in each.matches)
        for each in event.rounds
    }
    (berger,) = having(trf_code="BERGER_TEAM_ROUNDROBIN")
    return Report(
        system=berger.key,
        rounds=tuple(_rounds(document, berger.key, cycles, played)),
        points=tuple(_wrong_points(document, event)) if last == document.begun_rounds else (),
        notes=(Said("note.team_places"),),
        adjustments=document.adjustments,
    )


def _rounds(
    document: TrfDocument, key: str, cycles: int, played: dict[int, tuple[Pair, ...]]
) -> Iterator[RoundCheck]:
    plan = team_events.programme(key, len(document.teams), 1, options={"cycles": cycles})
    tables = {
        each.number: tuple((match.first, match.second) for match in each.matches) for each in plan
    }
    for number, found in sorted(played.items()):
        expected = tables.get(number, ())
        yield RoundCheck(
            number,
            found=tuple(pair for pair in found if pair not in expected),
            expected=tuple(pair for pair in expected if pair not in found),
        )


def _counts(match: Match) -> bool:
    """A match counts once all of its boards are known."""
    return not any(Outcome.ADJOURNED in (board.first, board.second) for board in match.boards)


def _wrong_points(document: TrfDocument, event: TeamEvent) -> Iterator[WrongPoints]:
    """Record 310 against the matches; those of a team that is not ranked count for nobody."""
    ranked = {team.number for team in document.teams if team.rank}
    out = {team.number for team in document.teams} - ranked if ranked else set()
    rounds = tuple(
        replace(
            each,
            matches=tuple(m for m in each.matches if _counts(m) and not {m.first, m.second} & out),
            byes=tuple(bye for bye in each.byes if bye.team not in out),
        )
        for each in event.rounds
    )
    book = TeamBook(replace(event, rounds=rounds), len(rounds))
    for team in document.teams:
        sides = book.sides[team.number]
        match_points = sum(side.match_points for side in sides)
        game_points = sum(side.game_points for side in sides)
        if team.number not in out and match_points != team.match_points:
            yield WrongPoints(team.number, team.match_points, match_points)
        elif team.number not in out and game_points != team.game_points:
            yield WrongPoints(team.number, team.game_points, game_points)
