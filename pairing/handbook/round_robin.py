"""Handbook, round robin (Berger): everybody meets everybody.

Sections 1 (main rules), 2 (pairing) and 3 (points and withdrawal). The tables are generated for
any number of players. Where the text contradicts itself (C-26) both readings are offered.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.lots import Lots
from pairing.results import RESULTS, ByeKind, Outcome
from pairing.state import (
    Board,
    BracketTrace,
    Colour,
    Fact,
    Game,
    PairTrace,
    Player,
    RoundPairing,
    TournamentState,
    Trace,
)
from pairing.systems import Family, Option, System

KEY = "handbook.round_robin"


# 2  The tables


@cache
def berger(players: int) -> tuple[tuple[Board, ...], ...]:
    """The Berger table, round by round, White first. An odd number uses the next even table.

    The last number stays; each round the others move on by half the table. In odd rounds the
    opponent of the last number has White, in even rounds Black. All other pairs of a round lie
    evenly around that opponent, and the one after him has White.
    """
    if players < 2:
        raise UnsupportedRule("players", "A round robin needs at least two players.")
    last = players + players % 2
    circle = last - 1
    table = []
    for number in range(1, last):
        if number % 2:
            middle = (number + 1) // 2
            boards = [Board(middle, last)]
        else:
            middle = (last + number) // 2
            boards = [Board(last, middle)]
        for step in range(1, last // 2):
            after = (middle + step - 1) % circle + 1
            before = (middle - step - 1) % circle + 1
            boards.append(Board(after, before))
        table.append(tuple(boards))
    return tuple(table)


def rounds_needed(players: int, cycles: int = 1) -> int:
    return len(berger(players)) * cycles


@cache
def schedule(
    players: int, *, double: bool = False, cycles: int = 1, swap_last_two: bool = False
) -> tuple[RoundPairing, ...]:
    """Every round of the event. `double` means two cycles.

    In every even cycle the table is repeated with colours reversed. `swap_last_two` exchanges
    the last two rounds of each cycle but the last; the handbook does not ask for it, but it
    spares players 1 and N/2+1 three games running with one colour.
    """
    cycles = max(cycles, 2 if double else 1)
    if cycles < 1:
        raise UnsupportedRule("cycles", "A round robin has at least one cycle.")
    table = berger(players)
    found: list[RoundPairing] = []
    for cycle in range(cycles):
        order = list(table)
        if swap_last_two and cycle < cycles - 1 and len(order) > 1:
            order[-2:] = reversed(order[-2:])
        for row in order:
            boards = []
            bye = None
            for board in row:
                if cycle % 2:
                    board = Board(board.black, board.white)
                # Odd number of players: whoever is to meet the last number has the bye.
                if max(board.white, board.black) > players:
                    bye = min(board.white, board.black)
                else:
                    boards.append(board)
            found.append(RoundPairing(len(found) + 1, tuple(boards), bye))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One cell of the opponent table; opponent 0 and no colour is the bye."""

    opponent: int
    colour: Colour | None


def opponent_table(rounds: Sequence[RoundPairing]) -> dict[int, tuple[Meeting, ...]]:
    """Row = player, column = round: the sheet that hangs on the wall."""
    rows: dict[int, list[Meeting]] = {}
    for pairing in rounds:
        for board in pairing.boards:
            rows.setdefault(board.white, []).append(Meeting(board.black, Colour.WHITE))
            rows.setdefault(board.black, []).append(Meeting(board.white, Colour.BLACK))
        if pairing.bye is not None:
            rows.setdefault(pairing.bye, []).append(Meeting(0, None))
    return {number: tuple(rows[number]) for number in sorted(rows)}


# 2  Numbers are drawn by lot


@dataclass(frozen=True, slots=True)
class DrawnNumber:
    entrant: int  # his number in the start list, before the draw
    number: int  # his number in the Berger table
    fact: Fact


