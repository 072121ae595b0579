"""Handbook, round robin: what a round made by hand breaks, and when two players meet."""

from dataclasses import replace

from pairing.handbook.round_robin.completion import Verdict
from pairing.handbook.round_robin.rounds import (
    absentees,
    completion,
    couple,
    couples,
    games_missing,
    next_scheduled,
    rounds_left,
    schedule_of,
)
from pairing.results import DRAW
from pairing.state import Fact, Game, Round, RoundPairing, TournamentState
from pairing.verdicts import Articles, Broken, seats, wrong_players

NO_GAME_LEFT = "round_robin.violation.no_game_left"
COMPLETION_IMPOSSIBLE = "round_robin.violation.completion_impossible"
COMPLETION_OPEN = "round_robin.violation.completion_open"


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """The rounds in which two players have met, and those in which the table has them meet."""
    facts = [
        Fact("round_robin.met", "1", couple(a, b), (("round", round_.number),))
        for round_ in state.rounds
        if couple(a, b) in couples(round_.games)
    ]
    for index, planned in enumerate(rounds_left(state)):
        if couple(a, b) in couples(planned.boards):
            values = (("round", state.next_round + index),)
            facts.append(Fact("round_robin.will_meet", "2", couple(a, b), values))
    return tuple(facts)


def _left_after(state: TournamentState, pairing: RoundPairing) -> Verdict:
    """The verdict on the games left once this round is played; what was impossible before is not
    its fault."""
    if couples(pairing.boards) in [couples(planned.boards) for planned in rounds_left(state)]:
        return Verdict.POSSIBLE
    games = tuple(Game(board.white, board.black, DRAW) for board in pairing.boards)
    played = replace(state, rounds=(*state.rounds, Round(state.next_round, games)))
    return completion(played)[0]


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule that a round made by hand breaks, worst first."""
    known = {player.tpn for player in state.players}
    planned = next_scheduled(state)
    needed = known - {planned.bye} if planned.bye in absentees(state) else known
    facts = [
        fact
        for fact in wrong_players(state, pairing, known, Articles(everybody="1"))
        if fact.code in (Broken.UNKNOWN_PLAYER, Broken.PAIRED_TWICE)
    ]
    seated = {tpn for board in pairing.boards for tpn in (board.white, board.black)}
    facts += [
        Fact("round_robin.violation.missing", "1", (tpn,))
        for tpn in sorted(needed - seated - {pairing.bye})
    ]
    missing = set(games_missing(state))
    for board in pairing.boards:
        both = (board.white, board.black)
        if known.issuperset(both) and couple(*both) not in missing:
            facts.append(Fact(NO_GAME_LEFT, "1", both))
    if not facts and (left := _left_after(state, pairing)) is not Verdict.POSSIBLE:
        impossible = left is Verdict.IMPOSSIBLE
        facts.append(Fact(COMPLETION_IMPOSSIBLE if impossible else COMPLETION_OPEN, "1"))
    table = {couple(board.white, board.black): board for board in planned.boards}
    for board in pairing.boards:
        both = (board.white, board.black)
        scheduled = table.get(couple(*both))
        if scheduled is None:
            facts.append(Fact("round_robin.violation.not_in_table", "2", both))
        elif scheduled != board:
            facts.append(Fact(Broken.OTHER_COLOURS, "2", both))
    for board in pairing.boards:
        # The table itself gives two players a third colour at the turn of a double round robin.
        if board in planned.boards and planned in schedule_of(state):
            continue
        for tpn, colour in seats([board]):
            last = [
                game.colour(tpn)
                for round_ in state.rounds[-2:]
                for game in round_.games
                if tpn in (game.white, game.black) and game.result.played
            ]
            if last == [colour, colour]:
                values = (("colour", colour.value),)
                facts.append(Fact(Broken.SAME_COLOUR_THREE_TIMES, "2", (tpn,), values))
    return tuple(facts)
