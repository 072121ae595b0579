"""The checker for events of teams: round robins, and FIDE's team Swiss.

The matches of every round are compared with the Berger table of the teams' numbers (handbook,
round robin 1 to 3), or paired again from the rounds before (C.04.6); match points and board points
of record 310 with the games. In a round robin a team without a rank, beside others that have one,
left before half of its matches (round robin 3): nothing that it played counts.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from pairing.errors import PairingError, UnsupportedRule
from pairing.formats import find, having
from pairing.handbook import team_events
from pairing.results import ByeKind, Outcome
from pairing.sentences import Said
from pairing.state import Baku, Bye, TournamentState, VirtualPoints
from pairing.systems import system
from pairing.tools.report import Report, RoundCheck, WrongPoints
from pairing.tools.second import guard_second_engine, opinion_of_second, pairs_of
from pairing.trf import TeamSwiss, TrfDocument, choice_of, team_swiss_in
from pairing.trf.history import Alteration, Pair, as_counted, as_paired, history_of
from tiebreaks.teams import Match, TeamBook, TeamEvent, TeamRound, pairing_state, team_event_of

PAIRING_ALLOCATED = ByeKind.PAIRING_ALLOCATED

#: record 192: how often everybody meets everybody
CYCLES = {
    "BERGER_TEAM_ROUNDROBIN": 1,
    "FIDE_TEAM_ROUNDROBIN": 1,
    "BERGER_TEAM_DOUBLEROUNDROBIN": 2,
    "FIDE_TEAM_DOUBLEROUNDROBIN": 2,
}


def check_teams(
    document: TrfDocument,
    heard: Callable[[int], None] = lambda _number: None,
    *,
    second: bool = False,
) -> Report:
    """A report of a round robin or a Swiss of teams, judged; others are refused. Each round of a
    Swiss that is judged is told to `heard`, and is paired by the second engine, too, if asked."""
    code = document.type_code.upper()
    if document.teams and (teams := team_swiss_in(document)):
        if second:
            guard_second_engine(find(teams.system))
        return _check_swiss(document, teams, heard, second)
    if second:
        raise UnsupportedRule("system.no_rule", rule=Said("word.second_engine"))
    cycles = CYCLES.get(code, 0)
    if code.startswith("BERGER_TEAM_ROUNDROBIN_G"):
        cycles = int(code.rpartition("G")[2] or 0)
    if not cycles or not document.teams:
        raise UnsupportedRule("report.teams")
    last = _last_complete(document)
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


# A Swiss


def _check_swiss(
    document: TrfDocument, teams: TeamSwiss, heard: Callable[[int], None], second: bool
) -> Report:
    last = _last_complete(document)
    event = team_event_of(as_counted(document), last)
    return Report(
        system=teams.system,
        rounds=tuple(_swiss_rounds(document, teams, heard, second)),
        points=tuple(_wrong_points(document, event)) if last == document.begun_rounds else (),
        notes=(Said("note.team_places"),),
        adjustments=document.adjustments,
    )


def _last_complete(document: TrfDocument) -> int:
    last = document.begun_rounds
    while last and document.pending(last):
        last -= 1
    return last


def _swiss_rounds(
    document: TrfDocument, teams: TeamSwiss, heard: Callable[[int], None], second: bool
) -> Iterator[RoundCheck]:
    altered = history_of(document).altered
    for each in team_event_of(without_blanks(document)).rounds:
        yield _swiss_round(document, teams, each, altered.get(each.number), second)
        heard(each.number)


def _swiss_round(
    document: TrfDocument,
    teams: TeamSwiss,
    each: TeamRound,
    altered: Alteration | None,
    second: bool,
) -> RoundCheck:
    found = pairs_of_teams(each)
    state = state_then(document, teams, each)
    try:
        expected = pairs_of(system(teams.system).pair(state))
    except PairingError as error:
        return RoundCheck(each.number, found, problem=error.said)
    opinion = opinion_of_second(find(teams.system), state, expected, pairs_of) if second else None
    differ = tuple(sorted(set(found) - expected)), tuple(sorted(expected - set(found)))
    told = (
        altered is not None
        and set(differ[0]) == set(altered.used)
        and set(differ[1]) == set(altered.correct)
    )
    return RoundCheck(each.number, *differ, altered=told and any(differ), second=opinion)


def without_blanks(document: TrfDocument) -> TrfDocument:
    """Games that have no result yet are marked as open ones."""
    return replace(
        document,
        players=tuple(
            replace(
                player,
                rounds=tuple(
                    entry._replace(symbol="?")
                    if entry.opponent and not entry.symbol.strip()
                    else entry
                    for entry in player.rounds
                ),
            )
            for player in document.players
        ),
    )


def pairs_of_teams(each: TeamRound) -> tuple[Pair, ...]:
    """The matches of a round, White on board 1 first, and the team with the bye."""
    pairs = {(match.first, match.second) for match in each.matches}
    pairs |= {(bye.team, 0) for bye in each.byes if bye.kind is PAIRING_ALLOCATED}
    return tuple(sorted(pairs))


def state_then(document: TrfDocument, teams: TeamSwiss, each: TeamRound) -> TournamentState:
    """The state from which a round was paired: by the results as they counted then."""
    then = as_paired(document, each.number).document
    before = team_event_of(then, each.number - 1)
    return swiss_state(document, teams, replace(before, rounds=(*before.rounds, each)), each.number)


def swiss_state(
    document: TrfDocument, teams: TeamSwiss, event: TeamEvent, number: int
) -> TournamentState:
    """The state before a round of a report: the rounds before it, and who was out of it."""
    byes = []
    if number <= len(event.rounds):
        each = event.rounds[number - 1]
        playing = {team for match in each.matches for team in (match.first, match.second)}
        kinds = {bye.team: bye.kind for bye in each.byes}
        byes = [
            Bye(team.number, kinds.get(team.number, ByeKind.ZERO_POINT))
            for team in event.teams
            if team.number not in playing and kinds.get(team.number) is not PAIRING_ALLOCATED
        ]
    primary = "game_points" if teams.primary == "GP" else "match_points"
    return pairing_state(
        replace(event, rounds=event.rounds[: number - 1], total_rounds=document.planned_rounds),
        byes=byes,
        options=tuple({**options_of(document, teams), "primary_score": primary}.items()),
        initial_colour=document.initial_colour,
        acceleration=_virtual_points(document, event),
        forbidden=document.forbidden,
    )


def options_of(document: TrfDocument, teams: TeamSwiss) -> dict[str, str | int | bool]:
    """The options by record 192, and by lines `### Option` for what it cannot."""
    choice = choice_of(document)
    return {**teams.options, **(dict(choice.options) if choice.system == teams.system else {})}


def _virtual_points(document: TrfDocument, event: TeamEvent) -> VirtualPoints | Baku | None:
    """Record 250 with the numbers and the match points of teams, or what `_BAKU` implies."""
    if not document.accelerated:
        return Baku() if document.type_code.upper().endswith("_BAKU") else None
    rounds = max(document.planned_rounds, 1)
    rows = []
    for team in event.teams:
        row = [0] * rounds
        for part in document.accelerated:
            if part.first <= team.number <= part.last:
                for number in range(part.first_round, min(part.last_round, rounds) + 1):
                    row[number - 1] += part.match_points
        rows.append((team.number, tuple(row)))
    return VirtualPoints(tuple(rows))


# A round robin


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