def draw_numbers(
    entrants: Sequence[Player], lots: Lots, own: Mapping[int, int] | None = None
) -> tuple[DrawnNumber, ...]:
    """Numbers by lot, in the order of drawing: the highest rated draws first, by custom.

    `own` holds the numbers that players have drawn themselves; the chief arbiter draws for
    everybody else, by the seed.
    """
    own = own or {}
    numbers = set(range(1, len(entrants) + 1))
    known = {player.tpn for player in entrants}
    if len(set(own.values())) != len(own) or not (own.keys() <= known):
        raise InconsistentHistory("Two players have typed in the same number, or nobody has it.")
    if not numbers.issuperset(own.values()):
        raise InconsistentHistory(f"The numbers of the draw run from 1 to {len(entrants)}.")
    left = iter(lots.order("numbers", sorted(numbers - set(own.values()))))
    drawn = []
    for player in sorted(entrants, key=lambda player: (-player.rating, player.tpn)):
        typed = player.tpn in own
        number = own[player.tpn] if typed else next(left)
        code = "round_robin.number.typed" if typed else "round_robin.number.lot"
        values: tuple[tuple[str, int | str], ...] = (("number", number),)
        if not typed:
            values += (("seed", lots.seed),)
        drawn.append(DrawnNumber(player.tpn, number, Fact(code, "2", (player.tpn,), values)))
    return tuple(drawn)


@dataclass(frozen=True, slots=True)
class Redraw:
    """What becomes of the draw when somebody leaves between draw and round 1."""

    repeat: bool
    fact: Fact


def after_leaving(
    players: int, leaver: int, *, replaced: bool = False, as_printed: bool = False
) -> Redraw:
    """2 and C-26: is the draw repeated? The arbiter has the last word.

    As printed the draw is repeated in every case. The second sentence only makes sense as the
    exception: nobody else's number is touched when the last, even number becomes the bye, or
    when a new player takes over the number.
    """
    if not 1 <= leaver <= players:
        raise InconsistentHistory(f"Number {leaver} is not in the draw.", players=(leaver,))
    if as_printed:
        return Redraw(True, Fact("round_robin.redraw.as_printed", "2", (leaver,)))
    if replaced:
        return Redraw(False, Fact("round_robin.redraw.replaced", "2", (leaver,)))
    if leaver == players and players % 2 == 0:
        return Redraw(False, Fact("round_robin.redraw.last_even_number", "2", (leaver,)))
    return Redraw(True, Fact("round_robin.redraw.number_left", "2", (leaver,)))


# 2  Groups, and a final group


