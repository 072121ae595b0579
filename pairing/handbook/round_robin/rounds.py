"""Handbook, round robin, 1 and 2: the next round, what is missing, what a hand-made one breaks."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.round_robin.tables import berger, schedule
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    BracketTrace,
    Colour,
    Fact,
    Game,
    PairTrace,
    RoundPairing,
    TournamentState,
    Trace,
)

KEY = "handbook.round_robin"

# 2  The next round


def pair(state: TournamentState) -> RoundPairing:
    """The next round of the schedule. Players away keep their board: it is lost by forfeit (3)."""
    planned = _next_scheduled(state)
    players = len(state.players)
    in_cycle = len(berger(players))
    cycle = (planned.number - 1) // in_cycle
    away = _away(state)
    values = (("round", planned.number), ("cycle", cycle + 1), ("table", players + players % 2))
    pairs = []
    for board in planned.boards:
        absent = tuple(tpn for tpn in (board.white, board.black) if tpn in away)
        forfeit = (Fact("round_robin.forfeit", "3", absent),) if absent else ()
        code = "round_robin.colour.reversed" if cycle % 2 else "round_robin.colour.table"
        colour = Fact(code, "2", (board.white, board.black), values)
        pairs.append(PairTrace(board.white, board.black, 0, colour, forfeit))
    facts = []
    if planned.number != state.next_round:
        facts.append(Fact("round_robin.rounds_moved", "2", (), (("scheduled", planned.number),)))
    resting = planned.bye
    bye = None
    if resting is not None and resting in away:
        # He has left: his free round is no bye, and its point (3) is not his.
        facts.append(Fact("round_robin.rests_away", "3", (resting,)))
        resting = None
    elif resting is not None:
        bye = Fact("round_robin.bye", "2", (resting,), (("number", players + 1), *values))
    bracket = BracketTrace(
        score=0,
        residents=tuple(player.tpn for player in state.players),
        pairs=tuple((board.white, board.black) for board in planned.boards),
    )
    trace = Trace(KEY, (bracket,), tuple(pairs), bye, tuple(facts))
    return RoundPairing(state.next_round, planned.boards, resting, trace)


def forfeits(state: TournamentState, pairing: RoundPairing) -> tuple[Game, ...]:
    """3: (-) for who is away, (+) for the opponent, two (-) if both are; boards from 1."""
    away = _away(state)
    found = []
    for number, board in enumerate(pairing.boards, 1):
        code = ("-" if board.white in away else "+") + ("-" if board.black in away else "+")
        if code != "++":
            found.append(Game(board.white, board.black, RESULTS[code], number))
    return tuple(found)


def schedule_of(state: TournamentState) -> tuple[RoundPairing, ...]:
    numbers = tuple(player.tpn for player in state.players)
    if numbers != tuple(range(1, len(numbers) + 1)):
        raise InconsistentHistory(
            "The numbers of a round robin run from 1 without a gap.", players=numbers
        )
    cycles = int(state.option("cycles", 1))
    swap = bool(state.option("swap_last_two", False))
    return schedule(len(numbers), cycles=cycles, swap_last_two=swap)


def _away(state: TournamentState) -> frozenset[int]:
    for bye in state.byes:
        if bye.kind is not ByeKind.ZERO_POINT:
            raise UnsupportedRule(
                "requested byes",
                f"Player {bye.player} asks for a bye with points; in a round robin the game is "
                "played, postponed or lost by forfeit.",
            )
    return frozenset(bye.player for bye in state.byes)


def _pairs(boards: Sequence[Board | Game]) -> frozenset[tuple[int, int]]:
    return frozenset(_pair(board.white, board.black) for board in boards)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _open_rounds(state: TournamentState) -> list[RoundPairing]:
    """The scheduled rounds that the record has not used, in order.

    An arbiter may have played the rounds of the table in another order; a round of the record
    stands for the scheduled round that holds all its games.
    """
    scheduled = schedule_of(state)
    where = _rounds_by_pair(scheduled)
    open_ = dict.fromkeys(range(len(scheduled)))
    for round_ in state.rounds:
        pairs = _pairs(round_.games)
        fitting = list(open_)  # a round in which nobody played
        for pair_ in pairs:
            fitting = [index for index in fitting if index in where.get(pair_, ())]
        if not fitting:
            raise InconsistentHistory(
                "its games are not a round of the Berger table, so the table cannot go on.",
                round=round_.number,
                players=tuple(sorted({tpn for pair in pairs for tpn in pair})),
            )
        # In a double round robin the colours tell the two cycles apart.
        seated = {(game.white, game.black) for game in round_.games}
        exact = [
            index
            for index in fitting
            if seated <= {(board.white, board.black) for board in scheduled[index].boards}
        ]
        del open_[(exact or fitting)[0]]
    return [scheduled[index] for index in open_]


@cache
def _rounds_by_pair(
    scheduled: tuple[RoundPairing, ...],
) -> dict[tuple[int, int], frozenset[int]]:
    """In which of these rounds (from 0) two players meet."""
    where: dict[tuple[int, int], set[int]] = {}
    for index, planned in enumerate(scheduled):
        for board in planned.boards:
            where.setdefault(_pair(board.white, board.black), set()).add(index)
    return {pair_: frozenset(indexes) for pair_, indexes in where.items()}


def _next_scheduled(state: TournamentState) -> RoundPairing:
    total = len(schedule_of(state))
    if state.next_round > total:
        raise UnsupportedRule(
            f"round {state.next_round}",
            f"This round robin has {total} rounds; all of them have been paired.",
        )
    return _open_rounds(state)[0]


# 1  Everybody with everybody: what is still missing


def games_missing(state: TournamentState) -> tuple[tuple[int, int], ...]:
    """The games of the schedule that the record does not hold, once for each cycle."""
    left = Counter(
        _pair(board.white, board.black)
        for planned in schedule_of(state)
        for board in planned.boards
    )
    # A Counter without what is below zero: a game too many does not stand for another one.
    left -= Counter(
        _pair(game.white, game.black) for round_ in state.rounds for game in round_.games
    )
    return tuple(sorted(left.elements()))


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """Why two players do not meet in the next round: they have met, or the table says when."""
    facts = [
        Fact("round_robin.met", "1", _pair(a, b), (("round", round_.number),))
        for round_ in state.rounds
        if _pair(a, b) in _pairs(round_.games)
    ]
    for index, planned in enumerate(_open_rounds(state)):
        if _pair(a, b) in _pairs(planned.boards):
            values = (("round", state.next_round + index),)
            facts.append(Fact("round_robin.will_meet", "2", _pair(a, b), values))
    return tuple(facts)


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """What a round made by hand breaks, worst first."""
    known = {player.tpn for player in state.players}
    planned = _next_scheduled(state)
    needed = known - {planned.bye} if planned.bye in _away(state) else known
    seated = [tpn for board in pairing.boards for tpn in (board.white, board.black)]
    if pairing.bye is not None:
        seated.append(pairing.bye)
    facts = [
        Fact("round_robin.violation.twice", "1", (tpn,))
        for tpn in sorted(set(seated))
        if seated.count(tpn) > 1
    ]
    facts += [
        Fact("round_robin.violation.unknown", "1", (tpn,)) for tpn in sorted(set(seated) - known)
    ]
    facts += [
        Fact("round_robin.violation.missing", "1", (tpn,)) for tpn in sorted(needed - set(seated))
    ]
    missing = set(games_missing(state))
    for board in pairing.boards:
        both = (board.white, board.black)
        if known.issuperset(both) and _pair(*both) not in missing:
            facts.append(Fact("round_robin.violation.met", "1", both))
    table = {_pair(board.white, board.black): board for board in planned.boards}
    for board in pairing.boards:
        both = (board.white, board.black)
        scheduled = table.get(_pair(*both))
        if scheduled is None:
            facts.append(Fact("round_robin.violation.not_in_table", "2", both))
        elif scheduled != board:
            facts.append(Fact("round_robin.violation.colour", "2", both))
    for board in pairing.boards:
        # The table itself gives two players a third colour at the turn of a double round robin.
        if board in planned.boards:
            continue
        for tpn, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
            last = [
                game.colour(tpn)
                for round_ in state.rounds[-2:]
                for game in round_.games
                if tpn in (game.white, game.black) and game.result.played
            ]
            if last == [colour, colour]:
                values = (("colour", colour.value),)
                facts.append(Fact("round_robin.violation.third_colour", "2", (tpn,), values))
    return tuple(facts)
