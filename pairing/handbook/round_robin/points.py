"""Handbook, round robin, 3: points, withdrawal below and from 50 %, the cross table."""

from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from pairing.results import Outcome
from pairing.state import Colour, Fact, TournamentState

# 3  Points and withdrawal


@dataclass(frozen=True, slots=True)
class Withdrawal:
    player: int
    completed: int
    games: int  # of the whole event
    ranked: bool
    fact: Fact


def at_least_half(completed: int, games: int) -> bool:
    """The rule itself, of players and of teams."""
    return 2 * completed >= games


def games_of_each(state: TournamentState) -> int:
    """The games of a player in the whole event; free rounds are none."""
    players = len(state.players)
    in_cycle = max(players - 1 + players % 2, 1)
    cycles = int(state.option("cycles", 0)) or max(state.total_rounds // in_cycle, 1)
    return (players - 1) * cycles


def completed_games(state: TournamentState, player: int) -> int:
    """Games played, and those that the opponent lost by forfeit: the player was there.

    A game still being played is among them until its result says something else.
    """
    return sum(
        game.result.played or game.outcome(player) is Outcome.FORFEIT_WIN
        for round_ in state.rounds
        for game in round_.games
        if player in (game.white, game.black)
    )


def withdrawal(state: TournamentState, player: int) -> Withdrawal:
    """Of a player who leaves after the rounds of the state: below half of their games they are
    not ranked; from half on they are."""
    games = games_of_each(state)
    completed = completed_games(state, player)
    ranked = at_least_half(completed, games)
    code = "round_robin.withdrawn.ranked" if ranked else "round_robin.withdrawn.not_ranked"
    values = (("completed", completed), ("games", games))
    return Withdrawal(player, completed, games, ranked, Fact(code, "3", (player,), values))


def below_half(state: TournamentState, left: Iterable[int]) -> tuple[Withdrawal, ...]:
    """Those of the players who left whose results count for nobody."""
    found = (withdrawal(state, player) for player in sorted(left))
    return tuple(one for one in found if not one.ranked)


def missed_too_many(state: TournamentState) -> frozenset[int]:
    """Those who can no longer complete half of their games.

    By this a record without a word about withdrawals, such as a report file, shows who left.
    """
    to_come = max(state.total_rounds - len(state.rounds), 0)
    scheduled = Counter(
        tpn for round_ in state.rounds for game in round_.games for tpn in (game.white, game.black)
    )
    # An event may end before everybody has met everybody.
    games = min(games_of_each(state), max(scheduled.values(), default=0) + to_come)
    return frozenset(
        tpn for tpn in scheduled if not at_least_half(completed_games(state, tpn) + to_come, games)
    )


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

    The results of a player who completed less than half of their games stay, but for history and
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
                # Their own points remain readable in their row; they have no place in any case.
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