def balanced_groups(ranked: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """Groups of equal strength: dealt out there and back again (1 2 3, 3 2 1, ...)."""
    if count < 1 or len(ranked) < 2 * count:
        raise UnsupportedRule("groups", "Every group needs at least two players.")
    groups: list[list[int]] = [[] for _ in range(count)]
    for index, player in enumerate(ranked):
        lap, place = divmod(index, count)
        groups[count - 1 - place if lap % 2 else place].append(player)
    return tuple(tuple(group) for group in groups)


def final_group(
    standings: Sequence[Sequence[int]], qualifiers: int, lots: Lots
) -> tuple[tuple[int, ...], tuple[Fact, ...]]:
    """The first `qualifiers` of each group, in the order of their numbers in the final."""
    if qualifiers < 1 or any(len(group) < qualifiers for group in standings):
        raise UnsupportedRule("qualifiers", "A group has fewer players than are to qualify.")
    through = [player for group in standings for player in group[:qualifiers]]
    facts = tuple(
        Fact("round_robin.final.qualified", "2", (player,), (("group", index), ("place", place)))
        for index, group in enumerate(standings, 1)
        for place, player in enumerate(group[:qualifiers], 1)
    )
    return lots.order("final group", through), facts


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


def _schedule_of(state: TournamentState) -> tuple[RoundPairing, ...]:
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
    scheduled = _schedule_of(state)
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
    total = len(_schedule_of(state))
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
        for planned in _schedule_of(state)
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


# 3  Points and withdrawal


@dataclass(frozen=True, slots=True)
class Withdrawal:
    player: int
    completed: int
    games: int  # of the whole event
    ranked: bool
    fact: Fact


def withdrawal(state: TournamentState, player: int) -> Withdrawal:
    """Below half of his games the player is not ranked; from half on he is.

    A game that the opponent lost by forfeit is completed for the player who was there.
    """
    games = sum(
        player in (board.white, board.black)
        for planned in _schedule_of(state)
        for board in planned.boards
    )
    completed = sum(
        (game.result.played and game.result.final) or game.outcome(player) is Outcome.FORFEIT_WIN
        for round_ in state.rounds
        for game in round_.games
        if player in (game.white, game.black)
    )
    ranked = 2 * completed >= games
    code = "round_robin.withdrawn.ranked" if ranked else "round_robin.withdrawn.not_ranked"
    values = (("completed", completed), ("games", games))
    return Withdrawal(player, completed, games, ranked, Fact(code, "3", (player,), values))


@dataclass(frozen=True, slots=True)
class Mark:
    """One game in the cross table, from the row's side."""

    round: int
    symbol: str  # as in the TRF: 1 = 0 + - ...
    colour: Colour
    points: int
    counted: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    player: int
    marks: tuple[tuple[Mark, ...], ...]  # by opponent 1..n; the own field is empty
    byes: int  # points from byes
    points: int
    first_place: int  # 0 = not ranked
    last_place: int

    @property
    def place(self) -> str:
        if self.first_place == self.last_place:
            return str(self.first_place) if self.first_place else ""
        return f"{self.first_place}-{self.last_place}"


@dataclass(frozen=True, slots=True)
class CrossTable:
    rows: tuple[CrossRow, ...]
    withdrawals: tuple[Withdrawal, ...] = ()


def cross_table(
    state: TournamentState,
    withdrawn: AbstractSet[int] = frozenset(),
    *,
    count_below_half: bool = False,
) -> CrossTable:
    """Everybody against everybody, with points and shared places (tie-breaks come after).

    The results of a player who completed less than half of his games stay, but for history and
    rating only: they give nobody points, unless `count_below_half` says otherwise.
    """
    left = tuple(withdrawal(state, player) for player in sorted(withdrawn))
    unranked = {each.player for each in left if not each.ranked}
    void = set() if count_below_half else unranked
    numbers = [player.tpn for player in state.players]
    marks: dict[tuple[int, int], list[Mark]] = {}
    points = dict.fromkeys(numbers, 0)
    byes = dict.fromkeys(numbers, 0)
    for round_ in state.rounds:
        for game in round_.games:
            counted = not void & {game.white, game.black}
            for tpn, symbol in (
                (game.white, game.result.white_symbol),
                (game.black, game.result.black_symbol),
            ):
                gained = state.points.for_outcome(game.outcome(tpn))
                mark = Mark(round_.number, symbol, game.colour(tpn), gained, counted)
                marks.setdefault((tpn, game.opponent(tpn)), []).append(mark)
                # His own points remain readable in his row; he has no place in any case.
                points[tpn] += gained if counted or tpn in void else 0
        for bye in round_.byes:
            byes[bye.player] += state.points.for_bye(bye.kind)
    for bonus in state.bonuses:
        points[bonus.player] += bonus.points
    total = {tpn: points[tpn] + byes[tpn] for tpn in numbers}
    ranked = sorted((total[tpn] for tpn in numbers if tpn not in unranked), reverse=True)
    rows = []
    for tpn in numbers:
        first = last = 0
        if tpn not in unranked:
            first = ranked.index(total[tpn]) + 1
            last = first + ranked.count(total[tpn]) - 1
        cells = tuple(tuple(marks.get((tpn, other), ())) for other in numbers)
        rows.append(CrossRow(tpn, cells, byes[tpn], total[tpn], first, last))
    return CrossTable(tuple(rows), left)


SYSTEM = System(
    KEY,
    Family.ROUND_ROBIN,
    "Handbook: round robin by the Berger tables, everybody meets everybody once or more often",
    pair,
    options=(Option("cycles", 1), Option("swap_last_two", False)),
    why_not=why_not,
    violations=violations,
)
