"""Handbook, round robin, 1 and 2: the next round, and the games that are missing."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.round_robin.completion import Pair, Rounds, Verdict, deal
from pairing.handbook.round_robin.tables import berger, schedule
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    BracketTrace,
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
    planned = next_scheduled(state)
    players = len(state.players)
    in_cycle = len(berger(players))
    cycle = (planned.number - 1) // in_cycle
    away = absentees(state)
    values = (("round", planned.number), ("cycle", cycle + 1), ("table", players + players % 2))
    pairs = []
    for board in planned.boards:
        absent = tuple(tpn for tpn in (board.white, board.black) if tpn in away)
        forfeit = (Fact("round_robin.forfeit", "3", absent),) if absent else ()
        code = "round_robin.colour.reversed" if cycle % 2 else "round_robin.colour.table"
        colour = Fact(code, "2", (board.white, board.black), values)
        pairs.append(PairTrace(board.white, board.black, 0, colour, forfeit))
    facts = []
    if planned not in schedule_of(state):
        facts.append(Fact("round_robin.completed", "1"))
    if planned.number != state.next_round:
        facts.append(Fact("round_robin.rounds_moved", "2", (), (("scheduled", planned.number),)))
    resting = planned.bye
    bye = None
    if resting is not None and resting in away:
        # The player has left: the free round is no bye, and gives no point (3).
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
    away = absentees(state)
    found = []
    for number, board in enumerate(pairing.boards, 1):
        code = ("-" if board.white in away else "+") + ("-" if board.black in away else "+")
        if code != "++":
            found.append(Game(board.white, board.black, RESULTS[code], number))
    return tuple(found)


def schedule_of(state: TournamentState) -> tuple[RoundPairing, ...]:
    numbers = tuple(player.tpn for player in state.players)
    if numbers != tuple(range(1, len(numbers) + 1)):
        raise InconsistentHistory("round_robin.numbers", players=numbers)
    cycles = int(state.option("cycles", 1))
    swap = bool(state.option("swap_last_two", False))
    return schedule(len(numbers), cycles=cycles, swap_last_two=swap)


def absentees(state: TournamentState) -> frozenset[int]:
    for bye in state.byes:
        if bye.kind is not ByeKind.ZERO_POINT:
            raise UnsupportedRule("round_robin.bye_with_points", player=bye.player)
    return frozenset(bye.player for bye in state.byes)


def couples(boards: Sequence[Board | Game]) -> frozenset[tuple[int, int]]:
    return frozenset(couple(board.white, board.black) for board in boards)


def couple(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def rounds_left(state: TournamentState) -> list[RoundPairing]:
    """The rounds still to come: those of the table, or, where a round made by hand was none of
    them, rounds that let everybody meet everybody all the same (1)."""
    try:
        return _open_rounds(state)
    except InconsistentHistory:
        verdict, dealt = completion(state)
        if verdict is not Verdict.POSSIBLE:
            raise
        return _with_colours(state, dealt)


def _open_rounds(state: TournamentState) -> list[RoundPairing]:
    """The scheduled rounds that the record has not used, in order.

    An arbiter may have played the rounds of the table in another order; a round of the record
    stands for the scheduled round that holds all its games.
    """
    scheduled = schedule_of(state)
    where = _rounds_by_pair(scheduled)
    open_ = dict.fromkeys(range(len(scheduled)))
    for round_ in state.rounds:
        pairs = couples(round_.games)
        fitting = list(open_)  # a round in which nobody played
        for pair_ in pairs:
            fitting = [index for index in fitting if index in where.get(pair_, ())]
        if not fitting:
            raise InconsistentHistory(
                "round_robin.off_table",
                in_round=round_.number,
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
            where.setdefault(couple(board.white, board.black), set()).add(index)
    return {pair_: frozenset(indexes) for pair_, indexes in where.items()}


def next_scheduled(state: TournamentState) -> RoundPairing:
    total = len(schedule_of(state))
    if state.next_round > total:
        raise UnsupportedRule("round_robin.all_paired", rounds=total)
    return rounds_left(state)[0]


# 1  Everybody with everybody: what is still missing, and whether it can be played


def completion(state: TournamentState) -> tuple[Verdict, Rounds]:
    """The verdict on the games missing: if they can still be played in the rounds left, each round
    with everybody; and the rounds of the cycle, with 0 for the free place."""
    players = len(state.players)
    in_cycle = len(berger(players))
    total = len(schedule_of(state))
    cycle = min(len(state.rounds), total - 1) // in_cycle
    left = in_cycle * (cycle + 1) - len(state.rounds)
    later = total // in_cycle - cycle - 1  # whole cycles after this one
    missing = _meetings_left(state)
    if any(count < 0 for count in missing.values()):
        return Verdict.IMPOSSIBLE, ()
    # This cycle by itself: the cycles after it are whole, so their tables can be played.
    here = {pair_: count - later for pair_, count in missing.items()}
    if all(0 <= count <= 1 for count in here.values()):
        verdict, dealt = deal([pair_ for pair_, count in here.items() if count], left)
        if verdict is not Verdict.IMPOSSIBLE or not later:
            return verdict, dealt
    games = [pair_ for pair_, count in missing.items() for _ in range(count)]
    return deal(games, left + later * in_cycle)


def _meetings_left(state: TournamentState) -> dict[Pair, int]:
    """The number of times everybody still meets everybody, and the free place (0). A player without
    a game in a round rests in it."""
    numbers = [player.tpn for player in state.players]
    cycles = len(schedule_of(state)) // len(berger(len(numbers)))
    everybody = [*numbers, 0] if len(numbers) % 2 else numbers
    left = {couple(a, b): cycles for a in everybody for b in everybody if a < b}
    for round_ in state.rounds:
        seated = {tpn for game in round_.games for tpn in (game.white, game.black)}
        resting = [(0, tpn) for tpn in numbers if tpn not in seated] if 0 in everybody else []
        for pair_ in (*(couple(game.white, game.black) for game in round_.games), *resting):
            left[pair_] = left.get(pair_, 0) - 1
    return left


def _with_colours(state: TournamentState, dealt: Rounds) -> list[RoundPairing]:
    """As the table has the colours of each pair, in the order of its cycles."""
    seats: dict[Pair, list[Board]] = {}
    for planned in schedule_of(state):
        for board in planned.boards:
            seats.setdefault(couple(board.white, board.black), []).append(board)
    for round_ in state.rounds:
        for game in round_.games:
            left = seats[couple(game.white, game.black)]
            same = Board(game.white, game.black)
            left.remove(same if same in left else left[0])
    found = []
    for number, pairs in enumerate(dealt, state.next_round):
        boards = tuple(seats[pair_].pop(0) for pair_ in pairs if pair_[0])
        resting = next((pair_[1] for pair_ in pairs if not pair_[0]), None)
        found.append(RoundPairing(number, boards, resting))
    return found


def games_missing(state: TournamentState) -> tuple[tuple[int, int], ...]:
    """The games of the schedule that the record does not hold, once for each cycle."""
    left = Counter(
        couple(board.white, board.black)
        for planned in schedule_of(state)
        for board in planned.boards
    )
    # A Counter without what is below zero: a game too many does not stand for another one.
    left -= Counter(
        couple(game.white, game.black) for round_ in state.rounds for game in round_.games
    )
    return tuple(sorted(left.elements()))
